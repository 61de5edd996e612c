#include <catch2/catch.hpp>

#include "writers/played_game.hpp"

using namespace nuskha;
using record::GameResult;
using record::Side;
using tests::PlayedGame;
using Reason = record::ResultClaim::Reason;

TEST_CASE("a heading carries game and round, and each number has its line", "[writers][dola]") {
  CHECK(PlayedGame("dola")
            .begin()
            .tag("Event", "?")
            .tag("Round", "1")
            .tag("Variant", "Dola-Sultan")
            .tag("Result", "0-1")
            .start("Dola-Sultan", "…", true)
            .move("Pf2-f5")
            .move("Pf9-f6")
            .move("CFi10-h7")
            .comment("Dame protégée par Te8")
            .move("Pa2-a3")
            .result(GameResult::black_wins)
            .end("…") ==
        "1ère Partie de Dola-Sultan :\n"
        "1) Pf2-f5 & Pf9-f6\n"
        "2) CFi10-h7 {Dame protégée par Te8} & Pa2-a3\n"
        "Les blancs abandonnent\n\n");
}

TEST_CASE("tags that no heading carries stand above it", "[writers][dola]") {
  CHECK(PlayedGame("dola")
            .begin()
            .tag("Event", "a \"b\"")
            .tag("Round", "1.2")
            .tag("White", "W")
            .tag("Black", "?")
            .tag("FEN", "own fen")
            .tag("SetUp", "1")
            .start("Dola-Qinwan", "own fen", false)
            .at(12, Side::black)
            .move("Pf9-f6")
            .move("Pa2-a3")
            .end("…") ==
        "[Event \"a \\\"b\\\"\"]\n[Round \"1.2\"]\n[White \"W\"]\n[FEN \"own fen\"]\n"
        "Partie de Dola-Qinwan :\n12) ... & Pf9-f6\n13) Pa2-a3\n\n");
  // An event that is the heading itself is said by it; others are not.
  for (const char* event : {"3ème partie de Dola-Sinwan", "3emePartie de Dola-Sinwan",
                            "Partie de Dola-Sinwan", "Position finale de la troisième partie"}) {
    INFO(event);
    CHECK(PlayedGame("dola")
              .begin()
              .tag("Event", event)
              .tag("Round", "3")
              .start("Dola-Sinwan", "…", true)
              .move("Pa2-a3")
              .end("…") == "3ème Partie de Dola-Sinwan :\n1) Pa2-a3\n\n");
  }
  for (const char* event :
       {"Partie de gala", "1ère partie du tournoi", "Une partie de Dola-Sinwan"}) {
    INFO(event);
    CHECK_THAT(
        PlayedGame("dola").begin().tag("Event", event).start("Dola-Sinwan", "…", true).end("…"),
        Catch::StartsWith("[Event \"" + std::string(event) + "\"]\n"));
  }
}

TEST_CASE("results are said in French, a mate by its move", "[writers][dola]") {
  const auto end_of = [](std::string_view last, GameResult result, Reason reason) {
    const std::string text =
        PlayedGame("dola").begin().start("V", "…", true).move(last).result(result, reason).end("…");
    return text.substr(text.find("1) ") + 3);
  };
  CHECK(end_of("Pe2-e4", GameResult::white_wins, Reason::token) ==
        "Pe2-e4\nLes noirs abandonnent\n\n");
  CHECK(end_of("Pe2-e4", GameResult::black_wins, Reason::resignation) ==
        "Pe2-e4\nLes blancs abandonnent\n\n");
  CHECK(end_of("Pe2-e4#", GameResult::white_wins, Reason::token) == "Pe2-e4+mat\n\n");
  CHECK(end_of("Pe2-e4#", GameResult::black_wins, Reason::token) ==
        "Pe2-e4+mat\nLes blancs abandonnent\n\n");
  CHECK(end_of("Pe2-e4", GameResult::draw, Reason::stalemate) == "Pe2-e4\npat\n\n");
  CHECK(end_of("Pe2-e4", GameResult::draw, Reason::agreement) == "Pe2-e4\nnulle\n\n");
  CHECK(end_of("Pe2-e4", GameResult::unknown, Reason::token) == "Pe2-e4\n\n");
  // A position in which somebody is mated says so itself.
  CHECK(end_of("Pe2-e4", GameResult::white_wins, Reason::checkmate) == "Pe2-e4\n\n");
}

TEST_CASE("a position is a list of men with their counts", "[writers][dola]") {
  const char* fen = "2r{sd+ct}/p3/2{CF}1/R{SD}PP w - - 0 1";
  CHECK(PlayedGame("dola").begin().tag("Round", "2").start("Dolasawlajane", fen, false).end(fen) ==
        "[FEN \"2r{sd+ct}/p3/2{CF}1/R{SD}PP w - - 0 1\"]\n"
        "Position finale de la 2ème partie de Dolasawlajane :\n"
        "Blancs (5 pièces) : Ra1 ; SDb1 ; CFc2 ; Pc1 ; Pd1 .\n"
        "Noirs (3 pièces) : Rc4 ; SDd4 ; Pa3 .\n\n");
}

TEST_CASE("what the notation cannot say is kept in braces", "[writers][dola]") {
  CHECK(PlayedGame("dola")
            .begin()
            .start("V", "…", true)
            .move("Pe2-e4")
            .nag(2)
            .open()
            .at(1, Side::white)
            .move("Pd2-d4")
            .nag(1)
            .comment("a } b")
            .move("Pd7-d5")
            .open()
            .at(1, Side::black)
            .move("Pe7-e5")
            .close()
            .close()
            .at(1, Side::black)
            .move("Pe7-e5")
            .unread("Cf3 & x")
            .end("…") ==
        "Partie de V :\n"
        "1) Pe2-e4 $2 {[%variation 1) Pd2-d4 $1 {a %7D b%7D & Pd7-d5 (1) ... & Pe7-e5)]}\n"
        "& Pe7-e5 {[%unread Cf3 & x]}\n\n");
}
