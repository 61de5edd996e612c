// Past a move that is not legal: which legal moves the rest of the game was probably written from.
//
// It reads a line of written moves as the cheapest line of legal ones, by a beam over the positions
// that the line may have reached. Every token is read as one move; the fault is blamed on the move
// that is not legal, never on an earlier one: mending games is repair/. Internal.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "notation/notation.hpp"
#include "replay/nearest.hpp"

namespace nuskha::replay {

// The limits of the search. Time and memory grow with beam_width times the number of moves read.
inline constexpr std::size_t beam_width = 8;
inline constexpr std::size_t max_tail_moves = 4096;
// A reading is given up when it costs more than this much, and this much a move: it explains
// nothing.
inline constexpr int max_reading_cost = 40;
inline constexpr int max_reading_cost_per_move = 3;
// Readings are told apart by at least this much; a reading so much dearer is not followed further.
inline constexpr int sure_margin = 5;
inline constexpr int beam_window = 30;

struct Reading {
  std::vector<rules::Move> moves;  // one for each token that the search came through
  std::size_t sure = 0;            // so many of them every reading of about the same cost agrees on
  std::vector<NearMove> nearest;   // to the token, where it is the only one and not legal
};

template <class Bits>
Reading read_tail(const rules::Position<Bits>& position, const notation::Alphabet& alphabet,
                  std::span<const record::WrittenMove> tail);

}  // namespace nuskha::replay
