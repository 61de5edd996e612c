// A variant as its data file states it, one to one, with the place of each statement. Loading a
// file (variants/registry.hpp) makes a VariantSpec whose names, squares, zones and Betza texts are
// known to be good; compile() turns it into tables (rules/variant.hpp). What is inherited has the
// span of the statement that inherits it: all spans are of the one file.
//
// Directions and zones are seen from the side that moves: +y is forward, rank 1 is the mover's own
// first rank. No colour appears in a specification.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "text/source.hpp"

namespace nuskha::rules {

// One direction of a movement. A leap is a ride of range 1; range 0 rides as far as it can.
struct Step {
  int dx = 0;
  int dy = 0;
  int range = 1;
  bool quiet = true;
  bool capture = true;
  bool operator==(const Step&) const = default;
};

// Ranks first..last, 1-based, seen from the mover; {0, 0} means the whole board.
struct RankZone {
  int first = 0;
  int last = 0;
  bool everywhere() const { return first == 0; }
  // `rank` is 1-based and counted by the mover.
  bool contains(int rank) const { return everywhere() || (rank >= first && rank <= last); }
  bool operator==(const RankZone&) const = default;
};

struct Movement {
  std::string betza;
  std::vector<Step> steps;         // the Betza text, parsed
  RankZone from;                   // the piece must stand here
  RankZone within;                 // and may not leave this zone
  std::vector<std::string> modes;  // only in these modes; empty: in every mode. "" is the mode of a
                                   // piece that has none yet
  bool jump = false;  // passing over squares by this movement allows en passant on them
  text::Span span;
};

// What a move must have been made by to set a mode: the geometry of a Betza text, whatever the
// range.
struct ModeSpec {
  std::string name;  // "CT"
  std::string set_by;
  std::vector<Step> steps;
  text::Span span;
};

struct PieceSpec {
  std::string name;   // "SD": the name in FEN and in the game's own notation
  std::string title;  // "SuperDame"
  std::map<std::string, std::string>
      letters;  // alphabet -> name, where it differs: {"english", "Z"}
  std::vector<Movement> movements;
  std::vector<ModeSpec> modes;  // empty: the piece has no modes
  RankZone mode_zone;           // where a mode counts; elsewhere the piece is plain
  bool royal = false;
  bool pawn = false;   // promotes, captures and is captured en passant, resets the fifty moves
  bool minor = false;  // takes part in added control
  text::Span span;
};

struct CastlingSpec {  // squares as White sees them ("i1"); Black's are their mirror image
  std::string king_to, rook_to;
  std::vector<std::string> rooks;  // names of the pieces that may castle
  text::Span span;
  bool present() const { return !king_to.empty(); }
};

// How a check by a minor piece forbids further squares (seed: "effet ajouté de contrôle"): when a
// minor piece at home gives check by `by`, the lines of `adds` through it are closed to the king.
struct AddedControlSpec {
  std::string piece;     // "CA"
  std::string by, adds;  // Betza
  std::vector<Step> by_steps, adds_steps;
  text::Span span;
};

struct VariantSpec {
  std::string name;                  // "Dola-Sultan"
  std::vector<std::string> aliases;  // compared without case, blanks and dashes
  std::string title, note;           // `note` is shown wherever the array is ("reconstructed")
  int files = 8, ranks = 8;
  int frontier = 0;  // the last home rank; 0: none
  std::vector<PieceSpec> pieces;
  std::vector<std::string> abbreviations_of;  // see `abbreviation`
  std::string abbreviation;  // "C" stands for any of `abbreviations_of`; empty: none
  // White's ranks from the first up: one piece name a square from file a on, with single blanks
  // between them, `.` for an empty square ("T CF CT F D R F CT CF T"). Black mirrors them.
  std::vector<std::string> array;
  bool numbered_arrays = false;  // 960 arrays by Scharnagl's numbers
  RankZone promotion_zone;
  std::vector<std::string> promotes_to;
  CastlingSpec castle_short, castle_long;
  // Named settings, each a mechanism of the core.
  bool kings_apart = false;    // convention 1: see RULES "Convention 1"
  std::string kings_apart_by;  // Betza of the distances that are forbidden between kings
  std::vector<Step> kings_apart_steps;
  bool king_takes_leaper = false;    // convention 2
  std::string king_takes_leaper_by;  // Betza of the leaps that count
  std::vector<Step> king_takes_leaper_steps;
  std::vector<AddedControlSpec> added_control;
  int repetition = 3;           // occurrences that allow a claim; 0: never
  int repetition_ends = 0;      // occurrences that end the game without one; 0: never
  int move_rule = 50;           // moves without pawn move or capture; 0: never
  int move_rule_ends = 0;       // such moves that end the game without a claim; 0: never
  bool standard_start = false;  // PGN readers know this array: no SetUp and FEN tags needed
  std::string file_name;
  text::Span span;  // of the name; for findings about the variant as a whole
};

}  // namespace nuskha::rules
