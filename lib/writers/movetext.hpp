// Words of movetext, set into lines.
#pragma once

#include <limits>
#include <string>
#include <string_view>

namespace nuskha::writers {

// Words are parted by one blank or one line end. A word longer than a line has a line of its own.
class Movetext {
 public:
  // The longest line, in columns; 0: there is one line.
  explicit Movetext(int width) : width_(width > 0 ? width : std::numeric_limits<int>::max()) {}

  void clear();
  void word(std::string_view word);
  void open(char bracket);   // stands directly before the next word
  void close(char bracket);  // stands directly after the last word
  // `{…}` around `text`, which holds no `}`. It is broken at single blanks, so that joining the
  // lines with blanks gives it back, and never before what would mean something else at the start
  // of a line: `%` (an escape) and `[` (a tag), unless it is a command (`[%`). Short commands
  // stay whole, as other programs know them.
  void braced(std::string_view text);
  void line_end();
  bool empty() const { return text_.empty(); }
  const std::string& text() const { return text_; }  // without a line end after the last line

 private:
  void wrap();

  int width_;
  int column_ = 0;        // of the end of text_
  int word_columns_ = 0;  // of the last word, which may still get a closing bracket
  std::size_t break_ = std::string::npos;  // the blank before it, unless it begins its line
  std::string text_;
  std::string prefix_;  // opening brackets for the next word
};

}  // namespace nuskha::writers
