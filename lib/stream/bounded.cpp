#include "stream/bounded.hpp"

#include <algorithm>
#include <array>
#include <cstdint>
#include <string>
#include <utility>

#include "text/utf8.hpp"

namespace nuskha::stream {
namespace {

// What the PGN writer needs at most. Beside a move that may be written otherwise than it came, the
// comment `{[%orig …]} `. A comment or bracket: itself and a number behind it.
constexpr std::size_t original_bytes = 24, aside_bytes = 16, glyph_bytes = 5;

// One byte of text where it has to be escaped. By a table, for no processor guesses what comes next
// where bytes are of no text.
constexpr auto escaped_bytes = [] {
  std::array<std::uint8_t, 256> table{};
  for (std::size_t byte = 0; byte < table.size(); ++byte) {
    const char c = char(byte);
    table[byte] = c == '%' || c == '}' || c == '"' || c == '\\' || text::is_control(c) ? 3 : 1;
  }
  return table;
}();
std::size_t bytes_of(char c) {
  return escaped_bytes[static_cast<unsigned char>(c)];
}
std::size_t bytes_of(std::string_view text) {
  std::size_t bytes = 0;
  for (const char c : text) bytes += bytes_of(c);
  return bytes;
}

}  // namespace

void Bounded::begin_game(text::Span span) {
  game_ = span;
  tags_ = number_ = depth_ = 0;
  content_ = frame_bytes;
  next_.begin_game(span);
}

void Bounded::end_game(text::Span span) {
  next_.end_game({game_.begin, span.end});
}

// Before what does not fit any more. The game's end is where that begins.
void Bounded::cut(text::Span span) {
  for (std::size_t open = std::exchange(depth_, 0); open > 0; --open)
    next_.end_variation({span.begin, span.begin});
  next_.end_game({game_.begin, span.begin});
  begin_game({span.begin, std::max(span.begin, game_.end)});
  findings_.report({.code = text::Code::game_cut,
                    .span = {span.begin, span.begin},
                    .args = {std::to_string(max_game_content)}});
}

void Bounded::add(std::size_t bytes, text::Span span) {
  if (content_ + bytes > max_game_content) cut(span);
  content_ += bytes;
}

template <class Event>
void Bounded::add_text(std::string_view text, text::Span span, Event&& event) {
  std::size_t bytes = aside_bytes + bytes_of(text);
  while (content_ + bytes > max_game_content) {
    const std::size_t room = max_game_content - std::min(max_game_content, content_ + aside_bytes);
    std::size_t size = 0;
    for (std::size_t used = 0; size < text.size() && used + bytes_of(text[size]) <= room; ++size)
      used += bytes_of(text[size]);
    while (size > 0 && size < text.size() && text::continues_code_point(text[size])) --size;
    if (size > 0) event(text.substr(0, size));
    text.remove_prefix(size);
    cut(span);
    bytes = aside_bytes + bytes_of(text);
  }
  content_ += bytes;
  event(text);
}

void Bounded::tag(std::string_view name, std::string_view value, text::Span span) {
  constexpr std::size_t marks = sizeof "[ \"\"]";
  const std::size_t before = std::max(tags_, frame_bytes);
  tags_ += marks + name.size() + bytes_of(value);
  add(std::max(tags_, frame_bytes) - before, span);
  next_.tag(name, value, span);
}

// One that a move follows is written anew.
void Bounded::move_number(const record::MoveNumber& number) {
  content_ += std::exchange(number_, number.span.size() + 1);
  next_.move_number(number);
}

void Bounded::move(const record::WrittenMove& move) {
  number_ = 0;
  const bool may_differ = move.from.whole() || move.promotion;
  add(std::max(move_bytes_, pgn_move_bytes + (may_differ ? original_bytes : 0)), move.span);
  next_.move(move);
}

void Bounded::nag(int glyph, text::Span span) {
  add(glyph_bytes, span);
  next_.nag(glyph, span);
}

void Bounded::comment(std::string_view text, text::Span span) {
  add_text(text, span, [&](std::string_view part) { next_.comment(part, span); });
}

void Bounded::unread(std::string_view text, text::Span span) {
  add_text(text, span, [&](std::string_view part) { next_.unread(part, span); });
}

void Bounded::begin_variation(text::Span span) {
  add(aside_bytes, span);
  ++depth_;
  next_.begin_variation(span);
}

// What was open where the game was cut is closed already.
void Bounded::end_variation(text::Span span) {
  if (depth_ == 0) return;
  --depth_;
  next_.end_variation(span);
}

}  // namespace nuskha::stream
