#include "repair/repair.hpp"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <map>
#include <set>
#include <span>
#include <tuple>
#include <unordered_map>
#include <utility>
#include <variant>

#include "repair/search.hpp"
#include "repair/tell.hpp"
#include "rules/fen.hpp"
#include "text/ascii.hpp"
#include "text/revision.hpp"

namespace nuskha::repair {

using record::WrittenMove;
using rules::Position;
using text::is_digit;

const std::string* WrittenGame::tag(std::string_view name) const {
  for (const auto& [tag, value] : tags)
    if (tag == name) return &value;
  return nullptr;
}

namespace {

constexpr std::string_view blanks = " \t\r\n";

// `Qa 4+`: a rank that is apart from its file.
bool is_torn_move(std::string_view text, std::size_t blank) {
  constexpr std::size_t longest = 8;
  const std::size_t next = text.find_first_not_of(blanks, blank);
  return text.size() <= longest && blank > 0 && next != text.npos && is_digit(text[next]) &&
         text[blank - 1] >= 'a' && text[blank - 1] <= 'z' &&
         text.find_first_of(blanks, next) == text.npos;
}

}  // namespace

void Collector::begin_game(text::Span span) {
  games.emplace_back();
  games.back().source = source_;
  games.back().span = span;
  depth_ = 0;
  number_ = {};
  last_number_ = 0;
  men_.reset();
}
void Collector::tag(std::string_view name, std::string_view value, text::Span span) {
  games.back().tags.emplace_back(name, value);
  if (name != "Result") return;
  const std::size_t at = source_->text(span).rfind(value);
  const record::GameResult result = record::read_result(value);
  if (at == std::string_view::npos || (result == record::GameResult::unknown && value != "*"))
    return;
  span.begin += std::uint32_t(at);
  span.end = span.begin + std::uint32_t(value.size());
  games.back().result_tag = {result, record::ResultClaim::Reason::token, span};
}
void Collector::move_number(const record::MoveNumber& number) {
  if (depth_ > 0) return;
  settle_number(true);
  const text::Span before = number_.span;
  const bool two = number_.number != 0;
  number_ = number;
  if (two && is_torn(before, number.span)) number_.span.begin = before.begin;
}
void Collector::move(const WrittenMove& move) {
  if (depth_ > 0) return;
  if (const auto number = read_as_number(move)) return move_number(*number);
  settle_number(false);
  if (number_.number) last_number_ = number_.number;
  games.back().moves.push_back(move);
  games.back().numbers.push_back(std::exchange(number_, {}));
}
void Collector::unread(std::string_view text, text::Span span) {
  constexpr std::size_t longest = 16;
  const std::size_t blank = text.find_first_of(blanks);
  const bool is_word = blank == text.npos || is_torn_move(text, blank);
  if (!is_word || text.size() > longest || source_->text(span) != text) return;
  WrittenMove word;
  word.span = span;
  move(word);
}
bool Collector::is_torn(text::Span before, text::Span after) const {
  const std::string_view between = source_->text({before.end, std::max(before.end, after.begin)});
  if (between.find_first_not_of(blanks) != between.npos) return false;
  // `3.8` and `3 8.`, but not `3. 8.`, which are two.
  return between.empty() || is_digit(source_->text(before).back());
}
bool Collector::join_to_word(text::Span figures) {
  std::vector<WrittenMove>& moves = games.back().moves;
  if (moves.empty() || !says_nothing(moves.back())) return false;
  text::Span& word = moves.back().span;
  if (figures.begin < word.end || is_digit(source_->text(word).back())) return false;
  const std::string_view text = source_->text({word.end, figures.end});
  const std::size_t first = std::min(text.find_first_not_of(blanks), text.size());
  if (!std::all_of(text.begin() + std::ptrdiff_t(first), text.end(), is_digit)) return false;
  word.end = figures.end;
  return true;
}
void Collector::settle_number(bool another_follows) {
  if (number_.number == 0) return;
  const bool counts_on = number_.number == last_number_ || number_.number == last_number_ + 1;
  if ((another_follows || !counts_on) && join_to_word(number_.span)) number_ = {};
}
// `l3. Nc1`
std::optional<record::MoveNumber> Collector::read_as_number(const WrittenMove& move) const {
  const std::string_view source = source_->text();
  const std::string_view text = source_->text(move.span);
  if (number_.number != 0 || !text.starts_with('l') || text.size() != 2 || !is_digit(text[1]) ||
      !source.substr(move.span.end).starts_with('.'))
    return std::nullopt;
  return record::MoveNumber{std::uint32_t(text[1] - '0'), false, move.span};
}
void Collector::comment(std::string_view text, text::Span span) {
  constexpr std::size_t longest = 2;
  if (depth_ == 0 && text.size() <= longest && source_->text(span) == text) join_to_word(span);
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
  settle_number(false);
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
  // Not as much as the costs say: what no operator is for explains nothing itself.
  constexpr double most_against = 1;
  double likely = 1;
  for (const auto [reach, share] : {Stretch{8, 1}, Stretch{32, 2}}) {
    int spent = 0;
    for (const Part& part : line.parts)
      if (part.written + reach >= place.written && part.written <= place.written + reach)
        spent +=
            part.kind == Part::Kind::taken_out ? std::min(part.cost, most_taken_out) : part.cost;
    likely /= 1 + std::min(std::exp((spent - share * costs.of(Fault::unexplained)) / 100.0),
                           most_against);
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
  constexpr double surest_if_hiding = certain - 0.01;
  double surest_count = 1;  // of the moves that numbers count
  // That columns go on being exchanged is no surer than that they were so far, which is what makes
  // it cheap.
  double exchanged_so_far = 1;
  for (std::size_t n = 0; n < parts.size(); ++n) {
    double& probability = corrections[n].probability;
    if (may_hide_a_move(game, *parts[n])) probability = std::min(probability, surest_if_hiding);
    if (has(parts[n]->faults, Fault::columns))
      probability = std::min(probability, exchanged_so_far);
    if (are_exchanged(parts[n]->faults)) exchanged_so_far = probability;
    if (parts[n]->kind != Part::Kind::read) surest_count = std::min(surest_count, probability);
  }
  for (Correction& correction : corrections)
    if (has(correction.faults, Fault::numbering))
      correction.probability = std::min(correction.probability, surest_count);
}

std::uint64_t number_of(rules::Move move) {
  return std::uint64_t(move.from) << 48 | std::uint64_t(move.to) << 32 |
         std::uint64_t(move.promotion) << 16 | std::uint64_t(move.kind);
}
// What a line makes of a place, and with which faults.
using Key = std::tuple<std::uint32_t, Part::Kind, std::uint64_t, unsigned long>;
Key key(const Part& part) {
  return {part.written, part.kind, number_of(part.move), of_move(part.faults).to_ulong()};
}

// Of the moves that a line plays.
std::uint64_t fingerprint(const Line& line) {
  std::uint64_t hash = 0xCBF29CE484222325;
  for (const Part& part : line.parts)
    if (part.kind != Part::Kind::taken_out) {
      hash = (hash ^ number_of(part.move)) * 0x9E3779B97F4A7C15;
      hash ^= hash >> 29;
    }
  return hash;
}

// A game that may have been played, with the cheapest line to it.
struct Weighed {
  const Line* line;
  double weight;  // of all lines to it
};

// The numbers at which a line slips.
std::vector<std::uint32_t> slips(const Line& line) {
  std::vector<std::uint32_t> out;
  for (const Part& part : line.parts)
    if (has(part.faults, Fault::numbering)) out.push_back(part.written);
  return out;
}

// Whether a number slips or moves are missing before it, all readings say together: there may be
// many of these moves. Puts the likeliest first of those that say what most do.
void choose_slips(std::vector<Weighed>& readings) {
  if (readings.empty() || slips(*readings.front().line).empty()) return;
  std::map<std::vector<std::uint32_t>, double> weights;
  for (const auto& [line, weight] : readings) weights[slips(*line)] += weight;
  const auto& most =
      *std::max_element(weights.begin(), weights.end(),
                        [](const auto& a, const auto& b) { return a.second < b.second; });
  const auto first = std::find_if(readings.begin(), readings.end(), [&](const Weighed& one) {
    return slips(*one.line) == most.first;
  });
  std::rotate(readings.begin(), first, first + 1);
}

// By their likelihood.
std::vector<Weighed> weigh(const std::vector<Line>& lines) {
  std::vector<Weighed> out;
  std::unordered_map<std::uint64_t, std::size_t> known;  // by the moves
  for (const Line& line : lines) {
    const double weight = std::exp((lines.front().cost - line.cost) / 100.0);
    const auto [same, fresh] = known.try_emplace(fingerprint(line), out.size());
    if (fresh)
      out.push_back({&line, weight});
    else
      out[same->second].weight += weight;
  }
  double sum = 0;
  for (const Weighed& one : out) sum += one.weight;
  for (Weighed& one : out) one.weight /= sum;
  std::stable_sort(out.begin(), out.end(),
                   [](const Weighed& a, const Weighed& b) { return a.weight > b.weight; });
  choose_slips(out);
  return out;
}

// How sure the corrections are that the readings have.
class Shares {
 public:
  Shares(const std::vector<Weighed>& readings, const Costs& costs) : costs_(costs) {
    for (const auto& [line, weight] : readings) {
      for (const Part& part : line->parts) {
        if (of_move(part.faults).any()) corrected_[key(part)] += weight;
        if (has(part.faults, Fault::numbering)) slips_[part.written] += weight;
      }
      if (line->denies_result) result_denied_ += weight;
    }
  }
  double of_result() const { return result_denied_; }
  double of_correction(const Part& part) const { return at(corrected_, key(part)); }
  double of_slip(const Part& part) const { return at(slips_, part.written); }
  // What of it is left when it is a correction of that line.
  double in_line(double share, const Line& line, const Part& part) const {
    return in_such_a_game(share * explained(line, part, costs_),
                          line.cost - cost_at(line, part.written));
  }

 private:
  template <class Map>
  static double at(const Map& map, const typename Map::key_type& key) {
    const auto found = map.find(key);
    return found == map.end() ? 0 : found->second;
  }

  const Costs& costs_;
  std::map<Key, double> corrected_;
  std::map<std::uint32_t, double> slips_;  // in the numbers, by written move
  double result_denied_ = 0;
};

// Whether they make the same of the text.
bool same_text(const std::vector<Correction>& a, const std::vector<Correction>& b) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end(), [](const auto& x, const auto& y) {
    return x.move == y.move && x.original == y.original && x.meant == y.meant &&
           std::equal(x.fixes.begin(), x.fixes.end(), y.fixes.begin(), y.fixes.end(),
                      [](const text::Fix& f, const text::Fix& g) {
                        return f.span == g.span && f.replacement == g.replacement;
                      });
  });
}

