#include "repair/mend.hpp"

#include <chrono>
#include <random>

#include "repair/opera.hpp"
#include "replay/replayed.hpp"
#include "stream/convert.hpp"

using namespace replayed;
using namespace opera_game;
using repair::Mended;
using text::Code;

namespace {

const text::Source* source_of(std::string text) {
  static std::vector<std::unique_ptr<text::Source>> kept;
  kept.push_back(std::make_unique<text::Source>("test", std::move(text)));
  return kept.back().get();
}

// Mends all games of the text.
Mended mend(std::string_view dialect, const std::string& text,
            const repair::MendOptions& options = {}) {
  const text::Source& source = *source_of(text);
  const readers::Dialect& reader = *readers::find_dialect(dialect);
  repair::Collector collector;
  text::DiagnosticList findings;
  reader.read(source, collector, findings);
  std::map<std::uint32_t, std::string> games;
  for (std::uint32_t i = 0; i < collector.games.size(); ++i) games.emplace(i, "");
  return repair::mend(source, reader, registry(), games, options);
}

std::size_t count(const Mended& mended, Code code) {
  std::size_t count = 0;
  for (const auto& [game, one] : mended.games)
    for (const text::Diagnostic& finding : one.findings) count += finding.code == code;
  return count;
}

std::size_t illegal_moves(std::string_view dialect, const std::string& text) {
  std::size_t count = 0;
  for (const text::Diagnostic& finding : replay_text(dialect, text).findings.items)
    count += finding.code == Code::illegal_move || finding.code == Code::undecided_move;
  return count;
}

// The laws of what was mended, whatever the text.
void expect_laws(std::string_view dialect, const std::string& text, const Mended& mended) {
  INFO(text);
  INFO(mended.revision.text());
  // The fixes of the corrections are the changes, all of them and nothing else.
  std::vector<text::Fix> fixes;
  for (const auto& [game, one] : mended.games)
    for (const text::Diagnostic& finding : one.findings)
      if (finding.code == Code::corrected)
        fixes.insert(fixes.end(), finding.fixes.begin(), finding.fixes.end());
  text::Revision again(source_of(text)->text());
  REQUIRE(again.change(fixes));
  CHECK(again.text() == mended.revision.text());
  // Twice changes nothing.
  CHECK(mend(dialect, mended.revision.text()).revision.changes().empty());
  CHECK(illegal_moves(dialect, mended.revision.text()) <= illegal_moves(dialect, text));
}

}  // namespace

TEST_CASE("mend: the recorded games, and nothing else of their text") {
  const std::string text = read_file("corpus/dola/dola-sultan-qinwan-sinwan.txt");
  const Mended mended = mend("dola", text);
  const std::vector<text::Fix> changes = mended.revision.changes();
  const std::string_view original = source_of(text)->text();
  std::vector<std::string> said;
  for (const text::Fix& change : changes) {
    // Within a token, which has no blank in it; an ampersand comes with one.
    said.push_back(std::string(original.substr(change.span.begin, change.span.size())) + " -> " +
                   change.replacement);
  }
  CHECK(said == std::vector<std::string>{"- -> ", "C -> CT", "C -> CT", "+ -> ", "CT -> CF",
                                         "c5-d4 -> c6-d5", "i8 -> i7", "C -> CT", " -> & ",
                                         " -> +"});
  CHECK(count(mended, Code::corrected) == 10);
  CHECK(count(mended, Code::correction_proposed) == 0);
  CHECK(count(mended, Code::unrepairable_game) == 0);
  // What is left are the two numbers that were skipped.
  std::vector<Code> left;
  for (const text::Diagnostic& finding : replay_text("dola", mended.revision.text()).findings.items)
    left.push_back(finding.code);
  CHECK(left == std::vector<Code>{Code::skipped_number, Code::skipped_number});
  expect_laws("dola", text, mended);
}

TEST_CASE("mend: a clean game is left alone") {
  const Mended mended = mend("pgn", opera);
  CHECK(mended.revision.text() == opera);
  CHECK(count(mended, Code::corrected) == 0);
}

TEST_CASE("mend: moves are put in and taken out with what belongs to them") {
  const auto [text, expected] = GENERATE(table<std::string, std::string>({
      {with(opera, "12. O-O-O Rd8 13.", "12. O-O-O 13."), opera},
      {with(opera, "12. O-O-O Rd8 13.", "12. O-O-O {!} 13."),
       with(opera, "O-O-O Rd8", "O-O-O {!} Rd8")},
      {with(opera, "13. Rxd7 Rxd7 14.", "13. Rxd7 14."), opera},
      {with(opera, "9. Bg5 b5", "9. Bg5 Bg5 b5"), opera},
      {with(opera, "8. Nc3 c6", "8. Nc3 Ra4 c6"), opera},
      {with(opera, "9. Bg5 b5", "9. b5 Bg5"), opera},
  }));
  const Mended mended = mend("pgn", text, {.accepted = repair::likely});
  CHECK(mended.revision.text() == expected);
  expect_laws("pgn", text, mended);
}

