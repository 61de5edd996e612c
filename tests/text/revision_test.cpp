#include "text/revision.hpp"

#include <random>

#include <catch2/catch.hpp>

using namespace nuskha;
using text::Fix;
using text::Revision;
using text::Span;

namespace {

std::string applied(std::string_view text, const std::vector<Fix>& fixes) {
  std::string out;
  std::size_t done = 0;
  for (const Fix& fix : fixes) {
    out += text.substr(done, fix.span.begin - done);
    out += fix.replacement;
    done = fix.span.end;
  }
  return out += text.substr(done);
}

}  // namespace

TEST_CASE("revision: changes of changes are changes of the original") {
  Revision revision("one two three four");
  CHECK(revision.changes().empty());
  REQUIRE(revision.change({{{8, 13}, "3"}, {{0, 4}, ""}}));
  CHECK(revision.text() == "two 3 four");
  REQUIRE(revision.change({{{4, 5}, "drei"}, {{10, 10}, "!"}}));
  CHECK(revision.text() == "two drei four!");
  const std::vector<Fix> changes = revision.changes();
  REQUIRE(changes.size() == 3);
  CHECK(changes[0].span == Span{0, 4});
  CHECK(changes[1].span == Span{8, 13});
  CHECK(changes[1].replacement == "drei");
  CHECK(changes[2].span == Span{18, 18});
}

TEST_CASE("revision: the way back") {
  Revision revision("one two three four");
  REQUIRE(revision.change({{{0, 4}, ""}, {{8, 13}, "3"}, {{14, 14}, "and "}}));
  CHECK(revision.text() == "two 3 and four");
  CHECK(revision.original({0, 3}) == Span{4, 7});
  CHECK(revision.original({4, 5}) == Span{8, 13});
  CHECK(revision.original({10, 14}) == Span{14, 18});
  CHECK(revision.original({6, 9}) == Span{14, 14});
  CHECK(revision.original({14, 14}) == Span{18, 18});
}

TEST_CASE("revision: what overlaps is refused, what touches is not") {
  Revision revision("abcdef");
  CHECK_FALSE(revision.change({{{0, 3}, "x"}, {{2, 4}, "y"}}));
  CHECK_FALSE(revision.change({{{0, 3}, "x"}, {{1, 1}, "y"}}));
  CHECK_FALSE(revision.change({{{4, 9}, "x"}}));
  CHECK(revision.text() == "abcdef");
  CHECK(revision.changes().empty());
  CHECK(revision.change({{{2, 4}, "Z"}, {{2, 2}, "1"}, {{2, 2}, "2"}, {{4, 4}, "3"}}));
  CHECK(revision.text() == "ab12Z3ef");
  CHECK(revision.changes().size() == 1);
  CHECK(revision.changes()[0].replacement == "12Z3");
}

TEST_CASE("revision: any changes in any number of rounds") {
  std::mt19937 random(7);
  for (int trial = 0; trial < 300; ++trial) {
    std::string original;
    for (unsigned i = 0; i < random() % 40; ++i) original += char('a' + random() % 26);
    Revision revision(original);
    for (int round = 0; round < 4; ++round) {
      const std::string before = revision.text();
      std::vector<Fix> fixes;
      std::uint32_t at = 0;
      while (fixes.size() < 4) {
        at += std::uint32_t(random() % 7);
        const auto end = std::uint32_t(at + random() % 4);
        if (end > before.size()) break;
        fixes.push_back({{at, end}, std::string(random() % 3, char('A' + random() % 26)), 0});
        at = end;
      }
      const std::string expected = applied(before, fixes);
      REQUIRE(revision.change(fixes));
      REQUIRE(revision.text() == expected);
    }
    const std::vector<Fix> changes = revision.changes();
    REQUIRE(applied(original, changes) == revision.text());
    for (std::size_t i = 1; i < changes.size(); ++i)
      REQUIRE(changes[i - 1].span.end < changes[i].span.begin);
    // Where a letter of the original stands, the way back finds it.
    for (std::uint32_t i = 0; i < revision.text().size(); ++i) {
      const Span back = revision.original({i, i + 1});
      REQUIRE(back.begin <= back.end);
      REQUIRE(back.end <= original.size());
      if (revision.text()[i] >= 'a' && revision.text()[i] <= 'z') {
        REQUIRE(back.size() == 1);
        REQUIRE(original[back.begin] == revision.text()[i]);
      }
    }
  }
}
