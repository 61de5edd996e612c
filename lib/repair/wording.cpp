#include "repair/wording.hpp"

#include <fmt/format.h>

#include "replay/token.hpp"

namespace nuskha::repair {

namespace {

// Those that are made together, as one.
Correction together(const std::vector<Correction>& unit) {
  Correction out = unit[0];
  const auto add = [](std::string& to, const std::string& text) {
    if (!to.empty() && !text.empty()) to += ' ';
    to += text;
  };
  for (std::size_t i = 1; i < unit.size(); ++i) {
    add(out.original, unit[i].original);
    add(out.meant, unit[i].meant);
  }
  return out;
}

}  // namespace

std::string made(const Correction& correction) {
  const std::string original = replay::on_one_line(correction.original);
  const std::string meant = replay::on_one_line(correction.meant);
  if (original.empty()) return fmt::format("'{}' put in", meant);
  if (meant.empty()) return fmt::format("'{}' taken out", original);
  return fmt::format("'{}' corrected to '{}'", original, meant);
}

std::string proposed(const Correction& correction) {
  const std::string original = replay::on_one_line(correction.original);
  const std::string meant = replay::on_one_line(correction.meant);
  if (original.empty()) return fmt::format("'{}' may be missing here", meant);
  if (meant.empty()) return fmt::format("'{}' may be no move of the game", original);
  if (meant == original)
    return fmt::format("'{}' may be right, and what is said of it not", original);
  return fmt::format("'{}' may stand for '{}'", original, meant);
}

std::string choice(const Correction& correction, const Alternative& alternative) {
  if (alternative.corrections.empty())
    return correction.original.empty() ? "nothing is missing" : "it is right as it stands";
  const Correction other = together(alternative.corrections);
  const std::string why = describe(other.faults);
  if (other.move != correction.move || other.original != correction.original)
    return fmt::format("{}: {}", proposed(other), why);
  if (other.meant.empty()) return fmt::format("it is {}", why);
  return fmt::format("'{}': {}", replay::on_one_line(other.meant), why);
}

std::string other(const Correction& correction, const Alternative& alternative) {
  return fmt::format("or {} ({})", choice(correction, alternative),
                     percent(alternative.probability));
}

std::string percent(double probability) {
  if (probability > 0.995) return "over 99 %";
  if (probability < 0.005) return "under 1 %";
  return fmt::format("{:.0f} %", 100 * probability);
}

bool is_harmless(const Correction& correction) {
  static const Faults harmless = [] {
    Faults set;
    for (const Fault fault :
         {Fault::capture_mark, Fault::captured, Fault::no_capture, Fault::check_unmarked,
          Fault::check_invented, Fault::mode, Fault::convention, Fault::castling_square,
          Fault::abbreviated, Fault::numbering, Fault::result, Fault::protection, Fault::inventory})
      set.set(std::size_t(fault));
    return set;
  }();
  return (correction.faults & ~harmless).none();
}

}  // namespace nuskha::repair
