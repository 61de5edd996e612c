#include <algorithm>
#include <tuple>
#include <variant>

#include "repair/miswrite.hpp"
#include "repair/opera.hpp"
#include "repair/repair.hpp"
#include "replay/replayed.hpp"
#include "rules/fen.hpp"

using namespace replayed;
using namespace opera_game;
using miswrite::Kind;
using repair::Fault;
using repair::Repaired;

namespace {

Repaired mend(std::string_view dialect, const std::string& text, std::size_t game = 0) {
  const text::Source source("test", text);
  repair::Collector collector;
  text::DiagnosticList findings;
  readers::find_dialect(dialect)->read(source, collector, findings);
  REQUIRE(collector.games.size() > game);
  return repair::repair(collector.games[game], registry());
}

}  // namespace

TEST_CASE("repair: what lines and columns go through") {
  std::string wrong;
  Fault fault;
  std::size_t corrections;
  std::tie(wrong, fault, corrections) = GENERATE(table<std::string, Fault, std::size_t>({
      // White's moves in Black's column, over three lines
      {with(opera, "6. Bc4 Nf6 7. Qb3 Qe7 8. Nc3 c6", "6. Nf6 Bc4 7. Qe7 Qb3 8. c6 Nc3"),
       Fault::columns, 6},
      // a line of another game, under the number of the next
      {with(opera, "8. Nc3 c6", "8. Rc1 Bd6 8. Nc3 c6"), Fault::foreign_line, 2},
      // a word nobody can read, and a blot
      {with(opera, "7. Qb3", "7. Q*b3"), Fault::unreadable, 1},
      {with(opera, "Nbd7", "N*d7"), Fault::unreadable, 1},
  }));
  INFO(wrong);
  const Repaired r = mend("pgn", wrong);
  CHECK(r.state == Repaired::State::mended);
  REQUIRE_FALSE(r.readings.empty());
  CHECK(r.readings[0].moves == mend("pgn", opera).readings[0].moves);
  CHECK(r.readings[0].corrections.size() == corrections);
  CHECK(std::any_of(r.readings[0].corrections.begin(), r.readings[0].corrections.end(),
                    [&](const auto& c) { return c.faults[std::size_t(fault)]; }));
}

TEST_CASE("repair: a slip in the numbers is no move left out") {
  const std::string shuffle = "1. Nf3 Nf6 2. Ng1 Ng8 3. Nc3 Nc6 4. Nb1 Nb8";
  // One number is skipped and every move is there.
  const Repaired slip = mend("pgn", with(with(shuffle, "3.", "4."), "4. Nb1", "5. Nb1") + " *");
  REQUIRE_FALSE(slip.readings.empty());
  REQUIRE(slip.readings[0].corrections.size() == 1);
  CHECK(slip.readings[0].corrections[0].faults[std::size_t(Fault::numbering)]);
  // Numbers tell which side's move is missing.
  const Repaired r = mend("pgn", with(shuffle, "2. Ng1 Ng8", "2. Ng1") + " *");
  CHECK(r.state == Repaired::State::mended);
  REQUIRE_FALSE(r.readings.empty());
  REQUIRE(r.readings[0].corrections.size() == 1);
  CHECK(r.readings[0].corrections[0].faults[std::size_t(Fault::half_move_left_out)]);
  CHECK(r.readings[0].corrections[0].ply == 4);
}

TEST_CASE("repair: a gap in the numbers is where a move was left out, however late that shows") {
  // Black's queen is in the way of his rook on move 12, White's not where she checks on move 16.
  const Repaired r = mend("pgn", with(opera, " 7. Qb3 Qe7", ""));
  REQUIRE_FALSE(r.readings.empty());
  CHECK(r.readings[0].moves == mend("pgn", opera).readings[0].moves);
  REQUIRE(r.readings[0].corrections.size() == 2);
  for (const repair::Correction& correction : r.readings[0].corrections) {
    CHECK(correction.faults[std::size_t(Fault::whole_move_left_out)]);
    CHECK(correction.move == 12);
    CHECK(correction.probability > 0.8);
  }
}

TEST_CASE("repair: what most readings say of a gap in the numbers comes first") {
  // White must have played e4 for e5, and Black may have answered anything.
  const std::string game =
      "1. d4 Nf6 2. c4 e6 3. Nf3 b6 4. g3 Ba6 5. b3 Bb4+ 6. Bd2 Be7 7. Bg2 c6 8. Bc3 d5 9. Ne5 "
      "Nfd7 10. Nxd7 Nxd7 11. Nd2 O-O 12. O-O Rc8 14. Rc1 dxc4 15. e5 cxb3 16. axb3 Bd3 *\n";
  const Repaired r = mend("pgn", game);
  REQUIRE_FALSE(r.readings.empty());
  const std::vector<repair::Correction>& all = r.readings[0].corrections;
  REQUIRE(all.size() == 2);
  CHECK(all[0].faults[std::size_t(Fault::whole_move_left_out)]);
  CHECK(all[0].meant == "e4");
  CHECK(all[0].probability > 0.5);
}

