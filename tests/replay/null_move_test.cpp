// Null moves and drops: what no rule of chess allows and people write all the same.
#include "replay/replayed.hpp"
#include "stream/convert.hpp"
#include "writers/formats.hpp"

using namespace replayed;
using Words = std::vector<std::string>;

namespace {

std::string convert(const std::string& text, std::string_view from, std::string_view to,
                    const writers::Options& options = {}) {
  const text::Source source("test", text);
  std::string out;
  text::DiagnosticList findings;
  const auto writer =
      writers::find_format(to)->make([&](std::string_view bytes) { out += bytes; }, options);
  stream::convert(source, *readers::find_dialect(from), registry(), {}, *writer, findings);
  return out;
}

}  // namespace

TEST_CASE("a null move in a variation passes the turn") {
  const Replayed r = replay_text(
      "pgn",
      "1. e4 e5 2. Nf3 (2. d4 -- 3. dxe5 Z0 4. e6 <> 5. exd7+) (2. 0000 d5 3. @@@@) 2... d6 *", {},
      true);
  CHECK(r.names() == Words{});
  CHECK(r.game().moves ==
        "e2e4 e7e5 g1f3 ( d2d4 0000 d4e5 0000 e5e6 0000 e6d7 ) ( 0000 d7d5 0000 ) d7d6");
  // After 2. d4 -- the right to take en passant is gone, and clock and number go on.
  CHECK(r.seen.fens[4] == "rnbqkbnr/pppp1ppp/8/4p3/3PP3/8/PPP2PPP/RNBQKBNR w KQkq - 1 3");
}

TEST_CASE("a null move in the game itself is played, and said to be none") {
  const Replayed r = replay_text("pgn", "1. e4 -- 2. d4 Z0 3. d5 e5 4. dxe6 *");
  CHECK(r.places() == Words{"1:7 M207 null-move", "1:16 M207 null-move"});
  CHECK(r.game().moves == "e2e4 0000 d2d4 0000 d4d5 e7e5 d5e6");
  CHECK(r.counts.rejected == 0);
}

TEST_CASE("a null move does not answer a check, and ends no game") {
  const Replayed check = replay_text("pgn", "1. e4 f6 2. Qh5+ (2. d4 --) -- 3. d4 *");
  CHECK(check.messages()[0] == "illegal move '--': Black's K is in check, and cannot pass");
  CHECK(check.game().unread == Words{"-- 3. d4"});
  const Replayed mate = replay_text("pgn", "1. f3 e5 2. g4 Qh4# 3. -- d6 0-1");
  CHECK(mate.names() == Words{"game-over"});
}

TEST_CASE("after an illegal move the null moves of the tail are read as such") {
  const Replayed r = replay_text("pgn", "1. e5 e5 2. -- Nc6 3. Nf3 *");
  CHECK(r.names() == Words{"illegal-move", "null-move"});
}

TEST_CASE("a drop is no other move") {
  const Replayed r = replay_text("pgn", "1. e4 e5 2. P@d4 exd4 3. N@f3 *");
  CHECK(r.messages()[0] == "illegal move 'P@d4': Chess has no drops");
  CHECK(r.finding("illegal-move").notes.size() == 1);  // no legal move is near it
  CHECK(r.game().moves == "e2e4 e7e5");
  CHECK(r.game().unread == Words{"2. P@d4 exd4 3. N@f3"});
}

TEST_CASE("null moves go through the formats and back") {
  const std::string pgn = convert("1. e4 -- 2. d4 Z0 (2... e5 3. 0000 exd4) 3. d5 *", "pgn", "pgn");
  CHECK_THAT(pgn, Catch::EndsWith("\n1. e4 -- 2. d4 -- (2... e5 3. -- exd4) 3. d5 *\n\n"));
  CHECK(convert(pgn, "pgn", "pgn") == pgn);
  for (const auto moves : {writers::MoveStyle::lan, writers::MoveStyle::uci}) {
    const std::string styled = convert(pgn, "pgn", "pgn", {.moves = moves});
    CHECK_THAT(styled, Catch::Contains(moves == writers::MoveStyle::uci ? "0000" : "--"));
    CHECK(convert(styled, "pgn", "pgn") == pgn);
  }
  CHECK(convert(convert(pgn, "pgn", "jsonl"), "jsonl", "pgn") == pgn);
  // That notation has no variations.
  const std::string line = convert("1. e4 -- 2. d4 Z0 3. d5 *", "pgn", "pgn");
  const std::string dola = convert(line, "pgn", "dola");
  CHECK_THAT(dola, Catch::Contains("1) Pe2-e4 & 0000\n2) Pd2-d4 & 0000\n"));
  CHECK_THAT(convert(dola, "dola", "pgn"), Catch::EndsWith("\n1. e4 -- 2. d4 -- 3. d5 *\n\n"));
  const std::string first = convert("1. -- -- 2. -- e5 *", "pgn", "dola");
  CHECK_THAT(convert(first, "dola", "pgn"), Catch::EndsWith("\n1. -- -- 2. -- e5 *\n\n"));
}
