#include "variants/names.hpp"

#include <algorithm>

#include "text/utf8.hpp"

namespace nuskha::variants {

namespace {

// The small letter without accent of a capital or accented letter of Latin-1 or Latin Extended-A,
// for U+00C0 to U+017F; a dot where there is none.
constexpr std::string_view base_letters =
    "aaaaaaaceeeeiiiidnooooo.ouuuuyts"   // U+00C0
    "aaaaaaaceeeeiiiidnooooo.ouuuuyty"   // U+00E0
    "aaaaaaccccccccddddeeeeeeeeeegggg"   // U+0100
    "gggghhhhiiiiiiiiiiiijjkkklllllll"   // U+0120
    "lllnnnnnnnnnoooooooorrrrrrssssss"   // U+0140
    "ssttttttuuuuuuuuuuuuwwyyyzzzzzzs";  // U+0160
static_assert(base_letters.size() == 0x180 - 0xC0);

}  // namespace

std::string plain_name(std::string_view name) {
  std::string plain;
  for (std::size_t at = 0; at < name.size();) {
    const text::CodePoint c = text::decode_utf8(name, at);
    at += std::max<std::uint32_t>(c.size, 1);
    if (c.size == 0) continue;
    if (c.value >= 'A' && c.value <= 'Z')
      plain += char(c.value + ('a' - 'A'));
    else if ((c.value >= 'a' && c.value <= 'z') || (c.value >= '0' && c.value <= '9'))
      plain += char(c.value);
    else if (c.value >= 0xC0 && c.value < 0x180 && base_letters[c.value - 0xC0] != '.')
      plain += base_letters[c.value - 0xC0];
    else if (c.value >= 0x370 && !(c.value >= 0x2000 && c.value < 0x2070))
      text::append_utf8(c.value, plain);  // other scripts, but no accents, blanks or dashes
  }
  return plain;
}

}  // namespace nuskha::variants
