// How a written game says that it ended, beside how it did end. Internal.
#pragma once

#include <vector>

#include "repair/repair.hpp"
#include "rules/position.hpp"
#include "text/diagnostic.hpp"

namespace nuskha::repair {

// Of a mate or a stalemate; else unknown.
template <class Bits>
record::GameResult result_of(const rules::Position<Bits>& position);

// Whether what the moves end with, or the tag, is untrue of the last position.
template <class Bits>
bool denies_result(const rules::Position<Bits>& position, const WrittenGame& game);

// Makes both what is right, what the moves end with first; nothing where that is unknown.
std::vector<text::Fix> rewrite_result(const WrittenGame& game, record::GameResult right);

}  // namespace nuskha::repair
