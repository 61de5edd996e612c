#include "repair/repair.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <span>
#include <tuple>
#include <utility>
#include <variant>

#include "repair/count.hpp"
#include "repair/places.hpp"
#include "repair/search.hpp"
#include "replay/game.hpp"
#include "replay/token.hpp"
#include "rules/fen.hpp"
#include "text/revision.hpp"

namespace nuskha::repair {

using notation::Alphabet;
using notation::Style;
using record::WrittenMove;
using rules::Position;

const std::string* WrittenGame::tag(std::string_view name) const {
  for (const auto& [tag, value] : tags)
    if (tag == name) return &value;
  return nullptr;
}

void Collector::begin_game(text::Span span) {
  games.emplace_back();
  games.back().source = source_;
  games.back().span = span;
  depth_ = 0;
  number_ = {};
  men_.reset();
}
void Collector::tag(std::string_view name, std::string_view value, text::Span) {
  games.back().tags.emplace_back(name, value);
}
void Collector::move_number(const record::MoveNumber& number) {
  if (depth_ == 0) number_ = number;
}
void Collector::move(const WrittenMove& move) {
  if (depth_ > 0) return;
  games.back().moves.push_back(move);
  games.back().numbers.push_back(std::exchange(number_, {}));
}
void Collector::unread(std::string_view text, text::Span span) {
  constexpr std::size_t longest = 16;
  const bool is_word = text.size() <= longest && text.find_first_of(" \t\r\n") == text.npos;
  if (!is_word || source_->text(span) != text) return;
  WrittenMove word;
  word.span = span;
  move(word);
}
void Collector::claim(const record::ProtectionClaim& claim) {
  std::vector<WrittenMove>& moves = games.back().moves;
  if (depth_ == 0 && !moves.empty()) games.back().claims.emplace_back(moves.size() - 1, claim);
}
void Collector::placement(const record::Inventory& men) {
  men_ = men;
}
void Collector::result(const record::ResultClaim& claim) {
  games.back().result = claim;
}
void Collector::end_game(text::Span span) {
  games.back().span = span;
  games.back().numbers.push_back(std::exchange(number_, {}));
  if (!men_) return;
  // A list that stands alone is of the game before it, if it says no other.
  WrittenGame* of = &games.back();
  if (of->moves.empty() && games.size() > 1) {
    of = &games[games.size() - 2];
    for (const char* name : {"Variant", "Round"}) {
      const std::string *here = games.back().tag(name), *there = of->tag(name);
      if (here && there && *here != *there) of = nullptr;
      if (!of) break;
    }
  }
  if (of && !of->moves.empty() && !of->final_men) of->final_men = std::move(men_);
  men_.reset();
}

namespace {

bool has(const Faults& faults, Fault fault) {
  return faults[std::size_t(fault)];
}

// Those of the move itself, not of the number before it.
Faults of_move(Faults faults) {
  return faults.reset(std::size_t(Fault::numbering));
}

// Makes the numbers of a game right along a line: a slip is corrected with all that follow from it.
class Numbers {
 public:
  // Whether it began a correction. To be called with each part of the line.
  template <class Bits>
  bool add(const WrittenGame& game, const Part& part, const Position<Bits>& position,
           std::uint32_t ply, std::vector<Correction>& corrections) {
    const record::MoveNumber written = game.number(part.written);
    if (part.kind == Part::Kind::left_out || !written.number ||
        has(part.faults, Fault::foreign_line))
      return false;
    const int distance = Count::distance(
        written, Count::ply(position.move_number(), position.side() == rules::Color::black));
    if (!first_) first_ = distance;
    const int ahead = distance - *first_;
    const bool slips = has(part.faults, Fault::numbering);
    if (slips) of_.reset();
    other_side_ = other_side_ || ahead % 2 != 0;
    if (ahead == 0 || ahead % 2 != 0 || std::int64_t(written.number) <= ahead / 2) return false;
    const text::Fix fix = rewrite(*game.source, written, written.number - std::uint32_t(ahead / 2));
    if (fix.span.size() == 0) return false;
    if (of_) corrections[*of_].fixes.push_back(fix);
    if (!slips) return false;
    of_ = corrections.size();
    Correction correction;
    correction.faults.set(std::size_t(Fault::numbering));
    correction.move = part.written;
    correction.ply = ply;
    correction.original = std::string(game.source->text(fix.span));
    correction.meant = fix.replacement;
    correction.fixes = {fix};
    rules::write_fen(position, correction.fen);
    corrections.push_back(std::move(correction));
    return true;
  }

