// The tag pairs of the game that is being written.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "text/source.hpp"

namespace nuskha::writers {

struct Tag {
  std::string name, value;
  std::uint32_t at = 0;    // where the text has it; at its end what it does not have
  bool is_first = true;    // of its name
  std::uint32_t next = 0;  // index of the next of its name; 0: none
};

// In the order of arrival. A pair that comes twice is kept once; a second value of a name is kept
// too, except where one value alone can hold: there the later one, which replay has corrected,
// does.
class Tags {
 public:
  void clear() {
    size_ = 0;
    seen_ = 0;
    if (names_.empty()) return;
    names_.clear();
    pairs_.clear();
  }
  void add(std::string_view name, std::string_view value, text::Span span = {});
  // The first of that name; null if there is none.
  const Tag* find(std::string_view name) const;
  const Tag* begin() const { return tags_.data(); }
  const Tag* end() const { return tags_.data() + size_; }

  const Tag* next(const Tag& tag) const { return tag.next ? &tags_[tag.next] : nullptr; }

 private:
  // Up to so many pairs are looked through one by one.
  static constexpr std::size_t few = 64;
  struct Run {
    std::size_t first, last;
  };

  static std::uint64_t trait(std::string_view name) {
    if (name.empty()) return 1;
    return std::uint64_t(1)
           << ((2 * name.size() + 5 * unsigned(name.front()) + unsigned(name.back())) % 64);
  }
  void append(std::string_view name, std::string_view value, text::Span span);
  void index();

  std::vector<Tag> tags_;  // beyond size_: strings to use again
  std::size_t size_ = 0;
  std::uint64_t seen_ = 0;  // by trait(): where it is not, neither is the name
  // Where there are more.
  std::unordered_map<std::string, Run> names_;
  std::unordered_set<std::string> pairs_;
};

}  // namespace nuskha::writers
