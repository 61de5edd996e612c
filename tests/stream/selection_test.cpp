#include "stream/selection.hpp"

#include <limits>
#include <string>

#include <catch2/catch.hpp>

using nuskha::stream::Selection;

namespace {

// Which of the first twelve games it has.
std::string first_twelve(std::string_view text) {
  const auto selection = Selection::read(text);
  if (!selection) return "none";
  std::string out;
  for (std::uint64_t game = 1; game <= 12; ++game) out += selection->has(game) ? 'x' : '.';
  return out;
}

}  // namespace

TEST_CASE("games are selected by number, in any order", "[stream][selection]") {
  CHECK(first_twelve("1") == "x...........");
  CHECK(first_twelve("1,5-9") == "x...xxxxx...");
  CHECK(first_twelve("5-9,1,2,8-11") == "xx..xxxxxxx.");
  CHECK(first_twelve("10-") == ".........xxx");
  CHECK(first_twelve("4-4,10-") == "...x.....xxx");
  CHECK(first_twelve("3-,5-6") == "..xxxxxxxxxx");
}

TEST_CASE("what is no selection is refused", "[stream][selection]") {
  for (const char* text : {"", "0", "0-3", "-3", ",", "1,", ",1", "1--2", "9-5", "1 2", "a", "1-x",
                           "1.5", "+1", "99999999999999999999", "18446744073709551615"}) {
    INFO(text);
    CHECK(first_twelve(text) == "none");
  }
}

TEST_CASE("the last range tells whether more need be read", "[stream][selection]") {
  CHECK(Selection::read("1,5-9")->last() == 9);
  CHECK(Selection::read("1,5-9")->last_begin() == 5);
  CHECK(Selection::read("7-")->last() == std::numeric_limits<std::uint64_t>::max());
}

TEST_CASE("runs of games that are selected alike", "[stream][selection]") {
  const auto selection = Selection::read("5-9");
  CHECK(selection->same(1, 1, 100));
  CHECK(selection->same(1, 2, 3));
  CHECK_FALSE(selection->same(1, 2, 4));
  CHECK(selection->same(5, 6, 4));
  CHECK(selection->same(10, 1000, 50));
}
