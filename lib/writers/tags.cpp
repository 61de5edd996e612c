#include "writers/tags.hpp"

#include <limits>
#include <utility>

namespace nuskha::writers {

namespace {

std::string pair(std::string_view name, std::string_view value) {
  std::string text(name);
  text += '\0';
  text += value;
  return text;
}

}  // namespace

void Tags::add(std::string_view name, std::string_view value, text::Span span) {
  const std::uint64_t seen = std::exchange(seen_, seen_ | trait(name));
  if (seen != seen_ && size_ < few) return append(name, value, span);
  const bool single = name == "FEN" || name == "SetUp" || name == "Variant" || name == "Result";
  if (size_ == few && names_.empty()) index();
  if (size_ >= few) {
    const auto [known, is_new] = names_.try_emplace(std::string(name), Run{size_, size_});
    if (!is_new && single) tags_[known->second.first].value = value;
    if ((!is_new && single) || !pairs_.insert(pair(name, value)).second) return;
    append(name, value, span);
    if (is_new) return;
    tags_[known->second.last].next = static_cast<std::uint32_t>(size_ - 1);
    tags_[size_ - 1].is_first = false;
    known->second.last = size_ - 1;
    return;
  }
  Tag* last = nullptr;
  for (std::size_t i = 0; i < size_; ++i) {
    if (tags_[i].name != name) continue;
    if (single) tags_[i].value = value;
    if (tags_[i].value == value) return;
    last = &tags_[i];
  }
  if (last != nullptr) last->next = static_cast<std::uint32_t>(size_);
  append(name, value, span);
  tags_[size_ - 1].is_first = last == nullptr;
}

void Tags::append(std::string_view name, std::string_view value, text::Span span) {
  if (size_ == tags_.size()) tags_.emplace_back();
  Tag& tag = tags_[size_++];
  tag.name = name;
  tag.value = value;
  tag.at = span.size() > 0 ? span.begin : std::numeric_limits<std::uint32_t>::max();
  tag.is_first = true;
  tag.next = 0;
}

void Tags::index() {
  for (std::size_t i = 0; i < size_; ++i) {
    names_.try_emplace(tags_[i].name, Run{i, i}).first->second.last = i;
    pairs_.insert(pair(tags_[i].name, tags_[i].value));
  }
}

const Tag* Tags::find(std::string_view name) const {
  if (!(seen_ & trait(name))) return nullptr;
  for (const Tag& tag : *this)
    if (tag.name == name) return &tag;
  return nullptr;
}

}  // namespace nuskha::writers
