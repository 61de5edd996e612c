#include "replay/explain.hpp"

#include <fmt/format.h>

#include "record/spell.hpp"
#include "replay/claims.hpp"

namespace nuskha::replay {

using notation::Alphabet;
using record::MoveForm;
using record::WrittenMove;
using rules::Illegality;
using rules::Move;
using rules::MoveKind;
using rules::PieceType;
using rules::Position;
using rules::Square;
using rules::Wing;

namespace {

std::string spelt(record::WrittenSquare square) {
  std::string out;
  record::spell_square(square, out);
  return out;
}

template <class Bits>
class Explanation {
 public:
  Explanation(const Position<Bits>& position, const Alphabet& alphabet, const WrittenMove& written)
      : p_(position), v_(position.variant()), alphabet_(alphabet), w_(written) {}

  std::string text() const {
    switch (w_.form) {
      case MoveForm::castle_short:
      case MoveForm::castle_long:
        return castling();
      case MoveForm::null_move:
        return fmt::format("{} is in check, and cannot pass", king_now());
      case MoveForm::drop:
        return fmt::format("{} has no drops", v_.name());
      case MoveForm::plain:
        break;
    }
    if (w_.piece && !alphabet_.types(w_.piece))
      return fmt::format("no piece of {} is called {}", v_.name(), w_.piece.view());
    if (w_.promotion && !alphabet_.types(w_.promotion))
      return fmt::format("no piece of {} is called {}", v_.name(), w_.promotion.view());
    for (const record::WrittenSquare square : {w_.from, w_.to})
      if (square.file >= v_.files() || square.rank >= v_.ranks())
        return fmt::format("the board has no square {}", spelt(square));
    if (!w_.to.whole() && w_.from && w_.to.file >= 0)
      return fmt::format("no {} on file {} can take on file {}", names_of(v_, named_types()),
                         spelt({w_.from.file, -1}), spelt(w_.to));
    if (!w_.to.whole()) return "it does not say to which square";
    const Square to = notation::square_of(v_, w_.to);
    if (w_.from.whole()) return from_square(notation::square_of(v_, w_.from), to);
    return from_anywhere(to);
  }

 private:
  std::string castling() const {
    const bool short_side = w_.form == MoveForm::castle_short;
    const auto move = notation::castling(p_, short_side ? Wing::king_side : Wing::queen_side);
    if (!move) return fmt::format("{} has no such castling", v_.name());
    return reason(*move);
  }

  std::uint32_t named_types() const {
    if (w_.piece) return alphabet_.types(w_.piece);
    if (!w_.unnamed_is_pawn) return ~std::uint32_t(0);
    return v_.pawn() == rules::no_piece_type ? 0 : std::uint32_t(1) << v_.pawn();
  }

  std::string from_square(Square from, Square to) const {
    const rules::Occupant there = p_.at(from);
    const std::string square = v_.square_name(from);
    const std::string named(w_.piece ? w_.piece.view() : alphabet_.pawn().view());
    const bool names_piece = w_.piece || w_.unnamed_is_pawn;
    if (!there)
      return names_piece ? fmt::format("no {} stands on {}, it is empty", named, square)
                         : fmt::format("{} is empty", square);
    const PieceType type = v_.type_of(there.state());
    if (there.color() != p_.side())
      return fmt::format("on {} stands {}'s {}", square, name_of(there.color()), name_of(v_, type));
    const std::string why = reason(type == v_.king() ? king_to(from, to) : move_to(from, to));
    if (names_piece && !(named_types() >> type & 1))
      return fmt::format("on {} stands {}, not {}, and {}", square, name_of(v_, type), named, why);
    return why;
  }

