// The table of input dialects. A reader knows no rules: it says what the text says.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "record/events.hpp"
#include "text/diagnostic.hpp"
#include "text/source.hpp"

namespace nuskha::readers {

// Where a text can be cut in two, so that both parts, read alone, give the games of the whole.
struct Cut {
  std::size_t size = 0;     // of the first part; 0: nowhere
  std::uint32_t games = 0;  // that begin in it, as far as can be told without reading them
  bool is_first = false;    // known: it can be cut at no place before
  std::vector<std::uint32_t> parts{};  // where those begin that are read alone, if that was found
  // All places up to this one where the text can be cut as well, and the games before each; empty
  // where they were not looked for.
  struct Place {
    std::uint32_t size, games;
  };
  std::vector<Place> places{};
};
// Whether a text can be cut at a place depends on what stands before it and on no more than this
// many bytes after it.
inline constexpr std::size_t cut_lookahead = 64 * 1024;

// A longer game is cut, at the end of a line if it has any.
inline constexpr std::size_t max_game_bytes = 4 * 1024 * 1024;

inline constexpr int certain = 100;  // that a text is of a dialect

struct Dialect {
  std::string_view name;         // `--from` name, as its grammar file, folder, page and corpus
  std::string_view description;  // one line
  // Reads the whole source; never throws, never stops early.
  void (*read)(const text::Source&, record::WrittenEvents&, text::Diagnostics&);
  // How sure it is that the text is of this dialect, 0 (it is not) to `certain`, from the first
  // part.
  int (*sniff)(std::string_view text);
  // The last place that is at most `target` bytes after the beginning of `text`, which is that of a
  // game; if there is none, the first place after it. Null: such texts are read whole.
  Cut (*cut)(std::string_view text, std::size_t target) = nullptr;
  // Its tags are PGN's tag pairs: the seven tag roster, each name once.
  bool has_tag_pairs = false;
  std::size_t max_game_bytes = readers::max_game_bytes;
};

std::span<const Dialect> dialects();
const Dialect* find_dialect(std::string_view name);
// The surest one; null if none gives more than 0.
const Dialect* sniff(std::string_view text);

}  // namespace nuskha::readers