TEST_CASE("repair: a move left out is another reading of a number that is skipped") {
  const Repaired r = mend("pgn", "1. e4 e5 2. Nf3 d6 3. d4 Bg4 5. dxe5 Bxf3 6. Qxf3 dxe5 *\n");
  REQUIRE_FALSE(r.readings.empty());
  const std::vector<repair::Correction>& all = r.readings[0].corrections;
  REQUIRE(all.size() == 1);
  CHECK(all[0].faults[std::size_t(Fault::numbering)]);
  REQUIRE_FALSE(all[0].alternatives.empty());
  const std::vector<repair::Correction>& instead = all[0].alternatives[0].corrections;
  REQUIRE(instead.size() == 2);
  CHECK(instead[0].faults[std::size_t(Fault::whole_move_left_out)]);
  CHECK(instead[0].move == 6);
}

TEST_CASE("repair: a mate marked in the last move that is none is a move of the game") {
  const auto [text, meant] = GENERATE(table<std::string, std::string>({
      {with(opera, "16. Qb8+ Nxb8 17. Rd8# 1-0", "16. Qa4# 1-0"), "Qa4"},
      {with(opera, "15. Bxd7+ Nxd7 16. Qb8+ Nxb8 17. Rd8# 1-0", "15. Qa4#"), "Qa4"},
      {with(opera, "17. Rd8#", "17. Rd7#"), "Rd8#"},
      {"1. e4 e5 2. Nf3 Nc6 3. Bc4 Nf6 4. Ng5 d5 5. exd5 Nxd5 6. Nxf7 Kxf7 7. Qf3# 1-0", "Qf3+"},
  }));
  INFO(text);
  const Repaired r = mend("pgn", text);
  REQUIRE_FALSE(r.readings.empty());
  REQUIRE(r.readings[0].corrections.size() == 1);
  CHECK(r.readings[0].corrections[0].meant == meant);
  CHECK(r.readings[0].corrections[0].probability > 0.9);
}

TEST_CASE("repair: text that is no move is left alone") {
  const Repaired r = mend("pgn", with(opera, "8. Nc3", "8. xx Nc3"));
  REQUIRE_FALSE(r.readings.empty());
  CHECK(r.readings[0].corrections.empty());
  CHECK(r.readings[0].moves == mend("pgn", opera).readings[0].moves);
}

TEST_CASE("repair: a long text of words that are no moves hides no game") {
  std::string words;
  for (int i = 0; i < 3000; ++i) words += "lorem ; ipsum\n";
  const std::string text = with(opera, "8. Nc3", words + "8. Nc3");
  const Repaired r = mend("pgn", with(text, "13. Rxd7", "13. Rd7"));
  CHECK(r.state == Repaired::State::mended);
  REQUIRE_FALSE(r.readings.empty());
  CHECK(r.readings[0].moves == mend("pgn", opera).readings[0].moves);
  CHECK(r.readings[0].corrections.size() == 1);
}

TEST_CASE("repair: the rook's part of castling alone is castling") {
  const std::string text = read_file("corpus/dola/valid/dola-sultan-qinwan-sinwan-mended.txt");
  const std::string rook = GENERATE("STj1-h1", "Rj1-h1");
  INFO(rook);
  const std::size_t game = 2;
  const Repaired r = mend("dola", with(text, "11) 00(Rf1-i1)", "11) " + rook), game);
  REQUIRE_FALSE(r.readings.empty());
  CHECK(r.readings[0].moves == mend("dola", text, game).readings.at(0).moves);
  REQUIRE(r.readings[0].corrections.size() == 1);
  CHECK(r.readings[0].corrections[0].original == rook);
  CHECK(r.readings[0].corrections[0].meant == "00");
  CHECK(r.readings[0].corrections[0].probability > 0.9);
}

TEST_CASE("repair: columns exchanged all through a short game") {
  const auto [dialect, text, right] = GENERATE(table<std::string, std::string, std::string>({
      {"pgn", "1. e5 e4 2. d6 Nf3 3. Bg4 d4 4. Bxf3 dxe5 5. dxe5 Qxf3 6. Nf6 Bc4 *\n",
       "1. e4 e5 2. Nf3 d6 3. d4 Bg4 4. dxe5 Bxf3 5. Qxf3 dxe5 6. Bc4 Nf6 *\n"},
      {"dola",
       "Partie 1 de Dola-Sultan :\n1) Pf9-f6 & Pf2-f5\n2) Pd9-d6 & Pd2-d5\n3) Pa9-a8 & Pa2-a3\n",
       "Partie 1 de Dola-Sultan :\n1) Pf2-f5 & Pf9-f6\n2) Pd2-d5 & Pd9-d6\n3) Pa2-a3 & Pa9-a8\n"},
  }));
  INFO(text);
  const Repaired r = mend(dialect, text);
  REQUIRE_FALSE(r.readings.empty());
  CHECK(r.readings[0].moves == mend(dialect, right).readings.at(0).moves);
  for (const repair::Correction& correction : r.readings[0].corrections)
    CHECK(correction.probability > 0.9);
}

