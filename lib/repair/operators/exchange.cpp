// Two neighbouring moves stand in each other's place: once, or line after line, where White's moves
// are in Black's column.
#include "repair/operators/operators.hpp"

namespace nuskha::repair {

template <class Bits>
void exchange(Ways<Bits>& ways) {
  const Fault fault = ways.exchanged ? Fault::columns : Fault::swapped;
  if (ways.at + 1 >= ways.end || ways.of(fault) > ways.budget) return;
  std::vector<rules::Move>&firsts = ways.scratch[0], &seconds = ways.scratch[1];
  const Faults faults = ways.one(fault);
  ways.exactly(ways.position, 0, ways.at + 1, firsts);
  for (const rules::Move a : firsts) {
    rules::Position<Bits> between = ways.position;
    between.play(a);
    ways.exactly(between, 1, ways.at, seconds);
    for (const rules::Move b : seconds)
      ways.add(ways.of(fault), {ways.read(a, faults, 1), ways.read(b, faults)});
  }
}

NUSKHA_OPERATOR(exchange);

}  // namespace nuskha::repair
