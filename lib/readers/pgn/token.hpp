// One move's text, read by the grammar of the dialect `pgn` (SAN, long algebraic, coordinates,
// UCI).
#pragma once

#include <string_view>

#include "record/written_move.hpp"

namespace nuskha::readers::pgn {

// False if the text is not exactly one move. The move's span is that of `token` in itself.
bool read_move(std::string_view token, record::WrittenMove& move);

}  // namespace nuskha::readers::pgn
