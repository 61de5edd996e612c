#include "repair/learn.hpp"

#include <cmath>
#include <map>

#include <catch2/catch.hpp>

#include "repair/miswrite.hpp"
#include "repair/wording.hpp"
#include "replay/replayed.hpp"
#include "rules/fen.hpp"

using namespace replayed;
using miswrite::Kind;
using miswrite::Notation;
using miswrite::Sheet;
using repair::Costs;
using repair::Fault;
using repair::Learner;
using repair::Slip;
using rules::Bits64;
using rules::Position;
using text::Code;

namespace {

const readers::Dialect& pgn() {
  return *readers::find_dialect("pgn");
}
const Costs& typed() {
  return *repair::builtin_costs("typed");
}

Costs load(const std::string& model) {
  INFO(model);
  const text::Source source("model", model);
  text::DiagnosticList findings;
  const auto costs = repair::load_costs(source, findings);
  REQUIRE(findings.items.empty());
  REQUIRE(costs);
  return *costs;
}

// Games with known numbers of faults of some kinds.
class Hand {
 public:
  explicit Hand(int games)
      : variant_(registry().find("chess")),
        start_(*variant_),
        random_(11),
        player_(*variant_, random_),
        scribe_(*variant_, Notation::lan, 11) {
    rules::read_fen(variant_->start_fen(), start_);
    for (int i = 0; i < games; ++i) {
      std::vector<rules::Move> moves;
      Position<Bits64> position = start_;
      while (moves.size() < 60) {
        const rules::Move move = player_.choose(position);
        if (move == rules::Move()) break;
        moves.push_back(move);
        checks_ += position.gives_check(move);
        position.play(move);
      }
      plies_ += moves.size();
      sheets_.push_back(scribe_.write(start_, moves));
      true_ += sheets_.back().text + '\n';
    }
  }
  // That many in all, in games that the generator chooses.
  void miswrite(Kind kind, int times) {
    for (int done = 0, tried = 0; done < times && tried < 20 * times; ++tried) {
      Sheet& sheet = sheets_[std::size_t(random_.below(int(sheets_.size())))];
      done += scribe_.miswrite(sheet, kind, sheets_[0]);
    }
  }
  std::string written() {
    std::string out;
    for (Sheet& sheet : sheets_) {
      scribe_.set(sheet);
      out += sheet.text + '\n';
    }
    return out;
  }
  const std::string& truth() const { return true_; }
  double plies() const { return double(plies_); }
  double checks() const { return double(checks_); }

 private:
  std::shared_ptr<const rules::Variant> variant_;
  Position<Bits64> start_;
  bench::Random random_;
  bench::Player<Bits64> player_;
  miswrite::Scribe<Bits64> scribe_;
  std::vector<Sheet> sheets_;
  std::string true_;
  std::size_t plies_ = 0, checks_ = 0;
};

std::vector<Code> learn(Learner& learner, const std::string& written, const std::string& truth) {
  const text::Source a("written", written), b("true", truth);
  text::DiagnosticList findings;
  learner.learn(a, pgn(), b, pgn(), registry(), "", findings);
  std::vector<Code> codes;
  for (const text::Diagnostic& finding : findings.items) {
    CHECK(finding.span.end <= a.text().size());
    codes.push_back(finding.code);
  }
  return codes;
}

// What the profile says counts as much as 200 places, or as many as 200 moves have.
double cost_of(double times, double places, Fault fault, double places_a_move = 1) {
  const double weight = 200 * places_a_move;
  return -100 *
         std::log((times + weight * std::exp(-typed().of(fault) / 100.0)) / (places + weight));
}

const readers::Dialect& dola() {
  return *readers::find_dialect("dola");
}
// Moves of the true games that repair gives back of the written ones, up to the first correction of
// each game that is not accepted.
std::size_t restored(const std::string& written, const readers::Dialect& of_written,
                     const std::string& truth, const readers::Dialect& of_truth, const Costs& costs,
                     double accepted) {
  const auto moves = [&](const std::string& text, const readers::Dialect& dialect) {
    const text::Source source("text", text);
    text::DiagnosticList findings;
    repair::Collector collector;
    dialect.read(source, collector, findings);
    std::vector<std::vector<rules::Move>> out;
    for (const repair::WrittenGame& game : collector.games) {
      const auto repaired = repair::repair(game, registry(), {.costs = &costs});
      std::vector<rules::Move>& played = out.emplace_back();
      if (repaired.readings.empty()) continue;
      played = repaired.readings.front().moves;
      for (const repair::Correction& one : repaired.readings.front().corrections)
        if (one.probability < accepted && !repair::is_harmless(one))
          played.resize(std::min<std::size_t>(played.size(), one.ply - 1));
    }
    return out;
  };
  const auto is = moves(written, of_written), right = moves(truth, of_truth);
  REQUIRE(is.size() == right.size());
  std::size_t same = 0;
  for (std::size_t i = 0; i < is.size(); ++i)
    same += std::size_t(
        std::mismatch(is[i].begin(), is[i].end(), right[i].begin(), right[i].end()).first -
        is[i].begin());
  return same;
}

}  // namespace

