#include "repair/outcome.hpp"

#include <algorithm>
#include <array>
#include <optional>
#include <string>
#include <string_view>

#include "text/ascii.hpp"

namespace nuskha::repair {

using record::GameResult;
using record::ResultClaim;
using rules::Outcome;
using rules::Position;
using text::lower;

namespace {

template <class Bits>
bool agrees(const Position<Bits>& position, const ResultClaim& claim) {
  using Reason = ResultClaim::Reason;
  const Outcome outcome = position.outcome();
  if (claim.reason == Reason::checkmate && outcome != Outcome::checkmate) return false;
  if (claim.reason == Reason::stalemate && outcome != Outcome::stalemate) return false;
  return outcome == Outcome::none || claim.result == GameResult::unknown ||
         claim.result == result_of(position);
}

// `Les blancs abandonnent`, `White resigns`: the other side. Nothing where the words name none.
std::optional<text::Fix> other_side(std::string_view words, std::uint32_t begin) {
  constexpr std::array<std::array<std::string_view, 2>, 2> names = {
      {{"blanc", "noir"}, {"white", "black"}}};
  for (const auto& pair : names)
    for (const std::size_t which : {0, 1}) {
      const std::string_view name = pair[which];
      const auto found = std::search(words.begin(), words.end(), name.begin(), name.end(),
                                     [](char a, char b) { return lower(a) == b; });
      if (found == words.end()) continue;
      const auto at = std::size_t(found - words.begin());
      std::string with(pair[1 - which]);
      const bool all = words[at + 1] != lower(words[at + 1]);
      for (std::size_t i = 0; i < with.size(); ++i)
        if (i == 0 ? words[at] != lower(words[at]) : all) with[i] = char(with[i] - 32);
      const auto from = begin + std::uint32_t(at);
      return text::Fix{{from, from + std::uint32_t(name.size())}, with};
    }
  return std::nullopt;
}

}  // namespace

template <class Bits>
GameResult result_of(const Position<Bits>& position) {
  switch (position.outcome()) {
    case Outcome::checkmate:
      return position.side() == rules::Color::white ? GameResult::black_wins
                                                    : GameResult::white_wins;
    case Outcome::stalemate:
      return GameResult::draw;
    default:
      return GameResult::unknown;
  }
}

template <class Bits>
bool denies_result(const Position<Bits>& position, const WrittenGame& game) {
  const auto &stated = game.result, &tag = game.result_tag;
  if (stated && !agrees(position, *stated)) return true;
  if (tag && !agrees(position, *tag)) return true;
  return stated && tag && stated->result != tag->result &&
         result_of(position) != GameResult::unknown;
}

std::vector<text::Fix> rewrite_result(const WrittenGame& game, GameResult right) {
  std::vector<text::Fix> fixes;
  // That words tell of a mate which is none says nothing of who won.
  if (right == GameResult::unknown) return fixes;
  for (const auto* claim : {&game.result, &game.result_tag}) {
    if (!*claim || (*claim)->result == right) continue;
    const text::Span span = (*claim)->span;
    std::optional<text::Fix> side;
    if ((*claim)->reason != ResultClaim::Reason::token && right != GameResult::draw &&
        (*claim)->result != GameResult::draw)
      side = other_side(game.source->text(span), span.begin);
    fixes.push_back(side ? *side : text::Fix{span, std::string(record::to_string(right))});
  }
  return fixes;
}

#define NUSKHA_INSTANTIATE(Bits)                              \
  template GameResult result_of<Bits>(const Position<Bits>&); \
  template bool denies_result<Bits>(const Position<Bits>&, const WrittenGame&);
NUSKHA_INSTANTIATE(rules::Bits64)
NUSKHA_INSTANTIATE(rules::Bits128)
NUSKHA_INSTANTIATE(rules::Bits256)
#undef NUSKHA_INSTANTIATE

}  // namespace nuskha::repair
