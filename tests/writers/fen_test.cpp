#include <catch2/catch.hpp>

#include "writers/played_game.hpp"

using nuskha::tests::PlayedGame;

TEST_CASE("the final position of each game is one line", "[writers][fen]") {
  PlayedGame game("fen");
  CHECK(game.begin().tag("White", "x").move("e4").end("a b c") == "a b c\n");
  CHECK(game.begin().end("d") == "d\n");
  CHECK(game.begin().end() == "");
}
