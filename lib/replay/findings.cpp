#include "replay/findings.hpp"

#include <algorithm>

namespace nuskha::replay {

void Findings::report(text::Diagnostic diagnostic) {
  if (!game_) return sink_.report(std::move(diagnostic));
  if (++count_ > max_findings_of_game) return;
  if (!diagnostic.game) diagnostic.game = game_;
  if (!diagnostic.ply) diagnostic.ply = ply_;
  held_.push_back(std::move(diagnostic));
}

void Findings::begin_game(std::uint32_t number) {
  game_ = number;
  ply_ = 0;
  count_ = 0;
}

std::uint64_t Findings::end_game() {
  std::stable_sort(held_.begin(), held_.end(),
                   [](const auto& a, const auto& b) { return a.span.begin < b.span.begin; });
  for (text::Diagnostic& diagnostic : held_) sink_.report(std::move(diagnostic));
  if (count_ > max_findings_of_game)
    sink_.report({.code = text::Code::unlisted_findings,
                  .span = {held_.back().span.end, held_.back().span.end},
                  .args = {std::to_string(count_ - max_findings_of_game)},
                  .game = game_});
  held_.clear();
  game_ = 0;
  return count_;
}

}  // namespace nuskha::replay
