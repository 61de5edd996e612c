// Splits a text into stretches, each to be read alone, so that what is not closed in one game never
// reaches into the next.
#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "text/source.hpp"

namespace nuskha::readers::pgn {

// A comment that goes on for longer behind a tag pair is taken for one that is not closed.
inline constexpr std::size_t max_comment_after_tag = 16 * 1024;

// A stretch begins at a line that begins with a tag pair, where before it stands
//  * a line of movetext and then an empty line,
//  * or a line of movetext, if the next line begins with a tag pair too,
//  * or tags alone, an Event among them, and then an empty line, if the pair is an Event.
// A pair before which a brace opens and behind which the next brace closes stands in a comment, if
// it does not begin a whole game that goes on there.
// Other games begin where a reader finds them: inside a stretch, outside of comments. One pass.
class Splitter {
 public:
  // `known`: where the stretches begin, as another one has found; empty: they are looked for.
  explicit Splitter(std::string_view text, std::span<const std::uint32_t> known = {});
  // The next stretch; false at the end of the text. Together they are the whole text.
  bool next(text::Span& stretch);
  // Whether the stretch that next() gave is followed by one that reads the same without it: it has
  // tags, does not end in a comment, and an empty line and an Event come after it.
  bool is_apart();
  // Where pairs stand in comments of the stretch, the first of each comment.
  const std::vector<std::uint32_t>& tags_in_comments() const { return tags_in_comments_; }

 private:
  struct Line {
    std::size_t begin = 0, end = 0;  // without the line end
    std::size_t next = 0;            // where the next one begins
    enum class Kind { blank, tag, other } kind = Kind::blank;
    bool event = false;  // the tag is an Event
    bool more = false;   // a tag and then something else
  };
  // The next occurrence of a byte, kept from one search to the next: from `from` on it is not
  // before `found`.
  struct Search {
    char byte;
    std::size_t from = 0, found = 0;
  };
  Line line_at(std::size_t begin);
  std::size_t line_end(std::size_t from) {
    return std::min(find(line_feed_, from), find(carriage_return_, from));
  }
  std::size_t find(Search& search, std::size_t from) {
    if (from - search.from >= search.found - search.from) look(search, from);
    return search.found;
  }
  void look(Search& search, std::size_t from);
  bool may_end_in_comment();
  std::size_t end_of_comment(const Line& line, bool after_blank);
  bool is_game_that_goes_on(const Line& event, std::size_t end);
  std::size_t skip_blanks(std::size_t at) const;
  std::size_t after_line_end(std::size_t end) const;
  std::size_t next_control(std::size_t at) const;
  std::size_t skip_tags(std::size_t begin, bool& event);
  std::size_t skip_to_brackets(std::size_t begin, bool& after_blank);

  std::string_view text_;
  std::span<const std::uint32_t> known_;
  std::size_t last_line_end_;  // behind it
  std::size_t begin_ = 0;      // of the stretch that was given
  std::size_t position_ = 0;
  std::size_t first_brace_ = 0;  // of the stretch that was given, or after it
  std::vector<std::uint32_t> tags_in_comments_;
  bool before_event_ = false;  // it has tags; after it come an empty line and an Event
  Search line_feed_{'\n'}, carriage_return_{'\r'}, open_{'['}, close_{']'};
  Search opening_brace_{'{'}, closing_brace_{'}'}, semicolon_{';'};
  Line first_;  // of the next stretch; found by searches
};

}  // namespace nuskha::readers::pgn
