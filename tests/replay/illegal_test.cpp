// Why a move is not legal, and what the checks go on with.
#include "replay/replayed.hpp"

using namespace replayed;

namespace {

std::string game(std::string_view variant, std::string_view fen, std::string_view moves) {
  return fmt::format("[Variant \"{}\"]\n[FEN \"{}\"]\n\n{}\n", variant, fen, moves);
}

// The reason that the first illegal move of the text is given.
std::string why(std::string_view dialect, std::string_view variant, std::string_view fen,
                std::string_view moves) {
  const Replayed r = replay_text(dialect, game(variant, fen, moves));
  INFO(fmt::format("{}", fmt::join(r.messages(), "\n")));
  const text::Diagnostic& d = r.finding("illegal-move");
  REQUIRE(d.args.size() == 2);
  CHECK(r.counts.rejected == 1);
  return d.args[1];
}
std::string in_sultan(std::string_view fen, std::string_view moves) {
  return why("dola", "Dola-Sultan", fen, moves);
}
std::string in_qinwan(std::string_view fen, std::string_view moves) {
  return why("dola", "Dola-Qinwan", fen, moves);
}
std::string in_chess(std::string_view fen, std::string_view moves) {
  return why("pgn", "chess", fen, moves);
}

const std::string kings = "9r/10/10/10/10/10/10/10/10/R9 w - - 0 1";

}  // namespace

TEST_CASE("illegal: the piece is not there") {
  CHECK(in_sultan(kings, "1) Tb1-b5") == "no T stands on b1, it is empty");
  CHECK(in_chess("4k3/8/8/8/8/8/8/4K3 w - - 0 1", "1. e3e4 *") == "e3 is empty");
  CHECK(in_sultan(kings, "1) Rj10-i10") == "on j10 stands Black's R");
  CHECK(in_sultan("9r/10/10/10/10/10/10/10/1P8/R9 w - - 0 1", "1) Ra1-b2") ==
        "White's P on b2 stands there already");
  // Another piece stands there, and cannot go there either.
  CHECK(in_sultan("9r/10/10/10/10/10/10/10/1F8/R9 w - - 0 1", "1) Tb2-b5") ==
        "on b2 stands F, not T, and F does not move from b2 to b5");
  CHECK(in_chess("4k3/8/8/8/8/8/8/4K3 w - - 0 1", "1. Nf3 *") == "White has no N");
  CHECK(in_chess("4k3/8/8/8/8/8/8/4K1N1 w - - 0 1", "1. Nbf3 *") == "White has no N on file b");
  CHECK(in_chess("4k3/8/8/8/8/8/8/1N2K1N1 w - - 0 1", "1. Nf5 *") ==
        "none of White's 2 N reaches f5");
}

TEST_CASE("illegal: names and squares that do not exist") {
  CHECK(in_sultan(kings, "1) SDa1-a3") == "no piece of Dola-Sultan is called SD");
  CHECK(in_chess("4k3/8/8/8/8/8/8/4K3 w - - 0 1", "1. Xf3 *") == "no piece of Chess is called X");
  CHECK(why("dola", "Dola-Sultan", kings, "1) Ra1-n14") == "the board has no square n14");
}

TEST_CASE("illegal: the piece does not move so") {
  CHECK(in_sultan("9r/10/10/10/10/10/10/10/1{CT}8/R9 w - - 0 1", "1) CTb2-b3") ==
        "CT does not move from b2 to b3");
  CHECK(in_chess("4k3/8/8/8/8/8/8/4K1N1 w - - 0 1", "1. Ng3 *") == "N does not move from g1 to g3");
  CHECK(in_sultan("9r/10/10/10/10/1p8/10/10/1T8/R9 w - - 0 1", "1) Tb2-b7") ==
        "the way of T from b2 is blocked by Black's P on b5");
  // Beyond the frontier a T has a cavalier, at home it has none.
  CHECK(in_sultan("9r/10/10/10/10/10/10/10/1T8/R9 w - - 0 1", "1) Tb2-c4") ==
        "T has no such move on b2: it would have it beyond the frontier");
  CHECK(in_sultan("9r/10/10/1P8/10/10/10/10/10/R9 w - - 0 1", "1) Pb7-b9") ==
        "P has no such move on b7: it would have it on its own side of the frontier");
  CHECK(in_qinwan("9r/10/10/10/10/10/10/10/1{SD+CT}8/R9 w - - 0 1", "1) SDb2-c5") ==
        "SD on b2 carries CT and the move needs CF");
  CHECK(in_sultan("9r/10/10/1{D+CF}8/10/10/10/10/10/R9 w - - 0 1", "1) Db7-c9") ==
        "D on b7 carries CF and the move needs CT");
  CHECK(in_sultan("9r/10/10/10/10/10/10/10/1P8/R9 w - - 0 1", "1) Pb2xPc3") ==
        "P goes from b2 to c3 only to capture, and c3 is empty");
  CHECK(in_sultan("9r/10/10/10/10/10/10/1p8/1P8/R9 w - - 0 1", "1) Pb2-b3") ==
        "P goes from b2 to b3 only without capturing, and there stands Black's P on b3");
}

