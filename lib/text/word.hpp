// What words of moves are made of.
#pragma once

namespace nuskha::text {

// A letter or a figure of ASCII.
constexpr bool is_of_word(char c) {
  return (c >= '0' && c <= '9') || (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z');
}

}  // namespace nuskha::text
