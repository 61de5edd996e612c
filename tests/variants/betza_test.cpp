#include "variants/betza.hpp"

#include <algorithm>
#include <set>
#include <string>
#include <tuple>
#include <vector>

#include <catch2/catch.hpp>
#include <tao/pegtl/contrib/analyze.hpp>

#include "grammar/betza.hpp"

using nuskha::rules::Step;
using nuskha::variants::parse_betza;

namespace {

using StepSet = std::set<std::tuple<int, int, int, bool, bool>>;

// Steps written by hand: `to` for both kinds of move, `quiet` and `capture` for one.
struct Expected {
  std::vector<std::pair<int, int>> to{}, quiet{}, capture{};
  int range = 1;
};

StepSet set_of(const Expected& expected) {
  StepSet set;
  for (const auto& [x, y] : expected.to) set.emplace(x, y, expected.range, true, true);
  for (const auto& [x, y] : expected.quiet) set.emplace(x, y, expected.range, true, false);
  for (const auto& [x, y] : expected.capture) set.emplace(x, y, expected.range, false, true);
  return set;
}

StepSet set_of(const std::vector<Step>& steps) {
  StepSet set;
  for (const Step& s : steps) set.emplace(s.dx, s.dy, s.range, s.quiet, s.capture);
  CHECK(set.size() == steps.size());
  return set;
}

void check_all(const std::vector<std::pair<std::string, Expected>>& table) {
  for (const auto& [text, expected] : table) {
    INFO(text);
    const auto betza = parse_betza(text);
    CHECK(betza.problems.empty());
    CHECK(set_of(betza.steps) == set_of(expected));
  }
}

}  // namespace

TEST_CASE("betza: the grammar has no endless loops") {
  CHECK(tao::pegtl::analyze<nuskha::grammar::betza::text>() == 0);
}

TEST_CASE("betza: every atom alone") {
  check_all({
      {"W", {.to = {{0, 1}, {1, 0}, {0, -1}, {-1, 0}}}},
      {"F", {.to = {{1, 1}, {1, -1}, {-1, -1}, {-1, 1}}}},
      {"D", {.to = {{0, 2}, {2, 0}, {0, -2}, {-2, 0}}}},
      {"A", {.to = {{2, 2}, {2, -2}, {-2, -2}, {-2, 2}}}},
      {"H", {.to = {{0, 3}, {3, 0}, {0, -3}, {-3, 0}}}},
      {"G", {.to = {{3, 3}, {3, -3}, {-3, -3}, {-3, 3}}}},
      {"N", {.to = {{1, 2}, {2, 1}, {2, -1}, {1, -2}, {-1, -2}, {-2, -1}, {-2, 1}, {-1, 2}}}},
      {"L", {.to = {{1, 3}, {3, 1}, {3, -1}, {1, -3}, {-1, -3}, {-3, -1}, {-3, 1}, {-1, 3}}}},
      {"C", {.to = {{1, 3}, {3, 1}, {3, -1}, {1, -3}, {-1, -3}, {-3, -1}, {-3, 1}, {-1, 3}}}},
      {"J", {.to = {{2, 3}, {3, 2}, {3, -2}, {2, -3}, {-2, -3}, {-3, -2}, {-3, 2}, {-2, 3}}}},
      {"Z", {.to = {{2, 3}, {3, 2}, {3, -2}, {2, -3}, {-2, -3}, {-3, -2}, {-3, 2}, {-2, 3}}}},
      {"K", {.to = {{0, 1}, {1, 1}, {1, 0}, {1, -1}, {0, -1}, {-1, -1}, {-1, 0}, {-1, 1}}}},
      {"R", {.to = {{0, 1}, {1, 0}, {0, -1}, {-1, 0}}, .range = 0}},
      {"B", {.to = {{1, 1}, {1, -1}, {-1, -1}, {-1, 1}}, .range = 0}},
      {"Q",
       {.to = {{0, 1}, {1, 1}, {1, 0}, {1, -1}, {0, -1}, {-1, -1}, {-1, 0}, {-1, 1}}, .range = 0}},
  });
}

