#include "stream/export_check.hpp"

#include <algorithm>

#include <fmt/format.h>

namespace nuskha::stream {
namespace {

// How much of the line that is expected a finding shows.
constexpr std::size_t max_shown = 60;

std::string_view without_line_ends(std::string_view text) {
  const std::size_t last = text.find_last_not_of(" \t\r\n");
  return text.substr(0, last == std::string_view::npos ? 0 : last + 1);
}

// The rest of the line, cut at a readable length between two letters.
std::string rest_of_line(std::string_view text) {
  std::string line(text.substr(0, text.find('\n')));
  if (line.size() <= max_shown) return line;
  std::size_t end = max_shown;
  while (end > 0 && (static_cast<unsigned char>(line[end]) & 0xC0) == 0x80) --end;
  line.resize(end);
  return line + "…";
}

bool is_blank(char c) {
  return c == ' ' || c == '\n' || c == '\r';
}

}  // namespace

ExportCheck::ExportCheck(record::PlayedEvents& out)
    : out_(out),
      writer_(writers::find_format("pgn")->make(
          [this](std::string_view bytes) { written_ += bytes; }, {})) {}

void ExportCheck::begin_document(const text::Source& source) {
  source_ = &source;
  both([&](auto& to) { to.begin_document(source); });
}
void ExportCheck::begin_game(text::Span span) {
  written_.clear();
  whole_ = true;
  both([&](auto& to) { to.begin_game(span); });
}
// What either of the two reads.
record::Wants ExportCheck::wants() const {
  const record::Wants a = writer_->wants(), b = out_.wants();
  return {.moves = a.moves || b.moves,
          .names = a.names || b.names,
          .details = a.details || b.details,
          .uci = a.uci || b.uci,
          .fen = a.fen || b.fen,
          .final_position = a.final_position || b.final_position};
}

void ExportCheck::tag(std::string_view name, std::string_view value, text::Span span) {
  both([&](auto& to) { to.tag(name, value, span); });
}
void ExportCheck::start(const record::StartOfPlay& start) {
  both([&](auto& to) { to.start(start); });
}
void ExportCheck::move_number(const record::MoveNumber& number) {
  both([&](auto& to) { to.move_number(number); });
}
void ExportCheck::move(const record::PlayedMove& move) {
  both([&](auto& to) { to.move(move); });
}
void ExportCheck::nag(int glyph, text::Span span) {
  both([&](auto& to) { to.nag(glyph, span); });
}
void ExportCheck::comment(std::string_view text, text::Span span) {
  both([&](auto& to) { to.comment(text, span); });
}
void ExportCheck::begin_variation(text::Span span) {
  both([&](auto& to) { to.begin_variation(span); });
}
void ExportCheck::end_variation(text::Span span) {
  both([&](auto& to) { to.end_variation(span); });
}
void ExportCheck::unread(std::string_view text, text::Span span) {
  whole_ = false;
  both([&](auto& to) { to.unread(text, span); });
}
void ExportCheck::final_position(std::string_view fen) {
  both([&](auto& to) { to.final_position(fen); });
}
void ExportCheck::result(const record::ResultClaim& claim) {
  both([&](auto& to) { to.result(claim); });
}

void ExportCheck::played(text::Span span) {
  writer_->end_game(span);
  out_.played(span);
  if (!whole_ || !findings) return;
  const std::string_view text = without_line_ends(source_->text(span));
  const std::string_view expected = without_line_ends(written_);
  std::size_t at = 0, in_expected = 0;
  std::size_t word = 0, expected_word = 0;  // where the word begins that differs
  while (at < text.size() && in_expected < expected.size()) {
    // A line ends as the system has it.
    if (text[at] == '\r' && at + 1 < text.size() && text[at + 1] == '\n') ++at;
    if (text[at] != expected[in_expected]) break;
    const bool blank = is_blank(text[at]);
    ++at;
    ++in_expected;
    if (!blank) continue;
    word = at;
    expected_word = in_expected;
  }
  if (at == text.size() && in_expected == expected.size()) return;
  // The same words, and the line ends elsewhere.
  const bool line_end = at < text.size() && in_expected < expected.size() && at > word &&
                        is_blank(text[at]) && is_blank(expected[in_expected]);
  std::string_view where;
  if (line_end) {
    where = expected[in_expected] == '\n' ? " on a new line" : " on the line before";
    word = at + 1;
    expected_word = in_expected + 1;
  }
  std::size_t end = word;
  while (end < text.size() && !is_blank(text[end])) ++end;
  const std::string shown = rest_of_line(expected.substr(expected_word));
  findings->report(
      {.code = text::Code::export_format,
       .span = {span.begin + std::uint32_t(word), span.begin + std::uint32_t(end)},
       .args = {shown.empty() ? "an empty line" : fmt::format("'{}'{}", shown, where)}});
}

}  // namespace nuskha::stream
