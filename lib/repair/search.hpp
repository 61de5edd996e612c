// The search: a beam over the positions that a game may have reached after so many of its written
// moves. Internal.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "repair/fit.hpp"

namespace nuskha::repair {

// What became of one written move, or a move that is not written.
struct Part {
  enum class Kind : std::uint8_t {
    read,       // the written move stands for `move`
    left_out,   // `move` is not written; it was played before the written one
    taken_out,  // the written move was never played
  } kind = Kind::read;
  std::uint32_t written = 0;
  rules::Move move;
  Faults faults;  // none: as written
  int cost = 0;   // of what was done at one place, with its first part
};

struct Line {
  int cost = 0;
  std::vector<Part> parts;
  bool denies_result = false;     // it ends in a position that the stated result is not true of
  bool slips_in_numbers = false;  // that can be put right by other figures
};

struct Found {
  std::size_t read = 0;     // so many written moves were gone through
  std::vector<Line> lines;  // the cheapest first
};

// The game as written: nothing where a move is not legal, is not the only one that fits, or any
// claim is untrue. Numbers may slip.
template <class Bits>
std::optional<Line> read_as_written(const rules::Position<Bits>& start, const Manner& manner);

// Lines through the first max_moves written moves; of the options it obeys `played`, `settled`,
// `beam` and `legal`.
template <class Bits>
Found search(const rules::Position<Bits>& start, const Manner& manner, const Options& options);

}  // namespace nuskha::repair
