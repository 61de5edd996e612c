#include "repair/search.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <unordered_map>

#include "repair/repair.hpp"

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
// So many of the cheapest states may have a whole move left out: each tries all pairs of moves.
constexpr std::size_t whole_move_states = 4;
// What the lines that are found may hold together; of long games fewer lines are given.
constexpr std::size_t max_parts_of_lines = 200000;

// Whether the claim of how the game ended is true of the position.
template <class Bits>
bool agrees(const Position<Bits>& position, const record::ResultClaim* claim) {
  using Reason = record::ResultClaim::Reason;
  if (!claim) return true;
  const rules::Outcome outcome = position.outcome();
  if (claim->reason == Reason::checkmate && outcome != rules::Outcome::checkmate) return false;
  if (claim->reason == Reason::stalemate && outcome != rules::Outcome::stalemate) return false;
  if (outcome == rules::Outcome::none || claim->result == record::GameResult::unknown) return true;
  record::GameResult right = record::GameResult::draw;
  if (outcome == rules::Outcome::checkmate)
    right = position.side() == rules::Color::white ? record::GameResult::black_wins
                                                   : record::GameResult::white_wins;
  return claim->result == right;
}

bool same_text(const WrittenMove& a, const WrittenMove& b) {
  return a.form == b.form && a.piece == b.piece && a.from == b.from && a.to == b.to &&
         a.promotion == b.promotion && a.captured == b.captured && a.capture == b.capture;
}

int surprise(std::size_t choices) {
  return int(std::lround(100 * std::log(double(std::max<std::size_t>(choices, 1)))));
}

template <class Bits>
class Search {
 public:
  Search(const Position<Bits>& start, const Manner& manner, std::span<const WrittenMove> moves,
         const record::ResultClaim* result)
      : manner_(manner), moves_(moves), result_(result) {
    beams_[0].push_back({start, 0, no_node, 0});
    const Costs& costs = manner.costs;
    least_ = far;
    for (std::size_t i = 0; i < fault_count; ++i)
      if (const int cost = costs.of(Fault(i))) least_ = std::min(least_, cost);
  }

