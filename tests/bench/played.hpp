// Games that look played, for both sides take what hangs, save what is attacked and like checks,
// and that are the same on every machine.
#pragma once

#include <cstdint>
#include <cstdlib>
#include <vector>

#include "rules/position.hpp"

namespace nuskha::bench {

// SplitMix64 (Steele, Lea and Flood, 2014): the same everywhere, unlike the standard library's
// distributions.
class Random {
 public:
  explicit Random(std::uint64_t seed) : state_(seed) {}
  int below(int n) {
    std::uint64_t z = state_ += 0x9E3779B97F4A7C15u;
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9u;
    z = (z ^ (z >> 27)) * 0x94D049BB133111EBu;
    return int((z ^ (z >> 31)) % std::uint64_t(n));
  }

 private:
  std::uint64_t state_;
};

template <class Bits>
class Player {
 public:
  Player(const rules::Variant& variant, Random& random) : variant_(variant), random_(random) {
    // A man is worth as many squares as he controls from the middle of an empty board.
    const rules::Position<Bits> empty(variant);
    const rules::Square middle = variant.square(variant.files() / 2, variant.ranks() / 2 - 1);
    for (int state = 0; state < variant.states(); ++state)
      worth_.push_back(
          empty.capture_targets(middle, rules::Color::white, rules::State(state), Bits()).count());
  }

  // No move at all if there is none but `other`.
  rules::Move choose(const rules::Position<Bits>& position, rules::Move other = {}) {
    rules::Move best;
    int most = 0;
    position.each_legal([&](rules::Move move) {
      if (move == other) return;
      const int value = hope(position, move);
      if (best == rules::Move() || value > most) {
        best = move;
        most = value;
      }
    });
    return best;
  }

 private:
  // What the side to move can hope for, from the man it would lose on a square that is attacked.
  int hope(const rules::Position<Bits>& position, rules::Move move) {
    const rules::Color us = position.side();
    const rules::Occupant man = position.at(move.from);
    const int own = worth_[man.state()];
    const bool is_king = variant_.type_of(man.state()) == variant_.king();
    const Bits occupied = position.occupied();
    int value = random_.below(12);
    if (const rules::Occupant taken = position.captured(move)) value += 10 * worth_[taken.state()];
    if (move.castles()) return value + 15;
    if (move.promotion != rules::no_piece_type) value += 60;
    Bits after = occupied;
    after.reset(move.from);
    after.set(move.to);
    if (!is_king && position.attackers(move.to, !us, after).any())
      value -= position.attackers(move.to, us, after).count() > 1 ? 4 * own : 9 * own;
    if (!is_king && position.attackers(move.from, !us, occupied).any()) value += 4 * own;
    if (is_king) value -= position.in_check() ? 0 : 10;
    if (position.gives_check(move)) value += 6;
    // Forward and to the middle.
    const auto centre = [&](rules::Square s) {
      return std::abs(2 * variant_.file_of(s) - variant_.files() + 1) +
             std::abs(2 * variant_.rank_of(s) - variant_.ranks() + 1);
    };
    return value + (centre(move.from) - centre(move.to)) / 2;
  }

  const rules::Variant& variant_;
  Random& random_;
  std::vector<int> worth_;  // by state
};

}  // namespace nuskha::bench
