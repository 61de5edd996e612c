#include "text/diagnostic.hpp"

#include <algorithm>
#include <array>
#include <cassert>

#include "text/ascii.hpp"

namespace nuskha::text {
namespace {

struct Row {
  std::string name;
  CodeInfo info;
};

const std::vector<Row>& table() {
  static const std::vector<Row> rows = [] {
    std::vector<Row> all = {
#define NUSKHA_DIAGNOSTIC(enumerator, tag, severity, text) \
  {#enumerator, {{}, tag, Severity::severity, text}},
#include "text/diagnostics.def"
#undef NUSKHA_DIAGNOSTIC
    };
    for (Row& row : all) {
      std::replace(row.name.begin(), row.name.end(), '_', '-');
      row.info.name = row.name;
    }
    return all;
  }();
  return rows;
}

bool equal_in_any_case(std::string_view a, std::string_view b) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end(),
                    [](char x, char y) { return lower(x) == lower(y); });
}

}  // namespace

const CodeInfo& info(Code code) {
  assert(std::size_t(code) < table().size());
  return table()[std::size_t(code)].info;
}

std::optional<Code> find_code(std::string_view tag_or_name) {
  const auto& rows = table();
  for (std::size_t i = 0; i < rows.size(); ++i)
    if (equal_in_any_case(tag_or_name, rows[i].info.tag) ||
        equal_in_any_case(tag_or_name, rows[i].name))
      return Code(i);
  return std::nullopt;
}

std::vector<Code> all_codes() {
  std::vector<Code> codes(table().size());
  for (std::size_t i = 0; i < codes.size(); ++i) codes[i] = Code(i);
  return codes;
}

std::string_view to_string(Severity severity) {
  constexpr std::array<std::string_view, 3> names = {"info", "warning", "error"};
  return names[std::size_t(severity)];
}

// FNV-1a, with a byte between the parts that no text holds.
std::uint64_t fingerprint(const Diagnostic& diagnostic, std::string_view game_identity) {
  std::uint64_t hash = 14695981039346656037U;
  const auto add = [&hash](std::string_view part) {
    for (const char c : part) hash = (hash ^ static_cast<unsigned char>(c)) * 1099511628211U;
    hash = (hash ^ 0xFF) * 1099511628211U;
  };
  add(info(diagnostic.code).tag);
  for (const std::string& arg : diagnostic.args) add(arg);
  add(game_identity);
  return hash != 0 ? hash : 1;
}

std::string Diagnostic::message() const {
  const std::string_view pattern = info(code).text;
  std::string out;
  for (std::size_t i = 0; i < pattern.size();) {
    if (pattern[i] == '{' && i + 2 < pattern.size() && pattern[i + 2] == '}') {
      const auto index = std::size_t(pattern[i + 1] - '0');
      assert(index < args.size());
      if (index < args.size()) out += args[index];
      i += 3;
    } else {
      const std::size_t end = std::min(pattern.find('{', i + 1), pattern.size());
      out += pattern.substr(i, end - i);
      i = end;
    }
  }
  return out;
}

}  // namespace nuskha::text
