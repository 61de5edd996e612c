// Which games of the whole input are wanted, by their numbers in it.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

namespace nuskha::stream {

class Selection {
 public:
  // `1,5-9,100-`: numbers from 1, ranges, the last of which may be open. Nothing for any other
  // text.
  static std::optional<Selection> read(std::string_view text);

  bool has(std::uint64_t game) const;
  // Whether it has the same of the `count` games from `a` on as of those from `b` on.
  bool same(std::uint64_t a, std::uint64_t b, std::uint64_t count) const;
  // The last that it has; the largest number where it is open.
  std::uint64_t last() const { return ranges_.back().last; }
  // Where the last range begins.
  std::uint64_t last_begin() const { return ranges_.back().first; }

 private:
  struct Range {
    std::uint64_t first, last;
  };
  std::vector<Range> ranges_;  // not empty; in order, apart from each other
};

}  // namespace nuskha::stream
