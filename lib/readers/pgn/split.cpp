#include "readers/pgn/split.hpp"

#include <algorithm>
#include <array>
#include <cstring>

namespace nuskha::readers::pgn {
namespace {

bool is_inline_blank(char c) {
  return c == ' ' || c == '\t' || c == '\0';
}

constexpr auto ends_name = [] {
  std::array<bool, 256> table{};
  for (const unsigned char c : {'"', ']', '[', ' ', '\t', '\0'}) table[c] = true;
  return table;
}();

// `[Name "`, whatever follows.
bool begins_with_tag(std::string_view line, std::string_view& name) {
  const char *at = line.data() + 1, *const end = line.data() + line.size();
  const auto skip_blanks = [&] {
    while (at != end && is_inline_blank(*at)) ++at;
  };
  skip_blanks();
  const char* const begin = at;
  while (at != end && !ends_name[static_cast<unsigned char>(*at)]) ++at;
  name = {begin, static_cast<std::size_t>(at - begin)};
  if (name.empty() || name.front() == '%') return false;
  skip_blanks();
  return at != end && *at == '"';
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

bool is_line_end(char c) {
  return c == '\n' || c == '\r';
}

bool contains(std::string_view text, char c) {
  return std::memchr(text.data(), c, text.size()) != nullptr;
}

bool may_end_in_comment(std::string_view stretch) {
  while (!stretch.empty() && (is_inline_blank(stretch.back()) || is_line_end(stretch.back())))
    stretch.remove_suffix(1);
  if (stretch.ends_with('}')) return true;
  if (contains(stretch, ';')) {
    std::size_t line = stretch.size();
    while (line > 0 && !is_line_end(stretch[line - 1])) --line;
    if (contains(stretch.substr(line), ';')) return true;
  }
  return contains(stretch, '{') && !contains(stretch.substr(stretch.rfind('{')), '}');
}

}  // namespace

Splitter::Splitter(std::string_view text)
    : text_(text), has_cr_(std::memchr(text.data(), '\r', text.size()) != nullptr) {}

std::size_t Splitter::find(Search& search, std::size_t from) {
  if (!search.known || search.found < from) {
    const auto* at = static_cast<const char*>(
        std::memchr(text_.data() + from, search.byte, text_.size() - from));
    search.found = at ? static_cast<std::size_t>(at - text_.data()) : text_.size();
    search.known = true;
  }
  return search.found;
}

std::size_t Splitter::line_end(std::size_t begin) {
  const std::size_t lf = find(line_feed_, begin);
  if (!has_cr_) return lf;
  const auto* cr = static_cast<const char*>(std::memchr(text_.data() + begin, '\r', lf - begin));
  return cr ? static_cast<std::size_t>(cr - text_.data()) : lf;
}

// From a line's beginning to that of the next one that can begin with a tag, since it has a
// bracket. `after_blank` goes from one to the other.
std::size_t Splitter::skip_to_brackets(std::size_t begin, bool& after_blank) {
  const auto start_of_line = [&](std::size_t at) {
    while (at > begin && !is_line_end(text_[at - 1])) --at;
    return at;
  };
  const std::size_t bracket = std::min(find(open_, begin), find(close_, begin));
  if (bracket == text_.size()) return bracket;
  const std::size_t line = start_of_line(bracket);
  if (line == begin) return line;
  std::size_t end = line - 1;
  if (end > begin && text_[end] == '\n' && text_[end - 1] == '\r') --end;
  // A byte order mark ends with no ASCII either.
  const bool may_be_blank = end == begin || !(text_[end - 1] > ' ');
  after_blank = may_be_blank && line_at(start_of_line(end)).kind == Line::Kind::blank;
  return line;
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
  while (!content.empty()) {
    if (is_inline_blank(content.front()))
      content.remove_prefix(1);
    else if (content.front() == '\xEF' && content.starts_with("\xEF\xBB\xBF"))
      content.remove_prefix(3);
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

// Whether an Event, a further tag and moves that no result ends come before `end`.
bool Splitter::is_game_that_goes_on(const Line& event, std::size_t end) {
  Line line = line_at(event.next);
  if (!event.event || line.kind != Line::Kind::tag) return false;
  while (line.kind != Line::Kind::other && line.next < end) line = line_at(line.next);
  if (line.kind != Line::Kind::other || line.begin >= end) return false;
  std::string_view game = text_.substr(line.begin, end - line.begin);
  while (!game.empty() && (is_inline_blank(game.back()) || is_line_end(game.back())))
    game.remove_suffix(1);
  return !game.ends_with('*') && !game.ends_with("1-0") && !game.ends_with("0-1") &&
         !game.ends_with("1/2");
}

// Where the comment ends that is open at this line of a tag. 0 where none is, or where it is not
// closed soon: then it rather lacks its brace.
std::size_t Splitter::end_of_comment(const Line& line, bool after_blank) {
  const std::size_t at = line.begin;
  std::size_t last = at;
  while (text_[last - 1] != '{' && text_[last - 1] != '}') --last;
  if (text_[last - 1] == '}') return 0;
  const std::size_t end = find(closing_brace_, at);
  const bool is_its_own = end < find(opening_brace_, at) && end - at < max_comment_after_tag;
  return is_its_own && !(after_blank && is_game_that_goes_on(line, end)) ? end : 0;
}

bool Splitter::next(text::Span& stretch) {
  if (position_ >= text_.size()) return false;
  begin_ = position_;
  position_ = text_.size();
  before_event_ = false;
  tags_in_comments_.clear();
  bool movetext = false, event = false, after_blank = false;
  const std::size_t first_brace = find(opening_brace_, begin_);
  std::size_t comment_end = 0;
  Line line = line_at(begin_);
  const bool has_tags = line.kind == Line::Kind::tag;
  for (;;) {
    if (line.kind == Line::Kind::tag && line.begin != begin_ && line.begin >= comment_end) {
      bool split = false;
      if (movetext)
        split = after_blank || (line.next < text_.size() && !line.more &&
                                line_at(line.next).kind == Line::Kind::tag);
      else
        split = after_blank && event && line.event;
      if (split && first_brace < line.begin) {
        comment_end = end_of_comment(line, after_blank);
        split = comment_end == 0;
        if (!split) tags_in_comments_.push_back(static_cast<std::uint32_t>(line.begin));
      }
      if (split) {
        position_ = line.begin;
        before_event_ = has_tags && after_blank && line.event;
        break;
      }
    }
    movetext = movetext || line.kind == Line::Kind::other || line.more;
    event = event || (line.kind == Line::Kind::tag && line.event);
    after_blank = line.kind == Line::Kind::blank;
    std::size_t next = line.next;
    if (movetext && next < text_.size()) next = skip_to_brackets(next, after_blank);
    if (next >= text_.size()) break;
    line = line_at(next);
  }
  stretch = {static_cast<std::uint32_t>(begin_), static_cast<std::uint32_t>(position_)};
  return true;
}

bool Splitter::is_apart() const {
  return before_event_ && !may_end_in_comment(text_.substr(begin_, position_ - begin_));
}

}  // namespace nuskha::readers::pgn
