// How the names of variants are compared. Internal to variants.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace nuskha::variants {

inline constexpr std::size_t max_name_bytes = 64;

// A name as names are compared: small letters without accents, and digits; blanks, dashes and other
// marks are left out.
std::string plain_name(std::string_view name);

}  // namespace nuskha::variants
