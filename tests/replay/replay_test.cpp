// Where games start, what goes on, and the limits.
#include <chrono>
#include <functional>

#include "notation/notation.hpp"
#include "replay/recovery.hpp"
#include "replay/replayed.hpp"
#include "rules/fen.hpp"

using namespace replayed;

namespace {

using Strings = std::vector<std::string>;

Strings tags_of(const Replayed& r, std::initializer_list<std::string_view> names) {
  Strings out;
  for (const std::string& tag : r.game().tags)
    for (const std::string_view name : names)
      if (tag.starts_with(std::string(name) + "=")) out.push_back(tag);
  return out;
}
Strings start_tags(const Replayed& r) {
  return tags_of(r, {"Variant", "SetUp", "FEN", "PieceNames"});
}

double seconds(const std::function<void()>& work) {
  const auto begin = std::chrono::steady_clock::now();
  work();
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
}

}  // namespace

TEST_CASE("games start from the array of their variant") {
  const Replayed chess = replay_text("pgn", "1. e4 *\n");
  CHECK(chess.game().variant == "Chess");
  CHECK(chess.game().is_array);
  CHECK(start_tags(chess) == Strings{});
  CHECK(chess.game().start == registry().find("chess")->start_fen());

  // Readers of PGN do not know the other arrays.
  const std::string fen = registry().find("Dola-Sultan")->start_fen();
  const Replayed sultan = replay_text("dola", "Partie de Dola-Sultan : 1) Pf2-f5");
  CHECK(sultan.game().is_array);
  CHECK(start_tags(sultan) == Strings{"Variant=Dola-Sultan", "SetUp=1", "FEN=" + fen});

  replay::Options options;
  options.variant = "dola sultan";
  const Replayed chosen = replay_text("dola", "1) Pf2-f5", options);
  CHECK(start_tags(chosen) == Strings{"Variant=Dola-Sultan", "SetUp=1", "FEN=" + fen});
  CHECK(chosen.messages() == Strings{});
}

TEST_CASE("a game without moves still starts and ends") {
  const Replayed r = replay_text("pgn", "[Event \"?\"]\n[Result \"1/2-1/2\"]\n\n1/2-1/2\n");
  CHECK(r.counts.games == 1);
  CHECK(r.counts.clean == 1);
  CHECK_FALSE(r.game().start.empty());
  CHECK(r.game().final_position == r.game().start);
  CHECK(r.game().result == "1/2-1/2");
}

