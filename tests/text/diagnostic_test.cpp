#include "text/diagnostic.hpp"

#include <set>

#include <catch2/catch.hpp>

using namespace nuskha::text;

TEST_CASE("a code is found by its tag and by its name, in any case", "[text][diagnostic]") {
  CHECK(find_code("M201") == Code::illegal_move);
  CHECK(find_code("m201") == Code::illegal_move);
  CHECK(find_code("illegal-move") == Code::illegal_move);
  CHECK(find_code("Illegal-Move") == Code::illegal_move);
  CHECK_FALSE(find_code("illegal_move"));
  CHECK_FALSE(find_code("M2"));
  CHECK_FALSE(find_code(""));
}

TEST_CASE("every code has its own tag and name, and a text in the house's wording",
          "[text][diagnostic]") {
  std::set<std::string_view> tags, names;
  for (const Code code : all_codes()) {
    const CodeInfo& row = info(code);
    INFO(row.tag << ' ' << row.name);
    CHECK(find_code(row.tag) == code);
    CHECK(find_code(row.name) == code);
    CHECK(tags.insert(row.tag).second);
    CHECK(names.insert(row.name).second);
    REQUIRE(row.tag.size() == 4);
    CHECK(std::string_view("TSPMCFVJGR").find(row.tag[0]) != std::string_view::npos);
    CHECK(row.tag.find_first_not_of("0123456789", 1) == std::string_view::npos);
    REQUIRE_FALSE(row.text.empty());
    CHECK(row.text.back() != '.');
    CHECK(row.text.find("--") == std::string_view::npos);
    const auto second = row.text.size() > 1 ? row.text[1] : ' ';
    const bool lower = !(row.text[0] >= 'A' && row.text[0] <= 'Z');
    CHECK((lower || (second >= 'A' && second <= 'Z')));  // an abbreviation may open it
    // Braces hold one digit, so that message() finds every argument.
    for (std::size_t i = 0; i < row.text.size(); ++i)
      if (row.text[i] == '{') {
        REQUIRE(i + 2 < row.text.size());
        CHECK((row.text[i + 1] >= '0' && row.text[i + 1] <= '9'));
        CHECK(row.text[i + 2] == '}');
      }
  }
}

TEST_CASE("arguments take their places in the message", "[text][diagnostic]") {
  Diagnostic diagnostic{.code = Code::illegal_move};
  diagnostic.args = {"Fc5-d4", "no F stands on {1} c5"};
  CHECK(diagnostic.message() == "illegal move 'Fc5-d4': no F stands on {1} c5");
}
