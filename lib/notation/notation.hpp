// Between text and rules: what a written move may mean in a position, and how a move is written
// down.
#pragma once

#include <array>
#include <bit>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "record/events.hpp"
#include "record/written_move.hpp"
#include "rules/position.hpp"

namespace nuskha::notation {

// The alphabet of chessmen and chess symbols, where a variant has them.
inline constexpr std::string_view figurines = "figurine";
// Letters have at most two bytes, figurines more.
inline bool is_figurine(record::PieceName name) {
  constexpr std::uint32_t last_lead_of_letters = 0xDF;
  return (name.packed & 0xFF) > last_lead_of_letters;
}

// The piece names of one language for one variant. "own" (the variant's names) always exists;
// others are the alphabets its data file gives ("english", "french", "figurine" …). Names not given
// in an alphabet are the variant's own. Figurines are understood beside the letters of any, and
// beside figurines the variant's own letters.
class Alphabet {
 public:
  Alphabet(const rules::Variant& variant, std::string_view name);
  record::PieceName name(rules::PieceType type) const { return names_[type]; }
  // The pawn's name, empty where the variant has none.
  record::PieceName pawn() const {
    return pawn_ == rules::no_piece_type ? record::PieceName() : names_[pawn_];
  }
  // All types that the name may stand for, as a bit set: one for an exact name, several for an
  // abbreviation (`C`), none if unknown. Letter case is free where no two names collide.
  std::uint32_t types(record::PieceName name) const {
    return name.packed < one_letter_.size() ? one_letter_[name.packed] : long_types(name);
  }
  // The one type of that name, or for none the pawn; no_piece_type where it may stand for none or
  // for several.
  rules::PieceType type_of(record::PieceName name) const {
    if (name.packed < type_of_letter_.size()) return type_of_letter_[name.packed];
    const std::uint32_t types = long_types(name);
    return std::has_single_bit(types) ? rules::PieceType(std::countr_zero(types))
                                      : rules::no_piece_type;
  }
  // Every piece is called here as it is in the other alphabet.
  bool same_names(const Alphabet& other) const { return names_ == other.names_; }

 private:
  struct Entry {
    std::uint32_t packed;
    std::uint32_t types;  // 0 where names collide
  };
  std::uint32_t long_types(record::PieceName name) const;
  static std::uint32_t look_up(const std::vector<Entry>& entries, std::uint32_t packed);

  std::vector<record::PieceName> names_;
  std::array<std::uint32_t, 128> one_letter_{};  // by ASCII letter, case freed: the usual question
  std::array<rules::PieceType, 128> type_of_letter_{};
  std::vector<Entry> exact_, folded_;
  rules::PieceType pawn_;
};

// The alphabets of a variant.
class Alphabets {
 public:
  explicit Alphabets(const rules::Variant& variant);
  // Made once for a variant, for as long as it lives.
  static std::shared_ptr<const Alphabets> of(const std::shared_ptr<const rules::Variant>& variant);
  // Null where the variant has none of that name.
  const Alphabet* find(std::string_view name) const;
  const Alphabet& own() const { return *own_; }
  // Those whose names own() does not know, one of each that name every piece the same.
  const std::vector<const Alphabet*>& others() const { return others_; }
  const std::map<std::string, Alphabet, std::less<>>& by_name() const { return by_name_; }

