#pragma once

#include <cstdint>

#include "rules/variant.hpp"

namespace nuskha::rules {

enum class MoveKind : std::uint8_t { plain, en_passant, castle_short, castle_long };

// A legal move of one position, or a candidate for one; without squares the null move, which no
// rule allows and analysts write: the turn passes. Four bytes, comparable.
struct Move {
  Square from = no_square;
  Square to = no_square;  // of a castling king: the square he ends on
  PieceType promotion = no_piece_type;
  MoveKind kind = MoveKind::plain;
  bool operator==(const Move&) const = default;
  bool passes() const { return from == no_square; }
  bool castles() const { return kind >= MoveKind::castle_short; }
};

}  // namespace nuskha::rules
