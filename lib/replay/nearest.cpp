#include "replay/nearest.hpp"

#include <algorithm>
#include <cstdlib>
#include <optional>

#include "replay/claims.hpp"
#include "rules/generate.hpp"

namespace nuskha::replay {

using notation::Alphabet;
using record::CheckMark;
using record::MoveForm;
using record::PieceName;
using record::WrittenMove;
using record::WrittenSquare;
using rules::Move;
using rules::PieceType;
using rules::Position;
using rules::Square;

namespace {

template <class Bits>
class Distance {
 public:
  Distance(const Position<Bits>& position, const Alphabet& alphabet, const WrittenMove& written,
           bool marks_checks)
      : p_(position),
        v_(position.variant()),
        alphabet_(alphabet),
        w_(written),
        marks_checks_(marks_checks) {}

  int to(Move move, int limit) {
    const int cost = without_marks(move);
    return cost > limit ? cost : cost + marks(move);
  }
  int without_marks(Move move) const {
    if (states_no_squares()) return move.passes() ? 0 : far;
    return move.castles() || w_.form != MoveForm::plain ? castling(move) : plain(move);
  }
  int marks(Move move) {
    const bool states_marks = w_.form != MoveForm::plain || w_.piece || w_.unnamed_is_pawn;
    if (!states_marks || states_no_squares()) return 0;
    int cost = 0;
    if (!after_) after_ = p_;
    Position<Bits>& after = *after_;
    const auto undo = after.play(move);
    const bool check = after.in_check();
    if (w_.check == CheckMark::none && check && marks_checks_) cost += Costs::check_left_out;
    if (w_.check != CheckMark::none && !check) cost += Costs::check_invented;
    if (w_.check == CheckMark::mate && !(check && !after.has_legal())) cost += Costs::mate;
    if (w_.mode) {
      const auto carried = carries(after, move.to, w_.mode);
      if (carried && !*carried) cost += Costs::mode;
    }
    after.take_back(move, undo);
    if (w_.convention && notation::convention(p_, move) != w_.convention) cost += Costs::convention;
    return cost;
  }

 private:
  static constexpr int far = 1000;

  bool states_no_squares() const {
    return w_.form == MoveForm::null_move || w_.form == MoveForm::drop;
  }

  static int coordinate(int written, int actual) {
    if (written < 0 || written == actual) return 0;
    return std::abs(written - actual) == 1 ? Costs::neighbour : Costs::coordinate;
  }
  static int square(WrittenSquare written, WrittenSquare actual) {
    return coordinate(written.file, actual.file) + coordinate(written.rank, actual.rank);
  }

  int squares(WrittenSquare from, WrittenSquare to) const {
    const int cost = (w_.from ? square(w_.from, from) : 0) + square(w_.to, to);
    if (cost <= Costs::both_shifted || !w_.from.whole() || !w_.to.whole()) return cost;
    const int dx = from.file - w_.from.file, dy = from.rank - w_.from.rank;
    const bool shifted = std::abs(dx) + std::abs(dy) == 1 && to.file - w_.to.file == dx &&
                         to.rank - w_.to.rank == dy;
    return shifted ? Costs::both_shifted : cost;
  }

  int name(PieceName written, PieceType actual, int wrong) const {
    const std::uint32_t types = alphabet_.types(written);
    if (types >> actual & 1) return 0;
    for (const char letter : written.view())
      if (alphabet_.name(actual).view().find(letter) != std::string_view::npos)
        return std::min(wrong, int(Costs::similar_piece));
    return wrong;
  }

  int plain(Move move) const {
    const PieceType type = v_.type_of(p_.at(move.from).state());
    int cost =
        squares(notation::written_square(v_, move.from), notation::written_square(v_, move.to));
    if (w_.piece)
      cost += name(w_.piece, type, Costs::piece);
    else if (w_.unnamed_is_pawn && type != v_.pawn())
      cost += Costs::piece;

    const rules::Occupant taken = p_.captured(move);
    if (w_.captured && !taken) {
      cost += Costs::no_capture;
    } else if (w_.captured) {
      cost += name(w_.captured, v_.type_of(taken.state()), Costs::captured);
    } else if (w_.piece || w_.unnamed_is_pawn) {
      if (w_.capture != bool(taken)) cost += Costs::capture_mark;
    }
    if (w_.promotion) {
      cost += move.promotion == rules::no_piece_type
                  ? int(Costs::promotion)
                  : name(w_.promotion, move.promotion, Costs::promotion);
    } else if (move.promotion != rules::no_piece_type) {
      // Unnamed: the usual choice first.
      cost += move.promotion == v_.template tables<Bits>().promotions.front() ? 1 : 2;
    }
    return cost;
  }

