#include "text/render.hpp"

#include <algorithm>
#include <array>

#include "text/utf8.hpp"

namespace nuskha::text {
namespace {

constexpr std::array<RendererInfo, 4> table = {{
    {"text", "for people: the line and a caret under what is meant", make_text_renderer},
    {"jsonl", "JSON Lines: one object a finding", make_jsonl_renderer},
    {"sarif", "SARIF 2.1.0, for code scanning services and editors", make_sarif_renderer},
    {"junit", "JUnit XML: one test case a game or position", make_junit_renderer},
}};

}  // namespace

std::span<const RendererInfo> renderers() {
  return table;
}

const RendererInfo* find_renderer(std::string_view name) {
  const auto found = std::find_if(table.begin(), table.end(),
                                  [&](const RendererInfo& row) { return row.name == name; });
  return found == table.end() ? nullptr : found;
}

namespace {

std::string printable(std::string_view text, bool keeps_lines) {
  const auto is_plain = [](char c) { return c >= ' ' && c < 0x7F; };
  if (std::all_of(text.begin(), text.end(), is_plain)) return std::string(text);
  std::string out;
  out.reserve(text.size());
  for (std::size_t i = 0; i < text.size();) {
    const CodePoint c = decode_utf8(text, i);
    const bool stays = keeps_lines && (c.value == '\t' || c.value == '\n');
    const bool control =
        c.size == 0 || (c.value < 0x20 && !stays) || (c.value >= 0x7F && c.value < 0xA0);
    const bool turns = c.value == 0x061C || c.value == 0x200E || c.value == 0x200F ||
                       (c.value >= 0x202A && c.value <= 0x202E) ||
                       (c.value >= 0x2066 && c.value <= 0x2069);
    const std::size_t size = std::max<std::size_t>(c.size, 1);
    if (control || turns)
      append_utf8(replacement_character, out);
    else
      out += text.substr(i, size);
    i += size;
  }
  return out;
}

}  // namespace

std::string printable(std::string_view text) {
  return printable(text, true);
}

std::string printable_line(std::string_view text) {
  return printable(text, false);
}

}  // namespace nuskha::text
