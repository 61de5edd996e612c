#include <cstdlib>

#include "notation/notation.hpp"

namespace nuskha::notation {

using record::CheckMark;
using record::MoveForm;
using record::WrittenMove;
using rules::Move;
using rules::MoveKind;
using rules::PieceType;
using rules::Position;
using rules::Square;
using rules::State;
using rules::Wing;

template <class Bits>
Disambiguation disambiguation(const Position<Bits>& position, Move move) {
  Disambiguation need;
  if (move.castles() || move.passes()) return need;
  const rules::Variant& variant = position.variant();
  const PieceType type = variant.type_of(position.at(move.from).state());
  const bool pawn = variant.pieces()[type].pawn;
  const bool pawn_capture = pawn && position.capture_square(move) != rules::no_square;
  need.file = pawn_capture;

  Bits rivals = position.reaching(type, move.to);
  rivals.reset(move.from);
  if (rivals.none()) return need;
  bool rival = false, same_file = false, same_rank = false;
  rivals.each([&](unsigned from) {
    Move other{Square(from), move.to, move.promotion, MoveKind::plain};
    if (pawn && position.en_passant().has(move.to)) {
      bool legal = position.is_legal(other);
      other.kind = MoveKind::en_passant;
      if (!legal && !position.is_legal(other)) return;
    } else if (!position.is_safe(other)) {
      return;
    }
    rival = true;
    same_file |= variant.file_of(other.from) == variant.file_of(move.from);
    same_rank |= variant.rank_of(other.from) == variant.rank_of(move.from);
  });
  if (!rival) return need;
  if (pawn_capture) {
    need.rank = same_file;
  } else {
    need.file = !same_file || same_rank;
    need.rank = same_file;
  }
  return need;
}

template <class Bits>
std::uint8_t convention(const Position<Bits>& position, Move move) {
  const rules::Variant& variant = position.variant();
  const rules::Occupant mover = position.at(move.from);
  if (!mover || move.castles()) return 0;
  const rules::Piece& piece = variant.pieces()[variant.type_of(mover.state())];
  if (piece.royal) return position.is_king_leaper_capture(move) ? 2 : 0;
  if (piece.mode_names.empty() || variant.mode_of(mover.state()) != 0) return 0;
  // By a movement that every mode has, no convention is needed.
  const bool takes = position.capture_square(move) != rules::no_square;
  for (std::size_t mode = 1; mode <= piece.mode_names.size(); ++mode) {
    const State state = State(piece.first_state + mode);
    const Bits targets =
        takes ? position.capture_targets(move.from, mover.color(), state, position.occupied())
              : position.quiet_targets(move.from, mover.color(), state, position.occupied());
    if (!targets.has(move.to)) return 3;
  }
  return 0;
}

namespace {

template <class Bits>
CheckMark check_mark(const Position<Bits>& position, Move move) {
  if (!position.gives_check(move)) return CheckMark::none;
  Position<Bits> after = position;
  after.play(move);
  return after.has_legal() ? CheckMark::check : CheckMark::mate;
}

}  // namespace

template <class Bits>
WrittenMove write_down(const Position<Bits>& position, const Alphabet& alphabet, Move move,
                       Style style) {
  return write_down(position, alphabet, move, style, check_mark(position, move));
}

template <class Bits>
WrittenMove write_down(const Position<Bits>& position, const Alphabet& alphabet, Move move,
                       Style style, CheckMark check) {
  const rules::Variant& variant = position.variant();
  WrittenMove out;
  if (move.passes()) {
    out.form = MoveForm::null_move;
    return out;
  }
  out.check = check;

  if (move.castles()) {
    const Wing wing = move.kind == MoveKind::castle_short ? Wing::king_side : Wing::queen_side;
    const Square rook = position.castling_rook(position.side(), wing);
    if (style == Style::coordinate) {
      // The king's own move where nothing else can be meant by it; else, and always where arrays
      // are drawn by lot, the king takes his rook (UCI_Chess960).
      const bool plain_move = position.reaching(variant.king(), move.to).has(move.from);
      const bool to_rook = variant.spec().numbered_arrays || plain_move || move.from == move.to;
      out.check = CheckMark::none;
      out.unnamed_is_pawn = false;
      out.from = written_square(variant, move.from);
      out.to = written_square(variant, to_rook ? rook : move.to);
      return out;
    }
    out.form = wing == Wing::king_side ? MoveForm::castle_short : MoveForm::castle_long;
    if (style == Style::full) {
      out.king_from = written_square(variant, move.from);
      out.king_to = written_square(variant, move.to);
      out.rook_from = written_square(variant, rook);
      out.rook_to = written_square(
          variant, variant.tables<Bits>().castle_rook_to[int(position.side())][int(wing)]);
      out.rook = alphabet.name(variant.type_of(position.at(rook).state()));
      out.piece = alphabet.name(variant.king());
    }
    return out;
  }

  write_down_plain(position, alphabet, move, out);
  if (style == Style::plain) return out;
  if (style == Style::coordinate) {
    out.piece = {};
    out.unnamed_is_pawn = out.capture = false;
    out.check = CheckMark::none;
    return out;
  }
  if (style == Style::san) {
    out.from = {};
    if (variant.type_of(position.at(move.from).state()) == variant.pawn()) out.piece = {};
    const Disambiguation need = disambiguation(position, move);
    const record::WrittenSquare from = written_square(variant, move.from);
    if (need.file) out.from.file = from.file;
    if (need.rank) out.from.rank = from.rank;
    return out;
  }

  const rules::Occupant captured = position.captured(move);
  out.states_quiet = !captured;
  if (captured) out.captured = alphabet.name(variant.type_of(captured.state()));
  out.en_passant = move.kind == MoveKind::en_passant;
  out.convention = convention(position, move);
  const State after = position.state_after(move);
  if (const int mode = variant.mode_of(after)) {
    const rules::Piece& piece = variant.pieces()[variant.type_of(after)];
    out.mode_piece = alphabet.name(variant.type_of(after));
    out.mode = record::PieceName(piece.mode_names[std::size_t(mode - 1)]);
  }
  return out;
}

#define NUSKHA_INSTANTIATE(Bits)                                                              \
  template Disambiguation disambiguation<Bits>(const Position<Bits>&, Move);                  \
  template std::uint8_t convention<Bits>(const Position<Bits>&, Move);                        \
  template WrittenMove write_down<Bits>(const Position<Bits>&, const Alphabet&, Move, Style); \
  template WrittenMove write_down<Bits>(const Position<Bits>&, const Alphabet&, Move, Style,  \
                                        CheckMark);
NUSKHA_INSTANTIATE(rules::Bits64)
NUSKHA_INSTANTIATE(rules::Bits128)
NUSKHA_INSTANTIATE(rules::Bits256)
#undef NUSKHA_INSTANTIATE

}  // namespace nuskha::notation
