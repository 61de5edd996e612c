// What a move that cannot be played may stand for, from the moves up to there and a few behind.
#pragma once

#include <cstdint>
#include <vector>

#include "repair/repair.hpp"

namespace nuskha::repair {

// Moves behind the one in question that are to fit too. More would seldom decide otherwise.
inline constexpr std::size_t looked_ahead = 12;

// The likeliest reading first; no notes where nothing explains the move. The first note has a place
// if something else is wrong than that move.
std::vector<text::Note> suggest(WrittenGame game, std::uint32_t move,
                                const variants::Registry& registry, const Options& options);

}  // namespace nuskha::repair
