#include <CLI/CLI.hpp>
#include <fmt/format.h>
#include <unistd.h>

#include "commands/commands.hpp"
#include "inputs.hpp"

namespace nuskha::tools {
namespace {

constexpr const char* text_format = "text";

struct CheckOptions {
  std::vector<std::string> files;
  InputOptions input;
  std::string format = text_format;
};

Status run_check(const CheckOptions& options) {
  const auto registry = open_registry(options.input.variant);
  if (!registry) return failed;
  Progress progress;
  standard_output().before_write = [&] { progress.clear(); };
  standard_error().before_write = [&] { progress.clear(); };
  const auto renderer = text::find_renderer(options.format)
                            ->make([](std::string_view bytes) { standard_output().write(bytes); },
                                   wants_color(STDOUT_FILENO));
  Findings findings(*renderer);
  // What a program reads from standard output must hold nothing else.
  Sink& summaries = options.format == text_format ? standard_output() : standard_error();
  writers::Writer nowhere;
  replay::Options replay;
  replay.variant = options.input.variant.name;
  const RunResult result =
      run_over(options.files, options.input, *registry, replay, nowhere, findings, progress,
               [&](const text::Source& source, const Totals& totals) {
                 summaries.write(fmt::format("{}: {}\n", source.name(), summary(totals)));
               });
  renderer->finish();
  if (options.files.size() > 1)
    summaries.write(fmt::format("all {} files: {}\n", result.totals.files, summary(result.totals)));
  progress.clear();
  standard_output().before_write = nullptr;
  standard_error().before_write = nullptr;
  return result.status();
}

}  // namespace

void setup_check(CLI::App& app, Status& status) {
  auto options = std::make_shared<CheckOptions>();
  CLI::App* command =
      app.add_subcommand("check", "Replay games and report everything that is wrong with them");
  command->add_option(
      "FILE", options->files,
      "Texts with games in them, read in this order; `-` or none is standard input");
  add_input_options(*command, options->input);
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
      "output, or on standard error where the report is for programs.\n\nFormats:{}\n\n"
      "Examples:\n"
      "  nuskha check game.txt\n"
      "  nuskha check --format sarif *.txt > findings.sarif",
      listing));
  command->callback([options, &status] { status = run_check(*options); });
}

}  // namespace nuskha::tools
