#include "rules/position.hpp"

#include <algorithm>

namespace nuskha::rules {
namespace {

constexpr Occupant occupant(Color c, State state) {
  return {std::uint8_t(1 + state + (c == Color::black ? 32 : 0))};
}

}  // namespace

template <class Bits>
Position<Bits>::Position(const Variant& variant)
    : variant_(&variant), tables_(&variant.tables<Bits>()) {}

template <class Bits>
void Position<Bits>::put(Square s, Color c, State state) {
  if (board_[s]) remove(s);
  board_[s] = occupant(c, state);
  toggle(s, c, state);
  if (tables_->state_info[state].royal) king_[int(c)] = s;
}

template <class Bits>
void Position<Bits>::remove(Square s) {
  const Occupant there = board_[s];
  if (!there) return;
  toggle(s, there.color(), there.state());
  board_[s] = {};
  if (king_[int(there.color())] == s) king_[int(there.color())] = no_square;
}

template <class Bits>
void Position<Bits>::set_en_passant(Bits passed, Square pawn) {
  en_passant_ = passed;
  en_passant_pawn_ = passed.any() ? pawn : no_square;
}

template <class Bits>
void Position<Bits>::set_counters(int halfmove, int move_number) {
  halfmove_ = std::uint32_t(std::max(halfmove, 0));
  move_number_ = std::uint32_t(std::max(move_number, 1));
}

template <class Bits>
void Position<Bits>::finish_setup() {
  key_ = key_from_scratch() ^ en_passant_part();
  find_castling_squares();
  checkers_ = attackers(king_[int(side_)], !side_, occupied());
  king_en_prise_ = attacked(king_[int(!side_)], side_, occupied());
}

template <class Bits>
void Position<Bits>::find_castling_squares() {
  castling_squares_ = {};
  for (const Color c : {Color::white, Color::black})
    for (const Square rook : rook_[int(c)])
      if (rook != no_square) {
        castling_squares_.set(rook);
        castling_squares_.set(king_[int(c)]);
      }
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
  en_passant_.each([&](unsigned s) {
    if (pawns_could_take(Square(s), side_)) key ^= tables_->en_passant_key[s];
  });
  return key;
}

template <class Bits>
Key Position<Bits>::key_from_scratch() const {
  Key key = side_ == Color::black ? tables_->black_key : 0;
  occupied().each([&](unsigned s) {
    key ^= tables_->toggle(board_[s].color(), board_[s].state(), Square(s)).key;
  });
  for (const auto& side : rook_)
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
  result &= checkers_;
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
  (checkers_ & home).each([&](unsigned from) {
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
  Bits attack = attackers(king_[int(side_)], !side_, after);
  attack.reset(captured);
  return attack.none();
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
Bits Position<Bits>::reaching(PieceType type, Square to) const {
  const Color us = side_;
  const T& t = *tables_;
  const auto& g = *t.geometry;
  const TypeInfo& info = t.type_info[type];
  const Bits all = occupied();
  const bool takes = bool(board_[to]);
  if (takes && (board_[to].color() == us || (king_en_prise_ && to == king_[int(!us)]))) return {};
  const auto& control = control_[int(us)];
  const Bits own = color_[int(us)] & type_[type];
  const Bits in_line =
      (g.orthogonals[to] & control[orthogonal_class]) | (g.diagonals[to] & control[diagonal_class]);

  if (info.simple[takes]) {
    Bits result = t.type_leapers[t.type_row(us, type) + to] & own;
    (in_line & own).each([&](unsigned from) {
      result |= Bits::of(from).when((g.between(Square(from), to) & all).none());
    });
    return result;
  }

  if (info.royal) {
    const Square king = king_[int(us)];
    const State state = board_[king].state();
    const Bits targets = takes || !info.divergent ? capture_targets(king, us, state, all)
                                                  : quiet_targets(king, us, state, all);
    if (targets.has(to) || (takes && t.leaper_checks && king_leaper_captures().has(to)))
      return Bits::of(king);
    return {};
  }

  // Who controls a square, and who goes there quietly, is known exactly, but for states apart and
  // for riders that are limited or no riders of lines.
  const bool passing = info.pawn && en_passant_.has(to);
  const bool exact = !t.odd_rides && !passing && (takes || !info.mixed);
  Bits leapers, riders;  // that reach the square, and that do if nothing stands between
  const std::uint32_t classes = takes || passing ? info.classes : info.quiet_classes;
  if (classes & (1u << orthogonal_class | 1u << diagonal_class)) riders = in_line;
  if (classes & 1u << oblique_class) [[unlikely]]
    leapers = control[oblique_class];
  for (std::uint32_t leaps = classes >> first_leap_class; leaps; leaps &= leaps - 1) {
    const int cls = first_leap_class + std::countr_zero(leaps);
    leapers |= t.leapers_to(us, cls, to) & leapers_of(us, cls);
  }
  if (!takes && info.divergent) {
    const Piece& piece = variant_->pieces()[type];
    for (std::size_t mode = 0; mode <= piece.mode_names.size(); ++mode) {
      const std::size_t row = t.row(us, State(piece.first_state + mode)) + to;
      leapers |= t.quiet_leapers[row];
      riders |= t.quiet_riders[row];
    }
    if (t.oblique_rides) leapers = color_[int(us)];
  }

  leapers &= own;
  riders &= own;
  if (exact) {
    Bits result = leapers;
    riders.each([&](unsigned from) {
      if ((g.between(Square(from), to) & all).none()) result.set(from);
    });
    return result;
  }
  Bits result;
  (leapers | riders).each([&](unsigned from) {
    const State state = board_[from].state();
    if (takes ? capture_targets(Square(from), us, state, all).has(to)
              : quiet_targets(Square(from), us, state, all).has(to) ||
                    (passing && capture_targets(Square(from), us, state, all).has(to)))
      result.set(from);
  });
  return result;
}

template <class Bits>
Move Position<Bits>::sole_move(PieceType type, Square to) const {
  const bool at_ease = !in_check() && !tables_->type_info[type].royal;
  Move found;
  bool several = false;
  reaching(type, to).each([&](unsigned from) {
    const Move move{Square(from), to};
    if (!(at_ease && !may_be_pinned(move.from)) && !is_safe(move)) return;
    several = !found.passes();
    found = move;
  });
  return several ? Move{} : found;
}

template <class Bits>
bool Position<Bits>::is_safe(Move m) const {
  if (tables_->state_info[board_[m.from].state()].royal) return is_legal(m);
  if (m.kind == MoveKind::en_passant) return safe_after(m.from, m.to, en_passant_pawn_);
  return (!in_check() && !may_be_pinned(m.from)) || safe_after(m.from, m.to, m.to);
}

// Whether some enemy rides along a line that the square shares with the king.
template <class Bits>
bool Position<Bits>::may_be_pinned(Square from) const {
  const auto line = tables_->geometry->direction_of(king_[int(side_)], from);
  const Bits& ray = tables_->geometry->ray[line][king_[int(side_)]];
  return (ray & control_[int(!side_)][class_along(line)]).any() || tables_->oblique_rides;
}

// Those who attack the enemy king once a piece has gone from one square to another. He was not
// attacked before, so it is that piece, or one that rides over the square it left.
template <class Bits>
Bits Position<Bits>::new_checkers(Square king, Color us, Square from, Square to) const {
  const T& t = *tables_;
  const auto& g = *t.geometry;
  const Bits all = occupied();
  const std::size_t at = t.row(us, board_[to].state()) + to;
  // Checks are rare and alignments are not: one question that is hardly ever answered yes.
  const auto line = g.direction_of(king, to);
  const bool rides = bool(t.toggles[at].classes >> class_along(line) & 1) &
                     g.ray[line][king].has(to) & (g.between(king, to) & all).none();
  Bits result;
  if (rides | t.capture_reach[at].leaps.has(king)) result.set(to);
  const auto opened = g.direction_of(king, from);
  (g.ray[opened][king] & control_[int(us)][class_along(opened)]).each([&](unsigned rider) {
    if ((g.between(king, Square(rider)) & all).none()) result.set(rider);
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
    return info.pawn && m.promotion == no_piece_type && en_passant_.has(m.to) &&
           capture_targets(m.from, side_, state, all).has(m.to) &&
           safe_after(m.from, m.to, en_passant_pawn_);
  if (board_[m.to] && board_[m.to].color() == side_) return false;
  if (king_en_prise_ && m.to == king_[int(!side_)]) return false;
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

template <class Bits>
bool Position<Bits>::has_legal() const {
  // Most often the king himself has a move.
  Bits steps = king_targets();
  if (in_check() && tables_->leaper_checks) steps |= king_leaper_captures();
  if (in_check() && !tables_->added_control.empty()) steps -= added_control();
  for (int word = 0; word < Bits::words; ++word)
    for (; steps.w[word]; steps.w[word] &= steps.w[word] - 1)
      if (king_safe_on(Square(64 * word + std::countr_zero(steps.w[word])))) return true;
  struct Any {
    bool moves(Square, const Bits&) { return true; }
    bool promotions(Square, const Bits&) { return true; }
    bool single(Move) { return true; }
  };
  return visit_legal(Any{});
}

template <class Bits>
void Position<Bits>::legal_moves(std::vector<Move>& out) const {
  out.clear();
  each_legal([&](Move m) { out.push_back(m); });
}

template <class Bits>
Square Position<Bits>::capture_square(Move m) const {
  if (m.castles()) return no_square;
  if (m.kind == MoveKind::en_passant) return en_passant_pawn_;
  return board_[m.to] ? m.to : no_square;
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
  ++halfmove_;
  if (side_ == Color::black) ++move_number_;
  side_ = !side_;
  key_ ^= tables_->black_key;
  checkers_ = attackers(king_[int(side_)], !side_, occupied());
}

template <class Bits>
auto Position<Bits>::play(Move m) -> Undo {
  const Color us = side_, them = !side_;
  const T& t = *tables_;
  Undo undo{checkers_,        en_passant_, key_, halfmove_, rook_,
            en_passant_pawn_, {},          {},   {},        king_en_prise_};
  if (m.passes()) [[unlikely]] {
    pass();
    return undo;
  }
  undo.moved = board_[m.from];
  Bits passed;
  const State state = board_[m.from].state();
  const StateInfo& info = t.state_info[state];
  ++halfmove_;
  if (m.castles()) {
    const int wing = m.kind == MoveKind::castle_short ? 0 : 1;
    const Square rook = rook_[int(us)][wing];
    undo.rook_moved = board_[rook];
    const State rook_state = board_[rook].state();
    toggle(m.from, us, state);
    toggle(rook, us, rook_state);
    const Occupant king_piece = board_[m.from];
    board_[m.from] = {};
    board_[rook] = {};
    const Square rook_to = t.castle_rook_to[int(us)][wing];
    const State rook_after = arriving_state(us, rook_state, rook, rook_to);
    toggle(m.to, us, state);
    toggle(rook_to, us, rook_after);
    board_[m.to] = king_piece;
    board_[rook_to] = occupant(us, rook_after);
    king_[int(us)] = m.to;
  } else {
    const Square victim = m.kind == MoveKind::en_passant ? en_passant_pawn_ : m.to;
    if (const Occupant taken = board_[victim]) {
      undo.taken = taken;
      toggle(victim, them, taken.state());
      board_[victim] = {};
      halfmove_ = 0;
    }
    const State after = info.has_modes || m.promotion != no_piece_type ? state_after(m) : state;
    if (after == state) {
      shift(m.from, m.to, us, state);
    } else {
      toggle(m.from, us, state);
      toggle(m.to, us, after);
    }
    board_[m.from] = {};
    board_[m.to] = occupant(us, after);
    if (info.royal) {
      king_[int(us)] = m.to;
    } else if (info.pawn) {
      halfmove_ = 0;
      if (t.jumps[t.row(us, state) + m.from].has(m.to) && m.kind == MoveKind::plain)
        passed = t.geometry->between(m.from, m.to);
    }
  }
  if (castling_squares_.has(m.from) || castling_squares_.has(m.to)) {
    for (const Color c : {Color::white, Color::black})
      for (Square& rook : rook_[int(c)])
        if (rook != no_square && (rook == m.from || rook == m.to || (c == us && info.royal))) {
          key_ ^= t.castling_key[rook];
          rook = no_square;
        }
    find_castling_squares();
  }
  side_ = them;
  key_ ^= t.black_key;
  en_passant_ = passed;
  en_passant_pawn_ = no_square;
  if (passed.any()) en_passant_pawn_ = m.to;
  move_number_ += us == Color::black;
  if (m.kind == MoveKind::plain && !t.odd_rides && !king_en_prise_)
    checkers_ = new_checkers(king_[int(them)], us, m.from, m.to);
  else
    checkers_ = attackers(king_[int(them)], us, occupied());
  king_en_prise_ = false;
  return undo;
}

template <class Bits>
void Position<Bits>::take_back(Move m, const Undo& undo) {
  const Color us = !side_, them = side_;
  const auto lift = [&](Square s) {
    toggle(s, us, board_[s].state());
    board_[s] = {};
  };
  const auto place = [&](Square s, Color c, Occupant piece) {
    toggle(s, c, piece.state());
    board_[s] = piece;
  };
  side_ = us;
  const bool rights_changed = rook_ != undo.rook;
  rook_ = undo.rook;
  en_passant_ = undo.en_passant;
  en_passant_pawn_ = undo.en_passant_pawn;
  if (us == Color::black) --move_number_;
  halfmove_ = undo.halfmove;
  checkers_ = undo.checkers;
  king_en_prise_ = undo.king_en_prise;
  if (m.passes()) {
    key_ = undo.key;
    return;
  }
  lift(m.to);
  if (m.castles()) {
    const int wing = m.kind == MoveKind::castle_short ? 0 : 1;
    lift(tables_->castle_rook_to[int(us)][wing]);
    place(rook_[int(us)][wing], us, undo.rook_moved);
  }
  place(m.from, us, undo.moved);
  if (undo.taken) place(m.kind == MoveKind::en_passant ? en_passant_pawn_ : m.to, them, undo.taken);
  if (tables_->state_info[undo.moved.state()].royal) king_[int(us)] = m.from;
  if (rights_changed) find_castling_squares();
  key_ = undo.key;
}

template <class Bits>
Outcome Position<Bits>::outcome() const {
  if (has_legal()) return Outcome::none;
  return in_check() ? Outcome::checkmate : Outcome::stalemate;
}

template <class Bits>
bool Position<Bits>::operator==(const Position& other) const {
  return variant_ == other.variant_ && board_ == other.board_ && side_ == other.side_ &&
         rook_ == other.rook_ && en_passant_ == other.en_passant_ &&
         en_passant_pawn_ == other.en_passant_pawn_ && halfmove_ == other.halfmove_ &&
         move_number_ == other.move_number_;
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
