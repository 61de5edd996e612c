// Any bytes as a Betza movement. Laws: steps or problems, never both nor neither; problems lie
// inside the text; steps are different from each other and leave their square.
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string_view>

#include "variants/betza.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  const auto betza = nuskha::variants::parse_betza(text);
  if (betza.steps.empty() == betza.problems.empty()) std::abort();
  for (const auto& problem : betza.problems)
    if (problem.offset + problem.length > size || problem.text.empty()) std::abort();
  for (std::size_t i = 0; i < betza.steps.size(); ++i) {
    const auto& step = betza.steps[i];
    if (step.dx == 0 && step.dy == 0) std::abort();
    if (!step.quiet && !step.capture) std::abort();
    if (step.range < 0 || step.range > 99) std::abort();
    for (std::size_t k = 0; k < i; ++k)
      if (step.dx == betza.steps[k].dx && step.dy == betza.steps[k].dy &&
          step.range == betza.steps[k].range)
        std::abort();
  }
  return 0;
}
