// Move numbers, a channel of their own: a slip in them is no move left out, and a move left out
// shows in them. Internal.
#pragma once

#include <utility>

#include "record/events.hpp"

namespace nuskha::repair {

// How far the numbers of a text are from the true ones along one line of play, in half-moves.
class Count {
 public:
  // How far that number is from what is expected before that ply.
  int gap(const record::MoveNumber& written, int ply) const {
    return begun_ ? distance(written, ply) - offset_ : 0;
  }
  // Whether that number is a slip where it stands. The count goes on from it, or, where it was a
  // slip of its own, from those before. `first`: no move comes before it.
  bool take(const record::MoveNumber& written, int ply, bool first) {
    const int now = distance(written, ply);
    if (!begun_) {
      // A text may count from 1 whatever number its position starts with.
      begun_ = true;
      offset_ = earlier_ = now;
      return now != 0 && (written.number != 1 || (now % 2 != 0 && !first));
    }
    if (now == offset_) return false;
    if (now == earlier_) {
      std::swap(offset_, earlier_);
      return false;
    }
    earlier_ = offset_;
    offset_ = now;
    return true;
  }
  // Of the move with that number, from 1, and side: as `take` counts them.
  static int ply(int number, bool black) { return 2 * number + black; }
  // How many half-moves that number is ahead of that ply.
  static int distance(const record::MoveNumber& written, int ply) {
    constexpr std::uint32_t most = 1 << 20;
    return Count::ply(int(written.number < most ? written.number : most), written.states_black) -
           ply;
  }

 private:
  bool begun_ = false;
  int offset_ = 0, earlier_ = 0;
};

}  // namespace nuskha::repair
