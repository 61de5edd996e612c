// Characters of ASCII, whatever the locale.
#pragma once

namespace nuskha::text {

constexpr bool is_digit(char c) {
  return c >= '0' && c <= '9';
}
constexpr char lower(char c) {
  return c >= 'A' && c <= 'Z' ? static_cast<char>(c + ('a' - 'A')) : c;
}
// Of a line, or the end of one.
constexpr bool is_blank(char c) {
  return c == ' ' || c == '\t' || c == '\r' || c == '\n';
}
// A letter or a figure, as words of moves are made of.
constexpr bool is_of_word(char c) {
  return is_digit(c) || (lower(c) >= 'a' && lower(c) <= 'z');
}

}  // namespace nuskha::text
