#include "repair/fit.hpp"

#include <algorithm>
#include <bit>
#include <cstdlib>

#include "replay/claims.hpp"

namespace nuskha::repair {

using record::CheckMark;
using record::MoveForm;
using record::PieceName;
using record::WrittenMove;
using record::WrittenSquare;
using rules::Move;
using rules::PieceType;
using rules::Position;

namespace {

template <class Bits>
class Measure {
 public:
  Measure(const Position<Bits>& position, const Manner& manner, std::size_t at)
      : p_(position), v_(position.variant()), manner_(manner), w_(manner.game.moves[at]), at_(at) {}

  Fit run(Move move, int limit) {
    if (w_.form == MoveForm::null_move || w_.form == MoveForm::drop) {
      if (!move.passes()) fit_.cost = far;
      return fit_;
    }
    if (says_nothing(w_))
      word(move);  // with its marks
    else if (move.castles() || w_.form != MoveForm::plain)
      castling(move);
    else
      plain(move);
    if (fit_.cost <= limit && !says_nothing(w_)) marks(move);
    if (!manner_.game.claims.empty() && fit_.cost <= limit) claims(move);
    return fit_;
  }

 private:
  int of(Fault fault) const { return manner_.costs.of(fault); }
  void add(Fault fault, int cost) {
    fit_.cost += cost;
    fit_.faults.set(std::size_t(fault));
  }
  void add(Fault fault) { add(fault, of(fault)); }

  int character(char written, char meant) const {
    return manner_.costs.miswritten({&written, 1}, {&meant, 1});
  }

  int square(WrittenSquare written, WrittenSquare meant) const {
    int cost = 0;
    if (written.file >= 0 && written.file != meant.file)
      cost += character(char('a' + written.file), char('a' + meant.file));
    if (written.rank >= 0 && written.rank != meant.rank) {
      int rank = written.rank < 9 && meant.rank < 9
                     ? character(char('1' + written.rank), char('1' + meant.rank))
                     : manner_.costs.miswritten(std::to_string(written.rank + 1),
                                                std::to_string(meant.rank + 1));
      // `10` and `9` are neighbours as much as `8` and `9`.
      if (std::abs(written.rank - meant.rank) == 1)
        rank = std::min(rank, manner_.costs.miswritten("8", "9"));
      cost += rank;
    }
    return cost;
  }

  void squares(WrittenSquare from, WrittenSquare to) {
    const int cost = square(w_.from, from) + square(w_.to, to);
    if (cost == 0) return;
    if (cost > of(Fault::shifted) && w_.from.whole() && w_.to.whole()) {
      const int dx = from.file - w_.from.file, dy = from.rank - w_.from.rank;
      if (std::abs(dx) + std::abs(dy) == 1 && to.file - w_.to.file == dx &&
          to.rank - w_.to.rank == dy)
        return add(Fault::shifted);
    }
    add(Fault::square, of(Fault::square) + cost);
  }

  void name(PieceName written, PieceType meant, Fault wrong) {
    const std::uint32_t types = manner_.alphabet.types(written);
    if (types >> meant & 1) {
      if (std::popcount(types) > 1) add(Fault::abbreviated);
      return;
    }
    const bool unwritten = meant == v_.pawn() && w_.unnamed_is_pawn && !w_.from.whole();
    const PieceName right = unwritten ? PieceName() : manner_.alphabet.name(meant);
    add(wrong, std::min(of(wrong), manner_.costs.miswritten(written.view(), right.view())));
  }

  // Text that nobody could read, as far as it is from the text of the move.
  void word(Move move) {
    const WrittenMove right =
        notation::write_down(p_, manner_.alphabet, move, manner_.spelling.style);
    std::string text(manner_.game.source->text(w_.span));
    const bool is_torn =
        std::erase_if(text, [](char c) { return c == ' ' || (c >= '\t' && c <= '\r'); }) > 0;
    // A blank too many is no more than a slip of the finger.
    int distance = manner_.costs.miswritten(text, manner_.spelling.spell(right)) +
                   (is_torn ? manner_.costs.of(Slip::doubled) : 0);
    if (text.ends_with('#') && right.check != CheckMark::mate)
      distance += of(Fault::check_invented);
    add(Fault::unreadable, std::min(of(Fault::unreadable), distance));
  }

  void plain(Move move) {
    squares(notation::written_square(v_, move.from), notation::written_square(v_, move.to));
    const PieceType type = v_.type_of(p_.at(move.from).state());
    if (w_.piece || (w_.unnamed_is_pawn && type != v_.pawn())) name(w_.piece, type, Fault::piece);

    const rules::Occupant taken = p_.captured(move);
    if (w_.captured) {
      if (taken)
        name(w_.captured, v_.type_of(taken.state()), Fault::captured);
      else
        add(Fault::no_capture);
    } else if ((w_.piece || w_.unnamed_is_pawn) && w_.capture != bool(taken) &&
               (w_.capture || manner_.marks_captures ||
                manner_.game.moves.size() < Manner::long_game)) {
      add(Fault::capture_mark);
    }
    if (w_.promotion ? move.promotion == rules::no_piece_type ||
                           !(manner_.alphabet.types(w_.promotion) >> move.promotion & 1)
                     : move.promotion != rules::no_piece_type) {
      // Unnamed: the usual choice first.
      const bool usual =
          !w_.promotion && move.promotion == v_.template tables<Bits>().promotions.front();
      add(Fault::promotion, of(Fault::promotion) / (usual ? 2 : 1));
    }
  }