TEST_CASE("learn: the costs are those of the rates at which a hand goes wrong") {
#ifdef NUSKHA_SANITIZED
  constexpr int games = 30;
#else
  constexpr int games = 60;
#endif
  Hand hand(games);
  const int often = games, seldom = games / 5;
  hand.miswrite(Kind::check_missing, seldom);
  hand.miswrite(Kind::check_invented, seldom);
  hand.miswrite(Kind::piece, often);
  hand.miswrite(Kind::duplicated, seldom);
  hand.miswrite(Kind::capture_missing, often);
  Learner learner(typed());
  CHECK(learn(learner, hand.written(), hand.truth()).empty());
  CHECK(learner.games() >= games - 1);
  const Costs costs = load(learner.model());

  INFO(learner.model());
  // A factor of 1.5: faults fall on one place, and a game without a mark marks no checks.
  constexpr int near = 40;
  CHECK(costs.of(Fault::check_unmarked) ==
        Approx(cost_of(seldom, hand.checks(), Fault::check_unmarked)).margin(near));
  CHECK(costs.of(Fault::check_invented) ==
        Approx(cost_of(seldom, hand.plies() - hand.checks(), Fault::check_invented)).margin(near));
  CHECK(costs.of(Fault::duplicated) ==
        Approx(cost_of(seldom, hand.plies(), Fault::duplicated)).margin(near));
  CHECK(costs.of(Fault::capture_mark) ==
        Approx(cost_of(often, hand.plies(), Fault::capture_mark)).margin(near));
  // One of five other names.
  CHECK(costs.of(Fault::piece) ==
        Approx(cost_of(often, 5 * hand.plies(), Fault::piece, 5)).margin(near));
  // The commoner, the cheaper; what is not done grows dearer than the profile has it.
  CHECK(costs.of(Fault::check_unmarked) < costs.of(Fault::capture_mark));
  CHECK(costs.of(Fault::capture_mark) < costs.of(Fault::duplicated));
  CHECK(costs.of(Fault::swapped) > typed().of(Fault::swapped) + 100);
  CHECK(costs.of(Fault::half_move_left_out) > typed().of(Fault::half_move_left_out));
  // Of what there was no occasion for, nothing is learnt.
  CHECK(costs.of(Fault::abbreviated) == typed().of(Fault::abbreviated));
  // Fewer faults than the profile expects of so many moves.
  CHECK(costs.of(Fault::unexplained) > typed().of(Fault::unexplained) + 50);
}

