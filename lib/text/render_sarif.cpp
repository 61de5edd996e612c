// SARIF 2.1.0 (OASIS, 27 March 2020). The order of an object's members is free, so the results are
// written as they come and the rules and artifacts that they refer to by index at the end.
#include <fmt/format.h>

#include "text/explain.hpp"
#include "text/json.hpp"
#include "text/render.hpp"
#include "text/version.hpp"

namespace nuskha::text {
namespace {

std::string_view level(Severity severity) {
  switch (severity) {
    case Severity::error:
      return "error";
    case Severity::warning:
      return "warning";
    case Severity::info:
      break;
  }
  return "note";
}

// A file's path as a relative reference (RFC 3986), or an absolute path as a file URI.
std::string uri(std::string_view path) {
  constexpr std::string_view hex = "0123456789ABCDEF";
  std::string out = path.starts_with('/') ? "file://" : "";
  for (const char c : path) {
    const bool unreserved = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') ||
                            (c >= '0' && c <= '9') ||
                            std::string_view("-._~/").find(c) != std::string_view::npos;
    if (unreserved) {
      out += c;
    } else {
      out += '%';
      out += hex[static_cast<unsigned char>(c) >> 4];
      out += hex[static_cast<unsigned char>(c) & 15];
    }
  }
  return out;
}

class SarifRenderer final : public Renderer {
 public:
  explicit SarifRenderer(Output output) : output_(std::move(output)) {
    out_ =
        R"({"$schema":"https://docs.oasis-open.org/sarif/sarif/v2.1.0/os/schemas/sarif-schema-2.1.0.json",)"
        R"("version":"2.1.0","runs":[{"columnKind":"unicodeCodePoints","results":[)";
  }

  void begin_source(const Source& source) override {
    if (!artifacts_.empty()) artifacts_ += ',';
    artifacts_ += "\n";
    artifacts_ += R"({"location":{"uri":)";
    append_json_string(uri(source.name()), artifacts_);
    artifacts_ += '}';
    ++artifact_count_;
  }

  void end_source(const Source& source, bool is_whole) override {
    if (is_whole)
      fmt::format_to(std::back_inserter(artifacts_), R"(,"length":{})",
                     source.byte_offset(std::uint32_t(source.text().size())));
    artifacts_ += R"(,"roles":["analysisTarget"]})";
  }

  void render(const Diagnostic& diagnostic, const Source& source) override {
    const CodeInfo& code = info(diagnostic.code);
    out_ += first_ ? "\n{" : ",\n{";
    first_ = false;
    fmt::format_to(std::back_inserter(out_), R"("ruleId":"{}","ruleIndex":{},"level":"{}",)",
                   code.tag, std::size_t(diagnostic.code), level(code.severity));
    out_ += R"("message":{"text":)";
    append_json_string(diagnostic.message(), out_);
    out_ += R"(},"locations":[{)";
    physical_location(diagnostic.span, source);
    out_ += "}]";
    if (!diagnostic.notes.empty()) {
      out_ += R"(,"relatedLocations":[)";
      for (const Note& note : diagnostic.notes) {
        if (&note != diagnostic.notes.data()) out_ += ',';
        out_ += R"({"message":{"text":)";
        append_json_string(note.text, out_);
        out_ += '}';
        if (note.span) {
          out_ += ',';
          physical_location(*note.span, source);
        }
        out_ += '}';
      }
      out_ += ']';
    }
    if (!diagnostic.fixes.empty()) {
      out_ += R"(,"fixes":[)";
      for (const Fix& fix : diagnostic.fixes) {
        if (&fix != diagnostic.fixes.data()) out_ += ',';
        out_ += R"({"artifactChanges":[{)";
        artifact_location(source);
        out_ += R"(,"replacements":[{"deletedRegion":)";
        region(fix.span, source);
        out_ += R"(,"insertedContent":{"text":)";
        append_json_string(fix.replacement, out_);
        out_ += "}}]}]}";
      }
      out_ += ']';
    }
    if (diagnostic.id != 0)
      fmt::format_to(std::back_inserter(out_), R"(,"partialFingerprints":{{"nuskha/1":"{:016x}"}})",
                     diagnostic.id);
    if (diagnostic.game != 0) {
      fmt::format_to(std::back_inserter(out_), R"(,"properties":{{"game":{},"ply":{},"fen":)",
                     diagnostic.game, diagnostic.ply);
      append_json_string(diagnostic.fen, out_);
      out_ += '}';
    }
    out_ += '}';
    output_(out_);
    out_.clear();
  }
  bool wants_positions() const override { return true; }

  void finish() override {
    fmt::format_to(std::back_inserter(out_),
                   "\n],\"artifacts\":[{}\n],"
                   R"("tool":{{"driver":{{"name":"nuskha","semanticVersion":"{}","rules":[)",
                   artifacts_, version());
    for (const Code code : all_codes()) {
      const CodeInfo& row = info(code);
      out_ += std::size_t(code) == 0 ? "\n" : ",\n";
      fmt::format_to(std::back_inserter(out_),
                     R"({{"id":"{}","name":"{}","defaultConfiguration":{{"level":"{}"}},)", row.tag,
                     row.name, level(row.severity));
      out_ += R"("shortDescription":{"text":)";
      append_json_string(row.text, out_);
      out_ += R"(},"help":{"text":)";
      append_json_string(explanation(code), out_);
      out_ += R"(,"markdown":)";
      append_json_string(explanation(code), out_);
      out_ += "}}";
    }
    out_ += "\n]}}}]}\n";
    output_(out_);
    out_.clear();
  }

 private:
  void artifact_location(const Source& source) {
    out_ += R"("artifactLocation":{"uri":)";
    append_json_string(uri(source.name()), out_);
    fmt::format_to(std::back_inserter(out_), R"(,"index":{}}})", artifact_count_ - 1);
  }

  void region(Span span, const Source& source) {
    const Place begin = source.place(span.begin), end = source.place(span.end);
    const std::uint64_t first = source.byte_offset(span.begin);
    fmt::format_to(std::back_inserter(out_),
                   R"({{"startLine":{},"startColumn":{},"endLine":{},"endColumn":{},)"
                   R"("byteOffset":{},"byteLength":{}}})",
                   begin.line, begin.column, end.line, end.column, first,
                   source.byte_offset(span.end) - first);
  }

  void physical_location(Span span, const Source& source) {
    out_ += R"("physicalLocation":{)";
    artifact_location(source);
    out_ += R"(,"region":)";
    region(span, source);
    out_ += '}';
  }

  Output output_;
  std::string out_;        // what is not written yet
  std::string artifacts_;  // one object a source, for the end
  std::size_t artifact_count_ = 0;
  bool first_ = true;
};

}  // namespace

std::unique_ptr<Renderer> make_sarif_renderer(Output output, bool) {
  return std::make_unique<SarifRenderer>(std::move(output));
}

}  // namespace nuskha::text
