// Compares written move numbers with the true ones. Internal.
#pragma once

#include <cstdint>

#include "record/events.hpp"
#include "replay/findings.hpp"

namespace nuskha::replay {

class Numbering {
 public:
  // Whether the number is as those before it have it. `truth` is the one that belongs before the
  // next move, by the side to move.
  bool agrees(std::uint32_t number, bool states_black, std::uint32_t truth, record::Side side) {
    const bool right =
        last_ != 0 && number == truth + offset_ && (!states_black || side == record::Side::black);
    if (right) last_ = number;
    return right;
  }
  // Text that may hold moves could not be read: the next number is taken as it is.
  void lose_count() { is_lost_ = true; }
  // Of a number that does not agree.
  void look_closer(const record::MoveNumber& written, std::uint32_t truth, record::Side side,
                   Reporter& reporter);

 private:
  // Of the text's numbers from the true ones, once reported, and before that.
  std::int64_t offset_ = 0, earlier_offset_ = 0;
  std::int64_t last_ = 0;  // as written; 0 before the first
  bool is_lost_ = false;
};

}  // namespace nuskha::replay
