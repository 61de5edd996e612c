// The text of a move. Pure spelling: every fact is in the struct already.
#pragma once

#include <bit>
#include <cstdint>
#include <cstring>
#include <string>

#include "record/events.hpp"

namespace nuskha::record {

// Into a buffer with so much room; these give where the text ends.
inline constexpr std::size_t longest_move = 32, longest_square = 4;

// `CFxd8`, `Ngf3`, `e8=Q+`, `O-O`: SAN. `pawn` is the pawn's name, which SAN leaves out.
void spell_san(const PlayedMove& move, PieceName pawn, std::string& out);
char* spell_san(const PlayedMove& move, PieceName pawn, char* end);
// `CFg7xd8`, `Ng1-f3`, `e7-e8=Q+`, `O-O`: long algebraic, both squares always.
void spell_lan(const WrittenMove& move, PieceName pawn, std::string& out);
char* spell_lan(const WrittenMove& move, PieceName pawn, char* end);
// `CFg7xCTd8`, `00(Rf1-i1,Tj1-h1)`, `SDe3xSFd5(SD=SD+CT)`: the seeds' notation, canonical form
// (docs/formats/dola.md).
void spell_dola(const WrittenMove& move, std::string& out);
void spell_square(WrittenSquare square, std::string& out);
inline char* spell_square(WrittenSquare square, char* end) {
  if (square.file >= 0) *end++ = static_cast<char>('a' + square.file);
  if (square.rank < 0) return end;
  const int number = square.rank + 1;
  if (number >= 10) *end++ = '1';
  *end++ = static_cast<char>('0' + (number >= 10 ? number - 10 : number));
  return end;
}

// Moves of a row, if is_usual(): no name but of ASCII, no square beyond the ninth rank. They are
// put together in registers, without branches on what cannot be guessed.
inline bool is_usual(const PlainPlayed& move) {
  return move.piece.is_ascii() & (move.from.rank < 9) & (move.to.rank < 9);
}
inline std::uint16_t usual_square(WrittenSquare square) {
  return std::uint16_t(std::bit_cast<std::uint16_t>(square) + 0x3161);  // "a1"
}

// A text of up to eight bytes.
struct ShortText {
  std::uint64_t bytes = 0;
  unsigned bits = 0;
  void add(std::uint64_t text, unsigned size) {
    bytes |= text << bits;
    bits += 8 * size;
  }
  void add_if(bool wanted, unsigned c) { add(c & (0u - wanted), wanted); }
  // Writes all eight, whatever the size.
  char* write(char* end) const {
    std::memcpy(end, &bytes, sizeof bytes);
    return end + bits / 8;
  }
};

inline char* spell_usual_coordinates(const PlainPlayed& move, char* end) {
  ShortText text;
  text.add(usual_square(move.from), 2);
  text.add(usual_square(move.to), 2);
  return text.write(end);
}
// SAN; with `both_squares` long algebraic.
inline char* spell_usual(const PlainPlayed& move, PieceName pawn, bool both_squares, char* end) {
  const PlainMove& plain = *move.written;
  ShortText text;
  if (plain.form != MoveForm::plain) [[unlikely]] {
    text.add(0x4F2D4F, 3);  // "O-O"
    if (plain.form == MoveForm::castle_long) text.add(0x4F2D, 2);
  } else {
    const bool is_pawn = move.piece == pawn;
    const PieceName name = is_pawn ? PieceName() : move.piece;
    text.add(name.packed, unsigned(name.view().size()));
    text.add_if(both_squares | move.name_file | (is_pawn & plain.capture),
                unsigned('a' + move.from.file));
    text.add_if(both_squares | move.name_rank, unsigned('1' + move.from.rank));
    end = text.write(end);
    text = {};
    text.add_if(both_squares | plain.capture, plain.capture ? 'x' : '-');
    text.add(usual_square(move.to), 2);
  }
  text.add_if(plain.check, '+');
  return text.write(end);
}

}  // namespace nuskha::record