TEST_CASE("a FEN starts a game, and what is wrong with it is said") {
  const auto from = [](std::string_view fen, std::string_view moves = "*",
                       std::string_view variant = "chess") {
    return replay_text("pgn", fmt::format("[Variant \"{}\"]\n[SetUp \"1\"]\n[FEN \"{}\"]\n\n{}\n",
                                          variant, fen, moves));
  };
  const Replayed good = from("4k3/8/8/8/8/8/8/4K2R w K - 3 20", "20. O-O *");
  CHECK(good.messages() == Strings{});
  CHECK(start_tags(good) == Strings{"SetUp=1", "FEN=4k3/8/8/8/8/8/8/4K2R w K - 3 20"});
  CHECK_FALSE(good.game().is_array);
  CHECK(good.game().moves == "e1g1");

  struct Case {
    std::string_view fen, name, at;
    bool playable;
  };
  for (const Case& c : {
           Case{"4k3/8/8/8/8/8/8/4K3 x - - 0 1", "fen-syntax", "x", false},
           Case{"4k3/8/8/8/8/8/7/4K3 w - - 0 1", "fen-board-size", "", false},
           Case{"4k3/8/8/8/8/3z4/8/4K3 w - - 0 1", "fen-unknown-piece", "z", false},
           Case{"8/8/8/8/8/8/8/4K3 w - - 0 1", "missing-king", "", false},
           Case{"4k3/8/8/8/8/8/4K3/4K3 w - - 0 1", "many-kings", "K", false},
           Case{"4k3/8/8/8/8/8/8/K3R3 w - - 0 1", "opposite-check", "", true},
           Case{"P3k3/8/8/8/8/8/8/4K3 w - - 0 1", "pawn-on-last-rank", "P", true},
           Case{"4k3/8/8/8/8/8/8/4K3 w K - 0 1", "fen-castling-rights", "K", true},
           Case{"4k3/8/8/8/8/8/8/4K3 w - e6 0 1", "fen-en-passant", "e6", true},
           Case{"4k3/8/8/8/8/8/8/4K3 w - - x 1", "fen-counters", "x", true},
       }) {
    INFO(c.fen);
    const Replayed r = from(c.fen);
    CHECK(r.names() == Strings{std::string(c.name)});
    if (!c.at.empty()) CHECK(r.text_at(r.findings.items[0]) == c.at);
    CHECK(r.counts.rejected == (c.playable ? 0 : 1));
  }
  CHECK(from("9r/10/10/10/10/10/10/10/{D+CT}9/R9 w - - 0 1", "*", "Dola-Sultan").names() ==
        Strings{"fen-mode"});
  CHECK(from("10/10/10/10/10/10/10/1r8/10/R9 w - - 0 1", "*", "Dola-Sultan").names() ==
        Strings{"kings-too-close"});

  // Several at once, each by its own name; what can be dropped is dropped.
  const Replayed several = from("4k3/8/8/8/8/8/8/4K3 w KQ e6 0 1", "1. Ke2 *");
  CHECK(several.names().size() == 3);
  CHECK(several.game().moves == "e1e2");
  CHECK(several.game().start == "4k3/8/8/8/8/8/8/4K3 w - - 0 1");

  // Moves that cannot be replayed are kept.
  const Replayed kept = from("8/8/8/8/8/8/8/4K3 w - - 0 1", "1. Ke2 Kd7 {so} 2. Kd2 *");
  CHECK(kept.game().moves.empty());
  CHECK(kept.game().unread == Strings{"1. Ke2 Kd7", "2. Kd2"});
  CHECK(kept.game().comments == Strings{"so"});
}

TEST_CASE("findings about where a game starts") {
  CHECK(replay_text("pgn", "[SetUp \"1\"]\n\n1. e4 *\n").names() == Strings{"setup-without-fen"});
  const Replayed lots = replay_text("pgn", "[Variant \"fischerandom\"]\n\n1. e4 *\n");
  CHECK(lots.names() == Strings{"array-not-stated"});
  CHECK(start_tags(lots)[0] == "Variant=Chess960");
  CHECK(lots.game().moves == "e2e4");
  CHECK_FALSE(lots.game().is_array);

  const Replayed unknown =
      replay_text("pgn", "[Variant \"Xiangqi\"]\n[FEN \"x\"]\n\n1. e4 e5 {good} 2. Nf3 1-0\n");
  CHECK(unknown.names() == Strings{"unknown-variant"});
  CHECK(unknown.messages()[0] == "variant 'Xiangqi' is not known; the game is kept as text");
  CHECK(unknown.game().moves.empty());
  CHECK(unknown.game().unread == Strings{"1. e4 e5", "2. Nf3"});
  CHECK(unknown.game().result == "1-0");
  CHECK(start_tags(unknown) == Strings{"Variant=Xiangqi", "FEN=x"});
  CHECK(unknown.counts.rejected == 1);
}

