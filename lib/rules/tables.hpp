// The tables that compile() makes of a specification, and the geometry of a board. Internal to
// rules: public only because Position's inline members read them.
#pragma once

#include <array>
#include <bit>
#include <cstdint>
#include <memory>
#include <vector>

#ifdef __BMI2__
#include <immintrin.h>
#endif

#include "rules/bitboard.hpp"
#include "rules/variant.hpp"

namespace nuskha::rules {

// The eight directions of lines. Those with index below 4 lead to higher squares; d ^ 4 is
// opposite.
struct Direction {
  int dx, dy;
};
inline constexpr std::array<Direction, 8> directions = {
    {{1, 0}, {0, 1}, {1, 1}, {-1, 1}, {-1, 0}, {0, -1}, {-1, -1}, {1, -1}}};
inline constexpr std::uint8_t no_direction = 8;  // has rays too, all empty, to save asking
constexpr bool is_orthogonal(int d) {
  return (d & 2) == 0;
}

// Part of `ray` up to and including the first of `blockers`. A ray of a direction below 4 holds
// higher squares than its origin, so its first blocker is the lowest one.
template <int W>
inline BitSet<W> cut_upward(const BitSet<W>& ray, const BitSet<W>& occupied) {
  BitSet<W> m = ray & occupied, reach;
  std::uint64_t borrow = 1;
  for (int i = 0; i < W; ++i) {
    const std::uint64_t lower = m.w[i] - borrow;
    borrow = borrow & std::uint64_t(m.w[i] == 0);
    reach.w[i] = ray.w[i] & (m.w[i] ^ lower);
  }
  return reach;
}
template <int W>
inline BitSet<W> cut_downward(const BitSet<W>& ray, const BitSet<W>& occupied) {
  BitSet<W> reach;
  std::uint64_t open = ~std::uint64_t(0);
  for (int i = W - 1; i >= 0; --i) {
    const std::uint64_t m = ray.w[i] & occupied.w[i];
    // All bits from the highest blocker up; with no blocker, all bits.
    reach.w[i] = ray.w[i] & open & (~std::uint64_t(0) << (63 - std::countl_zero(m | 1)));
    open &= -std::uint64_t(m == 0);
  }
  return reach;
}

// The directions that a piece rides in: whole crosses, and single directions as bits.
struct Rides {
  bool orthogonal = false, diagonal = false;
  std::uint8_t single = 0;
  bool any() const { return orthogonal || diagonal || single; }
};

// Lines of a board of a given size; shared by all variants of that size.
template <class Bits>
struct Geometry {
  int files = 0, ranks = 0, squares = 0;
  Bits board;  // every square
  std::array<Bits, max_files> on_file;
  std::array<Bits, max_ranks> on_rank;
  std::array<std::array<Bits, Bits::capacity>, no_direction + 1> ray;
  std::array<Bits, Bits::capacity> orthogonals, diagonals;
  std::array<std::uint8_t, std::size_t(Bits::capacity) * Bits::capacity>
      direction;                                           // [a * capacity + b]
  std::array<Bits, Bits::words == 1 ? 4096 : 0> betweens;  // same, of one word boards

  // One word boards: sliding attacks along each of the four lines through a square, looked up by
  // the line's occupied squares (PEXT index). Two lines in one index would make more than ten times
  // the table, and most of the time that a program takes to start.
  struct Lookup {
    std::uint64_t mask = 0;
    std::uint32_t offset = 0;
  };
  std::array<std::array<Lookup, 64>, Bits::words == 1 ? 4 : 0>
      lines;  // [direction below 4][square]
  std::vector<std::uint64_t> slides;

  Geometry(int files, int ranks);
  static std::shared_ptr<const Geometry> of(int files, int ranks);

  std::uint8_t direction_of(Square a, Square b) const { return direction[a * Bits::capacity + b]; }
  // The squares strictly between two squares of one line; empty if they share none.
  Bits between(Square a, Square b) const {
    if constexpr (Bits::words == 1) return betweens[a * 64u + b];
    const auto d = direction_of(a, b);
    return ray[d][a] & ray[(d ^ 4) & 7][b];
  }

