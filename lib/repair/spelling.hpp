// How a text spells its moves. Internal.
#pragma once

#include <string>

#include "notation/notation.hpp"
#include "repair/repair.hpp"

namespace nuskha::repair {

struct Spelling {
  notation::Style style = notation::Style::san;
  record::PieceName pawn;
  bool has_dashes = false;  // between coordinates

  std::string spell(const record::WrittenMove& move) const;
};

// The alphabet that knows most of the names; the variant's own before others.
notation::Alphabet alphabet_of(const WrittenGame& game, const rules::Variant& variant);
Spelling spelling_of(const WrittenGame& game, const notation::Alphabet& alphabet);

}  // namespace nuskha::repair
