// Corrections in words.
#pragma once

#include <string>

#include "repair/repair.hpp"

namespace nuskha::repair {

// "'X' corrected to 'Y'", "'Y' put in", "'X' taken out".
std::string made(const Correction& correction);
// "'X' may stand for 'Y'", "'Y' may be missing here", "'X' may be no move of the game"; of what
// only is said of a move, "'X' may be right, and what is said of it not".
std::string proposed(const Correction& correction);
// "'Z': another square", "it is right as it stands", "it is a move written twice", "'V' may stand
// for 'W': another square".
std::string choice(const Correction& correction, const Alternative& alternative);
// "or 'Z': another square (12 %)".
std::string other(const Correction& correction, const Alternative& alternative);
// "12 %", "over 99 %".
std::string percent(double probability);

// Whether ordinary replay plays the same move though it is not corrected.
bool is_harmless(const Correction& correction);

}  // namespace nuskha::repair