  Bits orthogonal(Square s, const Bits& occupied) const {
#ifdef __BMI2__
    if constexpr (Bits::words == 1)
      return look_up(lines[0][s], occupied) | look_up(lines[1][s], occupied);
#endif
    return cut_upward(ray[0][s], occupied) | cut_upward(ray[1][s], occupied) |
           cut_downward(ray[4][s], occupied) | cut_downward(ray[5][s], occupied);
  }
  Bits diagonal(Square s, const Bits& occupied) const {
#ifdef __BMI2__
    if constexpr (Bits::words == 1)
      return look_up(lines[2][s], occupied) | look_up(lines[3][s], occupied);
#endif
    return cut_upward(ray[2][s], occupied) | cut_upward(ray[3][s], occupied) |
           cut_downward(ray[6][s], occupied) | cut_downward(ray[7][s], occupied);
  }
  Bits slide(Square s, const Rides& rides, const Bits& occupied) const {
    Bits result;
    if (rides.orthogonal) result = orthogonal(s, occupied);
    if (rides.diagonal) result |= diagonal(s, occupied);
    for (unsigned rest = rides.single; rest; rest &= rest - 1) {
      const int d = std::countr_zero(rest);
      result |= d < 4 ? cut_upward(ray[d][s], occupied) : cut_downward(ray[d][s], occupied);
    }
    return result;
  }

 private:
#ifdef __BMI2__
  Bits look_up(const Lookup& l, const Bits& occupied) const {
    Bits result;
    result.w[0] = slides[l.offset + _pext_u64(occupied.w[0], l.mask)];
    return result;
  }
#endif
};

// Kinds of control. A class is a way of attacking: the orthogonal and diagonal lines, rides along
// other steps ("oblique"), and each distinct set of leaps of one kind. Position keeps, for each
// colour, the pieces that control by each class where they stand; who attacks a square is then one
// look back a class, however many pieces, modes and zones a variant has.
inline constexpr int orthogonal_class = 0;
inline constexpr int diagonal_class = 1;
inline constexpr int oblique_class = 2;
inline constexpr int first_leap_class = 3;
constexpr int class_along(std::uint8_t direction) {
  return is_orthogonal(direction) ? orthogonal_class : diagonal_class;
}

// Where a piece of one colour and state may go from one square.
template <class Bits>
struct Reach {
  Bits leaps;
  Bits rides;  // the squares of its orthogonal and diagonal rides, as far as zones and ranges allow
};

struct Toggle {               // what standing on a square contributes
  std::uint16_t classes = 0;  // bit k: controls by class k
  std::uint16_t kept = 0;     // those of which Position keeps a board; see Tables::sole_type
};

struct StateInfo {
  PieceType type = 0;
  bool pawn = false;
  bool royal = false;
  bool has_modes = false;
  bool divergent = false;                       // captures otherwise than it moves quietly
  std::array<std::array<Rides, 2>, 2> rides{};  // [colour][quietly 0, capturing 1]
  bool oblique = false;
};

// What its states, one a mode, have in common.
struct TypeInfo {
  bool royal = false;
  bool pawn = false;
  bool has_modes = false;
  bool oblique = false;
};

// From where a square is reached, quietly or by capture: by leaps, and by rides if nothing stands
// between.
template <class Bits>
struct Origins {
  Bits leapers, riders;
};

struct ObliqueRide {
  int dx, dy, range;  // seen from the mover; range 0: unlimited
  bool quiet, capture;
  RankZone from, within;
};

// What is asked of a piece at every move of a game that is replayed, side by side: rows of the
// tables below, by square, for those of one colour that go by step() of rules/step.hpp.
template <class Bits>
struct alignas(128) UsualPiece {
  bool is_usual = false;  // else nothing below is meant
  PieceType type = no_piece_type;
  bool pawn = false, royal = false;
  Occupant occupant;
  Bits last_squares;            // where it is promoted
  Bits passes;                  // every square, if it takes en passant
  std::array<Bits, 2> control;  // every square, by each class of lines that it controls by
  std::array<const Origins<Bits>*, 2> origins;  // [whether it captures]
  std::array<std::uint32_t, 2> clock;           // same; all bits, if the half-move clock goes on
  const Key* keys;
  const Bits* jumps;
};

// A move of such a piece, as far as it is told without a position: what is looked up for it before
// the move that comes first is played, this one need not wait for.
template <class Bits>
struct UsualStep {
  UsualStep() = default;
  UsualStep(const UsualPiece<Bits>& moved, Square target, bool takes) {
    if (!moved.is_usual) return;
    piece = &moved;
    origins = moved.origins[takes][target];
    to = target;
    captures = takes;
  }

