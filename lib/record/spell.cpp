#include "record/spell.hpp"

#include <array>
#include <cstring>

namespace nuskha::record {
namespace {

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
  std::array<char, longest_square> text;
  out.append(text.data(), spell_square(square, text.data()));
}

namespace {

// Which of a piece's own squares stand before its target, and what stands between the two for a
// move that captures nothing.
struct PgnStyle {
  bool file, rank;
  char quiet;  // 0: nothing
};

char* add_text(std::string_view text, char* end) {
  std::memcpy(end, text.data(), text.size());
  return end + text.size();
}

char* add_name(PieceName name, char* end) {
  std::memcpy(end, &name.packed, sizeof name.packed);
  return end + name.view().size();
}

char* spell_pgn(const WrittenMove& move, PieceName pawn, PgnStyle style, char* end) {
  const bool is_pawn = !move.piece || move.piece == pawn;
  switch (move.form) {
    case MoveForm::castle_short:
      end = add_text("O-O", end);
      break;
    case MoveForm::castle_long:
      end = add_text("O-O-O", end);
      break;
    case MoveForm::null_move:
      return add_text("--", end);
    case MoveForm::drop:
      if (!is_pawn) end = add_name(move.piece, end);
      *end++ = '@';
      end = spell_square(move.to, end);
      break;
    case MoveForm::plain: {
      if (!is_pawn) end = add_name(move.piece, end);
      const bool file = style.file || (is_pawn && move.capture);
      end = spell_square(
          {file ? move.from.file : std::int8_t(-1), style.rank ? move.from.rank : std::int8_t(-1)},
          end);
      *end = move.capture ? 'x' : style.quiet;
      end += *end != 0;
      end = spell_square(move.to, end);
      if (move.promotion) {
        *end++ = '=';
        end = add_name(move.promotion, end);
      }
      break;
    }
  }
  if (move.check != CheckMark::none) *end++ = move.check == CheckMark::mate ? '#' : '+';
  return end;
}

}  // namespace

char* spell_san(const PlayedMove& played, PieceName pawn, char* end) {
  return spell_pgn(played.move, pawn, {played.name_file, played.name_rank, 0}, end);
}

void spell_san(const PlayedMove& played, PieceName pawn, std::string& out) {
  std::array<char, longest_move> text;
  out.append(text.data(), spell_san(played, pawn, text.data()));
}

char* spell_lan(const WrittenMove& move, PieceName pawn, char* end) {
  return spell_pgn(move, pawn, {true, true, '-'}, end);
}

void spell_lan(const WrittenMove& move, PieceName pawn, std::string& out) {
  std::array<char, longest_move> text;
  out.append(text.data(), spell_lan(move, pawn, text.data()));
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
