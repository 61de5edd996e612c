#include "rules/position.hpp"

#include <algorithm>

#include "rules/step.hpp"

namespace nuskha::rules {
template <class Bits>
Position<Bits>::Position(const Variant& variant)
    : variant_(&variant), tables_(&variant.tables<Bits>()) {}

template <class Bits>
void Position<Bits>::put(Square s, Color c, State state) {
  if (board_[s]) remove(s);
  board_[s] = occupant(c, state);
  toggle(s, board_[s]);
  if (tables_->state_info[state].royal) king_[int(c)] = s;
}

template <class Bits>
void Position<Bits>::remove(Square s) {
  const Occupant there = board_[s];
  if (!there) return;
  toggle(s, there);
  board_[s] = {};
  if (king_[int(there.color())] == s) king_[int(there.color())] = no_square;
}

template <class Bits>
void Position<Bits>::set_en_passant(Bits passed, Square pawn) {
  now_.en_passant = passed;
  now_.en_passant_pawn = passed.any() ? pawn : no_square;
}

template <class Bits>
void Position<Bits>::set_counters(int halfmove, int move_number) {
  now_.halfmove = std::uint32_t(std::max(halfmove, 0));
  move_number_ = std::uint32_t(std::max(move_number, 1));
}

template <class Bits>
void Position<Bits>::finish_setup() {
  now_.key = key_from_scratch() ^ en_passant_part() ^ tables_->turn_key[int(side_)];
  find_castling_squares();
  now_.checkers = attackers(king_[int(side_)], !side_, occupied());
  now_.king_en_prise = attacked(king_[int(!side_)], side_, occupied());
}

template <class Bits>
void Position<Bits>::find_castling_squares() {
  castling_squares_ = {};
  for (const Color c : {Color::white, Color::black})
    for (const Square rook : now_.rook[int(c)])
      castling_squares_ |= (Bits::of(rook % unsigned(Bits::capacity)) | Bits::of(king_[int(c)]))
                               .when(rook != no_square);
}

template <class Bits>
bool Position<Bits>::pawns_could_take(Square passed, Color c) const {
  Bits candidates;
  for (std::uint32_t rest = tables_->pawn_classes; rest; rest &= rest - 1) {
    const int cls = std::countr_zero(rest);
    if (cls >= first_leap_class)
      candidates |= tables_->leapers_to(c, cls, passed) & leapers_of(c, cls);
    else
      candidates |= control_[int(c)][cls];
  }
  bool found = false;
  candidates.each([&](unsigned from) {
    const State state = board_[from].state();
    found = found || (tables_->state_info[state].pawn &&
                      capture_targets(Square(from), c, state, occupied()).has(passed));
  });
  return found;
}

// Repetition compares what could be played, so a passed square counts only where a pawn stands to
// take there (FIDE Laws of Chess 9.2.3; whether the capture would leave the king in check is not
// looked at).
template <class Bits>
Key Position<Bits>::en_passant_part() const {
  Key key = 0;
  now_.en_passant.each([&](unsigned s) {
    if (pawns_could_take(Square(s), side_)) key ^= tables_->en_passant_key[s];
  });
  return key;
}

template <class Bits>
Key Position<Bits>::key_from_scratch() const {
  Key key = tables_->turn_key[int(side_)];
  occupied().each([&](unsigned s) { key ^= tables_->keys[row_of(board_[s]) + s]; });
  for (const auto& side : now_.rook)
    for (const Square rook : side)
      if (rook != no_square) key ^= tables_->castling_key[rook];
  return key ^ en_passant_part();
}

template <class Bits>
Bits Position<Bits>::oblique_targets(Square from, Color c, State state, bool capture,
                                     const Bits& occupied) const {
  const Variant& v = *variant_;
  Bits result;
  for (const ObliqueRide& ride : tables_->oblique[state]) {
    if (!(capture ? ride.capture : ride.quiet) || !ride.from.contains(v.mover_rank(c, from)))
      continue;
    const int dy = c == Color::white ? ride.dy : -ride.dy;
    int x = v.file_of(from), y = v.rank_of(from);
    for (int k = 0; ride.range == 0 || k < ride.range; ++k) {
      x += ride.dx;
      y += dy;
      if (x < 0 || x >= v.files() || y < 0 || y >= v.ranks()) break;
      const Square to = v.square(x, y);
      if (!ride.within.contains(v.mover_rank(c, to))) break;
      result.set(to);
      if (occupied.has(to)) break;
    }
  }
  return result;
}

// For variants whose classes promise too much: each candidate is asked for its own targets.
template <class Bits>
Bits Position<Bits>::actual_attackers(Bits candidates, Square target, Color c,
                                      const Bits& occupied) const {
  Bits result;
  (candidates & color_[int(c)]).each([&](unsigned from) {
    if (capture_targets(Square(from), c, board_[from].state(), occupied).has(target))
      result.set(from);
  });
  return result;
}

template <class Bits>
Bits Position<Bits>::king_targets() const {
  const Square king = king_[int(side_)];
  const State state = board_[king].state();
  const Bits all = occupied();
  Bits result = tables_->state_info[state].divergent
                    ? (quiet_targets(king, side_, state, all) - all) |
                          (capture_targets(king, side_, state, all) & color_[int(!side_)])
                    : capture_targets(king, side_, state, all) - color_[int(side_)];
  if (!tables_->kings_apart.empty()) result -= tables_->kings_apart[king_[int(!side_)]];
  return result;
}

template <class Bits>
Bits Position<Bits>::king_leaper_captures() const {
  const Square king = king_[int(side_)];
  Bits result;
  for (std::uint32_t rest = tables_->leaper_checks; rest; rest &= rest - 1) {
    const int cls = std::countr_zero(rest);
    result |= tables_->leapers_to(!side_, cls, king) & leapers_of(!side_, cls);
  }
  result &= now_.checkers;
  if (!tables_->kings_apart.empty()) result -= tables_->kings_apart[king_[int(!side_)]];
  return result;
}

template <class Bits>
Bits Position<Bits>::added_control() const {
  const Square king = king_[int(side_)];
  const auto& home = tables_->home[int(!side_)];
  Bits closed;
  if (!home.has(king)) return closed;
  const Bits without_king = occupied() - Bits::of(king);
  (now_.checkers & home).each([&](unsigned from) {
    const PieceType type = variant_->type_of(board_[from].state());
    if (!variant_->pieces()[type].minor) return;
    const int delta = mover_delta(*variant_, !side_, Square(from), king);
    for (const AddedControl& rule : tables_->added_control) {
      if (rule.piece != type || !rule.by[delta]) continue;
      if (rule.orthogonal) closed |= tables_->geometry->orthogonal(Square(from), without_king);
      if (rule.diagonal) closed |= tables_->geometry->diagonal(Square(from), without_king);
    }
  });
  return closed;
}

// Whether the own king is safe once a piece has gone from `from` to `to` and what stood on
// `captured` is gone. Not for king moves.
template <class Bits>
bool Position<Bits>::safe_after(Square from, Square to, Square captured) const {
  Bits after = occupied();
  after.reset(from);
  after.reset(captured);
  after.set(to);
  return !attacked_now_and_then(king_[int(side_)], !side_, after, Bits::of(captured));
}

template <class Bits>
bool Position<Bits>::may_castle_now(Wing w) const {
  const Square king = king_[int(side_)], rook = castling_rook(side_, w);
  const Square king_to = tables_->castle_king_to[int(side_)][int(w)];
  const Square rook_to = tables_->castle_rook_to[int(side_)][int(w)];
  if (rook == no_square || king_to == no_square || in_check()) return false;
  const auto& g = *tables_->geometry;
  const Bits king_path = g.between(king, king_to) | Bits::of(king_to);
  const Bits rook_path = g.between(rook, rook_to) | Bits::of(rook_to);
  const Bits others = occupied() - Bits::of(king) - Bits::of(rook);
  if (((king_path | rook_path) & others).any()) return false;
  if (!tables_->kings_apart.empty() && tables_->kings_apart[king_[int(!side_)]].has(king_to))
    return false;
  bool safe = true;
  (king_path - Bits::of(king_to)).each([&](unsigned s) {
    safe = safe && (s == king || king_safe_on(Square(s)));
  });
  // On his last square the rook has moved too, and may have uncovered a line (Chess960).
  return safe && !attacked(king_to, !side_, others | Bits::of(king_to) | Bits::of(rook_to));
}

template <class Bits>
inline Bits Position<Bits>::look_back(PieceType type, Square to) const {
  const T& t = *tables_;
  const Occupant there = board_[to];
  const Bits own = color_[int(side_)] & type_[type];
  const auto& origins = t.type_origins[bool(there)][t.type_row(side_, type) + to];
  return ((origins.leapers & own) | unblocked(origins.riders & own, to, occupied()))
      .when(!there || there.color() != side_);
}

template <class Bits>
Bits Position<Bits>::reaching(PieceType type, Square to) const {
  const T& t = *tables_;
  const TypeInfo& info = t.type_info[type];
  const Occupant there = board_[to];
  if (there && (there.color() == side_ || (now_.king_en_prise && to == king_[int(!side_)])))
    return {};
  const Bits all = occupied();
  const bool passing = info.pawn && now_.en_passant.has(to);
  if (info.oblique | passing) [[unlikely]] {
    Bits result;
    (color_[int(side_)] & type_[type]).each([&](unsigned from) {
      const State state = board_[from].state();
      if ((!there && quiet_targets(Square(from), side_, state, all).has(to)) ||
          ((there || passing) && capture_targets(Square(from), side_, state, all).has(to)))
        result.set(from);
    });
    return result;
  }
  Bits result = look_back(type, to);
  if (info.has_modes) {
    result.each([&](unsigned from) {
      const auto& origins = t.state_origins[bool(there)][row_of(board_[from]) + to];
      if (!origins.leapers.has(from) &&
          !(origins.riders.has(from) && (t.geometry->between(Square(from), to) & all).none()))
        result.reset(from);
    });
  }
  if (info.royal && there && t.leaper_checks && king_leaper_captures().has(to))
    result.set(king_[int(side_)]);
  return result;
}

template <class Bits>
Move Position<Bits>::sole_move(PieceType type, const Bits& among, Square to) const {
  const TypeInfo& info = tables_->type_info[type];
  const bool plain = !(info.has_modes | info.oblique | info.royal | now_.king_en_prise);
  Bits from = (plain ? look_back(type, to) : reaching(type, to)) & among;
  if (from.many() || !plain || in_check()) [[unlikely]]
    from.each([&](unsigned square) {
      if (!is_safe({Square(square), to})) from.reset(square);
    });
  else if (from.any() && exposes_king(Square(from.first()), to)) [[unlikely]]
    from = {};
  return from.any() && !from.many() ? Move{Square(from.first()), to} : Move{};
}

template <class Bits>
Square Position<Bits>::sole_safe_step(Bits from, Square to) const {
  from.each([&](unsigned square) {
    const bool is_safe =
        square == king_[int(side_)]
            ? !attacked_now_and_then(to, !side_, occupied() - Bits::of(square), Bits::of(to))
        : in_check() ? safe_after(Square(square), to, to)
                     : !exposes_king(Square(square), to);
    if (!is_safe) from.reset(square);
  });
  return from.any() && !from.many() ? Square(from.first()) : no_square;
}

template <class Bits>
bool Position<Bits>::is_safe(Move m) const {
  if (tables_->state_info[board_[m.from].state()].royal)
    return tables_->plain_king && m.kind == MoveKind::plain ? king_safe_on(m.to) : is_legal(m);
  if (m.kind == MoveKind::en_passant) return safe_after(m.from, m.to, now_.en_passant_pawn);
  return in_check() ? safe_after(m.from, m.to, m.to) : !exposes_king(m.from, m.to);
}

// Those who attack the enemy king once a piece has gone from one square to another. He was not
// attacked before, so it is that piece, or one that rides over the square it left. Checks are rare:
// each question is hardly ever answered yes.
template <class Bits>
inline Bits Position<Bits>::new_checkers(Square king, Color us, Square from, Square to) const {
  const T& t = *tables_;
  const auto& g = *t.geometry;
  Bits result;
  const auto& origins = t.state_origins[1][row_of(board_[to]) + king];
  if (origins.leapers.has(to) ||
      (origins.riders.has(to) && (g.between(king, to) & occupied()).none()))
    result.set(to);
  const auto opened = g.direction_of(king, from);
  (g.ray[opened][king] & control_[int(us)][class_along(opened)]).each([&](unsigned rider) {
    if ((g.between(king, Square(rider)) & occupied()).none()) result.set(rider);
  });
  return result;
}

template <class Bits>
bool Position<Bits>::is_legal(Move m) const {
  if (m.from >= variant_->squares() || m.to >= variant_->squares()) return false;
  const Occupant mover = board_[m.from];
  if (!mover || mover.color() != side_) return false;
  const State state = mover.state();
  const StateInfo& info = tables_->state_info[state];
  if (m.castles()) {
    const Wing w = m.kind == MoveKind::castle_short ? Wing::king_side : Wing::queen_side;
    return m.promotion == no_piece_type && m.from == king_[int(side_)] &&
           m.to == tables_->castle_king_to[int(side_)][int(w)] && may_castle_now(w);
  }
  const Bits all = occupied();
  if (m.kind == MoveKind::en_passant)
    return info.pawn && m.promotion == no_piece_type && now_.en_passant.has(m.to) &&
           capture_targets(m.from, side_, state, all).has(m.to) &&
           safe_after(m.from, m.to, now_.en_passant_pawn);
  if (board_[m.to] && board_[m.to].color() == side_) return false;
  if (now_.king_en_prise && m.to == king_[int(!side_)]) return false;
  if (promotes(state, side_, m.to)
          ? std::find(tables_->promotions.begin(), tables_->promotions.end(), m.promotion) ==
                tables_->promotions.end()
          : m.promotion != no_piece_type)
    return false;
  if (info.royal) {
    Bits targets = king_targets();
    if (in_check()) {
      targets |= king_leaper_captures();
      targets -= added_control();
    }
    return targets.has(m.to) && king_safe_on(m.to);
  }
  const Bits targets = board_[m.to] ? capture_targets(m.from, side_, state, all)
                                    : quiet_targets(m.from, side_, state, all);
  if (!targets.has(m.to)) return false;
  return is_safe(m);
}

template <class Bits>
bool Position<Bits>::gives_check(Move m) const {
  Position after = *this;
  after.play(m);
  return after.in_check();
}

template <class Bits>
std::uint64_t Position<Bits>::count_legal() const {
  struct Counter {
    std::uint64_t promotion_types;
    std::uint64_t n = 0;
    bool moves(Square, const Bits& targets) {
      n += std::uint64_t(targets.count());
      return false;
    }
    bool promotions(Square, const Bits& targets) {
      n += std::uint64_t(targets.count()) * promotion_types;
      return false;
    }
    bool single(Move) {
      ++n;
      return false;
    }
  } counter{tables_->promotions.size()};
  visit_legal(counter);
  return counter.n;
}

// Whether at first sight a piece that stands on no line of its king leaps to an empty square, as
// nearly always some pawn does.
template <class Bits>
bool Position<Bits>::has_free_leap() const {
  if (in_check() || now_.king_en_prise || tables_->odd_rides) return false;
  const Bits all = occupied();
  const auto& g = *tables_->geometry;
  const Square king = king_[int(side_)];
  Bits rest = color_[int(side_)] - g.orthogonals[king] - g.diagonals[king];
  for (; rest.any(); rest.reset(rest.first())) {
    const auto from = Square(rest.first());
    const State state = board_[from].state();
    const auto& usual = tables_->usual[int(side_)][tables_->state_info[state].type];
    if (!usual.is_usual || usual.royal) continue;
    const Bits to = tables_->quiet(side_, state, from).leaps - all - usual.last_squares;
    if (to.any()) return true;
  }
  return false;
}

template <class Bits>
bool Position<Bits>::has_legal() const {
  if (has_free_leap()) return true;
  Bits steps = king_targets();
  const Bits others = occupied() - Bits::of(king_[int(side_)]);
  if (in_check() && tables_->leaper_checks) steps |= king_leaper_captures();
  if (in_check() && !tables_->added_control.empty()) steps -= added_control();
  for (int word = 0; word < Bits::words; ++word)
    for (; steps.w[word]; steps.w[word] &= steps.w[word] - 1)
      if (!attacked_now_and_then(Square(64 * word + std::countr_zero(steps.w[word])), !side_,
                                 others, {}))
        return true;
  struct Any {
    bool moves(Square, const Bits&) { return true; }
    bool promotions(Square, const Bits&) { return true; }
    bool single(Move) { return true; }
  };
  return visit_others(Any{});
}

template <class Bits>
void Position<Bits>::legal_moves(std::vector<Move>& out) const {
  out.clear();
  each_legal([&](Move m) { out.push_back(m); });
}

template <class Bits>
Occupant Position<Bits>::captured(Move m) const {
  const Square s = capture_square(m);
  return s == no_square ? Occupant{} : board_[s];
}

// The mode is set by the component that moved; where modes do not count the piece is plain.
template <class Bits>
State Position<Bits>::arriving_state(Color c, State state, Square from, Square to) const {
  const StateInfo& info = tables_->state_info[state];
  if (!info.has_modes) return state;
  const State plain = tables_->first_state[info.type];
  if (!tables_->mode_zone[info.type][int(c)].has(to)) return plain;
  const auto mode = tables_->mode_by_delta[info.type][mover_delta(*variant_, c, from, to)];
  return mode ? State(plain + mode) : state;
}

template <class Bits>
State Position<Bits>::state_after(Move m) const {
  const State state =
      m.promotion == no_piece_type ? board_[m.from].state() : tables_->first_state[m.promotion];
  return m.castles() ? state : arriving_state(side_, state, m.from, m.to);
}

template <class Bits>
bool Position<Bits>::is_king_leaper_capture(Move m) const {
  if (m.kind != MoveKind::plain || m.from != king_[int(side_)] || !board_[m.to] || !in_check())
    return false;
  return king_leaper_captures().has(m.to) &&
         !capture_targets(m.from, side_, board_[m.from].state(), occupied()).has(m.to);
}

// As other programs do: it counts for the move number and the half-move clock, and nothing can be
// taken en passant after it.
template <class Bits>
void Position<Bits>::pass() {
  set_en_passant({}, no_square);
  ++now_.halfmove;
  move_number_ += std::uint32_t(side_);
  side_ = !side_;
  now_.checkers = attackers(king_[int(side_)], !side_, occupied());
}

template <class Bits>
void Position<Bits>::castle(Move m, Undo& undo) {
  const Color us = side_;
  const int wing = m.kind == MoveKind::castle_short ? 0 : 1;
  const Square rook = now_.rook[int(us)][wing], rook_to = tables_->castle_rook_to[int(us)][wing];
  undo.rook_moved = board_[rook];
  const Occupant rook_after =
      occupant(us, arriving_state(us, undo.rook_moved.state(), rook, rook_to));
  toggle(m.from, undo.moved);
  toggle(rook, undo.rook_moved);
  board_[m.from] = {};
  board_[rook] = {};
  toggle(m.to, undo.moved);
  toggle(rook_to, rook_after);
  board_[m.to] = undo.moved;
  board_[rook_to] = rook_after;
}

// Which of the rights, and which are left, is no branch that a processor can guess.
template <class Bits>
void Position<Bits>::lose_castling(Move m, Color mover, bool by_king) {
  for (const Color c : {Color::white, Color::black})
    for (Square& rook : now_.rook[int(c)]) {
      const bool lost =
          (rook != no_square) & ((rook == m.from) | (rook == m.to) | ((c == mover) & by_king));
      now_.key ^= tables_->castling_key[rook % unsigned(Bits::capacity)] & (0 - Key(lost));
      rook = lost ? no_square : rook;
    }
  find_castling_squares();
}

template <class Bits>
auto Position<Bits>::play(Move m) -> Undo {
  Undo undo{now_, {}, {}, {}};
  if (m.passes()) [[unlikely]] {
    pass();
    return undo;
  }
  const Color us = side_, them = !side_;
  const T& t = *tables_;
  const Occupant mover = undo.moved = board_[m.from];
  const StateInfo& info = t.state_info[mover.state()];
  ++now_.halfmove;
  if (m.castles()) [[unlikely]] {
    castle(m, undo);
  } else {
    const Square victim = m.kind == MoveKind::en_passant ? now_.en_passant_pawn : m.to;
    if (const Occupant taken = board_[victim]) {
      undo.taken = taken;
      toggle(victim, taken);
      board_[victim] = {};
      now_.halfmove = 0;
    }
    Occupant after = mover;
    if (info.has_modes | (m.promotion != no_piece_type)) [[unlikely]]
      after = occupant(us, state_after(m));
    if (after == mover) [[likely]] {
      shift(m.from, m.to, us, info.type, row_of(mover));
    } else {
      toggle(m.from, mover);
      toggle(m.to, after);
    }
    board_[m.from] = {};
    board_[m.to] = after;
    if (info.pawn) now_.halfmove = 0;
  }
  if (info.royal) king_[int(us)] = m.to;
  if (((Bits::of(m.from) | Bits::of(m.to)) & castling_squares_).any()) [[unlikely]]
    lose_castling(m, us, info.royal);
  now_.en_passant = {};
  now_.en_passant_pawn = no_square;
  if (info.pawn && t.jumps[row_of(mover) + m.from].has(m.to) && m.kind == MoveKind::plain) {
    now_.en_passant = t.geometry->between(m.from, m.to);
    if (now_.en_passant.any()) now_.en_passant_pawn = m.to;
  }
  side_ = them;
  move_number_ += std::uint32_t(us);
  if (m.kind == MoveKind::plain && !t.odd_rides && !now_.king_en_prise) [[likely]]
    now_.checkers = new_checkers(king_[int(them)], us, m.from, m.to);
  else
    now_.checkers = attackers(king_[int(them)], us, occupied());
  now_.king_en_prise = false;
  return undo;
}

template <class Bits>
void Position<Bits>::take_back(Move m, const Undo& undo) {
  const Color us = !side_;
  const auto lift = [&](Square s) {
    toggle(s, board_[s]);
    board_[s] = {};
  };
  const auto place = [&](Square s, Occupant piece) {
    toggle(s, piece);
    board_[s] = piece;
  };
  side_ = us;
  move_number_ -= std::uint32_t(us);
  const bool rights_changed = now_.rook != undo.before.rook;
  now_ = undo.before;
  if (m.passes()) return;
  lift(m.to);
  if (m.castles()) {
    const int wing = m.kind == MoveKind::castle_short ? 0 : 1;
    lift(tables_->castle_rook_to[int(us)][wing]);
    place(now_.rook[int(us)][wing], undo.rook_moved);
  }
  place(m.from, undo.moved);
  if (undo.taken) place(m.kind == MoveKind::en_passant ? now_.en_passant_pawn : m.to, undo.taken);
  if (tables_->state_info[undo.moved.state()].royal) king_[int(us)] = m.from;
  if (rights_changed) find_castling_squares();
  now_.key = undo.before.key;
}

template <class Bits>
Outcome Position<Bits>::outcome() const {
  if (has_legal()) return Outcome::none;
  return in_check() ? Outcome::checkmate : Outcome::stalemate;
}

template <class Bits>
bool Position<Bits>::operator==(const Position& other) const {
  return variant_ == other.variant_ && board_ == other.board_ && side_ == other.side_ &&
         now_.rook == other.now_.rook && now_.en_passant == other.now_.en_passant &&
         now_.en_passant_pawn == other.now_.en_passant_pawn &&
         now_.halfmove == other.now_.halfmove && move_number_ == other.move_number_;
}

template class Position<Bits64>;
template class Position<Bits128>;
template class Position<Bits256>;

AnyPosition make_position(const Variant& variant) {
  switch (variant.bitboard_bits()) {
    case 64:
      return Position<Bits64>(variant);
    case 128:
      return Position<Bits128>(variant);
    default:
      return Position<Bits256>(variant);
  }
}

}  // namespace nuskha::rules
