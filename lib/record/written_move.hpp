// A move as a text states it: everything claimed, anything absent. No rules here: the same struct
// is filled by the seeds' notation, SAN in any language, long algebraic, coordinate and UCI.
#pragma once

#include <bit>
#include <cstdint>
#include <string_view>

#include "text/source.hpp"

namespace nuskha::record {

// A piece's name of up to four bytes ("SD", "N", "♘"); empty means absent. Comparable as an
// integer.
struct PieceName {
  std::uint32_t packed = 0;

  constexpr PieceName() = default;
  constexpr explicit PieceName(std::string_view text) {
    for (std::size_t i = 0; i < text.size() && i < 4; ++i)
      packed |= std::uint32_t(static_cast<unsigned char>(text[i])) << (8 * i);
  }
  constexpr explicit operator bool() const { return packed != 0; }
  constexpr bool operator==(const PieceName&) const = default;
  constexpr bool is_ascii() const { return (packed & 0x80808080) == 0; }
  std::string_view view() const {  // little endian machines only, as the whole library
    const char* text = reinterpret_cast<const char*>(&packed);
    return {text, std::size_t(39 - std::countl_zero(packed)) / 8};
  }
};

// 0-based; -1 means absent. `a1` is {0, 0}, `i10` is {8, 9}.
struct WrittenSquare {
  std::int8_t file = -1;
  std::int8_t rank = -1;
  constexpr bool whole() const { return (file | rank) >= 0; }
  constexpr explicit operator bool() const { return (file & rank) >= 0; }
  constexpr bool operator==(const WrittenSquare&) const = default;
};

enum class MoveForm : std::uint8_t {
  plain,
  castle_short,  // `00`, `O-O`: towards the high files
  castle_long,   // `000`, `O-O-O`
  null_move,     // `--`, `Z0`
  drop,          // `N@e4`
};

enum class CheckMark : std::uint8_t { none, check, double_check, mate };

struct WrittenMove {
  MoveForm form = MoveForm::plain;
  PieceName piece;              // absent: SAN's pawn, UCI's unnamed piece (see `unnamed_is_pawn`)
  bool unnamed_is_pawn = true;  // an absent name states a pawn (SAN), or states nothing (UCI)
  WrittenSquare from;
  WrittenSquare to;
  bool capture = false;       // a capture mark stands in the text
  bool states_quiet = false;  // the text has a mark that says it is no capture (`-` of `Pf2-f5`)
  PieceName captured;         // `CT` in `CFg7xCTd8`
  bool en_passant = false;    // `ep`
  PieceName promotion;        // `SD` in `=SD`
  CheckMark check = CheckMark::none;
  std::uint8_t convention = 0;                           // 1 to 3 from `(conv3)`; 0 for none
  PieceName mode_piece;                                  // `F` in `(F=F+CF)`; absent in `(CT)`
  PieceName mode;                                        // `CF` in `(F=F+CF)` and `(CF)`
  WrittenSquare king_from, king_to, rook_from, rook_to;  // castling squares, as far as named
  PieceName rook;                                        // `ST` in `00(STj10-h10)`
  text::Span span;  // the whole token, from the piece name to its last mark or note

  // Claims beyond the form, piece, squares, capture, promotion and check.
  bool claims_more() const {
    const std::uint32_t named =
        captured.packed | mode.packed | rook.packed | convention | std::uint32_t(en_passant);
    // An absent coordinate has all bits.
    const auto bits = [](WrittenSquare square) { return std::bit_cast<std::uint16_t>(square); };
    const unsigned squares = bits(king_from) & bits(king_to) & bits(rook_from) & bits(rook_to);
    return (named | (squares ^ 0xFFFF)) != 0;
  }
};

// A move as most are written, and the number before it: what a PGN token says of piece, squares,
// capture and check, in a byte each. A third of a WrittenMove, since archives have little else.
struct PlainMove {
  std::uint32_t begin = 0;         // of its text
  std::uint32_t number_begin = 0;  // of the number's
  std::uint16_t piece = 0;         // a name of up to two bytes, as PieceName::packed; 0: a pawn
  WrittenSquare from;
  WrittenSquare to;
  bool capture = false;
  MoveForm form = MoveForm::plain;  // or a castling
  bool check = false;
  std::uint8_t size = 0;
  std::uint8_t number_size = 0;  // 0: none stands before it
  bool states_black = false;     // the number does
  std::uint16_t number = 0;

  text::Span span() const { return {begin, begin + size}; }
  PieceName name() const {
    PieceName name;
    name.packed = piece;
    return name;
  }
  WrittenMove written() const {
    WrittenMove move;
    move.piece = name();
    move.form = form;
    move.unnamed_is_pawn = form == MoveForm::plain && piece == 0;
    move.from = from;
    move.to = to;
    move.capture = capture;
    move.check = check ? CheckMark::check : CheckMark::none;
    move.span = span();
    return move;
  }
};

}  // namespace nuskha::record
