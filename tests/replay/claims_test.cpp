// Each claim that a text can make, borne out and not.
#include "replay/replayed.hpp"

using namespace replayed;

namespace {

// A game of Dola-Sultan from a position, in the seeds' notation.
std::string dola(std::string_view fen, std::string_view moves,
                 std::string_view variant = "Dola-Sultan") {
  return fmt::format("[Variant \"{}\"]\n[FEN \"{}\"]\n\n{}\n", variant, fen, moves);
}

std::string chess(std::string_view fen, std::string_view moves) {
  return fmt::format("[Event \"?\"]\n[SetUp \"1\"]\n[FEN \"{}\"]\n\n{}\n", fen, moves);
}

// The one finding of the text.
struct One {
  std::string name, message, at, mended;
};
One one(const Replayed& r) {
  INFO(fmt::format("{}", fmt::join(r.messages(), "\n")));
  REQUIRE(r.findings.items.size() == 1);
  const text::Diagnostic& d = r.findings.items[0];
  const std::string mended = r.mended();
  // The line of the moves only.
  const std::size_t end = mended.find_last_not_of('\n') + 1;
  const std::size_t begin = mended.rfind('\n', end - 1) + 1;
  return {std::string(text::info(d.code).name), d.message(), std::string(r.text_at(d)),
          mended.substr(begin, end - begin)};
}
One one_in_dola(std::string_view fen, std::string_view moves,
                std::string_view variant = "Dola-Sultan") {
  return one(replay_text("dola", dola(fen, moves, variant)));
}
One one_in_chess(std::string_view fen, std::string_view moves) {
  return one(replay_text("pgn", chess(fen, moves)));
}
void clean_in_dola(std::string_view fen, std::string_view moves,
                   std::string_view variant = "Dola-Sultan") {
  const Replayed r = replay_text("dola", dola(fen, moves, variant));
  INFO(moves);
  CHECK(r.messages() == std::vector<std::string>{});
  CHECK(r.counts.plies > 0);
}
void clean_in_chess(std::string_view fen, std::string_view moves) {
  const Replayed r = replay_text("pgn", chess(fen, moves));
  INFO(moves);
  CHECK(r.messages() == std::vector<std::string>{});
  CHECK(r.counts.plies > 0);
}

// F on b2 with what is on d4 before it.
std::string bishop_before(std::string_view d4) {
  return fmt::format("5r4/10/10/10/10/10/3{}6/10/1F8/5R4 w - - 0 1", d4);
}
const std::string empty_d4 = "5r4/10/10/10/10/10/10/10/1F8/5R4 w - - 0 1";

}  // namespace

TEST_CASE("claims: the piece's name") {
  One f = one_in_dola(empty_d4, "1) Tb2-d4");
  CHECK(f.name == "piece-name");
  CHECK(f.message == "'Tb2-d4': the piece on b2 is F, not T");
  CHECK(f.at == "T");
  CHECK(f.mended == "1) Fb2-d4");

  const Replayed r = replay_text("dola", dola(empty_d4, "1) Tb2-d4"));
  CHECK(r.game().moves == "b2d4 <Tb2-d4>");
  CHECK(r.counts.rejected == 0);

  const std::string knight = "5r4/10/10/10/10/10/10/10/1{CF}8/5R4 w - - 0 1";
  f = one_in_dola(knight, "1) Cb2-c5");
  CHECK(f.name == "abbreviated-piece");
  CHECK(f.message == "'C' may stand for CT or CF; here it is CF");
  CHECK(f.mended == "1) CFb2-c5");
  clean_in_dola(knight, "1) CFb2-c5");
  clean_in_dola(knight, "1) cfb2-c5");
  // Where one cavalier only exists `C` is its name.
  clean_in_dola("7r6/14/14/14/14/14/14/14/14/14/14/14/1{CA}12/7R6 w - - 0 1", "1) Cb2-c5",
                "Dolasawlajane");
}

