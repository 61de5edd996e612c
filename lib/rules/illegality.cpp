// Why a move is not legal. Only asked about moves that are not, so it takes its time.
#include <algorithm>
#include <numeric>

#include "rules/position.hpp"

namespace nuskha::rules {

namespace {

using Reason = Illegality::Reason;

// The first occupied square on the way, by the shortest equal steps; no_square for none.
template <class Bits>
Square first_blocker(const Variant& v, Square from, Square to, const Bits& occupied) {
  int dx = v.file_of(to) - v.file_of(from), dy = v.rank_of(to) - v.rank_of(from);
  const int steps = std::gcd(dx, dy);
  if (steps == 0) return no_square;
  dx /= steps;
  dy /= steps;
  for (int k = 1; k < steps; ++k) {
    const Square s = v.square(v.file_of(from) + k * dx, v.rank_of(from) + k * dy);
    if (occupied.has(s)) return s;
  }
  return no_square;
}

}  // namespace

template <class Bits>
Illegality Position<Bits>::illegality(Move m) const {
  const Variant& v = *variant_;
  if (m.from >= v.squares() || m.to >= v.squares()) return {Reason::no_such_movement};
  const Square king = king_[int(side_)];
  const Bits all = occupied();
  if (m.castles()) {
    if (is_legal(m)) return {};
    const Wing w = m.kind == MoveKind::castle_short ? Wing::king_side : Wing::queen_side;
    const Square rook = castling_rook(side_, w);
    const Square king_to = tables_->castle_king_to[int(side_)][int(w)];
    const Square rook_to = tables_->castle_rook_to[int(side_)][int(w)];
    if (rook == no_square || king_to == no_square || m.from != king || m.to != king_to)
      return {Reason::castling_lost};
    if (in_check()) return {Reason::castling_in_check, Square(now_.checkers.first())};
    const auto& g = *tables_->geometry;
    const Bits king_path = g.between(king, king_to) | Bits::of(king_to);
    const Bits path = king_path | g.between(rook, rook_to) | Bits::of(rook_to);
    const Bits others = all - Bits::of(king) - Bits::of(rook);
    if (const Bits blockers = path & others; blockers.any())
      return {Reason::castling_blocked, Square(blockers.first())};
    if (!tables_->kings_apart.empty() && tables_->kings_apart[king_[int(!side_)]].has(king_to))
      return {Reason::kings_too_close, king_[int(!side_)]};
    Illegality result{Reason::castling_through_check};
    king_path.each([&](unsigned s) {
      const Bits after = Square(s) == king_to ? others | Bits::of(king_to) | Bits::of(rook_to)
                                              : all - Bits::of(king);
      const Bits attack = attackers(Square(s), !side_, after);
      if (attack.any() && result.square == no_square) result.square = Square(attack.first());
    });
    return result;
  }

  const Occupant mover = board_[m.from];
  if (!mover) return {Reason::empty_square};
  if (mover.color() != side_) return {Reason::enemy_piece};
  if (board_[m.to] && board_[m.to].color() == side_) return {Reason::own_piece_on_target, m.to};
  if (is_legal(m)) return {};
  const State state = mover.state();
  const StateInfo& info = tables_->state_info[state];

  Bits reach = board_[m.to] ? capture_targets(m.from, side_, state, all)
                            : quiet_targets(m.from, side_, state, all);
  const bool passing = m.kind == MoveKind::en_passant;
  if (passing) {
    if (!info.pawn || !now_.en_passant.has(m.to) ||
        !capture_targets(m.from, side_, state, all).has(m.to))
      return {Reason::no_en_passant};
    reach.set(m.to);
  }
  if (info.royal && in_check()) reach |= king_leaper_captures();
  if (reach.has(m.to)) {
    if (promotes(state, side_, m.to)) {
      if (m.promotion == no_piece_type) return {Reason::needs_promotion};
      if (std::find(tables_->promotions.begin(), tables_->promotions.end(), m.promotion) ==
          tables_->promotions.end())
        return {Reason::bad_promotion};
    } else if (m.promotion != no_piece_type) {
      return {Reason::no_promotion};
    }
    if (info.royal) {
      const Square other = king_[int(!side_)];
      if (!tables_->kings_apart.empty() && tables_->kings_apart[other].has(m.to))
        return {Reason::kings_too_close, other};
      const Bits attack = attackers(m.to, !side_, all - Bits::of(king));
      if (attack.any()) return {Reason::leaves_king_attacked, Square(attack.first())};
      return {Reason::added_control,
              now_.checkers.any() ? Square(now_.checkers.first()) : no_square};
    }
    const Square victim = passing ? now_.en_passant_pawn : m.to;
    Bits after = all;
    after.reset(m.from);
    after.reset(victim);
    after.set(m.to);
    Bits attack = attackers(king, !side_, after);
    attack.reset(victim);
    return {Reason::leaves_king_attacked, attack.any() ? Square(attack.first()) : no_square};
  }

  if (!board_[m.to] && capture_targets(m.from, side_, state, all).has(m.to))
    return {Reason::capture_only};
  if (board_[m.to] && quiet_targets(m.from, side_, state, all - Bits::of(m.to)).has(m.to))
    return {Reason::quiet_only};
  if (const Square blocker = first_blocker(v, m.from, m.to, all); blocker != no_square) {
    const Bits target = board_[m.to] ? Bits::of(m.to) : Bits();
    const Bits open = board_[m.to] ? capture_targets(m.from, side_, state, target)
                                   : quiet_targets(m.from, side_, state, target);
    if (open.has(m.to)) return {Reason::blocked, blocker};
  }
  const Piece& piece = v.pieces()[info.type];
  for (std::size_t mode = 1; mode <= piece.mode_names.size(); ++mode) {
    const State other = State(piece.first_state + mode);
    if (other != state && tables_->mode_zone[info.type][int(side_)].has(m.from) &&
        capture_targets(m.from, side_, other, all).has(m.to))
      return {Reason::needs_mode, no_square, int(mode)};
  }
  const int dx = v.file_of(m.to) - v.file_of(m.from);
  const int dy = (v.rank_of(m.to) - v.rank_of(m.from)) * (side_ == Color::white ? 1 : -1);
  for (const Movement& movement : v.spec().pieces[info.type].movements) {
    if (movement.from.contains(v.mover_rank(side_, m.from))) continue;
    for (const Step& step : movement.steps) {
      const int longest = step.range ? step.range : std::max(v.files(), v.ranks());
      if (!(board_[m.to] ? step.capture : step.quiet)) continue;
      for (int k = 1; k <= longest; ++k)
        if (k * step.dx == dx && k * step.dy == dy) return {Reason::needs_zone};
    }
  }
  return {Reason::no_such_movement};
}

template Illegality Position<Bits64>::illegality(Move) const;
template Illegality Position<Bits128>::illegality(Move) const;
template Illegality Position<Bits256>::illegality(Move) const;

}  // namespace nuskha::rules