  // Where a number stands before a move of the other side, more than figures is wrong.
  bool can_be_mended() const { return !other_side_; }

 private:
  // The figures alone; empty where there are none.
  static text::Fix rewrite(const text::Source& source, const record::MoveNumber& written,
                           std::uint32_t right) {
    const std::string_view text = source.text();
    text::Span span = written.span;
    const auto is_figure = [&](std::uint32_t at) { return text[at] >= '0' && text[at] <= '9'; };
    while (span.begin < span.end && !is_figure(span.begin)) ++span.begin;
    std::uint32_t end = span.begin;
    while (end < span.end && is_figure(end)) ++end;
    span.end = end;
    return {span, std::to_string(right)};
  }

  std::optional<int> first_;
  bool other_side_ = false;
  std::optional<std::size_t> of_;  // the correction that numbers follow from
};

template <class Bits>
class Teller {
 public:
  Teller(const Manner& manner, const Position<Bits>& start)
      : game_(manner.game), alphabet_(manner.alphabet), spelling_(manner.spelling), start_(start) {}

  // `of`: the part of the line that each correction is of, but for that of the result.
  Reading tell(const Line& line, std::vector<const Part*>* of = nullptr) const {
    Reading reading;
    reading.cost = line.cost;
    Position<Bits> position = start_;
    Numbers numbers;
    for (std::size_t i = 0; i < line.parts.size(); ++i) {
      const Part& part = line.parts[i];
      if (numbers.add(game_, part, position, std::uint32_t(reading.moves.size() + 1),
                      reading.corrections) &&
          of)
        of->push_back(&part);
      const Faults faults = of_move(part.faults);
      if (faults.any()) {
        Correction correction;
        correction.faults = faults;
        correction.move = part.written;
        correction.ply = std::uint32_t(reading.moves.size() + 1);
        rules::write_fen(position, correction.fen);
        const bool another_follows = i + 1 < line.parts.size() &&
                                     line.parts[i + 1].kind == Part::Kind::left_out &&
                                     line.parts[i + 1].written == part.written;
        explain(position, part, another_follows, correction);
        reading.corrections.push_back(std::move(correction));
        if (of) of->push_back(&part);
      }
      if (part.kind == Part::Kind::taken_out) continue;
      reading.moves.push_back(part.move);
      position.play(part.move);
    }
    // The number before a result belongs to no move.
    const bool whole = !line.parts.empty() && line.parts.back().written + 1 == game_.moves.size();
    if (Part end{Part::Kind::read, std::uint32_t(game_.moves.size()), {}, {}, 0}; whole)
      numbers.add(game_, end, position, std::uint32_t(reading.moves.size() + 1),
                  reading.corrections);
    if (!numbers.can_be_mended()) leave_numbers(reading.corrections, of);
    if (line.denies_result) reading.corrections.push_back(result(position, reading.moves.size()));
    rules::write_fen(position, reading.final_fen);
    return reading;
  }

 private:
  static void leave_numbers(std::vector<Correction>& corrections, std::vector<const Part*>* of) {
    std::size_t kept = 0;
    for (std::size_t i = 0; i < corrections.size(); ++i) {
      if (has(corrections[i].faults, Fault::numbering)) continue;
      if (kept != i) corrections[kept] = std::move(corrections[i]);
      if (of) (*of)[kept] = (*of)[i];
      ++kept;
    }
    corrections.resize(kept);
    if (of) of->resize(kept);
  }

  Correction result(const Position<Bits>& position, std::size_t plies) const {
    Correction correction;
    correction.faults.set(std::size_t(Fault::result));
    correction.move = std::uint32_t(game_.moves.size());
    correction.ply = std::uint32_t(plies + 1);
    rules::write_fen(position, correction.fen);
    correction.original = std::string(game_.source->text(game_.result->span));
    record::GameResult right = record::GameResult::unknown;
    if (position.outcome() == rules::Outcome::stalemate) right = record::GameResult::draw;
    if (position.outcome() == rules::Outcome::checkmate)
      right = position.side() == rules::Color::white ? record::GameResult::black_wins
                                                     : record::GameResult::white_wins;
    correction.meant = std::string(record::to_string(right));
    if (game_.result->reason == record::ResultClaim::Reason::token)
      correction.fixes = {{game_.result->span, correction.meant}};
    return correction;
  }