TEST_CASE("mend: what stood there is remembered") {
  std::string text = with(opera, "6. Bc4", "6. Nc4");
  text = with(text, "8. Nc3 c6", "8. Nc3 Ra4 c6");
  text = with(text, "12. O-O-O Rd8 13.", "12. O-O-O 13.");
  const Mended mended = mend("pgn", text);
  const std::vector<repair::MendedMove>& moves = mended.games.at(0).moves;
  REQUIRE(moves.size() == 34);
  CHECK(moves[10].original == "Nc4");
  CHECK(moves[15].taken_out == std::vector<std::string>{"Ra4"});
  CHECK(moves[23].original == repair::not_written);
  std::size_t touched = 0;
  for (const repair::MendedMove& move : moves) touched += move.original || !move.taken_out.empty();
  CHECK(touched == 3);
}

TEST_CASE("mend: what is not sure enough is proposed") {
  // One square beside f2 there are two for the bishop.
  const std::string text =
      "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 5. O-O Be7 6. Re1 b5 7. Bb3 d6 8. c3 O-O 9. h3 Nb8 "
      "10. d4 Nbd7 11. Bf2 h6 12. a3 *";
  const Mended sure = mend("pgn", text);
  CHECK(sure.revision.text() == text);
  CHECK(count(sure, Code::correction_proposed) == 1);
  const Mended all = mend("pgn", text, {.accepted = 0});
  CHECK(count(all, Code::corrected) == 1);
  CHECK(illegal_moves("pgn", all.revision.text()) == 0);

  // The one who is asked decides.
  std::size_t asked = 0;
  repair::MendOptions options;
  options.ask = [&](const repair::Question& question) -> std::optional<std::size_t> {
    ++asked;
    CHECK(question.game == 0);
    const auto& others = question.correction.alternatives;
    REQUIRE_FALSE(question.correction.fen.empty());
    if (question.correction.meant == "Bd2") return 0;
    for (std::size_t i = 0; i < others.size(); ++i)
      if (others[i].meant == "Bd2") return i + 1;
    FAIL("the move is not among the choices");
    return {};
  };
  options.alternatives = 50;
  CHECK(mend("pgn", text, options).revision.text() == with(text, "Bf2", "Bd2"));
  CHECK(asked == 1);
  options.ask = [](const repair::Question&) { return std::nullopt; };
  CHECK(mend("pgn", text, options).revision.text() == text);
}

TEST_CASE("mend: no ending is made up") {
  std::string text = "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 ";
  for (int i = 0; i < 30; ++i) text += "Qxh8# Rb6xa7+ ";
  const Mended mended = mend("pgn", text + "1-0");
  CHECK(mended.revision.changes().empty());
  REQUIRE(count(mended, Code::unrepairable_game) == 1);
  const text::Diagnostic& finding = mended.games.at(0).findings.back();
  CHECK(finding.args == std::vector<std::string>{"6", "66"});
  CHECK(finding.ply == 7);
}

TEST_CASE("mend: random faults in random places") {
  std::mt19937 random(1858);
  const std::string seeds = read_file("corpus/dola/valid/dola-sultan-qinwan-sinwan-mended.txt");
  const std::string lan =
      "1. e2-e4 e7-e5 2. Ng1-f3 Nb8-c6 3. Bf1-b5 a7-a6 4. Bb5-a4 Ng8-f6 "
      "5. O-O Bf8-e7 6. Rf1-e1 b7-b5 7. Ba4-b3 d7-d6 8. c2-c3 O-O *\n";
  const std::string uci = "1. e2e4 e7e5 2. g1f3 b8c6 3. f1b5 a7a6 4. b5a4 g8f6 5. e1g1 f8e7 *\n";
  struct Kind {
    const char* dialect;
    std::string text;
    int trials;
  };
  for (const Kind& kind : {Kind{"pgn", opera, 60}, Kind{"pgn", lan, 30}, Kind{"pgn", uci, 30},
                           Kind{"dola", seeds.substr(seeds.find("1èrePartie de Dola-Sultan")), 4}})
    for (int trial = 0; trial < kind.trials; ++trial) {
      std::string text = kind.text;
      for (auto faults = 1 + random() % 3; faults > 0; --faults) {
        const std::size_t at = random() % std::min<std::size_t>(text.size(), 3000);
        const char c = text[at];
        if (c >= 'a' && c <= 'h')
          text[at] = char('a' + random() % 8);
        else if (c >= '1' && c <= '8')
          text[at] = char('1' + random() % 8);
        else if (c >= 'A' && c <= 'Z')
          text[at] = "KQRBNF"[random() % 6];
        else if (c == ' ')
          text.insert(at, 1, "xa1+"[random() % 4]);
      }
      if (text == kind.text) continue;
      expect_laws(kind.dialect, text, mend(kind.dialect, text));
    }
}

TEST_CASE("mend: hostile input ends") {
  std::string junk;
  std::mt19937 random(3);
  while (junk.size() < (1 << 20)) {
    for (auto i = 1 + random() % 6; i > 0; --i) junk += char(33 + random() % 94);
    junk += ' ';
  }
  const Mended mended = mend("pgn", "1. e4 e5 " + junk);
  CHECK(illegal_moves("pgn", mended.revision.text()) <= illegal_moves("pgn", "1. e4 e5 " + junk));
}
