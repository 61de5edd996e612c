// How names are compared, and which one was meant. Internal to variants.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>

namespace nuskha::variants {

inline constexpr std::size_t max_name_bytes = 64;

// A name as names are compared: small letters without accents, and digits; blanks, dashes and other
// marks are left out.
std::string plain_name(std::string_view name);

// The one of `names` that is likeliest meant, by edit distance without regard to case; empty if
// none is near.
std::string nearest(std::string_view wrong, std::span<const std::string> names);

}  // namespace nuskha::variants
