#include "readers/dialects.hpp"

#include <array>

#include "readers/dola/reader.hpp"
#include "readers/fen/reader.hpp"
#include "readers/jsonl/reader.hpp"
#include "readers/lines.hpp"
#include "readers/pgn/reader.hpp"

namespace nuskha::readers {
namespace {

// Of dialects that are equally sure, the first: comments and fields may hold moves of another.
// What a game says takes some times the bytes that it does in PGN.
constexpr std::size_t max_json_line = 4 * max_game_bytes;

constexpr std::array<Dialect, 4> table = {{
    {"pgn", "Portable Game Notation, as it is written and as it is found", pgn::read, pgn::sniff,
     pgn::cut, true},
    {"jsonl", "JSON Lines, one game a line, as the format of that name is written", jsonl::read,
     jsonl::sniff, cut_at_lines, false, max_json_line},
    {"fen", "positions as FEN or EPD, one a line", fen::read, fen::sniff, cut_at_lines},
    {"dola", "scores of the Dola games as typed by hand, and the French documents they stand in",
     dola::read, dola::sniff},
}};

}  // namespace

std::span<const Dialect> dialects() {
  return table;
}

const Dialect* find_dialect(std::string_view name) {
  for (const Dialect& dialect : table)
    if (dialect.name == name) return &dialect;
  return nullptr;
}

const Dialect* sniff(std::string_view text) {
  const Dialect* best = nullptr;
  int best_score = 0;
  for (const Dialect& dialect : table) {
    if (best_score == certain) break;
    if (const int score = dialect.sniff(text); score > best_score) {
      best = &dialect;
      best_score = score;
    }
  }
  return best;
}

}  // namespace nuskha::readers
