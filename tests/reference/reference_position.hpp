// The rules of every variant once more, written to be read rather than to be fast, so that the
// tests can compare the core with something that shares none of its ideas: a mailbox board, moves
// found by walking steps, legality by making the move on a copy and looking whether the king can be
// taken. Only the specification of the variant is shared; what it states is worked out here again.
//
// A text that is not a FEN of the variant is a std::runtime_error: tests write their FENs
// themselves.
#pragma once

#include <compare>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "rules/spec.hpp"

namespace nuskha::reference {

// What stands on a square. `type` is an index into VariantSpec::pieces; `mode` is 0 for none, else
// 1 + index into PieceSpec::modes.
struct Man {
  int type = -1;
  int mode = 0;
  bool black = false;
  explicit operator bool() const { return type >= 0; }
  bool operator==(const Man&) const = default;
};

enum class Kind { plain, en_passant, castle_short, castle_long };

// Squares are rank * files + file, a1 = 0. `to` of a castling move is where the king ends.
struct Move {
  int from = -1;
  int to = -1;
  int promotion = -1;
  Kind kind = Kind::plain;
  auto operator<=>(const Move&) const = default;
};

struct Position {
  const rules::VariantSpec* spec = nullptr;
  std::vector<Man> board;
  bool black = false;                     // to move
  int rook[2][2] = {{-1, -1}, {-1, -1}};  // [black][long]: the rook of that right, -1 without it
  std::vector<int> passed;  // squares that the last move jumped over, in the order of the board
  int passer = -1;          // the pawn that jumped
  int halfmove_clock = 0;
  int move_number = 1;

  int files() const { return spec->files; }
  int ranks() const { return spec->ranks; }
  bool operator==(const Position&) const = default;
};

Position read_fen(const rules::VariantSpec& spec, std::string_view fen);
std::string write_fen(const Position& position);
// The array, with every right that the castling rules allow.
Position start(const rules::VariantSpec& spec);

bool in_check(const Position& position);
std::vector<Move> legal_moves(const Position& position);  // sorted, each once
Position after(const Position& position, const Move& move);
std::uint64_t perft(const Position& position, int depth);

std::string square_name(const rules::VariantSpec& spec, int square);
std::string move_text(const Position& position, const Move& move);  // `e2e4`, `e7e8=SD`, `00`

}  // namespace nuskha::reference
