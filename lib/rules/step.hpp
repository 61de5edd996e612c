// The usual move, found and played: one of a piece that has no modes, that no other piece of its
// kind could make, and that is no promotion and nothing en passant. Inlined into who replays games,
// so that what is known of the move is looked up once. A part of position.hpp.
#pragma once

#include "rules/position.hpp"

namespace nuskha::rules {

// Of pieces that ride to a square if nothing stands between, those that do. Whether there is any is
// no branch that a processor can guess; that there are several is.
template <class Bits>
[[gnu::always_inline]] inline Bits Position<Bits>::unblocked(const Bits& riders, Square to,
                                                             const Bits& occupied) const {
  const auto& g = *tables_->geometry;
  const auto open = [&](unsigned from) {
    return Bits::of(from).when((g.between(Square(from), to) & occupied).none());
  };
  Bits result, rest = riders;
  if constexpr (Bits::words == 1) {
    result = open(riders.first() % 64) & riders;
    rest.w[0] = riders.w[0] & (riders.w[0] - 1);
  }
  rest.each([&](unsigned from) { result |= open(from); });
  return result;
}

// Whether a piece that leaves a line of its king, who is not in check, uncovers him.
template <class Bits>
[[gnu::always_inline]] inline bool Position<Bits>::exposes_king(Square from, Square to) const {
  const auto& g = *tables_->geometry;
  const Square king = king_[int(side_)];
  const auto line = g.direction_of(king, from);
  Bits riders = g.ray[line][king] & control_[int(!side_)][class_along(line)];
  if (tables_->odd_rides) [[unlikely]]
    return !safe_after(from, to, to);
  if (riders.none()) return false;
  riders.reset(to);
  const Bits others = (occupied() - Bits::of(from)) | Bits::of(to);
  bool exposed = false;
  riders.each([&](unsigned rider) { exposed |= (g.between(king, Square(rider)) & others).none(); });
  return exposed;
}

template <class Bits>
[[gnu::always_inline]] inline Square Position<Bits>::sole_step(const UsualStep<Bits>& step,
                                                               const Bits& among) const {
  if (!step.piece) [[unlikely]]
    return no_square;
  const auto& piece = *step.piece;
  const Square to = step.to;
  const Bits all = occupied(), &own = color_[int(side_)];
  const Bits closed = own | piece.last_squares | (now_.en_passant & piece.passes);
  if (now_.king_en_prise | closed.has(to) | (all.has(to) != step.captures)) [[unlikely]]
    return no_square;
  const Bits ours = own & type_[piece.type] & among;
  const Bits leapers = step.origins.leapers & ours, riders = step.origins.riders & ours;
  Bits from = leapers | riders;
  if (from.many()) [[unlikely]]
    from = leapers | unblocked(riders, to, all);
  if (from.none()) [[unlikely]]
    return no_square;
  // Where one piece alone comes into question, what follows need not wait for whether its way is
  // free.
  const auto origin = Square(from.first());
  const Bits on_the_way = tables_->geometry->between(origin, to) & all;
  if (on_the_way.when(!leapers.has(origin)).any()) [[unlikely]]
    return no_square;
  if (piece.royal | in_check() | from.many()) [[unlikely]]
    return sole_safe_step(from, to);
  return exposes_king(origin, to) ? no_square : origin;
}

template <class Bits>
[[gnu::always_inline]] inline void Position<Bits>::step(const UsualStep<Bits>& step, Square from,
                                                        Undo& undo) {
  const auto& piece = *step.piece;
  const Square to = step.to;
  const bool captures = step.captures;
  const Color us = side_, them = !side_;
  const auto& g = *tables_->geometry;
  undo.before = now_;
  undo.moved = piece.occupant;
  undo.rook_moved = undo.taken = {};
  if (captures) {
    undo.taken = board_[to];
    toggle(to, undo.taken);
  }
  board_[from] = {};
  board_[to] = piece.occupant;
  const Bits both = Bits::of(from) | Bits::of(to);
  color_[int(us)] ^= both;
  type_[piece.type] ^= both;
  auto& control = control_[int(us)];
  for (const int cls : {orthogonal_class, diagonal_class})
    control[cls] ^= both & piece.control[cls];
  now_.key ^= piece.keys[from] ^ piece.keys[to];
  now_.halfmove = (now_.halfmove + 1) & piece.clock[captures];
  move_number_ += std::uint32_t(us);
  side_ = them;
  now_.en_passant = g.between(from, to).when(piece.jumps[from].has(to));
  now_.en_passant_pawn = now_.en_passant.any() ? to : no_square;
  if (piece.royal) [[unlikely]]
    king_[int(us)] = to;
  if ((both & castling_squares_).any()) [[unlikely]]
    lose_castling({from, to}, us, piece.royal);

  const Bits all = occupied();
  const Square king = king_[int(them)];
  const Origins<Bits>& checks = piece.origins[true][king];
  const bool is_reached = (g.between(king, to) & all).none();
  Bits checkers = Bits::of(to).when(checks.leapers.has(to) | (checks.riders.has(to) & is_reached));
  const auto opened = g.direction_of(king, from);
  (g.ray[opened][king] & control[class_along(opened)]).each([&](unsigned rider) {
    if ((g.between(king, Square(rider)) & all).none()) checkers.set(rider);
  });
  now_.checkers = checkers;
}

}  // namespace nuskha::rules
