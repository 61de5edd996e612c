// What a hand-typed or written-back score must not lose.
#include <string>
#include <vector>

#include <catch2/catch.hpp>

#include "readers/dialects.hpp"
#include "stream/convert.hpp"
#include "variants/registry.hpp"
#include "writers/formats.hpp"

using namespace nuskha;

namespace {

struct Converted {
  std::string text;
  std::vector<std::string> tags;  // of the findings
  replay::Counts counts;
};

Converted convert(std::string score, std::string_view from, std::string_view to) {
  const variants::Registry registry;
  const text::Source source("test", std::move(score));
  Converted result;
  text::DiagnosticList list;
  const auto writer =
      writers::find_format(to)->make([&](std::string_view bytes) { result.text += bytes; }, {});
  result.counts =
      stream::convert(source, *readers::find_dialect(from), registry, {}, *writer, list);
  for (const auto& finding : list.items) result.tags.emplace_back(text::info(finding.code).tag);
  return result;
}

using Tags = std::vector<std::string>;

}  // namespace

TEST_CASE("a comment before the first move is a comment, whatever it holds") {
  const std::string pgn =
      "[Variant \"Dola-Sultan\"]\n\n{Avant la partie, 1) Pa2-a3 fut joué} 1. f5 f6 *\n";
  const Converted dola = convert(pgn, "pgn", "dola");
  const Converted back = convert(dola.text, "dola", "pgn");
  CHECK(back.tags.empty());
  CHECK(back.counts.plies == 2);
  CHECK(back.text.find("{Avant la partie, 1) Pa2-a3 fut joué} 1. f5 f6") != std::string::npos);
  CHECK(convert(back.text, "pgn", "dola").text == dola.text);
}

TEST_CASE("a game whose first move is illegal comes back as it was") {
  const std::string score = "1ère Partie de Dola-Sultan :\n1) Pf2-f9 & Pf9-f6\n";
  const Converted pgn = convert(score, "dola", "pgn");
  CHECK(pgn.tags == Tags{"M201"});
  const Converted dola = convert(pgn.text, "pgn", "dola");
  const Converted again = convert(dola.text, "dola", "pgn");
  CHECK(again.counts.games == 1);
  CHECK(again.text == pgn.text);
}

TEST_CASE("a table's number may have a cell of its own") {
  for (const char* score :
       {"1ère Partie de Dola-Sultan :\n| 1 | Pf2-f5 | Pf9-f6 |\n| 2 | Fg1-c5 | Pe9-e7 |\n",
        "1ère Partie de Dola-Sultan :\n1 | Pf2-f5 | Pf9-f6\n2 | Fg1-c5 | Pe9-e7\n",
        "1ère Partie de Dola-Sultan :\n|1|Pf2-f5|Pf9-f6|\n|2|Fg1-c5|Pe9-e7|\n"}) {
    const Converted game = convert(score, "dola", "pgn");
    CHECK(game.counts.plies == 4);
    CHECK(game.tags.empty());
  }
}

TEST_CASE("the number of the first move is not the game's") {
  const Converted game =
      convert("Partie de Dola-Qinwan\n1. Pf2-f5 & Pf9-f6\n2. SFg1-c5 & Pe9-e7\n", "dola", "pgn");
  CHECK(game.counts.plies == 4);
  CHECK(game.tags.empty());
}

TEST_CASE("text in the place of the last move is no remark") {
  CHECK(convert("1ère Partie de Dola-Sultan :\n1) Pf2-f5 & Pf9-f6\n2) Fg1-c5 & roque\n", "dola",
                "pgn")
            .tags == Tags{"S104"});
  CHECK(
      convert("1ère Partie de Dola-Sultan :\n1) Pf2-f5 & Pf9-f6\n2) roque & roque\n", "dola", "pgn")
          .tags == Tags{"S104"});
  CHECK(convert("1ère Partie de Dola-Sultan :\n1) Pf2-f5 & Pf9-f6 belle partie\n", "dola", "pgn")
            .tags.empty());
}

TEST_CASE("a mate that is said to be one is checked") {
  CHECK(convert("1ère Partie de Dola-Sultan :\n1) Pf2-f5 & Pf9-f6\nLes blancs sont mat\n", "dola",
                "pgn")
            .tags == Tags{"C332"});
}

TEST_CASE("orthodox chess names no variant, whatever it was read from") {
  const std::string pgn = convert("1. e4 *\n", "pgn", "pgn").text;
  const std::string jsonl = convert("1. e4 *\n", "pgn", "jsonl").text;
  CHECK(convert(jsonl, "jsonl", "pgn").text == pgn);
}

TEST_CASE("the half-move clock counts as far as a game is read") {
  std::string score = "1ère Partie de Dola-Sultan :\n";
  for (int n = 1; n <= 40'000; ++n)
    score += std::to_string(n) + (n % 2 ? ") CTh1-g3 & CTh10-g8\n" : ") CTg3-h1 & CTg8-h10\n");
  const std::string fen = convert(std::move(score), "dola", "fen").text;
  CHECK(fen.substr(fen.find(" w ")) == " w KQkq - 80000 40001\n");
}
