#include "replay/findings.hpp"

#include <algorithm>

namespace nuskha::replay {

void Findings::report(text::Diagnostic diagnostic) {
  if (!game_) return sink_.report(std::move(diagnostic));
  ++count_;
  if (!diagnostic.game) diagnostic.game = game_;
  if (!diagnostic.ply) diagnostic.ply = ply_;
  held_.push_back(std::move(diagnostic));
  if (held_.size() >= max_held) pass_on();
}

void Findings::begin_game(std::uint32_t number) {
  game_ = number;
  ply_ = 0;
  count_ = 0;
}

std::uint64_t Findings::end_game() {
  pass_on();
  game_ = 0;
  return count_;
}

void Findings::pass_on() {
  std::stable_sort(held_.begin(), held_.end(),
                   [](const auto& a, const auto& b) { return a.span.begin < b.span.begin; });
  for (text::Diagnostic& diagnostic : held_) sink_.report(std::move(diagnostic));
  held_.clear();
}

}  // namespace nuskha::replay