  Found run() {
    Found found;
    std::size_t read = 0;
    // A layer may be empty where all lines to the next one swap two moves.
    for (; read < moves_.size() && work_ < max_work; ++read) {
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
  };
  static constexpr std::size_t max_parts = 3;
  struct Step {
    std::uint32_t layer, state;  // where it starts
    int cost;
    int rank;
    std::uint8_t size = 0;
    std::array<Part, max_parts> parts;
  };
  // A dearer line to the position of `into`.
  struct Merge {
    std::uint32_t node;
    int more;
  };

  int of(Fault fault) const { return manner_.costs.of(fault); }
  static Faults one(Fault fault) { return Faults().set(std::size_t(fault)); }

  std::vector<State>& beam(std::size_t layer) { return beams_[layer % beams_.size()]; }
  std::vector<Step>& steps(std::size_t layer) { return steps_[layer % steps_.size()]; }

  void add(std::size_t to, int cost, std::initializer_list<Part> parts) {
    const State& state = beam(at_)[from_];
    Step step{std::uint32_t(at_), std::uint32_t(from_), state.cost + cost, 0, 0, {}};
    for (const Part& part : parts) step.parts[step.size++] = part;
    steps(to).push_back(step);
    if (to == at_ + 1) cheapest_ = std::min(cheapest_, step.cost);
  }

  // All ways on from the states of a layer.
  void propose(std::size_t layer) {
    at_ = layer;
    cheapest_ = std::numeric_limits<int>::max() / 2;
    for (const Step& step : steps(layer + 1)) cheapest_ = std::min(cheapest_, step.cost);
    for (from_ = 0; from_ < beam(layer).size(); ++from_) {
      const int budget = cheapest_ + beam_window - beam(layer)[from_].cost;
      if (budget < 0) continue;
      const bool exact = read(std::min(budget, far - 1));
      take_out(budget);
      swap(budget);
      if (!exact || from_ == 0) leave_out_half(budget);
      if (!exact && from_ < whole_move_states) leave_out_whole(budget);
    }
  }

  const WrittenMove& written() const { return moves_[at_]; }
  const Position<Bits>& position() { return beam(at_)[from_].position; }

  // The written move is one of the legal ones. True when one of them is as written.
  bool read(int budget) {
    const Position<Bits>& p = position();
    notation::candidates(p, manner_.alphabet, written(), candidates_);
    const bool ambiguous = candidates_.size() > 1;
    bool exact = false;
    const auto as = [&](Move move, bool candidate) {
      ++work_;
      Fit f = fit(p, manner_, written(), move, budget);
      if (candidate && ambiguous && !written().from.whole() && !written().promotion) {
        f.cost += of(Fault::disambiguation);
        f.faults.set(std::size_t(Fault::disambiguation));
      }
      if (f.faults.none() && f.cost == 0) exact = true;
      if (f.cost > budget) return;
      add(at_ + 1, f.cost, {{Part::Kind::read, std::uint32_t(at_), move, f.faults}});
    };
    for (const Move move : candidates_) as(move, true);
    if (!exact || budget >= least_)
      p.each_legal([&](Move move) {
        if (std::find(candidates_.begin(), candidates_.end(), move) == candidates_.end())
          as(move, false);
      });
    return exact;
  }

  void take_out(int budget) {
    const bool twice = (at_ > 0 && same_text(written(), moves_[at_ - 1])) ||
                       (at_ > 1 && same_text(written(), moves_[at_ - 2]));
    const Fault fault = twice ? Fault::duplicated : Fault::no_move;
    if (of(fault) <= budget)
      add(at_ + 1, of(fault), {{Part::Kind::taken_out, std::uint32_t(at_), {}, one(fault)}});
  }

  // Moves that are exactly as written.
  void exactly(const Position<Bits>& p, const WrittenMove& written, std::vector<Move>& out) {
    ++work_;
    notation::candidates(p, manner_.alphabet, written, out);
    std::erase_if(out, [&](Move move) { return fit(p, manner_, written, move, 0).cost != 0; });
  }

  void swap(int budget) {
    if (at_ + 1 >= moves_.size() || of(Fault::swapped) > budget) return;
    const WrittenMove &first = moves_[at_ + 1], &second = written();
    exactly(position(), first, firsts_);
    for (const Move a : firsts_) {
      Position<Bits> between = position();
      between.play(a);
      exactly(between, second, seconds_);
      for (const Move b : seconds_)
        add(at_ + 2, of(Fault::swapped),
            {{Part::Kind::read, std::uint32_t(at_ + 1), a, one(Fault::swapped)},
             {Part::Kind::read, std::uint32_t(at_), b, one(Fault::swapped)}});
    }
  }

  void leave_out_half(int budget) {
    position().legal_moves(missing_);
    const int cost = of(Fault::half_move_left_out) + surprise(missing_.size());
    if (cost > budget) return;
    for (const Move a : missing_) {
      Position<Bits> after = position();
      after.play(a);
      exactly(after, written(), seconds_);
      for (const Move b : seconds_)
        add(at_ + 1, cost, {left_out(a, Fault::half_move_left_out), as_written(b)});
    }
  }

  void leave_out_whole(int budget) {
    position().legal_moves(missing_);
    for (const Move a : missing_) {
      Position<Bits> between = position();
      between.play(a);
      between.legal_moves(answers_);
      const int cost =
          of(Fault::whole_move_left_out) + surprise(missing_.size()) + surprise(answers_.size());
      if (cost > budget) continue;
      for (const Move b : answers_) {
        Position<Bits> after = between;
        after.play(b);
        exactly(after, written(), seconds_);
        for (const Move c : seconds_)
          add(at_ + 1, cost,
              {left_out(a, Fault::whole_move_left_out), left_out(b, Fault::whole_move_left_out),
               as_written(c)});
      }
    }
  }

  Part left_out(Move move, Fault fault) const {
    return {Part::Kind::left_out, std::uint32_t(at_), move, one(fault)};
  }
  Part as_written(Move move) const { return {Part::Kind::read, std::uint32_t(at_), move, {}}; }

  // Makes the states of a layer of the steps that lead to it; false when no line goes on.
  bool arrive(std::size_t layer) {
    std::vector<Step>& incoming = steps(layer);
    std::vector<State>& states = beam(layer);
    if (incoming.empty() && steps(layer + 1).empty()) return false;
    int cheapest = std::numeric_limits<int>::max() / 2;
    for (const Step& step : incoming) cheapest = std::min(cheapest, step.cost);
    if (!incoming.empty() && cheapest > max_reading_cost + max_reading_cost_per_move * int(layer))
      return false;
    std::erase_if(incoming, [&](const Step& s) { return s.cost > cheapest + beam_window; });
    for (Step& step : incoming) {
      const State& from = beam(step.layer)[step.state];
      const bool corrects = step.cost != from.cost;
      const int age =
          corrects || from.corrected == 0 ? 0 : std::min(int(layer) - int(from.corrected), oldest);
      step.rank = step.cost + (step.cost == cheapest ? 0 : aging * age);
    }
    std::stable_sort(incoming.begin(), incoming.end(),
                     [](const Step& a, const Step& b) { return a.rank < b.rank; });
    states.clear();
    seen_.clear();
    for (const Step& step : incoming) {
      if (states.size() == beam_width) break;
      const State& from = beam(step.layer)[step.state];
      Position<Bits> position = from.position;
      for (std::size_t i = 0; i < step.size; ++i)
        if (step.parts[i].kind != Part::Kind::taken_out) position.play(step.parts[i].move);
      const auto [same, fresh] = seen_.try_emplace(position.key(), std::uint32_t(states.size()));
      const int more = fresh ? 0 : step.cost - states[same->second].cost;
      if (!fresh && (more > merge_margin || more < 0)) continue;
      std::uint32_t node = from.node;
      for (std::size_t i = 0; i < step.size; ++i) {
        nodes_.push_back({node, step.parts[i], step.cost});
        node = std::uint32_t(nodes_.size() - 1);
      }
      if (fresh)
        states.push_back({position, step.cost, node,
                          step.cost != from.cost ? std::uint32_t(layer) : from.corrected});
      else
        merges_[states[same->second].node].push_back({node, more});
    }
    incoming.clear();
    return true;
  }

  Line line(std::uint32_t node, int cost) const {
    Line out{cost, {}, false};
    for (; node != no_node; node = nodes_[node].parent) out.parts.push_back(nodes_[node].part);
    std::reverse(out.parts.begin(), out.parts.end());
    return out;
  }

  void finish(std::size_t read, Found& found) {
    const bool whole = read == moves_.size();
    const std::size_t most = std::max(beam_width / 4, max_parts_of_lines / (read + 1));
    for (const State& state : beam(read)) {
      if (found.lines.size() >= most) break;
      const bool denies = whole && !agrees(state.position, result_);
      const int end = denies ? of(Fault::result) : 0;
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
  std::span<const WrittenMove> moves_;
  const record::ResultClaim* result_;
  int least_;
  std::array<std::vector<State>, 3> beams_;
  std::array<std::vector<Step>, 3> steps_;
  std::vector<Node> nodes_;
  std::unordered_map<std::uint32_t, std::vector<Merge>> merges_;
  std::unordered_map<rules::Key, std::uint32_t> seen_;
  std::vector<Move> candidates_, firsts_, seconds_, missing_, answers_;
  std::size_t at_ = 0, from_ = 0;  // the state that is being expanded
  std::size_t work_ = 0;
  int cheapest_ = 0;  // step to the next layer so far
};

}  // namespace

template <class Bits>
std::optional<Line> read_as_written(const Position<Bits>& start, const Manner& manner,
                                    std::span<const WrittenMove> moves,
                                    const record::ResultClaim* result) {
  Position<Bits> position = start;
  Line line;
  std::vector<Move> fitting;
  for (const WrittenMove& written : moves) {
    notation::candidates(position, manner.alphabet, written, fitting);
    if (fitting.size() != 1 || fit(position, manner, written, fitting.front(), 0).cost != 0)
      return std::nullopt;
    line.parts.push_back({Part::Kind::read, std::uint32_t(line.parts.size()), fitting.front(), {}});
    position.play(fitting.front());
  }
  if (!agrees(position, result)) return std::nullopt;
  return line;
}

template <class Bits>
Found search(const Position<Bits>& start, const Manner& manner, std::span<const WrittenMove> moves,
             const record::ResultClaim* result) {
  return Search<Bits>(start, manner, moves, result).run();
}

#define NUSKHA_INSTANTIATE(Bits)                                                                  \
  template std::optional<Line> read_as_written<Bits>(const Position<Bits>&, const Manner&,        \
                                                     std::span<const WrittenMove>,                \
                                                     const record::ResultClaim*);                 \
  template Found search<Bits>(const Position<Bits>&, const Manner&, std::span<const WrittenMove>, \
                              const record::ResultClaim*);
NUSKHA_INSTANTIATE(rules::Bits64)
NUSKHA_INSTANTIATE(rules::Bits128)
NUSKHA_INSTANTIATE(rules::Bits256)
#undef NUSKHA_INSTANTIATE

}  // namespace nuskha::repair
