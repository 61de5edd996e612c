#include "variants/names.hpp"

#include <algorithm>
#include <vector>

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

// Insertions, deletions, replacements and swaps of neighbours (optimal string alignment).
std::size_t edit_distance(std::string_view a, std::string_view b) {
  std::vector<std::vector<std::size_t>> d(a.size() + 1, std::vector<std::size_t>(b.size() + 1));
  for (std::size_t i = 0; i <= a.size(); ++i)
    for (std::size_t j = 0; j <= b.size(); ++j) {
      if (i == 0 || j == 0) {
        d[i][j] = i + j;
        continue;
      }
      d[i][j] =
          std::min({d[i - 1][j] + 1, d[i][j - 1] + 1, d[i - 1][j - 1] + (a[i - 1] != b[j - 1])});
      if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1])
        d[i][j] = std::min(d[i][j], d[i - 2][j - 2] + 1);
    }
  return d[a.size()][b.size()];
}

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

std::string nearest(std::string_view wrong, std::span<const std::string> names) {
  const auto small = [](std::string_view text) {
    std::string out(text.substr(0, max_name_bytes));
    for (char& c : out)
      if (c >= 'A' && c <= 'Z') c = char(c + ('a' - 'A'));
    return out;
  };
  const std::string a = small(wrong);
  std::string best;
  std::size_t best_distance = std::max<std::size_t>(1, a.size() / 3) + 1;
  for (const std::string& name : names) {
    const std::string b = small(name);
    const std::size_t distance = edit_distance(a, b);
    if (distance < best_distance && distance < std::max(a.size(), b.size())) {
      best_distance = distance;
      best = name;
    }
  }
  return best;
}

}  // namespace nuskha::variants
