#include "repair/mend.hpp"

#include <algorithm>
#include <random>

#include "repair/mend_laws.hpp"
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
  return repair::mend_all(*source_of(text), *readers::find_dialect(dialect), registry(), options);
}

std::size_t count(const Mended& mended, Code code) {
  std::size_t count = 0;
  for (const auto& [game, one] : mended.games)
    for (const text::Diagnostic& finding : one.findings) count += finding.code == code;
  return count;
}

std::size_t illegal_moves(std::string_view dialect, const std::string& text) {
  return repair::faulty(*source_of(text), *readers::find_dialect(dialect), registry()).moves;
}

void expect_laws(std::string_view dialect, const std::string& text, const Mended& mended) {
  INFO(text);
  INFO(mended.revision.text());
  CHECK(repair::broken_law(*source_of(text), *readers::find_dialect(dialect), registry(), mended) ==
        "");
}

}  // namespace

TEST_CASE("mend: the recorded games, and nothing else of their text") {
  const std::string text = read_file("corpus/dola/dola-sultan-qinwan-sinwan.txt");
  const Mended mended = mend("dola", text);
  const std::vector<text::Fix> changes = mended.revision.changes();
  const std::string_view original = source_of(text)->text();
  std::vector<std::string> said;
  std::size_t numbers = 0;
  for (const text::Fix& change : changes) {
    const auto is_figure = [](char c) { return c >= '0' && c <= '9'; };
    if (std::all_of(change.replacement.begin(), change.replacement.end(), is_figure) &&
        !change.replacement.empty()) {
      ++numbers;
      continue;
    }
    // Within a token, which has no blank in it; an ampersand comes with one.
    said.push_back(std::string(original.substr(change.span.begin, change.span.size())) + " -> " +
                   change.replacement);
  }
  CHECK(said == std::vector<std::string>{"- -> ", "C -> CT", "C -> CT", "+ -> ", "CT -> CF",
                                         "c5-d4 -> c6-d5", "i8 -> i7", "C -> CT", " -> & ",
                                         " -> +"});
  // Two numbers were skipped, and all behind them are one too high.
  CHECK(numbers == 22 + 30);
  CHECK(count(mended, Code::corrected) == 12);
  CHECK(count(mended, Code::correction_proposed) == 0);
  CHECK(count(mended, Code::unrepairable_game) == 0);
  CHECK(replay_text("dola", mended.revision.text()).findings.items.empty());
  CHECK(mended.revision.text() ==
        source_of(read_file("corpus/dola/valid/dola-sultan-qinwan-sinwan-mended.txt"))->text());
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

TEST_CASE("mend: a line that is taken out takes its number along") {
  const std::string game =
      "1. e4 e5 2. Nf3 Nc6 3. Bc4 Bc5 4. O-O Nf6 5. d3 d6 6. Re1 O-O 7. c3 a6 *";
  const auto [wrong, right] = GENERATE_COPY(table<std::string, std::string>({
      {with(game, "5. d3", "5. Rc1 Bd6 5. d3"), game},
      {with(game, " 5. d3", " 5. Rc1 Bd6\n5. d3"), with(game, " 5. d3", "\n5. d3")},
      {with(game, " 5. d3", "\n5. Rc1 Bd6\n5. d3"), with(game, " 5. d3", "\n5. d3")},
      {with(game, " 5. d3", " {a}\n5. Rc1 Bd6 5. d3"), with(game, " 5. d3", " {a}\n 5. d3")},
      {with(game, "6. Re1 O-O", "6. Re1 O-O 6. Re1 O-O"), game},
  }));
  INFO(wrong);
  const Mended mended = mend("pgn", wrong, {.accepted = repair::likely});
  CHECK(mended.revision.text() == right);
  expect_laws("pgn", wrong, mended);
}

TEST_CASE("mend: castling keeps the signs it is written with") {
  const std::string game =
      "1. e4 e5 2. Nf3 Nc6 3. Bc4 Bc5 4. O-O Nf6 5. d3 d6 6. Re1 O-O 7. c3 a6 *";
  const auto [right, wrong] = GENERATE(table<std::string, std::string>({
      {"O-O", "O-O-O"},
      {"0-0", "0-0-0"},
      {"o-o", "o-o-o"},
  }));
  INFO(wrong);
  const std::string written = with(game, "4. O-O", "4. " + wrong);
  const Mended mended = mend("pgn", written, {.accepted = repair::likely});
  CHECK(mended.revision.text() == with(game, "4. O-O", "4. " + right));
  REQUIRE(mended.revision.changes().size() == 1);
  CHECK(mended.revision.changes()[0].span.size() == 2);
  // And the other way about.
  const std::string short_one = with(opera, "O-O-O", right);
  CHECK(mend("pgn", short_one, {.accepted = repair::likely}).revision.text() ==
        with(opera, "O-O-O", wrong));
}

TEST_CASE("mend: what was left out is written as the text writes") {
  struct Signs {
    std::string castling, quiet;
  };
  const Signs signs =
      GENERATE(Signs{"O-O", "-"}, Signs{"0-0", ""}, Signs{"00", "–"}, Signs{"o-o", "-"});
  const auto write = [&](std::string game) {
    const auto replace = [&](const std::string& sign, const std::string& with) {
      for (std::size_t at = 0; (at = game.find(sign, at)) != game.npos; at += with.size())
        game.replace(at, sign.size(), with);
    };
    replace("O-O", signs.castling);
    replace("~", signs.quiet);
    return game;
  };
  // Black cannot come to h8, nor White back to f3, without the move that is left out.
  const std::string game =
      "1. e2~e4 e7~e5 2. Ng1~f3 Nb8~c6 3. Bf1~c4 Bf8~c5 4. O-O Ng8~f6 5. d2~d3 d7~d6 "
      "6. Rf1~e1 O-O 7. c2~c3 Kg8~h8 8. Nf3~g5 a7~a6 9. Ng5~f3 *";
  for (const char* left_out : {"O-O 7. ", "Nf3~g5 "}) {
    const std::string written = write(with(game, left_out, left_out[0] == 'O' ? "7. " : ""));
    INFO(written);
    CHECK(mend("pgn", written, {.accepted = 0}).revision.text() == write(game));
  }
}

TEST_CASE("mend: of a note only what is wrong is changed") {
  const std::string seeds = read_file("corpus/dola/valid/dola-sultan-qinwan-sinwan-mended.txt");
  const auto [right, wrong] = GENERATE(table<std::string, std::string>({
      {"(SD=SD+CT)", "(SD=SD+CF)"},
      {"(T=T+CT)", "(T=T+CF)"},
      {"(CT)", "(CF)"},
      {"(convention2)", "(convention3)"},
      {"(conv3)", "(conv2)"},
      {"Ph9-h8", "Ph9-h8(conv3)"},
  }));
  INFO(wrong);
  const Mended mended = mend("dola", with(seeds, right, wrong), {.accepted = repair::likely});
  CHECK(mended.revision.text() == source_of(seeds)->text());
  REQUIRE(mended.revision.changes().size() == 1);
  const std::size_t too_much = wrong.size() - right.size();
  CHECK(mended.revision.changes()[0].span.size() <= std::max<std::size_t>(too_much, 2));
}

TEST_CASE("mend: of castling with its squares only what is wrong is changed") {
  const std::string seeds = read_file("corpus/dola/valid/dola-sultan-qinwan-sinwan-mended.txt");
  const auto [right, wrong] = GENERATE(table<std::string, std::string>({
      {"00(Rf1-i1)", "000(Rf1-i1)"},
      {"00(Rf1-i1)", "00(Rf1-h1)"},
      {"00(Rf1-i1)", "000(Rf1-c1)"},
  }));
  const Mended mended = mend("dola", with(seeds, right, wrong));
  std::size_t changed = 0;
  for (const text::Fix& change : mended.revision.changes())
    changed += std::max<std::size_t>(change.span.size(), change.replacement.size());
  CHECK(mended.revision.text() == source_of(seeds)->text());
  CHECK(changed == (wrong.ends_with("c1)") ? 3 : wrong.ends_with("h1)") ? 2 : 1));
}

TEST_CASE("mend: a square that lost its letter, or whose letter went astray, is whole again") {
  const std::string seeds = read_file("corpus/dola/valid/dola-sultan-qinwan-sinwan-mended.txt");
  const auto [right, wrong] = GENERATE(table<std::string, std::string>({
      {"& Df8-h6", "& D8-h6"},
      {"& CTd8xPc6", "& CTd8xP6c"},
      {"Fi5xFf2+(F=F+CF)", "Fi5xFf2+(T=T+CT)"},
      {"(Rf1-i1,Tj1-h1)", "(Rf1-i1,Rf1-i1)"},
  }));
  INFO(wrong);
  const Mended mended = mend("dola", with(seeds, right, wrong));
  CHECK(mended.revision.text() == source_of(seeds)->text());
  for (const auto& [game, one] : mended.games)
    for (const text::Diagnostic& finding : one.findings)
      if (wrong == "& CTd8xP6c") CHECK(finding.args[0] == "'CTd8xP6c' corrected to 'CTd8xPc6'");
}

TEST_CASE("mend: of a word that holds more than its move nothing stays") {
  const std::string seeds = read_file("corpus/dola/valid/dola-sultan-qinwan-sinwan-mended.txt");
  const std::string word = GENERATE(as<std::string>(), "CTd8xP6c", "CTd7xPc6q", "CTd8xPd6q",
                                    "CTd8xPc64", "qCTd8xPc6", "CTd8xPc6q", "CTd8xPc6x1");
  INFO(word);
  const text::Source source("test", with(seeds, "CTd8xPc6", word));
  const Mended mended =
      repair::mend_all(source, *readers::find_dialect("dola"), registry(), {.accepted = 0});
  const bool is_whole_again = mended.revision.text() == source_of(seeds)->text();
  CHECK(is_whole_again);
  for (const auto& [game, one] : mended.games)
    for (const text::Diagnostic& finding : one.findings) {
      const std::string_view shown = source.text(finding.span);
      const bool is_whole = shown == word || finding.args[0].ends_with("taken out");
      if (word.find(shown) != word.npos) CHECK(is_whole);
    }
}

TEST_CASE("mend: of a word of PGN that holds more than its move nothing stays") {
  const auto [right, wrong] = GENERATE(table<std::string, std::string>({
      {"2. Nf3", "2. qNf3"},
      {"2. Nf3", "2. xNf3"},
      {"2. Nf3", "2. aNf3"},
      {"2. Nf3", "2. 3fN"},
      {"2. Nf3", "2. Nf34"},
      {"6. Bc4", "6. :Bc4"},
      {"8. Nc3", "8. qNc3"},
      {"2. Nf3", "2. N f4"},
      {"5. Qxf3", "5. Q xf2"},
      {"9. Bg5", "9. B g4"},
      {"4... Bxf3", "4... B x f2"},
  }));
  const std::string numbered = with(opera, "4. dxe5 Bxf3", "4. dxe5 4... Bxf3");
  INFO(wrong);
  CHECK(mend("pgn", with(numbered, right, wrong), {.accepted = 0}).revision.text() == numbered);
}

TEST_CASE("mend: figures that are stuck to a move are no number") {
  const std::string text = "1. 2e-e4 e7-e5 2. Ng1-f3 Nb8-c6 3. Bf1-b5 a7-a6 4. Bb5-a4 Ng8-f6 *\n";
  CHECK(mend("pgn", text).revision.text() == text);
}

TEST_CASE("mend: what stood there is remembered") {
  std::string text = with(opera, "6. Bc4", "6. Nc4");
  text = with(text, "8. Nc3 c6", "8. Nc3 Ra4 c6");
  text = with(text, "12. O-O-O Rd8 13.", "12. O-O-O 13.");
  const Mended mended = mend("pgn", text, {.accepted = repair::likely});
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
      if (!others[i].corrections.empty() && others[i].corrections[0].meant == "Bd2") return i + 1;
    FAIL("the move is not among the choices");
    return {};
  };
  options.alternatives = 50;
  CHECK(mend("pgn", text, options).revision.text() == with(text, "Bf2", "Bd2"));
  CHECK(asked == 1);
  options.ask = [](const repair::Question&) { return std::nullopt; };
  CHECK(mend("pgn", text, options).revision.text() == text);
}

