// What a line of play makes of a written game: its moves, and its corrections of the text.
// Internal.
#pragma once

#include <vector>

#include "repair/fit.hpp"
#include "repair/repair.hpp"
#include "repair/search.hpp"

namespace nuskha::repair {

inline bool has(const Faults& faults, Fault fault) {
  return faults[std::size_t(fault)];
}

// Those of the move itself, not of the number before it.
inline Faults of_move(Faults faults) {
  return faults.reset(std::size_t(Fault::numbering));
}

// Without probabilities. `of`: the part of the line that each correction is of, but for that of the
// result, which is the last.
template <class Bits>
Reading tell(const rules::Position<Bits>& start, const Manner& manner, const Line& line,
             std::vector<const Part*>* of = nullptr);

}  // namespace nuskha::repair
