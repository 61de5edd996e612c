#include "repair/suggest.hpp"

#include <fmt/format.h>

#include "repair/wording.hpp"

namespace nuskha::repair {

std::vector<text::Note> suggest(WrittenGame game, std::uint32_t move,
                                const variants::Registry& registry, const Options& options) {
  if (move >= game.moves.size()) return {};
  if (game.moves.size() > move + 1 + looked_ahead) {
    game.moves.resize(move + 1 + looked_ahead);
    game.result.reset();
  }
  const Repaired repaired = repair(game, registry, options);
  if (repaired.explained <= move || repaired.readings.empty()) return {};
  const std::vector<Correction>& corrections = repaired.readings.front().corrections;
  // Of the move itself, or the last before it.
  const Correction* found = nullptr;
  for (const Correction& correction : corrections) {
    if (is_harmless(correction) || correction.move >= game.moves.size()) continue;
    if (found && correction.move > move) break;
    found = &correction;
  }
  if (!found) return {};
  const Correction first = likeliest(*found);
  std::vector<text::Note> notes;
  notes.push_back({fmt::format("{}: {} ({})", proposed(first), describe(first.faults),
                               percent(first.probability)),
                   {}});
  if (first.move != move && first.move < game.moves.size())
    notes[0].span = game.moves[first.move].span;
  for (const Alternative& alternative : first.alternatives)
    notes.push_back({other(first, alternative), {}});
  return notes;
}

}  // namespace nuskha::repair
