#include "writers/movetext.hpp"

#include <algorithm>

namespace nuskha::writers {
namespace {

// Code points: bytes that do not continue one.
int columns(std::string_view text) {
  return static_cast<int>(
      std::count_if(text.begin(), text.end(), [](char c) { return (c & 0xC0) != 0x80; }));
}

}  // namespace

void Movetext::clear() {
  column_ = word_columns_ = 0;
  size_ = word_ = 0;
  breakable_ = false;
  prefix_.clear();
}

void Movetext::make_room(std::size_t size) {
  const std::size_t needed = size_ + size + 1;
  if (needed > text_.size()) text_.resize(std::max(needed, 2 * text_.size()));
}

char* Movetext::begin_word(std::size_t size) {
  char* const at = begin_words(size);
  prefix_.clear();
  return at;
}

void Movetext::end_word(const char* end, bool is_ascii) {
  const char* const begin = text_.data() + word_;
  const auto size = static_cast<std::size_t>(end - begin);
  word_columns_ = is_ascii ? static_cast<int>(size) : columns({begin, size});
  breakable_ = word_ > size_;
  column_ += int(breakable_) + word_columns_;
  size_ = word_ + size;
  wrap();
}

// Lines are broken after the last word that fits, which takes a look at a few bytes a line.
void Movetext::end_words(const char* behind_blank) {
  using Place = std::ptrdiff_t;
  const Place end = behind_blank - text_.data() - 1, first_word = Place(word_);
  Place line = Place(size_) - column_;
  Place first_break = first_word - (column_ > 0);
  while (line + width_ < end) {
    Place at = line + width_;
    while (at >= first_break && text_[std::size_t(at)] != ' ') --at;
    if (at < first_break) {  // what stands there is too long for any line
      at = std::max(line + width_, first_break);
      while (at < end && text_[std::size_t(at)] != ' ') ++at;
      if (at == end) break;
    }
    text_[std::size_t(at)] = '\n';
    line = first_break = at + 1;
  }
  Place last_word = end;
  while (last_word > std::max(line, first_word) && text_[std::size_t(last_word - 1)] != ' ')
    --last_word;
  prefix_.clear();
  size_ = std::size_t(end);
  word_ = std::size_t(last_word);
  column_ = int(end - line);
  word_columns_ = int(end - last_word);
  breakable_ = last_word > std::max<Place>(line, 0) && text_[word_ - 1] == ' ';
}

void Movetext::word(std::string_view word) {
  end_word(std::copy(word.begin(), word.end(), begin_word(word.size())), false);
}

void Movetext::wrap() {
  if (column_ <= width_ || !breakable_) return;
  text_[word_ - 1] = '\n';
  breakable_ = false;
  column_ = word_columns_;
}

void Movetext::append(char c) {
  make_room(1);
  text_[size_++] = c;
}

void Movetext::open(char bracket) {
  prefix_ += bracket;
}

void Movetext::close(char bracket) {
  if (!prefix_.empty()) word({});
  append(bracket);
  ++column_;
  ++word_columns_;
  wrap();
}

void Movetext::braced(std::string_view text) {
  // A longer command is no more whole than a sentence is.
  const std::size_t longest_command = static_cast<std::size_t>(std::min(width_, 79)) / 2;
  open('{');
  std::size_t begin = 0;
  std::size_t whole = 0;  // no break before: the end of a command
  for (std::size_t i = 0; i + 1 < text.size(); ++i) {
    if (text[i] == '[' && text[i + 1] == '%') {
      const std::size_t end = text.substr(i, longest_command).find(']');
      if (end != text.npos) whole = i + end;
    }
    const auto is_blank = [](char c) { return c == ' ' || c == '\t'; };
    if (text[i] != ' ' || i < whole || i == 0 || is_blank(text[i - 1])) continue;
    const char next = text[i + 1];
    if (is_blank(next) || next == '%') continue;
    if (next == '[' && !(i + 2 < text.size() && text[i + 2] == '%')) continue;
    word(text.substr(begin, i - begin));
    begin = i + 1;
  }
  word(text.substr(begin));
  close('}');
}

void Movetext::line_end() {
  if (column_ > 0) append('\n');
  column_ = word_columns_ = 0;
  breakable_ = false;
}

}  // namespace nuskha::writers
