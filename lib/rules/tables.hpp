// The tables that compile() makes of a specification. Internal to rules.
#pragma once

#include "rules/bitboard.hpp"
#include "rules/variant.hpp"

namespace nuskha::rules {

template <class Bits>
struct Tables {};

}  // namespace nuskha::rules
