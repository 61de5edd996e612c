// How often the positions of a game's main line have stood on the board. Internal.
#pragma once

#include <unordered_map>

#include "rules/bitboard.hpp"
#include "rules/tables.hpp"

namespace nuskha::replay {

class Standings {
 public:
  void start(rules::Key key) {
    times_.clear();
    ++times_[key];
  }
  // How often the position that a move has made has stood, this time included. `clock` is the
  // number of plies since the last one that cannot be taken back: nothing before it comes again.
  int add(rules::Key key, int clock) {
    if (clock == 0) times_.clear();
    return ++times_[key];
  }

 private:
  std::unordered_map<rules::Key, int> times_;
};

}  // namespace nuskha::replay
