// The written move stands for a legal one, however far it is from it: another square, name, mark,
// promotion or castling (fit.hpp), or a text that cannot be read.
#include "repair/operators/operators.hpp"

namespace nuskha::repair {

template <class Bits>
void read_as_any(Ways<Bits>& ways) {
  const record::WrittenMove& written = ways.written();
  std::vector<rules::Move>& candidates = ways.scratch[0];
  candidates.clear();
  if (!says_nothing(written))
    notation::candidates(ways.position, ways.manner.alphabet, written, candidates);
  const bool ambiguous = candidates.size() > 1;
  const auto as = [&](rules::Move move, bool candidate) {
    ++ways.work;
    Fit f = fit(ways.position, ways.manner, ways.at, move, ways.budget);
    if (candidate && ambiguous && !written.from.whole() && !written.promotion) {
      f.cost += ways.of(Fault::disambiguation);
      f.faults.set(std::size_t(Fault::disambiguation));
    }
    if (f.faults.none() && f.cost == 0) ways.exact = true;
    if (f.cost <= ways.budget) ways.add(f.cost, {ways.read(move, f.faults)});
  };
  for (const rules::Move move : candidates)
    if (ways.may_be(move, 0)) as(move, true);
  if (ways.budget < ways.manner.costs.least()) return;
  ways.each_move(ways.position, 0, [&](rules::Move move) {
    if (std::find(candidates.begin(), candidates.end(), move) == candidates.end()) as(move, false);
  });
}

NUSKHA_OPERATOR(read_as_any);

}  // namespace nuskha::repair
