#pragma once

#include <string_view>

namespace nuskha::text {

// The library's version, "0.1.0".
std::string_view version();

}  // namespace nuskha::text
