#include "writers/pgn.hpp"

#include <catch2/catch.hpp>

#include "writers/played_game.hpp"

using namespace nuskha;
using record::GameResult;
using record::Side;
using tests::PlayedGame;

namespace {

const std::string roster =
    "[Event \"?\"]\n[Site \"?\"]\n[Date \"????.??.??\"]\n[Round \"?\"]\n[White \"?\"]\n"
    "[Black \"?\"]\n[Result \"*\"]\n\n";

}  // namespace

TEST_CASE("an empty game has its seven tags and its result", "[writers][pgn]") {
  CHECK(PlayedGame("pgn").begin().end() == roster + "*\n\n");
}

TEST_CASE("tags stand in the order of the standard, escaped", "[writers][pgn]") {
  CHECK(PlayedGame("pgn")
            .begin()
            .tag("WhiteElo", "2500")
            .tag("Variant", "Dola-Sultan")
            .tag("ECO", "A00")
            .tag("White", "a \"b\" \\c")
            .tag("Event", "tab\tand\nline")
            .tag("odd name]", "x")
            .tag("ECO", "A01")
            .tag("ECO", "A00")
            .tag("Variant", "Dola-Qinwan")
            .tag("Result", "1/2")
            .end() ==
        "[Event \"tab and line\"]\n[Site \"?\"]\n[Date \"????.??.??\"]\n[Round \"?\"]\n"
        "[White \"a \\\"b\\\" \\\\c\"]\n[Black \"?\"]\n[Result \"1/2-1/2\"]\n"
        "[ECO \"A00\"]\n[ECO \"A01\"]\n[Variant \"Dola-Qinwan\"]\n[WhiteElo \"2500\"]\n"
        "[odd_name_ \"x\"]\n\n1/2-1/2\n\n");
}

TEST_CASE("tags are sorted by the names that are written", "[writers][pgn]") {
  const std::string text =
      PlayedGame("pgn").begin().tag("A\x1C", "1").tag("AB", "2").tag("A_", "1").end();
  CHECK_THAT(text, Catch::Contains("[AB \"2\"]\n[A_ \"1\"]\n\n"));
  CHECK_THAT(PlayedGame("pgn").begin().tag("A", "1\t2").tag("A", "1 2").end(),
             Catch::Contains("[Result \"*\"]\n[A \"1 2\"]\n\n"));
}

TEST_CASE("the result in the game wins over the tag", "[writers][pgn]") {
  const std::string text =
      PlayedGame("pgn").begin().tag("Result", "1-0").move("e4").result(GameResult::draw).end();
  CHECK_THAT(text, Catch::Contains("[Result \"1/2-1/2\"]"));
  CHECK_THAT(text, Catch::EndsWith("1. e4 1/2-1/2\n\n"));
}

TEST_CASE("numbers stand before White's moves, and before Black's where something parts them",
          "[writers][pgn]") {
  CHECK(PlayedGame("pgn")
            .begin()
            .move("e4")
            .nag(1)
            .move("e5")
            .open()
            .at(1, Side::black)
            .move("c5")
            .move("Nf3")
            .open()
            .at(2, Side::white)
            .move("c3")
            .close()
            .move("d6")
            .close()
            .at(2, Side::white)
            .move("Nf3")
            .comment("good")
            .move("Nc6")
            .unread("Sc6 (x")
            .move("Bb5")
            .end() == roster +
                          "1. e4 $1 e5 (1... c5 2. Nf3 (2. c3) 2... d6) 2. Nf3 {good} 2... Nc6\n"
                          "{[%unread Sc6 (x]} 3. Bb5 *\n\n");
  CHECK(PlayedGame("pgn").begin().at(30, Side::black).move("Kh8").move("Kg1").end() ==
        roster + "30... Kh8 31. Kg1 *\n\n");
}

TEST_CASE("brackets stand tight, also around nothing", "[writers][pgn]") {
  CHECK(PlayedGame("pgn").begin().move("e4").open().open().close().close().comment("").end() ==
        roster + "1. e4 (()) {} *\n\n");
}

