#include "replay/findings.hpp"

#include <algorithm>

namespace nuskha::replay {

namespace {

bool is_error(text::Code code) {
  return text::info(code).severity == text::Severity::error;
}

}  // namespace

void Findings::report(text::Diagnostic diagnostic) {
  if (!wants(diagnostic.code)) return;
  if (!game_) {
    if (diagnostic.game) diagnostic.game += games_before_;
    return sink_.report(std::move(diagnostic));
  }
  if (!details_) return report(diagnostic.code);
  if (held_.size() == max_findings_of_game) {
    ++others_;
    return count(diagnostic.code);
  }
  diagnostic.game = game_;
  if (!diagnostic.ply) diagnostic.ply = ply_;
  held_.push_back(std::move(diagnostic));
}

void Findings::report(text::Code code) {
  if (!wants(code)) return;
  if (told_ == max_findings_of_game) {
    ++others_;
    return count(code);
  }
  ++told_;
  tell(code);
}

void Findings::tell(text::Code code) {
  ++found_.findings;
  found_.errors += is_error(code);
  sink_.count(code);
}

void Findings::count(text::Code code) {
  if (!wants(code)) return;
  unlisted_.add(code);
  ++found_.findings;
  found_.errors += is_error(code);
}

void Findings::begin_game(std::uint32_t number) {
  game_ = number;
  ply_ = 0;
  told_ = others_ = 0;
  found_ = {};
  details_ = muted_.baseline || !sink_.only_counts();
}

void Findings::pass_on(std::string_view identity) {
  const auto is_earlier = [](const text::Diagnostic& a, const text::Diagnostic& b) {
    return a.span.begin < b.span.begin;
  };
  if (held_.size() > 1) std::stable_sort(held_.begin(), held_.end(), is_earlier);
  if (others_ > 0)
    held_.push_back({.code = text::Code::unlisted_findings,
                     .span = {held_.back().span.end, held_.back().span.end},
                     .args = {std::to_string(others_)},
                     .game = game_});
  for (text::Diagnostic& diagnostic : held_) {
    diagnostic.id = text::fingerprint(diagnostic, identity);
    if (muted_.baseline && muted_.baseline->knows(diagnostic.id)) continue;
    ++found_.findings;
    found_.errors += is_error(diagnostic.code);
    sink_.report(std::move(diagnostic));
  }
  held_.clear();
}

}  // namespace nuskha::replay
