// Commands in comments, `[%name argument]`, as servers and databases embed them in PGN: the four
// that have a meaning that is agreed on. Everything else in a comment stays text.
#pragma once

#include <optional>
#include <string_view>
#include <vector>

#include "record/written_move.hpp"

namespace nuskha::record {

// `0.25`, `-1.3,18`, `#-2`: in pawns, from White's side, or moves to a mate.
struct Evaluation {
  std::optional<double> pawns;
  std::optional<int> mate;  // negative: Black mates
  std::optional<int> depth;
};

// `Ga1`, `Re2e4`: a coloured square or arrow. The colour is the letter as it stands: G, R, Y, B …
struct Drawing {
  char color = 'G';
  WrittenSquare from;
  WrittenSquare to;  // absent: a square
};

struct Annotation {
  std::optional<double> clock;           // `%clk`: seconds left
  std::optional<double> elapsed;         // `%emt`: seconds spent on the move
  std::optional<Evaluation> evaluation;  // `%eval`
  std::vector<Drawing> squares, arrows;  // `%csl`, `%cal`
};

// What the commands of a comment say; one whose argument is malformed says nothing. Of a command
// that comes twice the first counts, but drawings add up.
Annotation read_annotation(std::string_view comment);

}  // namespace nuskha::record
