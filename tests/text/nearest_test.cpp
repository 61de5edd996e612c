#include "text/nearest.hpp"

#include <string>
#include <vector>

#include <catch2/catch.hpp>

using namespace nuskha::text;

TEST_CASE("the distance counts insertions, losses, changes and swaps", "[text][nearest]") {
  CHECK(edit_distance("", "") == 0);
  CHECK(edit_distance("", "pgn") == 3);
  CHECK(edit_distance("pgn", "png") == 1);
  CHECK(edit_distance("PGN", "pgn") == 0);
  CHECK(edit_distance("sarif", "sarf") == 1);
  CHECK(edit_distance("check", "chekc") == 1);
  CHECK(edit_distance("kitten", "sitting") == 3);
}

TEST_CASE("the nearest word is near, or none", "[text][nearest]") {
  const std::vector<std::string_view> words = {"Dola-Sultan", "Dola-Qinwan", "Dola-Sinwan",
                                               "chess"};
  CHECK(nearest("dola-sultna", words) == "Dola-Sultan");
  CHECK(nearest("ches", words) == "chess");
  CHECK(nearest("Dola-Qnwan", words) == "Dola-Qinwan");
  CHECK_FALSE(nearest("go", words));
  CHECK_FALSE(nearest("", words));
  CHECK_FALSE(nearest(std::string(1'000'000, 'x'), words));
}