  int castling(Move move) const {
    if (w_.form != MoveForm::plain && move.castles()) {
      const bool same =
          (w_.form == MoveForm::castle_short) == (move.kind == rules::MoveKind::castle_short);
      const WrittenMove right =
          notation::write_down(p_, alphabet_, move, notation::Style::full, CheckMark::none);
      const auto named = [](WrittenSquare written, WrittenSquare actual) {
        return written && square(written, actual) ? int(Costs::castling_square) : 0;
      };
      return (same ? 0 : int(Costs::other_wing)) + named(w_.king_from, right.king_from) +
             named(w_.king_to, right.king_to) + named(w_.rook_from, right.rook_from) +
             named(w_.rook_to, right.rook_to);
    }
    if (move.castles()) {
      // Written as a move of the king.
      if (!w_.piece || !(alphabet_.types(w_.piece) >> v_.king() & 1)) return far;
      if (goes_to_castle(move)) return Costs::castling_as_king;
      return Costs::castling_form + squares(notation::written_square(v_, move.from),
                                            notation::written_square(v_, move.to));
    }
    // Written as castling, played as the king's own move to the same square.
    const auto castle = notation::castling(
        p_, w_.form == MoveForm::castle_short ? rules::Wing::king_side : rules::Wing::queen_side);
    return castle && castle->from == move.from && castle->to == move.to ? int(Costs::castling_form)
                                                                        : far;
  }

  // To the square where he castles to, or to that of his own rook.
  bool goes_to_castle(Move move) const {
    const auto at = [&](rules::Square square) {
      return w_.to == notation::written_square(v_, square);
    };
    const auto wing = move.kind == rules::MoveKind::castle_short ? rules::Wing::king_side
                                                                 : rules::Wing::queen_side;
    if (w_.from && square(w_.from, notation::written_square(v_, move.from))) return false;
    return at(move.to) || at(p_.castling_rook(p_.side(), wing));
  }

  const Position<Bits>& p_;
  std::optional<Position<Bits>> after_;  // p_, but while a move is looked at
  const rules::Variant& v_;
  const Alphabet& alphabet_;
  const WrittenMove& w_;
  const bool marks_checks_;
};

}  // namespace

template <class Bits>
int distance(const Position<Bits>& position, const Alphabet& alphabet, const WrittenMove& written,
             Move move, int limit, bool marks_checks) {
  return Distance<Bits>(position, alphabet, written, marks_checks).to(move, limit);
}

template <class Bits>
void nearest(const Position<Bits>& position, const Alphabet& alphabet, const WrittenMove& written,
             std::vector<NearMove>& out, std::size_t most) {
  struct Near {
    int cost;
    int order;  // among the legal moves, where costs are the same
    Move move;
    bool operator<(const Near& other) const {
      return cost != other.cost ? cost < other.cost : order < other.order;
    }
  };
  out.clear();
  // Marks are looked at last, for to know them a move must be played.
  Distance<Bits> measure(position, alphabet, written, true);
  constexpr std::size_t usual_moves = 64;
  std::vector<Near> moves, found;
  moves.reserve(usual_moves);
  found.reserve(most);
  int order = 0;
  position.each_legal([&](Move move) {
    const int cost = measure.without_marks(move);
    if (cost <= max_distance) moves.push_back({cost, order, move});
    ++order;
  });
  std::sort(moves.begin(), moves.end());
  for (Near near : moves) {
    if (found.size() == most && found.back() < near) break;
    near.cost += measure.marks(near.move);
    if (near.cost > max_distance || (found.size() == most && found.back() < near)) continue;
    if (found.size() == most) found.pop_back();
    found.insert(std::upper_bound(found.begin(), found.end(), near), near);
  }
  for (const Near& near : found) out.push_back({near.move, near.cost});
}

#define NUSKHA_INSTANTIATE(Bits)                                                                \
  template int distance<Bits>(const Position<Bits>&, const Alphabet&, const WrittenMove&, Move, \
                              int, bool);                                                       \
  template void nearest<Bits>(const Position<Bits>&, const Alphabet&, const WrittenMove&,       \
                              std::vector<NearMove>&, std::size_t);
NUSKHA_INSTANTIATE(rules::Bits64)
NUSKHA_INSTANTIATE(rules::Bits128)
NUSKHA_INSTANTIATE(rules::Bits256)
#undef NUSKHA_INSTANTIATE

}  // namespace nuskha::replay
