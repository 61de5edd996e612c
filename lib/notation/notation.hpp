// Between text and rules: what a written move may mean in a position, and how a move is written down.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "record/events.hpp"
#include "record/written_move.hpp"
#include "rules/position.hpp"

namespace nuskha::notation {

// The piece names of one language for one variant. "own" (the variant's names) always exists; others
// are the alphabets its data file gives ("english", "french", "figurine" …). Names not given in an
// alphabet are the variant's own.
class Alphabet {
 public:
  Alphabet(const rules::Variant& variant, std::string_view name);
  record::PieceName name(rules::PieceType type) const { return names_[type]; }
  // All types that the name may stand for, as a bit set: one for an exact name, several for an
  // abbreviation (`C`), none if unknown. Letter case is free where no two names collide.
  std::uint32_t types(record::PieceName name) const;

 private:
  const rules::Variant* variant_;
  std::vector<record::PieceName> names_;
};

// The legal moves that agree with what the text says of piece, squares, promotion and castling.
// Claims that a move is not told apart by (captured piece, marks, notes) are not looked at. Looks
// back from the target square; generates no move list.
template <class Bits>
void candidates(const rules::Position<Bits>& position, const Alphabet& alphabet,
                const record::WrittenMove& written, std::vector<rules::Move>& out);

// How much of a move write_down() states: everything it can (the seeds' way), or the least that SAN
// needs. Either way candidates(write_down(m)) == {m}.
enum class Style : std::uint8_t { full, san, coordinate };

template <class Bits>
record::WrittenMove write_down(const rules::Position<Bits>& position, const Alphabet& alphabet,
                               rules::Move move, Style style);

// SAN's least disambiguation for a move.
struct Disambiguation {
  bool file = false, rank = false;
};
template <class Bits>
Disambiguation disambiguation(const rules::Position<Bits>& position, rules::Move move);

}  // namespace nuskha::notation
