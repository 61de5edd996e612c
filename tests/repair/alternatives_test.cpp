#include <algorithm>
#include <functional>
#include <set>

#include "repair/mend.hpp"
#include "repair/mend_laws.hpp"
#include "repair/opera.hpp"
#include "repair/wording.hpp"
#include "replay/replayed.hpp"

using namespace replayed;
using namespace opera_game;
using repair::Alternative;
using repair::Correction;
using repair::Fault;
using repair::MendOptions;
using repair::Repaired;
using text::Code;

namespace {

// The corrections of the likeliest reading, by a profile.
std::vector<Correction> corrections(std::string_view dialect, const std::string& text,
                                    std::size_t alternatives = 20,
                                    std::string_view profile = "typed") {
  const text::Source source("test", text);
  repair::Collector collector;
  text::DiagnosticList findings;
  readers::find_dialect(dialect)->read(source, collector, findings);
  const Repaired repaired =
      repair::repair(collector.games.at(0), registry(),
                     {.costs = repair::builtin_costs(profile), .alternatives = alternatives});
  REQUIRE(repaired.state == Repaired::State::mended);
  return repaired.readings.at(0).corrections;
}

// What becomes of a text when each question is answered by the choice whose words hold the next of
// the answers; "" leaves the place alone.
struct Asked {
  std::string text;
  std::vector<std::string> questions;  // the first choice of each
};
Asked ask(const std::string& text, const std::vector<std::string>& answers, MendOptions options) {
  Asked out;
  options.alternatives = 20;
  options.ask = [&](const repair::Question& question) -> std::optional<std::size_t> {
    const Correction& correction = question.correction;
    const std::string first = repair::proposed(correction);
    out.questions.push_back(first);
    if (out.questions.size() > answers.size()) return std::nullopt;
    const std::string& answer = answers[out.questions.size() - 1];
    if (answer.empty()) return std::nullopt;
    if (first.find(answer) != std::string::npos) return 0;
    for (std::size_t i = 0; i < correction.alternatives.size(); ++i)
      if (repair::choice(correction, correction.alternatives[i]).find(answer) != std::string::npos)
        return i + 1;
    FAIL("no choice has " << answer);
    return std::nullopt;
  };
  const text::Source source("test", text);
  out.text =
      repair::mend_all(source, *readers::find_dialect("pgn"), registry(), options).revision.text();
  return out;
}

}  // namespace

TEST_CASE("alternatives: an earlier move that is legal may be to blame instead") {
  const std::string text = "1. e4 c5 2. Nf3 Nc6 3. d4 exd4 4. Nxd4 *";
  const std::vector<Correction> found = corrections("pgn", text, 3, "handwriting");
  REQUIRE(found.size() == 1);
  const auto names = [](const Alternative& one, std::string_view original, std::string_view meant) {
    return !one.corrections.empty() && one.corrections[0].original == original &&
           one.corrections[0].meant == meant;
  };
  const bool captures = found[0].original == "exd4";
  REQUIRE_FALSE(found[0].alternatives.empty());
  const Alternative& other = found[0].alternatives[0];
  CHECK(names(other, captures ? "c5" : "exd4", captures ? "e5" : "cxd4"));
  CHECK(other.probability == Approx(found[0].probability).margin(0.05));
  CHECK(repair::other(found[0], other) ==
        (captures ? "or 'c5' may stand for 'e5': another square (50 %)"
                  : "or 'exd4' may stand for 'cxd4': another square (50 %)"));
}

TEST_CASE("alternatives: none is there twice, and none is the correction itself") {
  const auto [dialect, text] = GENERATE(table<std::string, std::string>({
      {"pgn", with(opera, "7. Qb3", "7. Q*b3")},
      {"pgn", with(opera, "Nbd7", "Nd7")},
      {"pgn", with(opera, "6. Bc4", "6. Bb4")},
      {"pgn", with(opera, "6. Bc4 Nf6", "6. Bc4")},
      {"pgn", with(opera, "9. Bg5 b5", "9. b5 Bg5")},
      {"pgn", with(opera, "5. Qxf3 dxe5 ", "")},
      {"pgn", "1. e2e4 e7e5 2. g1f3 b8c6 3. f1b4 a7a6 4. b5a4 g8f6 *"},
      {"dola", "Partie 1 de Dola-Sultan :\n1) Pf2-f4 & Pa9-a8\n2) Pe2-e9 & Pb9-b8\n"},
  }));
  INFO(text);
  for (const Correction& correction : corrections(dialect, text)) {
    std::set<std::string> said = {
        repair::choice(correction, {{correction}, correction.probability})};
    double sum = correction.probability;
    for (const Alternative& one : correction.alternatives) {
      INFO(repair::choice(correction, one));
      CHECK(said.insert(repair::choice(correction, one)).second);
      sum += one.probability;
    }
    CHECK(sum < 1 + 1e-9);
    CHECK(
        std::is_sorted(correction.alternatives.begin(), correction.alternatives.end(),
                       [](const auto& a, const auto& b) { return a.probability > b.probability; }));
  }
}

