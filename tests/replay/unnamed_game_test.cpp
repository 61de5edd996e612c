// Scores without a heading: which variant they are taken for.
#include <string>

#include <catch2/catch.hpp>

#include "readers/dialects.hpp"
#include "stream/convert.hpp"
#include "variants/registry.hpp"
#include "writers/formats.hpp"

using namespace nuskha;

namespace {

struct Converted {
  std::string text;
  std::vector<text::Diagnostic> findings;
};

Converted convert(std::string score, std::string_view dialect, std::string variant = "") {
  const variants::Registry registry;
  const text::Source source("test", std::move(score));
  Converted result;
  text::DiagnosticList list;
  const auto writer =
      writers::find_format("pgn")->make([&](std::string_view bytes) { result.text += bytes; }, {});
  stream::Options options;
  options.replay.variant = std::move(variant);
  stream::convert(source, *readers::find_dialect(dialect), registry, options, *writer, list);
  result.findings = std::move(list.items);
  return result;
}

bool has(const std::string& text, std::string_view part) {
  return text.find(part) != std::string::npos;
}

}  // namespace

TEST_CASE("a bare score is the variant that its moves fit") {
  // 3) SFg1-d2 is a move of Dola-Qinwan alone: there a SuperFou leaps from g1.
  const Converted game =
      convert("1) Pe2-e5 & Pe9-e6 2) Pd2-d5 & Pf9-f7 3) SFg1-d2 & SFg10-e8\n", "dola");
  REQUIRE(game.findings.size() == 1);
  CHECK(game.findings[0].code == text::Code::variant_guessed);
  CHECK(game.findings[0].args == std::vector<std::string>{"Dola-Qinwan", "6"});
  CHECK(has(game.text, "[Variant \"Dola-Qinwan\"]"));
}

TEST_CASE("a bare score that chess allows is chess") {
  const Converted game = convert("1. e2-e4 e7-e5 2. Ng1-f3 *\n", "pgn");
  CHECK(game.findings.empty());
  CHECK(has(game.text, "1. e4 e5 2. Nf3 *"));
  CHECK_FALSE(has(game.text, "Variant"));
}

TEST_CASE("a bare score is what the caller says") {
  const Converted game = convert("1) Pe2-e5 & Pe9-e6\n", "dola", "Dola-Sinwan");
  CHECK(game.findings.empty());
  CHECK(has(game.text, "[Variant \"Dola-Sinwan\"]"));
}

TEST_CASE("SAN without a variant is chess, legal or not") {
  const Converted game = convert("1. e5 e6 2. d5 *\n", "pgn");
  REQUIRE_FALSE(game.findings.empty());
  CHECK(game.findings[0].code == text::Code::illegal_move);
}

TEST_CASE("moves in another language are read when their names say so") {
  const Converted french =
      convert("1. Pe2-e4 Pe7-e5 2. Cg1-f3 Cb8-c6 3. Ff1-b5 Dd8-e7 *\n", "dola");
  REQUIRE(french.findings.size() == 1);
  CHECK(french.findings[0].message() == "the moves name pieces by the alphabet french");
  CHECK(has(french.text, "1. e4 e5 2. Nf3 Nc6 3. Bb5 Qe7 *"));
  const Converted german = convert("1. e4 e5 2. Sf3 Sc6 3. Lb5 De7 4. O-O *\n", "pgn");
  REQUIRE(german.findings.size() == 1);
  CHECK(german.findings[0].code == text::Code::piece_names_guessed);
  CHECK(has(german.text, "1. e4 e5 2. Nf3 Nc6 3. Bb5 Qe7 4. O-O *"));
}

TEST_CASE("a wrong move is not right because some language could mean it") {
  // In Danish B is the pawn.
  const Converted game = convert("1. e4 e5 2. Bd4 *\n", "pgn");
  REQUIRE(game.findings.size() == 1);
  CHECK(game.findings[0].code == text::Code::illegal_move);
}