// What other readings have instead of the corrections of the first.
template <class Bits>
class Alternatives {
 public:
  Alternatives(const Position<Bits>& start, const Manner& manner,
               const std::vector<Weighed>& readings, const Shares& shares, std::size_t most)
      : start_(start),
        manner_(manner),
        shares_(shares),
        most_(most),
        first_denies_result_(readings[0].line->denies_result) {
    std::set<Key> of_first;
    for (const Part& part : readings[0].line->parts)
      if (of_move(part.faults).any()) of_first.insert(key(part));
    for (std::size_t i = 1; i < readings.size(); ++i) {
      Other other{readings[i], {}};
      for (const Part& part : other.reading.line->parts)
        if (of_move(part.faults).any() && !of_first.contains(key(part)))
          other.blames.push_back(&part);
      others_.push_back(std::move(other));
    }
  }

  void add_to(Reading& reading, const std::vector<const Part*>& parts) const {
    std::vector<Correction>& all = reading.corrections;
    for (std::size_t i = 0, end; i < parts.size(); i = end) {
      end = std::min(unit_end(all, i), parts.size());
      all[i].alternatives =
          instead_of(std::span(all).subspan(i, end - i), std::span(parts).subspan(i, end - i));
    }
  }

 private:
  struct Other {
    Weighed reading;
    std::vector<const Part*> blames;  // that the first has not
  };
  // The same of one or several readings.
  struct Choice {
    const Other* likeliest = nullptr;
    const Part* blamed = nullptr;  // null: no move
    double weight = 0;
  };