TEST_CASE("betza: ranges and riders") {
  check_all({
      {"W3", {.to = {{0, 1}, {1, 0}, {0, -1}, {-1, 0}}, .range = 3}},
      {"W1", {.to = {{0, 1}, {1, 0}, {0, -1}, {-1, 0}}}},
      {"W0", {.to = {{0, 1}, {1, 0}, {0, -1}, {-1, 0}}, .range = 0}},
      {"R4", {.to = {{0, 1}, {1, 0}, {0, -1}, {-1, 0}}, .range = 4}},
      {"R12", {.to = {{0, 1}, {1, 0}, {0, -1}, {-1, 0}}, .range = 12}},
      {"WW", {.to = {{0, 1}, {1, 0}, {0, -1}, {-1, 0}}, .range = 0}},
      {"FF", {.to = {{1, 1}, {1, -1}, {-1, -1}, {-1, 1}}, .range = 0}},
      {"DD", {.to = {{0, 2}, {2, 0}, {0, -2}, {-2, 0}}, .range = 0}},
      {"KK",
       {.to = {{0, 1}, {1, 1}, {1, 0}, {1, -1}, {0, -1}, {-1, -1}, {-1, 0}, {-1, 1}}, .range = 0}},
      {"NN",
       {.to = {{1, 2}, {2, 1}, {2, -1}, {1, -2}, {-1, -2}, {-2, -1}, {-2, 1}, {-1, 2}},
        .range = 0}},
      {"N2",
       {.to = {{1, 2}, {2, 1}, {2, -1}, {1, -2}, {-1, -2}, {-2, -1}, {-2, 1}, {-1, 2}},
        .range = 2}},
      {"ffNN", {.to = {{1, 2}, {-1, 2}}, .range = 0}},
      {"fmW2", {.quiet = {{0, 1}}, .range = 2}},
  });
}

TEST_CASE("betza: directions") {
  check_all({
      {"fW", {.to = {{0, 1}}}},
      {"bW", {.to = {{0, -1}}}},
      {"lW", {.to = {{-1, 0}}}},
      {"rW", {.to = {{1, 0}}}},
      {"vW", {.to = {{0, 1}, {0, -1}}}},
      {"sW", {.to = {{1, 0}, {-1, 0}}}},
      {"fsW", {.to = {{0, 1}, {1, 0}, {-1, 0}}}},
      {"flW", {.to = {{0, 1}, {-1, 0}}}},
      {"fbR", {.to = {{0, 1}, {0, -1}}, .range = 0}},
      {"fF", {.to = {{1, 1}, {-1, 1}}}},
      {"bF", {.to = {{1, -1}, {-1, -1}}}},
      {"lF", {.to = {{-1, 1}, {-1, -1}}}},
      {"rF", {.to = {{1, 1}, {1, -1}}}},
      {"flF", {.to = {{-1, 1}}}},
      {"frF", {.to = {{1, 1}}}},
      {"blF", {.to = {{-1, -1}}}},
      {"brF", {.to = {{1, -1}}}},
      {"flbrF", {.to = {{-1, 1}, {1, -1}}}},
      {"fN", {.to = {{1, 2}, {2, 1}, {-1, 2}, {-2, 1}}}},
      {"bN", {.to = {{1, -2}, {2, -1}, {-1, -2}, {-2, -1}}}},
      {"lN", {.to = {{-1, 2}, {-2, 1}, {-1, -2}, {-2, -1}}}},
      {"rN", {.to = {{1, 2}, {2, 1}, {1, -2}, {2, -1}}}},
      {"ffN", {.to = {{1, 2}, {-1, 2}}}},
      {"bbN", {.to = {{1, -2}, {-1, -2}}}},
      {"llN", {.to = {{-2, 1}, {-2, -1}}}},
      {"rrN", {.to = {{2, 1}, {2, -1}}}},
      {"fsN", {.to = {{2, 1}, {-2, 1}}}},
      {"bsN", {.to = {{2, -1}, {-2, -1}}}},
      {"vN", {.to = {{1, 2}, {-1, 2}, {1, -2}, {-1, -2}}}},
      {"sN", {.to = {{2, 1}, {-2, 1}, {2, -1}, {-2, -1}}}},
      {"ffbbN", {.to = {{1, 2}, {-1, 2}, {1, -2}, {-1, -2}}}},
      {"ffrrN", {.to = {{1, 2}, {-1, 2}, {2, 1}, {2, -1}}}},
      {"ffllN", {.to = {{1, 2}, {-1, 2}, {-2, 1}, {-2, -1}}}},
      {"flN", {.to = {{-1, 2}, {-2, 1}}}},
      {"brN", {.to = {{1, -2}, {2, -1}}}},
      {"fflN", {.to = {{-1, 2}}}},
      {"ffrN", {.to = {{1, 2}}}},
      {"rrbN", {.to = {{2, -1}}}},
      {"fC", {.to = {{1, 3}, {3, 1}, {-1, 3}, {-3, 1}}}},
      {"ffL", {.to = {{1, 3}, {-1, 3}}}},
      {"fsJ", {.to = {{3, 2}, {-3, 2}}}},
      {"fK", {.to = {{-1, 1}, {0, 1}, {1, 1}}}},
      {"vK", {.to = {{0, 1}, {0, -1}}}},
      {"sK", {.to = {{1, 0}, {-1, 0}}}},
      {"flK", {.to = {{-1, 1}}}},
      {"bQ", {.to = {{-1, -1}, {0, -1}, {1, -1}}, .range = 0}},
  });
}

