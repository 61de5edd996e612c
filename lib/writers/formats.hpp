// The table of output formats. A writer knows no rules: it formats what was played.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <string_view>

#include "record/events.hpp"
#include "text/diagnostic.hpp"

namespace nuskha::writers {

// Where bytes go; called with whole pieces, at the latest at the end of each game.
using Output = std::function<void(std::string_view)>;

// How movetext states a move: `Nf3`, `Ng1-f3`, `g1f3`.
enum class MoveStyle : std::uint8_t { san, lan, uci };

// The tags of a game: the seven of the roster and then the others by their names, as the standard's
// export format has them; as they stand in the text; the seven alone. What the moves cannot be
// understood without (FEN, Variant …) is written in any case.
enum class TagOrder : std::uint8_t { sorted, input, roster };

// Parts of a game.
struct Parts {
  bool comments = false, nags = false, variations = false, clocks = false, evals = false;
  bool any() const { return comments || nags || variations || clocks || evals; }
};

struct Options {
  MoveStyle moves = MoveStyle::san;  // pgn
  TagOrder tags = TagOrder::sorted;  // pgn
  Parts without{};                   // these are left out
  bool annotate = false;   // add comment commands for what the move text does not show (modes)
  int width = 79;          // longest line of movetext; 0: movetext is one line
  bool positions = false;  // every position of the main line, not the last alone (fen, jsonl)
};

class Writer : public record::PlayedEvents {
 public:
  // Findings of the game that is being written, for formats that carry them (jsonl).
  virtual void diagnostic(const text::Diagnostic&, const text::Source&) {}
  virtual bool wants_diagnostics() const { return false; }
};

struct Format {
  std::string_view name;         // `--to` name
  std::string_view description;  // one line
  std::string_view alphabet;     // the piece alphabet it wants by default: "own" or "english"
  std::string_view options;      // those of Options that it heeds, by name, parted by blanks
  std::unique_ptr<Writer> (*make)(Output, const Options&);
  bool leaves_out = false;  // games that could not be replayed to their end
  // That a move takes at most of readers::max_game_bytes, where it is more than in PGN.
  std::size_t move_bytes = 0;
  // Names of pieces are read again only where they are one or two capitals of ASCII.
  bool capital_names = false;
};

std::span<const Format> formats();
const Format* find_format(std::string_view name);
// The one whose usual file names end so; pgn for every other ending, and none.
const Format& format_of_file(std::string_view path);

}  // namespace nuskha::writers
