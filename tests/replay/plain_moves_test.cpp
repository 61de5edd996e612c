// Moves that the reader hands over in rows come to the same as moves one by one.
#include <filesystem>
#include <random>

#include "record/golden.hpp"
#include "replay/replayed.hpp"
#include "writers/formats.hpp"
#include "writers/forward.hpp"

using namespace nuskha;

namespace {

// Keeps what goes on of each move, as text.
class Told final : public record::PlayedEvents {
 public:
  explicit Told(record::Wants wants) : wants_(wants) {}
  record::Wants wants() const override { return wants_; }
  void begin_game(text::Span) override { text += "game\n"; }
  void move_number(const record::MoveNumber& number) override {
    text += fmt::format("{}{} ", number.number, number.states_black ? "..." : ".");
  }
  void move(const record::PlayedMove& played) override {
    const record::WrittenMove& move = played.move;
    const auto square = [](record::WrittenSquare at) {
      return fmt::format("{}/{}", at.file, at.rank);
    };
    text +=
        fmt::format("{} {} {} {}-{}{}{}{} {}{} {} {} {}-{} {:x} {} {}\n", played.ply, played.number,
                    move.piece.view(), square(move.from), square(move.to), move.capture ? " x" : "",
                    move.promotion.view(), int(move.check), played.name_file, played.name_rank,
                    int(played.side), int(move.form), move.span.begin, move.span.end, played.key,
                    wants_.uci ? played.uci : "", played.original);
  }
  void nag(int glyph, text::Span) override { text += fmt::format("${} ", glyph); }
  void comment(std::string_view comment, text::Span) override { text += comment; }
  void unread(std::string_view unread, text::Span) override { text += unread; }
  void begin_variation(text::Span) override { text += "( "; }
  void end_variation(text::Span) override { text += ") "; }
  void final_position(std::string_view fen) override { text += fen; }
  void result(const record::ResultClaim& claim) override { text += to_string(claim.result); }

  std::string text;

 private:
  record::Wants wants_;
};

// Tells replay of each move alone.
class OneByOne final : public record::WrittenEvents {
 public:
  explicit OneByOne(replay::Replay& replay) : replay_(replay) {}
  void begin_document(const text::Source& source) override { replay_.begin_document(source); }
  void end_document() override { replay_.end_document(); }
  void prose(text::Span span) override { replay_.prose(span); }
  void begin_game(text::Span span) override { replay_.begin_game(span); }
  void tag(std::string_view name, std::string_view value, text::Span span) override {
    replay_.tag(name, value, span);
  }
  void move_number(const record::MoveNumber& number) override { replay_.move_number(number); }
  void move(const record::WrittenMove& move) override { replay_.move(move); }
  void nag(int glyph, text::Span span) override { replay_.nag(glyph, span); }
  void comment(std::string_view text, text::Span span) override { replay_.comment(text, span); }
  void begin_variation(text::Span span) override { replay_.begin_variation(span); }
  void end_variation(text::Span span) override { replay_.end_variation(span); }
  void unread(std::string_view text, text::Span span) override { replay_.unread(text, span); }
  void result(const record::ResultClaim& claim) override { replay_.result(claim); }
  void end_game(text::Span span) override { replay_.end_game(span); }

 private:
  replay::Replay& replay_;
};

std::string told(const text::Source& source, record::Wants wants, bool in_rows) {
  Told out(wants);
  text::DiagnosticList findings;
  replay::Options options;
  options.tag_pairs = true;
  replay::Replay replay(replayed::registry(), out, findings, options);
  OneByOne one_by_one(replay);
  record::WrittenEvents& events =
      in_rows ? static_cast<record::WrittenEvents&>(replay) : one_by_one;
  readers::find_dialect("pgn")->read(source, events, replay.diagnostics());
  for (const text::Diagnostic& finding : findings.items)
    out.text +=
        fmt::format("{} {}-{} {} {} {}: {}\n", text::info(finding.code).tag, finding.span.begin,
                    finding.span.end, finding.game, finding.ply, finding.fen, finding.message());
  return out.text + fmt::format("{} {} {}", replay.counts().games, replay.counts().plies,
                                replay.counts().rejected);
}

void compare(const std::string& text) {
  const text::Source source("test.pgn", text);
  for (const record::Wants& wants :
       {record::Wants{}, record::Wants{.final_position = true},
        record::Wants{.moves = true, .names = true},
        record::Wants{.moves = true, .uci = true, .key = true},
        record::Wants{.moves = true, .uci = true, .fen = true, .final_position = true}})
    CHECK(told(source, wants, true) == told(source, wants, false));
}

std::string written(const text::Source& source, const writers::Options& how,
                    const std::string& alphabet, bool in_rows) {
  std::string text;
  auto writer =
      writers::find_format("pgn")->make([&](std::string_view part) { text += part; }, how);
  if (!in_rows) writer = std::make_unique<writers::Forward>(std::move(writer));
  text::DiagnosticList findings;
  replay::Options options;
  options.alphabet = alphabet;
  replay::Replay replay(replayed::registry(), *writer, findings, options);
  readers::find_dialect("pgn")->read(source, replay, replay.diagnostics());
  return text;
}

}  // namespace

TEST_CASE("a row of moves is written as they are one by one", "[writers][pgn][plain]") {
  namespace fs = std::filesystem;
  using writers::MoveStyle;
  for (const char* folder : {"played", "valid"}) {
    for (const fs::path& file :
         tests::files_in(fs::path(NUSKHA_SOURCE_DIR) / "corpus" / "pgn" / folder, ".pgn")) {
      const text::Source source("test.pgn", tests::read_file(file));
      for (const MoveStyle moves : {MoveStyle::san, MoveStyle::lan, MoveStyle::uci})
        for (const int width : {0, 1, 4, 8, 23, 79})
          for (const char* alphabet : {"english", "figurine"}) {
            INFO(file.string() << ", style " << int(moves) << ", width " << width << ", "
                               << alphabet);
            const writers::Options how{.moves = moves, .width = width};
            CHECK(written(source, how, alphabet, true) == written(source, how, alphabet, false));
          }
    }
  }
}

TEST_CASE("moves handed over in rows come to the same as one by one", "[replay][pgn][plain]") {
  namespace fs = std::filesystem;
  constexpr std::size_t mutations = 12, longest = 8'000;
  std::mt19937 random(64);
  for (const char* folder : {"played", "valid", "invalid"}) {
    for (const fs::path& file :
         tests::files_in(fs::path(NUSKHA_SOURCE_DIR) / "corpus" / "pgn" / folder, ".pgn")) {
      INFO(file.string());
      const std::string text = tests::read_file(file);
      compare(text);
      if (text.empty() || text.size() > longest) continue;
      // Bytes of the text itself, so that they rather make other moves than nonsense.
      for (std::size_t i = 0; i < mutations; ++i) {
        std::string changed = text;
        for (std::size_t k = 0; k <= i / 4; ++k)
          changed[random() % changed.size()] = text[random() % text.size()];
        INFO("mutation " << i);
        compare(changed);
      }
    }
  }
}

TEST_CASE("a check that ends the game is not taken for one that does not", "[replay][plain]") {
  // The mark says check where it is mate, with a move after it and without.
  for (const char* end : {"4. Qxf7+ *", "4. Qxf7+ Kxf7 *", "4. Qxf7 *"}) {
    INFO(end);
    compare("[Event \"?\"]\n\n1. e4 e5 2. Bc4 Nc6 3. Qh5 Nf6 " + std::string(end) + "\n");
  }
}
