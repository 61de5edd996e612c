// A movement in Betza's notation (grammar/betza.hpp, docs/formats/variant.md) as steps. Internal to
// variants.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "rules/spec.hpp"

namespace nuskha::variants {

inline constexpr std::size_t max_betza_bytes = 64;

struct BetzaProblem {
  std::size_t offset = 0, length = 0;  // bytes of the text
  bool unsupported = false;  // good Betza that the rules core does not play, named by `text`
  std::string text;          // lower case, no full stop
};

struct Betza {
  std::vector<rules::Step>
      steps;  // in the order of the atoms, clockwise from straight ahead; no two equal
  std::vector<BetzaProblem> problems;  // empty: the text is good and makes at least one step
};

Betza parse_betza(std::string_view text);

}  // namespace nuskha::variants