TEST_CASE("claims: what is taken") {
  One f = one_in_dola(bishop_before("p"), "1) Fb2xTd4");
  CHECK(f.name == "captured-name");
  CHECK(f.message == "'Fb2xTd4' takes Black's P on d4, not 'T'");
  CHECK(f.at == "T");
  CHECK(f.mended == "1) Fb2xPd4");
  clean_in_dola(bishop_before("p"), "1) Fb2xPd4");
  clean_in_dola(bishop_before("p"), "1) Fb2xd4");

  f = one_in_dola(bishop_before("{ct}"), "1) Fb2xCd4");
  CHECK(f.name == "abbreviated-captured");
  CHECK(f.message == "'C' may stand for CT or CF; what is taken is CT");
  CHECK(f.at == "C");
  CHECK(f.mended == "1) Fb2xCTd4");

  f = one_in_dola(empty_d4, "1) Fb2xPd4");
  CHECK(f.name == "capture-spurious");
  CHECK(f.message == "'Fb2xPd4' is written as a capture, and d4 is empty");
  CHECK(f.mended == "1) Fb2-d4");

  f = one_in_dola(bishop_before("p"), "1) Fb2-d4");
  CHECK(f.name == "capture-unmarked");
  CHECK(f.message == "'Fb2-d4' takes P and is not written as a capture");
  CHECK(f.mended == "1) Fb2xPd4");

  const std::string knights = "4k3/8/8/8/3p4/5N2/8/4K3 w - - 0 1";
  f = one_in_chess(knights, "1. Nd4 *");
  CHECK(f.name == "capture-unmarked");
  CHECK(f.mended == "1. Nxd4 *");
  clean_in_chess(knights, "1. Nxd4 *");
  f = one_in_chess(knights, "1. Nxe5 *");
  CHECK(f.name == "capture-spurious");
  CHECK(f.mended == "1. Ne5 *");
}

TEST_CASE("claims: en passant") {
  One f = one_in_dola(bishop_before("p"), "1) Fb2xPd4 ep");
  CHECK(f.name == "en-passant-spurious");
  // A pawn that has jumped from e9 to e7 is taken on e8, also by a camel's leap.
  const std::string jump = "5r4/4p5/10/1P1P6/10/10/10/10/10/R9 b - - 0 1";
  clean_in_dola(jump, "1) ... Pe9-e7 2) Pd7xPe8 ep");
  clean_in_dola(jump, "1) ... Pe9-e7 2) Pb7xPe8 ep");
  clean_in_dola(jump, "1) ... Pe9-e7 2) Pb7xPe8");
}

TEST_CASE("claims: promotion") {
  const std::string pawn = "r9/4P5/10/10/10/10/10/10/10/5R4 w - - 0 1";
  One f = one_in_dola(pawn, "1) Pe9-e10+");
  CHECK(f.name == "promotion-unnamed");
  CHECK(f.message == "'Pe9-e10+' promotes and does not say to what; read as D");
  CHECK(f.mended == "1) Pe9-e10=D+");
  clean_in_dola(pawn, "1) Pe9-e10=D+(D=D+CT)");
  clean_in_dola(pawn, "1) Pe9-e10=F");
  // A check that is not marked is likelier than another piece than the first.
  const std::vector<std::string> messages =
      replay_text("dola", dola(pawn, "1) Pe9-e10")).messages();
  CHECK(messages ==
        std::vector<std::string>{"'Pe9-e10' promotes and does not say to what; read as D",
                                 "'Pe9-e10' gives check to Black, expected '+'"});
  // One that is marked tells a piece that gives check from one that gives none.
  f = one_in_chess("8/4P1k1/8/8/8/8/8/K7 w - - 0 1", "1. e8+ *");
  CHECK(f.message == "'e8+' promotes and does not say to what; read as N");
  // The mode note names the piece.
  f = one_in_dola(pawn, "1) Pe9-e10+(D=D+CT)", "Dola-Sinwan");
  CHECK(f.name == "promotion-unnamed");
  CHECK(f.message.ends_with("read as D"));

  f = one_in_dola("r9/10/10/4P5/10/10/10/10/10/5R4 w - - 0 1", "1) Pe7-e8=D");
  CHECK(f.name == "promotion-spurious");
  CHECK(f.message == "'Pe7-e8=D' names D, and no pawn promotes on e8");
}

