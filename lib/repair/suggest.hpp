// What a move that cannot be played may stand for, from the moves up to there and a few behind.
#pragma once

#include <cstdint>
#include <vector>

#include "repair/repair.hpp"

namespace nuskha::repair {

// What is looked at: so many moves before the one in question, which may be to blame, and behind
// it, which are to fit too; and so many states are followed. `repair` looks at all of the game.
inline constexpr std::size_t looked_back = 20, looked_ahead = 12, suggesting_beam = 40;

// The likeliest reading first; no notes where nothing explains the move. The first note has a place
// if something else is wrong than that move.
std::vector<text::Note> suggest(WrittenGame game, std::uint32_t move,
                                const variants::Registry& registry, Options options);

}  // namespace nuskha::repair
