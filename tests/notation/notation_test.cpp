#include "notation/notation.hpp"

#include <random>
#include <set>

#include <catch2/catch.hpp>

#include "record/spell.hpp"
#include "rules/fen.hpp"
#include "rules/generate.hpp"
#include "variants/registry.hpp"

using namespace nuskha;
using notation::Alphabet;
using notation::Style;
using record::MoveForm;
using record::PieceName;
using record::WrittenMove;
using record::WrittenSquare;
using rules::Move;
using rules::Position;

namespace {

const variants::Registry& registry() {
  static const variants::Registry known;
  return known;
}

std::string name_of(Style style) {
  return style == Style::full ? "full" : style == Style::san ? "san" : "coordinate";
}

template <class Bits>
std::string describe(const Position<Bits>& position, Move move, Style style) {
  const rules::Variant& v = position.variant();
  return v.name() + " " + rules::fen(position) + " " + v.square_name(move.from) +
         v.square_name(move.to) + " " + name_of(style);
}

// candidates(write_down(m)) == {m}, for every legal move of every position of random games.
template <class Bits>
void check_law(const std::shared_ptr<const rules::Variant>& variant, int games, int plies) {
  std::set<std::string> names{"own"};
  for (const rules::Piece& piece : variant->pieces())
    for (const auto& [alphabet, letter] : piece.letters) names.insert(alphabet);
  std::vector<Alphabet> alphabets;
  for (const std::string& name : names) alphabets.emplace_back(*variant, name);

  std::mt19937 random(20030706);
  std::vector<Move> legal, found;
  Position<Bits> start(*variant);
  REQUIRE(rules::read_fen(variant->start_fen(), start).playable());
  std::uint64_t broken = 0;
  for (int game = 0; game < games; ++game) {
    Position<Bits> position = start;
    for (int ply = 0; ply < plies; ++ply) {
      position.legal_moves(legal);
      if (legal.empty()) break;
      for (const Move move : legal)
        for (const Alphabet& alphabet : alphabets)
          for (const Style style : {Style::full, Style::san, Style::coordinate}) {
            const WrittenMove written =
                notation::write_down(position, alphabet, move, style, record::CheckMark::none);
            notation::candidates(position, alphabet, written, found);
            if (found.size() == 1 && found[0] == move) continue;
            if (++broken < 5) {
              INFO(describe(position, move, style) << ": " << found.size() << " candidates");
              CHECK(false);
            }
          }
      position.play(legal[random() % legal.size()]);
    }
  }
  CHECK(broken == 0);
}

// The position after a FEN of that variant.
template <class Bits>
Position<Bits> at(std::string_view variant, std::string_view fen) {
  static std::vector<std::shared_ptr<const rules::Variant>> alive;
  alive.push_back(registry().find(variant));
  Position<Bits> position(*alive.back());
  const auto report = rules::read_fen(fen, position);
  INFO(fen);
  REQUIRE(report.playable());
  return position;
}

record::WrittenSquare sq(std::string_view text) {
  return {std::int8_t(text[0] - 'a'), std::int8_t(std::stoi(std::string(text.substr(1))) - 1)};
}

template <class Bits>
Move move_of(const Position<Bits>& position, std::string_view from, std::string_view to,
             rules::MoveKind kind = rules::MoveKind::plain) {
  const rules::Variant& v = position.variant();
  return {notation::square_of(v, sq(from)), notation::square_of(v, sq(to)), rules::no_piece_type,
          kind};
}

template <class Bits>
std::string san(const Position<Bits>& position, Move move) {
  const Alphabet own(position.variant(), "own");
  record::PlayedMove played;
  played.move = notation::write_down(position, own, move, Style::full);
  const auto need = notation::disambiguation(position, move);
  played.name_file = need.file;
  played.name_rank = need.rank;
  std::string out;
  record::spell_san(played, own.pawn(), out);
  return out;
}

template <class Bits>
std::vector<Move> read(const Position<Bits>& position, const WrittenMove& written,
                       std::string_view alphabet = "own") {
  std::vector<Move> out;
  notation::candidates(position, Alphabet(position.variant(), alphabet), written, out);
  return out;
}

}  // namespace