TEST_CASE("claims: check and mate") {
  const std::string rook = "4k3/8/8/8/8/8/8/R3K3 w - - 0 1";
  One f = one_in_chess(rook, "1. Ra8 *");
  CHECK(f.name == "check-unmarked");
  CHECK(f.message == "'Ra8' gives check to Black, expected '+'");
  CHECK(f.mended == "1. Ra8+ *");
  clean_in_chess(rook, "1. Ra8+ *");

  f = one_in_chess(rook, "1. Ra7+ *");
  CHECK(f.name == "check-spurious");
  CHECK(f.at == "+");
  CHECK(f.mended == "1. Ra7 *");

  f = one_in_chess(rook, "1. Ra8# *");
  CHECK(f.name == "mate-spurious");
  CHECK(f.message == "'Ra8#' is marked as mate and Black is not mated");
  CHECK(f.mended == "1. Ra8+ *");

  const std::string two_rooks = "4k3/7R/8/8/8/8/8/R3K3 w - - 0 1";
  f = one_in_chess(two_rooks, "1. Ra8+ 1-0");
  CHECK(f.name == "mate-unmarked");
  CHECK(f.message == "'Ra8+' mates Black and is not marked as mate");
  f = one_in_chess(two_rooks, "1. Ra8 1-0");
  CHECK(f.name == "mate-unmarked");
  clean_in_chess(two_rooks, "1. Ra8# 1-0");
  clean_in_chess(two_rooks, "1. Ra8++ 1-0");

  f = one_in_chess(rook, "1. Ra8++ *");
  CHECK(f.name == "double-check-spurious");
  CHECK(f.mended == "1. Ra8+ *");
  clean_in_chess("4k3/8/8/8/4N3/8/8/4RK2 w - - 0 1", "1. Nf6++ *");

  // Squares alone state no marks and no captures.
  clean_in_chess(rook, "1. a1a8 *");
  clean_in_chess("4k3/8/8/8/3p4/5N2/8/4K3 w - - 0 1", "1. f3d4 *");
}

TEST_CASE("claims: modes") {
  // D e5-e6 crosses the frontier along a file.
  const std::string queen = "6r3/10/10/10/10/4D5/10/10/10/5R4 w - - 0 1";
  clean_in_dola(queen, "1) De5-e6(D=D+CT)");
  clean_in_dola(queen, "1) De5-d6(D=D+CF)");
  clean_in_dola(queen, "1) De5-e6(CT)");
  One f = one_in_dola(queen, "1) De5-e6(D=D+CF)");
  CHECK(f.name == "mode-claim");
  CHECK(f.message == "'De5-e6(D=D+CF)': the note says that D on e6 carries CF; it carries CT");
  f = one_in_dola(queen, "1) De5-e4(D=D+CT)");
  CHECK(f.name == "mode-claim");
  CHECK(f.message == "'De5-e4(D=D+CT)': the note says that D on e4 carries CT; it does not");
  f = one_in_dola(queen, "1) De5-e6(T=T+CT)");
  CHECK(f.name == "mode-piece");
  CHECK(f.message == "'De5-e6(T=T+CT)': the note is about T, and on e6 stands D");

  // T and F have no modes: what they carry follows from where they stand.
  const std::string bishop = "r9/10/10/10/10/4F5/10/10/10/5R4 w - - 0 1";
  clean_in_dola(bishop, "1) Fe5-d6(F=F+CF)");
  f = one_in_dola(bishop, "1) Fe5-d6(F=F+CT)");
  CHECK(f.name == "mode-claim");
  f = one_in_dola(bishop, "1) Fe5-d4(F=F+CF)");
  CHECK(f.name == "mode-claim");
}

TEST_CASE("claims: conventions") {
  const std::string leaper = "10/10/10/r9/10/10/10/6{ct}3/10/5R4 w - - 0 1";
  clean_in_dola(leaper, "1) Rf1xCTg3(conv2)");
  clean_in_dola(leaper, "1) Rf1xCTg3(convention2)");
  clean_in_dola(leaper, "1) Rf1xCTg3");
  One f = one_in_dola(leaper, "1) Rf1xCTg3(conv3)");
  CHECK(f.name == "convention-claim");
  CHECK(f.message == "'Rf1xCTg3(conv3)' names convention 3; the move needs convention 2");
  f = one_in_dola(leaper, "1) Rf1-f2(conv2)");
  CHECK(f.name == "convention-claim");
  CHECK(f.message == "'Rf1-f2(conv2)' names convention 2; the move needs no convention");

  const std::string unmoved = "r9/10/10/10/10/10/10/10/10/4{SD}R4 w - - 0 1";
  clean_in_dola(unmoved, "1) SDe1-d3(SD=SD+CT)(conv3)", "Dola-Qinwan");
  clean_in_dola(unmoved, "1) SDe1-d3(SD=SD+CT)", "Dola-Qinwan");
  f = one_in_dola(unmoved, "1) SDe1-e3(SD=SD+CT)(conv3)", "Dola-Qinwan");
  CHECK(f.name == "convention-claim");
}

