#include "variants/chess960.hpp"

#include <algorithm>
#include <cmath>
#include <set>
#include <string>
#include <vector>

#include <catch2/catch.hpp>

using namespace nuskha::variants;

TEST_CASE("chess960: known numbers") {
  CHECK(numbered_array(0) == "BBQNNRKR");
  CHECK(numbered_array(518) == "RNBQKBNR");
  CHECK(numbered_array(959) == "RKRNNQBB");
  CHECK(array_number("RNBQKBNR") == 518);
  CHECK(array_number("rnbqkbnr") == 518);
  CHECK(numbered_start_fen(518) == "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1");
}

TEST_CASE("chess960: the numbers are all arrays by the rules, each once, and back") {
  // The arrays by their definition: every order of the eight men with the bishops on squares of
  // different colour and the king between the rooks.
  std::set<std::string> by_definition;
  std::string order = "BBKNNQRR";
  do {
    const auto first_bishop = order.find('B'), last_bishop = order.rfind('B');
    const auto king = order.find('K');
    if ((last_bishop - first_bishop) % 2 == 1 && order.find('R') < king && king < order.rfind('R'))
      by_definition.insert(order);
  } while (std::next_permutation(order.begin(), order.end()));
  REQUIRE(by_definition.size() == 960);

  std::set<std::string> by_number;
  for (int n = 0; n < numbered_arrays; ++n) {
    const std::string array = numbered_array(n);
    by_number.insert(array);
    REQUIRE(array_number(array) == n);
    REQUIRE(start_number(numbered_start_fen(n)) == n);
  }
  CHECK(by_number == by_definition);
}

TEST_CASE("chess960: what is no array has no number") {
  for (const char* array : {"", "RNBQKBN", "RNBQKBNRR", "RNBQKNBR", "RNBKQBNQ", "KRNBQBNR",
                            "RNBQKBNX", "RNBQRBNK", "BNBQRKNR", "RRNBKBQN", "QNBRKBRQ", "RNB KBNR"})
    CHECK_FALSE(array_number(array));
  CHECK(start_number("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR") == 518);
  for (const char* fen :
       {"", "8/8/8/8/8/8/8/8 w - - 0 1", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPP1/RNBQKBNR w KQkq - 0 1",
        "bnrqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
        "RNBQKBNR/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
        "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1",
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/rnbqkbnr w KQkq - 0 1"})
    CHECK_FALSE(start_number(fen));
}

TEST_CASE("chess960: coins make digits, digits an array, by the table of the page") {
  std::set<int> digits_seen;
  for (std::uint64_t seed = 0; seed < 200; ++seed) {
    const CoinDraw draw = draw_by_coins(seed);
    CHECK(draw_by_coins(seed).number == draw.number);
    REQUIRE(draw.digits.size() >= 6);
    REQUIRE(draw.digits.size() % 2 == 0);
    digits_seen.insert(draw.digits.begin(), draw.digits.end());
    // The table, read anew: dark bishop, light bishop, queen from pairs 11 to 34, order from pairs
    // 11 to 32.
    const auto& d = draw.digits;
    std::size_t at = 2;
    while (d[at] == 4) at += 2;
    const int queen = ((d[at] - 1) * 4 + (d[at + 1] - 1)) / 2;
    at += 2;
    while (d[at] == 4 || (d[at] == 3 && d[at + 1] > 2)) at += 2;
    const int order = (d[at] - 1) * 4 + (d[at + 1] - 1);
    CHECK(at + 2 == d.size());
    CHECK(draw.number == 96 * order + 16 * queen + 4 * (d[0] - 1) + (d[1] - 1));
  }
  CHECK(digits_seen == std::set<int>{1, 2, 3, 4});
}

TEST_CASE("chess960: all arrays are equally likely by coins") {
  constexpr int draws = 96000;
  std::vector<int> hits(numbered_arrays);
  for (int seed = 0; seed < draws; ++seed) ++hits[std::size_t(draw_by_coins(seed).number)];
  const double expected = double(draws) / numbered_arrays;
  double chi_square = 0;
  for (const int n : hits) chi_square += (n - expected) * (n - expected) / expected;
  // 959 degrees of freedom: five standard deviations on either side of the mean.
  const double deviation = std::sqrt(2.0 * (numbered_arrays - 1));
  INFO("chi-square " << chi_square);
  CHECK(std::abs(chi_square - (numbered_arrays - 1)) < 5 * deviation);
}