  std::string from_anywhere(Square to) const {
    const std::uint32_t types = named_types();
    const std::string name = names_of(v_, types);
    std::vector<Square> pieces, reaching;
    p_.pieces(p_.side()).each([&](unsigned s) {
      const PieceType type = v_.type_of(p_.at(Square(s)).state());
      if (!(types >> type & 1) || !agrees(Square(s))) return;
      pieces.push_back(Square(s));
      if (p_.reaching(type, to).has(s)) reaching.push_back(Square(s));
    });
    const std::string where = w_.from.file >= 0   ? fmt::format(" on file {}", spelt(w_.from))
                              : w_.from.rank >= 0 ? fmt::format(" on rank {}", spelt(w_.from))
                                                  : "";
    if (pieces.empty()) return fmt::format("{} has no {}{}", name_of(p_.side()), name, where);
    if (to == p_.king(!p_.side())) return fmt::format("{} is not taken", name_on(p_, to));
    if (v_.spec().numbered_arrays && pieces[0] == p_.king(p_.side()) && p_.at(to))
      return reason(king_to(pieces[0], to));
    if (pieces.size() == 1) return reason(move_to(pieces[0], to));
    if (reaching.size() == 1) return reason(move_to(reaching[0], to));
    const rules::Occupant there = p_.at(to);
    if (there && there.color() == p_.side())
      return fmt::format("{} stands there already", name_on(p_, to));
    if (reaching.empty())
      return fmt::format("none of {}'s {} {}{} reaches {}", name_of(p_.side()), pieces.size(), name,
                         where, v_.square_name(to));
    return fmt::format("each {} that reaches {} would leave its king in check", name,
                       v_.square_name(to));
  }

  bool agrees(Square square) const {
    return (w_.from.file < 0 || w_.from.file == v_.file_of(square)) &&
           (w_.from.rank < 0 || w_.from.rank == v_.rank_of(square));
  }

  Move move_to(Square from, Square to) const {
    Move move{from, to};
    const rules::Occupant mover = p_.at(from);
    const bool pawn = mover && v_.pieces()[v_.type_of(mover.state())].pawn;
    if (w_.promotion) {
      for (std::size_t type = 0; type < v_.pieces().size(); ++type)
        if (alphabet_.types(w_.promotion) >> type & 1) {
          move.promotion = PieceType(type);
          break;
        }
    } else if (pawn && v_.template tables<Bits>().promotion_zone[int(p_.side())].has(to)) {
      move.promotion = v_.template tables<Bits>().promotions.front();
    }
    if (pawn && (w_.en_passant || p_.en_passant().has(to)) && !p_.at(to) &&
        p_.capture_targets(from, p_.side(), mover.state(), p_.occupied()).has(to))
      move.kind = MoveKind::en_passant;
    return move;
  }

  // Castling, where his squares mean that or would while he had the right to it.
  Move king_to(Square from, Square to) const {
    if (const auto castle = notation::castling_by_square(p_, to)) return *castle;
    for (const Wing wing : {Wing::king_side, Wing::queen_side}) {
      if (p_.at(to) || p_.may_castle(p_.side(), wing)) continue;
      const auto castle = notation::castling(p_, wing);
      if (castle && castle->to == to && v_.rank_of(from) == v_.rank_of(to) &&
          !p_.reaching(v_.king(), to).has(from))
        return *castle;
    }
    return move_to(from, to);
  }

  std::string reason(Move move) const {
    const Illegality why = p_.illegality(move);
    const rules::Occupant mover = p_.at(move.from);
    const PieceType type = mover ? v_.type_of(mover.state()) : v_.king();
    const std::string piece = name_of(v_, type);
    const std::string from = v_.square_name(move.from), to = v_.square_name(move.to);
    const std::string king = name_of(v_, v_.king());
    const std::string other =
        why.square != rules::no_square && p_.at(why.square) ? name_on(p_, why.square) : "";
    using Reason = Illegality::Reason;
    switch (why.reason) {
      case Reason::none:
        return "it does not fit what is written";
      case Reason::empty_square:
        return fmt::format("{} is empty", from);
      case Reason::enemy_piece:
        return fmt::format("the piece on {} is the enemy's", from);
      case Reason::own_piece_on_target:
        return fmt::format("{} stands there already", name_on(p_, move.to));
      case Reason::no_such_movement:
        return fmt::format("{} does not move from {} to {}", piece, from, to);
      case Reason::blocked:
        return fmt::format("the way of {} from {} is blocked by {}", piece, from, other);
      case Reason::needs_zone:
        return fmt::format("{} has no such move on {}: it would have it {} the frontier", piece,
                           from, beyond(move.from) ? "on its own side of" : "beyond");
      case Reason::needs_mode:
        return mode(why, type, move);
      case Reason::capture_only:
        return fmt::format("{} goes from {} to {} only to capture, and {} is empty", piece, from,
                           to, to);
      case Reason::quiet_only:
        return fmt::format("{} goes from {} to {} only without capturing, and there stands {}",
                           piece, from, to, name_on(p_, move.to));
      case Reason::leaves_king_attacked:
        return fmt::format("{} would be in check from {}", king_now(), other);
      case Reason::kings_too_close:
        return fmt::format("kings may not stand so near each other (convention 1): {}", other);
      case Reason::added_control:
        return fmt::format("{} is closed to the king by the check of {}", to, other);
      case Reason::needs_promotion:
        return fmt::format("{} must become another piece on {}", piece, to);
      case Reason::no_promotion:
        return fmt::format("{} does not promote on {}", piece, to);
      case Reason::bad_promotion:
        return fmt::format("{} may not become {}", piece,
                           move.promotion < v_.pieces().size() ? name_of(v_, move.promotion)
                                                               : std::string("that"));
      case Reason::castling_lost:
        return fmt::format("{} or the rook has moved already, or is not there", king_now());
      case Reason::castling_blocked:
        return fmt::format("castling is blocked by {}", other);
      case Reason::castling_in_check:
        return fmt::format("{} stands in check from {}", king_now(), other);
      case Reason::castling_through_check:
        return fmt::format("{} would cross or reach a square attacked by {}", king_now(), other);
      case Reason::no_en_passant:
        return fmt::format("there is nothing to take en passant on {}", to);
    }
    return "";
  }