TEST_CASE("learn: characters that are taken for each other") {
  // Whoever writes b for d does so often.
  std::string truth, written;
  for (int i = 0; i < 40; ++i) {
    const std::string game =
        "1. e2-e4 d7-d5 2. e4xd5 Qd8xd5 3. Nb1-c3 Qd5-a5 4. d2-d4 Ng8-f6 *\n\n";
    truth += "[Event \"A\"]\n\n" + game;
    std::string wrong = game;
    if (i % 4 == 0) wrong.replace(wrong.find("d2-d4"), 5, "b2-d4");
    if (i % 4 == 1) wrong.replace(wrong.find("Qd5-a5"), 6, "Qb5-a5");
    written += "[Event \"A\"]\n\n" + wrong;
  }
  Learner learner(typed());
  CHECK(learn(learner, written, truth).empty());
  CHECK(learner.games() == 40);
  CHECK(learner.moves() == 40 * 8);
  const Costs costs = load(learner.model());
  CHECK_FALSE(typed().alike('b', 'd'));
  CHECK(costs.alike('b', 'd'));
  CHECK(costs.miswritten("b", "d") < costs.miswritten("a", "d"));
  CHECK(costs.miswritten("b", "d") < typed().miswritten("b", "d"));
}

TEST_CASE("learn: a model is at least as good as the profile on the text it was learned from") {
  const auto better_than_typed = [](const std::string& written, const std::string& truth,
                                    const readers::Dialect& dialect, double accepted) {
    Learner learner(typed());
    const text::Source a("written", written), b("true", truth);
    text::DiagnosticList findings;
    learner.learn(a, dialect, b, dialect, registry(), "", findings);
    REQUIRE(findings.items.empty());
    INFO(learner.model());
    const Costs costs = load(learner.model());
    const std::size_t before = restored(written, dialect, truth, dialect, typed(), accepted);
    CHECK(restored(written, dialect, truth, dialect, costs, accepted) >= before);
    CHECK(before > 0);
  };
  // Few games with few slips.
  better_than_typed(read_file("corpus/dola/dola-sultan-qinwan-sinwan.txt"),
                    read_file("corpus/dola/valid/dola-sultan-qinwan-sinwan-mended.txt"), dola(),
                    repair::certain);
  // More of them, of some kinds often and of others never.
  Hand hand(20);
  hand.miswrite(Kind::file_to, 10);
  hand.miswrite(Kind::rank_from, 5);
  hand.miswrite(Kind::piece, 10);
  hand.miswrite(Kind::half_move_left_out, 3);
  hand.miswrite(Kind::duplicated, 3);
  better_than_typed(hand.written(), hand.truth(), pgn(), repair::likely);
}

TEST_CASE("learn: pairs that teach nothing") {
  const std::string game = "[Event \"A\"]\n\n1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 *\n\n";
  Learner learner(typed());
  CHECK(learn(learner, game + game, game) == std::vector<Code>{Code::unpaired_games});
  CHECK(learner.games() == 1);
  CHECK(learn(learner, game, game + game) == std::vector<Code>{Code::unpaired_games});
  CHECK(learn(learner, game, "[Event \"A\"]\n\n1. e4 e5 2. Nf6 *\n") ==
        std::vector<Code>{Code::untrue_game});
  CHECK(learn(learner, game,
              "[Event \"A\"]\n\n1. Nh3 Nh6 2. Ng5 Ng4 3. Nxh7 Nxh2 4. Nxf8 Nxf1 "
              "5. Ne6 Ne3 6. Nxd8 Nxd1 *\n") == std::vector<Code>{Code::unlike_games});
  CHECK(learner.games() == 2);
  CHECK(learner.moves() == 12);
}

TEST_CASE("learn: a model of nothing is the profile") {
  for (const std::string& name : repair::builtin_costs_names()) {
    const Costs& profile = *repair::builtin_costs(name);
    const Costs costs = load(Learner(profile).model());
    for (std::size_t i = 0; i < repair::fault_count; ++i)
      CHECK(costs.of(Fault(i)) == profile.of(Fault(i)));
    for (std::size_t i = 0; i < repair::slip_count; ++i)
      CHECK(costs.of(Slip(i)) == profile.of(Slip(i)));
    for (char a = '0'; a <= 'z'; ++a)
      for (char b = '0'; b <= 'z'; ++b) CHECK(costs.alike(a, b) == profile.alike(a, b));
  }
}