TEST_CASE("repair: variations are not looked at") {
  const std::string text = with(opera, "6. Bc4 Nf6", "6. Bc4 (6. Nc4 Qh9) Nf6");
  CHECK(mend("pgn", text).state == Repaired::State::clean);
}

TEST_CASE("repair: a stated final position decides between readings") {
  // The pawn went one square or two, and nothing later shows which.
  const std::string game = "Partie 1 de Dola-Sultan :\n1) Pf2-f7 & Pa9-a8\n";
  const std::string men =
      "Position finale :\n"
      "Blancs : Rf1 ; De1 ; Ta1 ; Tj1 ; Fd1 ; Fg1 ; CTc1 ; CTh1 ; CFb1 ; CFi1 ; pions : Pa2 ; Pb2 "
      "; "
      "Pc2 ; Pd2 ; Pe2 ; PfX ; Pg2 ; Ph2 ; Pi2 ; Pj2\n"
      "Noirs : Rf10 ; De10 ; Ta10 ; Tj10 ; Fd10 ; Fg10 ; CTc10 ; CTh10 ; CFb10 ; CFi10 ; pions : "
      "Pa8 ; Pb9 ; Pc9 ; Pd9 ; Pe9 ; Pf9 ; Pg9 ; Ph9 ; Pi9 ; Pj9\n";
  for (const std::string rank : {"3", "4", "5"}) {
    INFO(rank);
    const Repaired r = mend("dola", game + with(men, "PfX", "Pf" + rank));
    REQUIRE_FALSE(r.readings.empty());
    REQUIRE_FALSE(r.readings[0].corrections.empty());
    CHECK(r.readings[0].corrections[0].meant == "Pf2-f" + rank);
  }
}

TEST_CASE("repair: a remark that a piece is protected decides between readings") {
  const std::string text =
      "Partie 1 de Dola-Sultan :\n1) Pf2-f4 & Pa9-a8\n2) Pe2-e9 : Pion protégé par Pf4 & Pb9-b8\n";
  const Repaired r = mend("dola", text);
  REQUIRE_FALSE(r.readings.empty());
  REQUIRE_FALSE(r.readings[0].corrections.empty());
  CHECK(r.readings[0].corrections[0].meant == "Pe2-e5");
}

TEST_CASE("repair: the recorded games with a further fault of each kind") {
  // Moves of the games as they were mended by hand, written down again with one fault each. The
  // benchmark does this with more games.
  const std::string text = read_file("corpus/dola/valid/dola-sultan-qinwan-sinwan-mended.txt");
  const text::Source source("mended", text);
  repair::Collector collector;
  text::DiagnosticList findings;
  readers::find_dialect("dola")->read(source, collector, findings);
  REQUIRE(collector.games.size() == 4);
  std::size_t tried = 0, restored = 0, sure_but_wrong = 0;
  std::string failures;
  for (std::size_t g = 0; g < 4; ++g) {
    const auto played = repair::repair(collector.games[g], registry()).readings.at(0).moves;
    const auto variant = registry().find(*collector.games[g].tag("Variant"));
    std::visit(
        [&](auto start) {
          using Bits = decltype(start.occupied());
          REQUIRE(rules::read_fen(variant->start_fen(), start).playable());
          miswrite::Scribe<Bits> scribe(*variant, miswrite::Notation::dola, 40 + g);
          const miswrite::Sheet clean = scribe.write(start, played);
          for (std::size_t k = 0; k < miswrite::kind_names.size(); ++k) {
            // What a move left out was can often not be told.
            if (Kind(k) == Kind::half_move_left_out || Kind(k) == Kind::whole_move_left_out)
              continue;
            miswrite::Sheet sheet = clean;
            if (!scribe.miswrite(sheet, Kind(k), clean)) continue;
            ++tried;
            const Repaired r = mend("dola", sheet.text);
            REQUIRE_FALSE(r.readings.empty());
            if (r.readings[0].moves == played) {
              ++restored;
              continue;
            }
            failures += fmt::format("{} in game {}; ", miswrite::kind_names[k], g + 1);
            for (const auto& c : r.readings[0].corrections) sure_but_wrong += c.probability >= 0.95;
          }
        },
        rules::make_position(*variant));
  }
  INFO(failures);
  CHECK(tried > 60);
  CHECK(restored * 100 >= tried * 90);
  CHECK(sure_but_wrong == 0);
}
