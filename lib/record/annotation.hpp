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

// `Ga1`, `Re2e4`: a coloured square or arrow. The colour is the letter as it stands: green, red,
// yellow, blue, cyan, orange.
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

struct Command {
  std::string_view name, argument;
};
// The next command of a comment, of which what stands behind it is left; false if there is none.
bool take_command(std::string_view& comment, Command& command);

// Passes over what stands behind most moves of some archives: well-formed clocks and evaluations
// that a comment begins with.
std::string_view skip_plain_commands(std::string_view comment);

// What the argument of a command that has a meaning should be, where it is malformed; else empty.
std::string_view expected_of(const Command& command);

// What the commands of a comment say; one whose argument is malformed says nothing. Of a command
// that comes twice the first counts, but drawings add up.
Annotation read_annotation(std::string_view comment);

}  // namespace nuskha::record
