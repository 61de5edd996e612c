#include "repair/suggest.hpp"

#include <optional>
#include <utility>

#include <fmt/format.h>

#include "repair/wording.hpp"

namespace nuskha::repair {

namespace {

// The game from that move on; nothing where those before it are not all right as they stand.
std::optional<WrittenGame> from_move(const WrittenGame& game, std::uint32_t begin,
                                     const variants::Registry& registry, const Options& options) {
  WrittenGame before{game.source, game.tags, {}, {}, {}, {}, {}, {}, game.span};
  before.moves.assign(game.moves.begin(), game.moves.begin() + begin);
  const Repaired played = repair(before, registry, options);
  if (played.state != Repaired::State::clean) return std::nullopt;
  WrittenGame rest = game;
  std::erase_if(rest.tags, [](const auto& tag) { return tag.first == "FEN"; });
  rest.tags.emplace_back("FEN", played.readings.front().final_fen);
  rest.moves.erase(rest.moves.begin(), rest.moves.begin() + begin);
  rest.numbers.erase(rest.numbers.begin(), rest.numbers.begin() + begin);
  std::erase_if(rest.claims, [&](const auto& claim) { return claim.first < begin; });
  for (auto& claim : rest.claims) claim.first -= begin;
  return rest;
}

}  // namespace

std::vector<text::Note> suggest(WrittenGame game, std::uint32_t move,
                                const variants::Registry& registry, Options options) {
  if (move >= game.moves.size()) return {};
  options.beam = suggesting_beam;
  if (game.moves.size() > move + 1 + looked_ahead) {
    game.moves.resize(move + 1 + looked_ahead);
    game.numbers.resize(game.moves.size());
    game.result.reset();
    game.result_tag.reset();
    game.final_men.reset();
  }
  if (move > looked_back)
    if (auto rest = from_move(game, move - std::uint32_t(looked_back), registry, options)) {
      game = std::move(*rest);
      move = looked_back;
    }
  options.legal = move;
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
