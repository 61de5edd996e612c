// JUnit XML as Jenkins, GitLab and the others read it: a test suite a source, a test case a game or
// position. A case fails when it has an error or a warning; what is only for information is its
// output. Findings outside every game make a case of their own.
#include <map>
#include <vector>

#include <fmt/format.h>

#include "text/render.hpp"
#include "text/utf8.hpp"

namespace nuskha::text {
namespace {

// XML 1.0 has no way to write most control characters; they become U+FFFD.
void append_xml(std::string_view text, std::string& out) {
  for (std::size_t i = 0; i < text.size();) {
    const CodePoint c = decode_utf8(text, i);
    const std::size_t size = std::max<std::size_t>(c.size, 1);
    if (c.size == 0 || (c.value < 0x20 && c.value != '\n' && c.value != '\t') ||
        c.value == 0xFFFE || c.value == 0xFFFF)
      append_utf8(replacement_character, out);
    else if (c.value == '<')
      out += "&lt;";
    else if (c.value == '>')
      out += "&gt;";
    else if (c.value == '&')
      out += "&amp;";
    else if (c.value == '"')
      out += "&quot;";
    else
      out += text.substr(i, size);
    i += size;
  }
}

class JunitRenderer final : public Renderer {
 public:
  explicit JunitRenderer(Output output)
      : output_(std::move(output)),
        as_text_(make_text_renderer([this](std::string_view text) { rendered_ = text; }, false)) {
    output_("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites name=\"nuskha\">\n");
  }

  void render(const Diagnostic& diagnostic, const Source& source) override {
    as_text_->render(diagnostic, source);
    Findings& findings = open_[diagnostic.game];
    const CodeInfo& code = info(diagnostic.code);
    if (code.severity == Severity::info) {
      findings.output += rendered_;
      return;
    }
    if (findings.failures++ == 0) {
      findings.type = code.tag;
      findings.message = diagnostic.message();
    }
    findings.body += rendered_;
  }

  void end_game(std::uint32_t game, std::string_view title, bool rejected) override {
    games_.push_back({game, std::string(title), rejected});
  }

  void end_source(const Source& source) override {
    std::string cases;
    std::size_t count = 0, failed = 0;
    const auto add = [&](std::string_view title, const Findings& findings) {
      ++count;
      failed += findings.failures > 0;
      append_case(source, title, findings, cases);
    };
    for (const Game& game : games_) {
      auto found = open_.extract(game.number);
      Findings findings = found ? std::move(found.mapped()) : Findings{};
      if (game.rejected && findings.failures == 0) {
        findings.failures = 1;
        findings.type = "rejected";
        findings.message = "not replayed to its end";
      }
      add(game.title, findings);
    }
    for (const auto& [number, findings] : open_)
      add(number == 0 ? std::string("outside any game") : fmt::format("game {}", number), findings);
    std::string out = "<testsuite name=\"";
    append_xml(source.name(), out);
    fmt::format_to(std::back_inserter(out),
                   "\" tests=\"{}\" failures=\"{}\" errors=\"0\" skipped=\"0\">\n{}</testsuite>\n",
                   count, failed, cases);
    output_(out);
    games_.clear();
    open_.clear();
  }

  void finish() override { output_("</testsuites>\n"); }

 private:
  struct Findings {
    std::size_t failures = 0;
    std::string_view type;
    std::string message, body, output;
  };
  struct Game {
    std::uint32_t number;
    std::string title;
    bool rejected;
  };

  static void append_case(const Source& source, std::string_view title, const Findings& findings,
                          std::string& out) {
    out += "<testcase classname=\"";
    append_xml(source.name(), out);
    out += "\" name=\"";
    append_xml(title, out);
    out += '"';
    if (findings.failures == 0 && findings.output.empty()) {
      out += "/>\n";
      return;
    }
    out += ">\n";
    if (findings.failures > 0) {
      out += "<failure message=\"";
      append_xml(findings.message, out);
      if (findings.failures > 1)
        fmt::format_to(std::back_inserter(out), " (and {} more)", findings.failures - 1);
      fmt::format_to(std::back_inserter(out), "\" type=\"{}\">\n", findings.type);
      append_xml(findings.body, out);
      out += "</failure>\n";
    }
    if (!findings.output.empty()) {
      out += "<system-out>\n";
      append_xml(findings.output, out);
      out += "</system-out>\n";
    }
    out += "</testcase>\n";
  }

  Output output_;
  std::string rendered_;
  std::unique_ptr<Renderer> as_text_;
  std::vector<Game> games_;                 // of this source, finished
  std::map<std::uint32_t, Findings> open_;  // of this source, by game
};

}  // namespace

std::unique_ptr<Renderer> make_junit_renderer(Output output, bool) {
  return std::make_unique<JunitRenderer>(std::move(output));
}

}  // namespace nuskha::text