TEST_CASE("mend: a list of the men at the end contradicts a game that is legal") {
  const std::string game =
      "Partie 1 de Dola-Sultan :\n1) Pf2-f4 & Pa9-a8\n2) Pe2-e5 & Pb9-b8\n3) Pd2-d4 & Pc9-c8\n\n"
      "Position finale :\nBlancs : Rf1 ; De1 ; Ta1 ; Tj1 ; Fd1 ; Fg1 ; CTc1 ; CTh1 ; CFb1 ; CFi1 ; "
      "pions : Pa2 ; Pb2 ; Pc2 ; Pd4 ; Pe5 ; Pf4 ; Pg2 ; Ph2 ; Pi2 ; Pj2\n"
      "Noirs : Rf10 ; De10 ; Ta10 ; Tj10 ; Fd10 ; Fg10 ; CTc10 ; CTh10 ; CFb10 ; CFi10 ; "
      "pions : Pa8 ; Pb8 ; Pc8 ; Pd9 ; Pe9 ; Pf9 ; Pg9 ; Ph9 ; Pi9 ; Pj9\n";
  CHECK(replay_text("dola", game).findings.items.empty());
  const std::string wrong = with(game, "Pe2-e5", "Pe2-e4");
  const auto replayed = replay_text("dola", wrong);
  REQUIRE(replayed.findings.items.size() == 1);
  CHECK(replayed.findings.items[0].code == Code::final_men);
  CHECK(replayed.findings.items[0].args ==
        std::vector<std::string>{
            "White's P on e4 is not listed; White's P on e5 is listed, where nothing stands"});
  const Mended mended = mend("dola", wrong);
  CHECK(mended.revision.text() == game);
  expect_laws("dola", wrong, mended);
  // Where no single move explains it, the list is as likely to be wrong.
  const std::string other = with(game, "Ta1 ; ", "");
  CHECK(replay_text("dola", other).findings.items.size() == 1);
  CHECK(mend("dola", other).revision.text() == other);
  // Of another round.
  const std::string of_another =
      with(wrong, "Position finale :", "Position finale de la 2ème partie :");
  CHECK(replay_text("dola", of_another).findings.items.empty());
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

TEST_CASE("mend: a game that is given up is mended as far as it is explained") {
  // A slip, and a stray sign, before what is no game, and a stray sign in that.
  const std::string begin =
      "1ère Partie de Dola-Sultan :\n1) Pf2-f5 & Pf9-f6\n2) CTc1-d3 & Cc10-d8\n3) CTd3-c1- & "
      "CTd8-c10\n4) Pe2-e4 & Pe9-e8\n";
  std::string rest;
  for (int i = 5; i < 40; ++i) rest += std::to_string(i) + ") SDa1xCFj10+mat- & Tb5-b5\n";
  const std::string text = begin + rest;
  const std::string mended_begin = with(with(begin, "Cc10", "CTc10"), "c1- ", "c1 ");
  CHECK(mend("dola", begin).revision.text() == mended_begin);
  const Mended mended = mend("dola", text);
  CHECK(mended.revision.text() == mended_begin + rest);
  CHECK(count(mended, Code::unrepairable_game) == 1);
  CHECK(count(mended, Code::corrected) == 2);
  expect_laws("dola", text, mended);
}

TEST_CASE("mend: of a game that is given up it is asked what is doubtful") {
  std::string text = "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba5 Nf6 5. O-O Be7 6. Re1 b5 ";
  for (int i = 0; i < 30; ++i) text += "Qxh8# Rb6xa7+ ";
  std::vector<std::uint32_t> asked;
  repair::MendOptions options;
  options.accepted = 1.1;
  options.ask = [&](const repair::Question& question) {
    asked.push_back(question.correction.move);
    return std::optional<std::size_t>(0);
  };
  const Mended mended = mend("pgn", text, options);
  CHECK(asked == std::vector<std::uint32_t>{6});
  CHECK(mended.revision.text() == with(text, "Ba5", "Ba4"));
  CHECK(count(mended, Code::unrepairable_game) == 1);
}

TEST_CASE("mend: what few moves bear out before a game is given up is proposed") {
  const auto [moves, changes] = GENERATE(table<std::string, std::size_t>(
      {{"4. Ba5 Nf6 5. O-O ", 0}, {"4. Ba5 Nf6 5. O-O Be7 6. Re1 b5 7. Bb3 d6 8. c3 O-O ", 1}}));
  std::string text = "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 " + moves;
  for (int i = 0; i < 30; ++i) text += "Qxh8# Rb6xa7+ ";
  CHECK(mend("pgn", text).revision.changes().size() == changes);
  CHECK(mend("pgn", text, {.accepted = repair::likely}).revision.changes().size() == 1);
}

TEST_CASE("mend: what can be played is no less than what is explained") {
  std::string text = "1. Nf3 ";
  for (int i = 0; i < 40; ++i) text += "Qg3 Kb4 ";
  const Mended mended = mend("pgn", text + "*");
  CHECK(mended.revision.changes().empty());
  REQUIRE(count(mended, Code::unrepairable_game) == 1);
  CHECK(mended.games.at(0).findings.back().args == std::vector<std::string>{"1", "81"});
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

TEST_CASE("mend: hostile input ends with what was found so far") {
#ifdef NUSKHA_SANITIZED
  constexpr std::size_t bytes = 1 << 15;
  constexpr int plies = 300;
#else
  constexpr std::size_t bytes = 1 << 20;
  constexpr int plies = 10000;
#endif
  struct Notation {
    const char *dialect, *begin, *wrong, *shuffle, *end;
  };
  const Notation notation = GENERATE(
      Notation{"pgn", "1. e4 e5 ", "Qxh8# Rb6xa7+ ", "Nf3 Nf6 Ng1 Ng8 Nc4 Nc6 Nb1 Nb8 ", "1-0\n"},
      Notation{"dola", "1ère Partie de Dola-Sultan :\n1) Pf2-f5 & Pf9-f6 ",
               "& SDa1xCFj10+mat 7) Tb5-b5 ",
               "2) CTc1-d3 & CTc10-d8 3) CTd3-c1 & CTd8-c10 4) CTc1-d4 & CTc10-d8 ",
               "\nLes noirs abandonnent\n"});
  // The same tokens over and over.
  const auto repeated = [&](std::string_view tokens, std::size_t length) {
    std::string text = notation.begin;
    while (text.size() < length) text += tokens;
    return text + notation.end;
  };
  std::string junk = notation.begin;
  std::mt19937 random(3);
  while (junk.size() < bytes) {
    for (auto i = 1 + random() % 6; i > 0; --i) junk += char(33 + random() % 94);
    junk += ' ';
  }
  const std::string_view tokens = notation.shuffle;
  const auto dashes = std::count(tokens.begin(), tokens.end(), '-');
  const auto moves =
      std::size_t(dashes > 0 ? dashes : std::count(tokens.begin(), tokens.end(), ' '));
  for (const std::string& text : {junk, repeated(notation.wrong, bytes / 8),
                                  repeated(tokens, tokens.size() * std::size_t(plies) / moves)}) {
    INFO(notation.dialect << " " << text.substr(0, 100) << "... of " << text.size());
    const Mended mended = mend(notation.dialect, text);
    CHECK(illegal_moves(notation.dialect, mended.revision.text()) <=
          illegal_moves(notation.dialect, text));
    // Nothing of a junk word need look like a move.
    if (text != junk)
      CHECK(count(mended, Code::corrected) + count(mended, Code::correction_proposed) +
                count(mended, Code::unrepairable_game) >
            0);
  }
}

TEST_CASE("mend: a word that stands where a move should is that move, not text beside it") {
  const auto [right, wrong] = GENERATE(table<std::string, std::string>({
      {"Qxd4+ Kxa5 27. b4+", "Qxd4+ Kx5a 27. b4+"},
      {"Qxd4+ Kxa5 27. b4+", "Qxd4+ ??? 27. b4+"},
      {"Qxd4+ Kxa5 27. b4+", "Qxd4+ Kxa 5 27. b4+"},
      {"Qxd4+ Kxa5 27. b4+", "Qxd4+ Kxa527. b4+"},
      {"41. Qa4+ Ke1", "41. Qa 4+ Ke1"},
      // of numbers as well
      {"13. Nc1", "l3. Nc1"},
      {"38. Bxc4", "3.8 Bxc4"},
      {"19. Bh3", "1 9. Bh3"},
  }));
  const std::string game =
      "1. e4 d6 2. d4 Nf6 3. Nc3 g6 4. Be3 Bg7 5. Qd2 c6 6. f3 b5 7. Nge2 Nbd7 8. Bh6 Bxh6 9. Qxh6 "
      "Bb7 10. a3 e5 11. O-O-O Qe7 12. Kb1 a6 13. Nc1 O-O-O 14. Nb3 exd4 15. Rxd4 c5 16. Rd1 Nb6 "
      "17. g3 Kb8 18. Na5 Ba8 19. Bh3 d5 20. Qf4+ Ka7 21. Rhe1 d4 22. Nd5 Nbxd5 23. exd5 Qd6 "
      "24. Rxd4 cxd4 25. Re7+ Kb6 26. Qxd4+ Kxa5 27. b4+ Ka4 28. Qc3 Qxd5 29. Ra7 Bb7 30. Rxb7 Qc4 "
      "31. Qxf6 Kxa3 32. Qxa6+ Kxb4 33. c3+ Kxc3 34. Qa1+ Kd2 35. Qb2+ Kd1 36. Bf1 Rd2 37. Rd7 "
      "Rxd7 "
      "38. Bxc4 bxc4 39. Qxh8 Rd3 40. Qa8 c3 41. Qa4+ Ke1 42. f4 f5 43. Kc1 Rd2 44. Qa7 1-0\n";
  const std::string text = with(game, right, wrong);
  const Mended mended = mend("pgn", text, {.accepted = repair::likely});
  INFO(wrong);
  CHECK(mended.revision.text() == game);
  CHECK(count(mended, Code::corrected) == 1);
  expect_laws("pgn", text, mended);
}

TEST_CASE("mend: what is no move and stands in no move's place stays") {
  const auto [right, wrong, mended_so] = GENERATE(table<std::string, std::string, std::string>({
      // a word too many; words of prose where a move is missing
      {"cxb5 11. Bxb5+", "cxb5 hello 11. Bxb5+", "cxb5 hello 11. Bxb5+"},
      {"Rd8 13. Rxd7 Rxd7", "Rd8 13. at long last Rxd7", "Rd8 13. at long last Rxd7 Rxd7"},
      {"4. dxe5 Bxf3", "4 dxe5 hello Bxf3", "4 dxe5 hello Bxf3"},
      // a number that counts on
      {"4. dxe5 Bxf3 5. Qxf3", "4 dxe5 Bxf 5 Qxf3", "4 dxe5 Bxf3 5 Qxf3"},
  }));
  const std::string text = with(opera, right, wrong);
  const Mended mended = mend("pgn", text, {.accepted = repair::likely});
  INFO(wrong);
  CHECK(mended.revision.text() == with(opera, right, mended_so));
  expect_laws("pgn", text, mended);
}

TEST_CASE("mend: what may stand for the last move is proposed") {
  const auto [wrong, proposed] = GENERATE(table<std::string, std::string>({
      {"17. Rd# 1-0", "'Rd#' may stand for 'Rd8#'"},
      {"17. @@@ 1-0", "'@@@' may stand for "},
      {"17. Rd8# adjourned 1-0", ""},
  }));
  const std::string text = with(opera, "17. Rd8# 1-0", wrong);
  const Mended mended = mend("pgn", text);
  INFO(wrong);
  CHECK(mended.revision.text() == text);
  std::string said;
  for (const auto& [game, one] : mended.games)
    for (const text::Diagnostic& finding : one.findings) said += finding.message() + "\n";
  CHECK(said.substr(0, proposed.size()) == proposed);
  CHECK(said.empty() == proposed.empty());
}

TEST_CASE("mend: a rank that is apart from its file, in the author's notation") {
  const std::string game = read_file("corpus/dola/valid/dola-sultan-qinwan-sinwan-mended.txt");
  const std::string text = with(game, "CTh10-g8 6)", "CTh10-g 8 6)");
  const Mended mended = mend("dola", text);
  CHECK(mended.revision.text() == game);
}