  std::vector<Alternative> instead_of(std::span<const Correction> unit,
                                      std::span<const Part* const> places) const {
    std::map<std::vector<Key>, Choice> choices;
    const bool of_number = has(unit[0].faults, Fault::numbering);
    for (const Other& other : others_) {
      if (std::all_of(places.begin(), places.end(), [&](const Part* place) {
            return of_number ? slips_at(*other.reading.line, place->written)
                             : makes_the_same(*other.reading.line, *place);
          }))
        continue;
      // A slip of another number instead says no more.
      if (of_number && other.blames.empty()) continue;
      // What it has there, or the next thing that it blames.
      std::vector<Key> what;
      const Part* blamed = nullptr;
      const auto distance = [&](const Part& part) {
        return std::abs(std::int64_t(part.written) - std::int64_t(places[0]->written));
      };
      for (const Part* part : other.blames) {
        if (is_at(*part, places)) what.push_back(key(*part));
        if (!blamed || distance(*part) < distance(*blamed) ||
            (is_at(*part, places) && !is_at(*blamed, places)))
          blamed = part;
      }
      if (what.empty() && blamed) what.push_back(key(*blamed));
      if (what.empty() && blames_result(other)) what.emplace_back();
      Choice& choice =
          choices.try_emplace(std::move(what), Choice{&other, blamed, 0}).first->second;
      choice.weight += other.reading.weight;
    }
    std::vector<const Choice*> order;
    for (const auto& [what, choice] : choices) order.push_back(&choice);
    std::stable_sort(order.begin(), order.end(),
                     [](const Choice* a, const Choice* b) { return a->weight > b->weight; });
    std::vector<Alternative> out;
    for (const Choice* choice : order) {
      if (out.size() == most_) break;
      Alternative alternative = tell_of(*choice);
      const auto same = std::find_if(out.begin(), out.end(), [&](const Alternative& one) {
        return same_text(one.corrections, alternative.corrections);
      });
      if (same != out.end())
        same->probability += alternative.probability;
      else if (!same_text({unit.begin(), unit.end()}, alternative.corrections))
        out.push_back(std::move(alternative));
    }
    std::stable_sort(out.begin(), out.end(), [](const Alternative& a, const Alternative& b) {
      return a.probability > b.probability;
    });
    return out;
  }

