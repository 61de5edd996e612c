// Code points in and out of UTF-8.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace nuskha::text {

inline constexpr char32_t replacement_character = 0xFFFD;

struct CodePoint {
  char32_t value = 0;
  std::uint32_t size = 0;  // bytes; 0 at the end of the text and for a byte that is not UTF-8
};

// The code point at `offset`, by the Unicode standard's table 3-7: no overlong forms, no
// surrogates.
CodePoint decode_utf8(std::string_view text, std::size_t offset);

inline constexpr std::size_t longest_utf8 = 4;
// Returns how many bytes it takes.
inline std::size_t put_utf8(char32_t c, char* out) {
  if (c < 0x80) {
    out[0] = char(c);
    return 1;
  }
  if (c < 0x800) {
    out[0] = char(0xC0 | c >> 6);
    out[1] = char(0x80 | (c & 0x3F));
    return 2;
  }
  if (c < 0x10000) {
    out[0] = char(0xE0 | c >> 12);
    out[1] = char(0x80 | (c >> 6 & 0x3F));
    out[2] = char(0x80 | (c & 0x3F));
    return 3;
  }
  out[0] = char(0xF0 | c >> 18);
  out[1] = char(0x80 | (c >> 12 & 0x3F));
  out[2] = char(0x80 | (c >> 6 & 0x3F));
  out[3] = char(0x80 | (c & 0x3F));
  return 4;
}
void append_utf8(char32_t code_point, std::string& out);

constexpr bool continues_code_point(char byte) {
  return (static_cast<unsigned char>(byte) & 0xC0) == 0x80;
}

constexpr bool is_control(char byte) {
  return static_cast<unsigned char>(byte) < 0x20 || byte == 0x7F;
}

// What a text of unknown encoding holds, taken as UTF-8.
struct Utf8Survey {
  std::size_t multi_byte = 0;  // code points
  std::size_t stray = 0;       // bytes that are not UTF-8
  bool upper_control = false;  // a byte of 0x80 to 0x9F, anywhere

  // UTF-8 and letters of another encoding. Those make UTF-8 by chance hardly ever, so that a few
  // letters of it tell it; bytes that are of no text make some.
  bool is_mixed() const { return stray > 0 && 4 * multi_byte >= stray; }
};
Utf8Survey survey_utf8(std::string_view bytes);

// How many code points a valid text holds.
std::size_t count_code_points(std::string_view text);

}  // namespace nuskha::text
