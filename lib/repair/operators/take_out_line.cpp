// A whole line of the score, a number and two moves, belongs to another game.
#include "repair/operators/operators.hpp"

namespace nuskha::repair {

template <class Bits>
void take_out_line(Ways<Bits>& ways) {
  const auto begins = [&](std::uint32_t at) {
    return at == ways.end || ways.manner.game.number(at).number != 0;
  };
  if (ways.at + 2 > ways.end || !begins(ways.at) || begins(ways.at + 1) || !begins(ways.at + 2))
    return;
  const Faults fault = ways.one(Fault::foreign_line);
  ways.add(ways.of(Fault::foreign_line), {ways.taken_out(fault), ways.taken_out(fault, 1)});
}

NUSKHA_OPERATOR(take_out_line);

}  // namespace nuskha::repair