  Alternative tell_of(const Choice& choice) const {
    const Line& line = *choice.likeliest->reading.line;
    std::vector<const Part*> parts;
    const Reading reading = tell(start_, manner_, line, &parts);
    Alternative out;
    out.probability = choice.weight;
    const auto found = std::find(parts.begin(), parts.end(), choice.blamed);
    const auto at = std::size_t(found - parts.begin());
    if (choice.blamed && found != parts.end()) {
      std::size_t begin = 0;
      while (unit_end(reading.corrections, begin) <= at)
        begin = unit_end(reading.corrections, begin);
      out.corrections.assign(
          reading.corrections.begin() + std::ptrdiff_t(begin),
          reading.corrections.begin() + std::ptrdiff_t(unit_end(reading.corrections, begin)));
      out.probability = shares_.in_line(choice.weight, line, *choice.blamed);
    } else if (blames_result(*choice.likeliest)) {
      out.corrections = {reading.corrections.back()};
    }
    for (Correction& correction : out.corrections) {
      correction.probability = out.probability;
      for (text::Fix& fix : correction.fixes) fix.confidence = out.probability;
    }
    return out;
  }

  static bool slips_at(const Line& line, std::uint32_t written) {
    return std::any_of(line.parts.begin(), line.parts.end(), [&](const Part& part) {
      return part.written == written && has(part.faults, Fault::numbering);
    });
  }
  static bool makes_the_same(const Line& line, const Part& place) {
    // In order but for moves that change places.
    auto part = std::partition_point(line.parts.begin(), line.parts.end(), [&](const Part& one) {
      return one.written + 1 < place.written;
    });
    if (part != line.parts.begin()) --part;
    for (; part != line.parts.end() && part->written <= place.written + 1; ++part)
      if (part->written == place.written && part->kind == place.kind && part->move == place.move)
        return true;
    return false;
  }
  bool blames_result(const Other& other) const {
    return other.reading.line->denies_result && !first_denies_result_;
  }
  static bool is_at(const Part& part, std::span<const Part* const> places) {
    return std::any_of(places.begin(), places.end(), [&](const Part* place) {
      return place->written == part.written &&
             (place->kind == Part::Kind::left_out) == (part.kind == Part::Kind::left_out);
    });
  }

