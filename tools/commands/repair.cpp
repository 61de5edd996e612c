#include <algorithm>
#include <array>
#include <iostream>
#include <memory>
#include <optional>

#include <CLI/CLI.hpp>
#include <fmt/format.h>
#include <unistd.h>

#include "commands/commands.hpp"
#include "edits.hpp"
#include "inputs.hpp"
#include "interview.hpp"
#include "lessons.hpp"
#include "output_file.hpp"
#include "repair/costs.hpp"
#include "repair/mend.hpp"
#include "stream/compress.hpp"
#include "stream/input.hpp"
#include "writers/formats.hpp"

namespace nuskha::tools {
namespace {

constexpr const char* text_format = "text";
constexpr const char* default_profile = "typed";
constexpr std::int64_t most_alternatives = 20;

struct Accepted {
  std::string_view name;
  double probability;
};
constexpr std::array<Accepted, 3> degrees = {
    {{"certain", repair::certain}, {"likely", repair::likely}, {"all", 0}}};

struct RepairOptions {
  RunOptions run;
  std::string format;
  std::string output;
  std::string report = text_format;
  std::string accept{degrees[0].name};
  std::string profile = default_profile;
  std::size_t alternatives = 3;
  bool in_place = false;
  bool diff = false;
  bool ask = false;
  std::string corpus;  // `--learn`
};

// A built-in model, or that of a file. Nothing after saying what is wrong.
std::optional<repair::Costs> open_costs(const std::string& name) {
  if (const repair::Costs* builtin = repair::builtin_costs(name)) return *builtin;
  const auto source = stream::read_source(name);
  if (!source) {
    std::vector<std::string_view> names;
    const std::vector<std::string> known = repair::builtin_costs_names();
    names.assign(known.begin(), known.end());
    complain(name.ends_with(".toml")
                 ? source.error()
                 : complaint_about(name, "profile, and no file can be read there", names));
    return std::nullopt;
  }
  const auto renderer = text::make_text_renderer(
      [](std::string_view bytes) { standard_error().write(bytes); }, wants_color(STDERR_FILENO));
  Findings findings(*renderer);
  findings.begin_source(*source);
  auto costs = repair::load_costs(*source, findings);
  findings.end_source();
  return costs;
}

// To standard output, or to a file that appears whole.
Status write_whole(const std::string& path, std::string_view text) {
  if (path.empty() || path == "-") {
    standard_output().write(text);
    return clean;
  }
  auto file = OutputFile::open(path);
  if (!file) {
    complain(file.error());
    return failed;
  }
  (*file)->sink().write(text);
  if (const auto done = (*file)->commit(); !done) {
    complain(done.error());
    return failed;
  }
  return clean;
}

Status run_learn(const RepairOptions& options, const variants::Registry& registry,
                 const repair::Costs& costs) {
  const auto renderer = text::find_renderer(options.report)
                            ->make([](std::string_view bytes) { standard_error().write(bytes); },
                                   wants_color(STDERR_FILENO));
  Findings findings(*renderer);
  const auto lessons =
      learn(options.corpus, options.run.input, options.run.pieces_in, registry, costs, findings);
  renderer->finish();
  if (!lessons) return failed;
  const Status written = write_whole(options.output, lessons->model);
  return written == clean && lessons->has_findings ? Status::findings : written;
}

Status run_repair(RepairOptions& options) {
  const auto registry = open_registry(options.run);
  if (!registry) return failed;
  const std::optional<repair::Costs> costs = open_costs(options.profile);
  if (!costs) return failed;
  if (!options.corpus.empty()) return run_learn(options, *registry, *costs);

  repair::MendOptions mending{.costs = &*costs,
                              .forgiven = options.run.forgiven,
                              .alphabet = options.run.pieces_in,
                              .alternatives = options.alternatives};
  for (const Accepted& degree : degrees)
    if (degree.name == options.accept) mending.accepted = degree.probability;
  std::optional<Interview> interview;
  if (options.ask) {
    const auto& files = options.run.files;
    if (!is_terminal(STDIN_FILENO) || files.empty() ||
        std::find(files.begin(), files.end(), stream::standard_input) != files.end()) {
      complain("--ask asks at a terminal, and standard input is none");
      return failed;
    }
    interview.emplace(
        std::cin,
        [](std::string_view text) {
          standard_error().write(text);
          standard_error().flush();
        },
        *registry, BoardStyle::ascii);
    mending.ask = [&](const repair::Question& question) { return interview->ask(question); };
    options.run.jobs = 1;  // questions come in the order of the games
  }

  const bool changes_files = options.in_place || options.diff;
  const writers::Format* format =
      options.format.empty() ? &writers::format_of_file(stream::without_compression(options.output))
                             : writers::find_format(options.format);
  std::unique_ptr<OutputFile> file;
  if (!options.output.empty() && options.output != "-") {
    auto opened = OutputFile::open(options.output);
    if (!opened) {
      complain(opened.error());
      return failed;
    }
    file = std::move(*opened);
  }
  Edits edits(options.in_place ? Edits::Way::in_place : Edits::Way::patch, options.run.files);
  replay::Options replay = replay_options(options.run);
  Destination destination;
  destination.mending = &mending;
  if (changes_files) {
    destination.edits = &edits;
  } else {
    destination.format = format;
    destination.out = file ? &file->sink() : &standard_output();
    replay.alphabet = format->alphabet;
  }
  const auto renderer = text::find_renderer(options.report)
                            ->make([](std::string_view bytes) { standard_error().write(bytes); },
                                   wants_color(STDERR_FILENO));
  Findings findings(*renderer);
  const RunResult result = run_over(options.run, *registry, replay, destination, findings,
                                    [](std::string_view, const Totals&) {});
  renderer->finish();
  if (options.report == text_format) standard_error().write(summary(result.totals) + '\n');
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

void setup_repair(CLI::App& app, Status& status) {
  auto options = std::make_shared<RepairOptions>();
  CLI::App* command =
      app.add_subcommand("repair", "Find what was meant where a game is written wrongly");
  add_run_options(*command, options->run);
  add_pieces_in_option(*command, options->run);
  std::vector<std::string_view> names;
  for (const writers::Format& format : writers::formats()) names.push_back(format.name);
  add_choice(*command, "--to", options->format, "format", names,
             fmt::format("Write the repaired games in this format; if not given, what the name "
                         "after -o ends in, else {}",
                         writers::format_of_file("").name));
  command
      ->add_option("-o,--output", options->output,
                   "Write to this file, which appears whole or not at all")
      ->type_name("OUT");
  command->add_flag("--diff", options->diff,
                    "Write no games, but a patch of the files that `patch -p0` applies");
  command->add_flag("--in-place", options->in_place,
                    "Write no games, but change the files; each stays as it was as FILE.orig");
  std::vector<std::string_view> accepted;
  for (const Accepted& degree : degrees) accepted.push_back(degree.name);
  add_choice(*command, "--accept", options->accept, "degree of certainty", accepted,
             fmt::format("Make the corrections that are right with a probability of at least {} "
                         "(certain, if not given) or {} (likely), or all; the others are proposed",
                         repair::certain, repair::likely));
  command->add_flag("--ask", options->ask,
                    "Ask at the terminal about the corrections that are only proposed otherwise");
  command
      ->add_option("--alternatives", options->alternatives,
                   fmt::format("Name up to so many other readings of a move ({} if not given)",
                               options->alternatives))
      ->type_name("K")
      ->check([](const std::string& word) {
        return complaint_about_number(word, "number of alternatives", 0, most_alternatives);
      });
  std::string profiles;
  for (const std::string& name : repair::builtin_costs_names()) profiles += name + '|';
  command
      ->add_option("--profile", options->profile,
                   fmt::format("How likely each way is to write a move wrongly: a built-in model "
                               "({} if not given) or that of a TOML file",
                               default_profile))
      ->type_name(profiles + "FILE.toml");
  command
      ->add_option(
          "--learn", options->corpus,
          "Repair nothing, but write a model of the slips of a hand: for each FILE of this "
          "folder (or this FILE) beside which FILE.orig stands, the games of the latter "
          "are what was written, and those of FILE are true")
      ->type_name("CORPUS");
  std::vector<std::string_view> reports;
  for (const text::RendererInfo& renderer : text::renderers()) reports.push_back(renderer.name);
  add_choice(*command, "--format", options->report, "format", reports,
             "Report in this format; text if not given");
  command->get_option("--to")->excludes("--diff")->excludes("--in-place");
  command->get_option("--output")->excludes("--diff")->excludes("--in-place");
  command->get_option("--diff")->excludes("--in-place");
  for (const char* other :
       {"FILE", "--to", "--diff", "--in-place", "--accept", "--ask", "--alternatives"})
    command->get_option("--learn")->excludes(other);
  command->footer(fmt::format(
      "Findings go to standard error: each correction with its reason, how sure it is and what\n"
      "else the text may mean, and whatever is still wrong then. A correction that is not made\n"
      "leaves the rest of its game as text, and where no legal moves explain what is written, no\n"
      "ending is made up.\n\n{}\n\n"
      "Examples:\n"
      "  nuskha repair game.txt                     the repaired game as PGN\n"
      "  nuskha repair --diff games/ > games.diff   look at it, then: patch -p0 < games.diff\n"
      "  nuskha repair --in-place --accept likely --ask game.pgn\n"
      "  nuskha repair --profile handwriting scan.pgn\n"
      "  nuskha repair --learn games/ -o our-typist.toml\n"
      "                                             from what --in-place changed and you looked\n"
      "                                             through; then: --profile our-typist.toml",
      input_help));
  command->callback([options, &status] { status = run_repair(*options); });
}

}  // namespace nuskha::tools
