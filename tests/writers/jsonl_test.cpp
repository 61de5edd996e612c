#include <catch2/catch.hpp>
#include <nlohmann/json.hpp>

#include "writers/played_game.hpp"

using namespace nuskha;
using nlohmann::json;
using record::Side;
using tests::PlayedGame;

TEST_CASE("a game is one line of JSON, its keys in their order", "[writers][jsonl]") {
  const std::string line = PlayedGame("jsonl")
                               .begin()
                               .tag("Event", "\"a\"\n\\")
                               .tag("ECO", "1")
                               .tag("White", "w")
                               .tag("ECO", "2")
                               .start("Chess", "start fen", true)
                               .move("e4")
                               .nag(3)
                               .comment("c")
                               .open()
                               .at(1, Side::white)
                               .move("d4")
                               .close()
                               .unread("junk")
                               .result(record::GameResult::draw)
                               .end("final fen");
  CHECK(
      line ==
      "{\"tags\":{\"Event\":\"\\\"a\\\"\\n\\\\\",\"ECO\":[\"1\",\"2\"],\"White\":\"w\"},"
      "\"variant\":\"Chess\",\"start\":\"start fen\",\"array\":true,\"moves\":["
      "{\"ply\":1,\"number\":1,\"side\":\"white\",\"san\":\"e4\",\"dola\":\"P-e4\",\"piece\":\"P\","
      "\"to\":\"e4\"},{\"nag\":3},{\"comment\":\"c\"},{\"variation\":["
      "{\"ply\":2,\"number\":1,\"side\":\"white\",\"san\":\"d4\",\"dola\":\"P-d4\",\"piece\":\"P\","
      "\"to\":\"d4\"}]},{\"unread\":\"junk\"}],\"result\":\"1/2-1/2\",\"result_reason\":\"token\","
      "\"final\":\"final fen\",\"diagnostics\":[]}\n");
  CHECK_NOTHROW(json::parse(line));
}

TEST_CASE("of many tags none is lost", "[writers][jsonl]") {
  PlayedGame game("jsonl");
  game.begin();
  json tags;
  for (int i = 0; i < 500; ++i) {
    const std::string name = "T" + std::to_string(i);
    game.tag(name, "1").tag(name, "1").tag("Same", std::to_string(i));
    tags[name] = "1";
    tags["Same"].push_back(std::to_string(i));
  }
  game.tag("FEN", "wrong").tag("FEN", "right");
  tags["FEN"] = "right";
  CHECK(json::parse(game.end())["tags"] == tags);
}

TEST_CASE("a move carries every fact that is known of it", "[writers][jsonl]") {
  record::PlayedMove played;
  readers::pgn::read_move("SDe3xSFd5=SD#", played.move);
  played.move.en_passant = true;
  played.move.mode_piece = record::PieceName("SD");
  played.move.mode = record::PieceName("CT");
  played.move.convention = 3;
  played.uci = "e3d5sd";
  played.original = "Sd5";
  played.fen = "after";
  const record::WrittenMove written = [] {
    record::WrittenMove move;
    move.span = {0, 3};
    return move;
  }();
  played.written = &written;
  const json move =
      json::parse(PlayedGame("jsonl", {.positions = true}).begin().move(played).end())["moves"][0];
  const json expected = json::parse(R"json({"ply":1,"number":1,"side":"white","san":"SDxd5=SD#",
      "dola":"SDe3xSFd5=SDep+mat(SD=SD+CT)(conv3)","uci":"e3d5sd","piece":"SD","from":"e3","to":"d5",
      "capture":true,"captured":"SF","en_passant":true,"promotion":"SD","check":true,"mate":true,
      "mode_piece":"SD","mode":"CT","convention":3,"written":"…","original":"Sd5",
      "fen":"after"})json");
  CHECK(move == expected);
  played.move = {};
  played.move.form = record::MoveForm::castle_short;
  played.move.piece = record::PieceName("R");
  played.move.king_from = {5, 0};
  played.move.king_to = {8, 0};
  played.move.rook = record::PieceName("T");
  played.move.rook_from = {9, 0};
  played.move.rook_to = {7, 0};
  const json castling = json::parse(PlayedGame("jsonl").begin().move(played).end())["moves"][0];
  CHECK(castling["form"] == "castle_short");
  CHECK(castling["king_from"] == "f1");
  CHECK(castling["king_to"] == "i1");
  CHECK(castling["rook"] == "T");
  CHECK(castling["rook_from"] == "j1");
  CHECK(castling["rook_to"] == "h1");
  CHECK_FALSE(castling.contains("fen"));
}

