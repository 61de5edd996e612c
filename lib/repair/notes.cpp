#include "repair/notes.hpp"

#include <algorithm>
#include <optional>
#include <string>

#include "text/ascii.hpp"

namespace nuskha::repair {

using text::is_blank;
using text::is_of_word;
using text::lower;
using text::Span;

namespace {

// The last place where that word, in letters of any case, stands behind a bracket or a sign.
std::optional<Span> find_word(std::string_view text, std::string_view word) {
  const auto same = [](char a, char b) { return lower(a) == lower(b); };
  for (auto end = text.end();;) {
    const auto found = std::find_end(text.begin(), end, word.begin(), word.end(), same);
    if (word.empty() || found == end) return std::nullopt;
    const auto begin = std::uint32_t(found - text.begin());
    const auto behind = begin + std::uint32_t(word.size());
    if (begin > 0 && !is_of_word(text[begin - 1]) &&
        (behind == text.size() || !is_of_word(text[behind])))
      return Span{begin, behind};
    end = found + std::ptrdiff_t(word.size()) - 1;
  }
}

// The figure of `(conv3)`, `(convention n° 3)`.
std::optional<Span> find_convention(std::string_view text, int number) {
  for (std::size_t at = text.size(); at-- > 0;) {
    if (text[at] != char('0' + number)) continue;
    const std::size_t bracket = text.rfind('(', at);
    std::size_t begin = bracket == text.npos ? 0 : bracket;
    for (; begin < at; ++begin)
      if (lower(text[begin]) == 'c' && at - begin >= 4 && lower(text[begin + 1]) == 'o' &&
          lower(text[begin + 2]) == 'n' && lower(text[begin + 3]) == 'v')
        return Span{std::uint32_t(at), std::uint32_t(at + 1)};
  }
  return std::nullopt;
}

// The brackets around a note that stands in them alone.
std::optional<Span> brackets_around(std::string_view text, Span note) {
  std::uint32_t begin = note.begin, end = note.end;
  while (begin > 0 && text[begin] != '(') --begin;
  while (end < text.size() && text[end] != ')') ++end;
  const std::string_view inside = text.substr(begin, end - begin);
  if (text[begin] != '(' || end == text.size() || inside.find_first_of(",;&/)") != inside.npos)
    return std::nullopt;
  while (begin > 0 && is_blank(text[begin - 1])) --begin;
  return Span{begin, end + 1};
}

}  // namespace

std::vector<text::Fix> rewrite_notes(const text::Source& source, const record::WrittenMove& written,
                                     const record::WrittenMove& right) {
  const std::string_view text = source.text(written.span);
  std::vector<text::Fix> fixes;
  const auto change = [&](std::optional<Span> note, std::string_view with) {
    if (note && with.empty()) note = brackets_around(text, *note);
    if (!note) return;
    fixes.push_back(
        {{written.span.begin + note->begin, written.span.begin + note->end}, std::string(with)});
  };
  if (written.mode && !(written.mode == right.mode))
    change(find_word(text, written.mode.view()), right.mode.view());
  // `F` of `(F=F+CF)`, which stands twice.
  if (right.mode && right.mode_piece && !(written.mode_piece == right.mode_piece)) {
    const std::string_view name = written.mode_piece.view();
    for (std::optional<Span> note = find_word(text, name); note && text[note->end] != ')';
         note = find_word(text.substr(0, note->begin), name)) {
      change(note, right.mode_piece.view());
      if (text[note->begin - 1] == '(') break;
    }
  }
  if (written.convention && written.convention != right.convention)
    change(find_convention(text, written.convention),
           right.convention ? std::to_string(right.convention) : std::string());
  return fixes;
}

}  // namespace nuskha::repair