  void explain(const Position<Bits>& position, const Part& part, bool another_follows,
               Correction& correction) const {
    const WrittenMove& written = game_.moves[part.written];
    const replay::Token token(game_.source, written);
    if (part.kind != Part::Kind::left_out) correction.original = std::string(token.text());
    if (part.kind == Part::Kind::taken_out) {
      correction.fixes = {{with_separator(game_, part.written), ""}};
      return;
    }
    const WrittenMove right = notation::write_down(position, alphabet_, part.move, spelling_.style);
    correction.meant = spelling_.spell(right);
    if (part.kind == Part::Kind::left_out) {
      correction.fixes = {put_in(game_, {.before = part.written,
                                         .white = position.side() == rules::Color::white,
                                         .another_follows = another_follows,
                                         .number = position.move_number(),
                                         .text = correction.meant})};
      return;
    }
    const auto has = [&](Fault fault) { return part.faults[std::size_t(fault)]; };
    if (are_exchanged(part.faults)) {
      // Which stands where the other one belongs: see exchange().
      correction.meant = std::string(token.text());
      return;
    }
    if (has(Fault::mode) || has(Fault::convention) || has(Fault::castling_side) ||
        has(Fault::castling_square) || has(Fault::castling_form)) {
      correction.fixes = {{written.span, correction.meant}};
      return;
    }
    correction.fixes = token.rewrite(right, correction.meant);
    if (has(Fault::check_unmarked) || has(Fault::check_invented)) {
      const std::size_t marks = correction.meant.find_first_of("+#");
      const bool mate = right.check == record::CheckMark::mate;
      const std::string_view mark = marks == std::string::npos ? std::string_view()
                                    : spelling_.style == Style::full && mate
                                        ? "+mat"
                                        : std::string_view(correction.meant).substr(marks, 1);
      const auto fixes = token.fix(&replay::TokenParts::check, mark);
      correction.fixes.insert(correction.fixes.end(), fixes.begin(), fixes.end());
    }
    std::erase_if(correction.fixes, [&](const text::Fix& fix) {
      return game_.source->text(fix.span) == fix.replacement;
    });
  }

