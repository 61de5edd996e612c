#include <fmt/format.h>

#include "text/json.hpp"
#include "text/render.hpp"

namespace nuskha::text {
namespace {

void append_member(std::string_view name, std::string_view value, std::string& out) {
  append_json_string(name, out);
  out += ':';
  append_json_string(value, out);
}

// Lines and columns are those of the text, byte_offset and byte_length those of the file as it is.
void append_span(Span span, const Source& source, std::string& out) {
  const Place begin = source.place(span.begin), end = source.place(span.end);
  const std::uint64_t first = source.byte_offset(span.begin);
  fmt::format_to(std::back_inserter(out),
                 R"("line":{},"column":{},"end_line":{},"end_column":{},"byte_offset":{},)"
                 R"("byte_length":{})",
                 begin.line, begin.column, end.line, end.column, first,
                 source.byte_offset(span.end) - first);
}

class JsonlRenderer final : public Renderer {
 public:
  explicit JsonlRenderer(Output output) : output_(std::move(output)) {}

  void render(const Diagnostic& diagnostic, const Source& source) override {
    out_.clear();
    append_json(diagnostic, source, out_);
    out_ += '\n';
    output_(out_);
  }
  bool wants_positions() const override { return true; }

 private:
  Output output_;
  std::string out_;
};

}  // namespace

void append_json(const Diagnostic& diagnostic, const Source& source, std::string& out) {
  const CodeInfo& code = info(diagnostic.code);
  out += '{';
  append_member("file", source.name(), out);
  out += ',';
  append_span(diagnostic.span, source, out);
  out += ',';
  append_member("severity", to_string(code.severity), out);
  out += ',';
  append_member("tag", code.tag, out);
  out += ',';
  append_member("name", code.name, out);
  out += ',';
  append_member("message", diagnostic.message(), out);
  if (diagnostic.game != 0)
    fmt::format_to(std::back_inserter(out), R"(,"game":{})", diagnostic.game);
  if (diagnostic.ply != 0) fmt::format_to(std::back_inserter(out), R"(,"ply":{})", diagnostic.ply);
  if (diagnostic.id != 0)
    fmt::format_to(std::back_inserter(out), R"(,"id":"{:016x}")", diagnostic.id);
  if (!diagnostic.fen.empty()) {
    out += ',';
    append_member("fen", diagnostic.fen, out);
  }
  if (!diagnostic.notes.empty()) {
    out += R"(,"notes":[)";
    for (const Note& note : diagnostic.notes) {
      if (&note != diagnostic.notes.data()) out += ',';
      out += '{';
      append_member("text", note.text, out);
      if (note.span) {
        out += ',';
        append_span(*note.span, source, out);
      }
      out += '}';
    }
    out += ']';
  }
  if (!diagnostic.fixes.empty()) {
    out += R"(,"fixes":[)";
    for (const Fix& fix : diagnostic.fixes) {
      if (&fix != diagnostic.fixes.data()) out += ',';
      out += '{';
      append_member("replacement", fix.replacement, out);
      out += ',';
      append_span(fix.span, source, out);
      if (fix.confidence > 0)
        fmt::format_to(std::back_inserter(out), R"(,"confidence":{:.4g})", fix.confidence);
      out += '}';
    }
    out += ']';
  }
  out += '}';
}

std::unique_ptr<Renderer> make_jsonl_renderer(Output output, bool) {
  return std::make_unique<JsonlRenderer>(std::move(output));
}

}  // namespace nuskha::text
