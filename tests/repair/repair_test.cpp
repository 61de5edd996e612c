#include "repair/repair.hpp"

#include <algorithm>
#include <chrono>
#include <memory>
#include <random>

#include "record/spell.hpp"
#include "repair/opera.hpp"
#include "replay/replayed.hpp"

using namespace replayed;
using namespace opera_game;
using repair::Fault;
using repair::Reading;
using repair::Repaired;
using repair::WrittenGame;

namespace {

struct Collected {
  text::Source source;
  repair::Collector collector;

  const WrittenGame& game(std::size_t i = 0) const {
    REQUIRE(i < collector.games.size());
    return collector.games[i];
  }
};

// By pointer: games point to their source.
std::unique_ptr<Collected> collect(std::string_view dialect, std::string text) {
  auto out = std::make_unique<Collected>(Collected{text::Source("test", std::move(text)), {}});
  text::DiagnosticList findings;
  readers::find_dialect(dialect)->read(out->source, out->collector, findings);
  return out;
}

Repaired repair_pgn(const std::string& moves) {
  const auto collected = collect("pgn", moves);
  return repair::repair(collected->game(), registry());
}

// The text after the likeliest reading's corrections.
std::string mended_pgn(const std::string& moves) {
  const auto collected = collect("pgn", moves);
  const Repaired r = repair::repair(collected->game(), registry());
  REQUIRE_FALSE(r.readings.empty());
  const auto text = repair::mended(collected->source, r.readings.front().corrections);
  REQUIRE(text);
  return *text;
}

bool same_move(const record::WrittenMove& a, const record::WrittenMove& b) {
  return a.form == b.form && a.piece == b.piece && a.from == b.from && a.to == b.to &&
         a.captured == b.captured && a.promotion == b.promotion && a.check == b.check;
}

std::string final_fen(const WrittenGame& game) {
  const Repaired r = repair::repair(game, registry());
  REQUIRE(r.state == Repaired::State::clean);
  return r.readings.front().final_fen;
}

}  // namespace

TEST_CASE("repair: the recorded games get their known faults mended, and nothing else") {
  const auto written = collect("dola", read_file("corpus/dola/dola-sultan-qinwan-sinwan.txt"));
  const auto right =
      collect("dola", read_file("corpus/dola/valid/dola-sultan-qinwan-sinwan-mended.txt"));
  REQUIRE(written->collector.games.size() == 4);
  REQUIRE(right->collector.games.size() == 4);
  const std::string profile = GENERATE("typed", "handwriting");
  const repair::Options options{.costs = repair::builtin_costs(profile)};
  std::size_t corrected = 0;
  std::vector<repair::Correction> all;
  for (std::size_t g = 0; g < 4; ++g) {
    INFO("game " << g + 1 << ", " << profile);
    const WrittenGame& game = written->game(g);
    const WrittenGame& meant = right->game(g);
    REQUIRE(game.moves.size() == meant.moves.size());
    std::set<std::size_t> wrong, found;
    std::size_t numbers = 0, renumbered = 0;
    // The last number is before the result.
    for (std::size_t i = 0; i <= game.moves.size(); ++i) {
      if (i < game.moves.size() && !same_move(game.moves[i], meant.moves[i])) wrong.insert(i);
      numbers += game.number(i).number != meant.number(i).number;
    }
    const Repaired r = repair::repair(game, registry(), options);
    REQUIRE_FALSE(r.readings.empty());
    CHECK(r.explained == game.moves.size());
    const Reading& reading = r.readings.front();
    for (const auto& correction : reading.corrections) {
      INFO(correction.original << " -> " << correction.meant << ": "
                               << repair::describe(correction.faults) << " "
                               << correction.probability);
      CHECK(correction.probability >= 0.95);
      all.push_back(correction);
      if (correction.faults[std::size_t(Fault::numbering)])
        renumbered += correction.fixes.size();
      else
        found.insert(correction.move);
    }
    CHECK(renumbered == numbers);
    CHECK(found == wrong);
    CHECK(r.state ==
          (wrong.empty() && numbers == 0 ? Repaired::State::clean : Repaired::State::mended));
    CHECK(reading.final_fen == final_fen(meant));
    corrected += found.size();
  }
  CHECK(corrected == 7);
  // The corrections change the text to what was mended by hand, as far as its moves go.
  const auto again = collect("dola", repair::mended(written->source, all).value());
  for (std::size_t g = 0; g < 4; ++g)
    for (std::size_t i = 0; i < right->game(g).moves.size(); ++i) {
      INFO("game " << g + 1 << " move " << i);
      CHECK(same_move(again->game(g).moves[i], right->game(g).moves[i]));
      CHECK(again->game(g).number(i).number == right->game(g).number(i).number);
    }
}

