// The tag pairs of the game that is being written.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "text/source.hpp"

namespace nuskha::writers {

struct Tag {
  std::string name, value;
  std::uint32_t at = 0;  // where the text has it; at its end what it does not have
};

// In the order of arrival. A pair that comes twice is kept once; a second value of a name is kept
// too, except where one value alone can hold: there the later one, which replay has corrected,
// does.
class Tags {
 public:
  void clear() { size_ = 0; }
  void add(std::string_view name, std::string_view value, text::Span span = {});
  // The first of that name; null if there is none.
  const Tag* find(std::string_view name) const;
  const Tag* begin() const { return tags_.data(); }
  const Tag* end() const { return tags_.data() + size_; }

 private:
  std::vector<Tag> tags_;  // beyond size_: strings to use again
  std::size_t size_ = 0;
};

}  // namespace nuskha::writers