TEST_CASE("what is written down means the move it was written from") {
  for (const std::string& name : registry().names()) {
    const auto variant = registry().find(name);
    REQUIRE(variant);
    INFO(name);
    switch (variant->bitboard_bits()) {
      case 64:
        check_law<rules::Bits64>(variant, 8, 120);
        break;
      case 128:
        check_law<rules::Bits128>(variant, 5, 120);
        break;
      default:
        check_law<rules::Bits256>(variant, 2, 100);
        break;
    }
  }
}

TEST_CASE("alphabets know names, abbreviations and letter case") {
  const auto variant = registry().find("Dola-Sultan");
  const Alphabet own(*variant, "own"), english(*variant, "english");
  const auto type = [&](std::string_view name) {
    return std::uint32_t(1) << *variant->find_piece(name);
  };
  CHECK(own.types(PieceName("CT")) == type("CT"));
  CHECK(own.types(PieceName("ct")) == type("CT"));
  CHECK(own.types(PieceName("C")) == (type("CT") | type("CF")));
  CHECK(own.types(PieceName("p")) == type("P"));
  CHECK(own.types(PieceName("X")) == 0);
  CHECK(own.types(PieceName()) == 0);
  // The abbreviation is of the own names only.
  CHECK(english.types(PieceName("C")) == 0);
  CHECK(english.types(PieceName("N")) == type("CT"));
  CHECK(english.types(PieceName("L")) == type("CF"));
  CHECK(english.name(*variant->find_piece("R")) == PieceName("K"));
  CHECK(english.pawn() == PieceName("P"));
  CHECK_FALSE(english.same_names(own));

  const auto chess = registry().find("chess");
  CHECK(Alphabet(*chess, "english").same_names(Alphabet(*chess, "own")));
  // One knight only: the abbreviation of Dolasawlajane is exact.
  const auto large = registry().find("Dolasawlajane");
  CHECK(std::popcount(Alphabet(*large, "own").types(PieceName("C"))) == 1);
}

TEST_CASE("SAN names the least that tells two pieces apart") {
  using P = Position<rules::Bits64>;
  const P files = at<rules::Bits64>("chess", "4k3/8/8/8/8/8/8/1N2KN2 w - - 0 1");
  CHECK(san(files, move_of(files, "b1", "d2")) == "Nbd2");
  CHECK(san(files, move_of(files, "b1", "c3")) == "Nc3");
  const P ranks = at<rules::Bits64>("chess", "4k3/8/8/R7/8/8/8/R3K3 w - - 0 1");
  CHECK(san(ranks, move_of(ranks, "a1", "a3")) == "R1a3");
  const P both = at<rules::Bits64>("chess", "4k3/8/8/8/Q6Q/8/8/4K2Q w - - 0 1");
  CHECK(san(both, move_of(both, "h4", "e4")) == "Qh4e4+");
  const P three = at<rules::Bits64>("chess", "5k2/8/8/8/Q6Q/8/8/K6Q w - - 0 1");
  CHECK(san(three, move_of(three, "h4", "e1")) == "Q4e1");
  // A rival that is pinned is none.
  const P pinned = at<rules::Bits64>("chess", "4k3/4r3/8/8/8/8/4N3/N3K3 w - - 0 1");
  CHECK(san(pinned, move_of(pinned, "a1", "c2")) == "Nc2");
  // A pawn's capture has its file, its other moves have not.
  const P pawns = at<rules::Bits64>("chess", "4k3/8/8/3p4/2P1P3/8/8/4K3 w - - 0 1");
  CHECK(san(pawns, move_of(pawns, "c4", "d5")) == "cxd5");
  CHECK(san(pawns, move_of(pawns, "e4", "e5")) == "e5");
  // Two pawns that may capture on one square from one file, one by a camel's leap.
  const auto camel =
      at<rules::Bits128>("Dola-Sultan", "r9/5t4/4P5/10/4P5/10/10/10/10/R9 w - - 0 1");
  CHECK(san(camel, move_of(camel, "e8", "f9")) == "e8xf9");
  CHECK(san(camel, move_of(camel, "e6", "f9")) == "e6xf9");
}