TEST_CASE("illegal: the king") {
  CHECK(in_sultan("9r/10/10/10/t9/10/10/10/F9/R9 w - - 0 1", "1) Fa2-b3") ==
        "White's R would be in check from Black's T on a6");
  CHECK(in_sultan("9r/10/10/10/1t8/10/10/10/10/R9 w - - 0 1", "1) Ra1-b1") ==
        "White's R would be in check from Black's T on b6");
  CHECK(in_chess("4k3/8/8/8/8/8/3q4/K7 w - - 0 1", "1. Ka2 *") ==
        "White's K would be in check from Black's Q on d2");
  CHECK(in_sultan("10/10/10/10/10/10/1r8/10/10/2R7 w - - 0 1", "1) Rc1-c2") ==
        "kings may not stand so near each other (convention 1): Black's R on b4");
}

TEST_CASE("illegal: the added control effect") {
  // White's F on b3, at home, gives check to the black R on e6, beyond his own frontier; the file
  // and rank of the F are closed to him as well, such as e3... and b6.
  const std::string fen = "14/14/14/14/14/14/14/14/4r9/14/14/1F12/14/12R1 b - - 0 1";
  const Replayed r = replay_text("dola", game("Dolasawlajane", fen, "1) ... Re6-b7"));
  const text::Diagnostic& d = r.finding("illegal-move");
  CHECK(d.args[1] == "b7 is closed to the king by the check of White's F on b3");
}

TEST_CASE("illegal: promotion") {
  const std::string pawn = "r9/4P5/10/10/10/10/10/10/10/5R4 w - - 0 1";
  CHECK(in_sultan(pawn, "1) Pe9-e10=P") == "P may not become P");
  CHECK(in_sultan(pawn, "1) Pe9-e10=R") == "P may not become R");
}

TEST_CASE("illegal: castling") {
  const auto sultan = [](std::string_view fen, std::string_view move) {
    return in_sultan(fen, fmt::format("1) {}", move));
  };
  CHECK(sultan("r9/10/10/10/10/10/10/10/10/T4R3T w - - 0 1", "00") ==
        "White's R or the rook has moved already, or is not there");
  CHECK(sultan("r9/10/10/10/10/10/10/10/10/T4RF2T w KQ - 0 1", "00") ==
        "castling is blocked by White's F on g1");
  CHECK(sultan("r9/10/10/10/5t4/10/10/10/10/T4R3T w KQ - 0 1", "00") ==
        "White's R stands in check from Black's T on f6");
  CHECK(sultan("r9/10/10/10/6t3/10/10/10/10/T4R3T w KQ - 0 1", "00(Rf1-i1)") ==
        "White's R would cross or reach a square attacked by Black's T on g6");
  CHECK(sultan("r9/10/10/10/3t6/10/10/10/10/T4R3T w KQ - 0 1", "000") ==
        "White's R would cross or reach a square attacked by Black's T on d6");
}

TEST_CASE("illegal: en passant too late") {
  CHECK(in_sultan("5r4/4p5/10/3P6/10/10/10/10/10/R9 b - - 0 1",
                  "1) ... Pe9-e7 2) Ra1-a2 & Rf10-f9 3) Pd7xPe8ep") ==
        "there is nothing to take en passant on e8");
}

TEST_CASE("illegal: moves that no game has") {
  const std::string fen = "4k3/8/8/8/8/8/8/4K3 w - - 0 1";
  CHECK(in_chess("4k3/4r3/8/8/8/8/8/4K3 w - - 0 1", "1. -- *") ==
        "White's K is in check, and cannot pass");
  CHECK(in_chess(fen, "1. N@e4 *") == "Chess has no drops");
}

TEST_CASE("a game that is over") {
  const Replayed mate = replay_text(
      "pgn", game("chess", "4k3/7R/8/8/8/8/8/R3K3 w - - 0 1", "1. Ra8# Kd7 2. Rh1 1-0"));
  CHECK(mate.messages() ==
        std::vector<std::string>{"'Kd7' comes after the end of the game by mate"});
  CHECK(mate.counts.rejected == 1);
  CHECK(mate.game().moves == "a1a8");
  CHECK(mate.game().unread == std::vector<std::string>{"Kd7 2. Rh1"});
  CHECK(mate.game().result == "1-0");
  const Replayed stalemate =
      replay_text("pgn", game("chess", "7k/8/8/6Q1/8/8/8/4K3 w - - 0 1", "1. Qg6 Kg8 1/2-1/2"));
  CHECK(stalemate.messages() ==
        std::vector<std::string>{"'Kg8' comes after the end of the game by stalemate"});
}