TEST_CASE("repair: a game that goes on with another game's moves is explained up to there") {
  const auto [text, moves] = GENERATE(table<std::string, std::size_t>({
      {with(opera,
            "9. Bg5 b5 10. Nxb5 cxb5 11. Bxb5+ Nbd7 12. O-O-O Rd8 13. Rxd7 Rxd7 14. Rd1 Qe6 "
            "15. Bxd7+ Nxd7 16. Qb8+ Nxb8 17. Rd8#",
            "9. d4 Bb7 10. Nf3 Rc8 11. O-O Nbd7 12. Bd3 Ne4 13. Rc1 f5 14. c4 dxc4 15. Bxc4 Qd6 "
            "16. Qb3 c5 17. Rfd1 cxd4 18. Nxd4 Nxc3 19. Rxc3 Bd5"),
       16},
      // Much of what follows is legal by chance.
      {"1. e4 c5 2. Nf3 d6 3. d4 cxd4 4. Nxd4 Nf6 5. Nc3 a6 6. Be3 e5 7. Nb3 Be6 8. f3 Be7 "
       "9. Qd2 O-O 10. O-O-O Nbd7 11. Nf3 Bb7 12. c4 Be7 13. Bf4 d6 14. Nbd2 Nbd7 15. h3 Re8 "
       "16. Qc2 c5 17. Rad1 Qc7 18. d5 exd5 19. cxd5 a6 20. a4 Nh5 21. Bh2 g6 22. Nc4 Bf8 *",
       20},
  }));
  INFO(text);
  const Repaired r = repair_pgn(text);
  CHECK(r.state == Repaired::State::partly);
  CHECK(r.explained == moves);
  REQUIRE_FALSE(r.readings.empty());
  CHECK(r.readings[0].moves.size() == moves);
  CHECK(r.readings[0].corrections.empty());
}

TEST_CASE("repair: a clean game comes back with no correction") {
  const Repaired r = repair_pgn(opera);
  CHECK(r.state == Repaired::State::clean);
  REQUIRE(r.readings.size() == 1);
  CHECK(r.readings[0].corrections.empty());
  CHECK(r.readings[0].moves.size() == 33);
  CHECK(mended_pgn(opera) == opera);
}

TEST_CASE("repair: one fault of each kind in a game in SAN") {
  const auto [right, wrong, fault] = GENERATE(table<std::string, std::string, Fault>({
      {"Qxf3", "Qxg3", Fault::square},
      {"6. Bc4", "6. Nc4", Fault::piece},
      {"Nbd7", "Nd7", Fault::disambiguation},
      {"Nbd7", "Nad7", Fault::square},
      {"13. Rxd7", "13. Rd7", Fault::capture_mark},
      {"15. Bxd7+", "15. Bxd7", Fault::check_unmarked},
      {"17. Rd8#", "17. Rd8+", Fault::check_unmarked},
      {"14. Rd1", "14. Rd1+", Fault::check_invented},
      {"O-O-O", "O-O", Fault::castling_side},
      {"Bg5 b5", "Bg5 Bg5 b5", Fault::duplicated},
      {"Bg5 b5", "b5 Bg5", Fault::swapped},
      {"8. Nc3 c6", "8. Nc3 Ra4 c6", Fault::no_move},
  }));
  INFO(right << " as " << wrong);
  const std::string text = with(opera, right, wrong);
  const Repaired r = repair_pgn(text);
  CHECK(r.state == Repaired::State::mended);
  REQUIRE_FALSE(r.readings.empty());
  const Reading& reading = r.readings.front();
  for (const auto& c : reading.corrections)
    UNSCOPED_INFO(c.original << " -> " << c.meant << ": " << repair::describe(c.faults) << " "
                             << c.probability);
  REQUIRE_FALSE(reading.corrections.empty());
  CHECK(reading.corrections.size() == (fault == Fault::swapped ? 2 : 1));
  CHECK(reading.corrections[0].faults[std::size_t(fault)]);
  CHECK(reading.final_fen == repair_pgn(opera).readings[0].final_fen);
  // Then there is nothing left to mend.
  CHECK(repair_pgn(mended_pgn(text)).state == Repaired::State::clean);
}