TEST_CASE("piece names of several languages") {
  // Own names come first; a name that only English has settles it.
  const Replayed own = replay_text("pgn", "[Variant \"Dola-Sultan\"]\n\n1. f5 f6 2. CTg3 *\n");
  CHECK(own.messages() == Strings{});
  CHECK(own.game().moves == "f2f5 f9f6 h1g3");
  const Replayed english =
      replay_text("pgn", "[Variant \"Dola-Sultan\"]\n\n1. f5 f6 2. Ng3 Lh7 *\n");
  CHECK(english.messages() == Strings{"the moves name pieces by the alphabet english"});
  CHECK(english.game().moves == "f2f5 f9f6 h1g3 i10h7");

  // What goes out in another alphabet says so, and is read by it.
  replay::Options options;
  options.alphabet = "english";
  const Replayed out =
      replay_text("pgn", "[Variant \"Dola-Sultan\"]\n\n1. f5 f6 2. CTg3 *\n", options);
  CHECK(start_tags(out).back() == "PieceNames=english");
  CHECK(out.game().played[2].move.piece == record::PieceName("N"));
  // R is the king by its own name and the rook in English: the tag decides.
  const std::string fen = "9r/10/10/10/10/10/10/10/10/T4R4 w - - 0 1";
  const auto named = [&](std::string_view names) {
    return replay_text(
        "pgn",
        fmt::format(
            "[Variant \"Dola-Sultan\"]\n[SetUp \"1\"]\n[FEN \"{}\"]\n[PieceNames \"{}\"]\n\n1. "
            "Re1 *\n",
            fen, names));
  };
  CHECK(named("own").game().moves == "f1e1");
  CHECK(named("english").game().moves == "a1e1");
  CHECK(named("klingon").names() == Strings{"unknown-piece-names"});

  replay::Options stated;
  stated.input_alphabet = "english";
  CHECK(
      replay_text(
          "pgn",
          fmt::format("[Variant \"Dola-Sultan\"]\n[SetUp \"1\"]\n[FEN \"{}\"]\n\n1. Re1 *\n", fen),
          stated)
          .game()
          .moves == "a1e1");
}

TEST_CASE("names that two alphabets have are read by what the next moves make of them") {
  const auto pgn = [](const std::string& moves) {
    return replay_text("pgn", "[Event \"?\"]\n\n" + moves + " *\n");
  };
  const auto guessed = [](const std::string& names) {
    return Strings{"the moves name pieces by the alphabet " + names};
  };
  // A pawn could go there, too.
  const Replayed dutch = pgn("1. d4 Pf6 2. c4 g6 3. Pc3");
  CHECK(dutch.game().moves == "d2d4 g8f6 c2c4 g7g6 b1c3");
  CHECK(dutch.messages() == guessed("dutch or luxembourgish"));
  CHECK(dutch.places() == Strings{"3:7 G507 piece-names-guessed"});
  const Replayed pawns = pgn("1. Pd4 Pf6 2. Pe2-e4 Pf6-f5 3. Nc3");
  CHECK(pawns.game().moves == "d2d4 f7f6 e2e4 f6f5 b1c3");
  CHECK(pawns.messages() == Strings{});
  // The knight could go there, too.
  const Replayed romanian = pgn("1. e4 e5 2. Ne2 Cc6 3. Cf3");
  CHECK(romanian.game().moves == "e2e4 e7e5 f1e2 b8c6 g1f3");
  CHECK(romanian.messages() == guessed("romanian"));
  CHECK(pgn("1. e4 e6 2. d4 d5 3. Nd2 c5").messages() == Strings{});
  CHECK(pgn("1. e4 e5 2. Bc4 d6").game().moves == "e2e4 e7e5 f1c4 d7d6");

  // A wrong move is wrong in the language of the game.
  CHECK(pgn("1. e4 e5 2. Nc4 d6 3. d3").names() == Strings{"illegal-move"});
  CHECK(pgn("1. e4 e5 2. Sf3 Nc6 3. Bb5").names() == Strings{"illegal-move"});
  const Replayed german = pgn("1. e5 e6 2. Sf3 Sc6 3. Lb5 a6 4. O-O Sf6");
  CHECK(german.names() == Strings{"illegal-move", "piece-names-guessed"});
  CHECK(german.findings.items[0].notes.back().text == "the checks go on as if it were 'e4'");

  // What stands between the moves keeps its place.
  const Replayed between =
      pgn("1. e4 (1. Pf3 {a} Pf6) 1... e5 {b} 2. Pf3 $1 (2. Lc4) {c} Pc6 huh 3. Lb5");
  CHECK(between.game().moves == "e2e4 ( g1f3 g8f6 ) e7e5 g1f3 $1 ( f1c4 ) b8c6 f1b5");
  CHECK(between.game().comments == Strings{"a", "b", "c"});
  CHECK(between.game().unread == Strings{"huh"});
  CHECK(between.findings.items.back().ply == 4);
  CHECK(pgn("1. e4 Pf6 2. Pf3").game().result == "*");
}