TEST_CASE("alternatives: they are spelt as the text will have them") {
  const std::vector<Correction> found =
      corrections("dola", "Partie 1 de Dola-Sultan :\n1) Pf2-f4 & Pa9-a8\n2) Pe2-e9 & Pb9-b8\n");
  REQUIRE(found.size() == 1);
  CHECK(found[0].meant.starts_with("Pe2-e"));
  std::size_t told = 0;
  for (const Alternative& one : found[0].alternatives)
    for (const Correction& other : one.corrections) {
      if (other.original != "Pe2-e9" || other.meant.empty()) continue;
      INFO(other.meant);
      CHECK((other.meant[0] >= 'A' && other.meant[0] <= 'Z'));
      ++told;
    }
  CHECK(told > 1);
}

TEST_CASE("alternatives: a move stands for no other where only what is said of it is wrong") {
  const std::vector<Correction> found = corrections(
      "dola",
      "Partie 1 de Dola-Sultan :\n1) Pf2-f4 & Pa9-a8\n2) Pe2-e5 : Pion protégé par Pj2 & "
      "Pb9-b8\n");
  REQUIRE(found.size() == 1);
  CHECK(found[0].faults == repair::Faults().set(std::size_t(Fault::protection)));
  CHECK(repair::proposed(found[0]) == "'Pe2-e5' may be right, and what is said of it not");
}

TEST_CASE("alternatives: as many as are wanted, and none if none is") {
  const std::string text = "1. e4 c5 2. Nf3 Nc6 3. d4 exd4 4. Nxd4 *";
  for (const std::size_t wanted : {0, 1, 2})
    CHECK(corrections("pgn", text, wanted, "handwriting").at(0).alternatives.size() == wanted);
}

TEST_CASE("alternatives: the same game is one reading, however it came to be written so") {
  // The word may be a move that cannot be read, or no move beside one that was left out.
  for (const std::string word : {"N*d7", "Nbd?7"})
    for (const Correction& one : corrections("pgn", with(opera, "Nbd7", word))) {
      CHECK(one.meant == "Nbd7");
      CHECK(one.probability >= repair::certain);
    }
}

TEST_CASE("ask: what is blamed instead is corrected, and all else is right") {
  const std::string text = "1. e4 c5 2. Nf3 Nc6 3. d4 exd4 4. Nxd4 *";
  const MendOptions options{.costs = repair::builtin_costs("handwriting")};
  const Asked earlier = ask(text, {"'e5'"}, options);
  CHECK(earlier.text == with(text, "c5", "e5"));
  CHECK(earlier.questions.size() == 1);
  const Asked later = ask(text, {"'cxd4'"}, options);
  CHECK(later.text == with(text, "exd4", "cxd4"));
  CHECK(later.questions.size() == 1);
  CHECK(ask(text, {""}, options).text == text);
}

TEST_CASE("ask: an answer holds for all that is searched after it") {
  // The same doubt twice in one game: the answer to the first leaves the second to be asked about,
  // and whatever follows keeps to what was said.
  const std::string text =
      "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 5. O-O Be7 6. Re1 b5 7. Bb3 d6 8. c3 O-O 9. h3 Nb8 "
      "10. d4 Nbd7 11. Bf2 h6 12. a3 a5 13. Bf2 a4 *";
  const Asked asked = ask(text, {"'Bd2'", ""}, {});
  CHECK(asked.text.find("11. Bd2") != std::string::npos);
  REQUIRE(asked.questions.size() == 2);
  // A bishop that went to d2 does not go there again.
  CHECK(asked.questions[1].find("'Bf2'") != std::string::npos);
  CHECK(ask(text, {"'Bd2'", "'Bc2'"}, {}).text ==
        with(with(text, "11. Bf2", "11. Bd2"), "13. Bf2", "13. Bc2"));
}

TEST_CASE("likeliest: the choice at a place that most readings have") {
  Correction correction;
  correction.meant = "Bd2";
  correction.probability = 0.3;
  Correction other = correction;
  other.meant = "Bc2";
  correction.alternatives = {{{other}, 0.4}, {{}, 0.1}};
  const Correction best = repair::likeliest(correction);
  CHECK(best.meant == "Bc2");
  REQUIRE(best.alternatives.size() == 2);
  CHECK(best.alternatives[0].corrections.at(0).meant == "Bd2");
  CHECK(best.alternatives[0].probability == 0.3);
  CHECK(best.alternatives[1].corrections.empty());
  correction.probability = 0.5;
  CHECK(repair::likeliest(correction).meant == "Bd2");
}
