// What replay makes of each PGN of the corpus: `.replay` beside the text holds the moves as they
// were understood and every finding, those that the default profile passes over too.
#include <filesystem>

#include "record/golden.hpp"
#include "replay/replayed.hpp"
#include "text/source.hpp"

using namespace nuskha;
using namespace replayed;

namespace {

std::string told(const Replayed& r) {
  std::string out;
  for (std::size_t i = 0; i < r.seen.games.size(); ++i) {
    const GameSeen& game = r.seen.games[i];
    out += fmt::format("game {}: {}{}\n", i + 1, game.variant.empty() ? "unknown" : game.variant,
                       game.is_array || game.start.empty() ? "" : ", " + game.start);
    if (!game.moves.empty()) out += fmt::format("  moves {}\n", game.moves);
    for (const std::string& text : game.unread) out += fmt::format("  unread {}\n", text);
    out += fmt::format("  result {}\n", game.result.empty() ? "none" : game.result);
  }
  for (const text::Diagnostic& d : r.findings.items) {
    const text::Place at = r.source.place(d.span.begin);
    const text::CodeInfo& code = text::info(d.code);
    out += fmt::format("{}:{} {} {}: {}\n", at.line, at.column, code.tag,
                       text::to_string(code.severity), d.message());
  }
  return out;
}

}  // namespace

TEST_CASE("the corpus of PGN is replayed as its golden files say", "[replay][pgn][corpus]") {
  namespace fs = std::filesystem;
  const fs::path corpus = fs::path(NUSKHA_SOURCE_DIR) / "corpus" / "pgn";
  replay::Options options;
  options.tag_pairs = true;
  for (const char* folder : {"played", "valid", "invalid"}) {
    for (const fs::path& file : tests::files_in(corpus / folder, ".pgn")) {
      INFO(file.string() << "; UPDATE_GOLDEN=1 writes its golden file anew");
      const std::string actual = told(replay_text("pgn", tests::read_file(file), options));
      fs::path expected = file;
      CHECK(tests::golden(expected.replace_extension(".replay"), actual) == actual);
    }
  }
}