  std::string mode(const Illegality& why, PieceType type, Move move) const {
    const rules::Piece& piece = v_.pieces()[type];
    const int now = v_.mode_of(p_.at(move.from).state());
    const auto name = [&](int mode) {
      return mode > 0 && std::size_t(mode) <= piece.mode_names.size()
                 ? piece.mode_names[std::size_t(mode - 1)]
                 : std::string("no cavalier");
    };
    return fmt::format("{} on {} carries {} and the move needs {}", piece.name,
                       v_.square_name(move.from), name(now), name(why.mode));
  }

  std::string king_now() const {
    return fmt::format("{}'s {}", name_of(p_.side()), name_of(v_, v_.king()));
  }

  bool beyond(Square square) const {
    const int frontier = v_.spec().frontier;
    const int rank = v_.rank_of(square);
    return p_.side() == rules::Color::white ? rank >= frontier : rank < v_.ranks() - frontier;
  }

  const Position<Bits>& p_;
  const rules::Variant& v_;
  const Alphabet& alphabet_;
  const WrittenMove& w_;
};

}  // namespace

template <class Bits>
std::string explain(const Position<Bits>& position, const Alphabet& alphabet,
                    const WrittenMove& written) {
  return Explanation<Bits>(position, alphabet, written).text();
}

template <class Bits>
std::string spell_like(const Position<Bits>& position, const Alphabet& alphabet, Move move,
                       const WrittenMove& like) {
  std::string out;
  const bool plain = like.form == MoveForm::plain;
  if (plain && !like.piece && !like.unnamed_is_pawn) {
    const WrittenMove right =
        notation::write_down(position, alphabet, move, notation::Style::coordinate);
    record::spell_square(right.from, out);
    record::spell_square(right.to, out);
    out += right.promotion.view();
    return out;
  }
  record::PlayedMove right;
  right.move = notation::write_down(position, alphabet, move, notation::Style::full);
  if (plain && like.piece && like.from.whole()) {
    right.move.mode = {};
    right.move.convention = 0;
    record::spell_dola(right.move, out);
  } else {
    const auto need = notation::disambiguation(position, move);
    right.name_file = need.file;
    right.name_rank = need.rank;
    record::spell_san(right, alphabet.pawn(), out);
  }
  return out;
}

#define NUSKHA_INSTANTIATE(Bits)                                                                  \
  template std::string explain<Bits>(const Position<Bits>&, const Alphabet&, const WrittenMove&); \
  template std::string spell_like<Bits>(const Position<Bits>&, const Alphabet&, Move,             \
                                        const WrittenMove&);
NUSKHA_INSTANTIATE(rules::Bits64)
NUSKHA_INSTANTIATE(rules::Bits128)
NUSKHA_INSTANTIATE(rules::Bits256)
#undef NUSKHA_INSTANTIATE

}  // namespace nuskha::replay
