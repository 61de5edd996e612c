#include "repair/search.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <numeric>
#include <unordered_map>

#include "repair/operators/operators.hpp"
#include "repair/outcome.hpp"
#include "repair/repair.hpp"
#include "repair/tell.hpp"

namespace nuskha::repair {

using record::WrittenMove;
using rules::Move;
using rules::Position;

namespace {

constexpr std::uint32_t no_node = 0xFFFFFFFF;
// Two lines that come to the same position within this cost are both kept as readings.
constexpr int merge_margin = 900;
// A legal but wrong move is looked for first among the latest: where a line has a correction that
// explains nothing so far, each further move makes it so much less worth following, up to a limit.
constexpr int aging = 15;
constexpr int oldest = 40;
// So many states are looked at for faults in what is written next; those behind them are followed
// as far as the text is true of them, and so many of them are looked at when it no longer is.
constexpr std::size_t expanded_states = 64;
constexpr std::size_t followed_faults = 128;
// So many may have a whole move left out, each trying all pairs of moves; more where the numbers
// say so.
constexpr std::size_t whole_move_states = 4;
constexpr std::size_t gap_states = 16;
constexpr std::size_t most_pairs = 250000;  // that are tried at one place, over all states
// Where the numbers say that moves are missing, legality tells later on which they were. So many
// lines, for each state that is followed, are kept besides for that.
constexpr std::size_t guesses_per_state = 4;
// What is kept of the ways into a layer while it is not full of states.
constexpr std::size_t max_arrivals = 16 * beam_width;
constexpr int most_misplaced = 4;  // of a stated final position; more says no more
// What the lines that are found may hold together; of long games fewer lines are given.
constexpr std::size_t max_parts_of_lines = 200000;

// Men of the stated final position that are not there, and men beside them.
template <class Bits>
int misplaced(const Position<Bits>& position, const Manner& manner) {
  const record::Inventory& men = *manner.game.final_men;
  const rules::Variant& variant = position.variant();
  int wrong = 0;
  for (const auto color : {rules::Color::white, rules::Color::black}) {
    const auto& army = color == rules::Color::white ? men.white : men.black;
    int there = 0;
    for (const record::NamedSquare& man : army.pieces) {
      const rules::Square square = notation::square_of(variant, man.square);
      const rules::Occupant at =
          square == rules::no_square ? rules::Occupant() : position.at(square);
      const bool right = at && at.color() == color &&
                         (manner.alphabet.types(man.piece) >> variant.type_of(at.state()) & 1);
      there += right;
      wrong += !right;
    }
    wrong += position.pieces(color).count() - there;
  }
  return wrong;
}

template <class Bits>
class Search {
 public:
  Search(const Position<Bits>& start, const Manner& manner, const Options& options)
      : manner_(manner),
        costs_(manner.costs),
        end_(std::uint32_t(std::min(manner.game.moves.size(), max_moves))),
        played_(options.played),
        settled_(options.settled),
        width_(options.beam),
        expanded_(std::min(expanded_states, width_ / 8)),
        followed_(std::min(followed_faults, width_ / 4)),
        legal_(options.legal),
        begins_(Count::ply(start.move_number(), start.side() == rules::Color::black)) {
    beams_[0].push_back({start, 0, no_node, 0, 0, {}, 0});
  }

  Found run() {
    Found found;
    std::uint32_t read = 0;
    // A layer may be empty where all lines to the next one take two written moves.
    for (; read < end_ && work_ < max_work; ++read) {
      propose(read);
      if (!arrive(read + 1)) break;
    }
    found.read = read;
    finish(read, found);
    return found;
  }

 private:
  struct Node {
    std::uint32_t parent;
    Part part;
    int cost;  // of the line up to here
  };
  struct State {
    Position<Bits> position;
    int cost;
    std::uint32_t node;
    std::uint32_t corrected;  // the layer after the last correction; 0 for none
    std::uint32_t plies;      // played
    Count count;
    int guessed;  // of the cost: which moves are missing where the numbers say that some are
  };
  // A way into a layer.
  struct Arrival : Step {
    std::uint32_t from;  // the layer it starts in
    int guessed;         // as in State, after it
    int rank;
  };
  // A dearer line to the position of `into`.
  struct Merge {
    std::uint32_t node;
    int more;
  };

  const std::vector<State>& beam(std::size_t layer) const { return beams_[layer % beams_.size()]; }
  std::vector<State>& beam(std::size_t layer) { return beams_[layer % beams_.size()]; }
  std::vector<Arrival>& arrivals(std::size_t layer) { return arrivals_[layer % arrivals_.size()]; }

