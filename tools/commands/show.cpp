#include <limits>
#include <optional>

#include <CLI/CLI.hpp>
#include <fmt/format.h>
#include <unistd.h>

#include "commands/commands.hpp"
#include "inputs.hpp"
#include "record/spell.hpp"
#include "render.hpp"
#include "rules/fen.hpp"
#include "stream/convert.hpp"
#include "stream/input.hpp"

namespace nuskha::tools {
namespace {

struct ShowOptions {
  std::string file = stream::standard_input;
  InputOptions input;
  std::uint32_t game = 1;
  std::optional<std::int64_t> ply;
  std::string board = "ascii";
};

struct ShownPly {
  std::string move;     // "45. CFxd8"
  std::string written;  // the text's token
  std::string fen;
};

// Keeps every position of one game's main line.
class OneGame final : public record::PlayedEvents {
 public:
  OneGame(const text::Source& source, std::uint32_t wanted) : source_(source), wanted_(wanted) {}

  record::Wants wants() const override { return {.moves = here_, .names = here_, .fen = here_}; }
  void begin_game(text::Span) override { here_ = ++number_ == wanted_; }
  void end_game(text::Span) override { here_ = false; }
  void start(const record::StartOfPlay& start) override {
    if (!here_) return;
    variant = start.variant;
    pawn_ = start.pawn;
    plies = {{{}, {}, std::string(start.fen)}};
  }
  void begin_variation(text::Span) override { ++depth_; }
  void end_variation(text::Span) override { --depth_; }
  void move(const record::PlayedMove& move) override {
    if (!here_ || depth_ > 0) return;
    ShownPly ply;
    ply.move = fmt::format("{}{} ", move.number, move.side == record::Side::white ? "." : "...");
    record::spell_san(move, pawn_, ply.move);
    if (move.written) ply.written = source_.text(move.written->span);
    ply.fen = move.fen;
    plies.push_back(std::move(ply));
  }

  std::string variant;          // empty: the game did not come, or its variant is unknown
  std::vector<ShownPly> plies;  // from ply 0, the start
  std::uint32_t games() const { return number_; }

 private:
  const text::Source& source_;
  std::uint32_t wanted_;
  std::uint32_t number_ = 0;
  int depth_ = 0;
  bool here_ = false;
  record::PieceName pawn_;
};

std::string heading(const std::string& title, const rules::Variant& variant) {
  std::string text = fmt::format("Game {}\n", text::printable(title));
  const std::string& note = variant.spec().note;
  if (title.find(variant.name()) == std::string::npos) text += fmt::format("{}\n", variant.name());
  if (!note.empty()) text += fmt::format("Note: {}\n", note);
  return text;
}

Status run_show(const ShowOptions& options) {
  const auto registry = open_registry(options.input.variant);
  if (!registry) return failed;
  const auto source = stream::read_source(options.file);
  if (!source) {
    complain(source.error());
    return failed;
  }
  const auto renderer = text::make_text_renderer(
      [](std::string_view bytes) { standard_error().write(bytes); }, wants_color(STDERR_FILENO));
  text::DiagnosticList found;
  Findings shown(*renderer);
  shown.begin_source(*source);

  const readers::Dialect* dialect = options.input.dialect.empty()
                                        ? stream::choose_dialect(*source, shown)
                                        : readers::find_dialect(options.input.dialect);
  if (!dialect) return failed;
  OneGame game(*source, options.game);
  std::string title;
  bool rejected = false;
  stream::Options stream_options;
  stream_options.replay.variant = options.input.variant.name;
  stream_options.on_game = [&](const stream::GameDone& done) {
    if (done.number != options.game) return;
    title = done.title;
    rejected = done.rejected;
  };
  stream::replay_all(*source, *dialect, *registry, stream_options, game, found);

  if (game.games() < options.game) {
    complain(fmt::format("'{}' holds {} game{} or position{}, so there is no number {}",
                         source->name(), game.games(), game.games() == 1 ? "" : "s",
                         game.games() == 1 ? "" : "s", options.game));
    return failed;
  }
  const auto show_why = [&] {
    for (text::Diagnostic& diagnostic : found.items)
      if (diagnostic.game == options.game &&
          text::info(diagnostic.code).severity == text::Severity::error)
        shown.report(std::move(diagnostic));
  };
  const auto variant = registry->find(game.variant);
  if (!variant || game.plies.empty()) {
    complain(fmt::format("game {} has no position to show", options.game));
    show_why();
    return failed;
  }
  const auto last = std::int64_t(game.plies.size()) - 1;
  std::int64_t ply = options.ply.value_or(last);
  if (ply < 0) ply += last + 1;
  if (ply < 0 || ply > last) {
    complain(fmt::format("game {} {} {} pl{}, so there is no ply {}", options.game,
                         rejected ? "could be replayed for" : "has", last, last == 1 ? "y" : "ies",
                         options.ply.value_or(last)));
    if (rejected) show_why();
    return failed;
  }

  rules::AnyPosition position = rules::make_position(*variant);
  const ShownPly& here = game.plies[std::size_t(ply)];
  std::visit([&](auto& p) { rules::read_fen(here.fen, p); }, position);
  std::string out = heading(title, *variant);
  if (last == 0)
    out += "The position as it is given\n";
  else if (ply == 0)
    out += fmt::format("At the start, {} {} follow\n", last, last == 1 ? "ply" : "plies");
  else
    out += fmt::format("After {} (written \"{}\"), ply {} of {}\n", here.move,
                       text::printable(here.written), ply, last);
  if (rejected) out += "The rest of the game could not be replayed\n";
  out += '\n';
  out += draw_board(position, options.board == "unicode" ? BoardStyle::unicode : BoardStyle::ascii);
  out += fmt::format("\n{}\nFEN: {}\n", describe_state(position), here.fen);
  standard_output().write(out);
  return clean;
}

}  // namespace

void setup_show(CLI::App& app, Status& status) {
  auto options = std::make_shared<ShowOptions>();
  CLI::App* command = app.add_subcommand("show", "Draw the position after any ply of a game");
  command->add_option("FILE", options->file,
                      "A text with games in it; `-` or none is standard input");
  command
      ->add_option("--game", options->game,
                   "Which game or position of the file, in their order; the first if not given")
      ->type_name("N")
      ->check([](const std::string& word) {
        return complaint_about_number(word, "game", 1, std::numeric_limits<std::uint32_t>::max());
      });
  command
      ->add_option("--ply", options->ply,
                   "After how many plies: 0 is the start, -1 the last, -2 the one before it; the "
                   "last if not given")
      ->type_name("P")
      ->check([](const std::string& word) {
        constexpr std::int64_t most = std::numeric_limits<std::int32_t>::max();
        return complaint_about_number(word, "ply", -most, most);
      });
  add_choice(*command, "--board", options->board, "board style", {"ascii", "unicode"},
             "Draw with these characters; ascii if not given");
  add_input_options(*command, options->input);
  command->footer(
      "The line across the board is the frontier, where the game has one. White's pieces are\n"
      "capitals, Black's small letters; a mode that counts stands after its piece (SD+CT).\n\n"
      "Examples:\n"
      "  nuskha show game.txt\n"
      "  nuskha show game.txt --game 2 --ply 0 --board unicode");
  command->callback([options, &status] { status = run_show(*options); });
}

}  // namespace nuskha::tools
