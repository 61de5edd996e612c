#include "record/annotation.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <type_traits>

namespace nuskha::record {
namespace {

std::string_view trim(std::string_view text) {
  while (!text.empty() && text.front() == ' ') text.remove_prefix(1);
  while (!text.empty() && text.back() == ' ') text.remove_suffix(1);
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

void read_drawings(std::string_view text, bool arrows, std::vector<Drawing>& out) {
  std::vector<Drawing> read;
  while (!text.empty()) {
    const std::size_t comma = text.find(',');
    std::string_view item = trim(text.substr(0, comma));
    text.remove_prefix(comma == text.npos ? text.size() : comma + 1);
    if (item.empty() || item[0] < 'A' || item[0] > 'Z') return;
    Drawing drawing;
    drawing.color = item[0];
    item.remove_prefix(1);
    const auto from = take_square(item);
    const auto to = arrows ? take_square(item) : WrittenSquare{};
    if (!from || !to || !item.empty()) return;
    drawing.from = *from;
    drawing.to = *to;
    read.push_back(drawing);
  }
  out.insert(out.end(), read.begin(), read.end());
}

}  // namespace

Annotation read_annotation(std::string_view comment) {
  Annotation out;
  while (true) {
    const std::size_t begin = comment.find("[%");
    if (begin == comment.npos) return out;
    comment.remove_prefix(begin + 2);
    const std::size_t end = comment.find(']');
    if (end == comment.npos) return out;
    const std::string_view command = comment.substr(0, end);
    comment.remove_prefix(end + 1);
    const std::size_t blank = std::min(command.find(' '), command.size());
    const std::string_view name = command.substr(0, blank);
    const std::string_view argument = trim(command.substr(blank));
    if (name == "clk" && !out.clock)
      out.clock = read_seconds(argument);
    else if (name == "emt" && !out.elapsed)
      out.elapsed = read_seconds(argument);
    else if (name == "eval" && !out.evaluation)
      out.evaluation = read_evaluation(argument);
    else if (name == "csl" || name == "cal")
      read_drawings(argument, name == "cal", name == "cal" ? out.arrows : out.squares);
  }
}

}  // namespace nuskha::record
