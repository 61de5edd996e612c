// How far a legal move is from what is written, by a cost model. Internal.
#pragma once

#include <algorithm>
#include <string>

#include "notation/notation.hpp"
#include "repair/repair.hpp"
#include "repair/spelling.hpp"

namespace nuskha::repair {

struct Fit {
  int cost = 0;
  Faults faults;
};

// What costs more explains nothing.
inline constexpr int far = 3 * max_cost;

struct Manner {  // of one text
  // `stated_alphabet`: as in Options.
  template <class Bits>
  Manner(const WrittenGame& written, const rules::Position<Bits>& start, const Costs& model,
         const std::string& stated_alphabet)
      : game(written),
        costs(model),
        alphabet(alphabet_of(written, start, stated_alphabet)),
        spelling(spelling_of(written, alphabet)),
        marks_checks(
            std::any_of(written.moves.begin(), written.moves.end(),
                        [](const auto& move) { return move.check != record::CheckMark::none; })),
        marks_captures(std::any_of(written.moves.begin(), written.moves.end(),
                                   [](const auto& move) { return move.capture; })) {}

  const WrittenGame& game;
  const Costs& costs;
  const notation::Alphabet alphabet;
  const Spelling spelling;
  const bool marks_checks;  // a check that is not marked is a fault
  // So is a capture, but in a long game: where no move of a short one is marked, it may be that it
  // was no capture.
  const bool marks_captures;
  static constexpr std::size_t long_game = 30;  // plies
};

// The cost of that legal move's having been written as the game's move number `at` stands, looked
// at no further than `limit`: a result above it only says so.
template <class Bits>
Fit fit(const rules::Position<Bits>& position, const Manner& manner, std::size_t at,
        rules::Move move, int limit);

}  // namespace nuskha::repair