  const WrittenGame& game_;
  const Alphabet& alphabet_;
  const Spelling& spelling_;
  const Position<Bits>& start_;
};

// Two moves in the wrong order change places.
void exchange(const WrittenGame& game, std::vector<Correction>& corrections) {
  for (std::size_t i = 0; i + 1 < corrections.size(); ++i) {
    Correction &a = corrections[i], &b = corrections[i + 1];
    if (!are_exchanged(a.faults) || a.move != b.move + 1) continue;
    std::swap(a.move, b.move);
    std::swap(a.original, b.original);
    for (Correction* one : {&a, &b}) one->fixes = {{game.moves[one->move].span, one->meant}};
    ++i;
  }
}

// What the other lines make of the places that the first one corrects.
template <class Bits>
void tell_alternatives(const WrittenGame& game, const Teller<Bits>& teller,
                       const std::vector<Line>& lines, const std::vector<double>& weights,
                       double sum, std::size_t most, Reading& reading) {
  struct Other {
    Part part;
    double weight = 0;
    std::size_t line = 0;  // the likeliest that has it
  };
  const auto part_at = [](const Line& line, std::uint32_t written, bool left_out) -> const Part* {
    for (const Part& part : line.parts)
      if (part.written == written && (part.kind == Part::Kind::left_out) == left_out) return &part;
    return nullptr;
  };
  for (Correction& correction : reading.corrections) {
    if (correction.move >= game.moves.size() || has(correction.faults, Fault::numbering)) continue;
    const bool left_out = correction.original.empty();
    const Part* first = part_at(lines[0], correction.move, left_out);
    if (!first || are_exchanged(first->faults)) continue;
    std::vector<Other> others;
    for (std::size_t i = 1; i < lines.size(); ++i) {
      const Part* part = part_at(lines[i], correction.move, left_out);
      const Part other = part ? *part : Part{Part::Kind::taken_out, correction.move, {}, {}, 0};
      if (other.kind == first->kind && other.move == first->move) continue;
      const auto known = std::find_if(others.begin(), others.end(), [&](const Other& one) {
        return one.part.kind == other.kind && one.part.move == other.move;
      });
      if (known == others.end())
        others.push_back({other, weights[i], i});
      else
        known->weight += weights[i];
    }
    std::stable_sort(others.begin(), others.end(),
                     [](const Other& a, const Other& b) { return a.weight > b.weight; });
    for (const Other& other : others) {
      if (correction.alternatives.size() == most) break;
      Alternative alternative{{}, correction.original, {}, other.weight / sum};
      if (of_move(other.part.faults).any())
        for (const Correction& told : teller.tell(lines[other.line]).corrections)
          if (told.move == correction.move && told.original.empty() == left_out &&
              !has(told.faults, Fault::numbering)) {
            alternative.faults = told.faults;
            alternative.meant = told.meant;
            alternative.fixes = told.fixes;
            break;
          }
      const auto same =
          std::find_if(correction.alternatives.begin(), correction.alternatives.end(),
                       [&](const Alternative& one) {
                         return one.meant == alternative.meant && one.faults == alternative.faults;
                       });
      if (same == correction.alternatives.end())
        correction.alternatives.push_back(std::move(alternative));
      else
        same->probability += alternative.probability;
    }
  }
}

int cost_at(const Line& line, std::uint32_t written) {
  int cost = 0;
  for (const Part& part : line.parts)
    if (part.written == written) cost += part.cost;
  return cost;
}

// How likely it is that a place went through what this line says and not through something that no
// operator is for: the more it costs to explain so few moves, the less.
double explained(const Line& line, const Part& place, const Costs& costs) {
  struct Stretch {
    std::uint32_t reach;  // on both sides
    int share;            // of Fault::unexplained
  };
  // What is taken out says more of the text that stands there than of what happened.
  constexpr int most_taken_out = 500;
  double likely = 1;
  for (const auto [reach, share] : {Stretch{8, 1}, Stretch{32, 2}}) {
    int spent = 0;
    for (const Part& part : line.parts)
      if (part.written + reach >= place.written && part.written <= place.written + reach)
        spent +=
            part.kind == Part::Kind::taken_out ? std::min(part.cost, most_taken_out) : part.cost;
    likely /= 1 + std::exp((spent - share * costs.of(Fault::unexplained)) / 100.0);
  }
  return likely;
}

// The more of the rest of the game is to be explained, the likelier the right reading is none of
// those that were found: the odds against a correction grow with what its game costs elsewhere.
double in_such_a_game(double probability, int cost_elsewhere) {
  constexpr double doubling = 1000;
  const double against = (1 - probability) * (1 + std::max(cost_elsewhere, 0) / doubling);
  return probability / (probability + against);
}

// That columns go on being exchanged is no surer than that they were so far, which is what makes it
// cheap.
void bound_columns(std::vector<Correction>& corrections) {
  double so_far = 1;
  for (Correction& correction : corrections) {
    if (!are_exchanged(correction.faults)) continue;
    if (has(correction.faults, Fault::columns))
      correction.probability = std::min(correction.probability, so_far);
    so_far = correction.probability;
  }
}

// What reads as a move may be another one, spelled beyond recognition. It is taken out for sure
// only where the numbers say so too: its line has the number of the line before it or behind it.
bool may_hide_a_move(const WrittenGame& game, const Part& part) {
  if (part.kind != Part::Kind::taken_out || has(part.faults, Fault::duplicated)) return false;
  const auto end = std::uint32_t(game.moves.size());
  std::uint32_t at = part.written;
  while (at > 0 && game.number(at).number == 0) --at;
  std::uint32_t before = at > 0 ? at - 1 : 0, behind = std::min(at + 1, end);
  while (before > 0 && game.number(before).number == 0) --before;
  while (behind < end && game.number(behind).number == 0) ++behind;
  const std::uint32_t own = game.number(at).number;
  if (own != 0 && behind - at > 2) return false;
  return own == 0 || !((at > 0 && game.number(before).number == own) ||
                       (behind < end && game.number(behind).number == own));
}

// A correction is no surer than those that it rests on.
void bound(const WrittenGame& game, const std::vector<const Part*>& parts,
           std::vector<Correction>& corrections) {
  constexpr double surest_if_hiding = 0.94;
  double surest_count = 1;  // of the moves that numbers count
  for (std::size_t n = 0; n < parts.size(); ++n) {
    if (may_hide_a_move(game, *parts[n]))
      corrections[n].probability = std::min(corrections[n].probability, surest_if_hiding);
    if (parts[n]->kind != Part::Kind::read)
      surest_count = std::min(surest_count, corrections[n].probability);
  }
  for (Correction& correction : corrections)
    if (has(correction.faults, Fault::numbering))
      correction.probability = std::min(correction.probability, surest_count);
}

template <class Bits>
Repaired repair_from(const WrittenGame& game, const Position<Bits>& start, const Costs& costs,
                     std::size_t alternatives, const std::vector<rules::Move>* played) {
  Repaired out;
  const Manner manner(game, start.variant(), costs);
  const Teller<Bits> teller(manner, start);

  Found found;
  const auto as_written = played ? std::nullopt : read_as_written(start, manner);
  bool clean = as_written && !as_written->slips_in_numbers;
  if (!clean) {
    found = search(start, manner, played);
    // Numbers that nothing explains are no reason to give up a game that can be played.
    clean = as_written && found.read < game.moves.size();
  }
  if (clean) found = {game.moves.size(), {*as_written}};
  out.state = clean ? Repaired::State::clean : Repaired::State::mended;
  out.explained = found.read;
  if (found.read < game.moves.size()) out.state = Repaired::State::partly;
  if (found.lines.empty()) return out;

  // Each reading is as likely as its cost says, relative to all that were found.
  std::vector<double> weights;
  double sum = 0;
  for (const Line& line : found.lines) {
    weights.push_back(std::exp((found.lines.front().cost - line.cost) / 100.0));
    sum += weights.back();
  }
  const auto key = [](const Part& part) {
    return std::tuple(part.written, part.kind, part.move.from, part.move.to, part.move.promotion,
                      part.move.kind, of_move(part.faults).to_ulong());
  };
  std::map<decltype(key(Part())), double> shares;
  std::map<std::uint32_t, double> slips;  // in the numbers, by written move
  double result_denied = 0;
  for (std::size_t i = 0; i < found.lines.size(); ++i) {
    const Line& line = found.lines[i];
    for (const Part& part : line.parts) {
      if (of_move(part.faults).any()) shares[key(part)] += weights[i] / sum;
      if (has(part.faults, Fault::numbering)) slips[part.written] += weights[i] / sum;
    }
    if (line.denies_result) result_denied += weights[i] / sum;
  }
  for (std::size_t i = 0; i < found.lines.size() && out.readings.size() < alternatives; ++i) {
    const Line& line = found.lines[i];
    std::vector<const Part*> parts;
    Reading reading = teller.tell(line, &parts);
    reading.probability = weights[i] / sum;
    for (std::size_t n = 0; n < parts.size(); ++n) {
      Correction& correction = reading.corrections[n];
      const double share = has(correction.faults, Fault::numbering) ? slips[parts[n]->written]
                                                                    : shares[key(*parts[n])];
      correction.probability = in_such_a_game(share * explained(line, *parts[n], costs),
                                              line.cost - cost_at(line, parts[n]->written));
    }
    bound_columns(reading.corrections);
    bound(game, parts, reading.corrections);
    if (line.denies_result) reading.corrections.back().probability = result_denied;
    exchange(game, reading.corrections);
    if (i == 0) tell_alternatives(game, teller, found.lines, weights, sum, alternatives, reading);
    for (Correction& correction : reading.corrections)
      for (text::Fix& fix : correction.fixes) fix.confidence = correction.probability;
    out.readings.push_back(std::move(reading));
  }
  return out;
}

}  // namespace

Repaired repair(const WrittenGame& game, const variants::Registry& registry,
                const Options& options) {
  const std::string* named = game.tag("Variant");
  const std::string name = named                     ? *named
                           : options.variant.empty() ? replay::usual_variant(registry)
                                                     : options.variant;
  const auto variant = registry.find(name);
  const Costs* costs = options.costs ? options.costs : builtin_costs("typed");
  if (!variant || !costs) return {};
  return std::visit(
      [&](auto position) -> Repaired {
        const std::string* fen = game.tag("FEN");
        if (!rules::read_fen(fen ? *fen : variant->start_fen(), position)
                 .playable(options.forgiven))
          return {};
        return repair_from(game, position, *costs, std::max<std::size_t>(options.alternatives, 1),
                           options.played);
      },
      rules::make_position(*variant));
}

std::optional<std::string> mended(const text::Source& source,
                                  const std::vector<Correction>& corrections) {
  std::vector<text::Fix> fixes;
  for (const Correction& correction : corrections)
    fixes.insert(fixes.end(), correction.fixes.begin(), correction.fixes.end());
  text::Revision revision(source.text());
  if (!revision.change(std::move(fixes))) return std::nullopt;
  return revision.text();
}

}  // namespace nuskha::repair
