#include "readers/pgn/split.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cstring>

#include "text/ascii.hpp"

namespace nuskha::readers::pgn {
namespace {

bool is_inline_blank(char c) {
  return c == ' ' || c == '\t' || c == '\0';
}

constexpr auto ends_name = [] {
  std::array<bool, 256> table{};
  for (const unsigned char c : {'"', ']', '[', ' ', '\t', '\0', '\n', '\r'}) table[c] = true;
  return table;
}();

// `[Name "`, whatever follows. Goes on to the quote.
bool reads_tag(std::string_view text, std::size_t& at, std::string_view& name) {
  const char *p = text.data() + at + 1, *const end = text.data() + text.size();
  const auto skip_blanks = [&] {
    while (p != end && is_inline_blank(*p)) ++p;
  };
  skip_blanks();
  const char* const begin = p;
  while (p != end && !ends_name[static_cast<unsigned char>(*p)]) ++p;
  name = {begin, static_cast<std::size_t>(p - begin)};
  if (name.empty() || name.front() == '%') return false;
  skip_blanks();
  if (p == end || *p != '"') return false;
  at = static_cast<std::size_t>(p - text.data());
  return true;
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

bool is_event(std::string_view name) {
  constexpr std::string_view event = "event";
  return name.size() == event.size() &&
         std::equal(name.begin(), name.end(), event.begin(),
                    [](char a, char b) { return text::lower(a) == b; });
}

}  // namespace

Splitter::Splitter(std::string_view text, std::span<const std::uint32_t> known)
    : text_(text),
      known_(known),
      last_line_end_(text.find_last_of("\r\n") + 1),
      first_(line_at(0)) {}

void Splitter::look(Search& search, std::size_t from) {
  // Going back, what lies behind the place from which it was searched is known.
  const bool back = from < search.from;
  const std::size_t end = back ? search.from : text_.size();
  const auto* at =
      static_cast<const char*>(std::memchr(text_.data() + from, search.byte, end - from));
  if (at)
    search.found = static_cast<std::size_t>(at - text_.data());
  else if (!back)
    search.found = end;
  search.from = from;
}

// Of a line, and byte order marks.
std::size_t Splitter::skip_blanks(std::size_t at) const {
  for (; at < text_.size(); ++at) {
    if (is_inline_blank(text_[at])) continue;
    if (text_[at] != '\xEF' || !text_.substr(at).starts_with("\xEF\xBB\xBF")) break;
    at += 2;
  }
  return at;
}

std::size_t Splitter::after_line_end(std::size_t end) const {
  if (end < text_.size() && text_[end] == '\r') ++end;
  if (end < text_.size() && text_[end] == '\n') ++end;
  return end;
}

// From a line's beginning to that of the next one that is not a tag pair as it is usually written,
// alone on its line.
std::size_t Splitter::skip_tags(std::size_t begin, bool& event) {
  while (begin < last_line_end_ && text_[begin] == '[') {
    // The line's end ends its name, too.
    const char* const name = text_.data() + begin + 1;
    const char* p = name;
    while (!ends_name[static_cast<unsigned char>(*p)]) ++p;
    if (p == name || *name == '%' || p[0] != ' ' || p[1] != '"') break;
    const std::size_t end = next_control(static_cast<std::size_t>(p - text_.data()));
    if (text_[end - 1] != ']' || end == text_.size() || !is_line_end(text_[end])) break;
    event = event || is_event({name, static_cast<std::size_t>(p - name)});
    begin = after_line_end(end);
  }
  return begin;
}

// The next byte below a blank, of which eight are looked at at once.
std::size_t Splitter::next_control(std::size_t at) const {
  constexpr std::uint64_t ones = 0x0101010101010101, high_bits = 0x8080808080808080;
  for (std::uint64_t bytes; at + sizeof bytes <= text_.size(); at += sizeof bytes) {
    std::memcpy(&bytes, text_.data() + at, sizeof bytes);
    if (const std::uint64_t low = (bytes - ones * ' ') & ~bytes & high_bits)
      return at + static_cast<std::size_t>(std::countr_zero(low)) / 8;
  }
  while (at < text_.size() && static_cast<unsigned char>(text_[at]) >= ' ') ++at;
  return at;
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
  after_blank = may_be_blank && skip_blanks(start_of_line(end)) == end;
  return line;
}

Splitter::Line Splitter::line_at(std::size_t begin) {
  Line line;
  line.begin = begin;
  std::size_t at = skip_blanks(begin);
  std::string_view name;
  if (at == text_.size() || is_line_end(text_[at])) {
    line.end = at;
  } else if (text_[at] == '[' && reads_tag(text_, at, name)) {
    line.kind = Line::Kind::tag;
    line.event = is_event(name);
    line.end = line_end(at);
    std::size_t last = line.end - 1;
    while (is_inline_blank(text_[last])) --last;
    line.more = text_[last] != ']' && text_[last] != '"';
  } else {
    line.end = line_end(at);
    const std::string_view content = text_.substr(at, line.end - at);
    line.kind = begins_with_unopened_tag(content) ? Line::Kind::tag : Line::Kind::other;
    line.event = line.kind == Line::Kind::tag && content.starts_with("Event");
  }
  line.next = after_line_end(line.end);
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
  if (!known_.empty()) {
    begin_ = known_.front();
    known_ = known_.subspan(1);
    position_ = known_.empty() ? text_.size() : known_.front();
    stretch = {static_cast<std::uint32_t>(begin_), static_cast<std::uint32_t>(position_)};
    return true;
  }
  begin_ = position_;
  position_ = text_.size();
  before_event_ = false;
  tags_in_comments_.clear();
  bool movetext = false, event = false, after_blank = false;
  first_brace_ = find(opening_brace_, begin_);
  std::size_t comment_end = 0;
  Line line = first_;
  const bool has_tags = line.kind == Line::Kind::tag;
  for (;;) {
    if (line.kind == Line::Kind::tag && line.begin != begin_ && line.begin >= comment_end) {
      bool split = false;
      if (movetext)
        split = after_blank || (line.next < text_.size() && !line.more &&
                                line_at(line.next).kind == Line::Kind::tag);
      else
        split = after_blank && event && line.event;
      if (split && first_brace_ < line.begin) {
        comment_end = end_of_comment(line, after_blank);
        split = comment_end == 0;
        if (!split) tags_in_comments_.push_back(static_cast<std::uint32_t>(line.begin));
      }
      if (split) {
        position_ = line.begin;
        first_ = line;
        before_event_ = has_tags && after_blank && line.event;
        break;
      }
    }
    movetext = movetext || line.kind == Line::Kind::other || line.more;
    event = event || (line.kind == Line::Kind::tag && line.event);
    after_blank = line.kind == Line::Kind::blank;
    std::size_t next = line.next;
    if (movetext && next < text_.size())
      next = skip_to_brackets(next, after_blank);
    else if (line.kind == Line::Kind::tag)
      next = skip_tags(next, event);
    if (next >= text_.size()) break;
    line = line_at(next);
  }
  stretch = {static_cast<std::uint32_t>(begin_), static_cast<std::uint32_t>(position_)};
  return true;
}

bool Splitter::may_end_in_comment() {
  std::size_t end = position_;
  while (end > begin_ && (is_inline_blank(text_[end - 1]) || is_line_end(text_[end - 1]))) --end;
  const std::string_view stretch = text_.substr(begin_, end - begin_);
  if (stretch.ends_with('}')) return true;
  if (find(semicolon_, begin_) < end) {
    std::size_t line = stretch.size();
    while (line > 0 && !is_line_end(stretch[line - 1])) --line;
    if (stretch.find(';', line) != stretch.npos) return true;
  }
  return first_brace_ < end && stretch.find('}', stretch.rfind('{')) == stretch.npos;
}

bool Splitter::is_apart() {
  return before_event_ && !may_end_in_comment();
}

}  // namespace nuskha::readers::pgn