TEST_CASE("castling is understood in every way it is written") {
  const auto chess = at<rules::Bits64>("chess", "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1");
  const Move short_side = move_of(chess, "e1", "g1", rules::MoveKind::castle_short);
  const Move long_side = move_of(chess, "e1", "c1", rules::MoveKind::castle_long);
  WrittenMove written;
  written.form = MoveForm::castle_short;
  CHECK(read(chess, written) == std::vector{short_side});
  written.form = MoveForm::castle_long;
  CHECK(read(chess, written) == std::vector{long_side});

  WrittenMove squares;
  squares.unnamed_is_pawn = false;
  squares.from = sq("e1");
  squares.to = sq("g1");
  CHECK(read(chess, squares) == std::vector{short_side});
  squares.to = sq("h1");
  CHECK(read(chess, squares) == std::vector{short_side});
  squares.to = sq("a1");
  CHECK(read(chess, squares) == std::vector{long_side});
  squares.piece = PieceName("K");
  squares.to = sq("c1");
  CHECK(read(chess, squares) == std::vector{long_side});
  squares.piece = PieceName("R");
  CHECK(read(chess, squares).empty());
  // A king that can step to the square steps.
  squares.piece = PieceName("K");
  squares.to = sq("f1");
  CHECK(read(chess, squares) == std::vector{move_of(chess, "e1", "f1")});
  // To his own rook he castles by both squares, not by hers alone.
  squares.to = sq("h1");
  CHECK(read(chess, squares) == std::vector{short_side});
  for (const WrittenSquare part : {WrittenSquare{}, WrittenSquare{4, -1}, WrittenSquare{-1, 0}})
    for (const bool capture : {false, true}) {
      squares.from = part;
      squares.capture = capture;
      CHECK(read(chess, squares).empty());
    }
  squares = {};
  squares.unnamed_is_pawn = false;

  // Chess960: the king next to his castling square means a step by the two squares, castling by the
  // rook's.
  const auto lots = at<rules::Bits64>("chess960", "4k3/8/8/8/8/8/8/5K1R w H - 0 1");
  const Move castles = move_of(lots, "f1", "g1", rules::MoveKind::castle_short);
  squares.piece = {};
  squares.from = sq("f1");
  squares.to = sq("g1");
  CHECK(read(lots, squares) == std::vector{move_of(lots, "f1", "g1")});
  squares.to = sq("h1");
  CHECK(read(lots, squares) == std::vector{castles});
  squares.piece = PieceName("K");
  squares.from = {};
  CHECK(read(lots, squares) == std::vector{castles});
  const WrittenMove uci =
      notation::write_down(lots, Alphabet(lots.variant(), "own"), castles, Style::coordinate);
  CHECK(uci.to == sq("h1"));

  const auto dola =
      at<rules::Bits128>("Dola-Sultan", "5r4/10/10/10/10/10/10/10/10/T4R3T w KQ - 0 1");
  const Move dola_long = move_of(dola, "f1", "b1", rules::MoveKind::castle_long);
  written = notation::write_down(dola, Alphabet(dola.variant(), "own"), dola_long, Style::full);
  CHECK(written.form == MoveForm::castle_long);
  CHECK(written.king_from == sq("f1"));
  CHECK(written.king_to == sq("b1"));
  CHECK(written.rook_from == sq("a1"));
  CHECK(written.rook_to == sq("c1"));
  CHECK(written.rook == PieceName("T"));
  CHECK(read(dola, written) == std::vector{dola_long});
}

