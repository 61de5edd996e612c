#include "stream/selection.hpp"

#include <algorithm>
#include <charconv>
#include <limits>

namespace nuskha::stream {
namespace {

constexpr std::uint64_t open_end = std::numeric_limits<std::uint64_t>::max();

// Takes a number from 1 off the front of `text`.
std::optional<std::uint64_t> take_number(std::string_view& text) {
  std::uint64_t number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc() || number == 0 || number == open_end) return std::nullopt;
  text.remove_prefix(static_cast<std::size_t>(end - text.data()));
  return number;
}

}  // namespace

std::optional<Selection> Selection::read(std::string_view text) {
  std::vector<Range> ranges;
  for (;;) {
    const auto first = take_number(text);
    if (!first) return std::nullopt;
    std::uint64_t last = *first;
    if (text.starts_with('-')) {
      text.remove_prefix(1);
      last = open_end;
      if (!text.empty() && !text.starts_with(',')) {
        const auto number = take_number(text);
        if (!number || *number < *first) return std::nullopt;
        last = *number;
      }
    }
    ranges.push_back({*first, last});
    if (text.empty()) break;
    if (!text.starts_with(',')) return std::nullopt;
    text.remove_prefix(1);
  }
  std::sort(ranges.begin(), ranges.end(),
            [](const Range& a, const Range& b) { return a.first < b.first; });
  Selection selection;
  for (const Range& range : ranges) {
    auto& merged = selection.ranges_;
    if (!merged.empty() && (range.first - 1 <= merged.back().last))
      merged.back().last = std::max(merged.back().last, range.last);
    else
      merged.push_back(range);
  }
  return selection;
}

bool Selection::has(std::uint64_t game) const {
  const auto range = std::partition_point(ranges_.begin(), ranges_.end(),
                                          [&](const Range& r) { return r.last < game; });
  return range != ranges_.end() && range->first <= game;
}

bool Selection::same(std::uint64_t a, std::uint64_t b, std::uint64_t count) const {
  if (a == b) return true;
  for (std::uint64_t i = 0; i < count; ++i)
    if (has(a + i) != has(b + i)) return false;
  return true;
}

}  // namespace nuskha::stream
