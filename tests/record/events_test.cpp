#include "record/events.hpp"

#include <catch2/catch.hpp>

using namespace nuskha::record;

TEST_CASE("results are spelled as PGN has them, and read in the spellings in use",
          "[record][events]") {
  for (const GameResult result :
       {GameResult::white_wins, GameResult::black_wins, GameResult::draw, GameResult::unknown})
    CHECK(read_result(to_string(result)) == result);
  for (const char* draw : {"½-½", "1/2", "½", "0.5-0.5", "0,5 - 0,5", "1/2–1/2", "1/2:1/2"}) {
    INFO(draw);
    CHECK(read_result(draw) == GameResult::draw);
  }
  CHECK(read_result("1:0") == GameResult::white_wins);
  CHECK(read_result("0 — 1") == GameResult::black_wins);
  for (const char* none : {"", "?", "1", "1-1", "White", "0-0"}) {
    INFO(none);
    CHECK(read_result(none) == GameResult::unknown);
  }
}
