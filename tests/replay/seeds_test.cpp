// The recorded games and final positions of the seeds.
#include <filesystem>

#include "replay/replayed.hpp"
#include "rules/fen.hpp"

using namespace replayed;

namespace {

const std::string games_file = "corpus/dola/dola-sultan-qinwan-sinwan.txt";

rules::Outcome outcome_of(const GameSeen& game) {
  const auto variant = registry().find(game.variant);
  REQUIRE(variant);
  return std::visit(
      [&](auto position) {
        REQUIRE(rules::read_fen(game.final_position, position).playable());
        return position.outcome();
      },
      rules::make_position(*variant));
}

}  // namespace

TEST_CASE("the recorded games as they stand: every known fault at its place, and nothing else") {
  const Replayed r = replay_text("dola", read_file(games_file));
  CHECK(r.places() == lines_of(read_file("corpus/dola/dola-sultan-qinwan-sinwan.expected")));

  CHECK(r.counts.games == 4);
  CHECK(r.counts.positions == 0);
  CHECK(r.counts.with_findings == 4);
  CHECK(r.counts.rejected == 1);
  // The second game goes on as moves up to its first illegal one, then as text.
  CHECK(r.counts.plies == 91 + 25 + 80 + 78);
  REQUIRE(r.seen.games.size() == 4);
  CHECK(r.game(1).moves.ends_with("b2b5"));
  REQUIRE_FALSE(r.game(1).unread.empty());
  CHECK(r.game(1).unread[0].starts_with("Fc5-d4"));
  CHECK(r.game(1).result == "0-1");

  // Each finding belongs to its game and its ply.
  const text::Diagnostic& slip = r.finding("illegal-move");
  CHECK(slip.game == 2);
  CHECK(slip.ply == 26);
  CHECK(slip.fen.find(" b ") != std::string::npos);
  CHECK(slip.message() == "illegal move 'Fc5-d4': no F stands on c5, it is empty");
  REQUIRE(slip.notes.size() == 2);
  CHECK(slip.notes[0].text == "nearest legal moves: 'Fc6-d5', 'Fc6-e4', 'Fc6-d7'");
  CHECK(slip.notes[1].text == "the checks go on as if it were 'Fc6-d5'");
  CHECK(r.finding("piece-name").ply == 5);
  CHECK(r.finding("check-unmarked").game == 4);
  CHECK(r.finding("check-unmarked").ply == 76);
}

TEST_CASE("findings of little weight stop nothing") {
  const Replayed r = replay_text("dola", read_file(games_file));
  for (const std::string_view name : {"skipped-number", "missing-ampersand", "abbreviated-piece"})
    CHECK(text::info(r.finding(name).code).severity == text::Severity::info);
  CHECK(r.game(2).moves.ends_with("f3e1sd h1h2 e1g2"));
}

TEST_CASE("the proposed fixes mend the recorded games") {
  const Replayed before = replay_text("dola", read_file(games_file));
  const Replayed after = replay_text("dola", before.mended());
  // A number that was left out is left out still: which one is for a person to say.
  CHECK(after.names() == std::vector<std::string>{"skipped-number", "skipped-number"});
  CHECK(after.counts.plies == 329);
  CHECK(after.counts.rejected == 0);
  CHECK(outcome_of(after.game(0)) == rules::Outcome::checkmate);
  CHECK(outcome_of(after.game(1)) == rules::Outcome::none);
  CHECK(outcome_of(after.game(2)) == rules::Outcome::checkmate);
  CHECK(outcome_of(after.game(3)) == rules::Outcome::checkmate);
  // Mates give the result that the text leaves out; the second game ends in resignation.
  CHECK(after.game(0).result == "1-0");
  CHECK(after.game(1).result == "0-1");
  CHECK(after.game(2).result == "0-1");
  CHECK(after.game(3).result == "0-1");
}

TEST_CASE("the recorded games mended by hand replay without a finding") {
  const Replayed r =
      replay_text("dola", read_file("corpus/dola/valid/dola-sultan-qinwan-sinwan-mended.txt"));
  CHECK(r.places() == std::vector<std::string>{});
  CHECK(r.counts.games == 4);
  CHECK(r.counts.plies == 329);
  CHECK(r.counts.clean == 4);
  for (const std::size_t mate : {0u, 2u, 3u})
    CHECK(outcome_of(r.game(mate)) == rules::Outcome::checkmate);
  CHECK(outcome_of(r.game(1)) == rules::Outcome::none);
}

TEST_CASE("the three final positions: counts agree, the second and third are mate") {
  const Replayed r = replay_text("dola", read_file("corpus/dola/dolasawlajane.txt"));
  CHECK(r.places() == std::vector<std::string>{});
  CHECK(r.counts.games == 0);
  CHECK(r.counts.positions == 3);
  CHECK(r.counts.clean == 3);
  REQUIRE(r.seen.games.size() == 3);
  CHECK(outcome_of(r.game(0)) == rules::Outcome::none);
  CHECK(outcome_of(r.game(1)) == rules::Outcome::checkmate);
  CHECK(outcome_of(r.game(2)) == rules::Outcome::checkmate);
  CHECK(r.game(0).result.empty());
  CHECK(r.game(1).result == "1-0");
  CHECK(r.game(2).result == "0-1");
  CHECK(r.game(1).final_position.find(" b ") != std::string::npos);
  CHECK(r.game(1).start == r.game(1).final_position);
}