 private:
  std::map<std::string, Alphabet, std::less<>> by_name_;
  const Alphabet* own_;
  std::vector<const Alphabet*> others_;
};

// The legal moves that agree with what the text says of piece, squares, promotion and castling.
// Claims that a move is not told apart by (captured piece, marks, notes, the squares named beside a
// castling) are not looked at. Castling is understood as `00`/`O-O`, and where both squares are
// written also as the king's move when he cannot step there, and as the king taking his own rook
// (UCI for Chess960); where arrays are numbered the rook's square alone will do. The null move fits
// wherever one may pass. A promotion the text does not name may be any. Looks back from the target
// square; generates no move list. `out` is cleared first.
template <class Bits>
void candidates(const rules::Position<Bits>& position, const Alphabet& alphabet,
                const record::WrittenMove& written, std::vector<rules::Move>& out);

// The one candidate of a text that is as most are, a piece and the squares it comes from, as far as
// they are named, and goes to. The null move where the text is another, and where no move or
// several fit: then ask for the candidates.
template <class Bits>
rules::Move usual_move(const rules::Position<Bits>& position, const Alphabet& alphabet,
                       const record::WrittenMove& written);
// How much of a move write_down() states: everything it can (the seeds' way); the piece and both
// squares, marks and promotion; the least that SAN needs; the two squares (UCI). In each,
// candidates(write_down(m)) == {m}.
enum class Style : std::uint8_t { full, plain, san, coordinate };

template <class Bits>
record::WrittenMove write_down(const rules::Position<Bits>& position, const Alphabet& alphabet,
                               rules::Move move, Style style);
// The same for callers that know already whether the move gives check or mate.
template <class Bits>
record::WrittenMove write_down(const rules::Position<Bits>& position, const Alphabet& alphabet,
                               rules::Move move, Style style, record::CheckMark check);

// SAN's least disambiguation for a move. A pawn's capture always names its file.
struct Disambiguation {
  bool file = false, rank = false;
};
template <class Bits>
Disambiguation disambiguation(const rules::Position<Bits>& position, rules::Move move);

// The convention without which the move would not be legal (RULES.md): 2, the king takes a checking
// leaper from where he stands; 3, a piece that has no mode yet uses a movement of a mode. Else 0.
template <class Bits>
std::uint8_t convention(const rules::Position<Bits>& position, rules::Move move);

// `00` or `000` of the side to move, whether legal or not; nothing where the variant has no such
// castling.
template <class Bits>
std::optional<rules::Move> castling(const rules::Position<Bits>& position, rules::Wing wing);

// The castling that the king's two squares mean, as far as he has a right to it, whether legal or
// not: he goes to his own rook, or to castling's square and cannot step there.
template <class Bits>
std::optional<rules::Move> castling_by_square(const rules::Position<Bits>& position,
                                              rules::Square to);

inline record::WrittenSquare written_square(const rules::Variant& variant, rules::Square square) {
  return {std::int8_t(variant.file_of(square)), std::int8_t(variant.rank_of(square))};
}
// What Style::plain states of a move that is neither castling nor the null move, but for its check,
// into a struct that never held more.
template <class Bits>
inline void write_down_plain(const rules::Position<Bits>& position, const Alphabet& alphabet,
                             rules::Move move, record::WrittenMove& out) {
  const rules::Variant& variant = position.variant();
  out.piece = alphabet.name(variant.type_of(position.at(move.from).state()));
  out.from = written_square(variant, move.from);
  out.to = written_square(variant, move.to);
  out.capture = position.capture_square(move) != rules::no_square;
  out.promotion = {};
  if (move.promotion != rules::no_piece_type) out.promotion = alphabet.name(move.promotion);
}

// The square, or no_square when a coordinate is absent or off the board.
inline rules::Square square_of(const rules::Variant& variant, record::WrittenSquare written) {
  // One that is absent becomes a large number.
  if (std::uint8_t(written.file) >= variant.files() ||
      std::uint8_t(written.rank) >= variant.ranks())
    return rules::no_square;
  return variant.square(written.file, written.rank);
}
// The squares with its coordinates, as far as they are there; none where one is off the board.
template <class Bits>
Bits squares_of(const rules::Variant& variant, record::WrittenSquare written) {
  if (written.file >= variant.files() || written.rank >= variant.ranks()) return {};
  const auto& geometry = *variant.tables<Bits>().geometry;
  Bits squares = geometry.board;
  if (written.file >= 0) squares &= geometry.on_file[written.file];
  if (written.rank >= 0) squares &= geometry.on_rank[written.rank];
  return squares;
}

}  // namespace nuskha::notation