  const Position<Bits>& start_;
  const Manner& manner_;
  const Shares& shares_;
  const std::size_t most_;
  const bool first_denies_result_;
  std::vector<Other> others_;
};

// How many of the written moves a reading explains. One that takes out most of them explains only
// what stands before the first it takes out.
std::size_t explained_by(const Reading& reading, std::size_t written) {
  const auto is_taken_out = [](const Correction& one) {
    return one.meant.empty() && !one.original.empty();
  };
  const auto& all = reading.corrections;
  const auto taken_out = std::size_t(std::count_if(all.begin(), all.end(), is_taken_out));
  if (2 * taken_out <= written) return written;
  return std::find_if(all.begin(), all.end(), is_taken_out)->move;
}

// How many of the written moves the cheapest line explains: what is behind them costs more than
// text may that belongs to this game.
std::size_t explained_by(const Line& line, std::size_t written) {
  int cost = 0, worst = max_tail_cost;
  std::size_t explained = written;
  for (auto part = line.parts.rbegin(); part != line.parts.rend(); ++part) {
    cost += part->cost;
    const int more = cost - max_tail_cost_per_move * int(written - part->written);
    if (part->cost == 0 || more <= worst) continue;
    worst = more;
    explained = part->written;
  }
  return explained;
}

// How many of the written moves can be played one after the other, each the only one that fits.
template <class Bits>
std::size_t playable(const WrittenGame& game, const Position<Bits>& start, const Manner& manner) {
  Position<Bits> position = start;
  std::vector<rules::Move> fitting;
  std::size_t out = 0;
  for (std::size_t at = 0; at < std::min(game.moves.size(), max_moves); ++at) {
    if (says_nothing(game.moves[at])) continue;
    notation::candidates(position, manner.alphabet, game.moves[at], fitting);
    if (fitting.size() != 1) break;
    position.play(fitting.front());
    out = at + 1;
  }
  return out;
}

// Where the rest makes no game, it may begin a little before the place where it was found to: what
// few moves bear out is not certain.
void bound_at_end(Repaired& repaired) {
  constexpr std::size_t borne_out_by = 3;
  constexpr double surest_at_end = certain - 0.01;
  for (Reading& reading : repaired.readings)
    for (Correction& correction : reading.corrections) {
      if (correction.move + borne_out_by < repaired.explained) continue;
      correction.probability = std::min(correction.probability, surest_at_end);
      for (text::Fix& fix : correction.fixes) fix.confidence = correction.probability;
    }
}

// The game as if nothing were written behind these moves.
WrittenGame beginning(const WrittenGame& game, std::size_t moves) {
  WrittenGame out = game;
  out.moves.resize(moves);
  out.numbers.resize(moves);
  std::erase_if(out.claims, [&](const auto& claim) { return claim.first >= moves; });
  out.final_men.reset();
  out.result.reset();
  out.result_tag.reset();
  return out;
}

