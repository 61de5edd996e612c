#include "text/code_page.hpp"

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstring>
#include <initializer_list>

namespace nuskha::text {
namespace {

constexpr std::array<char16_t, 128> upper_half = {
    0x00C7, 0x00FC, 0x00E9, 0x00E2, 0x00E4, 0x00E0, 0x00E5, 0x00E7, 0x00EA, 0x00EB, 0x00E8, 0x00EF,
    0x00EE, 0x00EC, 0x00C4, 0x00C5, 0x00C9, 0x00E6, 0x00C6, 0x00F4, 0x00F6, 0x00F2, 0x00FB, 0x00F9,
    0x00FF, 0x00D6, 0x00DC, 0x00F8, 0x00A3, 0x00D8, 0x00D7, 0x0192, 0x00E1, 0x00ED, 0x00F3, 0x00FA,
    0x00F1, 0x00D1, 0x00AA, 0x00BA, 0x00BF, 0x00AE, 0x00AC, 0x00BD, 0x00BC, 0x00A1, 0x00AB, 0x00BB,
    0x2591, 0x2592, 0x2593, 0x2502, 0x2524, 0x00C1, 0x00C2, 0x00C0, 0x00A9, 0x2563, 0x2551, 0x2557,
    0x255D, 0x00A2, 0x00A5, 0x2510, 0x2514, 0x2534, 0x252C, 0x251C, 0x2500, 0x253C, 0x00E3, 0x00C3,
    0x255A, 0x2554, 0x2569, 0x2566, 0x2560, 0x2550, 0x256C, 0x00A4, 0x00F0, 0x00D0, 0x00CA, 0x00CB,
    0x00C8, 0x0131, 0x00CD, 0x00CE, 0x00CF, 0x2518, 0x250C, 0x2588, 0x2584, 0x00A6, 0x00CC, 0x2580,
    0x00D3, 0x00DF, 0x00D4, 0x00D2, 0x00F5, 0x00D5, 0x00B5, 0x00FE, 0x00DE, 0x00DA, 0x00DB, 0x00D9,
    0x00FD, 0x00DD, 0x00AF, 0x00B4, 0x00AD, 0x00B1, 0x2017, 0x00BE, 0x00B6, 0x00A7, 0x00F7, 0x00B8,
    0x00B0, 0x00A8, 0x00B7, 0x00B9, 0x00B3, 0x00B2, 0x25A0, 0x00A0};

// What stands beside a byte. A pair of them, before and behind it, is a bit of a set of pairs.
enum Kind : std::uint8_t { other, small, capital };
constexpr unsigned kinds = 3;
using Pairs = std::uint16_t;

template <class Rule>
constexpr Pairs pairs_where(Rule rule) {
  Pairs pairs = 0;
  for (unsigned before = 0; before < kinds; ++before)
    for (unsigned after = 0; after < kinds; ++after)
      if (rule(Kind(before), Kind(after))) pairs |= Pairs(1u << (kinds * before + after));
  return pairs;
}
constexpr Pairs beside = pairs_where([](Kind before, Kind after) { return before || after; });
constexpr Pairs between = pairs_where([](Kind before, Kind after) { return before && after; });
constexpr Pairs after_small = pairs_where([](Kind before, Kind) { return before == small; });
constexpr Pairs between_small =
    pairs_where([](Kind before, Kind after) { return before == small && after == small; });
constexpr Pairs between_capitals =
    pairs_where([](Kind before, Kind after) { return before == capital && after == capital; });
constexpr Pairs opening = pairs_where([](Kind before, Kind after) { return !before && after; });

// One look-up a byte, where branches could not be guessed.
struct Letter {
  Kind kind = other;
  Pairs tells = 0;   // between which it is a letter of code page 850
  Pairs denies = 0;  // a letter of Latin-1, or a mark of quotation of Windows-1252 in its place
};
constexpr auto letters = [] {
  std::array<Letter, 256> table{};
  for (unsigned c = 'a'; c <= 'z'; ++c) table[c].kind = small;
  for (unsigned c = 'A'; c <= 'Z'; ++c) table[c].kind = capital;
  const auto tell = [&](Pairs pairs, std::initializer_list<unsigned> bytes) {
    for (const unsigned byte : bytes) table[byte].tells = pairs;
  };
  // Nothing in Windows-1252.
  tell(beside, {0x81, 0x8D, 0x8F, 0x90, 0x9D});
  // Daggers, the mark per mille, closing marks of quotation and the like. A dash, three points or a
  // single quotation mark may stand between letters.
  tell(between, {0x86, 0x87, 0x88, 0x89, 0x8B, 0x93, 0x94, 0x95, 0x98, 0x99, 0x9B});
  // Opening marks of quotation.
  tell(between | after_small, {0x82, 0x84});
  // A sign of currency, capitals, and what other code pages of the kind have capitals for.
  tell(between_small, {0x83, 0x8A, 0x8C, 0xA1, 0xA2, 0xA3, 0xA4});
  // A small letter.
  tell(between_capitals, {0x9A});

  constexpr unsigned apostrophe = 0x92, opening_mark = 0x93, sharp_s = 0xE1;
  for (unsigned byte = 0xC0; byte <= 0xFF; ++byte) table[byte].denies = beside;
  table[sharp_s].denies = 0;
  table[apostrophe].denies = between;
  table[opening_mark].denies = opening;
  return table;
}();

}  // namespace

char32_t code_page_850(unsigned char byte) {
  return byte < 0x80 ? byte : upper_half[byte - 0x80];
}

bool is_code_page_850(std::string_view bytes) {
  const auto letter = [&](std::size_t i) -> const Letter& {
    return letters[static_cast<unsigned char>(bytes[i])];
  };
  std::size_t told = 0, denied = 0;
  for (std::size_t i = 0; i < bytes.size();) {
    std::uint64_t word = 0;
    const std::size_t size = std::min(bytes.size() - i, sizeof word), end = i + size;
    std::memcpy(&word, bytes.data() + i, size);
    if ((word & 0x8080808080808080u) == 0) {  // ASCII, as most is
      i = end;
      continue;
    }
    for (; i < end; ++i) {
      const unsigned before = i > 0 ? letter(i - 1).kind : other;
      const unsigned after = i + 1 < bytes.size() ? letter(i + 1).kind : other;
      told += letter(i).tells >> (kinds * before + after) & 1u;
      denied += letter(i).denies >> (kinds * before + after) & 1u;
    }
  }
  return told > denied;
}

}  // namespace nuskha::text
