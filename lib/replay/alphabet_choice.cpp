#include "replay/alphabet_choice.hpp"

#include <algorithm>
#include <tuple>

namespace nuskha::replay {

using notation::Alphabet;
using record::PieceName;
using record::WrittenMove;

namespace {

PieceName name_in(const WrittenMove& written) {
  return written.piece ? written.piece : written.promotion;
}

// Who names both squares may name a pawn as well; SAN does not.
bool knows(const Alphabet& alphabet, const WrittenMove& written) {
  const PieceName name = name_in(written);
  return alphabet.types(name) != 0 && (name != alphabet.pawn() || written.from.whole());
}

}  // namespace

template <class Bits>
void AlphabetChoice<Bits>::begin(const rules::Position<Bits>& position, const Alphabet& usual,
                                 const std::vector<const Alphabet*>& others) {
  contenders_.clear();
  contenders_.push_back({&usual});
  for (const Alphabet* other : others) contenders_.push_back({other});
  reached_.assign(1, {position});
  read_ = 0;
}

template <class Bits>
std::uint32_t AlphabetChoice<Bits>::reach(std::uint32_t from, rules::Move move) {
  for (std::size_t i = 0; i < reached_.size(); ++i)
    if (reached_[i].from == from && reached_[i].move == move) return std::uint32_t(i);
  reached_.push_back({earlier_[from].position, from, move});
  reached_.back().position.play(move);
  return std::uint32_t(reached_.size() - 1);
}

template <class Bits>
void AlphabetChoice<Bits>::read(const WrittenMove& written, bool main_line) {
  const PieceName name = name_in(written);
  const Alphabet& usual = *contenders_.front().alphabet;
  if (main_line) {
    earlier_.swap(reached_);
    reached_.clear();
  }
  for (Contender& contender : contenders_) {
    if (name && knows(*contender.alphabet, written)) ++contender.known;
    if (!main_line || !contender.plays) continue;
    notation::candidates(earlier_[contender.position].position, *contender.alphabet, written,
                         moves_);
    contender.plays = moves_.size() == 1;
    if (!contender.plays) continue;
    contender.position = reach(contender.position, moves_.front());
    ++contender.legal;
    if (name && contender.alphabet->types(name) != usual.types(name)) ++contender.otherwise;
  }
  if (main_line) ++read_;
}

template <class Bits>
bool AlphabetChoice<Bits>::is_settled(const Alphabet& usual, std::span<const WrittenMove> moves) {
  std::size_t named = 0;
  for (const WrittenMove& written : moves) {
    if (!name_in(written)) continue;
    if (++named == min_moves_read_otherwise || !knows(usual, written)) return false;
  }
  return true;
}

template <class Bits>
bool AlphabetChoice<Bits>::is_open() const {
  const auto plays = [](const Contender& c) { return c.plays; };
  const bool usual_alone =
      plays(contenders_.front()) && std::none_of(contenders_.begin() + 1, contenders_.end(), plays);
  return !usual_alone && read_ < max_moves_weighed;
}

template <class Bits>
bool AlphabetChoice<Bits>::beats_usual(const Contender& other) const {
  const Contender& usual = contenders_.front();
  if (other.known != usual.known) return other.known > usual.known;
  return other.plays && !usual.plays && other.otherwise >= min_moves_read_otherwise;
}

template <class Bits>
auto AlphabetChoice<Bits>::verdict() const -> Verdict {
  const auto worth = [](const Contender& c) { return std::tuple(c.known, c.legal); };
  const auto best =
      std::max_element(contenders_.begin() + 1, contenders_.end(),
                       [&](const Contender& a, const Contender& b) { return worth(a) < worth(b); });
  if (best == contenders_.end() || !beats_usual(*best)) return {contenders_.front().alphabet, {}};
  Verdict verdict{best->alphabet, {}};
  for (const Contender& other : contenders_)
    if (&other != &*best && worth(other) == worth(*best)) verdict.equals.push_back(other.alphabet);
  return verdict;
}

template class AlphabetChoice<rules::Bits64>;
template class AlphabetChoice<rules::Bits128>;
template class AlphabetChoice<rules::Bits256>;

}  // namespace nuskha::replay
