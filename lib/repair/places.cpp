#include "repair/places.hpp"

#include <fmt/format.h>

#include "text/ascii.hpp"

namespace nuskha::repair {

using text::is_blank;

namespace {

bool is_of_number(char c) {
  return (c >= '0' && c <= '9') || c == '.' || c == ')';
}

// What stands before a move, from the move backwards.
struct Before {
  std::uint32_t separator;  // `&`, or where the move begins
  std::uint32_t number;     // where the number begins that stands before both; else as separator
  std::uint32_t others;     // where that begins which belongs to earlier moves, without blanks
  char point = 0;           // that ends the number
};

Before look_before(const WrittenGame& game, std::uint32_t move) {
  const std::string_view text = game.source->text();
  const std::uint32_t first = move > 0 ? game.moves[move - 1].span.end : game.span.begin;
  std::uint32_t at = game.moves[move].span.begin;
  const auto skip_blanks = [&] {
    while (at > first && is_blank(text[at - 1])) --at;
  };
  Before out{at, at, at};
  skip_blanks();
  if (at > first && text[at - 1] == '&') {
    out.separator = out.number = --at;
    skip_blanks();
  }
  out.others = at;
  const std::uint32_t end = at;
  while (at > first && is_of_number(text[at - 1])) --at;
  // A bracket alone closes a remark.
  if (at < end && text[at] >= '0' && text[at] <= '9') {
    out.number = at;
    out.point = text[end - 1];
    skip_blanks();
    out.others = at;
  }
  return out;
}

bool parts_by_ampersand(const WrittenGame& game) {
  constexpr std::uint32_t looked_at = 20;
  for (std::uint32_t i = 1; i < std::min<std::size_t>(game.moves.size(), looked_at); ++i)
    if (look_before(game, i).separator != game.moves[i].span.begin) return true;
  return false;
}

}  // namespace

text::Fix put_in(const WrittenGame& game, const LeftOut& move) {
  const Before before = look_before(game, move.before);
  if (move.before == 0 || (move.white && !move.another_follows))
    return {{before.separator, before.separator}, fmt::format("{} ", move.text)};
  std::string text(" ");
  if (move.white) {
    if (before.point == '.' || before.point == ')')
      text += fmt::format("{}{} ", move.number, before.point);
  } else if (parts_by_ampersand(game)) {
    text += "& ";
  }
  text += move.text;
  return {{before.others, before.others}, text};
}

text::Span what_belongs_to(const WrittenGame& game, std::uint32_t move, bool with_number) {
  const std::string_view text = game.source->text();
  text::Span span = game.moves[move].span;
  const Before before = look_before(game, move);
  if (with_number)
    span.begin = before.number;
  else if (before.separator != span.begin)
    span.begin = before.separator;
  const bool ends = span.end == text.size() || is_blank(text[span.end]);
  if (!ends || span.begin <= game.span.begin || !is_blank(text[span.begin - 1])) return span;
  if (text[span.begin - 1] == ' ') {
    --span.begin;
  } else if (with_number && move > 0 && before.others == game.moves[move - 1].span.end) {
    // A line that begins with it ends where the one before does, which is no comment.
    span.begin -= 1 + (text[span.begin - 1] == '\n' && text[span.begin - 2] == '\r');
  }
  return span;
}

}  // namespace nuskha::repair
