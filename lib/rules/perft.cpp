#include "rules/perft.hpp"

namespace nuskha::rules {

template <class Bits>
std::uint64_t perft(const Position<Bits>& position, int depth) {
  if (depth <= 0) return 1;
  if (depth == 1) return position.count_legal();
  std::uint64_t nodes = 0;
  position.each_legal([&](Move m) {
    Position<Bits> next = position;
    next.play(m);
    nodes += perft(next, depth - 1);
  });
  return nodes;
}

template std::uint64_t perft(const Position<Bits64>&, int);
template std::uint64_t perft(const Position<Bits128>&, int);
template std::uint64_t perft(const Position<Bits256>&, int);

}  // namespace nuskha::rules
