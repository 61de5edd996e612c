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
#include "stream/bytes.hpp"
#include "stream/convert.hpp"
#include "stream/input.hpp"
#include "stream/pieces.hpp"

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

// Counts the plies of a game's main line, and keeps one of them. The only game that it sees, for a
// long one has more positions than should be held.
class OneGame final : public record::PlayedEvents {
 public:
  // Without `kept`, plies are only counted.
  explicit OneGame(const text::Source& source, std::optional<std::int64_t> kept = {})
      : source_(source), kept_(kept) {}

  record::Wants wants() const override {
    return {.moves = true, .names = kept_.has_value(), .fen = kept_.has_value()};
  }
  void start(const record::StartOfPlay& start) override {
    variant = start.variant;
    pawn_ = start.pawn;
    has_start = true;
    if (kept_ == 0) ply.fen = start.fen;
  }
  void begin_variation(text::Span) override { ++depth_; }
  void end_variation(text::Span) override { --depth_; }
  void move(const record::PlayedMove& move) override {
    if (depth_ > 0 || kept_ != ++plies) return;
    ply.move = fmt::format("{}{} ", move.number, move.side == record::Side::white ? "." : "...");
    record::spell_san(move, pawn_, ply.move);
    if (move.written) ply.written = source_.text(move.written->span);
    ply.fen = move.fen;
  }

  std::string variant;  // empty: its variant is unknown
  bool has_start = false;
  std::int64_t plies = 0;
  ShownPly ply;

 private:
  const text::Source& source_;
  std::optional<std::int64_t> kept_;
  int depth_ = 0;
  record::PieceName pawn_;
};

// Replays the wanted game of a piece of the text.
class Replaying {
 public:
  Replaying(const ShowOptions& options, const variants::Registry& registry,
            const text::Source& source, const readers::Dialect& dialect, std::uint32_t before)
      : source_(source), dialect_(dialect), registry_(registry) {
    options_.replay.variant = options.input.variant.name;
    options_.replay.first_game = before + 1;
    options_.is_piece = true;
    options_.wants = [&](std::uint32_t game) { return game == options.game; };
    options_.on_game = [this](const stream::GameDone& done) {
      title = done.title;
      rejected = done.rejected;
    };
  }

  // How many games and positions the piece holds.
  std::uint32_t replay(OneGame& game) {
    found.items.clear();
    const replay::Counts counts =
        stream::replay_all(source_, dialect_, registry_, options_, game, found);
    return std::uint32_t(counts.games + counts.positions + counts.unwanted);
  }

  std::string title;
  bool rejected = false;
  text::DiagnosticList found;

 private:
  const text::Source& source_;
  const readers::Dialect& dialect_;
  const variants::Registry& registry_;
  stream::Options options_;
};

std::string heading(const std::string& title, const rules::Variant& variant) {
  std::string text = fmt::format("Game {}\n", text::printable(title));
  const std::string& note = variant.spec().note;
  if (title.find(variant.name()) == std::string::npos) text += fmt::format("{}\n", variant.name());
  if (!note.empty()) text += fmt::format("Note: {}\n", note);
  return text;
}

// The game once it is known to be in this piece.
Status show_game(const ShowOptions& options, const variants::Registry& registry,
                 const text::Source& source, Replaying& replaying, const OneGame& game,
                 Findings& shown) {
  const auto show_why = [&] {
    shown.continue_source(source);
    for (text::Diagnostic& diagnostic : replaying.found.items)
      if (diagnostic.game == options.game &&
          text::info(diagnostic.code).severity == text::Severity::error)
        shown.report(std::move(diagnostic));
  };
  const auto variant = registry.find(game.variant);
  if (!variant || !game.has_start) {
    complain(fmt::format("game {} has no position to show", options.game));
    show_why();
    return failed;
  }
  const std::int64_t last = game.plies;
  std::int64_t ply = options.ply.value_or(last);
  if (ply < 0) ply += last + 1;
  if (ply < 0 || ply > last) {
    complain(fmt::format("game {} {} {} pl{}, so there is no ply {}", options.game,
                         replaying.rejected ? "could be replayed for" : "has", last,
                         last == 1 ? "y" : "ies", options.ply.value_or(last)));
    if (replaying.rejected) show_why();
    return failed;
  }
  OneGame again(source, ply);
  replaying.replay(again);
  const ShownPly& here = again.ply;

  rules::AnyPosition position = rules::make_position(*variant);
  std::visit([&](auto& p) { rules::read_fen(here.fen, p); }, position);
  std::string out = heading(replaying.title, *variant);
  if (last == 0)
    out += "The position as it is given\n";
  else if (ply == 0)
    out += fmt::format("At the start, {} {} follow\n", last, last == 1 ? "ply" : "plies");
  else
    out += fmt::format("After {} (written \"{}\"), ply {} of {}\n", here.move,
                       text::printable(here.written), ply, last);
  if (replaying.rejected) out += "The rest of the game could not be replayed\n";
  out += '\n';
  out += draw_board(position, options.board == "unicode" ? BoardStyle::unicode : BoardStyle::ascii);
  out += fmt::format("\n{}\nFEN: {}\n", describe_state(position), here.fen);
  standard_output().write(out);
  return clean;
}

Status run_show(const ShowOptions& options) {
  const auto registry = open_registry(options.input.variant);
  if (!registry) return failed;
  auto input = stream::InputReader::open(options.file);
  if (!input) {
    complain(input.error());
    return failed;
  }
  const auto renderer = text::make_text_renderer(
      [](std::string_view bytes) { standard_error().write(bytes); }, wants_color(STDERR_FILENO));
  Findings shown(*renderer);
  const readers::Dialect* dialect =
      options.input.dialect.empty() ? nullptr : readers::find_dialect(options.input.dialect);

  std::uint32_t games = 0;
  bool has_all = true;
  std::string name = options.file;
  while (input->next_text()) {
    name = input->text_name();
    stream::PieceReader pieces(*input, dialect);
    stream::Piece piece;
    while (pieces.next(piece)) {
      const readers::Dialect* of_text = piece.dialect;
      const bool is_first = piece.is_first, is_cut = piece.is_cut;
      const text::Source source = std::move(piece).source();
      if (is_first) shown.begin_source(source);
      if (!of_text) {
        shown.continue_source(source);
        if (!is_cut) stream::report_unknown_dialect(source, shown);
        has_all = false;
        break;
      }
      Replaying replaying(options, *registry, source, *of_text, games);
      OneGame game(source);
      games += replaying.replay(game);
      if (games >= options.game)
        return show_game(options, *registry, source, replaying, game, shown);
    }
  }
  for (const std::string& error : input->take_errors()) {
    complain(error);
    has_all = false;
  }
  if (has_all)
    complain(fmt::format("'{}' holds {} game{} or position{}, so there is no number {}",
                         options.file == stream::standard_input ? name : options.file, games,
                         games == 1 ? "" : "s", games == 1 ? "" : "s", options.game));
  return failed;
}

}  // namespace

void setup_show(CLI::App& app, Status& status) {
  auto options = std::make_shared<ShowOptions>();
  CLI::App* command = app.add_subcommand("show", "Draw the position after any ply of a game");
  command->add_option(
      "FILE", options->file,
      "A text with games in it, or an archive of such; `-` or none is standard input");
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
