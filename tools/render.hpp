// Positions as people look at them.
#pragma once

#include <string>
#include <string_view>

#include "rules/position.hpp"

namespace nuskha::tools {

enum class BoardStyle { ascii, unicode };

// The board seen from White's side with its coordinates, cells as wide as the longest name on it,
// the frontier drawn between its ranks. White's names are capitals and Black's small letters, as in
// FEN; a mode that counts follows its piece (`SD+CT`). The unicode style has lines between the
// squares, and figurines where the variant's data file gives an alphabet of that name.
std::string draw_board(const rules::AnyPosition& position, BoardStyle style);

// "White to move", "Black to move, in check from CFg7 and Tb1", "White is mated by Dh5",
// "stalemate: Black has no legal move".
std::string describe_state(const rules::AnyPosition& position);

std::string fen_of(const rules::AnyPosition& position);

}  // namespace nuskha::tools
