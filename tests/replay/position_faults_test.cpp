// Positions with faults: all of them listed, each forgivable by its code, rights mended.
#include "replay/replayed.hpp"

using namespace replayed;

namespace {

using Messages = std::vector<std::string>;

Replayed from(const std::string& fen, const std::string& moves,
              const std::string& variant = "Chess", std::uint32_t forgiven = 0) {
  return replay_text(
      "pgn",
      fmt::format("[Variant \"{}\"]\n[SetUp \"1\"]\n[FEN \"{}\"]\n\n{}\n", variant, fen, moves),
      {.forgiven = forgiven});
}

std::uint32_t forgive(std::string_view code) {
  return replay::forgivable(text::find_code(code).value());
}

// The FEN with the proposed fixes made.
std::string mended(const Replayed& r) {
  const std::string text = r.mended();
  const std::size_t begin = text.find("[FEN \"") + 6;
  return text.substr(begin, text.find('"', begin) - begin);
}

}  // namespace

TEST_CASE("all faults of a position are listed at once") {
  const Replayed r = from("rnbqkbnr/ppppXppp/8/8/8/8/PPPPPPPPP/RNBQQBNR x KQkq - a b", "1. e4 *");
  CHECK(r.places() == Messages{"3:1 F404 missing-king", "3:20 F403 fen-unknown-piece",
                               "3:41 F402 fen-board-size", "3:52 F401 fen-syntax",
                               "3:61 F410 fen-counters", "3:63 F410 fen-counters"});
  const Replayed kings = from("kK6/P7/8/8/8/8/8/K6p w KQkq e3 0 1", "1. a8=Q *");
  CHECK(kings.names() == Messages{"many-kings", "pawn-on-last-rank", "fen-castling-rights",
                                  "fen-castling-rights", "fen-castling-rights",
                                  "fen-castling-rights", "fen-en-passant"});
}

TEST_CASE("a fault of a position is forgiven by its code") {
  const std::string wide = "rnbqkbnr/pppppppp/9/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
  CHECK(from(wide, "1. e4 *").game().moves.empty());
  const Replayed played =
      from(wide, "1. e4 e5 2. Nf3 Nc6 3. Bc4 Bc5 4. O-O *", "Chess", forgive("fen-board-size"));
  CHECK(played.messages() == Messages{});
  CHECK(played.game().moves == "e2e4 e7e5 g1f3 b8c6 f1c4 f8c5 e1g1");
  const std::string odd = "rnbqkbnr/ppppXppp/8/8/8/8/PPPPPPPP/RNBQKBNR - - 0 1";
  CHECK(from(odd, "1. e4 *", "Chess", forgive("F403")).names() == Messages{"fen-syntax"});
  CHECK(from(odd, "1. e4 *", "Chess", forgive("F403") | forgive("F401")).game().moves == "e2e4");
  // So are fields that are missing, each by its own.
  const std::string board = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR";
  for (const char* fields : {"", " w", " KQkq", " - -", " w KQkq", " w 0 1", " w e3 0 1", " 0 1"}) {
    INFO(fields);
    const std::uint32_t all = forgive("F401") | forgive("F408") | forgive("F409") | forgive("F410");
    const Replayed read = from(board + fields, "1. e4 *", "Chess", all);
    CHECK(read.messages() == Messages{});
    CHECK(read.game().moves == "e2e4");
  }
  // A pawn on the last rank is played on as it is; forgiven, without a word.
  CHECK(from("4k3/8/8/8/8/8/8/P3K3 w - - 0 1", "1. Kd1 *", "Chess", forgive("F407")).messages() ==
        Messages{});
  // Nothing can be played without one king a side.
  CHECK(forgive("missing-king") == 0);
  CHECK(forgive("many-kings") == 0);
  CHECK(replay::forgivable(text::Code::illegal_move) == 0);
  CHECK(from("8/8/8/8/8/8/4P3/4K3 w - - 0 1", "1. e4 *", "Chess", ~0U).game().moves.empty());
}

TEST_CASE("rights that do not fit the placement: chess") {
  const Replayed r = from("r3k3/8/8/8/8/8/8/R3K2R b KQkq - 0 1", "1... O-O-O 2. O-O *");
  CHECK(r.places() == Messages{"3:34 F408 fen-castling-rights"});
  CHECK(r.messages() == Messages{"castling rights: 'k' does not fit the placement: no rook of "
                                 "Black's stands on h8"});
  CHECK(mended(r) == "r3k3/8/8/8/8/8/8/R3K2R b KQq - 0 1");
  CHECK(r.game().moves == "e8c8 e1g1");
  CHECK(r.game().start == "r3k3/8/8/8/8/8/8/R3K2R b KQq - 0 1");
  const Replayed king = from("4k3/8/8/8/8/8/8/R2K3R w KQ - 0 1", "1. Kd2 *");
  CHECK(king.messages() ==
        Messages{"castling rights: 'K' does not fit the placement: White's king does not stand "
                 "on e1",
                 "castling rights: 'Q' does not fit the placement: White's king does not stand "
                 "on e1"});
  CHECK(mended(king) == "4k3/8/8/8/8/8/8/R2K3R w - - 0 1");
  CHECK(mended(from("4k3/8/8/8/8/8/8/R3K2R w KQxZ - 0 1", "1. O-O *")) ==
        "4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1");
}

TEST_CASE("rights that do not fit the placement: Chess960") {
  // X-FEN and Shredder-FEN both name the rooks on b1 and g1.
  for (const char* rights : {"KQkq", "GBgb", "GQkb"}) {
    const Replayed r =
        from(fmt::format("1r3kr1/pppppppp/8/8/8/8/PPPPPPPP/1R3KR1 w {} - 0 1", rights),
             "1. O-O O-O-O *", "Chess960");
    INFO(rights);
    CHECK(r.messages() == Messages{});
    CHECK(r.game().start == "1r3kr1/pppppppp/8/8/8/8/PPPPPPPP/1R3KR1 w KQkq - 0 1");
    CHECK(r.game().moves == "f1g1 f8b8");
  }
  // The inner rook has the right, which only its file can say.
  CHECK(from("5kr1/8/8/8/8/8/8/RR3KR1 w GBg - 0 1", "1. O-O-O *", "Chess960").game().start ==
        "5kr1/8/8/8/8/8/8/RR3KR1 w KBk - 0 1");
  // A file where no rook stands: the rook on that side is meant.
  const Replayed r =
      from("1r3kr1/pppppppp/8/8/8/8/PPPPPPPP/1R3KR1 w HAha - 0 1", "1. O-O O-O-O *", "Chess960");
  CHECK(r.names() == Messages(4, "fen-castling-rights"));
  CHECK(r.messages()[0] ==
        "castling rights: 'H' does not fit the placement: no rook of White's "
        "stands there, and one stands on g1");
  CHECK(mended(r) == "1r3kr1/pppppppp/8/8/8/8/PPPPPPPP/1R3KR1 w GBgb - 0 1");
  CHECK(r.game().moves == "f1g1 f8b8");
  // No rook at all on that side, and a king who is not at home.
  CHECK(mended(from("4k3/8/8/8/8/8/8/5KR1 w KQ - 0 1", "1. O-O *", "Chess960")) ==
        "4k3/8/8/8/8/8/8/5KR1 w K - 0 1");
  CHECK(mended(from("4k3/8/8/8/8/8/5K2/6R1 w K - 0 1", "1. Ke2 *", "Chess960")) ==
        "4k3/8/8/8/8/8/5K2/6R1 w - - 0 1");
}
