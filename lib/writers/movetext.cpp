#include "writers/movetext.hpp"

#include <algorithm>
#include <utility>

namespace nuskha::writers {
namespace {

// Code points: bytes that do not continue one.
int columns(std::string_view text) {
  const auto is_ascii = [](char c) { return (c & 0x80) == 0; };
  if (std::all_of(text.begin(), text.end(), is_ascii)) return static_cast<int>(text.size());
  return static_cast<int>(
      std::count_if(text.begin(), text.end(), [](char c) { return (c & 0xC0) != 0x80; }));
}

}  // namespace

void Movetext::clear() {
  column_ = word_columns_ = 0;
  break_ = std::string::npos;
  text_.clear();
  prefix_.clear();
}

void Movetext::word(std::string_view word) {
  if (!prefix_.empty()) [[unlikely]] {
    const std::string whole = std::exchange(prefix_, {}) + std::string(word);
    return this->word(whole);
  }
  word_columns_ = columns(word);
  break_ = std::string::npos;
  if (column_ > 0) {
    break_ = text_.size();
    text_ += ' ';
    ++column_;
  }
  column_ += word_columns_;
  text_ += word;
  wrap();
}

void Movetext::wrap() {
  if (column_ <= width_ || break_ == std::string::npos) return;
  text_[break_] = '\n';
  break_ = std::string::npos;
  column_ = word_columns_;
}

void Movetext::open(char bracket) {
  prefix_ += bracket;
}

void Movetext::close(char bracket) {
  if (!prefix_.empty()) word({});
  text_ += bracket;
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
  if (column_ > 0) text_ += '\n';
  column_ = word_columns_ = 0;
  break_ = std::string::npos;
}

}  // namespace nuskha::writers
