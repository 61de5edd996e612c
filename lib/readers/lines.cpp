#include "readers/lines.hpp"

#include <algorithm>

namespace nuskha::readers {

Cut cut_at_lines(std::string_view text, std::size_t target) {
  const auto is_blank = [](char c) { return c == ' ' || c == '\t' || c == '\r' || c == '\n'; };
  Cut best;
  std::uint32_t games = 0;
  for (std::size_t begin = 0; begin < text.size();) {
    const std::size_t first =
        std::size_t(std::find_if_not(text.begin() + std::ptrdiff_t(begin), text.end(), is_blank) -
                    text.begin());
    if (first == text.size()) break;
    // The line's own beginning, before its blanks.
    std::size_t line = first;
    while (line > begin && text[line - 1] != '\n' && text[line - 1] != '\r') --line;
    if (games > 0) {
      if (line > target && best.size > 0) break;
      best = {line, games};
      if (line >= target) break;
    }
    ++games;
    begin = std::min(text.find_first_of("\r\n", first), text.size());
  }
  return best;
}

}  // namespace nuskha::readers
