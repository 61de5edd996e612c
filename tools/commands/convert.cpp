#include <algorithm>
#include <array>
#include <memory>

#include <CLI/CLI.hpp>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <unistd.h>

#include "commands/commands.hpp"
#include "inputs.hpp"
#include "notation/notation.hpp"
#include "output_file.hpp"
#include "split_files.hpp"
#include "stream/compress.hpp"
#include "stream/selection.hpp"
#include "text/nearest.hpp"
#include "writers/formats.hpp"
#include "writers/parts.hpp"
#include "writers/pgn.hpp"

namespace nuskha::tools {
namespace {

// As in writers::MoveStyle.
constexpr std::array<std::string_view, 3> move_styles = {"san", "lan", "uci"};

// As in writers::TagOrder.
constexpr std::array<std::string_view, 3> tag_orders = {"sorted", "input", "roster"};

constexpr int default_width = writers::Options{}.width;
constexpr std::int64_t most_width = 10'000;
constexpr std::int64_t most_games_a_file = 1'000'000'000;
// As in OnError.
constexpr std::array<std::string_view, 4> error_ways = {"keep", "truncate", "skip", "fail"};

struct ConvertOptions {
  RunOptions run;
  std::string format;
  std::string output;
  std::string pieces;
  std::string moves{move_styles[0]};
  std::string tags{tag_orders[0]};
  std::string without;
  int width = default_width;
  bool reduced = false;
  bool annotate = false;
  bool positions = false;
  std::string select;
  std::string split;
  std::string on_error{error_ways[0]};
  std::vector<std::string> given;  // the options of a format that stand on the command line
};

std::vector<std::string_view> words(std::string_view list) {
  std::vector<std::string_view> out;
  for (;;) {
    const std::size_t comma = list.find_first_of(",\n");
    out.push_back(list.substr(0, comma));
    if (comma == list.npos) return out;
    list.remove_prefix(comma + 1);
  }
}

template <class Enum, std::size_t size>
Enum named(const std::string& name, const std::array<std::string_view, size>& names) {
  return Enum(std::find(names.begin(), names.end(), name) - names.begin());
}

writers::Options writer_options(const ConvertOptions& options) {
  writers::Options writing{.moves = named<writers::MoveStyle>(options.moves, move_styles),
                           .tags = named<writers::TagOrder>(options.tags, tag_orders),
                           .without = {},
                           .annotate = options.annotate,
                           .width = options.width,
                           .positions = options.positions};
  for (const std::string_view name : words(options.without))
    for (const writers::PartName& part : writers::part_names())
      if (part.name == name) writing.without.*part.part = true;
  if (options.reduced) {
    writing.tags = writers::TagOrder::roster;
    writing.without.comments = writing.without.nags = writing.without.variations = true;
  }
  return writing;
}

bool is_number(std::string_view word) {
  if (word.starts_with('-')) word.remove_prefix(1);
  return !word.empty() && word.find_first_not_of("0123456789") == std::string_view::npos;
}

// Of `--split`: a number of games or a tag's name.
std::string complaint_about_split(std::string_view word) {
  if (is_number(word))
    return complaint_about_number(word, "number of games a file", 1, most_games_a_file);
  if (std::all_of(word.begin(), word.end(), writers::is_tag_name_char)) return {};
  return fmt::format("'{}' is neither a number of games nor the name of a tag", word);
}

// Of `--split`, that no game had a value for.
std::string complaint_about_tag(const std::string& name) {
  constexpr std::array<std::string_view, 20> usual = {
      "Event",   "Site",    "Date",      "Round",     "White",       "Black",    "Result",
      "Variant", "ECO",     "Opening",   "Variation", "WhiteElo",    "BlackElo", "TimeControl",
      "UTCDate", "UTCTime", "EventDate", "Annotator", "Termination", "WhiteTeam"};
  const auto near = text::nearest(name, usual);
  return fmt::format("no game says anything in the tag '{}'{}", name,
                     near && *near != name ? fmt::format(" (did you mean '{}'?)", *near) : "");
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
  if (options.reduced && options.tags != tag_orders[0])
    return "--reduced has the tags of the roster; --tags does nothing beside it";
  if (!options.split.empty() && (options.output.empty() || options.output == "-"))
    return "--split needs the folder to write into: -o FOLDER";
  if (options.moves == "uci" && !options.pieces.empty())
    return "--pieces does nothing with '--moves uci', which has names of its own";
  return {};
}

// Of the files of a folder, whose name says how they are compressed.
std::string extension_of(const writers::Format& format, std::string_view folder) {
  const std::size_t plain = stream::without_compression(folder).size();
  return (format.name == "dola" ? "txt" : std::string(format.name)) +
         std::string(folder.substr(plain));
}

// "games" of "games/".
std::string_view without_slashes(std::string_view folder) {
  while (folder.size() > 1 && folder.ends_with('/')) folder.remove_suffix(1);
  return folder;
}

bool has_capital_names(const variants::Registry& registry, const std::string& alphabet) {
  const auto is_capital = [](char c) { return c >= 'A' && c <= 'Z'; };
  for (const std::string& known : registry.names()) {
    const auto variant = registry.find(known);
    if (!variant || !variant->alphabets().contains(alphabet)) continue;
    const notation::Alphabet names(*variant, alphabet);
    for (rules::PieceType type = 0; type < variant->pieces().size(); ++type) {
      const record::PieceName packed = names.name(type);
      const std::string_view name = packed.view();
      if (name.size() > 2 || !std::all_of(name.begin(), name.end(), is_capital)) return false;
    }
  }
  return true;
}

// What would be written and not be read again.
std::string complaint_about_names(const ConvertOptions& options, const writers::Format& format,
                                  const variants::Registry& registry) {
  if (!format.capital_names || options.pieces.empty() ||
      has_capital_names(registry, options.pieces))
    return {};
  return fmt::format(
      "the format '{}' has one or two capitals for a piece, and the alphabet '{}' has other names",
      format.name, options.pieces);
}

Status run_convert(const ConvertOptions& options) {
  const auto registry = open_registry(options.run);
  if (!registry) return failed;
  if (const std::string complaint = complaint_about_alphabet(options.pieces, *registry);
      !complaint.empty()) {
    complain(complaint);
    return failed;
  }

  const std::string_view output = without_slashes(options.output);
  const writers::Format* format =
      options.format.empty() ? &writers::format_of_file(stream::without_compression(output))
                             : writers::find_format(options.format);
  if (const std::string complaint = complaint_about_idle(options, *format); !complaint.empty()) {
    complain(complaint);
    return failed;
  }
  if (const std::string complaint = complaint_about_names(options, *format, *registry);
      !complaint.empty()) {
    complain(complaint);
    return failed;
  }

  std::unique_ptr<OutputFile> file;
  std::unique_ptr<SplitFiles> files;
  if (!options.split.empty()) {
    const std::uint64_t games = is_number(options.split) ? std::stoull(options.split) : 0;
    auto opened = SplitFiles::open(options.output, extension_of(*format, output), games);
    if (!opened) {
      complain(opened.error());
      return failed;
    }
    files = std::move(*opened);
  } else if (!options.output.empty() && options.output != "-") {
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
  const auto named = std::find(error_ways.begin(), error_ways.end(), options.on_error);
  const auto on_error = OnError(named - error_ways.begin());
  replay::Options replay = replay_options(options.run);
  replay.truncate = on_error == OnError::truncate;
  replay.alphabet = options.pieces.empty() ? std::string(format->alphabet) : options.pieces;
  Destination destination{
      .format = format, .writing = writer_options(options), .on_error = on_error};
  if (files) {
    destination.split = files.get();
    destination.split_by = options.split;
  } else {
    destination.out = &out;
  }
  const auto selection = stream::Selection::read(options.select);
  if (selection) destination.select = &*selection;
  const RunResult result = run_over(options.run, *registry, replay, destination, findings,
                                    [](std::string_view, const Totals&) {});

  standard_error().write(summary(result.totals) + '\n');
  Status status = result.status();
  if (result.stopped) complain("stopped at the first game with an error");
  if (selection && !result.stopped && selection->last_begin() > result.games_seen) {
    complain(fmt::format("there is no game {}: the input holds {}", selection->last_begin(),
                         result.games_seen));
    status = failed;
  }
  if (files && !is_number(options.split) && !files->has_values()) {
    complain(complaint_about_tag(options.split));
    status = failed;
  }
  if ((file || files) && status == failed) {
    complain(fmt::format("'{}' was not written", options.output));
  } else if (file || files) {
    if (const auto committed = file ? file->commit() : files->commit(); !committed) {
      complain(committed.error());
      status = failed;
    } else if (files) {
      if (const auto others = files->others(); !others.empty())
        complain(fmt::format("'{}' holds {} more .{} {} than this run wrote: {}{}", options.output,
                             others.size(), extension_of(*format, output),
                             others.size() == 1 ? "file" : "files", *others.begin(),
                             others.size() == 1 ? "" : " and others"));
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
  add_pieces_in_option(*command, options->run);
  add_profile_option(*command, options->run);
  std::vector<std::string_view> names;
  std::string listing;
  for (const writers::Format& format : writers::formats()) {
    names.push_back(format.name);
    listing += fmt::format("\n  {:6} {}", format.name, format.description);
  }
  add_choice(*command, "--to", options->format, "format", names,
             fmt::format("Write this format; if not given, what the name after -o ends in, else {}",
                         writers::format_of_file("").name));
  command
      ->add_option(
          "-o,--output", options->output,
          "Write to this file, which appears whole or not at all, compressed if its name ends in "
          ".gz, .bz2, .xz or .zst; with --split, into this folder, whose name says the same of its "
          "files")
      ->type_name("OUT");
  command
      ->add_option("--pieces", options->pieces,
                   "Name pieces by this alphabet (own, english, …), not the format's usual")
      ->type_name("ALPHABET");
  add_choice(*command, "--moves", options->moves, "style of moves",
             {move_styles.begin(), move_styles.end()},
             "State moves as Nf3 (san, if not given), Ng1-f3 (lan) or g1f3 (uci)");
  add_choice(*command, "--tags", options->tags, "order of tags",
             {tag_orders.begin(), tag_orders.end()},
             "Write the seven tags that each game has and then the others in the order of their "
             "names (sorted, if not given), or all as they stand in the text (input), or the seven "
             "alone (roster)");
  std::vector<std::string_view> parts;
  std::string part_listing;
  for (const writers::PartName& part : writers::part_names()) {
    parts.push_back(part.name);
    part_listing += fmt::format("\n  {:10} {}", part.name, part.description);
  }
  command->add_option("--without", options->without, "Leave these out, parted by commas")
      ->type_name(fmt::format("{}", fmt::join(parts, "|")))
      ->multi_option_policy(CLI::MultiOptionPolicy::Join)  // with line ends
      ->check([parts](const std::string& list) {
        std::string complaint;
        for (const std::string_view word : words(list))
          if (complaint.empty())
            complaint = complaint_about(word, "part that can be left out", parts);
        return complaint;
      });
  command->add_flag("--reduced", options->reduced,
                    "Write the standard's reduced export format: seven tags, moves and result");
  command
      ->add_option("--width", options->width,
                   fmt::format("Break lines of moves after so many columns ({} if not given); 0: "
                               "one line a game",
                               default_width))
      ->type_name("N")
      ->check([](const std::string& word) {
        return complaint_about_number(word, "number of columns", 0, most_width);
      });
  command->add_flag("--annotate", options->annotate,
                    "Add comment commands for what a move does not show, such as modes");
  command->add_flag("--positions", options->positions,
                    "Write every position of a game, from its first on, not its last alone");
  command
      ->add_option("--select", options->select,
                   "Read these games alone, by their numbers over the whole input: 1,5-9,100-")
      ->type_name("GAMES")
      ->check([](const std::string& word) {
        return stream::Selection::read(word)
                   ? std::string()
                   : fmt::format("'{}' names no games; write their numbers as in 1,5-9,100-", word);
      });
  command
      ->add_option("--split", options->split,
                   "Write so many games into each file of the folder, or those that have the same "
                   "value of this tag")
      ->type_name("N|TAG")
      ->check(complaint_about_split);
  add_choice(*command, "--on-error", options->on_error, "way to go on",
             {error_ways.begin(), error_ways.end()},
             "Where a game has an error, write what can be played and keep the rest as text (keep, "
             "if not given), or drop the rest (truncate), leave the game out (skip), or stop and "
             "write nothing more (fail)");
  command->footer(
      fmt::format("Findings and a summary go to standard error.\n\n{}\n\nFormats:{}\n\n"
                  "Parts that --without leaves out:{}\n\n"
                  "Examples:\n"
                  "  nuskha convert game.txt                      PGN on standard output\n"
                  "  nuskha convert -o games.jsonl a.txt b.txt    one JSON object a game\n"
                  "  nuskha convert --to dola --pieces own - < game.pgn\n"
                  "  nuskha convert --reduced games.pgn           moves and nothing else\n"
                  "  nuskha convert --select 1,5-9 games.pgn      six games\n"
                  "  nuskha convert --split White -o by-player/ games.pgn",
                  input_help, listing, part_listing));
  command->callback([options, command, &status] {
    for (const char* name :
         {"annotate", "moves", "positions", "reduced", "tags", "width", "without"})
      if (command->count(std::string("--") + name) > 0) options->given.emplace_back(name);
    status = run_convert(*options);
  });
}

}  // namespace nuskha::tools
