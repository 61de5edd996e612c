// The 960 arrays of Fischer random chess by their numbers (Reinhard Scharnagl), and Edward
// Northam's draw with a coin. Letters are the English ones, K Q R B N.
//
// A number is 96 K + 16 Q + 4 D + L, where L is the light-squared bishop's file (b, d, f, h: 0 to
// 3), D the dark-squared one's (a, c, e, g: 0 to 3), Q the queen's place among the six files left,
// and K the order of knights, rooks and king on the other five: NNRKR, NRNKR, NRKNR, NRKRN, RNNKR,
// RNKNR, RNKRN, RKNNR, RKNRN, RKRNN. 518 is the array of orthodox chess.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace nuskha::variants {

inline constexpr int numbered_arrays = 960;

// White's first rank from file a ("RNBQKBNR"); the number must be from 0 to 959.
std::string numbered_array(int number);
// The number of an array, in capital or small letters; nothing if it is none of the 960.
std::optional<int> array_number(std::string_view array);

// The start position of a number: Black mirrors White, all castling rights, White to move.
std::string numbered_start_fen(int number);
// The number of a FEN whose placement is one of the 960 starts; the fields after it are not looked
// at.
std::optional<int> start_number(std::string_view fen);

struct CoinDraw {
  int number = 0;
  std::vector<int> digits;  // 1 to 4, each the sum of two tosses, in the order they were drawn
};
// Draws as Northam did: tails count 0 in the first toss and 1 in the second, heads 2 in each, so
// that two tosses make a digit from 1 to 4. His table from digits to arrays is lost;
// docs/variants/chess960.md gives the one used here, a reconstruction. All 960 arrays are equally
// likely. The same seed draws the same array on every machine.
CoinDraw draw_by_coins(std::uint64_t seed);

}  // namespace nuskha::variants