  // All ways on from the states of a layer.
  void propose(std::uint32_t layer) {
    int cheapest = std::numeric_limits<int>::max() / 2;
    for (const Arrival& arrival : arrivals(layer + 1)) cheapest = std::min(cheapest, arrival.cost);
    const std::vector<State>& states = beam(layer);
    std::size_t pairs = 0;
    for (std::uint32_t from = 0; from < states.size(); ++from) {
      const State& state = states[from];
      const int budget = std::min(cheapest + beam_window - state.cost, far - 1);
      if (budget < 0) continue;
      steps_.clear();
      const Move* played =
          played_ ? played_->data() + std::min<std::size_t>(state.plies, played_->size()) : nullptr;
      Ways<Bits> ways{
          state.position, manner_,
          layer,          end_,
          from,           state.cost,
          budget,         state.count,
          begins_,        state.node != no_node && are_exchanged(nodes_[state.node].part.faults),
          played,         played_ ? played_->data() + played_->size() : nullptr,
          settled_,       steps_,
          work_,          false,
          scratch_};
      if (ways.in_text())
        take_out(ways);
      else
        explain(ways, pairs);
      const int gap = ways.gap();
      for (const Step& step : steps_) {
        if (step.taken == 1) cheapest = std::min(cheapest, step.cost);
        const int guessed = state.guessed + guessed_in(step, step.cost - state.cost, gap);
        arrivals(layer + step.taken).push_back({step, layer, guessed, 0});
      }
      for (std::uint32_t ahead = 1; ahead < arrivals_.size(); ++ahead)
        keep_cheapest(arrivals(layer + ahead));
    }
  }

  // All that may have happened where the next move stands.
  void explain(Ways<Bits>& ways, std::size_t& pairs) {
    // Only the line that has the moves as they stand goes wrong there.
    const bool may_go_wrong = ways.state == 0 || ways.at >= legal_;
    const int budget = ways.budget;
    const bool follow = ways.state >= expanded_ || !may_go_wrong;
    if (follow) ways.budget = std::min(ways.budget, 0);
    read_as_any(ways);
    if (follow && may_go_wrong && !ways.exact && ways.state < followed_) {
      ways.budget = budget;
      read_as_any(ways);
    }
    ways.budget = budget;
    if (!may_go_wrong || (follow && ways.exact)) return;
    const int gap = ways.gap();
    take_out(ways);
    take_out_line(ways);
    exchange(ways);
    if (stands_for_left_out(ways)) return;
    if (!ways.exact || ways.state == 0 || gap == 1) leave_out_half(ways);
    if (pairs < most_pairs &&
        (gap == 2 ? ways.state < gap_states
                  : !ways.exact && ways.state < std::min(whole_move_states, width_ / 16))) {
      const std::size_t choices = ways.position.count_legal();
      pairs += choices * choices;
      leave_out_whole(ways);
    }
  }

  // Whether a word that nobody can read was taken for text where a move that was left out would
  // stand: then it is that move, which another line says.
  bool stands_for_left_out(const Ways<Bits>& ways) const {
    if (ways.at == 0 || !says_nothing(manner_.game.moves[ways.at - 1])) return false;
    const std::uint32_t node = beam(ways.at)[ways.state].node;
    const bool is_between =
        manner_.game.number(ways.at).number == 0 || ways.position.side() == rules::Color::black;
    return is_between && node != no_node && nodes_[node].part.kind == Part::Kind::taken_out;
  }

  // What of a step's cost is for which moves were left out, where the numbers say how many.
  int guessed_in(const Step& step, int cost, int gap) const {
    const Fault fault = gap == 2 ? Fault::whole_move_left_out : Fault::half_move_left_out;
    if ((gap != 1 && gap != 2) || !has(step.parts[0].faults, fault)) return 0;
    return std::max(cost - costs_.of(fault), 0);
  }

  // Memory does not grow with the number of pairs of moves.
  static void keep_cheapest(std::vector<Arrival>& ways) {
    if (ways.size() < 2 * max_arrivals) return;
    std::vector<int> costs;
    for (const Arrival& way : ways) costs.push_back(way.cost);
    const auto last = costs.begin() + std::ptrdiff_t(max_arrivals);
    std::nth_element(costs.begin(), last, costs.end());
    std::erase_if(ways, [&](const Arrival& way) { return way.cost > *last; });
    // Of those that cost the same, the first, which come from the best states.
    if (ways.size() > 2 * max_arrivals) ways.resize(max_arrivals);
  }

