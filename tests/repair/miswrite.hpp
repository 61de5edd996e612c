// Writes games down as people do who make mistakes: each kind of fault that repair knows, at places
// that a seed chooses. For the tests of repair and for its benchmark.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "bench/played.hpp"
#include "notation/notation.hpp"
#include "record/events.hpp"
#include "repair/spelling.hpp"
#include "rules/position.hpp"

namespace nuskha::miswrite {

enum class Kind : std::uint8_t {
  file_from,
  rank_from,
  file_to,
  rank_to,
  piece,
  abbreviated,
  disambiguation_missing,
  disambiguation_wrong,
  capture_missing,
  capture_invented,
  check_missing,
  check_invented,
  mate_missing,
  mate_invented,
  captured,
  promotion,
  castling_side,
  duplicated,
  junk,
  garbled,
  half_move_left_out,
  whole_move_left_out,
  swapped,
  columns,
  numbering,
  foreign_line,
};
inline constexpr std::array<std::string_view, 26> kind_names = {
    "another file of departure", "another rank of departure", "another file of arrival",
    "another rank of arrival",   "another piece's name",      "an abbreviated name",
    "disambiguation missing",    "disambiguation wrong",      "capture mark missing",
    "capture mark invented",     "check mark missing",        "check mark invented",
    "mate mark missing",         "mate mark invented",        "another captured piece",
    "another promotion",         "the other castling",        "a move twice",
    "a token that is no move",   "a move beyond reading",     "a half-move left out",
    "a whole move left out",     "two moves exchanged",       "columns exchanged",
    "a slip in the numbers",     "a line of another game",
};

enum class Notation : std::uint8_t { san, lan, dola };
constexpr notation::Style style_of(Notation notation) {
  constexpr std::array styles = {notation::Style::san, notation::Style::plain,
                                 notation::Style::full};
  return styles[std::size_t(notation)];
}

// A move as it stands in a column of the score, or what stands in its place.
struct Cell {
  record::WrittenMove move;
  std::string text;
  int number = 0;           // stands before it; 0: none
  std::string remark = {};  // stands behind it
  int ply = -1;             // in the game that was played, from 0; -1: not of that game
};

struct Sheet {
  std::string heading;
  std::vector<Cell> cells;
  std::string ending;
  std::string text;                   // all of it
  std::vector<std::uint32_t> begins;  // where each cell's text begins in it
};

template <class Bits>
class Scribe {
 public:
  Scribe(const rules::Variant& variant, Notation notation, std::uint64_t seed)
      : variant_(variant),
        alphabet_(variant, notation == Notation::dola ? "own" : "english"),
        spelling_{.style = style_of(notation), .pawn = alphabet_.pawn()},
        notation_(notation),
        random_(seed) {}

  // The game without a fault.
  Sheet write(const rules::Position<Bits>& start, const std::vector<rules::Move>& moves);
  // False where the game has no place for such a fault. `other` is where foreign lines come from.
  bool miswrite(Sheet& sheet, Kind kind, const Sheet& other);
  void set(Sheet& sheet) const;  // makes its text of its cells

 private:
  bool spoil(Cell& cell, Kind kind);
  bool rearrange(Sheet& sheet, std::size_t at, Kind kind, const Sheet& other);
  std::int8_t another(std::int8_t coordinate, int limit);
  record::PieceName another(record::PieceName name, bool promoted = false);
  std::string junk();

  const rules::Variant& variant_;
  notation::Alphabet alphabet_;
  repair::Spelling spelling_;
  Notation notation_;
  bench::Random random_;
};

}  // namespace nuskha::miswrite