TEST_CASE("the choice of an alphabet holds no more than its limits") {
  std::string text = "[Event \"?\"]\n\n1. Pf3 ";
  for (int i = 0; i < 2000; ++i) text += fmt::format("{{c{}}} ", i);
  const Replayed r = replay_text("pgn", text + "Pf6 2. Lc4 *\n");
  CHECK(r.game().comments.size() == 2000);
  CHECK(r.game().comments.back() == "c1999");
}

TEST_CASE("every field of a played move is filled") {
  const Replayed r = replay_text(
      "dola",
      "[Variant \"Dola-Qinwan\"]\n[FEN \"5r4/10/10/10/10/10/10/10/3p6/4{SD}R4 w - - 0 7\"]\n\n"
      "7) SDe1xd2",
      {}, true);
  CHECK(r.messages() == Strings{});
  REQUIRE(r.game().played.size() == 1);
  const record::PlayedMove& m = r.game().played[0];
  CHECK(m.move.piece == record::PieceName("SD"));
  CHECK(m.move.from == record::WrittenSquare{4, 0});
  CHECK(m.move.to == record::WrittenSquare{3, 1});
  CHECK(m.move.capture);
  CHECK(m.move.captured == record::PieceName("P"));
  CHECK(m.move.mode_piece == record::PieceName("SD"));
  CHECK(m.move.mode == record::PieceName("CF"));
  CHECK(m.move.check == record::CheckMark::none);
  CHECK(m.ply == 1);
  CHECK(m.number == 7);
  CHECK(m.side == record::Side::white);
  CHECK_FALSE(m.name_file);
  CHECK(r.seen.fens == Strings{"5r4/10/10/10/10/10/10/10/3{SD+CF}6/5R4 b - - 0 7"});
  rules::Position<rules::Bits128> after(*registry().find("Dola-Qinwan"));
  REQUIRE(rules::read_fen(r.seen.fens[0], after).playable());
  CHECK(m.key == after.key());
}

TEST_CASE("castling, promotion and en passant in coordinates") {
  const auto moves = [](std::string_view variant, std::string_view fen, std::string_view text) {
    const Replayed r = replay_text(
        "pgn",
        fmt::format("[Variant \"{}\"]\n[SetUp \"1\"]\n[FEN \"{}\"]\n\n{} *\n", variant, fen, text));
    CHECK(r.messages() == Strings{});
    return r.game().moves;
  };
  CHECK(moves("chess", "4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1", "1. O-O") == "e1g1");
  CHECK(moves("chess960", "4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1", "1. O-O-O") == "e1a1");
  CHECK(moves("chess", "4k3/P7/8/8/8/8/8/4K3 w - - 0 1", "1. a8=Q+") == "a7a8q");
  CHECK(moves("chess", "4k3/3p4/8/4P3/8/8/8/4K3 b - - 0 1", "1... d5 2. exd6") == "d7d5 e5d6");
}

TEST_CASE("variations are replayed from the position before the move they replace") {
  const Replayed r = replay_text(
      "pgn",
      "1. e4 (1. d4 d5 (1... Nf6 2. c4) 2. Nf3) 1... e5 2. Nf3 (2. f4 exf4) (2. Nc3) 2... Nc6 *\n");
  CHECK(r.messages() == Strings{});
  CHECK(r.game().moves ==
        "e2e4 ( d2d4 d7d5 ( g8f6 c2c4 ) g1f3 ) e7e5 g1f3 ( f2f4 e5f4 ) ( b1c3 ) b8c6");
  CHECK(r.counts.plies == 4);
  // The ply counts from the start of the game.
  CHECK(r.game().played[3].ply == 2);
  CHECK(r.game().played[3].number == 1);
}

