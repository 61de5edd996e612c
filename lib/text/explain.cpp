#include "text/explain.hpp"

#include <algorithm>

namespace nuskha::text {
namespace {

std::string_view trimmed(std::string_view text) {
  const std::size_t begin = text.find_first_not_of(" \r\n");
  if (begin == std::string_view::npos) return {};
  return text.substr(begin, text.find_last_not_of(" \r\n") + 1 - begin);
}

}  // namespace

const std::vector<ExplanationSection>& explanation_sections() {
  static const std::vector<ExplanationSection> sections = [] {
    constexpr std::string_view mark = "\n## ";
    std::vector<ExplanationSection> all;
    std::string_view rest = diagnostics_document();
    for (std::size_t at = rest.find(mark); at != std::string_view::npos; at = rest.find(mark)) {
      rest.remove_prefix(at + mark.size());
      const std::string_view section = rest.substr(0, rest.find(mark));
      const std::size_t line = std::min(section.find('\n'), section.size());
      all.push_back({trimmed(section.substr(0, line)), trimmed(section.substr(line))});
    }
    return all;
  }();
  return sections;
}

std::string_view explanation(Code code) {
  const std::string_view tag = info(code).tag;
  for (const ExplanationSection& section : explanation_sections())
    if (section.heading.substr(0, section.heading.find(' ')) == tag) return section.body;
  return {};
}

}  // namespace nuskha::text
