#include <limits>
#include <optional>

#include <CLI/CLI.hpp>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <unistd.h>

#include "commands/commands.hpp"
#include "inputs.hpp"
#include "render.hpp"
#include "rules/fen.hpp"
#include "stream/input.hpp"
#include "variants/chess960.hpp"

namespace nuskha::tools {
namespace {

struct ListOptions {
  VariantOptions variant;
};

struct ShowOptions {
  std::string name;
  VariantOptions variant;
  bool resolved = false;
  bool random = false;
  std::optional<int> number;
  std::optional<std::uint64_t> seed;
  std::string board = "ascii";
};

struct CheckOptions {
  std::vector<std::string> files;
};

Status run_list(const ListOptions& options) {
  const auto registry = open_registry(options.variant);
  if (!registry) return failed;
  for (const std::string& name : registry->names()) {
    const auto spec = registry->spec(name);
    std::string line = fmt::format("{:16} {:>5}  {}", spec->name,
                                   fmt::format("{}x{}", spec->files, spec->ranks), spec->title);
    if (!spec->note.empty()) line += fmt::format(" ({})", spec->note);
    standard_output().write(line + '\n');
  }
  return clean;
}

std::string zone_text(const rules::RankZone& zone, const rules::VariantSpec& spec) {
  if (zone.everywhere()) return {};
  if (spec.frontier > 0 && zone.first == 1 && zone.last == spec.frontier) return " at home";
  if (spec.frontier > 0 && zone.first == spec.frontier + 1 && zone.last == spec.ranks)
    return " beyond";
  if (zone.first == zone.last) return fmt::format(" on rank {}", zone.first);
  return fmt::format(" on ranks {} to {}", zone.first, zone.last);
}

std::string movement_text(const rules::Movement& movement, const rules::VariantSpec& spec) {
  std::string text = movement.betza + zone_text(movement.from, spec);
  if (!movement.within.everywhere()) text += ", staying" + zone_text(movement.within, spec);
  if (movement.jump) text += " (jump)";
  std::vector<std::string> modes;
  for (const std::string& mode : movement.modes) modes.push_back(mode.empty() ? "none" : mode);
  if (!modes.empty()) text += fmt::format(" [{}]", fmt::join(modes, ", "));
  return text;
}

std::string piece_table(const rules::VariantSpec& spec) {
  std::string out = "Pieces (movements in Betza's notation, see docs/formats/variant.md):\n";
  for (const rules::PieceSpec& piece : spec.pieces) {
    std::vector<std::string> movements;
    for (const rules::Movement& movement : piece.movements)
      movements.push_back(movement_text(movement, spec));
    out += fmt::format("  {:3} {:16} {}\n", piece.name, piece.title, fmt::join(movements, "; "));
  }
  return out;
}

Status run_show(const ShowOptions& options) {
  const auto registry = open_registry(options.variant);
  if (!registry) return failed;
  const auto variant = find_variant(*registry, options.name);
  if (!variant) return failed;
  const rules::VariantSpec& spec = variant->spec();
  if (options.resolved) {
    standard_output().write(variants::resolved_file(spec));
    return clean;
  }
  if ((options.number || options.random) && !spec.numbered_arrays) {
    complain(fmt::format("the arrays of {} have no numbers", spec.name));
    return failed;
  }
  std::optional<int> number = options.number;
  std::string digits;
  if (options.random) {
    const variants::CoinDraw draw = variants::draw_by_coins(*options.seed);
    number = draw.number;
    digits =
        fmt::format(", drawn by Northam's coins ({}; his table is lost, this is a reconstruction)",
                    fmt::join(draw.digits, " "));
  }

  rules::AnyPosition position = rules::make_position(*variant);
  const std::string fen = number ? variants::numbered_start_fen(*number) : variant->start_fen();
  std::visit([&](auto& p) { rules::read_fen(fen, p); }, position);
  std::string out = fmt::format("{}: {}\n", spec.name, spec.title);
  // What is said of the array that is shown otherwise does not hold for one that was asked for.
  if (!spec.note.empty() && !number) out += fmt::format("Note: {}\n", spec.note);
  if (!spec.aliases.empty()) out += fmt::format("Also called: {}\n", fmt::join(spec.aliases, ", "));
  if (number) out += fmt::format("Array {}{}\n", *number, digits);
  out += '\n';
  out += draw_board(position, options.board == "unicode" ? BoardStyle::unicode : BoardStyle::ascii);
  out += fmt::format("\nFEN: {}\n\n{}", fen, piece_table(spec));
  standard_output().write(out);
  return clean;
}

Status run_check(const CheckOptions& options) {
  variants::Registry registry;
  const auto renderer = text::make_text_renderer(
      [](std::string_view bytes) { standard_output().write(bytes); }, wants_color(STDOUT_FILENO));
  Status status = clean;
  for (const std::string& path : options.files) {
    const auto source = stream::read_source(path);
    if (!source) {
      complain(source.error());
      status = failed;
      continue;
    }
    Findings found(*renderer);
    found.begin_source(*source);
    const auto variant = registry.add(*source, found);
    found.end_source();
    if (found.counts().total() > 0 && status == clean) status = findings;
    if (variant)
      standard_output().write(fmt::format("{}: {}, {} pieces, {}x{} squares\n", source->name(),
                                          variant->name(), variant->pieces().size(),
                                          variant->files(), variant->ranks()));
  }
  return status;
}

void setup_list(CLI::App& app, Status& status) {
  auto options = std::make_shared<ListOptions>();
  CLI::App* command = app.add_subcommand("list", "List the variants: name, board, title");
  add_variant_file_option(*command, options->variant);
  command->footer("Example:\n  nuskha variant list");
  command->callback([options, &status] { status = run_list(*options); });
}

void setup_show_variant(CLI::App& app, Status& status) {
  auto options = std::make_shared<ShowOptions>();
  CLI::App* command =
      app.add_subcommand("show", "Show a variant: its array and how its pieces move");
  command->add_option("NAME", options->name, "A variant's name, in any spelling")->required();
  CLI::Option* resolved =
      command->add_flag("--resolved", options->resolved,
                        "Print its data file, with everything inherited written out");
  CLI::Option* number =
      command
          ->add_option("--number", options->number,
                       "The array of this number (0 to 959), where arrays have numbers")
          ->type_name("N")
          ->check([](const std::string& word) {
            return complaint_about_number(word, "array number", 0, variants::numbered_arrays - 1);
          });
  CLI::Option* random = command->add_flag("--random", options->random,
                                          "An array drawn by Northam's coins; needs --seed");
  CLI::Option* seed =
      command->add_option("--seed", options->seed, "The seed of the draw, a whole number")
          ->type_name("S")
          ->check([](const std::string& word) {
            return complaint_about_number(word, "seed", 0,
                                          std::numeric_limits<std::int64_t>::max());
          });
  number->excludes(random)->excludes(resolved);
  random->needs(seed)->excludes(resolved);
  seed->needs(random);
  add_choice(*command, "--board", options->board, "board style", {"ascii", "unicode"},
             "Draw with these characters; ascii if not given");
  add_variant_file_option(*command, options->variant);
  command->footer(
      "Examples:\n"
      "  nuskha variant show Dola-Sultan\n"
      "  nuskha variant show chess960 --number 518\n"
      "  nuskha variant show --resolved Dola-Qinwan > my-own.toml");
  command->callback([options, &status] { status = run_show(*options); });
}

void setup_check_variant(CLI::App& app, Status& status) {
  auto options = std::make_shared<CheckOptions>();
  CLI::App* command =
      app.add_subcommand("check", "Report everything that is wrong with variant files");
  command->add_option("FILE", options->files, "TOML files; a later one may inherit from an earlier")
      ->required();
  command->footer("Example:\n  nuskha variant check my-own.toml");
  command->callback([options, &status] { status = run_check(*options); });
}

}  // namespace

void setup_variant(CLI::App& app, Status& status) {
  CLI::App* command =
      app.add_subcommand("variant", "List, show and check the games that are known");
  command->require_subcommand(1);
  command->footer("Example:\n  nuskha variant show Dolasawlajane");
  setup_list(*command, status);
  setup_show_variant(*command, status);
  setup_check_variant(*command, status);
}

}  // namespace nuskha::tools
