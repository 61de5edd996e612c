#include <CLI/CLI.hpp>
#include <fmt/format.h>
#include <unistd.h>

#include "commands/commands.hpp"
#include "inputs.hpp"

namespace nuskha::tools {
namespace {

constexpr const char* text_format = "text";

struct CheckOptions {
  RunOptions run;
  std::string format = text_format;
};

Status run_check(const CheckOptions& options) {
  const auto registry = open_registry(options.run.input.variant);
  if (!registry) return failed;
  const auto renderer = text::find_renderer(options.format)
                            ->make([](std::string_view bytes) { standard_output().write(bytes); },
                                   wants_color(STDOUT_FILENO));
  Findings findings(*renderer);
  // What a program reads from standard output must hold nothing else.
  Sink& summaries = options.format == text_format ? standard_output() : standard_error();
  replay::Options replay;
  replay.variant = options.run.input.variant.name;
  const RunResult result = run_over(
      options.run, *registry, replay, {}, findings,
      [&](std::string_view name, const Totals& totals) {
        summaries.write(fmt::format("{}: {}\n", text::printable_line(name), summary(totals)));
      });
  renderer->finish();
  if (result.totals.files > 1)
    summaries.write(fmt::format("all {} files: {}\n", result.totals.files, summary(result.totals)));
  return result.status();
}

}  // namespace

void setup_check(CLI::App& app, Status& status) {
  auto options = std::make_shared<CheckOptions>();
  CLI::App* command =
      app.add_subcommand("check", "Replay games and report everything that is wrong with them");
  add_run_options(*command, options->run);
  std::vector<std::string_view> names;
  std::string listing;
  for (const text::RendererInfo& renderer : text::renderers()) {
    names.push_back(renderer.name);
    listing += fmt::format("\n  {:6} {}", renderer.name, renderer.description);
  }
  add_choice(*command, "--format", options->format, "format", names,
             "Report in this format; text if not given");
  command->footer(fmt::format(
      "Findings go to standard output. A summary of each file and of all follows on standard\n"
      "output, or on standard error where the report is for programs.\n\n{}\n\nFormats:{}\n\n"
      "Examples:\n"
      "  nuskha check game.txt\n"
      "  nuskha check archive/ twic1200.zip games.pgn.zst\n"
      "  nuskha check --format sarif *.txt > findings.sarif",
      input_help, listing));
  command->callback([options, &status] { status = run_check(*options); });
}

}  // namespace nuskha::tools
