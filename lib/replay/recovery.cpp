#include "replay/recovery.hpp"

#include <algorithm>
#include <cstdint>

namespace nuskha::replay {

using notation::Alphabet;
using record::WrittenMove;
using rules::Move;
using rules::Position;

namespace {

constexpr std::uint32_t no_node = 0xFFFFFFFF;

template <class Bits>
class TailReader {
 public:
  TailReader(const Position<Bits>& position, const Alphabet& alphabet,
             std::span<const WrittenMove> tail)
      : alphabet_(alphabet), tail_(tail.subspan(0, std::min(tail.size(), max_tail_moves))) {
    beam_.push_back({position, 0, no_node, all_sure});
  }

  Reading run() {
    if (tail_.size() == 1) return only_move();
    std::size_t read = 0;
    while (read < tail_.size() && advance(tail_[read], int(read))) ++read;
    return best(read);
  }

 private:
  static constexpr std::size_t all_sure = max_tail_moves;

  struct Node {
    std::uint32_t parent;
    Move move;
    int cost;  // of the line up to here
  };
  struct State {
    Position<Bits> position;
    int cost;
    std::uint32_t node;
    // A reading of about the same cost that differs from this one after so many moves has been
    // merged into it, since both came to the same position.
    std::size_t sure;
  };
  struct Step {
    std::size_t state;
    Move move;
    int cost;
  };

  // As the search would read it, without a position after it.
  Reading only_move() {
    expand(0, tail_[0], max_proposals);
    Reading reading;
    reading.nearest = std::move(near_);
    const auto first = std::min_element(
        steps_.begin(), steps_.end(), [](const Step& a, const Step& b) { return a.cost < b.cost; });
    if (first == steps_.end() || first->cost > max_reading_cost + max_reading_cost_per_move)
      return reading;
    reading.moves = {first->move};
    reading.sure = std::none_of(steps_.begin(), steps_.end(), [&](const Step& step) {
      return step.move != first->move && step.cost - first->cost < sure_margin;
    });
    return reading;
  }

  // Reads one more token in every state; false when none explains it.
  bool advance(const WrittenMove& written, int read) {
    steps_.clear();
    for (std::size_t s = 0; s < beam_.size(); ++s) expand(s, written);
    if (steps_.empty()) return false;
    std::stable_sort(steps_.begin(), steps_.end(),
                     [](const Step& a, const Step& b) { return a.cost < b.cost; });
    const int cheapest = steps_.front().cost;
    if (cheapest > max_reading_cost + max_reading_cost_per_move * (read + 1)) return false;

    next_.clear();
    for (const Step& step : steps_) {
      if (step.cost > cheapest + beam_window) break;
      const State& from = beam_[step.state];
      Position<Bits> position = from.position;
      position.play(step.move);
      const auto same = std::find_if(next_.begin(), next_.end(), [&](const State& state) {
        return state.position.key() == position.key();
      });
      if (same != next_.end()) {
        if (step.cost - same->cost < sure_margin)
          same->sure = std::min({same->sure, from.sure, parting(same->node, from.node, read)});
        continue;
      }
      if (next_.size() == beam_width) break;
      nodes_.push_back({from.node, step.move, step.cost});
      next_.push_back({position, step.cost, std::uint32_t(nodes_.size() - 1), from.sure});
    }
    beam_.swap(next_);
    return true;
  }

  void expand(std::size_t s, const WrittenMove& written, std::size_t most = max_nearest) {
    const State& state = beam_[s];
    notation::candidates(state.position, alphabet_, written, moves_);
    if (moves_.empty()) {
      nearest(state.position, alphabet_, written, near_, most);
      for (const NearMove& near : near_) steps_.push_back({s, near.move, state.cost + near.cost});
      return;
    }
    for (const Move move : moves_)
      steps_.push_back(
          {s, move, state.cost + distance(state.position, alphabet_, written, move, max_distance)});
  }

  // How many moves the lines through the two nodes share, the first being the parent of the other
  // line's newest move. Lines that parted long ago count as parted at once, to bound the walk.
  std::size_t parting(std::uint32_t last, std::uint32_t other, int read) const {
    constexpr int max_walk = 256;
    std::uint32_t a = nodes_[last].parent, b = other;
    int depth = read;
    for (int walked = 0; a != b; ++walked, --depth) {
      if (walked == max_walk || a == no_node || b == no_node) return 0;
      a = nodes_[a].parent;
      b = nodes_[b].parent;
    }
    return std::size_t(std::max(depth, 0));
  }

  std::vector<Move> line(std::uint32_t node) const {
    std::vector<Move> moves;
    for (; node != no_node; node = nodes_[node].parent) moves.push_back(nodes_[node].move);
    std::reverse(moves.begin(), moves.end());
    return moves;
  }

  Reading best(std::size_t read) const {
    Reading reading;
    const State& first = beam_.front();  // the beam is sorted
    reading.moves = line(first.node);
    reading.sure = std::min(read, first.sure);
    for (const State& state : beam_) {
      if (&state == &first || state.cost - first.cost >= sure_margin) continue;
      const std::vector<Move> other = line(state.node);
      const auto parted = std::mismatch(reading.moves.begin(), reading.moves.end(), other.begin());
      reading.sure =
          std::min({reading.sure, state.sure, std::size_t(parted.first - reading.moves.begin())});
    }
    if (read < tail_.size()) reading.sure = std::min(reading.sure, explained(first.node));
    return reading;
  }

  // A reading that came to nothing ends where it explained most for its cost, so that the forced
  // readings of its last tokens are not taken for corrections.
  std::size_t explained(std::uint32_t node) const {
    std::vector<int> costs;
    for (; node != no_node; node = nodes_[node].parent) costs.push_back(nodes_[node].cost);
    std::size_t best = 0;
    int best_gain = 0;
    for (std::size_t n = 1; n <= costs.size(); ++n) {
      const int gain = max_reading_cost_per_move * int(n) - costs[costs.size() - n];
      if (gain > best_gain) {
        best_gain = gain;
        best = n;
      }
    }
    return best;
  }

  const Alphabet& alphabet_;
  std::span<const WrittenMove> tail_;
  std::vector<State> beam_, next_;
  std::vector<Node> nodes_;
  std::vector<Step> steps_;
  std::vector<Move> moves_;
  std::vector<NearMove> near_;
};

}  // namespace

template <class Bits>
Reading read_tail(const Position<Bits>& position, const Alphabet& alphabet,
                  std::span<const WrittenMove> tail) {
  return TailReader<Bits>(position, alphabet, tail).run();
}

#define NUSKHA_INSTANTIATE(Bits)                                           \
  template Reading read_tail<Bits>(const Position<Bits>&, const Alphabet&, \
                                   std::span<const WrittenMove>);
NUSKHA_INSTANTIATE(rules::Bits64)
NUSKHA_INSTANTIATE(rules::Bits128)
NUSKHA_INSTANTIATE(rules::Bits256)
#undef NUSKHA_INSTANTIATE

}  // namespace nuskha::replay