  // Makes the states of a layer of the ways that lead to it; false when no line goes on.
  bool arrive(std::uint32_t layer) {
    std::vector<Arrival>& incoming = arrivals(layer);
    std::vector<State>& states = beam(layer);
    if (incoming.empty() && arrivals(layer + 1).empty()) return false;
    int cheapest = std::numeric_limits<int>::max() / 2;
    for (const Arrival& way : incoming) cheapest = std::min(cheapest, way.cost);
    if (!incoming.empty() && cheapest > max_reading_cost + max_reading_cost_per_move * int(layer))
      return false;
    std::erase_if(incoming, [&](const Arrival& way) { return way.cost > cheapest + beam_window; });
    // The fewer of the guesses are left, the less of their cost is for having to choose.
    const auto guesses =
        std::size_t(std::count_if(incoming.begin(), incoming.end(), [&](const Arrival& way) {
          const State& from = beam(way.from)[way.state];
          return way.guessed > 0 && (way.cost == from.cost || from.guessed == 0);
        }));
    const int choice = surprise(guesses);
    for (Arrival& way : incoming) {
      const State& from = beam(way.from)[way.state];
      const bool corrects = way.cost != from.cost;
      const int age =
          corrects || from.corrected == 0 ? 0 : std::min(int(layer) - int(from.corrected), oldest);
      way.rank =
          way.cost + (way.cost == cheapest ? 0 : aging * age) - std::max(way.guessed - choice, 0);
    }
    order_.resize(incoming.size());
    std::iota(order_.begin(), order_.end(), 0);
    std::stable_sort(order_.begin(), order_.end(), [&](std::uint32_t a, std::uint32_t b) {
      return incoming[a].rank < incoming[b].rank;
    });
    states.clear();
    seen_.clear();
    std::size_t followed = 0, guessed = 0;
    for (const std::uint32_t next : order_) {
      const Arrival& way = incoming[next];
      std::size_t& kept = followed < width_ ? followed : guessed;
      if (followed >= width_ && (way.guessed == 0 || guessed >= guesses_per_state * width_))
        continue;
      const State& from = beam(way.from)[way.state];
      Position<Bits> position = from.position;
      std::uint32_t plies = from.plies;
      for (std::size_t i = 0; i < way.size; ++i) {
        if (way.parts[i].kind == Part::Kind::taken_out) continue;
        position.play(way.parts[i].move);
        ++plies;
      }
      const auto [same, fresh] = seen_.try_emplace(position.key(), std::uint32_t(states.size()));
      const int more = fresh ? 0 : way.cost - states[same->second].cost;
      if (!fresh && (more > merge_margin || more < 0)) continue;
      std::uint32_t node = from.node;
      for (std::size_t i = 0; i < way.size; ++i) {
        nodes_.push_back({node, way.parts[i], way.cost});
        node = std::uint32_t(nodes_.size() - 1);
      }
      if (fresh) {
        ++kept;
        states.push_back({position, way.cost, node, way.cost != from.cost ? layer : from.corrected,
                          plies, way.count, way.guessed});
      } else
        merges_[states[same->second].node].push_back({node, more});
    }
    incoming.clear();
    return true;
  }

  Line line(std::uint32_t node, int cost) const {
    Line out;
    out.cost = cost;
    for (; node != no_node; node = nodes_[node].parent) out.parts.push_back(nodes_[node].part);
    std::reverse(out.parts.begin(), out.parts.end());
    return out;
  }

  void finish(std::size_t read, Found& found) {
    const bool whole = read == manner_.game.moves.size();
    const std::size_t most = std::max(beam_width / 4, max_parts_of_lines / (read + 1));
    for (const State& state : beam(read)) {
      if (found.lines.size() >= most) break;
      if (played_ && whole && state.plies != played_->size()) continue;
      const bool denies = whole && denies_result(state.position, manner_.game);
      int end = denies ? costs_.of(Fault::result) : 0;
      if (whole && manner_.game.final_men)
        end += costs_.of(Fault::inventory) *
               std::min(misplaced(state.position, manner_), most_misplaced);
      found.lines.push_back(line(state.node, state.cost + end));
      found.lines.back().denies_result = denies;
      // The dearer lines that met this one, with what follows the place where they met.
      std::vector<Part> tail;
      for (std::uint32_t node = state.node; node != no_node; node = nodes_[node].parent) {
        if (const auto met = merges_.find(node); met != merges_.end())
          for (const Merge& merge : met->second) {
            if (found.lines.size() >= most) break;
            Line other = line(merge.node, state.cost + end + merge.more);
            other.parts.insert(other.parts.end(), tail.rbegin(), tail.rend());
            other.denies_result = denies;
            found.lines.push_back(std::move(other));
          }
        tail.push_back(nodes_[node].part);
        if (found.lines.size() >= most) break;
      }
    }
    std::stable_sort(found.lines.begin(), found.lines.end(),
                     [](const Line& a, const Line& b) { return a.cost < b.cost; });
    if (!whole && !found.lines.empty()) cut(found);
  }

