#include "repair/spelling.hpp"

#include <algorithm>

#include "record/spell.hpp"

namespace nuskha::repair {

using notation::Alphabet;
using notation::Style;
using record::WrittenMove;

std::string Spelling::spell(const WrittenMove& move) const {
  std::string out;
  switch (style) {
    case Style::full:
      record::spell_dola(move, out);
      break;
    case Style::san: {
      record::PlayedMove played;
      played.move = move;
      played.name_file = move.from.file >= 0;
      played.name_rank = move.from.rank >= 0;
      record::spell_san(played, pawn, out);
      break;
    }
    case Style::plain:
      record::spell_lan(move, pawn, out);
      break;
    case Style::coordinate:
      record::spell_square(move.from, out);
      if (has_dashes) out += '-';
      record::spell_square(move.to, out);
      for (const char c : move.promotion.view()) out += c >= 'A' && c <= 'Z' ? char(c + 32) : c;
  }
  return out;
}

namespace {

Style style_of(const WrittenGame& game) {
  std::size_t moves = 0, whole = 0, unnamed = 0;
  for (const WrittenMove& move : game.moves) {
    if (says_nothing(move)) continue;
    if (move.captured || move.mode) return Style::full;
    ++moves;
    whole += move.from.whole();
    unnamed += !move.piece && !move.unnamed_is_pawn;
  }
  if (2 * unnamed > moves) return Style::coordinate;
  return 2 * whole > moves ? Style::plain : Style::san;
}

}  // namespace

Alphabet alphabet_of(const WrittenGame& game, const rules::Variant& variant) {
  if (const std::string* named = game.tag("PieceNames"))
    if (variant.alphabets().count(*named)) return Alphabet(variant, *named);
  Alphabet best(variant, "own");
  const auto known = [&](const Alphabet& alphabet) {
    return std::count_if(game.moves.begin(), game.moves.end(), [&](const WrittenMove& move) {
      return !move.piece || alphabet.types(move.piece);
    });
  };
  auto most = known(best);
  for (const std::string& name : variant.alphabets()) {
    Alphabet other(variant, name);
    if (const auto count = known(other); count > most) {
      most = count;
      best = std::move(other);
    }
  }
  return best;
}

Spelling spelling_of(const WrittenGame& game, const notation::Alphabet& alphabet) {
  return {style_of(game), alphabet.pawn(),
          std::any_of(game.moves.begin(), game.moves.end(),
                      [](const WrittenMove& move) { return move.states_quiet; })};
}

}  // namespace nuskha::repair
