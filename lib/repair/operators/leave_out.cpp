// A half-move or a whole move was played that is not written.
#include "repair/operators/operators.hpp"

namespace nuskha::repair {

template <class Bits>
void leave_out_half(Ways<Bits>& ways) {
  std::vector<rules::Move>&missing = ways.scratch[0], &next = ways.scratch[1];
  const int cost = ways.of(Fault::half_move_left_out) + surprise(ways.position.count_legal());
  if (cost > ways.budget) return;
  ways.moves(ways.position, 0, missing);
  for (const rules::Move a : missing) {
    rules::Position<Bits> after = ways.position;
    after.play(a);
    ways.exactly(after, 1, ways.at, next);
    for (const rules::Move b : next)
      ways.add(cost, {ways.left_out(a, Fault::half_move_left_out), ways.read(b)});
  }
}

// There are as many as the pairs of legal moves, so that only those count after which two written
// moves are as written.
template <class Bits>
void leave_out_whole(Ways<Bits>& ways) {
  auto& [missing, answers, next, second] = ways.scratch;
  const int least = ways.of(Fault::whole_move_left_out) + surprise(ways.position.count_legal());
  if (least > ways.budget) return;
  ways.moves(ways.position, 0, missing);
  for (const rules::Move a : missing) {
    rules::Position<Bits> between = ways.position;
    between.play(a);
    const int cost = least + surprise(between.count_legal());
    if (cost > ways.budget) continue;
    ways.moves(between, 1, answers);
    for (const rules::Move b : answers) {
      rules::Position<Bits> after = between;
      after.play(b);
      ways.exactly(after, 2, ways.at, next);
      for (const rules::Move c : next) {
        if (ways.at + 1 < ways.end) {
          rules::Position<Bits> last = after;
          last.play(c);
          ways.exactly(last, 3, ways.at + 1, second);
          if (second.empty()) continue;
        }
        ways.add(cost, {ways.left_out(a, Fault::whole_move_left_out),
                        ways.left_out(b, Fault::whole_move_left_out), ways.read(c)});
      }
    }
  }
}

NUSKHA_OPERATOR(leave_out_half);
NUSKHA_OPERATOR(leave_out_whole);

}  // namespace nuskha::repair
