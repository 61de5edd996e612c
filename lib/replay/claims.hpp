// Compares what the text claims of a move with the move that was played: each disagreement is a
// finding with its own code. Internal.
#pragma once

#include <string>

#include "notation/notation.hpp"
#include "replay/findings.hpp"
#include "replay/token.hpp"

namespace nuskha::replay {

// One move as it was played, and what it took to find it.
template <class Bits>
struct MoveInPlay {
  const rules::Position<Bits>& before;
  const rules::Position<Bits>& after;
  rules::Move move;
  record::CheckMark mark = record::CheckMark::none;  // none, check or mate, as the rules have it
  bool renamed = false;            // the text names another piece than stands on its square
  bool promotion_guessed = false;  // the text names no promotion
  bool promotion_dropped = false;  // the text names one where the pawn does not promote
};

template <class Bits>
void check_move_claims(const MoveInPlay<Bits>& played, const record::WrittenMove& written,
                       const notation::Alphabet& alphabet, const text::Source* source,
                       Reporter& reporter);

// The moved piece stands on `target` after the move.
template <class Bits>
void check_protection(const rules::Position<Bits>& after, rules::Square target,
                      const record::ProtectionClaim& claim, const notation::Alphabet& alphabet,
                      Reporter& reporter);

// How messages name things: "White's CF on i8", "CT", "i8".
template <class Bits>
std::string name_on(const rules::Position<Bits>& position, rules::Square square);
std::string name_of(const rules::Variant& variant, rules::PieceType type);
std::string name_of(rules::Color color);
// The names of a set of types: "CT, CF or CA".
std::string names_of(const rules::Variant& variant, std::uint32_t types);
std::string list(const std::vector<std::string>& items, std::string_view last_joint);

// Whether the piece on `square` has the movement that a mode note names (`CT` in `(T=T+CT)`).
// Nothing where the variant knows no such movement, so that nothing can be said.
template <class Bits>
std::optional<bool> carries(const rules::Position<Bits>& position, rules::Square square,
                            record::PieceName movement);

}  // namespace nuskha::replay
