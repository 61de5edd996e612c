#include <algorithm>
#include <array>
#include <memory>
#include <set>

#include <CLI/CLI.hpp>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <unistd.h>

#include "commands/commands.hpp"
#include "inputs.hpp"
#include "output_file.hpp"
#include "writers/formats.hpp"

namespace nuskha::tools {
namespace {

constexpr const char* default_format = "pgn";

// As in writers::MoveStyle.
constexpr std::array<std::string_view, 3> move_styles = {"san", "lan", "uci"};

struct ConvertOptions {
  RunOptions run;
  std::string format;
  std::string output;
  std::string pieces;
  std::string moves{move_styles[0]};
  bool annotate = false;
  std::vector<std::string> given;  // the options of a format that stand on the command line
};

writers::Options writer_options(const ConvertOptions& options) {
  const auto style = std::find(move_styles.begin(), move_styles.end(), options.moves);
  return {.moves = writers::MoveStyle(style - move_styles.begin()), .annotate = options.annotate};
}

// What stands on the command line and would do nothing.
std::string complaint_about_idle(const ConvertOptions& options, const writers::Format& format) {
  const auto heeds = [](const writers::Format& one, const std::string& name) {
    return fmt::format(" {} ", one.options).find(' ' + name + ' ') != std::string::npos;
  };
  for (const std::string& name : options.given) {
    if (heeds(format, name)) continue;
    std::vector<std::string_view> others;
    for (const writers::Format& one : writers::formats())
      if (heeds(one, name)) others.push_back(one.name);
    return fmt::format("--{} does nothing in the format '{}'; it is for {}", name, format.name,
                       fmt::join(others, ", "));
  }
  if (options.moves == "uci" && !options.pieces.empty())
    return "--pieces does nothing with '--moves uci', which has names of its own";
  return {};
}

// The format whose usual file names end so; the default for every other ending.
std::string format_of(const std::string& path) {
  const std::size_t dot = path.rfind('.');
  const std::string extension = dot == std::string::npos ? "" : path.substr(dot + 1);
  if (extension == "txt") return "dola";
  return writers::find_format(extension) ? extension : default_format;
}

// Every piece alphabet that some variant knows.
std::set<std::string> alphabets(const variants::Registry& registry) {
  std::set<std::string> names = {"own"};
  for (const std::string& name : registry.names())
    if (const auto variant = registry.find(name)) names.merge(variant->alphabets());
  return names;
}

Status run_convert(const ConvertOptions& options) {
  const auto registry = open_registry(options.run.input.variant);
  if (!registry) return failed;
  if (!options.pieces.empty()) {
    const std::set<std::string> known = alphabets(*registry);
    const std::string complaint =
        complaint_about(options.pieces, "piece alphabet", {known.begin(), known.end()});
    if (!complaint.empty()) {
      complain(complaint);
      return failed;
    }
  }

  const writers::Format* format =
      writers::find_format(options.format.empty() ? format_of(options.output) : options.format);
  if (const std::string complaint = complaint_about_idle(options, *format); !complaint.empty()) {
    complain(complaint);
    return failed;
  }

  std::unique_ptr<OutputFile> file;
  if (!options.output.empty() && options.output != "-") {
    auto opened = OutputFile::open(options.output);
    if (!opened) {
      complain(opened.error());
      return failed;
    }
    file = std::move(*opened);
  }
  Sink& out = file ? file->sink() : standard_output();

  const auto renderer = text::make_text_renderer(
      [](std::string_view bytes) { standard_error().write(bytes); }, wants_color(STDERR_FILENO));
  Findings findings(*renderer);
  replay::Options replay;
  replay.variant = options.run.input.variant.name;
  replay.alphabet = options.pieces.empty() ? std::string(format->alphabet) : options.pieces;
  const RunResult result =
      run_over(options.run, *registry, replay,
               {.format = format, .writing = writer_options(options), .out = &out}, findings,
               [](std::string_view, const Totals&) {});

  standard_error().write(summary(result.totals) + '\n');
  Status status = result.status();
  if (file && status == failed) {
    complain(fmt::format("'{}' was not written", options.output));
  } else if (file) {
    if (const auto committed = file->commit(); !committed) {
      complain(committed.error());
      status = failed;
    }
  }
  return status;
}

}  // namespace

void setup_convert(CLI::App& app, Status& status) {
  auto options = std::make_shared<ConvertOptions>();
  CLI::App* command =
      app.add_subcommand("convert", "Replay games and write them in another notation, normalised");
  add_run_options(*command, options->run);
  std::vector<std::string_view> names;
  std::string listing;
  for (const writers::Format& format : writers::formats()) {
    names.push_back(format.name);
    listing += fmt::format("\n  {:6} {}", format.name, format.description);
  }
  add_choice(*command, "--to", options->format, "format", names,
             fmt::format("Write this format; if not given, what the name after -o ends in, else {}",
                         default_format));
  command
      ->add_option("-o,--output", options->output,
                   "Write to this file, which appears whole or not at all")
      ->type_name("OUT");
  command
      ->add_option("--pieces", options->pieces,
                   "Name pieces by this alphabet (own, english, …), not the format's usual")
      ->type_name("ALPHABET");
  add_choice(*command, "--moves", options->moves, "style of moves",
             {move_styles.begin(), move_styles.end()},
             "State moves as Nf3 (san, if not given), Ng1-f3 (lan) or g1f3 (uci)");
  command->add_flag("--annotate", options->annotate,
                    "Add comment commands for what a move does not show, such as modes");
  command->footer(
      fmt::format("Findings and a summary go to standard error.\n\n{}\n\nFormats:{}\n\n"
                  "Examples:\n"
                  "  nuskha convert game.txt                      PGN on standard output\n"
                  "  nuskha convert -o games.jsonl a.txt b.txt    one JSON object a game\n"
                  "  nuskha convert --to dola --pieces own - < game.pgn",
                  input_help, listing));
  command->callback([options, command, &status] {
    for (const char* name : {"annotate", "moves"})
      if (command->count(std::string("--") + name) > 0) options->given.emplace_back(name);
    status = run_convert(*options);
  });
}

}  // namespace nuskha::tools
