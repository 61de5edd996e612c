// Findings for people:
//
//   file:line:column: severity: message [TAG name]
//      12 | 13) Pf2-f5 & Fc5-d4
//         |              ^~~~~~
//         = note
//         = fix: write 'Fc6-d5'
#include <algorithm>
#include <initializer_list>
#include <optional>

#include <fmt/format.h>

#include "text/render.hpp"
#include "text/utf8.hpp"

namespace nuskha::text {
namespace {

// Of a line that is longer, only so many columns around the caret are shown.
constexpr std::size_t shown_columns = 96;
constexpr std::size_t columns_before_caret = 32;  // in a line that is clipped on the left
constexpr std::size_t tab_stop = 8;
constexpr std::string_view ellipsis = "…";

constexpr std::string_view bold = "\x1b[1m", red = "\x1b[1;31m", magenta = "\x1b[1;35m",
                           cyan = "\x1b[1;36m", green = "\x1b[1;32m", dim = "\x1b[2m",
                           plain = "\x1b[0m";

class TextRenderer final : public Renderer {
 public:
  TextRenderer(Output output, bool color) : output_(std::move(output)), color_(color) {}

  void render(const Diagnostic& diagnostic, const Source& source) override {
    out_.clear();
    const CodeInfo& code = info(diagnostic.code);
    const std::uint64_t line = header(source, diagnostic.span.begin, to_string(code.severity),
                                      severity_color(code.severity), diagnostic.message());
    out_ += ' ';
    paint(dim, {"[", code.tag, " ", code.name, "]"});
    out_ += '\n';
    excerpt(source, diagnostic.span, line);
    for (const Note& note : diagnostic.notes) {
      if (note.span) {
        const std::uint64_t noted = header(source, note.span->begin, "note", cyan, note.text);
        out_ += '\n';
        excerpt(source, *note.span, noted);
      } else {
        aside("", note.text);
      }
    }
    for (const Fix& fix : diagnostic.fixes) aside("fix: ", fix_text(fix, source));
    output_(out_);
  }

 private:
  std::string_view severity_color(Severity severity) const {
    switch (severity) {
      case Severity::error:
        return red;
      case Severity::warning:
        return magenta;
      case Severity::info:
        break;
    }
    return cyan;
  }

  // Put together by hand, since a damaged archive may have a million findings.
  void paint(std::string_view color, std::initializer_list<std::string_view> parts) {
    if (color_) out_ += color;
    for (const std::string_view part : parts) out_ += part;
    if (color_) out_ += plain;
  }

  // Returns the number of its line.
  std::uint64_t header(const Source& source, std::uint32_t offset, std::string_view label,
                       std::string_view label_color, std::string_view message) {
    const Place place = source.place(offset);
    paint(bold, {printable_line(source.name()), ":", std::to_string(place.line), ":",
                 std::to_string(place.column), ":"});
    out_ += ' ';
    paint(label_color, {label, ":"});
    out_ += ' ';
    paint(bold, {printable(message)});
    return place.line;
  }

  void aside(std::string_view label, std::string_view text) {
    constexpr std::string_view mark = "       = ";
    out_ += mark;
    out_ += label;
    const std::string shown = printable(text);
    std::string_view rest = shown;
    // Further lines of a text stand under its first.
    for (std::size_t end; (end = rest.find('\n')) != rest.npos; rest.remove_prefix(end + 1)) {
      out_ += rest.substr(0, end + 1);
      out_.append(mark.size() + label.size(), ' ');
    }
    out_ += rest;
    out_ += '\n';
  }

  static std::string fix_text(const Fix& fix, const Source& source) {
    const std::string old(source.text(fix.span));
    std::string text = fix.replacement.empty() ? "leave out '" + old + "'"
                       : old.empty()           ? "insert '" + fix.replacement + "'"
                                     : "write '" + fix.replacement + "' instead of '" + old + "'";
    if (fix.confidence > 0) text += fmt::format(" ({:.0f} %)", 100 * fix.confidence);
    return text;
  }

  // The line of the span's beginning, which has that number, and a mark under the part of the span
  // that lies in it. Reads no more of the line than it shows.
  void excerpt(const Source& source, Span span, std::uint64_t line_number) {
    const std::string_view text = source.text();
    const auto size = std::uint32_t(text.size());
    std::uint32_t begin = std::min(span.begin, size);
    const Span line = source.line_around(begin);
    begin = std::min(begin, line.end);
    const std::uint32_t end = std::clamp(span.end, begin, line.end);

    const auto step_back = [&](std::uint32_t from, std::size_t code_points) {
      while (code_points-- > 0 && from > line.begin) {
        --from;
        while (from > line.begin && continues_code_point(text[from])) --from;
      }
      return from;
    };
    std::uint32_t first = step_back(begin, shown_columns * 3 / 4);
    if (first > line.begin) first = step_back(begin, columns_before_caret);

    std::string shown;
    std::size_t column = 0;
    if (first > line.begin) {
      shown = ellipsis;
      column = 1;
    }
    std::optional<std::size_t> caret;
    std::size_t marked_end = 0;
    std::uint32_t at = first;
    for (; at < line.end && column < shown_columns;) {
      const CodePoint c = decode_utf8(text, at);
      const std::size_t bytes = std::max<std::size_t>(c.size, 1);
      const std::size_t width = c.value == '\t' ? tab_stop - column % tab_stop : 1;
      if (c.value == '\t')
        shown.append(width, ' ');
      else if (c.value >= ' ' && c.value < 0x7F)
        shown += text[at];
      else
        shown += printable(text.substr(at, bytes));
      if (at <= begin && begin < at + bytes) caret = column;
      column += width;
      if (at < end) marked_end = column;
      at += std::uint32_t(bytes);
    }
    if (at < line.end) shown += ellipsis;
    if (begin >= line.end) caret = column;
    std::string marks;
    if (caret) {
      marks.assign(*caret, ' ');
      marks += '^';
      if (marked_end > marks.size()) marks.append(marked_end - marks.size(), '~');
    }
    while (!shown.empty() && shown.back() == ' ') shown.pop_back();

    constexpr std::size_t number_columns = 5;
    const std::string number = std::to_string(line_number);
    if (number.size() < number_columns) out_.append(number_columns - number.size(), ' ');
    out_ += number;
    out_ += shown.empty() ? " |" : " | ";
    out_ += shown;
    out_ += "\n      | ";
    paint(green, {marks});
    out_ += '\n';
  }

  Output output_;
  bool color_;
  std::string out_;
};

}  // namespace

std::unique_ptr<Renderer> make_text_renderer(Output output, bool color) {
  return std::make_unique<TextRenderer>(std::move(output), color);
}

}  // namespace nuskha::text