TEST_CASE("commands of a comment are members beside it", "[writers][jsonl]") {
  const json items =
      json::parse(PlayedGame("jsonl")
                      .begin()
                      .comment("[%clk 0:10:00.5] [%eval -1.3,18] x [%csl Ga1,Rb2][%cal Ge2j10]")
                      .comment("[%emt 3][%eval #-2][%unknown]")
                      .comment("[%clk x]")
                      .end())["moves"];
  CHECK(items[0]["comment"] == "[%clk 0:10:00.5] [%eval -1.3,18] x [%csl Ga1,Rb2][%cal Ge2j10]");
  CHECK(items[0]["clk"] == 600.5);
  CHECK(items[0]["eval"] == -1.3);
  CHECK(items[0]["eval_depth"] == 18);
  CHECK(items[0]["csl"] == json::array({"Ga1", "Rb2"}));
  CHECK(items[0]["cal"] == json::array({"Ge2j10"}));
  CHECK(items[1]["emt"] == 3);
  CHECK(items[1]["eval_mate"] == -2);
  CHECK_FALSE(items[1].contains("eval"));
  CHECK(items[2].size() == 1);
}

TEST_CASE("findings of a game stand in its line, and only there", "[writers][jsonl]") {
  PlayedGame game("jsonl");
  const text::Source source("f.pgn", "1. e5");
  game.begin();
  text::Diagnostic finding{.code = text::Code::illegal_move, .span = {3, 5}, .args = {"e5", "why"}};
  finding.ply = 1;
  game.writer().diagnostic(finding, source);
  const json line = json::parse(game.end());
  REQUIRE(line["diagnostics"].size() == 1);
  CHECK(line["diagnostics"][0]["tag"] == "M201");
  CHECK(line["diagnostics"][0]["severity"] == "error");
  CHECK(line["diagnostics"][0]["line"] == 1);
  CHECK(line["diagnostics"][0]["column"] == 4);
  CHECK(line["diagnostics"][0]["message"] == "illegal move 'e5': why");
  CHECK(json::parse(game.begin().end())["diagnostics"].empty());
}

TEST_CASE("jsonl: the moves of a very long game come first", "[writers][jsonl]") {
  PlayedGame game("jsonl");
  game.begin().tag("Event", "long").start("Chess", "8/8 w - - 0 1", false);
  constexpr int moves = 20'000;
  for (int i = 0; i < moves; ++i) game.move(i % 4 < 2 ? "Nf3" : "Ng1");
  game.open().move("Nf3").comment("end").close();
  const std::string line = game.end("8/8 b - - 0 1");
  CHECK(line.starts_with("{\"moves\":[{\"ply\":1,"));
  const nlohmann::json parsed = nlohmann::json::parse(line);
  REQUIRE(parsed["moves"].size() == moves + 1);
  CHECK(parsed["moves"][moves - 1]["ply"] == moves);
  CHECK(parsed["moves"][moves]["variation"].size() == 2);
  CHECK(parsed["tags"]["Event"] == "long");
  CHECK(parsed["final"] == "8/8 b - - 0 1");
  // The next game is written as usual.
  CHECK(game.begin()
            .start("Chess", "8/8 w - - 0 1", false)
            .move("Nf3")
            .end()
            .starts_with("{\"tags\""));
}
