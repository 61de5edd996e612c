// The operators of the search: each proposes ways in which what is written next may have come
// about, and its file holds the faults that it explains. Internal.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <initializer_list>
#include <limits>
#include <vector>

#include "repair/count.hpp"
#include "repair/search.hpp"

namespace nuskha::repair {

// So many words in a row that nobody can read may each stand for a move.
inline constexpr std::uint32_t most_words = 8;

// One way on from a state: it goes through `taken` written moves.
struct Step {
  static constexpr std::size_t max_parts = 3;
  std::uint32_t state;
  int cost;  // with that of the way to the state
  std::uint8_t taken = 0, size = 0;
  std::array<Part, max_parts> parts;
  Count count;  // after it
};

// Where the ways begin: a position, and the written move that is next.
template <class Bits>
class Ways {
 public:
  const rules::Position<Bits>& position;
  const Manner& manner;
  std::uint32_t at;           // the next written move
  std::uint32_t end;          // of those that are looked at
  std::uint32_t state;        // which one this is, for the search
  int spent;                  // to get here
  int budget;                 // what costs more is not proposed
  Count count;                // of the numbers so far
  int begins;                 // the ply that the game begins with
  bool exchanged;             // the two written moves before changed places
  const rules::Move* played;  // null: any legal move
  const rules::Move* played_end;
  const Settled* settled;  // null: nothing
  std::vector<Step>& steps;
  std::size_t& work;   // grows with the moves that are looked at
  bool exact = false;  // the next move is legal as written
  // For operators to use.
  std::array<std::vector<rules::Move>, 4>& scratch;

  // Whether the next move and the last ones are words that nobody can read, too many to be moves.
  bool in_text() const {
    const auto after = manner.game.moves.begin() + at + 1;
    return at >= most_words && std::all_of(after - most_words - 1, after, says_nothing);
  }
  const record::WrittenMove& written() const { return manner.game.moves[at]; }
  int of(Fault fault) const { return manner.costs.of(fault); }
  int ply() const {
    return Count::ply(position.move_number(), position.side() == rules::Color::black);
  }
  // How many half-moves the number before the next move is ahead of what is expected.
  int gap() const {
    const record::MoveNumber number = manner.game.number(at);
    return number.number ? count.gap(number, ply()) : 0;
  }

  // `f` of each move that may be played after `later` others.
  template <class F>
  void each_move(const rules::Position<Bits>& p, int later, F&& f) const {
    if (!played)
      p.each_legal(f);
    else if (played_end - played > later)
      f(played[later]);
  }
  void moves(const rules::Position<Bits>& p, int later, std::vector<rules::Move>& out) const {
    out.clear();
    each_move(p, later, [&](rules::Move move) { out.push_back(move); });
  }
  // Those that are exactly what stands at `index`.
  void exactly(const rules::Position<Bits>& p, int later, std::uint32_t index,
               std::vector<rules::Move>& out) {
    ++work;
    out.clear();
    const record::WrittenMove& text = manner.game.moves[index];
    if (says_nothing(text)) return;
    notation::candidates(p, manner.alphabet, text, out);
    std::erase_if(out, [&](rules::Move move) {
      return !may_be(move, later) || fit(p, manner, index, move, 0).cost != 0;
    });
  }
  bool may_be(rules::Move move, int later) const {
    return !played || (played_end - played > later && played[later] == move);
  }

  void add(int cost, std::initializer_list<Part> parts) {
    Step step{state, spent + cost, 0, 0, {}, count};
    int now = ply();
    for (const Part& part : parts) {
      if (settled && !settled->allows(part.faults, part.written, part.kind == Part::Kind::left_out))
        return;
      Part& added = step.parts[step.size++];
      added = part;
      // Numbers stand where they stand, whatever moves change places after them.
      if (part.kind != Part::Kind::left_out) {
        const record::MoveNumber number = manner.game.number(at + step.taken++);
        if (number.number && !part.faults[std::size_t(Fault::foreign_line)] &&
            step.count.take(number, now, now == begins)) {
          step.cost += of(Fault::numbering);
          added.faults.set(std::size_t(Fault::numbering));
        }
      }
      now += part.kind != Part::Kind::taken_out;
    }
    step.parts[0].cost = step.cost - spent;
    if (step.parts[0].cost <= budget) steps.push_back(step);
  }

  Part read(rules::Move move, Faults faults = {}, std::uint32_t ahead = 0) const {
    return {Part::Kind::read, at + ahead, move, faults, 0};
  }
  Part left_out(rules::Move move, Fault fault) const {
    return {Part::Kind::left_out, at, move, one(fault), 0};
  }
  Part taken_out(Faults faults, std::uint32_t ahead = 0) const {
    return {Part::Kind::taken_out, at + ahead, {}, faults, 0};
  }
  static Faults one(Fault fault) { return Faults().set(std::size_t(fault)); }
};

// A move more in the game costs besides what it is to have chosen it among so many.
inline int surprise(std::size_t choices) {
  return int(std::lround(100 * std::log(double(std::max<std::size_t>(choices, 1)))));
}

template <class Bits>
void read_as_any(Ways<Bits>& ways);  // sets `exact`
template <class Bits>
void take_out(Ways<Bits>& ways);
template <class Bits>
void take_out_line(Ways<Bits>& ways);
template <class Bits>
void exchange(Ways<Bits>& ways);
template <class Bits>
void leave_out_half(Ways<Bits>& ways);
template <class Bits>
void leave_out_whole(Ways<Bits>& ways);

#define NUSKHA_OPERATOR(name)                                      \
  template void name<rules::Bits64>(Ways<rules::Bits64> & ways);   \
  template void name<rules::Bits128>(Ways<rules::Bits128> & ways); \
  template void name<rules::Bits256>(Ways<rules::Bits256> & ways)

}  // namespace nuskha::repair
