#include "writers/formats.hpp"

#include <array>

#include "writers/dola.hpp"
#include "writers/fen.hpp"
#include "writers/jsonl.hpp"
#include "writers/pgn.hpp"

namespace nuskha::writers {
namespace {

constexpr std::array<Format, 4> table = {{
    {"pgn", "PGN export format; piece names and tags as the variant needs", "own", "annotate moves",
     make_pgn},
    {"dola", "the notation of the Dola games' author, one move a line", "own", "", make_dola},
    {"fen", "the final position of each game, one FEN a line", "own", "", make_fen},
    {"jsonl", "one JSON object a game, every move with all that is known of it", "own", "",
     make_jsonl},
}};

}  // namespace

std::span<const Format> formats() {
  return table;
}

const Format* find_format(std::string_view name) {
  for (const Format& format : table)
    if (format.name == name) return &format;
  return nullptr;
}

}  // namespace nuskha::writers
