// Findings as text for people (GCC style, with the line and a caret), as JSON Lines, SARIF 2.1.0
// and JUnit XML.
#pragma once

#include <functional>
#include <memory>
#include <span>
#include <string>
#include <string_view>

#include "text/diagnostic.hpp"
#include "text/source.hpp"

namespace nuskha::text {

using Output = std::function<void(std::string_view)>;

// A text may come in pieces, each a Source of the same name that knows its place in the file: each
// finding is rendered with the piece that it is about.
class Renderer {
 public:
  virtual ~Renderer() = default;
  // With a text's first piece.
  virtual void begin_source(const Source&) {}
  virtual void render(const Diagnostic&, const Source&) = 0;
  // Whether Diagnostic::fen is read.
  virtual bool wants_positions() const { return false; }
  // One game or position of the text is finished, its findings are rendered; `title` names it for
  // people. Only for those who want it.
  virtual bool wants_games() const { return false; }
  virtual void end_game(std::uint32_t /*game*/, std::string_view /*title*/, bool /*rejected*/) {}
  // With a text's last piece; `is_whole`: it was read to its end.
  virtual void end_source(const Source&, bool /*is_whole*/) {}
  virtual void finish() {}
};

struct RendererInfo {
  std::string_view name;  // `--format` name: text, jsonl, sarif, junit
  std::string_view description;
  std::unique_ptr<Renderer> (*make)(Output, bool color);
};
std::span<const RendererInfo> renderers();
const RendererInfo* find_renderer(std::string_view name);

// The finding as one JSON object without a line end, as the jsonl renderer writes it
// (docs/formats/findings.md).
void append_json(const Diagnostic& diagnostic, const Source& source, std::string& out);

// A copy in which nothing can move a terminal's cursor or turn the direction of its text: control
// and bidirectional control characters become U+FFFD, blanks of any kind stay.
std::string printable(std::string_view text);
// The same for what must stay on its line, such as a file's name: line ends and tabs become U+FFFD
// too.
std::string printable_line(std::string_view text);

// One a renderer; the table in render.cpp names them.
std::unique_ptr<Renderer> make_text_renderer(Output, bool color);
std::unique_ptr<Renderer> make_jsonl_renderer(Output, bool color);
std::unique_ptr<Renderer> make_sarif_renderer(Output, bool color);
std::unique_ptr<Renderer> make_junit_renderer(Output, bool color);

}  // namespace nuskha::text