  // A line that came to nothing ends where it explained most for its cost, so that the forced
  // readings of its last moves are not taken for corrections.
  void cut(Found& found) {
    std::uint32_t node = beam(found.read).empty() ? no_node : beam(found.read).front().node;
    std::size_t best = 0;
    int best_gain = 0;
    for (; node != no_node; node = nodes_[node].parent) {
      const std::size_t length = nodes_[node].part.written + 1;
      const int gain = max_reading_cost_per_move * int(length) - nodes_[node].cost;
      if (gain >= best_gain) {
        best_gain = gain;
        best = length;
      }
    }
    found.read = best;
    for (Line& line : found.lines)
      std::erase_if(line.parts, [&](const Part& part) { return part.written >= best; });
  }

  const Manner& manner_;
  const Costs& costs_;
  const std::uint32_t end_;
  const std::vector<Move>* played_;
  const Settled* settled_;
  const std::size_t width_, expanded_, followed_, legal_;
  const int begins_;
  std::array<std::vector<State>, 3> beams_;
  std::array<std::vector<Arrival>, 3> arrivals_;
  std::vector<Step> steps_;           // of one state
  std::vector<std::uint32_t> order_;  // of the ways into a layer
  std::vector<Node> nodes_;
  std::unordered_map<std::uint32_t, std::vector<Merge>> merges_;
  std::unordered_map<rules::Key, std::uint32_t> seen_;
  std::array<std::vector<Move>, 4> scratch_;
  std::size_t work_ = 0;
};

}  // namespace

template <class Bits>
std::optional<Line> read_as_written(const Position<Bits>& start, const Manner& manner) {
  const WrittenGame& game = manner.game;
  if (game.moves.size() > max_moves) return std::nullopt;
  const Faults capture_mark(1ul << std::size_t(Fault::capture_mark));
  Position<Bits> position = start;
  Line line;
  std::optional<int> first;
  bool other_figures = false, other_side = false;
  std::vector<Move> fitting;
  for (std::uint32_t at = 0; at < game.moves.size(); ++at) {
    if (const auto number = game.number(at); number.number) {
      const int ahead = Count::distance(
          number, Count::ply(position.move_number(), position.side() == rules::Color::black));
      // From which number on a text counts is its own affair.
      if (!first) first = ahead;
      (ahead % 2 == *first % 2 ? other_figures : other_side) |= ahead != *first;
    }
    if (says_nothing(game.moves[at])) {
      if (at + 1 == game.moves.size() && position.has_legal()) return std::nullopt;
      line.parts.push_back({Part::Kind::taken_out, at, {}, {}, 0});
      continue;
    }
    notation::candidates(position, manner.alphabet, game.moves[at], fitting);
    if (fitting.size() != 1) return std::nullopt;
    const Fit here = fit(position, manner, at, fitting.front(), max_cost);
    // Who marks no captures says nothing of them.
    const bool marks_no_capture = !manner.marks_captures && here.faults == capture_mark;
    if (here.cost != 0 && !marks_no_capture) return std::nullopt;
    line.parts.push_back({Part::Kind::read, at, fitting.front(), {}, 0});
    position.play(fitting.front());
  }
  line.slips_in_numbers = other_figures && !other_side;
  if (denies_result(position, game)) return std::nullopt;
  if (game.final_men && misplaced(position, manner)) return std::nullopt;
  return line;
}

template <class Bits>
Found search(const Position<Bits>& start, const Manner& manner, const Options& options) {
  return Search<Bits>(start, manner, options).run();
}

#define NUSKHA_INSTANTIATE(Bits)                                                            \
  template std::optional<Line> read_as_written<Bits>(const Position<Bits>&, const Manner&); \
  template Found search<Bits>(const Position<Bits>&, const Manner&, const Options&);
NUSKHA_INSTANTIATE(rules::Bits64)
NUSKHA_INSTANTIATE(rules::Bits128)
NUSKHA_INSTANTIATE(rules::Bits256)
#undef NUSKHA_INSTANTIATE

}  // namespace nuskha::repair