TEST_CASE("repair: moves left out") {
  // The rook's move can only have been that one.
  const Repaired half = repair_pgn(with(opera, "12. O-O-O Rd8 13.", "12. O-O-O 13."));
  CHECK(half.state == Repaired::State::mended);
  REQUIRE_FALSE(half.readings.empty());
  CHECK(half.readings[0].final_fen == repair_pgn(opera).readings[0].final_fen);
  REQUIRE(half.readings[0].corrections.size() == 1);
  CHECK(half.readings[0].corrections[0].faults[std::size_t(Fault::half_move_left_out)]);
  CHECK(half.readings[0].corrections[0].meant == "Rd8");

  const Repaired whole = repair_pgn(with(opera, "5. Qxf3 dxe5 ", ""));
  CHECK(whole.state == Repaired::State::mended);
  REQUIRE_FALSE(whole.readings.empty());
  CHECK(whole.readings[0].final_fen == repair_pgn(opera).readings[0].final_fen);
  REQUIRE(whole.readings[0].corrections.size() == 2);
  CHECK(whole.readings[0].corrections[1].meant == "dxe5");
}

TEST_CASE("repair: a legal but wrong move is found when it shows later") {
  const auto [right, move, wrong, legal, delay] =
      GENERATE(table<std::string, std::string, std::string, std::size_t, std::size_t>({
          {"1. d4 d5 2. c4 dxc4 3. e3 b5 4. a4 c6 5. axb5 cxb5 *", "c4", "c3", 3, 1},
          {"1. d4 d5 2. c4 e6 3. Nf3 dxc4 4. e3 b5 5. a4 c6 6. axb5 cxb5 7. b3 *", "c4", "c3", 5,
           3},
          {"1. d4 d5 2. c4 e6 3. Nf3 Nf6 4. Bg5 Be7 5. e3 h6 6. Bh4 O-O 7. cxd5 exd5 8. Nc3 c6 "
           "9. Bd3 Nbd7 *",
           "c4", "c3", 12, 10},
      }));
  INFO(delay << " plies");
  const std::string text = with(right, move, wrong);
  CHECK(replay_text("pgn", text).counts.plies == legal);
  const Repaired r = repair_pgn(text);
  CHECK(r.state == Repaired::State::mended);
  REQUIRE_FALSE(r.readings.empty());
  CHECK(r.readings[0].final_fen == repair_pgn(right).readings[0].final_fen);
  REQUIRE(r.readings[0].corrections.size() == 1);
  CHECK(r.readings[0].corrections[0].ply + delay == legal + 1);
  CHECK(r.readings[0].corrections[0].meant == move);
  CHECK(r.readings[0].corrections[0].probability > 0.5);
  CHECK(mended_pgn(text) == right);
}

TEST_CASE("repair: a mate mark decides between readings") {
  const std::string right = "1. f3 e5 2. g4 Qh4# 0-1";
  const Repaired r = repair_pgn("1. f3 e5 2. h4 Qh4# 0-1");
  CHECK(r.state == Repaired::State::mended);
  REQUIRE_FALSE(r.readings.empty());
  CHECK(r.readings[0].final_fen == repair_pgn(right).readings[0].final_fen);
}

TEST_CASE("repair: a result that the mate contradicts") {
  const std::string text = with(opera, "1-0", "0-1");
  const Repaired r = repair_pgn(text);
  CHECK(r.state == Repaired::State::mended);
  REQUIRE_FALSE(r.readings.empty());
  REQUIRE(r.readings[0].corrections.size() == 1);
  CHECK(r.readings[0].corrections[0].faults == repair::Faults().set(std::size_t(Fault::result)));
  CHECK(r.readings[0].corrections[0].probability > 0.95);
  CHECK(mended_pgn(text) == opera);
}

TEST_CASE("repair: slips in the numbers") {
  const auto [right, wrong, fixes] = GENERATE(table<std::string, std::string, std::size_t>({
      {opera, with(opera, "9. Bg5", "19. Bg5"), 1},
      {"1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 5. O-O Be7 6. Re1 b5 7. Bb3 d6 8. c3 O-O *",
       "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 3. Ba4 Nf6 4. O-O Be7 5. Re1 b5 6. Bb3 d6 7. c3 O-O *", 5},
      {"1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 5. O-O Be7 6. Re1 b5 7. Bb3 d6 8. c3 O-O *",
       "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 14. Ba4 Nf6 15. O-O Be7 16. Re1 b5 7. Bb3 d6 8. c3 O-O *", 3},
  }));
  const Repaired r = repair_pgn(wrong);
  CHECK(r.state == Repaired::State::mended);
  REQUIRE_FALSE(r.readings.empty());
  REQUIRE(r.readings[0].corrections.size() == 1);
  const repair::Correction& slip = r.readings[0].corrections[0];
  CHECK(slip.faults == repair::Faults().set(std::size_t(Fault::numbering)));
  CHECK(slip.fixes.size() == fixes);
  CHECK(slip.probability > 0.5);
  CHECK(mended_pgn(wrong) == right);
}

