// What dialects of a game a line share.
#pragma once

#include <string_view>

#include "readers/dialects.hpp"

namespace nuskha::readers {

// Dialect::cut where each line that is not blank is a game. A blank line belongs to the one before.
Cut cut_at_lines(std::string_view text, std::size_t target);

}  // namespace nuskha::readers
