// JUnit XML as Jenkins, GitLab and the others read it: a test suite a source, a test case a game or
// position. A case fails when it has an error or a warning; what is only for information is its
// output. Findings outside every game make a case of their own. What the suite says about all its
// cases stands before them, so a source with more than fits in memory becomes several suites of the
// same name.
#include <map>

#include <fmt/format.h>

#include "text/render.hpp"
#include "text/utf8.hpp"

namespace nuskha::text {
namespace {

constexpr std::string_view outside = "outside any game";
constexpr std::size_t suite_bytes = 1 << 20;  // a suite ends with the case that exceeds it

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

  void begin_source(const Source& source) override {
    name_ = source.name();
    suites_ = 0;
  }

  void render(const Diagnostic& diagnostic, const Source& source) override {
    as_text_->render(diagnostic, source);
    Findings& findings = open_[diagnostic.game];
    const CodeInfo& code = info(diagnostic.code);
    if (code.severity == Severity::info) {
      findings.output += rendered_;
    } else {
      if (findings.failures++ == 0) {
        findings.type = code.tag;
        findings.message = diagnostic.message();
      }
      findings.body += rendered_;
    }
    if (diagnostic.game == 0 && findings.body.size() + findings.output.size() > suite_bytes) {
      append_case(outside, findings);
      open_.erase(0);
    }
  }

  bool wants_games() const override { return true; }
  void end_game(std::uint32_t game, std::string_view title, bool rejected) override {
    auto found = open_.extract(game);
    Findings findings = found ? std::move(found.mapped()) : Findings{};
    if (rejected && findings.failures == 0) {
      findings.failures = 1;
      findings.type = "rejected";
      findings.message = "not replayed to its end";
    }
    append_case(title, findings);
  }

  void end_source(const Source&, bool) override {
    for (const auto& [number, findings] : open_)
      append_case(number == 0 ? std::string(outside) : fmt::format("game {}", number), findings);
    open_.clear();
    if (cases_ > 0 || suites_ == 0) end_suite();
  }

  void finish() override { output_("</testsuites>\n"); }

 private:
  struct Findings {
    std::size_t failures = 0;
    std::string_view type;
    std::string message, body, output;
  };

  void append_case(std::string_view title, const Findings& findings) {
    ++cases_;
    failed_ += findings.failures > 0;
    suite_ += "<testcase classname=\"";
    append_xml(name_, suite_);
    suite_ += "\" name=\"";
    append_xml(title, suite_);
    suite_ += '"';
    if (findings.failures == 0 && findings.output.empty()) {
      suite_ += "/>\n";
    } else {
      suite_ += ">\n";
      append_findings(findings);
      suite_ += "</testcase>\n";
    }
    if (suite_.size() > suite_bytes) end_suite();
  }

  void append_findings(const Findings& findings) {
    if (findings.failures > 0) {
      suite_ += "<failure message=\"";
      append_xml(findings.message, suite_);
      if (findings.failures > 1)
        fmt::format_to(std::back_inserter(suite_), " (and {} more)", findings.failures - 1);
      fmt::format_to(std::back_inserter(suite_), "\" type=\"{}\">\n", findings.type);
      append_xml(findings.body, suite_);
      suite_ += "</failure>\n";
    }
    if (!findings.output.empty()) {
      suite_ += "<system-out>\n";
      append_xml(findings.output, suite_);
      suite_ += "</system-out>\n";
    }
  }

  void end_suite() {
    std::string head = "<testsuite name=\"";
    append_xml(name_, head);
    fmt::format_to(std::back_inserter(head),
                   "\" tests=\"{}\" failures=\"{}\" errors=\"0\" skipped=\"0\">\n", cases_,
                   failed_);
    output_(head);
    output_(suite_);
    output_("</testsuite>\n");
    suite_.clear();
    cases_ = failed_ = 0;
    ++suites_;
  }

  Output output_;
  std::string rendered_;
  std::unique_ptr<Renderer> as_text_;
  std::string name_;                        // of the source
  std::map<std::uint32_t, Findings> open_;  // of its games that have not ended
  std::string suite_;                       // its cases
  std::size_t cases_ = 0, failed_ = 0;
  std::size_t suites_ = 0;  // of the source, written
};

}  // namespace

std::unique_ptr<Renderer> make_junit_renderer(Output output, bool) {
  return std::make_unique<JunitRenderer>(std::move(output));
}

}  // namespace nuskha::text