TEST_CASE("repair: numbers that nothing explains are no reason to give up a game") {
  // Half-moves are counted.
  const Repaired r = repair_pgn(
      "1. e4 2. e5 3. Nf3 4. Nc6 5. Bb5 6. a6 7. Ba4 8. Nf6 9. O-O 10. Be7 "
      "11. Re1 12. b5 13. Bb3 14. d6 15. c3 16. O-O 17. h3 18. Nb8 *");
  CHECK(r.state == Repaired::State::clean);
  REQUIRE(r.readings.size() == 1);
  CHECK(r.readings[0].moves.size() == 18);
}

TEST_CASE("repair: long algebraic and coordinates") {
  const auto [right, wrong, meant] = GENERATE(table<std::string, std::string, std::string>({
      {"Ng1-f3", "Ng1-g3", "Ng1-f3"},
      {"Bf1-b5", "Be1-b5", "Bf1-b5"},
      {"Nb8-c6", "Bb8-c6", "Nb8-c6"},
  }));
  const std::string game =
      "1. e2-e4 e7-e5 2. Ng1-f3 Nb8-c6 3. Bf1-b5 a7-a6 4. Bb5-a4 Ng8-f6 5. O-O Bf8-e7 *";
  const std::string text = with(game, right, wrong);
  const Repaired r = repair_pgn(text);
  CHECK(r.state == Repaired::State::mended);
  REQUIRE_FALSE(r.readings.empty());
  REQUIRE(r.readings[0].corrections.size() == 1);
  CHECK(r.readings[0].corrections[0].meant == meant);
  CHECK(mended_pgn(text) == game);

  const std::string coordinates = "1. e2e4 e7e5 2. g1f3 b8c6 3. f1b5 a7a6 4. b5a4 g8f6 *";
  CHECK(mended_pgn(with(coordinates, "g1f3", "g1g3")) == coordinates);
}

TEST_CASE("repair: names that several alphabets know are read by the one that can be played") {
  // Kings, in French and others; rooks in English.
  const std::string game = "1. e4 e5 2. Re2 Re7 3. Rd3 Rd6 4. Rc7 a6 *";
  const auto cost = [](const std::string& text, const std::string& alphabet) {
    const auto collected = collect("pgn", text);
    const Repaired r = repair::repair(collected->game(), registry(), {.alphabet = alphabet});
    REQUIRE_FALSE(r.readings.empty());
    return r.readings[0].cost;
  };
  const int as_kings = cost(game, "french");
  CHECK(as_kings < 1000);
  CHECK(cost(game, "") == as_kings);
  CHECK(cost(game, "own") > 2 * as_kings);
  CHECK(cost("[PieceNames \"french\"]\n\n" + game, "own") == as_kings);
}

TEST_CASE("repair: a promotion is written as the text writes it") {
  // The piece moves on as what it is.
  const std::string start =
      "[Event \"?\"]\n[FEN \"1n2k3/P6p/8/8/8/8/8/4K3 w - - 0 1\"]\n[SetUp \"1\"]\n\n";
  const auto [right, wrong] = GENERATE(table<std::string, std::string>({
      {"1. a7b8q e8e7 2. b8h8 h7h6 *", "1. a7b8 e8e7 2. b8h8 h7h6 *"},
      {"1. a7b8n e8e7 2. b8c6 e7e6 3. c6a5 h7h6 *", "1. a7b8q e8e7 2. b8c6 e7e6 3. c6a5 h7h6 *"},
      {"1. a7xb8=N Ke8-e7 2. Nb8-a6 h7-h6 *", "1. a7xb8 Ke8-e7 2. Nb8-a6 h7-h6 *"},
      {"1. a7xb8=N Ke8-e7 2. Nb8-a6 h7-h6 *", "1. a7xb8=Q Ke8-e7 2. Nb8-a6 h7-h6 *"},
      {"1. axb8=N Ke7 2. Na6 h6 *", "1. axb8=Q Ke7 2. Na6 h6 *"},
      {"1. Ke1-e2 h7-h6 2. Ke2-e3 h6-h5 *", "1. Ke1-e2=Q h7-h6 2. Ke2-e3 h6-h5 *"},
  }));
  INFO(wrong);
  CHECK(mended_pgn(start + wrong) == start + right);
}

