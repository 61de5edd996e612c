#include "writers/formats.hpp"

#include <algorithm>
#include <array>

#include "text/ascii.hpp"
#include "writers/dola.hpp"
#include "writers/fen.hpp"
#include "writers/jsonl.hpp"
#include "writers/parts.hpp"
#include "writers/pgn.hpp"

namespace nuskha::writers {
namespace {

template <auto make>
std::unique_ptr<Writer> whole_or_less(Output output, const Options& options) {
  auto writer = make(std::move(output), options);
  return options.without.any() ? make_without(options.without, std::move(writer))
                               : std::move(writer);
}

constexpr std::array<Format, 4> table = {{
    {"pgn", "PGN export format; piece names and tags as the variant needs", "own",
     "annotate moves reduced tags width without", whole_or_less<make_pgn>},
    {"dola", "the notation of the Dola games' author, one move a line", "own", "width without",
     whole_or_less<make_dola>, false, 0, true},
    {"fen",
     "the final position of each game that can be replayed, or all with --positions, one FEN a "
     "line",
     "own", "positions", make_fen, true},
    {"jsonl", "one JSON object a game, every move with all that is known of it", "own",
     // A line may have four times the bytes of a PGN game; with a position, a move takes some 500.
     "positions without", whole_or_less<make_jsonl>, false, 128},
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

const Format& format_of_file(std::string_view path) {
  const std::size_t dot = path.rfind('.');
  std::string extension(dot == path.npos ? "" : path.substr(dot + 1));
  std::transform(extension.begin(), extension.end(), extension.begin(), text::lower);
  const Format* named = find_format(extension == "txt" ? "dola" : std::string_view(extension));
  return named ? *named : table[0];
}

}  // namespace nuskha::writers
