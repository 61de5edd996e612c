// Lines that end before a move that cannot be played.
#include "replay/replayed.hpp"

using namespace replayed;

namespace {

GameSeen truncated(const std::string& text) {
  const Replayed r = replay_text("pgn", text, {.truncate = true});
  REQUIRE(r.seen.games.size() == 1);
  CHECK(r.game().unread.empty());
  // The findings are those of the whole text all the same.
  CHECK(r.messages() == replay_text("pgn", text).messages());
  return r.game();
}

using Texts = std::vector<std::string>;

}  // namespace

TEST_CASE("truncated: the main line ends before its first move that cannot be played") {
  const GameSeen game =
      truncated("1. e4 {good} e5 2. Ke3 {bad} Nc6 (2... d6 3. d4) 3. Nf3 $1 {lost} 1-0\n");
  CHECK(game.moves == "e2e4 e7e5");
  CHECK(game.comments == Texts{"good"});
  CHECK(game.result == "1-0");
  CHECK(truncated("1. Ke3 e5 1/2-1/2\n").moves.empty());
  CHECK(truncated("1. f3 e5 2. g4 Qh4# 3. Kf2 0-1\n").moves == "f2f3 e7e5 g2g4 d8h4");
}

TEST_CASE("truncated: a variation ends before its first move that cannot be played") {
  const GameSeen game = truncated(
      "1. e4 e5 (1... d5 2. Ke3 {no} Nc6 (2... e6)) 2. Nf3 (2. Ke3) (2. {why} Ke3) (2. d4 (2. "
      "Ke3)) "
      "2... Nc6 *\n");
  CHECK(game.moves == "e2e4 e7e5 ( d7d5 ) g1f3 ( ) ( d2d4 ) b8c6");
  CHECK(game.comments == Texts{"why"});
  CHECK(game.result == "*");
}

TEST_CASE("truncated: a game that cannot be played at all keeps its tags and its result") {
  const GameSeen fen = truncated("[FEN \"8/8 w - - 0 1\"]\n\n{one} 1. e4 {two} 1-0\n");
  CHECK(fen.moves.empty());
  CHECK(fen.result == "1-0");
  const GameSeen unknown = truncated("[Variant \"Hexagonal\"]\n\n1. e4 {two} e5 0-1\n");
  CHECK(unknown.moves.empty());
  CHECK(unknown.comments.empty());
  CHECK(unknown.tags == Texts{"Variant=Hexagonal"});
  CHECK(unknown.result == "0-1");
}
