// Findings about the order of moves and numbers, each by its code.
#include <string>
#include <vector>

#include <catch2/catch.hpp>

#include "readers/dialects.hpp"
#include "stream/convert.hpp"
#include "variants/registry.hpp"

using namespace nuskha;
using text::Code;

namespace {

std::vector<Code> findings(std::string pgn) {
  const variants::Registry registry;
  const text::Source source("test", std::move(pgn));
  record::PlayedEvents out;
  text::DiagnosticList list;
  stream::replay_all(source, *readers::find_dialect("pgn"), registry, {}, out, list);
  std::vector<Code> codes;
  for (const auto& finding : list.items) codes.push_back(finding.code);
  return codes;
}

using Codes = std::vector<Code>;

}  // namespace

TEST_CASE("two pieces that reach the square make a move ambiguous") {
  CHECK(findings("1. Nf3 Nf6 2. d3 d6 3. Nd2 *\n") == Codes{Code::undecided_move});
  // Only the knight on e4 gives check by going to c3: it uncovers the rook.
  CHECK(findings("[FEN \"4k3/8/8/8/4N3/8/8/1N2RK2 w - - 0 1\"]\n\n1. Nc3+ *\n") ==
        Codes{Code::ambiguous_move});
  CHECK(findings("1. Nf3 Nf6 2. d3 d6 3. Nbd2 *\n") == Codes{});
}

TEST_CASE("no move follows mate") {
  CHECK(findings("1. f3 e5 2. g4 Qh4# 3. a3 *\n") == Codes{Code::game_over});
}

TEST_CASE("numbers that repeat, go back or name the wrong side are found") {
  CHECK(findings("1. e4 e5 2. Nf3 Nc6 2. Bb5 a6 *\n") == Codes{Code::repeated_number});
  CHECK(findings("1. e4 e5 2. Nf3 Nc6 1. Bb5 a6 *\n") == Codes{Code::number_order});
  CHECK(findings("1... e4 e5 *\n") == Codes{Code::number_side});
}
