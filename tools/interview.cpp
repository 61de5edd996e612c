#include "interview.hpp"

#include <charconv>
#include <string>

#include <fmt/format.h>

#include "repair/wording.hpp"
#include "rules/fen.hpp"
#include "text/render.hpp"

namespace nuskha::tools {
void Interview::show(const repair::Question& question) {
  const repair::Correction& correction = question.correction;
  const text::Source& source = *question.written.source;
  std::string text = "\n";
  const std::string* named = question.written.tag("Variant");
  auto variant = registry_.find(question.variant);
  if (!variant && named) variant = registry_.find(*named);
  if (variant) {
    rules::AnyPosition position = rules::make_position(*variant);
    const bool stands = std::visit(
        [&](auto& p) { return rules::read_fen(correction.fen, p).playable(); }, position);
    if (stands) text += draw_board(position, style_) + describe_state(position) + '\n';
  }
  const std::uint32_t at = correction.move < question.written.moves.size()
                               ? question.written.moves[correction.move].span.begin
                               : question.written.span.end;
  text += fmt::format("{}, game {}, line {}: ", text::printable_line(source.name()),
                      question.game + 1, source.place(at).line);
  text += correction.original.empty()
              ? fmt::format(
                    "a move is missing before '{}'\n",
                    text::printable_line(source.text(question.written.moves[correction.move].span)))
              : fmt::format("'{}'\n", text::printable_line(correction.original));
  const repair::Alternative first{{correction}, correction.probability};
  std::size_t number = 0;
  const auto offer = [&](const repair::Alternative& one) {
    text += fmt::format("  {}  {} ({})\n", ++number, repair::choice(correction, one),
                        repair::percent(one.probability));
  };
  offer(first);
  for (const repair::Alternative& one : correction.alternatives) offer(one);
  out_(text);
}

std::optional<std::size_t> Interview::ask(const repair::Question& question) {
  if (is_over_) return std::nullopt;
  show(question);
  const std::size_t last = question.correction.alternatives.size() + 1;
  for (;;) {
    out_(fmt::format("1-{}, Enter to leave it alone, q to ask no more: ", last));
    std::string line;
    if (!std::getline(in_, line) || line == "q") {
      is_over_ = true;
      out_("\n");
      return std::nullopt;
    }
    if (line.empty()) return std::nullopt;
    std::size_t number = 0;
    const auto [end, error] = std::from_chars(line.data(), line.data() + line.size(), number);
    if (error == std::errc() && end == line.data() + line.size() && number >= 1 && number <= last)
      return number - 1;
  }
}

}  // namespace nuskha::tools
