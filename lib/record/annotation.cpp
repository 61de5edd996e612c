#include "record/annotation.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <type_traits>

#include "text/ascii.hpp"

namespace nuskha::record {

using text::is_blank;

namespace {

std::string_view trim(std::string_view text) {
  while (!text.empty() && is_blank(text.front())) text.remove_prefix(1);
  while (!text.empty() && is_blank(text.back())) text.remove_suffix(1);
  return text;
}

template <typename Number>
std::optional<Number> read_number(std::string_view text) {
  if (text.starts_with('+')) text.remove_prefix(1);
  Number number{};
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc() || end != text.data() + text.size() || text.empty()) return {};
  if constexpr (std::is_floating_point_v<Number>)
    if (!std::isfinite(number)) return {};
  return number;
}

// `1:02:03.5`, `2:03`, `63`: up to three parts, of which the last may have a fraction.
std::optional<double> read_seconds(std::string_view text) {
  constexpr double most = 1e9;
  double seconds = 0;
  for (int part = 0; part < 3; ++part) {
    const std::size_t colon = text.find(':');
    const auto number = read_number<double>(text.substr(0, colon));
    if (!number || *number < 0 || *number > most) return {};
    seconds = 60 * seconds + *number;
    if (colon == text.npos) return seconds;
    text.remove_prefix(colon + 1);
  }
  return {};
}

std::optional<Evaluation> read_evaluation(std::string_view text) {
  Evaluation out;
  const std::size_t comma = text.find(',');
  const std::string_view value = trim(text.substr(0, comma));
  if (comma != text.npos) {
    out.depth = read_number<int>(trim(text.substr(comma + 1)));
    if (!out.depth) return {};
  }
  if (value.starts_with('#'))
    out.mate = read_number<int>(value.substr(1));
  else
    out.pawns = read_number<double>(value);
  if (!out.mate && !out.pawns) return {};
  return out;
}

std::optional<WrittenSquare> take_square(std::string_view& text) {
  constexpr int most_ranks = 16;
  if (text.size() < 2 || text[0] < 'a' || text[0] > 'p' || text[1] == '0') return {};
  int rank = 0;
  std::size_t size = 1;
  while (size < text.size() && size < 3 && text[size] >= '0' && text[size] <= '9')
    rank = 10 * rank + (text[size++] - '0');
  if (rank < 1 || rank > most_ranks) return {};
  const WrittenSquare square{static_cast<std::int8_t>(text[0] - 'a'),
                             static_cast<std::int8_t>(rank - 1)};
  text.remove_prefix(size);
  return square;
}

bool read_drawings(std::string_view text, bool arrows, std::vector<Drawing>& out) {
  constexpr std::string_view colors = "GRYBCO";
  std::vector<Drawing> read;
  while (!text.empty()) {
    const std::size_t comma = text.find(',');
    std::string_view item = trim(text.substr(0, comma));
    text.remove_prefix(comma == text.npos ? text.size() : comma + 1);
    if (item.empty() || colors.find(item[0]) == colors.npos) return false;
    Drawing drawing;
    drawing.color = item[0];
    item.remove_prefix(1);
    const auto from = take_square(item);
    const auto to = arrows ? take_square(item) : WrittenSquare{};
    if (!from || !to || !item.empty()) return false;
    drawing.from = *from;
    drawing.to = *to;
    read.push_back(drawing);
  }
  out.insert(out.end(), read.begin(), read.end());
  return true;
}

// Where a clock or an evaluation ends that is as nearly all are, `0:03:00` and `-0.25`, told
// without reading numbers; else null.
const char* plain_end(const char* at, const char* end, bool is_time) {
  if (!is_time && at != end && *at == '-') ++at;
  for (int part = 0; part < 3; ++part) {
    const char* const digits = at;
    while (at != end && *at >= '0' && *at <= '9') ++at;
    if (at == digits || at - digits > 9) return nullptr;
    if (at == end || *at != (is_time ? ':' : '.')) return at;
    if (!is_time && part == 1) return nullptr;
    ++at;
  }
  return nullptr;
}

bool is_plain(std::string_view text, bool is_time) {
  return plain_end(text.data(), text.data() + text.size(), is_time) == text.data() + text.size();
}

}  // namespace

std::string_view skip_plain_commands(std::string_view comment) {
  for (;;) {
    while (comment.starts_with(' ')) comment.remove_prefix(1);
    constexpr std::string_view clock = "[%clk ", evaluation = "[%eval ";
    const bool is_time = comment.starts_with(clock);
    if (!is_time && !comment.starts_with(evaluation)) return comment;
    const char* const end = comment.data() + comment.size();
    const char* const after =
        plain_end(comment.data() + (is_time ? clock.size() : evaluation.size()), end, is_time);
    if (after == nullptr || after == end || *after != ']') return comment;
    comment.remove_prefix(static_cast<std::size_t>(after + 1 - comment.data()));
  }
}

// Byte by byte, for commands are short, and in some archives behind every move.
bool take_command(std::string_view& comment, Command& command) {
  const char *at = comment.data(), *const end = at + comment.size();
  while (end - at < 2 || at[0] != '[' || at[1] != '%') {
    if (at == end) return false;
    ++at;
  }
  const char* const name = at += 2;
  while (at != end && *at != ']' && !is_blank(*at)) ++at;
  const char* const name_end = at;
  while (at != end && *at != ']') ++at;
  if (at == end) return false;
  const auto between = [](const char* from, const char* to) {
    return std::string_view(from, static_cast<std::size_t>(to - from));
  };
  command = {between(name, name_end), trim(between(name_end, at))};
  comment = between(at + 1, end);
  return true;
}

std::string_view expected_of(const Command& command) {
  const auto [name, argument] = command;
  if (name == "clk" || name == "emt") {
    if (!is_plain(argument, true) && !read_seconds(argument)) return "a time as 1:23:45";
  } else if (name == "eval") {
    if (!is_plain(argument, false) && !read_evaluation(argument))
      return "pawns as 0.25 or a mate as #3";
  } else if (name == "csl" || name == "cal") {
    std::vector<Drawing> ignored;
    const bool arrows = name == "cal";
    if (!read_drawings(argument, arrows, ignored))
      return arrows ? "coloured arrows as Gb1c3,Re2e4" : "coloured squares as Gc3,Re4";
  }
  return {};
}

Annotation read_annotation(std::string_view comment) {
  Annotation out;
  for (Command command; take_command(comment, command);) {
    const auto [name, argument] = command;
    if (name == "clk" && !out.clock)
      out.clock = read_seconds(argument);
    else if (name == "emt" && !out.elapsed)
      out.elapsed = read_seconds(argument);
    else if (name == "eval" && !out.evaluation)
      out.evaluation = read_evaluation(argument);
    else if (name == "csl" || name == "cal")
      read_drawings(argument, name == "cal", name == "cal" ? out.arrows : out.squares);
  }
  return out;
}

}  // namespace nuskha::record