template <class Bits>
Repaired repair_from(const WrittenGame& game, const Position<Bits>& start, const Costs& costs,
                     const Options& options) {
  Repaired out;
  const Manner manner(game, start, costs, options.alphabet);

  Found found;
  const auto as_written = options.played ? std::nullopt : read_as_written(start, manner);
  bool clean = as_written && !as_written->slips_in_numbers;
  if (!clean) {
    found = search(start, manner, options);
    // Numbers that nothing explains are no reason to give up a game that can be played.
    clean = as_written && found.read < game.moves.size();
  }
  if (clean) found = {game.moves.size(), {*as_written}};
  if (!options.played && !found.lines.empty()) {
    std::size_t moves = found.read;
    if (moves == game.moves.size()) moves = explained_by(found.lines.front(), moves);
    // What can be played as it stands needs no explanation.
    if (moves < game.moves.size()) moves = std::max(moves, playable(game, start, manner));
    if (moves < game.moves.size() && moves != found.read) {
      out = repair_from(beginning(game, moves), start, costs, options);
      out.state = Repaired::State::partly;
      bound_at_end(out);
      return out;
    }
  }
  out.state = clean ? Repaired::State::clean : Repaired::State::mended;
  out.explained = found.read;
  if (found.read < game.moves.size()) out.state = Repaired::State::partly;
  if (found.lines.empty()) return out;

  const std::vector<Weighed> readings = weigh(found.lines);
  const Shares shares(readings, costs);
  const std::size_t most = std::max<std::size_t>(options.alternatives, 1);
  for (const auto& [line, weight] : std::span(readings).first(std::min(most, readings.size()))) {
    std::vector<const Part*> parts;
    Reading reading = tell(start, manner, *line, &parts);
    reading.probability = weight;
    for (std::size_t n = 0; n < parts.size(); ++n) {
      Correction& correction = reading.corrections[n];
      const double share = has(correction.faults, Fault::numbering)
                               ? shares.of_slip(*parts[n])
                               : shares.of_correction(*parts[n]);
      correction.probability = shares.in_line(share, *line, *parts[n]);
    }
    bound(game, parts, reading.corrections);
    if (line->denies_result) reading.corrections.back().probability = shares.of_result();
    for (Correction& correction : reading.corrections)
      for (text::Fix& fix : correction.fixes) fix.confidence = correction.probability;
    if (out.readings.empty() && options.alternatives > 0)
      Alternatives(start, manner, readings, shares, options.alternatives).add_to(reading, parts);
    out.readings.push_back(std::move(reading));
  }
  if (out.state == Repaired::State::mended) {
    out.explained = explained_by(out.readings.front(), game.moves.size());
    if (out.explained < game.moves.size()) out.state = Repaired::State::partly;
  }
  if (out.state == Repaired::State::partly) bound_at_end(out);
  return out;
}

}  // namespace

Repaired repair(const WrittenGame& game, const variants::Registry& registry,
                const Options& options) {
  const std::string* named = game.tag("Variant");
  const std::string name = named                     ? *named
                           : options.variant.empty() ? registry.usual()
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
        return repair_from(game, position, *costs, options);
      },
      rules::make_position(*variant));
}

std::size_t unit_end(const std::vector<Correction>& corrections, std::size_t begin) {
  if (begin + 1 >= corrections.size()) return begin + 1;
  const Correction &first = corrections[begin], &second = corrections[begin + 1];
  const auto both = [&](Fault fault) { return has(first.faults & second.faults, fault); };
  const bool together = (are_exchanged(first.faults) && are_exchanged(second.faults) &&
                         first.move + 1 == second.move) ||
                        (both(Fault::whole_move_left_out) && first.move == second.move) ||
                        (both(Fault::foreign_line) && first.move + 1 == second.move);
  return begin + 1 + together;
}

Correction likeliest(const Correction& correction) {
  const std::vector<Alternative>& others = correction.alternatives;
  if (others.empty() || others[0].corrections.size() != 1 ||
      others[0].probability <= correction.probability)
    return correction;
  Correction out = others[0].corrections[0];
  out.alternatives.assign(others.begin() + 1, others.end());
  Alternative instead{{correction}, correction.probability};
  instead.corrections[0].alternatives.clear();
  const auto place =
      std::find_if(out.alternatives.begin(), out.alternatives.end(),
                   [&](const Alternative& one) { return one.probability < instead.probability; });
  out.alternatives.insert(place, std::move(instead));
  return out;
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