  void castling(Move move) {
    if (w_.form != MoveForm::plain && move.castles()) {
      if ((w_.form == MoveForm::castle_short) != (move.kind == rules::MoveKind::castle_short))
        add(Fault::castling_side);
      const WrittenMove right =
          notation::write_down(p_, manner_.alphabet, move, notation::Style::full, CheckMark::none);
      const auto named = [&](WrittenSquare written, WrittenSquare meant) {
        if (written && square(written, meant)) add(Fault::castling_square);
      };
      named(w_.king_from, right.king_from);
      named(w_.king_to, right.king_to);
      named(w_.rook_from, right.rook_from);
      named(w_.rook_to, right.rook_to);
      return;
    }
    if (move.castles()) {
      // The rook's part of it alone, by the name of either.
      if (w_.from.whole()) {
        const WrittenMove whole = notation::write_down(p_, manner_.alphabet, move,
                                                       notation::Style::full, CheckMark::none);
        if (w_.from == whole.rook_from && w_.to == whole.rook_to) {
          const std::uint32_t either = manner_.alphabet.types(whole.rook) | 1u << v_.king();
          if (w_.piece ? !(manner_.alphabet.types(w_.piece) & either) : w_.unnamed_is_pawn)
            add(Fault::piece);
          return add(Fault::castling_form);
        }
      }
      // Coordinates alone write castling as a move of the king, or as his taking the rook.
      if (w_.piece ? !(manner_.alphabet.types(w_.piece) >> v_.king() & 1) : w_.unnamed_is_pawn) {
        fit_.cost = far;
        return;
      }
      if (w_.piece) add(Fault::castling_form);
      const auto rook = p_.castling_rook(p_.side(), move.kind == rules::MoveKind::castle_short
                                                        ? rules::Wing::king_side
                                                        : rules::Wing::queen_side);
      if (rook != rules::no_square && w_.to == notation::written_square(v_, rook) &&
          w_.from == notation::written_square(v_, move.from))
        return;
      squares(notation::written_square(v_, move.from), notation::written_square(v_, move.to));
      return;
    }
    const auto castle = notation::castling(
        p_, w_.form == MoveForm::castle_short ? rules::Wing::king_side : rules::Wing::queen_side);
    if (castle && castle->from == move.from && castle->to == move.to)
      add(Fault::castling_form);
    else
      fit_.cost = far;
  }

  void marks(Move move) {
    const bool states_marks = w_.form != MoveForm::plain || w_.piece || w_.unnamed_is_pawn;
    if (!states_marks) return;
    const bool check = p_.gives_check(move);
    const bool marked = w_.check != CheckMark::none;
    if (!check && !marked && !w_.mode && !w_.convention) return;
    Position<Bits> after = p_;
    after.play(move);
    if (check && !marked && manner_.marks_checks) add(Fault::check_unmarked);
    if (marked && !check) add(Fault::check_invented);
    // Who marks a mate has looked twice.
    if (!check && w_.check == CheckMark::mate) add(Fault::check_invented);
    if (marked && check && manner_.marks_checks) {
      const bool mate = !after.has_legal();
      if (mate && w_.check != CheckMark::mate) add(Fault::check_unmarked);
      if (!mate && w_.check == CheckMark::mate) add(Fault::check_invented);
    }
    if (w_.mode) {
      const auto carried = replay::carries(after, move.to, w_.mode);
      if (carried && !*carried) add(Fault::mode);
    }
    if (w_.convention && notation::convention(p_, move) != w_.convention) add(Fault::convention);
  }

  // Remarks that the piece is protected where it arrives.
  void claims(Move move) {
    const auto& all = manner_.game.claims;
    auto claim = std::lower_bound(all.begin(), all.end(), at_,
                                  [](const auto& one, std::size_t at) { return one.first < at; });
    if (claim == all.end() || claim->first != at_) return;
    Position<Bits> after = p_;
    after.play(move);
    const Bits protectors = after.attackers(move.to, p_.side(), after.occupied());
    for (; claim != all.end() && claim->first == at_; ++claim)
      for (const record::NamedSquare& named : claim->second.protectors) {
        const rules::Square square = notation::square_of(v_, named.square);
        const bool stands =
            square != rules::no_square && protectors.has(square) &&
            (!named.piece ||
             manner_.alphabet.types(named.piece) >> v_.type_of(after.at(square).state()) & 1);
        if (!stands) add(Fault::protection);
      }
  }

  const Position<Bits>& p_;
  const rules::Variant& v_;
  const Manner& manner_;
  const WrittenMove& w_;
  std::size_t at_;
  Fit fit_;
};

}  // namespace

template <class Bits>
Fit fit(const Position<Bits>& position, const Manner& manner, std::size_t at, Move move,
        int limit) {
  return Measure<Bits>(position, manner, at).run(move, limit);
}

#define NUSKHA_INSTANTIATE(Bits) \
  template Fit fit<Bits>(const Position<Bits>&, const Manner&, std::size_t, Move, int);
NUSKHA_INSTANTIATE(rules::Bits64)
NUSKHA_INSTANTIATE(rules::Bits128)
NUSKHA_INSTANTIATE(rules::Bits256)
#undef NUSKHA_INSTANTIATE

}  // namespace nuskha::repair
