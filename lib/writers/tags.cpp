#include "writers/tags.hpp"

#include <limits>

namespace nuskha::writers {

void Tags::add(std::string_view name, std::string_view value, text::Span span) {
  const bool single = name == "FEN" || name == "SetUp" || name == "Variant" || name == "Result";
  for (std::size_t i = 0; i < size_; ++i) {
    if (tags_[i].name != name) continue;
    if (single) tags_[i].value = value;
    if (tags_[i].value == value) return;
  }
  if (size_ == tags_.size()) tags_.emplace_back();
  tags_[size_].name = name;
  tags_[size_].value = value;
  tags_[size_].at = span.size() > 0 ? span.begin : std::numeric_limits<std::uint32_t>::max();
  ++size_;
}

const Tag* Tags::find(std::string_view name) const {
  for (const Tag& tag : *this)
    if (tag.name == name) return &tag;
  return nullptr;
}

}  // namespace nuskha::writers
