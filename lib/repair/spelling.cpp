#include "repair/spelling.hpp"

#include <algorithm>
#include <map>
#include <string_view>
#include <tuple>

#include "record/spell.hpp"
#include "repair/castling.hpp"
#include "replay/token.hpp"

namespace nuskha::repair {

using notation::Alphabet;
using notation::Style;
using record::MoveForm;
using record::WrittenMove;

std::string Spelling::spell(const WrittenMove& move) const {
  if (move.form == MoveForm::castle_short || move.form == MoveForm::castle_long)
    return spell_castling(move);
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
      out += '-';
      record::spell_square(move.to, out);
      for (const char c : move.promotion.view()) out += c >= 'A' && c <= 'Z' ? char(c + 32) : c;
  }
  // No piece and no file has the name of a sign.
  if (const std::size_t sign = out.find_first_of("-x");
      sign != out.npos && move.form == MoveForm::plain)
    out.replace(sign, 1, out[sign] == 'x' ? capture : quiet);
  return out;
}

std::string Spelling::spell_castling(WrittenMove move) const {
  if (!names_castling_squares) move.king_from = move.king_to = move.rook_from = move.rook_to = {};
  std::string out;
  if (style == Style::full)
    record::spell_dola(move, out);
  else
    record::spell_lan(move, pawn, out);
  const std::string& own = move.form == MoveForm::castle_short ? castle_short : castle_long;
  if (!own.empty()) out.replace(0, out.find_first_not_of("O0-"), own);
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

// How many moves can be played as they stand.
template <class Bits>
std::size_t playable(const WrittenGame& game, const rules::Position<Bits>& start,
                     const Alphabet& alphabet) {
  rules::Position<Bits> position = start;
  std::vector<rules::Move> fitting;
  for (std::size_t at = 0; at < game.moves.size(); ++at) {
    notation::candidates(position, alphabet, game.moves[at], fitting);
    if (fitting.size() != 1) return at;
    position.play(fitting.front());
  }
  return game.moves.size();
}

}  // namespace

template <class Bits>
Alphabet alphabet_of(const WrittenGame& game, const rules::Position<Bits>& start,
                     const std::string& stated) {
  const rules::Variant& variant = start.variant();
  for (const std::string* name : {game.tag("PieceNames"), &stated})
    if (name && (*name == "own" || variant.alphabets().contains(*name)))
      return Alphabet(variant, *name);
  const auto known = [&](const Alphabet& alphabet) {
    return std::count_if(game.moves.begin(), game.moves.end(), [&](const WrittenMove& move) {
      return !move.piece || alphabet.types(move.piece);
    });
  };
  const auto first =
      std::find_if(game.moves.begin(), game.moves.end(),
                   [](const WrittenMove& move) { return move.piece || move.promotion; });
  const bool by_figurines = first != game.moves.end() &&
                            variant.alphabets().contains(std::string(notation::figurines)) &&
                            notation::is_figurine(first->piece ? first->piece : first->promotion);
  Alphabet best(variant, by_figurines ? notation::figurines : "own");
  auto most = known(best);
  std::size_t furthest = playable(game, start, best);
  if (furthest == game.moves.size()) return best;
  for (const std::string& name : variant.alphabets()) {
    Alphabet other(variant, name);
    const auto count = known(other);
    if (count < most) continue;
    const std::size_t far = playable(game, start, other);
    if (count == most && far <= furthest) continue;
    most = count;
    furthest = far;
    best = std::move(other);
  }
  return best;
}

Spelling spelling_of(const WrittenGame& game, const notation::Alphabet& alphabet) {
  Spelling out;
  out.style = style_of(game);
  out.pawn = alphabet.pawn();
  const auto signs_between_squares = [&](bool capture, std::string& signs) {
    std::map<std::string_view, std::size_t> seen;
    std::size_t most = 0;
    for (const WrittenMove& move : game.moves) {
      if (move.form != MoveForm::plain || move.capture != capture) continue;
      if (!capture && !move.from.whole()) continue;
      const replay::Token token(game.source, move);
      if (!token.parts()) continue;
      const std::string_view sign = game.source->text(token.parts()->capture_mark);
      if (const std::size_t times = ++seen[sign]; times > most) {
        most = times;
        signs = sign;
      }
    }
  };
  signs_between_squares(false, out.quiet);
  signs_between_squares(true, out.capture);
  const auto castles = [](const WrittenMove& move) {
    return move.form == MoveForm::castle_short || move.form == MoveForm::castle_long;
  };
  const auto castling = std::find_if(game.moves.begin(), game.moves.end(), castles);
  if (castling == game.moves.end()) return out;
  out.names_castling_squares = bool(castling->king_from);
  const auto signs = castling_signs(game.source->text(castling->span));
  if (signs) std::tie(out.castle_short, out.castle_long) = *signs;
  return out;
}

#define NUSKHA_INSTANTIATE(Bits)                                                        \
  template Alphabet alphabet_of<Bits>(const WrittenGame&, const rules::Position<Bits>&, \
                                      const std::string&);
NUSKHA_INSTANTIATE(rules::Bits64)
NUSKHA_INSTANTIATE(rules::Bits128)
NUSKHA_INSTANTIATE(rules::Bits256)
#undef NUSKHA_INSTANTIATE

}  // namespace nuskha::repair
