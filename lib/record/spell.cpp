#include "record/spell.hpp"

#include <algorithm>
#include <array>

namespace nuskha::record {
namespace {

void spell_file(int file, std::string& out) {
  if (file >= 0) out += static_cast<char>('a' + file);
}

void spell_rank(int rank, std::string& out) {
  if (rank < 0) return;
  const int number = rank + 1;
  if (number >= 10) out += static_cast<char>('0' + number / 10);
  out += static_cast<char>('0' + number % 10);
}

void spell_check(CheckMark check, std::string_view mate, std::string& out) {
  if (check == CheckMark::mate)
    out += mate;
  else if (check != CheckMark::none)
    out += '+';
}

// One half of the bracket after `00`: the king's move or the rook's.
bool spell_castling_half(PieceName piece, WrittenSquare from, WrittenSquare to, bool first,
                         std::string& out) {
  if (!from && !to) return false;
  out += first ? '(' : ',';
  out += piece.view();
  spell_square(from, out);
  out += '-';
  spell_square(to, out);
  return true;
}

}  // namespace

void spell_square(WrittenSquare square, std::string& out) {
  spell_file(square.file, out);
  spell_rank(square.rank, out);
}

namespace {

// Which of a piece's own squares stand before its target, and what stands between the two for a
// move that captures nothing.
struct PgnStyle {
  bool file, rank;
  std::string_view quiet;
};

// A plain move is the usual one: made in one piece.
void spell_plain(const WrittenMove& move, PieceName pawn, PgnStyle style, std::string& out) {
  std::array<char, 32> text;  // longer than any move
  char* end = text.data();
  const auto add = [&](std::string_view part) { end = std::copy(part.begin(), part.end(), end); };
  const auto add_file = [&](int file) {
    if (file >= 0) *end++ = static_cast<char>('a' + file);
  };
  const auto add_rank = [&](int rank) {
    if (rank < 0) return;
    if (rank >= 9) *end++ = static_cast<char>('0' + (rank + 1) / 10);
    *end++ = static_cast<char>('0' + (rank + 1) % 10);
  };
  const bool is_pawn = !move.piece || move.piece == pawn;
  if (!is_pawn) add(move.piece.view());
  if (style.file || (is_pawn && move.capture)) add_file(move.from.file);
  if (style.rank) add_rank(move.from.rank);
  add(move.capture ? "x" : style.quiet);
  add_file(move.to.file);
  add_rank(move.to.rank);
  if (move.promotion) {
    *end++ = '=';
    add(move.promotion.view());
  }
  if (move.check != CheckMark::none) *end++ = move.check == CheckMark::mate ? '#' : '+';
  out.append(text.data(), end);
}

void spell_pgn(const WrittenMove& move, PieceName pawn, PgnStyle style, std::string& out) {
  switch (move.form) {
    case MoveForm::castle_short:
      out += "O-O";
      break;
    case MoveForm::castle_long:
      out += "O-O-O";
      break;
    case MoveForm::null_move:
      out += "--";
      return;
    case MoveForm::drop:
      if (move.piece != pawn) out += move.piece.view();
      out += '@';
      spell_square(move.to, out);
      break;
    case MoveForm::plain:
      return spell_plain(move, pawn, style, out);
  }
  spell_check(move.check, "#", out);
}

}  // namespace

void spell_san(const PlayedMove& played, PieceName pawn, std::string& out) {
  spell_pgn(played.move, pawn, {played.name_file, played.name_rank, ""}, out);
}

void spell_lan(const WrittenMove& move, PieceName pawn, std::string& out) {
  spell_pgn(move, pawn, {true, true, "-"}, out);
}

void spell_dola(const WrittenMove& move, std::string& out) {
  switch (move.form) {
    case MoveForm::castle_short:
    case MoveForm::castle_long: {
      out += move.form == MoveForm::castle_short ? "00" : "000";
      const bool king = spell_castling_half(move.piece, move.king_from, move.king_to, true, out);
      const bool rook = spell_castling_half(move.rook, move.rook_from, move.rook_to, !king, out);
      if (king || rook) out += ')';
      break;
    }
    case MoveForm::null_move:
      out += "0000";
      return;
    case MoveForm::drop:
      out += move.piece.view();
      out += '@';
      spell_square(move.to, out);
      break;
    case MoveForm::plain:
      out += move.piece.view();
      spell_square(move.from, out);
      out += move.capture ? 'x' : '-';
      if (move.capture) out += move.captured.view();
      spell_square(move.to, out);
      if (move.promotion) {
        out += '=';
        out += move.promotion.view();
      }
      if (move.en_passant) out += "ep";
      break;
  }
  spell_check(move.check, "+mat", out);
  if (move.mode) {
    out += '(';
    if (move.mode_piece) {
      out += move.mode_piece.view();
      out += '=';
      out += move.mode_piece.view();
      out += '+';
    }
    out += move.mode.view();
    out += ')';
  }
  if (move.convention != 0) {
    out += "(conv";
    out += static_cast<char>('0' + move.convention);
    out += ')';
  }
}

}  // namespace nuskha::record