TEST_CASE("an illegal move in a variation costs that variation alone") {
  const Replayed r = replay_text("pgn", "1. e4 (1. d4 Ke5 2. Nf3 (2. Bf4)) 1... e5 2. Nf3 *\n");
  CHECK(r.names() == Strings{"illegal-move"});
  CHECK(r.game().moves == "e2e4 ( d2d4 ) e7e5 g1f3");
  CHECK(r.game().unread == Strings{"Ke5 2. Nf3 ( 2. Bf4 )"});
  CHECK(r.counts.rejected == 0);
  CHECK(r.findings.items[0].ply == 1);
}

TEST_CASE("a variation that replaces no move") {
  // No reader lets one through; a caller of the library may.
  const text::Source source("test", "( d4 ) e4");
  Seen seen;
  text::DiagnosticList findings;
  replay::Replay replay(registry(), seen, findings, {});
  const auto move = [](std::uint32_t begin, int file) {
    record::WrittenMove written;
    written.to = {std::int8_t(file), 3};
    written.span = {begin, begin + 2};
    return written;
  };
  replay.begin_document(source);
  replay.begin_game({0, 9});
  replay.begin_variation({0, 1});
  replay.move(move(2, 3));
  replay.end_variation({5, 6});
  replay.move(move(7, 4));
  replay.end_game({0, 9});
  replay.end_document();
  REQUIRE(findings.items.size() == 1);
  CHECK(findings.items[0].code == text::Code::variation_without_move);
  REQUIRE(seen.games.size() == 1);
  CHECK(seen.games[0].moves == "e2e4");
  CHECK(seen.games[0].unread == Strings{"( d4 )"});
}

TEST_CASE("variations have a deepest level") {
  std::string text = "1. e4 ";
  for (int i = 0; i < 150; ++i) text += "(1. d4 ";
  for (int i = 0; i < 150; ++i) text += ") ";
  text += "1... e5 *\n";
  const Replayed r = replay_text("pgn", text);
  CHECK(r.names() == Strings{"variation-depth"});
}

TEST_CASE("what follows an illegal move goes on as text") {
  const Replayed r = replay_text("pgn", "1. e4 e5 2. Ke4 {hm} Nc6 $1 (2... d6 3. d4) 3. Nf3 1-0\n");
  CHECK(r.game().moves == "e2e4 e7e5");
  CHECK(r.game().unread == Strings{"2. Ke4", "Nc6 $1 ( 2... d6 3. d4 ) 3. Nf3"});
  CHECK(r.game().comments == Strings{"hm"});
  CHECK(r.game().result == "1-0");
}

TEST_CASE("the rest of a game is checked on the reading that was found") {
  // The slip, then faults of every kind that the rest still shows.
  const Replayed r = replay_text("pgn",
                                 "[Result \"1-0\"]\n\n1. e4 e5 2. Nf4 Nc6 3. Bb5 a6 5. Bxc6 dxc6 "
                                 "6. Nxe5 Qd4+ (6... Qd5 7. Ke8) "
                                 "7. Nf3 Qxe4+ 8. Qe2 Qxe2+ 0-1\n");
  INFO(fmt::format("{}", fmt::join(r.messages(), "\n")));
  CHECK(r.names() ==
        Strings{"result-tag", "illegal-move", "skipped-number", "check-spurious", "illegal-move"});
  CHECK(r.finding("illegal-move").fixes.at(0).replacement == "Nf3");
}

TEST_CASE("findings of one game come in the order of the text, with their game") {
  const Replayed r = replay_text("dola", read_file("corpus/dola/dola-sultan-qinwan-sinwan.txt"));
  std::uint32_t last = 0;
  for (const text::Diagnostic& d : r.findings.items) {
    CHECK(d.span.begin >= last);
    CHECK(d.game > 0);
    CHECK(d.ply > 0);
    last = d.span.begin;
  }
}

