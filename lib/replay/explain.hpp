// Why a written move is not legal, in the game's own terms. Internal.
#pragma once

#include <string>

#include "notation/notation.hpp"

namespace nuskha::replay {

// The position must hold no legal move that the text fits. Without a full stop, for the message of
// illegal-move.
template <class Bits>
std::string explain(const rules::Position<Bits>& position, const notation::Alphabet& alphabet,
                    const record::WrittenMove& written);

// A legal move as a text in the style of `like` would write it, for the notes that propose one.
template <class Bits>
std::string spell_like(const rules::Position<Bits>& position, const notation::Alphabet& alphabet,
                       rules::Move move, const record::WrittenMove& like);

}  // namespace nuskha::replay
