#include "writers/movetext.hpp"

#include <algorithm>

namespace nuskha::writers {
namespace {

int columns(std::string_view text) {
  int count = 0;
  for (const char c : text) count += (static_cast<unsigned char>(c) & 0xC0) != 0x80;
  return count;
}

}  // namespace

void Movetext::clear() {
  column_ = 0;
  has_word_ = false;
  text_.clear();
  word_.clear();
  prefix_.clear();
}

void Movetext::place() {
  if (!has_word_) return;
  const int length = columns(word_);
  if (column_ > 0) {
    if (column_ + 1 + length > width_) {
      text_ += '\n';
      column_ = 0;
    } else {
      text_ += ' ';
      ++column_;
    }
  }
  text_ += word_;
  column_ += length;
  word_.clear();
  has_word_ = false;
}

void Movetext::word(std::string_view word) {
  place();
  word_ += prefix_;
  word_ += word;
  prefix_.clear();
  has_word_ = true;
}

void Movetext::open(char bracket) {
  prefix_ += bracket;
}

void Movetext::close(char bracket) {
  if (!prefix_.empty()) word({});
  word_ += bracket;
  has_word_ = true;
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
    if (text[i] != ' ' || i < whole || i == 0 || text[i - 1] == ' ') continue;
    const char next = text[i + 1];
    if (next == ' ' || next == '%') continue;
    if (next == '[' && !(i + 2 < text.size() && text[i + 2] == '%')) continue;
    word(text.substr(begin, i - begin));
    begin = i + 1;
  }
  word(text.substr(begin));
  close('}');
}

void Movetext::line_end() {
  place();
  if (column_ > 0) text_ += '\n';
  column_ = 0;
}

const std::string& Movetext::finish() {
  place();
  return text_;
}

}  // namespace nuskha::writers