  const UsualPiece<Bits>* piece = nullptr;  // nullptr: there is no such move
  Origins<Bits> origins;                    // of `to`
  Square to = no_square;
  bool captures = false;
};

struct AddedControl {
  PieceType piece = no_piece_type;
  std::vector<std::uint8_t> by;  // by signed delta, see delta_index
  bool orthogonal = false, diagonal = false;
};

// Index of the displacement from one square to another, seen from White, in tables of that size.
inline constexpr int delta_indices = (2 * max_files - 1) * (2 * max_ranks - 1);
constexpr int delta_index(int dx, int dy) {
  return (dy + max_ranks - 1) * (2 * max_files - 1) + dx + max_files - 1;
}

template <class Bits>
struct Tables {
  std::shared_ptr<const Geometry<Bits>> geometry;
  int classes = first_leap_class;
  std::vector<StateInfo> state_info;
  std::vector<TypeInfo> type_info;
  std::array<std::array<UsualPiece<Bits>, max_states + 1>, 2> usual;  // [color][type]
  std::vector<PieceType> promotions;                                  // types a pawn may become
  std::vector<std::uint8_t> first_state;                              // by type

  std::vector<Reach<Bits>> quiet_reach, capture_reach;      // [row(c, state) + square]
  std::vector<Bits> jumps;                                  // same; targets that allow en passant
  std::array<std::vector<Origins<Bits>>, 2> state_origins;  // [whether it captures][same]
  std::array<std::vector<Origins<Bits>>, 2> type_origins;   // [same][type_row(c, type) + square]
  std::vector<Toggle> toggles;                              // same
  std::vector<Key> keys;                                    // same
  std::vector<Bits> leapers;  // [(c * max_classes + class) * capacity + square]: who leaps there
  // By class of leaps: the type all of whose pieces, and no others, have it wherever they stand.
  // They themselves are who controls by it; of other classes (no_piece_type) a board is kept.
  std::array<PieceType, max_classes> sole_type;

  std::array<Bits, 2> promotion_zone;
  std::array<Bits, 2> home;  // by the frontier; empty without one
  std::vector<std::vector<std::uint8_t>>
      mode_by_delta;                           // [type][delta_index] -> mode, 0: unchanged
  std::vector<std::array<Bits, 2>> mode_zone;  // [type][color]

  std::vector<Bits> kings_apart;    // by the other king's square; empty vector: no such rule
  std::uint32_t leaper_checks = 0;  // classes that convention 2 is about
  std::uint32_t pawn_classes = 0;
  std::vector<AddedControl> added_control;
  bool plain_king = false;     // none of these three, nor convention 2, is about him
  bool limited_rides = false;  // some ride captures on a part of its line only
  bool oblique_rides = false;
  bool odd_rides = false;      // either of these
  bool aligned_leaps = false;  // some leap lands on a line through its origin, not next to it

  std::array<std::array<Square, 2>, 2> castle_king_to, castle_rook_to;  // [color][wing]
  // Where the array has them; no_square where arrays vary (Chess960).
  std::array<Square, 2> castle_king_from = {no_square, no_square};
  std::array<std::array<Square, 2>, 2> castle_rook_from = {
      {{no_square, no_square}, {no_square, no_square}}};
  std::uint32_t castle_rooks = 0;  // types, as bits

  std::array<Key, Bits::capacity> en_passant_key, castling_key;
  std::array<Key, 2> turn_key;                    // by the side to move
  std::vector<std::vector<ObliqueRide>> oblique;  // by state

  // Rows stand in the order of Occupant::code, so that tables hold no rows of states that no piece
  // has.
  static std::size_t row(Color c, State s) {
    return (2 * std::size_t(s) + std::size_t(c)) * Bits::capacity;
  }
  static std::size_t type_row(Color c, PieceType type) { return row(c, type); }
  const Reach<Bits>& quiet(Color c, State s, Square sq) const {
    return quiet_reach[row(c, s) + sq];
  }
  const Reach<Bits>& capture(Color c, State s, Square sq) const {
    return capture_reach[row(c, s) + sq];
  }
  const Toggle& toggle(Color c, State s, Square sq) const { return toggles[row(c, s) + sq]; }
  const Bits& leapers_to(Color c, int cls, Square sq) const {
    return leapers[(std::size_t(int(c)) * max_classes + cls) * Bits::capacity + sq];
  }
};

// The displacement of a move as the mover sees it.
inline int mover_delta(const Variant& v, Color c, Square from, Square to) {
  const int dx = v.file_of(to) - v.file_of(from);
  const int dy = v.rank_of(to) - v.rank_of(from);
  return c == Color::white ? delta_index(dx, dy) : delta_index(dx, -dy);
}

}  // namespace nuskha::rules