TEST_CASE("a promotion may be any that is not named") {
  const auto position = at<rules::Bits64>("chess", "7k/4P3/8/8/8/8/8/K7 w - - 0 1");
  WrittenMove written;
  written.to = sq("e8");
  CHECK(read(position, written).size() == 4);
  written.promotion = PieceName("q");
  REQUIRE(read(position, written).size() == 1);
  written.promotion = PieceName("K");
  CHECK(read(position, written).empty());
  written.to = sq("a2");
  written.piece = PieceName("K");
  written.promotion = PieceName("Q");
  CHECK(read(position, written).empty());
}

TEST_CASE("parts of squares, names and nothing but squares are enough") {
  const auto position =
      at<rules::Bits64>("chess", "rnbqkbnr/ppp1pppp/8/3p4/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2");
  WrittenMove written;
  written.from.file = 4;
  written.to.file = 3;  // exd
  CHECK(read(position, written) == std::vector{move_of(position, "e4", "d5")});
  written = {};
  written.unnamed_is_pawn = false;
  written.from = sq("g1");
  written.to = sq("f3");
  CHECK(read(position, written) == std::vector{move_of(position, "g1", "f3")});
  written.unnamed_is_pawn = true;
  CHECK(read(position, written).empty());
  written = {};
  written.piece = PieceName("N");
  written.from.file = 6;
  written.from.rank = 3;
  written.to = sq("f3");
  CHECK(read(position, written).empty());
  written.from.rank = -1;
  CHECK(read(position, written).size() == 1);
  // Off the board, or no square at all.
  written.to = {20, 20};
  CHECK(read(position, written).empty());
  written.to = {};
  CHECK(read(position, written).empty());
  written.form = MoveForm::drop;
  written.to = sq("f3");
  CHECK(read(position, written).empty());
}

TEST_CASE("a null move fits where one may pass") {
  const auto may = [](std::string_view fen) {
    const auto position = at<rules::Bits64>("Chess", fen);
    WrittenMove written;
    written.form = MoveForm::null_move;
    const std::vector<Move> found = read(position, written);
    if (found.empty()) return false;
    CHECK(found == std::vector<Move>{Move{}});
    CHECK(notation::write_down(position, Alphabet(position.variant(), "own"), found[0],
                               Style::coordinate)
              .form == MoveForm::null_move);
    return true;
  };
  CHECK(may("4k3/8/8/8/8/8/8/4K3 w - - 0 1"));
  CHECK_FALSE(may("4k3/4r3/8/8/8/8/8/4K3 w - - 0 1"));
  CHECK_FALSE(may("8/8/8/8/8/1q6/2k5/K7 w - - 0 1"));  // stalemate
}

TEST_CASE("write_down states captures, modes, conventions and marks") {
  // Convention 3: the unmoved SD leaps as a camel.
  const auto start = at<rules::Bits128>("Dola-Qinwan", registry().find("Dola-Qinwan")->start_fen());
  const Alphabet own(start.variant(), "own");
  const Move leap = move_of(start, "e1", "d4");
  WrittenMove written = notation::write_down(start, own, leap, Style::full);
  CHECK(written.convention == 3);
  CHECK(written.mode_piece == PieceName("SD"));
  CHECK(written.mode == PieceName("CF"));
  CHECK(written.states_quiet);
  CHECK_FALSE(written.capture);

  // Convention 2: the king takes the knight that checks him from where he stands.
  const auto check =
      at<rules::Bits128>("Dola-Sultan", "10/10/10/r9/10/10/10/6{ct}3/10/5R4 w - - 0 1");
  const Move takes = move_of(check, "f1", "g3");
  written = notation::write_down(check, own, takes, Style::full);
  CHECK(written.convention == 2);
  CHECK(written.capture);
  CHECK(read(check, written) == std::vector{takes});

  const auto mate = at<rules::Bits64>("chess", "7k/6pp/8/8/8/8/8/K3R3 w - - 0 1");
  const Alphabet letters(mate.variant(), "own");
  CHECK(notation::write_down(mate, letters, move_of(mate, "e1", "e8"), Style::san).check ==
        record::CheckMark::mate);
  CHECK(san(mate, move_of(mate, "e1", "e8")) == "Re8#");
}
