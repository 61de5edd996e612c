#include "record/spell.hpp"

#include <catch2/catch.hpp>

using namespace nuskha::record;

namespace {

constexpr WrittenSquare square(char file, int rank) {
  return {static_cast<std::int8_t>(file - 'a'), static_cast<std::int8_t>(rank - 1)};
}

std::string san(const PlayedMove& move, std::string_view pawn = "P") {
  std::string out;
  spell_san(move, PieceName(pawn), out);
  return out;
}

std::string lan(const WrittenMove& move) {
  std::string out;
  spell_lan(move, PieceName("P"), out);
  return out;
}

std::string dola(const WrittenMove& move) {
  std::string out;
  spell_dola(move, out);
  return out;
}

}  // namespace

TEST_CASE("SAN names as little as the move asks for", "[record][spell]") {
  PlayedMove played;
  WrittenMove& move = played.move;
  move.piece = PieceName("N");
  move.from = square('g', 1);
  move.to = square('f', 3);
  CHECK(san(played) == "Nf3");
  played.name_file = true;
  CHECK(san(played) == "Ngf3");
  played.name_rank = true;
  CHECK(san(played) == "Ng1f3");
  played.name_file = false;
  CHECK(san(played) == "N1f3");
  move.capture = true;
  move.check = CheckMark::check;
  CHECK(san(played) == "N1xf3+");
  move.check = CheckMark::double_check;
  CHECK(san(played) == "N1xf3+");
}

TEST_CASE("long algebraic names both squares, whether they are needed or not", "[record][spell]") {
  WrittenMove move;
  move.piece = PieceName("N");
  move.from = square('g', 1);
  move.to = square('f', 3);
  CHECK(lan(move) == "Ng1-f3");
  move.capture = true;
  move.check = CheckMark::mate;
  CHECK(lan(move) == "Ng1xf3#");
  move.piece = PieceName("P");
  CHECK(lan(move) == "g1xf3#");
  move.capture = false;
  move.check = CheckMark::check;
  move.promotion = PieceName("Q");
  CHECK(lan(move) == "g1-f3=Q+");
  move.form = MoveForm::castle_long;
  CHECK(lan(move) == "O-O-O+");
}

TEST_CASE("SAN leaves the pawn's name out, whatever it is", "[record][spell]") {
  PlayedMove played;
  WrittenMove& move = played.move;
  move.from = square('e', 7);
  move.to = square('e', 8);
  move.piece = PieceName("♙");
  CHECK(san(played, "♙") == "e8");
  move.piece = {};
  CHECK(san(played) == "e8");
  move.piece = PieceName("P");
  move.to = square('d', 10);
  move.capture = true;
  move.promotion = PieceName("SD");
  move.check = CheckMark::mate;
  CHECK(san(played) == "exd10=SD#");
  played.name_rank = true;
  CHECK(san(played) == "e7xd10=SD#");
}

TEST_CASE("SAN has its own words for moves of other kinds", "[record][spell]") {
  PlayedMove played;
  played.move.form = MoveForm::castle_short;
  played.move.check = CheckMark::check;
  CHECK(san(played) == "O-O+");
  played.move.form = MoveForm::castle_long;
  played.move.check = CheckMark::none;
  CHECK(san(played) == "O-O-O");
  played.move.form = MoveForm::null_move;
  CHECK(san(played) == "--");
  played.move.form = MoveForm::drop;
  played.move.piece = PieceName("CF");
  played.move.to = square('j', 10);
  CHECK(san(played) == "CF@j10");
}

TEST_CASE("the seeds' notation names everything", "[record][spell]") {
  WrittenMove move;
  move.piece = PieceName("P");
  move.from = square('f', 2);
  move.to = square('f', 5);
  CHECK(dola(move) == "Pf2-f5");
  move = {};
  move.piece = PieceName("SD");
  move.from = square('e', 3);
  move.to = square('d', 5);
  move.capture = true;
  move.captured = PieceName("SF");
  move.mode_piece = PieceName("SD");
  move.mode = PieceName("CT");
  move.convention = 3;
  CHECK(dola(move) == "SDe3xSFd5(SD=SD+CT)(conv3)");
  move.check = CheckMark::mate;
  CHECK(dola(move) == "SDe3xSFd5+mat(SD=SD+CT)(conv3)");
  move = {};
  move.piece = PieceName("P");
  move.from = square('f', 3);
  move.to = square('e', 1);
  move.promotion = PieceName("SD");
  move.check = CheckMark::check;
  move.mode = PieceName("CT");
  CHECK(dola(move) == "Pf3-e1=SD+(CT)");
  move = {};
  move.piece = PieceName("P");
  move.from = square('d', 5);
  move.to = square('e', 6);
  move.capture = true;
  move.captured = PieceName("P");
  move.en_passant = true;
  CHECK(dola(move) == "Pd5xPe6ep");
}

TEST_CASE("castling in the seeds' notation names the squares that are known", "[record][spell]") {
  WrittenMove move;
  move.form = MoveForm::castle_short;
  CHECK(dola(move) == "00");
  move.piece = PieceName("R");
  move.king_from = square('f', 1);
  move.king_to = square('i', 1);
  CHECK(dola(move) == "00(Rf1-i1)");
  move.rook = PieceName("T");
  move.rook_from = square('j', 1);
  move.rook_to = square('h', 1);
  CHECK(dola(move) == "00(Rf1-i1,Tj1-h1)");
  move.form = MoveForm::castle_long;
  move.king_from = move.king_to = {};
  move.rook_from = square('a', 1);
  move.rook_to = square('c', 1);
  CHECK(dola(move) == "000(Ta1-c1)");
}
