#include "text/utf8.hpp"

#include <algorithm>
#include <array>
#include <cstring>

namespace nuskha::text {

CodePoint decode_utf8(std::string_view text, std::size_t offset) {
  if (offset >= text.size()) return {};
  const auto byte = [&](std::size_t i) {
    return offset + i < text.size() ? static_cast<unsigned char>(text[offset + i]) : 0u;
  };
  const unsigned lead = byte(0);
  if (lead < 0x80) return {lead, 1};
  const auto tail = [&](std::size_t i, unsigned low = 0x80, unsigned high = 0xBF) {
    return byte(i) >= low && byte(i) <= high;
  };
  if (lead >= 0xC2 && lead <= 0xDF) {
    if (!tail(1)) return {};
    return {(lead & 0x1F) << 6 | (byte(1) & 0x3F), 2};
  }
  if (lead >= 0xE0 && lead <= 0xEF) {
    const unsigned low = lead == 0xE0 ? 0xA0 : 0x80, high = lead == 0xED ? 0x9F : 0xBF;
    if (!tail(1, low, high) || !tail(2)) return {};
    return {(lead & 0x0F) << 12 | (byte(1) & 0x3F) << 6 | (byte(2) & 0x3F), 3};
  }
  if (lead >= 0xF0 && lead <= 0xF4) {
    const unsigned low = lead == 0xF0 ? 0x90 : 0x80, high = lead == 0xF4 ? 0x8F : 0xBF;
    if (!tail(1, low, high) || !tail(2) || !tail(3)) return {};
    return {(lead & 0x07) << 18 | (byte(1) & 0x3F) << 12 | (byte(2) & 0x3F) << 6 | (byte(3) & 0x3F),
            4};
  }
  return {};
}

void append_utf8(char32_t c, std::string& out) {
  std::array<char, longest_utf8> bytes;
  out.append(bytes.data(), put_utf8(c, bytes.data()));
}

namespace {

constexpr std::size_t ascii_block = 64;

bool is_ascii_block(const char* block) {
  std::uint64_t all = 0;
  for (std::size_t i = 0; i < ascii_block; i += sizeof all) {
    std::uint64_t word;
    std::memcpy(&word, block + i, sizeof word);
    all |= word;
  }
  return (all & 0x8080808080808080u) == 0;
}

}  // namespace

Utf8Survey survey_utf8(std::string_view bytes) {
  Utf8Survey result;
  std::size_t i = 0;
  while (i < bytes.size()) {
    const std::size_t end = std::min(i + ascii_block, bytes.size());
    if (end - i == ascii_block && is_ascii_block(bytes.data() + i)) {
      i = end;
      continue;
    }
    while (i < end) {
      const auto byte = static_cast<unsigned char>(bytes[i]);
      if (byte < 0x80) {
        ++i;
        continue;
      }
      // What leads nothing need not be decoded.
      const bool leads = byte >= 0xC2 && byte <= 0xF4;
      const std::uint32_t size = leads ? decode_utf8(bytes, i).size : 0;
      result.multi_byte += size > 0;
      result.stray += size == 0;
      result.upper_control |= byte < 0xA0;
      for (std::size_t k = i + 1; k < i + size; ++k)
        result.upper_control |= static_cast<unsigned char>(bytes[k]) < 0xA0;
      i += std::max(size, 1u);
    }
  }
  return result;
}

std::size_t count_code_points(std::string_view text) {
  std::size_t count = 0;
  for (const char byte : text) count += !continues_code_point(byte);
  return count;
}

}  // namespace nuskha::text