TEST_CASE("betza: modality, sums and doubled statements") {
  check_all({
      {"fmWcfF", {.quiet = {{0, 1}}, .capture = {{1, 1}, {-1, 1}}}},
      {"fcC", {.capture = {{1, 3}, {3, 1}, {-1, 3}, {-3, 1}}}},
      {"mcW", {.to = {{0, 1}, {1, 0}, {0, -1}, {-1, 0}}}},
      {"mfWcfW", {.to = {{0, 1}}}},
      {"WFmW", {.to = {{0, 1}, {1, 1}, {1, 0}, {1, -1}, {0, -1}, {-1, -1}, {-1, 0}, {-1, 1}}}},
      {"mWcF",
       {.quiet = {{0, 1}, {1, 0}, {0, -1}, {-1, 0}},
        .capture = {{1, 1}, {1, -1}, {-1, -1}, {-1, 1}}}},
  });
  // Different ranges are different steps, and modifiers end with their atom.
  const auto rook_and_cannonball = parse_betza("fRfmD");
  CHECK(set_of(rook_and_cannonball.steps) ==
        StepSet{{0, 1, 0, true, true}, {0, 2, 1, true, false}});
  CHECK(parse_betza("RN").steps.size() == 12);
}

TEST_CASE("betza: steps come clockwise from straight ahead") {
  const auto knight = parse_betza("N").steps;
  REQUIRE(knight.size() == 8);
  const std::vector<std::pair<int, int>> order = {{1, 2},   {2, 1},   {2, -1}, {1, -2},
                                                  {-1, -2}, {-2, -1}, {-2, 1}, {-1, 2}};
  for (std::size_t i = 0; i < order.size(); ++i) {
    CHECK(knight[i].dx == order[i].first);
    CHECK(knight[i].dy == order[i].second);
  }
}

TEST_CASE("betza: what is no movement, or none that the core plays") {
  struct Row {
    std::string text;
    std::size_t offset, length;
    bool unsupported;
    std::string says;
  };
  const std::vector<Row> table = {
      {"", 0, 0, false, "at least one atom"},
      {"X", 0, 1, false, "'X' is no atom"},
      {"WX", 1, 1, false, "'X' is no atom"},
      {"RxYZ", 1, 2, false, "no atom follows 'x'"},
      {"f", 0, 1, false, "no atom follows 'f'"},
      {"Wfm", 1, 2, false, "no atom follows 'f'"},
      {"3W", 0, 1, false, "one or two digits"},
      {"W123", 1, 3, false, "one or two digits"},
      {"NN3", 2, 1, false, "one or two digits"},
      {"R N", 1, 1, false, "' ' is no atom"},
      {"wN", 0, 1, false, "'w' is no modifier"},
      {"sF", 0, 1, false, "says nothing of a diagonal step"},
      {"fvB", 1, 1, false, "says nothing of a diagonal step"},
      {"pR", 0, 1, true, "hoppers"},
      {"RcpR", 2, 1, true, "hoppers"},
      {"gQ", 0, 1, true, "hoppers"},
      {"nN", 0, 1, true, "lame leapers"},
      {"jD", 0, 1, true, "must jump"},
      {"ifmnD", 0, 1, true, "initial moves"},
      {"oR", 0, 1, true, "edge of the board"},
      {"zB", 0, 1, true, "crooked rides"},
      {"qN", 0, 1, true, "circular rides"},
      {"Wé", 1, 2, false, "'é' is no atom"},
      {"W\xff", 1, 1, false, "is no atom"},
      {std::string(65, 'W'), 0, 65, false, "at most 64"},
  };
  for (const Row& row : table) {
    INFO(row.text);
    const auto betza = parse_betza(row.text);
    CHECK(betza.steps.empty());
    REQUIRE_FALSE(betza.problems.empty());
    CHECK(betza.problems[0].offset == row.offset);
    CHECK(betza.problems[0].length == row.length);
    CHECK(betza.problems[0].unsupported == row.unsupported);
    CHECK_THAT(betza.problems[0].text, Catch::Matchers::Contains(row.says));
  }
  CHECK(parse_betza("ifmnD").problems.size() == 2);
}
