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

// Bytes of one class are alike wherever they stand.
enum Class : std::uint8_t {
  ascii,
  tail_80,  // 0x80 to 0x8F
  tail_90,
  tail_a0,  // 0xA0 to 0xBF
  leads_nothing,
  lead_2,
  lead_e0,
  lead_3,
  lead_ed,
  lead_f0,
  lead_4,
  lead_f4,
  class_count
};
constexpr auto classes = [] {
  std::array<std::uint8_t, 256> table{};
  for (unsigned c = 0; c < table.size(); ++c)
    table[c] = c < 0x80   ? ascii
               : c < 0x90 ? tail_80
               : c < 0xA0 ? tail_90
               : c < 0xC0 ? tail_a0
               : c < 0xC2 ? leads_nothing
               : c < 0xE0 ? lead_2
               : c < 0xE1 ? lead_e0
               : c < 0xF0 ? (c == 0xED ? lead_ed : lead_3)
               : c < 0xF1 ? lead_f0
               : c < 0xF4 ? lead_4
               : c < 0xF5 ? lead_f4
                          : leads_nothing;
  return table;
}();

// What was read of a code point, by the Unicode standard's table 3-7.
enum State : std::uint8_t {
  start,
  in_2,
  after_e0,
  in_3,
  after_ed,
  in_3_last,
  after_f0,
  in_4,
  after_f4,
  in_4_third,
  in_4_last,
  state_count
};
struct Rule {
  std::uint8_t read;    // bytes
  std::uint16_t tails;  // the classes that may follow, as bits
  State next;
};
constexpr std::uint16_t any_tail = 1 << tail_80 | 1 << tail_90 | 1 << tail_a0;
constexpr std::array<Rule, state_count> rules = {{{0, 0, start},
                                                  {1, any_tail, start},
                                                  {1, 1 << tail_a0, in_3_last},
                                                  {1, any_tail, in_3_last},
                                                  {1, 1 << tail_80 | 1 << tail_90, in_3_last},
                                                  {2, any_tail, start},
                                                  {1, 1 << tail_90 | 1 << tail_a0, in_4_third},
                                                  {1, any_tail, in_4_third},
                                                  {1, 1 << tail_80, in_4_third},
                                                  {2, any_tail, in_4_last},
                                                  {3, any_tail, start}}};
constexpr std::array<State, class_count> begun = {
    start, start, start, start, start, in_2, after_e0, in_3, after_ed, after_f0, in_4, after_f4};

// What a byte of a class does to a state, in one number so that counting is one addition: from the
// lowest bit on code points and stray bytes that are known now, bytes of 0x80 to 0x9F, and where in
// the table the next state begins.
using Step = std::uint64_t;
constexpr unsigned stray_at = 16, upper_control_at = 32, next_at = 48;
constexpr Step count_mask = 0xFFFF;  // holds the counts of a block
constexpr std::size_t steps_of_state = 16;
static_assert(class_count <= steps_of_state);

// What does not go on is stray, and the byte after it begins anew.
constexpr auto steps = [] {
  std::array<Step, state_count * steps_of_state> table{};
  for (std::size_t s = 0; s < state_count; ++s)
    for (std::size_t c = 0; c < class_count; ++c) {
      const bool goes_on = rules[s].tails >> c & 1;
      const bool is_stray = c >= tail_80 && c <= leads_nothing;
      const State next = goes_on ? rules[s].next : begun[c];
      const Step whole = goes_on && next == start;
      const Step stray = goes_on ? 0 : rules[s].read + is_stray;
      const Step upper_control = c == tail_80 || c == tail_90;
      table[s * steps_of_state + c] = whole | stray << stray_at |
                                      upper_control << upper_control_at |
                                      (next * steps_of_state) << next_at;
    }
  return table;
}();

}  // namespace

// By tables, for no processor guesses what comes next where bytes are of no text.
Utf8Survey survey_utf8(std::string_view bytes) {
  Utf8Survey result;
  std::size_t state = start;  // where it begins in the table
  for (std::size_t i = 0; i < bytes.size();) {
    const std::size_t end = std::min(i + ascii_block, bytes.size());
    if (state == start && end - i == ascii_block && is_ascii_block(bytes.data() + i)) {
      i = end;
      continue;
    }
    Step counts = 0;
    for (; i < end; ++i) {
      const Step step = steps[state + classes[static_cast<unsigned char>(bytes[i])]];
      state = step >> next_at;
      counts += step;
    }
    result.multi_byte += counts & count_mask;
    result.stray += counts >> stray_at & count_mask;
    result.upper_control |= (counts >> upper_control_at & count_mask) != 0;
  }
  result.stray += rules[state / steps_of_state].read;
  return result;
}

std::size_t count_code_points(std::string_view text) {
  std::size_t count = 0;
  for (const char byte : text) count += !continues_code_point(byte);
  return count;
}

}  // namespace nuskha::text
