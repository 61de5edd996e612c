// Words of movetext, set into lines.
#pragma once

#include <algorithm>
#include <cstddef>
#include <limits>
#include <string>
#include <string_view>

namespace nuskha::writers {

// Words are parted by one blank or one line end. A word longer than a line has a line of its own.
class Movetext {
 public:
  // The longest line, in columns; 0: there is one line.
  explicit Movetext(int width) : width_(width > 0 ? width : std::numeric_limits<int>::max()) {}

  // What a word may have that is spelled in place.
  static constexpr std::size_t room = 64;

  void clear();
  void word(std::string_view word);
  // The same for a word that is spelled where it will stand: end_word() is told where it ends, and
  // whether it is known to be ASCII.
  char* begin_word() {
    if (!prefix_.empty() || text_.size() - size_ < room + 1) [[unlikely]]
      return begin_word(room);
    return begin_word_here();
  }
  void end_word(const char* end, bool is_ascii);
  // The same for several words of ASCII with a blank behind each, of so much room together. They
  // are forgotten unless end_words() follows.
  char* begin_words(std::size_t size) {
    make_room(prefix_.size() + size);
    return std::copy(prefix_.begin(), prefix_.end(), begin_word_here());
  }
  void end_words(const char* end);
  void open(char bracket);   // stands directly before the next word
  void close(char bracket);  // stands directly after the last word
  // `{…}` around `text`, which holds no `}`. It is broken at single blanks, so that joining the
  // lines with blanks gives it back, and never before what would mean something else at the start
  // of a line: `%` (an escape) and `[` (a tag), unless it is a command (`[%`). Short commands
  // stay whole, as other programs know them.
  void braced(std::string_view text);
  void line_end();
  bool empty() const { return size_ == 0; }
  // Without a line end after the last line.
  std::string_view text() const { return std::string_view(text_).substr(0, size_); }

 private:
  char* begin_word(std::size_t size);
  char* begin_word_here() {
    char* const at = text_.data() + size_;
    *at = ' ';
    word_ = size_ + (column_ > 0);
    return at + (column_ > 0);
  }
  void make_room(std::size_t size);
  void append(char c);
  void wrap();

  int width_;
  int column_ = 0;          // of the end of the text
  int word_columns_ = 0;    // of the last word, which may still get a closing bracket
  std::size_t word_ = 0;    // where it begins, behind a blank unless it begins its line
  std::size_t size_ = 0;    // of the text, which is part of text_
  bool breakable_ = false;  // the line, before the last word
  std::string text_;
  std::string prefix_;  // opening brackets for the next word
};

}  // namespace nuskha::writers
