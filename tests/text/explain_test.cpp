#include "text/explain.hpp"

#include <algorithm>

#include <catch2/catch.hpp>
#include <fmt/format.h>

using namespace nuskha::text;

TEST_CASE("docs/DIAGNOSTICS.md has a section for every code, in the order of tags, and no other",
          "[text][explain]") {
  // Families stand in the order of diagnostics.def, tags of a family in their own.
  constexpr std::string_view families = "TSPMCFVJGR";
  std::vector<std::string> expected;
  for (const Code code : all_codes())
    expected.push_back(fmt::format("{} {}", info(code).tag, info(code).name));
  std::sort(expected.begin(), expected.end(), [&](const std::string& a, const std::string& b) {
    return std::pair(families.find(a[0]), a) < std::pair(families.find(b[0]), b);
  });
  std::vector<std::string> found;
  for (const ExplanationSection& section : explanation_sections()) {
    found.emplace_back(section.heading);
    INFO(section.heading);
    CHECK(section.body.size() > 40);
  }
  CHECK(found == expected);
}

TEST_CASE("a code's explanation is its section's body", "[text][explain]") {
  for (const Code code : all_codes()) {
    INFO(info(code).tag);
    CHECK_FALSE(explanation(code).empty());
    CHECK(explanation(code).find("\n## ") == std::string_view::npos);
  }
  CHECK(explanation(Code::illegal_move).starts_with("The written move"));
}
