// Counts of the positions a number of plies away, by which move generators are compared.
#pragma once

#include <cstdint>

#include "rules/position.hpp"

namespace nuskha::rules {

// The number of legal games of exactly `depth` plies; promotions to different pieces count apart.
// The last ply is counted, not played.
template <class Bits>
std::uint64_t perft(const Position<Bits>& position, int depth);

}  // namespace nuskha::rules