TEST_CASE("movetext is broken before column 80", "[writers][pgn]") {
  PlayedGame game("pgn");
  game.begin();
  for (int i = 0; i < 200; ++i) game.move(i % 4 < 2 ? "Nf3" : "Ng1");
  game.comment(
      "a comment of many words that goes on and on, with accents é è à ç ù and a longer one");
  std::string text = game.end();
  text = text.substr(roster.size());
  std::size_t longest = 0, begin = 0;
  for (std::size_t end; (end = text.find('\n', begin)) != text.npos; begin = end + 1) {
    std::size_t columns = 0;
    for (std::size_t i = begin; i < end; ++i) columns += (text[i] & 0xC0) != 0x80;
    longest = std::max(longest, columns);
    if (end > begin) CHECK(text[end - 1] != ' ');
  }
  CHECK(longest <= 79);
  CHECK(longest >= 76);
}

TEST_CASE("a comment is never broken where its line would begin with an escape or a tag",
          "[writers][pgn]") {
  for (std::size_t filler = 0; filler < 80; ++filler) {
    const std::string text =
        PlayedGame("pgn")
            .begin()
            .comment(std::string(filler, 'x') + " %eval [Event \"x\"] [%clk 1] two  blanks ;")
            .end();
    INFO(text);
    CHECK(text.find("\n%") == text.npos);
    CHECK(text.find("\n[Event \"x") == text.npos);
    CHECK(text.find("two  blanks") != text.npos);
  }
}

TEST_CASE("a mended move keeps its source, and modes are shown on request", "[writers][pgn]") {
  record::PlayedMove played;
  readers::pgn::read_move("SDe4", played.move);
  played.original = "Fc5-d4 }";
  played.move.mode = record::PieceName("CT");
  CHECK_THAT(PlayedGame("pgn").begin().move(played).end(),
             Catch::EndsWith("\n\n1. SDe4 {[%orig Fc5-d4 %7D]} *\n\n"));
  CHECK_THAT(PlayedGame("pgn", {.annotate = true}).begin().move(played).end(),
             Catch::EndsWith("\n\n1. SDe4 {[%orig Fc5-d4 %7D]} {[%mode SD+CT]} *\n\n"));
  readers::pgn::read_move("e8=SD", played.move);
  played.original = {};
  played.move.mode = record::PieceName("CF");
  CHECK_THAT(PlayedGame("pgn", {.annotate = true}).begin().move(played).end(),
             Catch::EndsWith("\n\n1. e8=SD {[%mode SD+CF]} *\n\n"));
}

TEST_CASE("commands of clocks and engines are taken out of comments", "[writers][pgn]") {
  const auto comment = [](std::string_view text, writers::Parts without) {
    const std::string out = PlayedGame("pgn", {.without = without}).begin().comment(text).end();
    return out.substr(roster.size());
  };
  const writers::Parts clocks{.clocks = true}, evals{.evals = true},
      both{.clocks = true, .evals = true};
  CHECK(comment("[%clk 0:01]", clocks) == "*\n\n");
  CHECK(comment("[%clk 0:01]", evals) == "{[%clk 0:01]} *\n\n");
  CHECK(comment("[%eval 0.1] [%clk 0:01]", both) == "*\n\n");
  CHECK(comment("[%eval 0.1] [%clk 0:01]", clocks) == "{[%eval 0.1]} *\n\n");
  CHECK(comment("good [%clk 0:01] move", clocks) == "{good move} *\n\n");
  CHECK(comment("[%clk 0:01][%emt 0:02] move [%egt 1]", clocks) == "{move} *\n\n");
  CHECK(comment("[%clock 0:01] [%clk] [%clk", clocks) == "{[%clock 0:01] [%clk} *\n\n");
  CHECK(comment("no command", both) == "{no command} *\n\n");
}

TEST_CASE("a comment is not broken beside a tab", "[writers][pgn]") {
  const auto comment = [](const std::string& text) {
    return PlayedGame("pgn").begin().comment(text).end().substr(roster.size());
  };
  const std::string a(40, 'a'), b(40, 'b');
  CHECK(comment(a + " \t" + b) == "{" + a + " \t" + b + "}\n*\n\n");
  CHECK(comment(a + "\t " + b) == "{" + a + "\t " + b + "}\n*\n\n");
  CHECK(comment(a + " " + b) == "{" + a + "\n" + b + "} *\n\n");
}
