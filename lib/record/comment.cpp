#include "record/comment.hpp"

#include <algorithm>

#include "text/ascii.hpp"
#include "text/utf8.hpp"

namespace nuskha::record {

using text::is_blank;

namespace {

constexpr std::string_view escaped = "[%esc] ";
constexpr std::string_view unread = "[%unread ";
constexpr std::string_view nag = "[%nag ";
constexpr std::string_view mode = "[%mode ";

void write_hex(char c, std::string& out) {
  constexpr char digits[] = "0123456789ABCDEF";
  out += '%';
  out += digits[static_cast<unsigned char>(c) >> 4];
  out += digits[static_cast<unsigned char>(c) & 15];
}

int hex(char c) {
  if (c >= '0' && c <= '9') return c - '0';
  if (c >= 'A' && c <= 'F') return c - 'A' + 10;
  return -1;
}

// Tabs stay as they are between words.
bool survives(char c) {
  return c != '}' && (!text::is_control(c) || c == '\t');
}

void write_escaped(std::string_view text, std::string& out) {
  for (std::size_t i = 0; i < text.size(); ++i) {
    const bool outer = (i == 0 || i + 1 == text.size()) && is_blank(text[i]);
    if (text[i] == '%' || outer || !survives(text[i]))
      write_hex(text[i], out);
    else
      out += text[i];
  }
}

std::string_view unescape(std::string_view text, std::string& scratch) {
  if (text.find('%') == text.npos) return text;
  std::string plain;
  plain.reserve(text.size());
  for (std::size_t i = 0; i < text.size(); ++i) {
    // Only ASCII is ever escaped; another byte alone would be no letter.
    if (text[i] == '%' && i + 2 < text.size() && hex(text[i + 1]) >= 0 && hex(text[i + 1]) < 8 &&
        hex(text[i + 2]) >= 0) {
      plain += static_cast<char>(hex(text[i + 1]) * 16 + hex(text[i + 2]));
      i += 2;
    } else {
      plain += text[i];
    }
  }
  scratch = std::move(plain);
  return scratch;
}

std::string_view trim(std::string_view text) {
  while (!text.empty() && is_blank(text.front())) text.remove_prefix(1);
  while (!text.empty() && is_blank(text.back())) text.remove_suffix(1);
  return text;
}

// White space that holds a line end becomes one blank.
void join_lines(std::string_view text, std::string& out) {
  for (std::size_t i = 0; i < text.size();) {
    if (!is_blank(text[i])) {
      out += text[i++];
      continue;
    }
    std::size_t end = i;
    bool line_end = false;
    while (end < text.size() && is_blank(text[end])) {
      line_end = line_end || text[end] == '\n' || text[end] == '\r';
      ++end;
    }
    if (line_end)
      out += ' ';
    else
      out.append(text, i, end - i);
    i = end;
  }
}

// What stands after `[%name ` up to the bracket that closes the whole text; npos data() if it is no
// such command.
bool command(std::string_view text, std::string_view head, std::string_view& argument) {
  if (!text.starts_with(head) || !text.ends_with(']')) return false;
  argument = text.substr(head.size(), text.size() - head.size() - 1);
  return true;
}

// Two letters tell the commands that are read here from nearly all others.
bool may_be_command(std::string_view text) {
  if (text.size() < 4 || text[0] != '[' || text[1] != '%') return false;
  const auto begins = [&](char first, char second) {
    return text[2] == first && text[3] == second;
  };
  return begins('e', 's') || begins('u', 'n') || begins('n', 'a') || begins('m', 'o');
}

bool read_nag(std::string_view text, int& number) {
  constexpr int last_glyph = 255;
  if (text.empty() || text.size() > 3) return false;
  number = 0;
  for (const char c : text) {
    if (c < '0' || c > '9') return false;
    number = 10 * number + (c - '0');
  }
  return number <= last_glyph;
}

bool read_mode(std::string_view text, BracedText& out) {
  const std::size_t plus = text.find('+');
  if (plus == text.npos) return false;
  const std::string_view piece = text.substr(0, plus), carried = text.substr(plus + 1);
  const auto is_name = [](std::string_view name) {
    return !name.empty() && name.size() <= 4 &&
           std::none_of(name.begin(), name.end(), [](char c) { return is_blank(c) || c == '+'; });
  };
  if (!is_name(piece) || !is_name(carried)) return false;
  out.piece = PieceName(piece);
  out.mode = PieceName(carried);
  return true;
}

}  // namespace

void write_comment(std::string_view text, std::string& out) {
  const bool command_like = text.starts_with(escaped) || text.starts_with(unread) ||
                            text.starts_with(nag) || text.starts_with(mode) ||
                            text == trim(escaped);
  const bool plain = !command_like && trim(text).size() == text.size() &&
                     std::all_of(text.begin(), text.end(), survives);
  if (plain) {
    out += text;
    return;
  }
  out += escaped;
  write_escaped(text, out);
}

void write_command(std::string_view name, std::string_view text, std::string& out) {
  out += "[%";
  out += name;
  out += ' ';
  std::string joined;
  join_lines(text, joined);
  write_escaped(joined, out);
  out += ']';
}

BracedText read_braced(std::string_view inside, std::string& scratch) {
  BracedText out;
  out.text = trim(inside);
  if (out.text.find('\n') != out.text.npos || out.text.find('\r') != out.text.npos) {
    scratch.clear();
    join_lines(out.text, scratch);
    out.text = scratch;
  }
  if (!may_be_command(out.text)) return out;
  std::string_view argument;
  if (out.text.starts_with(escaped)) {
    out.text = unescape(out.text.substr(escaped.size()), scratch);
  } else if (out.text == trim(escaped)) {
    out.text = {};
  } else if (command(out.text, unread, argument)) {
    out.kind = BracedText::Kind::unread;
    out.text = unescape(argument, scratch);
  } else if (command(out.text, nag, argument) && read_nag(argument, out.number)) {
    out.kind = BracedText::Kind::nag;
  } else if (command(out.text, mode, argument) && read_mode(argument, out)) {
    out.kind = BracedText::Kind::mode;
  }
  return out;
}

}  // namespace nuskha::record