TEST_CASE("claims: the squares of castling") {
  const std::string white = "5r4/10/10/10/10/10/10/10/10/T4R3T w KQ - 0 1";
  clean_in_dola(white, "1) 00(Rf1-i1,Tj1-h1)");
  clean_in_dola(white, "1) 00(Rf1-i1)");
  clean_in_dola(white, "1) 00 (Tj1-h1)");
  clean_in_dola(white, "1) 00");
  clean_in_dola(white, "1) 000(Rf1-b1,Ta1-c1)");
  One f = one_in_dola(white, "1) 00(Rf1-h1)");
  CHECK(f.name == "castling-squares");
  CHECK(f.message == "'00(Rf1-h1)' names other squares than the castling has: f1-i1 and j1-h1");
  CHECK(f.mended == "1) 00(Rf1-i1,Tj1-h1)");
  f = one_in_dola(white, "1) 00(STj1-h1)");
  CHECK(f.name == "castling-rook");
  CHECK(f.message == "'00(STj1-h1)' names ST; on j1 stands T");
}

TEST_CASE("claims: a square is protected") {
  // T takes on e8; F on b5 and CT on d6 protect it, CF on a1 does not.
  const std::string before = "r9/10/4p5/10/3{CT}6/1F8/10/10/10/{CF}3TR4 w - - 0 1";
  clean_in_dola(before, "1) Te1xPe8 : Tour protégée par CTd6");
  clean_in_dola(before, "1) Te1xPe8 : Tour protégée par Fb5 et CTd6");
  clean_in_dola(before, "1) Te1xPe8 (protégée par CTd6)");
  One f = one_in_dola(before, "1) Te1xPe8 : Tour protégée par CTd6 et CFa1");
  CHECK(f.name == "protection-claim");
  CHECK(f.message == "'CFa1' does not protect e8");
  CHECK(f.at == "CFa1");
  f = one_in_dola(before, "1) Te1xPe8 : Tour protégée par CTd7");
  CHECK(f.name == "protector-absent");
  CHECK(f.message == "'CTd7' is said to protect a piece: d7 is empty");
  f = one_in_dola(before, "1) Te1xPe8 : Tour protégée par CTb5");
  CHECK(f.name == "protector-absent");
  CHECK(f.message == "'CTb5' is said to protect a piece: White's F on b5");
  f = one_in_dola(before, "1) Te1xPe8 : Dame protégée par CTd6");
  CHECK(f.name == "protected-piece");
  CHECK(f.message == "the remark speaks of 'D', and on e8 stands T");
}

TEST_CASE("claims: what a protector carries") {
  // D on e8 has come along the file: T on c7 carries CT there, F on c6 does not carry CT.
  const std::string before = "r9/10/10/2T7/2F7/10/10/10/10/4DR4 w - - 0 1";
  clean_in_dola(before, "1) De1-e8 : Dame protégée par Tc7 (T=T+CT)");
  One f = one_in_dola(before, "1) De1-e8 : Dame protégée par Fc6 (F=F+CT)");
  CHECK(f.name == "protector-mode");
  CHECK(f.message == "'Fc6' is said to carry CT and does not");
}

TEST_CASE("claims: move numbers") {
  const std::string start = registry().find("chess")->start_fen();
  const auto numbers = [&](std::string_view moves) {
    return replay_text("pgn", chess(start, moves)).messages();
  };
  using M = std::vector<std::string>;
  CHECK(numbers("1. e4 e5 2. Nf3 Nc6 3. Bb5 *") == M{});
  CHECK(numbers("1. e4 1... e5 2. Nf3 2... Nc6 *") == M{});
  CHECK(numbers("e4 e5 Nf3 *") == M{});
  // Skipped once, then counted on from there.
  CHECK(numbers("1. e4 e5 3. Nf3 Nc6 4. Bb5 a6 *") == M{"move number 3, expected 2"});
  // One number out of the count, and back in it.
  CHECK(numbers("1. e4 e5 7. Nf3 Nc6 3. Bb5 a6 *") == M{"move number 7, expected 2"});
  CHECK(numbers("1. e4 e5 1. Nf3 Nc6 2. Bb5 *") == M{"move number 1 again, expected 2"});
  CHECK(numbers("1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 1. Ba4 *") ==
        M{"move number 1 out of order, expected 4"});
  CHECK(numbers("1. e4 2. e5 Nf6 *").size() == 2);
  CHECK(numbers("1... e4 e5 *") ==
        M{"move number 1 announces a move of Black; it is the turn of White"});
  CHECK(numbers("1. e4 e5 2. Nf3 3. Nc6 *") ==
        M{"move number 3 announces a move of White; it is the turn of Black"});
  // A position's own count, or one from 1.
  const std::string later = "4k3/8/8/8/8/8/8/R3K3 w - - 0 30";
  CHECK(replay_text("pgn", chess(later, "30. Ra2 Ke7 31. Ra3 *")).messages() == M{});
  CHECK(replay_text("pgn", chess(later, "1. Ra2 Ke7 2. Ra3 *")).messages() == M{});
  CHECK(replay_text("pgn", chess(later, "1. Ra2 Ke7 3. Ra3 *")).messages() ==
        M{"move number 3, expected 2"});
}

