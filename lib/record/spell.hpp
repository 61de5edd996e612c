// The text of a move. Pure spelling: every fact is in the struct already.
#pragma once

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

}  // namespace nuskha::record
