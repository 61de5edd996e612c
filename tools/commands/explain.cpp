#include "text/explain.hpp"

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include "commands/commands.hpp"
#include "text/diagnostic.hpp"
#include "text/nearest.hpp"

namespace nuskha::tools {
namespace {

struct ExplainOptions {
  std::string code;
};

Status list_codes() {
  for (const text::Code code : text::all_codes()) {
    const text::CodeInfo& info = text::info(code);
    standard_output().write(
        fmt::format("{} {:8} {}\n", info.tag, text::to_string(info.severity), info.name));
  }
  return clean;
}

Status run_explain(const ExplainOptions& options) {
  if (options.code.empty()) return list_codes();
  const auto code = text::find_code(options.code);
  if (!code) {
    std::vector<std::string_view> names;
    for (const text::Code known : text::all_codes()) {
      names.push_back(text::info(known).tag);
      names.push_back(text::info(known).name);
    }
    const auto near = text::nearest(options.code, names);
    complain(fmt::format("no finding is called '{}'{}; `nuskha explain` lists them all",
                         options.code,
                         near ? fmt::format(" (did you mean '{}'?)", *near) : std::string()));
    return failed;
  }
  const text::CodeInfo& info = text::info(*code);
  standard_output().write(fmt::format("{} {} ({})\n\n{}\n", info.tag, info.name,
                                      text::to_string(info.severity), text::explanation(*code)));
  return clean;
}

}  // namespace

void setup_explain(CLI::App& app, Status& status) {
  auto options = std::make_shared<ExplainOptions>();
  CLI::App* command =
      app.add_subcommand("explain", "Say what a finding means and what to do about it");
  command->add_option("CODE", options->code, "A finding's tag or name; none lists all");
  command->footer(
      "Examples:\n"
      "  nuskha explain M201\n"
      "  nuskha explain illegal-move");
  command->callback([options, &status] { status = run_explain(*options); });
}

}  // namespace nuskha::tools