TEST_CASE("several moves fit") {
  const std::string knights = "4k3/8/8/8/8/5N2/8/1N2K3 w - - 0 1";
  // The capture mark tells nothing, the check mark does.
  const Replayed none = replay_text("pgn", game("chess", knights, "1. Nd2 *"));
  CHECK(none.messages() ==
        std::vector<std::string>{"'Nd2' fits Nbd2 or Nfd2, and nothing written singles one out"});
  CHECK(none.counts.rejected == 1);
  CHECK(none.game().unread == std::vector<std::string>{"1. Nd2"});

  // A discovered check, marked.
  const std::string marked = "5k2/8/8/8/8/5N2/8/1N2KR2 w - - 0 1";
  const Replayed by_mark = replay_text("pgn", game("chess", marked, "1. Nd2+ *"));
  CHECK(by_mark.messages() ==
        std::vector<std::string>{
            "'Nd2+' fits Nbd2 or Nfd2+; the rest of what is written says Nfd2+"});
  CHECK(by_mark.counts.rejected == 0);
  CHECK(by_mark.game().moves == "f3d2");

  // What follows tells which one it was.
  const Replayed by_rest = replay_text("pgn", game("chess", knights, "1. Nd2 Ke7 2. Nbc3 *"));
  CHECK(by_rest.messages() ==
        std::vector<std::string>{"'Nd2' fits Nbd2 or Nfd2, and nothing written singles one out"});
  const text::Diagnostic& d = by_rest.finding("undecided-move");
  REQUIRE(d.fixes.size() == 1);
  CHECK(d.fixes[0].replacement == "Nfd2");
  CHECK(d.notes.back().text == "the checks go on as if it were 'Nfd2'");
}

TEST_CASE("the rest of a game after an illegal move is read as what explains it best") {
  const std::string start = registry().find("Dola-Sultan")->start_fen();
  // Two slips and a wrong mark after them.
  const Replayed r = replay_text(
      "dola", game("Dola-Sultan", start,
                   "1) Pf2-f5 & Pf9-f6 2) Fg1-c6 & Pe9-e7 3) CTh1-g3 & CTh10-g8 4) CFi1-h4 & "
                   "CFi10-h6 5) Fc5xPe7+ & Fg10xFe7"));
  // Fg1-c5 is the nearest to Fg1-c6, as the capture on move 5 confirms; h6 for h7 likewise.
  const std::vector<std::string> names = r.names();
  INFO(fmt::format("{}", fmt::join(r.messages(), "\n")));
  REQUIRE(names.size() >= 2);
  CHECK(names[0] == "illegal-move");
  CHECK(r.text_at(r.findings.items[0]) == "Fg1-c6");
  REQUIRE(r.findings.items[0].fixes.size() == 1);
  CHECK(r.findings.items[0].fixes[0].replacement == "c5");
  CHECK(names[1] == "illegal-move");
  CHECK(r.text_at(r.findings.items[1]) == "CFi10-h6");
  CHECK(r.counts.plies == 2);
  CHECK(r.counts.rejected == 1);
}

TEST_CASE("where no reading stands out the rest is not checked") {
  const Replayed r = replay_text("pgn", "[Event \"?\"]\n\n1. e4 e5 2. Qa9 Nc6 3. Nf3+ *\n");
  INFO(fmt::format("{}", fmt::join(r.messages(), "\n")));
  for (const std::string& name : r.names()) CHECK(name != "check-spurious");
}

TEST_CASE("later games go on after a game that does not") {
  const Replayed r =
      replay_text("pgn", "[Event \"a\"]\n\n1. e4 e5 2. Ke3 1-0\n\n[Event \"b\"]\n\n1. d4 d5 *\n");
  CHECK(r.counts.games == 2);
  CHECK(r.counts.clean == 1);
  CHECK(r.counts.with_findings == 1);
  CHECK(r.counts.rejected == 1);
  CHECK(r.game(0).moves == "e2e4 e7e5");
  CHECK(r.game(0).unread == std::vector<std::string>{"2. Ke3"});
  CHECK(r.game(0).final_position.empty());
  CHECK(r.game(1).moves == "d2d4 d7d5");
  CHECK_FALSE(r.game(1).final_position.empty());
}
