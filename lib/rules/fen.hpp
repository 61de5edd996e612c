// FEN for every variant: PGN standard section 16.1, X-FEN and Shredder-FEN castling, and the
// extensions for large boards and modes (docs/formats/fen.md).
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "rules/position.hpp"

namespace nuskha::rules {

// What is wrong with a position that was written down. A bit each, so that a caller can forgive
// single ones; the position is built as far as it can be.
enum class SetupProblem : std::uint32_t {
  syntax = 1 << 0,  // the text is no FEN at all; see SetupReport::detail
  board_size = 1 << 1,
  unknown_piece = 1 << 2,
  missing_king = 1 << 3,
  many_kings = 1 << 4,
  opposite_check = 1 << 5,  // the side that does not move is in check
  pawn_on_last_rank = 1 << 6,
  castling_rights = 1 << 7,  // a right whose king or rook is not there; what fits is taken
  en_passant = 1 << 8,       // squares that no jump passed; dropped
  counters = 1 << 9,         // missing or not numbers; 0 and 1 are assumed
  mode = 1 << 10,            // a mode that the piece does not have; dropped
  kings_too_close = 1 << 11,
};
// With these the position cannot be played from: it is not the one that was meant, or has not one
// king a side. With the latter no rule says what a legal move is, so they cannot be forgiven.
inline constexpr std::uint32_t unforgivable_setup_problems = 1 << 3 | 1 << 4;
inline constexpr std::uint32_t fatal_setup_problems = 1 << 0 | 1 << 1 | 1 << 2 | 1 << 3 | 1 << 4;

struct SetupReport {
  std::uint32_t problems = 0;  // SetupProblem bits
  struct Item {
    SetupProblem problem;
    std::size_t offset, length;                // in the FEN
    std::string detail;                        // one line, lower case
    std::optional<std::string> replacement{};  // what would fit there
  };
  std::vector<Item> items;
  // `forgiven` are bits that may be set all the same.
  bool playable(std::uint32_t forgiven = 0) const {
    return (problems & fatal_setup_problems & (~forgiven | unforgivable_setup_problems)) == 0;
  }
};

// Reads all of `fen`; the position is left in the best state that can be made of it. Without
// `details` what the items say is left open, which is much faster where much is wrong.
template <class Bits>
SetupReport read_fen(std::string_view fen, Position<Bits>& position, bool details = true);

enum class CastlingStyle : std::uint8_t { x_fen, shredder };

template <class Bits>
void write_fen(const Position<Bits>& position, std::string& out,
               CastlingStyle style = CastlingStyle::x_fen);
template <class Bits>
std::string fen(const Position<Bits>& position) {
  std::string out;
  write_fen(position, out);
  return out;
}

}  // namespace nuskha::rules