TEST_CASE("lists of pieces that make no position") {
  const auto list = [](std::string_view white, std::string_view black) {
    return replay_text("dola", fmt::format("Position finale de la 2ème partie de Dola-Sultan :\n"
                                           "Blancs : {}\nNoirs : {}\n",
                                           white, black));
  };
  CHECK(list("Rf1 ; Ta1", "Pf9").names() == Strings{"missing-king"});
  CHECK(list("Rf1 ; Rg1", "Rf10").names() == Strings{"many-kings"});
  CHECK(list("Rf1 ; SDa1", "Rf10").names() == Strings{"inventory-piece"});
  CHECK(list("Rf1 ; Ca1", "Rf10").messages() == Strings{"'Ca1' may be CT or CF"});
  CHECK(list("Rf1 ; Tm12", "Rf10").names() == Strings{"off-board"});
  const Replayed no_king = list("Rf1 ; Ta1", "Pf9");
  CHECK(no_king.counts.positions == 1);
  CHECK(no_king.counts.rejected == 1);
  CHECK(no_king.game().unread.size() == 1);
  CHECK(no_king.game().final_position.empty());

  const Replayed twice = list("Rf1 ; Ta1 ; Fa1", "Rf10");
  CHECK(twice.names() == Strings{"square-twice"});
  REQUIRE(twice.findings.items[0].notes.size() == 1);
  CHECK(twice.source.text(*twice.findings.items[0].notes[0].span) == "Ta1");
  CHECK(twice.game().final_position.find("T4R4 w") != std::string::npos);
  CHECK(list("Rf1 ; Pa10", "Rf10").names() == Strings{"pawn-on-last-rank"});
  CHECK(list("Rf1", "Rh2").names() == Strings{"kings-too-close"});
  CHECK(list("Rf1 ; Tf5", "Ra10 ; Ta9 ; Tf9").names() == Strings{});
  CHECK(list("Ra1 ; Tb10", "Rj10 ; Ta5").names() == Strings{"opposite-check"});
  // The side in check moves.
  CHECK(list("Rf1 ; Ta10", "Rf10").game().final_position.ends_with(" b - - 0 1"));
}

TEST_CASE("a reading of the tail stays within its limits") {
  const auto variant = registry().find("chess");
  rules::Position<rules::Bits64> position(*variant);
  REQUIRE(rules::read_fen(variant->start_fen(), position).playable());
  const notation::Alphabet own(*variant, "own");
  // Nothing but nonsense: given up after a few tokens, whatever their number.
  record::WrittenMove nonsense;
  nonsense.piece = record::PieceName("K");
  nonsense.to = {4, 4};
  std::vector<record::WrittenMove> tail(100'000, nonsense);
  const replay::Reading reading =
      replay::read_tail<rules::Bits64>(position, own, std::span<const record::WrittenMove>(tail));
  CHECK(reading.moves.size() < 50);
  CHECK(reading.sure == 0);
}

TEST_CASE("time grows with the text, whatever is wrong with it") {
  const auto with = [](int moves, std::string_view move) {
    std::string text = "[Event \"?\"]\n\n";
    for (int i = 1; i <= moves; ++i) text += fmt::format("{}. {} {} ", i, move, move);
    return text + "*\n";
  };
  for (const std::string_view move : {"Ke5", "Nf3", "e9", "O-O", "Nd2"}) {
    INFO(move);
    std::size_t findings = 0;
    const double time =
        seconds([&] { findings = replay_text("pgn", with(50'000, move)).findings.items.size(); });
    CHECK(findings < 200);
    CHECK(time < 5);
  }
  // Knights that go out and home: every move legal, a hundred thousand plies.
  std::string text = "[Event \"?\"]\n\n";
  for (int i = 1; i <= 50'000; i += 2) text += fmt::format("{}. Nf3 Nf6 {}. Ng1 Ng8 ", i, i + 1);
  Replayed* r = nullptr;
  const double time = seconds([&] { r = new Replayed(replay_text("pgn", text + "*\n")); });
  CHECK(r->counts.plies == 100'000);
  CHECK(r->messages() == Strings{});
  CHECK(time < 5);
  delete r;
  // The same with a slip at the start: the tail is longer than what is checked.
  text.replace(text.find("Nf3"), 3, "Nf4");
  const double slip = seconds([&] { CHECK(replay_text("pgn", text + "*\n").counts.plies == 0); });
  CHECK(slip < 5);
}
