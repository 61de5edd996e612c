// How far a legal move is from what is written. Internal.
#pragma once

#include <vector>

#include "notation/notation.hpp"

namespace nuskha::replay {

// What each disagreement between text and move costs. Only the order and the rough proportions
// matter: a slip to a neighbouring file or rank is likelier than a wrong piece, and a mark left out
// is likelier than either.
struct Costs {
  static constexpr int neighbour = 6;      // a file or rank off by one
  static constexpr int coordinate = 11;    // any other file or rank
  static constexpr int both_shifted = 7;   // both squares off by the same step (a line misread)
  static constexpr int similar_piece = 6;  // names that share a letter (CT for CF)
  static constexpr int piece = 10;
  static constexpr int captured = 8;     // another piece is taken than the one named
  static constexpr int no_capture = 12;  // nothing is taken, though a piece is named
  static constexpr int capture_mark = 6;
  static constexpr int check_left_out = 2;
  static constexpr int check_invented = 5;
  static constexpr int mate = 8;
  static constexpr int promotion = 8;
  static constexpr int mode = 6;
  static constexpr int convention = 4;
  static constexpr int other_wing = 10;
  static constexpr int castling_square = 3;   // each of those named beside a castling
  static constexpr int castling_as_king = 1;  // written as the king's move that castling is
  static constexpr int castling_form = 12;    // a king's move for castling, or the reverse
};

struct NearMove {
  rules::Move move;
  int cost;
};

// Moves further away than this explain nothing.
inline constexpr int max_distance = 24;
inline constexpr std::size_t max_nearest = 8;
inline constexpr std::size_t max_proposals = 3;  // of them, that a note names

// The cost of reading `written` as that legal move, looked at no further than `limit`: a result
// above it only says so. A check left out says nothing in a text that marks none.
template <class Bits>
int distance(const rules::Position<Bits>& position, const notation::Alphabet& alphabet,
             const record::WrittenMove& written, rules::Move move, int limit,
             bool marks_checks = true);

// The legal moves within max_distance, nearest first, at most `most`; `out` is cleared first.
template <class Bits>
void nearest(const rules::Position<Bits>& position, const notation::Alphabet& alphabet,
             const record::WrittenMove& written, std::vector<NearMove>& out,
             std::size_t most = max_nearest);

}  // namespace nuskha::replay