TEST_CASE("repair: a game of another variant, from a position") {
  const std::string right =
      "[Variant \"Chess960\"]\n[SetUp \"1\"]\n"
      "[FEN \"bqnbrkrn/pppppppp/8/8/8/8/PPPPPPPP/BQNBRKRN w GEge - 0 1\"]\n\n"
      "1. e4 e5 2. Ng3 Ng6 3. Nb3 Nb6 4. Nf5 Nf4 5. O-O O-O *\n";
  CHECK(repair_pgn(right).state == Repaired::State::clean);
  CHECK(mended_pgn(with(right, "3. Nb3", "3. Nb4")) == right);
  CHECK(repair_pgn("[Variant \"Unheard of\"]\n\n1. e4 *").state == Repaired::State::unplayable);
}

TEST_CASE("repair: single random faults") {
  // In SAN some faults make another game that is as legal, so that nobody can tell.
  const std::vector<std::string> games = {
      opera,
      "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 5. O-O Be7 6. Re1 b5 7. Bb3 d6 8. c3 O-O 9. h3 Nb8 "
      "10. d4 Nbd7 11. Nbd2 Bb7 12. Bc2 Re8 13. Nf1 Bf8 14. Ng3 g6 *",
      "1. d4 d5 2. c4 e6 3. Nf3 Nf6 4. Bg5 Be7 5. e3 h6 6. Bh4 O-O 7. cxd5 exd5 8. Nc3 c6 9. Bd3 "
      "Nbd7 *",
  };
  std::mt19937 random(20260);
  std::size_t tried = 0, restored = 0, among = 0, sure_but_wrong = 0;
  for (const std::string& text : games) {
    const auto collected = collect("pgn", text);
    const std::string right = final_fen(collected->game());
    for (int trial = 0; trial < 60; ++trial) {
      WrittenGame faulty = collected->game();
      record::WrittenMove& move = faulty.moves[random() % faulty.moves.size()];
      if (move.form != record::MoveForm::plain) continue;
      switch (random() % 3) {
        case 0:
          move.to.file = std::int8_t(move.to.file ? move.to.file - 1 : 1);
          break;
        case 1:
          move.to.rank = std::int8_t(move.to.rank ? move.to.rank - 1 : 1);
          break;
        default:
          move.piece = record::PieceName(move.piece == record::PieceName("N") ? "B" : "N");
      }
      const Repaired r = repair::repair(faulty, registry());
      if (r.state == Repaired::State::clean) continue;  // nothing tells it from the game played
      REQUIRE_FALSE(r.readings.empty());
      const Reading& first = r.readings[0];
      ++tried;
      restored += first.final_fen == right;
      among += std::any_of(r.readings.begin(), r.readings.end(),
                           [&](const Reading& reading) { return reading.final_fen == right; });
      if (first.final_fen != right)
        for (const auto& c : first.corrections) sure_but_wrong += c.probability >= 0.95;
    }
  }
  INFO(tried << " tried, " << restored << " restored, " << among << " among the first three, "
             << sure_but_wrong << " wrong but sure");
  CHECK(tried > 150);
  CHECK(restored * 100 >= tried * 87);
  CHECK(among * 100 >= tried * 99);
  CHECK(sure_but_wrong == 0);
}

TEST_CASE("repair: hostile input ends with what was found so far") {
  std::string wrong = "1. e4 e5 2. Nf3 Nc6 ";
  for (int i = 0; i < 10000; ++i) wrong += i % 2 ? "Qxh8# " : "Rb6xa7+ ";
  const Repaired none = repair_pgn(wrong);
  CHECK(none.state == Repaired::State::partly);
  CHECK(none.explained == 4);
  REQUIRE_FALSE(none.readings.empty());
  CHECK(none.readings[0].corrections.empty());
  CHECK(none.readings[0].moves.size() == 4);

  // Never wrong enough to be given up, so that it runs into the limits.
#ifdef NUSKHA_SANITIZED
  constexpr int moves = 300;
#else
  constexpr int moves = 10000;
#endif
  std::string half = "1. e4 e5 ";
  const char* shuffle[] = {"Nf3", "Nf6", "Ng1", "Ng8", "Nc4", "Nc6", "Nb1", "Nb8"};
  for (int i = 0; i < moves; ++i) half += shuffle[i % 8] + std::string(" ");
  const auto begin = std::chrono::steady_clock::now();
  const Repaired r = repair_pgn(half + "*");
  const std::chrono::duration<double> seconds = std::chrono::steady_clock::now() - begin;
  CHECK(seconds.count() < 30);
  CHECK(r.explained == std::min<std::size_t>(moves + 2, repair::max_moves));
  REQUIRE_FALSE(r.readings.empty());
  CHECK(r.readings[0].corrections.size() >= r.explained / 8 - 1);
}
