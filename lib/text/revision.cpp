#include "text/revision.hpp"

#include <algorithm>

namespace nuskha::text {

Revision::Revision(std::string_view original)
    : text_(original), size_(std::uint32_t(original.size())) {
  if (size_ > 0) parts_.push_back({0, size_, true, 0});
}

Source Revision::source(std::string name, Place first_place) const {
  // A source's own byte order mark is not part of its text.
  constexpr std::string_view mark = "\xEF\xBB\xBF";
  std::string bytes(text_.starts_with(mark) ? mark : "");
  return Source(std::move(name), bytes + text_, first_place);
}

bool Revision::change(std::vector<Fix> fixes) {
  std::stable_sort(fixes.begin(), fixes.end(), [](const Fix& a, const Fix& b) {
    return a.span.begin != b.span.begin ? a.span.begin < b.span.begin : a.span.end < b.span.end;
  });
  for (std::size_t i = 0; i < fixes.size(); ++i) {
    const Span span = fixes[i].span;
    if (span.begin > span.end || span.end > text_.size()) return false;
    if (i > 0 && span.begin < fixes[i - 1].span.end) return false;
  }

  std::string text;
  std::vector<Part> parts;
  const auto add = [&](std::string_view what, bool kept, std::uint32_t original) {
    if (what.empty()) return;
    const auto begin = std::uint32_t(text.size());
    text += what;
    const auto end = std::uint32_t(text.size());
    Part* last = parts.empty() ? nullptr : &parts.back();
    if (last && last->kept == kept &&
        (!kept || last->original + (last->end - last->begin) == original))
      last->end = end;
    else
      parts.push_back({begin, end, kept, original});
  };
  auto part = parts_.begin();
  // Takes over what stands from one place to the next.
  const auto keep = [&](std::uint32_t begin, std::uint32_t end) {
    while (part != parts_.end() && part->end <= begin) ++part;
    for (; part != parts_.end() && part->begin < end; ++part) {
      const std::uint32_t from = std::max(begin, part->begin), to = std::min(end, part->end);
      add(std::string_view(text_).substr(from, to - from), part->kept,
          part->original + (from - part->begin));
      if (part->end > end) break;
    }
  };
  std::uint32_t done = 0;
  for (const Fix& fix : fixes) {
    keep(done, fix.span.begin);
    add(fix.replacement, false, 0);
    done = fix.span.end;
  }
  keep(done, std::uint32_t(text_.size()));
  text_ = std::move(text);
  parts_ = std::move(parts);
  return true;
}

std::vector<Fix> Revision::changes() const {
  std::vector<Fix> fixes;
  std::uint32_t done = 0;  // of the original
  std::string inserted;
  const auto pass = [&](std::uint32_t original) {
    if (original > done || !inserted.empty()) fixes.push_back({{done, original}, inserted, 0});
    inserted.clear();
  };
  for (const Part& part : parts_) {
    if (!part.kept) {
      inserted += std::string_view(text_).substr(part.begin, part.end - part.begin);
      continue;
    }
    pass(part.original);
    done = part.original + (part.end - part.begin);
  }
  pass(size_);
  return fixes;
}

const Revision::Part* Revision::part_at(std::uint32_t offset) const {
  const auto after =
      std::upper_bound(parts_.begin(), parts_.end(), offset,
                       [](std::uint32_t value, const Part& part) { return value < part.begin; });
  if (after == parts_.begin() || (after - 1)->end <= offset) return nullptr;
  return &*(after - 1);
}

// Of the original, up to where it is kept before the part, and from where on behind it.
std::uint32_t Revision::end_before(const Part* part) const {
  while (part != parts_.data())
    if ((--part)->kept) return part->original + (part->end - part->begin);
  return 0;
}
std::uint32_t Revision::begin_behind(const Part* part) const {
  while (++part != parts_.data() + parts_.size())
    if (part->kept) return part->original;
  return size_;
}

Span Revision::original(Span span) const {
  Span out{size_, size_};
  if (const Part* part = part_at(span.begin))
    out.begin = part->kept ? part->original + (span.begin - part->begin) : end_before(part);
  out.end = out.begin;
  if (span.end > span.begin)
    if (const Part* part = part_at(span.end - 1))
      out.end = part->kept ? part->original + (span.end - part->begin) : begin_behind(part);
  return out;
}

}  // namespace nuskha::text
