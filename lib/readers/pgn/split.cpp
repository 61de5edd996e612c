#include "readers/pgn/split.hpp"

#include <cstring>

namespace nuskha::readers::pgn {
namespace {

bool is_inline_blank(char c) {
  return c == ' ' || c == '\t' || c == '\0';
}

// `[Name "`, whatever follows.
bool begins_with_tag(std::string_view line, std::string_view& name) {
  std::size_t i = 1;
  const auto skip_blanks = [&] {
    while (i < line.size() && is_inline_blank(line[i])) ++i;
  };
  skip_blanks();
  const std::size_t begin = i;
  while (i < line.size() && line[i] != '"' && line[i] != ']' && line[i] != '[' &&
         !is_inline_blank(line[i]))
    ++i;
  name = line.substr(begin, i - begin);
  if (name.empty() || name.front() == '%') return false;
  skip_blanks();
  return i < line.size() && line[i] == '"';
}

// `Name "…"]`: a tag pair that lost its bracket.
bool begins_with_unopened_tag(std::string_view line) {
  if (line.empty() || line.front() < 'A' || line.front() > 'Z' || line.back() != ']') return false;
  std::size_t i = 0;
  while (i < line.size() && ((line[i] | 0x20) >= 'a' && (line[i] | 0x20) <= 'z')) ++i;
  const std::size_t name_end = i;
  while (i < line.size() && is_inline_blank(line[i])) ++i;
  return i > name_end && i < line.size() && line[i] == '"';
}

bool may_end_in_comment(std::string_view stretch, std::string_view last_line) {
  while (!last_line.empty() && is_inline_blank(last_line.back())) last_line.remove_suffix(1);
  if (last_line.ends_with('}') || last_line.find(';') != last_line.npos) return true;
  const std::size_t open = stretch.rfind('{');
  return open != stretch.npos && stretch.find('}', open) == stretch.npos;
}

}  // namespace

Splitter::Splitter(std::string_view text)
    : text_(text), has_cr_(std::memchr(text.data(), '\r', text.size()) != nullptr) {}

std::size_t Splitter::line_end(std::size_t begin) {
  if (!lf_known_ || next_lf_ < begin) {
    const auto* lf =
        static_cast<const char*>(std::memchr(text_.data() + begin, '\n', text_.size() - begin));
    next_lf_ = lf ? static_cast<std::size_t>(lf - text_.data()) : text_.size();
    lf_known_ = true;
  }
  if (!has_cr_) return next_lf_;
  const auto* cr =
      static_cast<const char*>(std::memchr(text_.data() + begin, '\r', next_lf_ - begin));
  return cr ? static_cast<std::size_t>(cr - text_.data()) : next_lf_;
}

Splitter::Line Splitter::line_at(std::size_t begin) {
  Line line;
  line.begin = begin;
  line.end = line_end(begin);
  line.next = line.end;
  if (line.next < text_.size() && text_[line.next] == '\r') ++line.next;
  if (line.next < text_.size() && text_[line.next] == '\n' &&
      (line.next == line.end || text_[line.next - 1] == '\r'))
    ++line.next;

  std::string_view content = text_.substr(begin, line.end - begin);
  for (;;) {
    if (content.starts_with("\xEF\xBB\xBF"))
      content.remove_prefix(3);
    else if (!content.empty() && is_inline_blank(content.front()))
      content.remove_prefix(1);
    else
      break;
  }
  if (content.empty()) return line;
  line.kind = Line::Kind::other;
  std::string_view name;
  if (content.front() == '[' && begins_with_tag(content, name)) {
    line.kind = Line::Kind::tag;
    line.event = name == "Event";
    while (is_inline_blank(content.back())) content.remove_suffix(1);
    line.more = content.back() != ']' && content.back() != '"';
  } else if (begins_with_unopened_tag(content)) {
    line.kind = Line::Kind::tag;
    line.event = content.starts_with("Event");
  }
  return line;
}

bool Splitter::next(text::Span& stretch) {
  if (position_ >= text_.size()) return false;
  const std::size_t begin = position_;
  bool movetext = false, event = false, after_blank = false;
  is_apart_ = false;
  Line line = line_at(begin);
  const bool has_tags = line.kind == Line::Kind::tag;
  Line last;  // that is not blank
  for (;;) {
    if (line.kind == Line::Kind::tag && line.begin != begin) {
      bool split = false;
      if (movetext)
        split = after_blank || (line.next < text_.size() && !line.more &&
                                line_at(line.next).kind == Line::Kind::tag);
      else
        split = after_blank && event && line.event;
      if (split) {
        position_ = line.begin;
        is_apart_ = has_tags && after_blank && line.event &&
                    !may_end_in_comment(text_.substr(begin, line.begin - begin),
                                        text_.substr(last.begin, last.end - last.begin));
        break;
      }
    }
    movetext = movetext || line.kind == Line::Kind::other || line.more;
    event = event || (line.kind == Line::Kind::tag && line.event);
    after_blank = line.kind == Line::Kind::blank;
    if (!after_blank) last = line;
    if (line.next >= text_.size()) {
      position_ = text_.size();
      break;
    }
    line = line_at(line.next);
  }
  stretch = {static_cast<std::uint32_t>(begin), static_cast<std::uint32_t>(position_)};
  return true;
}

}  // namespace nuskha::readers::pgn
