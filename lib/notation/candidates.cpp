#include <bit>

#include "notation/notation.hpp"

namespace nuskha::notation {

using record::MoveForm;
using record::WrittenMove;
using record::WrittenSquare;
using rules::Move;
using rules::MoveKind;
using rules::PieceType;
using rules::Position;
using rules::Square;
using rules::Wing;

template <class Bits>
std::optional<Move> castling(const Position<Bits>& position, Wing wing) {
  const auto& tables = position.variant().template tables<Bits>();
  const Square king = position.king(position.side());
  const Square to = tables.castle_king_to[int(position.side())][int(wing)];
  if (king == rules::no_square || to == rules::no_square) return std::nullopt;
  return Move{king, to, rules::no_piece_type,
              wing == Wing::king_side ? MoveKind::castle_short : MoveKind::castle_long};
}

template <class Bits>
std::optional<Move> castling_by_square(const Position<Bits>& position, Square to) {
  for (const Wing wing : {Wing::king_side, Wing::queen_side})
    if (position.may_castle(position.side(), wing) &&
        to == position.castling_rook(position.side(), wing))
      return castling(position, wing);
  for (const Wing wing : {Wing::king_side, Wing::queen_side}) {
    if (!position.may_castle(position.side(), wing)) continue;
    const auto move = castling(position, wing);
    if (move && move->to == to && !position.reaching(position.variant().king(), to).has(move->from))
      return move;
  }
  return std::nullopt;
}

namespace {

template <class Bits>
class Search {
 public:
  Search(const Position<Bits>& position, const Alphabet& alphabet, const WrittenMove& written,
         std::vector<Move>& out)
      : position_(position),
        variant_(position.variant()),
        tables_(variant_.tables<Bits>()),
        alphabet_(alphabet),
        written_(written),
        out_(out) {}

  void run() {
    switch (written_.form) {
      case MoveForm::castle_short:
        return add_legal(castling(position_, Wing::king_side));
      case MoveForm::castle_long:
        return add_legal(castling(position_, Wing::queen_side));
      case MoveForm::null_move:
        if (position_.may_pass()) add(Move{});
        return;
      case MoveForm::drop:
        return;
      case MoveForm::plain:
        break;
    }
    if (written_.piece)
      types_ = alphabet_.types(written_.piece);
    else if (written_.unnamed_is_pawn)
      types_ = variant_.pawn() == rules::no_piece_type ? 0 : std::uint32_t(1) << variant_.pawn();
    else
      types_ = ~std::uint32_t(0);
    if (!types_) return;
    if (written_.to.whole()) {
      if (const Square to = square_of(variant_, written_.to); to != rules::no_square) reach(to);
    } else if (written_.to) {
      // `exd`: a file or a rank alone.
      for (int s = 0; s < variant_.squares(); ++s)
        if (agrees(written_.to, Square(s))) reach(Square(s));
    }
  }

 private:
  bool agrees(WrittenSquare written, Square square) const {
    return (written.file < 0 || written.file == variant_.file_of(square)) &&
           (written.rank < 0 || written.rank == variant_.rank_of(square));
  }

  void reach(Square to) {
    // `Kxh1` of Chess960: he can take no man of his own, so this says to which rook he castles.
    const rules::Occupant there = position_.at(to);
    if (variant_.spec().numbered_arrays && !written_.from.whole() && there &&
        there.color() == position_.side() && variant_.king() != rules::no_piece_type &&
        (types_ >> variant_.king() & 1)) {
      const Square king = position_.king(position_.side());
      if (king != rules::no_square && agrees(written_.from, king)) castle_by_square(to);
      return;
    }
    if (written_.from.whole()) {
      const Square from = square_of(variant_, written_.from);
      if (from == rules::no_square) return;
      const rules::Occupant occupant = position_.at(from);
      if (!occupant || occupant.color() != position_.side()) return;
      const PieceType type = variant_.type_of(occupant.state());
      if (!(types_ >> type & 1)) return;
      if (type == variant_.king() && castle_by_square(to)) return;
      if (position_.reaching(type, to).has(from)) consider(type, from, to);
      return;
    }
    for (std::uint32_t rest = types_; rest; rest &= rest - 1) {
      const PieceType type = PieceType(std::countr_zero(rest));
      if (type >= variant_.pieces().size()) return;
      position_.reaching(type, to).each([&](unsigned from) {
        if (!written_.from || agrees(written_.from, Square(from))) consider(type, Square(from), to);
      });
    }
  }

