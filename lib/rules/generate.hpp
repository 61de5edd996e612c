// Generation of legal moves, shared by listing, counting and the search for any move at all. The
// second half of position.hpp, which includes it.
//
// Moves come piece by piece as sets of targets that are legal already: pinned pieces are held to
// their line, and in check all but the king to the squares that end it. Counting therefore makes no
// move list.
#pragma once

#include "rules/position.hpp"

namespace nuskha::rules {

template <class Bits>
[[gnu::always_inline]] inline Bits Position<Bits>::leapers_onto(Square target, Color c) const {
  Bits leaps;
  for (int k = first_leap_class; k < tables_->classes; ++k)
    leaps |= tables_->leapers_to(c, k, target) & leapers_of(c, k);
  return leaps;
}

template <class Bits>
inline Bits Position<Bits>::attackers(Square target, Color c, const Bits& occupied) const {
  const T& t = *tables_;
  const auto& control = control_[int(c)];
  const auto& g = *t.geometry;
  Bits result = leapers_onto(target, c);
  if ((g.orthogonals[target] & control[orthogonal_class]).any())
    result |= g.orthogonal(target, occupied) & control[orthogonal_class];
  if ((g.diagonals[target] & control[diagonal_class]).any())
    result |= g.diagonal(target, occupied) & control[diagonal_class];
  if (t.odd_rides) [[unlikely]]
    return actual_attackers(result | control[oblique_class], target, c, occupied);
  return result;
}

template <class Bits>
inline bool Position<Bits>::attacked(Square target, Color c, const Bits& occupied) const {
  if (tables_->odd_rides) [[unlikely]]
    return attackers(target, c, occupied).any();
  const auto& control = control_[int(c)];
  const auto& g = *tables_->geometry;
  if (leapers_onto(target, c).any()) return true;
  if ((g.orthogonals[target] & control[orthogonal_class]).any() &&
      (g.orthogonal(target, occupied) & control[orthogonal_class]).any())
    return true;
  return (g.diagonals[target] & control[diagonal_class]).any() &&
         (g.diagonal(target, occupied) & control[diagonal_class]).any();
}

template <class Bits>
inline bool Position<Bits>::attacked_now_and_then(Square target, Color c, const Bits& occupied,
                                                  const Bits& gone) const {
  if (tables_->odd_rides) [[unlikely]]
    return (attackers(target, c, occupied) - gone).any();
  const auto& control = control_[int(c)];
  const auto& g = *tables_->geometry;
  if ((leapers_onto(target, c) - gone).any()) return true;
  Bits riders = ((g.orthogonals[target] & control[orthogonal_class]) |
                 (g.diagonals[target] & control[diagonal_class])) -
                gone;
  for (; riders.any(); riders.reset(riders.first()))
    if ((g.between(target, Square(riders.first())) & occupied).none()) return true;
  return false;
}

template <class Bits>
inline bool Position<Bits>::king_safe_on(Square to) const {
  return !attacked(to, !side_, occupied() - Bits::of(king_[int(side_)]));
}

template <class Bits>
[[gnu::always_inline]] inline Bits Position<Bits>::quiet_targets(Square from, Color c, State state,
                                                                 const Bits& occupied) const {
  const StateInfo& info = tables_->state_info[state];
  const Reach<Bits>& reach = tables_->quiet(c, state, from);
  Bits result = reach.leaps;
  if (const Rides& rides = info.rides[int(c)][0]; rides.any() && reach.rides.any())
    result |= tables_->geometry->slide(from, rides, occupied) & reach.rides;
  if (info.oblique) [[unlikely]]
    result |= oblique_targets(from, c, state, false, occupied);
  return result;
}

template <class Bits>
[[gnu::always_inline]] inline Bits Position<Bits>::capture_targets(Square from, Color c,
                                                                   State state,
                                                                   const Bits& occupied) const {
  const StateInfo& info = tables_->state_info[state];
  const Reach<Bits>& reach = tables_->capture(c, state, from);
  Bits result = reach.leaps;
  if (const Rides& rides = info.rides[int(c)][1]; rides.any() && reach.rides.any())
    result |= tables_->geometry->slide(from, rides, occupied) & reach.rides;
  if (info.oblique) [[unlikely]]
    result |= oblique_targets(from, c, state, true, occupied);
  return result;
}

template <class Bits>
inline Bits Position<Bits>::takeable() const {
  // A king is never taken, though the position may be set up so that he could be.
  Bits result = tables_->geometry->board;
  if (now_.king_en_prise) [[unlikely]]
    result.reset(king_[int(!side_)]);
  return result;
}

template <class Bits>
template <class V>
bool Position<Bits>::visit_legal(V&& v) const {
  Bits king_moves = king_targets() & takeable();
  if (now_.checkers.any()) [[unlikely]] {
    if (tables_->leaper_checks) king_moves |= king_leaper_captures();
    if (!tables_->added_control.empty()) king_moves -= added_control();
  }
  Bits safe;
  king_moves.each([&](unsigned to) {
    if (king_safe_on(Square(to))) safe.set(to);
  });
  if (safe.any() && v.moves(king_[int(side_)], safe)) return true;
  return visit_others(v);
}

// All moves but the ordinary ones of the king. Inlined, it would lack registers.
template <class Bits>
template <class V>
[[gnu::noinline]] bool Position<Bits>::visit_others(V&& v) const {
  const T& t = *tables_;
  const auto& g = *t.geometry;
  const Color us = side_, them = !side_;
  const Bits& own = color_[int(us)];
  const Bits& enemy = color_[int(them)];
  const Bits all = own | enemy;
  const Square king = king_[int(us)];

  Bits allowed = takeable() - own;
  // Oblique riders, and leaps that hide behind a blocked line, make masks untrue: such variants
  // verify each move.
  const bool verify = t.oblique_rides || t.aligned_leaps || t.limited_rides;
  if (now_.checkers.any() && !verify) [[unlikely]] {
    if (now_.checkers.many()) return false;
    const Square checker = Square(now_.checkers.first());
    allowed &= now_.checkers | g.between(king, checker);
  }

  Bits pinned;
  if (!verify) {
    const auto& control = control_[int(them)];
    const Bits snipers = (g.orthogonals[king] & control[orthogonal_class]) |
                         (g.diagonals[king] & control[diagonal_class]);
    snipers.each([&](unsigned sniper) {
      const Bits between = g.between(king, Square(sniper)) & all;
      if (!between.many()) pinned |= between & own;
    });
  }

  const auto verified = [&](Square from, const Bits& targets) {
    Bits result;
    targets.each([&](unsigned to) {
      if (safe_after(from, Square(to), Square(to))) result.set(to);
    });
    return result;
  };

  Bits rest = own;
  rest.reset(king);
  for (int word = 0; word < Bits::words; ++word)
    for (std::uint64_t squares = rest.w[word]; squares; squares &= squares - 1) {
      const Square from = Square(64 * word + std::countr_zero(squares));
      const State state = board_[from].state();
      const StateInfo& info = t.state_info[state];
      Bits targets;
      if (!info.divergent) {
        targets = capture_targets(from, us, state, all) & allowed;
      } else {
        targets = ((quiet_targets(from, us, state, all) - all) |
                   (capture_targets(from, us, state, all) & enemy)) &
                  allowed;
      }
      if (verify) [[unlikely]]
        targets = verified(from, targets);
      else if (pinned.has(from))
        targets &= g.ray[g.direction_of(king, from)][king];
      if (info.pawn) {
        const Bits last = targets & t.promotion_zone[int(us)];
        if (last.any()) {
          if (v.promotions(from, last)) return true;
          targets -= last;
        }
      }
      if (targets.any() && v.moves(from, targets)) return true;
    }

  if (now_.en_passant.any()) [[unlikely]] {
    bool stop = false;
    rest.each([&](unsigned from) {
      const State state = board_[from].state();
      if (stop || !t.state_info[state].pawn) return;
      (capture_targets(Square(from), us, state, all) & now_.en_passant).each([&](unsigned to) {
        if (!stop && safe_after(Square(from), Square(to), now_.en_passant_pawn))
          stop = v.single(Move{Square(from), Square(to), no_piece_type, MoveKind::en_passant});
      });
    });
    if (stop) return true;
  }

  if (now_.checkers.none())
    for (const Wing wing : {Wing::king_side, Wing::queen_side})
      if (now_.rook[int(us)][int(wing)] != no_square && may_castle_now(wing))
        if (v.single(
                Move{king, t.castle_king_to[int(us)][int(wing)], no_piece_type,
                     wing == Wing::king_side ? MoveKind::castle_short : MoveKind::castle_long}))
          return true;
  return false;
}

template <class Bits>
template <class F>
void Position<Bits>::each_legal(F&& f) const {
  struct Lister {
    F& f;
    const std::vector<PieceType>& promotion_types;
    bool moves(Square from, const Bits& targets) {
      targets.each([&](unsigned to) { f(Move{from, Square(to), no_piece_type, MoveKind::plain}); });
      return false;
    }
    bool promotions(Square from, const Bits& targets) {
      targets.each([&](unsigned to) {
        for (const PieceType type : promotion_types)
          f(Move{from, Square(to), type, MoveKind::plain});
      });
      return false;
    }
    bool single(Move m) {
      f(m);
      return false;
    }
  };
  visit_legal(Lister{f, tables_->promotions});
}

}  // namespace nuskha::rules
