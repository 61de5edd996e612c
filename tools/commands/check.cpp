#include <algorithm>
#include <cerrno>
#include <cstring>
#include <fstream>
#include <optional>

#include <CLI/CLI.hpp>
#include <fmt/format.h>
#include <unistd.h>

#include "commands/commands.hpp"
#include "inputs.hpp"
#include "repair/suggest.hpp"

namespace nuskha::tools {
namespace {

constexpr const char* text_format = "text";

struct CheckOptions {
  RunOptions run;
  std::string format = text_format;
  std::string baseline;
  bool draws = false;
  bool suggest = false;
};

// Nothing after saying why.
std::optional<text::Baseline> read_baseline(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  if (!file) {
    complain(fmt::format("'{}': {}", path, std::strerror(errno)));
    return std::nullopt;
  }
  auto baseline = text::Baseline::read(file);
  if (!baseline) {
    complain(fmt::format("'{}': {}", path, baseline.error()));
    return std::nullopt;
  }
  return *std::move(baseline);
}

// Known findings that are gone are good news, and their lines can go too.
void report_not_met(const text::Baseline& baseline, const std::string& path, Sink& out) {
  constexpr std::size_t most = 20;
  const std::string name = text::printable_line(path);
  const std::vector<std::uint64_t> lines = baseline.not_met();
  for (std::size_t i = 0; i < std::min(lines.size(), most); ++i)
    out.write(fmt::format("{}:{}: this finding does not occur any more\n", name, lines[i]));
  out.write(fmt::format("{}: {} known, {} of them not met\n", name,
                        baseline.size() == 1 ? std::string("1 finding is")
                                             : fmt::format("{} findings are", baseline.size()),
                        lines.size()));
}

Status run_check(const CheckOptions& options) {
  const auto registry = open_registry(options.run);
  if (!registry) return failed;
  const auto renderer = text::find_renderer(options.format)
                            ->make([](std::string_view bytes) { standard_output().write(bytes); },
                                   wants_color(STDOUT_FILENO));
  Findings findings(*renderer);
  // What a program reads from standard output must hold nothing else.
  Sink& summaries = options.format == text_format ? standard_output() : standard_error();
  replay::Options replay = replay_options(options.run);
  replay.draws = options.draws;
  std::optional<text::Baseline> baseline;
  if (!options.baseline.empty()) {
    baseline = read_baseline(options.baseline);
    if (!baseline) return failed;
    replay.muted.baseline = &*baseline;
  }
  Destination nowhere;
  nowhere.suggest = options.suggest;
  const RunResult result = run_over(
      options.run, *registry, replay, nowhere, findings,
      [&](std::string_view name, const Totals& totals) {
        summaries.write(fmt::format("{}: {}\n", text::printable_line(name), summary(totals)));
      });
  renderer->finish();
  if (result.totals.files > 1)
    summaries.write(fmt::format("all {} files: {}\n", result.totals.files, summary(result.totals)));
  if (baseline) report_not_met(*baseline, options.baseline, summaries);
  return result.status();
}

}  // namespace

void setup_check(CLI::App& app, Status& status) {
  auto options = std::make_shared<CheckOptions>();
  CLI::App* command =
      app.add_subcommand("check", "Replay games and report everything that is wrong with them");
  add_run_options(*command, options->run);
  add_pieces_in_option(*command, options->run);
  add_profile_option(*command, options->run);
  std::vector<std::string_view> names;
  std::string listing;
  for (const text::RendererInfo& renderer : text::renderers()) {
    names.push_back(renderer.name);
    listing += fmt::format("\n  {:6} {}", renderer.name, renderer.description);
  }
  add_choice(*command, "--format", options->format, "format", names,
             "Report in this format; text if not given");
  command
      ->add_option("--baseline", options->baseline,
                   "Do not report what this report of --format jsonl holds")
      ->type_name("KNOWN");
  command->add_flag("--draws", options->draws,
                    "Report also where repetition or the move rule allow a draw or make one");
  command->add_flag(
      "--suggest", options->suggest,
      fmt::format("Say also what the first move of a game that cannot be played may stand "
                  "for, or which of the {} before it, by these and the {} behind it; "
                  "`nuskha repair` looks at the whole game",
                  repair::looked_back, repair::looked_ahead));
  command->footer(fmt::format(
      "Findings go to standard output. A summary of each file and of all follows on standard\n"
      "output, or on standard error where the report is for programs.\n\n{}\n\nFormats:{}\n\n"
      "Examples:\n"
      "  nuskha check game.txt\n"
      "  nuskha check archive/ twic1200.zip games.pgn.zst\n"
      "  nuskha check --format jsonl games/ > known.jsonl\n"
      "  nuskha check --baseline known.jsonl games/\n"
      "  nuskha check --format sarif *.txt > findings.sarif",
      input_help, listing));
  command->callback([options, &status] { status = run_check(*options); });
}

}  // namespace nuskha::tools
