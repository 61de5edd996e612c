// The written move was never played: it stands there twice, it is no move of this game, or it is no
// move at all and only text.
#include "repair/operators/operators.hpp"

namespace nuskha::repair {

namespace {

bool same_text(const record::WrittenMove& a, const record::WrittenMove& b) {
  return a.form == b.form && a.piece == b.piece && a.from == b.from && a.to == b.to &&
         a.promotion == b.promotion && a.captured == b.captured && a.capture == b.capture;
}

// What a word costs that is only text. So many in a row are one. The last word may stand for a move
// as much as one that is missed by what follows, the more so behind a number.
template <class Bits>
int of_text(const Ways<Bits>& ways) {
  if (ways.in_text()) return 0;
  const WrittenGame& game = ways.manner.game;
  const bool is_last = ways.at + 1 == game.moves.size() && ways.position.has_legal();
  if (!is_last) return ways.of(Fault::stray_text);
  const Fault fault = game.number(ways.at).number ? Fault::unreadable : Fault::stray_text;
  return ways.of(fault) + ways.of(Fault::half_move_left_out);
}

}  // namespace

template <class Bits>
void take_out(Ways<Bits>& ways) {
  const record::WrittenMove& written = ways.written();
  // What is no move stays where it stands.
  if (says_nothing(written)) return ways.add(of_text(ways), {ways.taken_out(Faults())});
  const auto again = [&](std::uint32_t before) {
    return ways.at >= before && same_text(written, ways.manner.game.moves[ways.at - before]);
  };
  const Fault fault = again(1) || again(2) ? Fault::duplicated : Fault::no_move;
  int cost = ways.of(fault);
  // A mark of mate is as rare on a move of another game as it is invented here.
  if (fault == Fault::no_move && written.check == record::CheckMark::mate)
    cost += ways.of(Fault::check_invented);
  ways.add(cost, {ways.taken_out(ways.one(fault))});
}

NUSKHA_OPERATOR(take_out);

}  // namespace nuskha::repair