  // False where the square means no castling.
  bool castle_by_square(Square to) {
    const auto move = castling_by_square(position_, to);
    add_legal(move);
    return move.has_value();
  }

  void add_legal(const std::optional<Move>& move) {
    if (move && position_.is_legal(*move)) add(*move);
  }

  // The piece reaches the square.
  void consider(PieceType type, Square from, Square to) {
    Move move{from, to};
    if (type == variant_.pawn()) {
      if (tables_.promotion_zone[int(position_.side())].has(to)) return consider_promotions(move);
      if (position_.en_passant().has(to)) return consider_passing(move);
    }
    if (!written_.promotion && position_.is_safe(move)) add(move);
  }

  // A square that was passed may be reached by a step as well, where pawns step as they capture.
  void consider_passing(Move move) {
    if (written_.promotion) return;
    for (const MoveKind kind : {MoveKind::en_passant, MoveKind::plain}) {
      move.kind = kind;
      if (position_.is_legal(move)) add(move);
    }
  }

  // All promotions of a pawn's move are legal or none is.
  void consider_promotions(Move move) {
    const std::uint32_t named =
        written_.promotion ? alphabet_.types(written_.promotion) : ~std::uint32_t(0);
    bool known_legal = false;
    for (const PieceType type : tables_.promotions) {
      if (!(named >> type & 1)) continue;
      move.promotion = type;
      if (!known_legal && !position_.is_safe(move)) return;
      known_legal = true;
      add(move);
    }
  }

  void add(Move move) { out_.push_back(move); }

  const Position<Bits>& position_;
  const rules::Variant& variant_;
  const rules::Tables<Bits>& tables_;
  const Alphabet& alphabet_;
  const WrittenMove& written_;
  std::vector<Move>& out_;
  std::uint32_t types_ = 0;
};

}  // namespace

template <class Bits>
Move usual_move(const Position<Bits>& position, const Alphabet& alphabet,
                const WrittenMove& written) {
  if (written.form != MoveForm::plain || written.promotion) return {};
  const rules::Variant& variant = position.variant();
  const Square to = square_of(variant, written.to);
  if (to == rules::no_square) return {};
  PieceType type = alphabet.type_of(written.piece);
  if (!written.piece && !written.unnamed_is_pawn) {
    const Square from = square_of(variant, written.from);
    const rules::Occupant there = from == rules::no_square ? rules::Occupant() : position.at(from);
    if (!there) return {};
    type = variant.type_of(there.state());
  }
  if (type == rules::no_piece_type) return {};
  const auto& tables = variant.tables<Bits>();
  if (type == variant.pawn() &&
      (tables.promotion_zone[int(position.side())].has(to) || position.en_passant().has(to)))
    return {};
  return position.sole_move(
      type, written.from ? squares_of<Bits>(variant, written.from) : tables.geometry->board, to);
}

template <class Bits>
void candidates(const Position<Bits>& position, const Alphabet& alphabet,
                const WrittenMove& written, std::vector<Move>& out) {
  out.clear();
  Search<Bits>(position, alphabet, written, out).run();
}

#define NUSKHA_INSTANTIATE(Bits)                                                              \
  template void candidates<Bits>(const Position<Bits>&, const Alphabet&, const WrittenMove&,  \
                                 std::vector<Move>&);                                         \
  template Move usual_move<Bits>(const Position<Bits>&, const Alphabet&, const WrittenMove&); \
  template std::optional<Move> castling<Bits>(const Position<Bits>&, Wing);                   \
  template std::optional<Move> castling_by_square<Bits>(const Position<Bits>&, Square);
NUSKHA_INSTANTIATE(rules::Bits64)
NUSKHA_INSTANTIATE(rules::Bits128)
NUSKHA_INSTANTIATE(rules::Bits256)
#undef NUSKHA_INSTANTIATE

}  // namespace nuskha::notation
