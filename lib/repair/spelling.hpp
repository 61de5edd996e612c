// How a text spells its moves. Internal.
#pragma once

#include <string>

#include "notation/notation.hpp"
#include "repair/repair.hpp"

namespace nuskha::repair {

struct Spelling {
  notation::Style style = notation::Style::san;
  record::PieceName pawn;
  // What stands between the squares of a move that takes nothing, and of one that does.
  std::string quiet = "-", capture = "x";
  // Empty: as notation::Style has them.
  std::string castle_short = {}, castle_long = {};
  bool names_castling_squares = true;

  std::string spell(const record::WrittenMove& move) const;

 private:
  std::string spell_castling(record::WrittenMove move) const;
};

// The alphabet that the game states, or else `stated`, where the variant has them; else the one
// that knows most of the names, and of these the one by which the game can be played furthest; the
// variant's own before others.
template <class Bits>
notation::Alphabet alphabet_of(const WrittenGame& game, const rules::Position<Bits>& start,
                               const std::string& stated);
Spelling spelling_of(const WrittenGame& game, const notation::Alphabet& alphabet);

}  // namespace nuskha::repair
