#include "repair/wording.hpp"

#include <fmt/format.h>

#include "replay/token.hpp"

namespace nuskha::repair {

std::string made(const Correction& correction) {
  const std::string original = replay::on_one_line(correction.original);
  if (original.empty()) return fmt::format("'{}' put in", correction.meant);
  if (correction.meant.empty()) return fmt::format("'{}' taken out", original);
  return fmt::format("'{}' corrected to '{}'", original, correction.meant);
}

std::string proposed(const Correction& correction) {
  const std::string original = replay::on_one_line(correction.original);
  if (original.empty()) return fmt::format("'{}' may be missing here", correction.meant);
  if (correction.meant.empty()) return fmt::format("'{}' may be no move of the game", original);
  return fmt::format("'{}' may stand for '{}'", original, correction.meant);
}

std::string other(const Correction& correction, const Alternative& alternative) {
  const std::string share = percent(alternative.probability);
  if (alternative.faults.none())
    return correction.original.empty() ? fmt::format("or nothing is missing ({})", share)
                                       : fmt::format("or it is right as it stands ({})", share);
  if (alternative.meant.empty()) return fmt::format("or it is no move of the game ({})", share);
  return fmt::format("or '{}': {} ({})", alternative.meant, describe(alternative.faults), share);
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
          Fault::abbreviated, Fault::numbering, Fault::result})
      set.set(std::size_t(fault));
    return set;
  }();
  return (correction.faults & ~harmless).none();
}

}  // namespace nuskha::repair
