#include "rules/perft.hpp"

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include "commands/commands.hpp"
#include "inputs.hpp"
#include "notation/notation.hpp"
#include "record/spell.hpp"
#include "rules/fen.hpp"
#include "variants/chess960.hpp"

namespace nuskha::tools {
namespace {

// Beyond this no count fits 64 bits in any game, and none could be waited for.
constexpr int deepest = 20;
constexpr const char* default_variant = "chess";

struct PerftOptions {
  std::string game;   // the depth where only one argument is given
  std::string depth;  // may be empty
  std::string fen;
  bool divide = false;
  std::optional<int> number;
  VariantOptions variant;
};

template <class Bits>
std::string coordinates(const rules::Position<Bits>& position, const notation::Alphabet& alphabet,
                        rules::Move move) {
  const record::WrittenMove written =
      notation::write_down(position, alphabet, move, notation::Style::coordinate);
  std::string text;
  record::spell_square(written.from, text);
  record::spell_square(written.to, text);
  for (const char c : written.promotion.view()) text += c >= 'A' && c <= 'Z' ? char(c + 32) : c;
  return text;
}

template <class Bits>
void divide(const rules::Position<Bits>& position, int depth) {
  const notation::Alphabet alphabet(position.variant(), "own");
  std::uint64_t total = 0;
  std::vector<rules::Move> moves;
  position.legal_moves(moves);
  for (const rules::Move move : moves) {
    rules::Position<Bits> next = position;
    next.play(move);
    const std::uint64_t nodes = rules::perft(next, depth - 1);
    total += nodes;
    standard_output().write(fmt::format("{}: {}\n", coordinates(position, alphabet, move), nodes));
  }
  standard_output().write(fmt::format("{}\n", total));
}

template <class Bits>
void count(const rules::Position<Bits>& position, int depth) {
  for (int d = 1; d <= depth; ++d) {
    standard_output().write(fmt::format("{} {}\n", d, rules::perft(position, d)));
    standard_output().flush();  // the next depth takes much longer
  }
}

Status run_perft(const PerftOptions& options) {
  const bool names_game = !options.depth.empty();
  const std::string& depth_text = names_game ? options.depth : options.game;
  const std::string bad_depth = complaint_about_number(depth_text, "depth", 1, deepest);
  if (!bad_depth.empty()) {
    complain(bad_depth);
    return failed;
  }
  const int depth = std::stoi(depth_text);
  const auto registry = open_registry(options.variant);
  if (!registry) return failed;
  std::string name = options.variant.name;
  if (names_game) {
    if (!name.empty()) {
      complain("the game is named twice, as an argument and with --variant");
      return failed;
    }
    name = options.game;
  } else if (name.empty()) {
    if (options.fen.empty()) {
      complain("a game and a depth are needed, or --fen and a depth");
      return failed;
    }
    name = default_variant;
  }
  const auto variant = find_variant(*registry, name);
  if (!variant) return failed;

  std::string fen = options.fen.empty() ? variant->start_fen() : options.fen;
  if (options.number) {
    if (!variant->spec().numbered_arrays || !options.fen.empty()) {
      complain(options.fen.empty()
                   ? fmt::format("the arrays of {} have no numbers", variant->name())
                   : "a position has no array number");
      return failed;
    }
    fen = variants::numbered_start_fen(*options.number);
  }
  return std::visit(
      [&](auto position) {
        const rules::SetupReport report = rules::read_fen(fen, position);
        for (const auto& item : report.items)
          complain(fmt::format("FEN, at its character {}: {}", item.offset + 1, item.detail));
        if (!report.playable()) return failed;
        if (options.divide)
          divide(position, depth);
        else
          count(position, depth);
        return report.items.empty() ? clean : findings;
      },
      rules::make_position(*variant));
}

}  // namespace

void setup_perft(CLI::App& app, Status& status) {
  auto options = std::make_shared<PerftOptions>();
  CLI::App* command =
      app.add_subcommand("perft", "Count the legal games of a length, to compare move generators");
  command->add_option("GAME", options->game, "A variant's name; may be left out with --fen")
      ->required();
  command->add_option("DEPTH", options->depth, "The number of plies");
  command->add_option("--fen", options->fen, "Count from this position")->type_name("FEN");
  command->add_flag("--divide", options->divide, "Count after each move of the first ply apart");
  command
      ->add_option("--number", options->number,
                   "Start from the array of this number, where arrays have numbers (0 to 959)")
      ->type_name("N")
      ->check([](const std::string& word) {
        return complaint_about_number(word, "array number", 0, variants::numbered_arrays - 1);
      });
  add_variant_options(*command, options->variant,
                      "The game of the position after --fen; chess if not given");
  command->footer(
      "Prints a line for each depth up to DEPTH: the depth and the count.\n\n"
      "Examples:\n"
      "  nuskha perft Dola-Sultan 3\n"
      "  nuskha perft chess960 --number 0 4\n"
      "  nuskha perft --fen '4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1' 3 --divide");
  command->callback([options, &status] { status = run_perft(*options); });
}

}  // namespace nuskha::tools