TEST_CASE("claims: the result") {
  const std::string mate = "4k3/7R/8/8/8/8/8/R3K3 w - - 0 1";
  clean_in_chess(mate, "1. Ra8# 1-0");
  One f = one_in_chess(mate, "1. Ra8# 0-1");
  CHECK(f.name == "result-claim");
  CHECK(f.message == "the result is given as 0-1, and Black is mated");
  CHECK(f.at == "0-1");
  // Stated results go on as they are; one that is left out follows from the mate.
  CHECK(replay_text("pgn", chess(mate, "1. Ra8# 0-1")).game().result == "0-1");
  CHECK(replay_text("pgn", chess(mate, "1. Ra8#")).game().result == "1-0");

  const std::string stalemate = "7k/8/8/6Q1/8/8/8/4K3 w - - 0 1";
  f = one_in_chess(stalemate, "1. Qg6 1-0");
  CHECK(f.message == "the result is given as 1-0, and Black is stalemated");
  clean_in_chess(stalemate, "1. Qg6 1/2-1/2");
  CHECK(replay_text("pgn", chess(stalemate, "1. Qg6")).game().result == "1/2-1/2");

  const Replayed tag = replay_text("pgn", "[Result \"1-0\"]\n\n1. e4 e5 0-1\n");
  f = one(tag);
  CHECK(f.name == "result-tag");
  CHECK(f.message == "the Result tag says '1-0', the text 0-1");
  CHECK(tag.game().result == "0-1");
  CHECK(replay_text("pgn", "[Result \"1-0\"]\n\n1. e4 e5 1-0\n").messages().empty());
  // Without a result of its own a game has the tag's.
  CHECK(replay_text("pgn", "[Result \"1-0\"]\n\n1. e4 e5\n").game().result == "1-0");

  const std::string rooks = "9r/10/10/10/10/10/10/10/10/T4R4 w - - 0 1";
  const Replayed pat = replay_text("dola", dola(rooks, "1) Ta1-a2 & Rj10-i10 2) pat"));
  f = one(pat);
  CHECK(f.name == "stalemate-claim");
  CHECK(f.message == "the game is said to end in stalemate, and White has legal moves");
  CHECK(replay_text("dola", dola(rooks, "1) Ta1-a2 & Rj10-i10 2) Les noirs abandonnent"))
            .game()
            .result == "1-0");
}

TEST_CASE("claims: how a game ended that goes on in text is not known") {
  using Reason = record::ResultClaim::Reason;
  const std::string rooks = "9r/10/10/10/10/10/10/10/10/T4R4 w - - 0 1";
  const auto reason = [&](std::string_view moves) {
    return replay_text("dola", dola(rooks, moves)).game().reason;
  };
  for (const auto& [words, stated] :
       {std::pair("Les noirs sont mat", Reason::checkmate), std::pair("pat", Reason::stalemate)}) {
    const std::string end = words;
    CHECK(reason("1) Ta1-a2 & Rj10-i10 2) " + end) == stated);
    CHECK(reason("1) Ta1-a2 & Rj10-c5 2) " + end) == Reason::token);
  }
  CHECK(reason("1) Ta1-a2 & Rj10-c5 2) Les noirs abandonnent") == Reason::resignation);
}

TEST_CASE("claims: a position's counts") {
  const auto lists = [](std::string_view white, std::string_view black) {
    return replay_text("dola", fmt::format("Position finale de la 2ème partie de Dola-Sultan :\n"
                                           "Blancs {}\nNoirs {}\n",
                                           white, black));
  };
  const Replayed good = lists("(2 pièces) : Rf1 ; Ta1", "(2 pièces) : Rf10 ; Pa9");
  CHECK(good.messages() == std::vector<std::string>{});
  CHECK(good.counts.positions == 1);
  CHECK(good.game().final_position == "5r4/p9/10/10/10/10/10/10/10/T4R4 w - - 0 1");
  CHECK(good.game().result.empty());

  const Replayed fewer = lists("(3 pièces) : Rf1 ; Ta1", ": Rf10 ; Pa9");
  CHECK(fewer.names() == std::vector<std::string>{"inventory-total"});
  CHECK(fewer.messages()[0] == "2 pieces are listed for White, the text says 3");
}
