#include "readers/dialects.hpp"

#include <array>

#include "readers/dola/reader.hpp"

namespace nuskha::readers {
namespace {

constexpr std::array<Dialect, 1> table = {{
    {"dola", "scores of the Dola games as typed by hand, and the French documents they stand in",
     dola::read, dola::sniff},
}};

}  // namespace

std::span<const Dialect> dialects() {
  return table;
}

const Dialect* find_dialect(std::string_view name) {
  for (const Dialect& dialect : table)
    if (dialect.name == name) return &dialect;
  return nullptr;
}

const Dialect* sniff(std::string_view text) {
  const Dialect* best = nullptr;
  int best_score = 0;
  for (const Dialect& dialect : table)
    if (const int score = dialect.sniff(text); score > best_score) {
      best = &dialect;
      best_score = score;
    }
  return best;
}

}  // namespace nuskha::readers
