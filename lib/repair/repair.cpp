#include "repair/repair.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <span>
#include <tuple>
#include <variant>

#include "record/spell.hpp"
#include "repair/search.hpp"
#include "replay/game.hpp"
#include "replay/token.hpp"
#include "rules/fen.hpp"

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
}
void Collector::tag(std::string_view name, std::string_view value, text::Span) {
  games.back().tags.emplace_back(name, value);
}
void Collector::move(const WrittenMove& move) {
  if (depth_ == 0) games.back().moves.push_back(move);
}
void Collector::result(const record::ResultClaim& claim) {
  games.back().result = claim;
}
void Collector::end_game(text::Span span) {
  games.back().span = span;
}

namespace {

// The alphabet that knows most of the names; its own before others.
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

// How the text writes its moves.
Style style_of(const WrittenGame& game) {
  std::size_t whole = 0, unnamed = 0;
  for (const WrittenMove& move : game.moves) {
    if (move.captured || move.mode) return Style::full;
    whole += move.from.whole();
    unnamed += !move.piece && !move.unnamed_is_pawn;
  }
  if (2 * unnamed > game.moves.size()) return Style::coordinate;
  return 2 * whole > game.moves.size() ? Style::plain : Style::san;
}

template <class Bits>
class Teller {
 public:
  Teller(const WrittenGame& game, const Alphabet& alphabet, const Position<Bits>& start)
      : game_(game), alphabet_(alphabet), start_(start), style_(style_of(game)) {}

  Reading tell(const Line& line) const {
    Reading reading;
    reading.cost = line.cost;
    Position<Bits> position = start_;
    for (const Part& part : line.parts) {
      if (part.faults.any()) {
        Correction correction;
        correction.faults = part.faults;
        correction.move = part.written;
        correction.ply = std::uint32_t(reading.moves.size() + 1);
        explain(position, part, correction);
        reading.corrections.push_back(std::move(correction));
      }
      if (part.kind == Part::Kind::taken_out) continue;
      reading.moves.push_back(part.move);
      position.play(part.move);
    }
    if (line.denies_result) reading.corrections.push_back(result(position, reading.moves.size()));
    rules::write_fen(position, reading.final_fen);
    return reading;
  }

 private:
  std::string spell(const WrittenMove& right) const {
    std::string out;
    switch (style_) {
      case Style::full:
        record::spell_dola(right, out);
        break;
      case Style::san: {
        record::PlayedMove played;
        played.move = right;
        played.name_file = right.from.file >= 0;
        played.name_rank = right.from.rank >= 0;
        record::spell_san(played, alphabet_.pawn(), out);
        break;
      }
      default:
        record::spell_lan(right, style_ == Style::plain ? alphabet_.pawn() : record::PieceName(),
                          out);
    }
    return out;
  }

  Correction result(const Position<Bits>& position, std::size_t plies) const {
    Correction correction;
    correction.faults.set(std::size_t(Fault::result));
    correction.move = std::uint32_t(game_.moves.size());
    correction.ply = std::uint32_t(plies + 1);
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

  void explain(const Position<Bits>& position, const Part& part, Correction& correction) const {
    const WrittenMove& written = game_.moves[part.written];
    const replay::Token token(game_.source, written);
    if (part.kind != Part::Kind::left_out) correction.original = std::string(token.text());
    if (part.kind == Part::Kind::taken_out) {
      correction.fixes = {{written.span, ""}};
      return;
    }
    const WrittenMove right = notation::write_down(position, alphabet_, part.move, style_);
    correction.meant = spell(right);
    if (part.kind == Part::Kind::left_out) {
      const std::uint32_t at = written.span.begin;
      correction.fixes = {{{at, at}, correction.meant + ' '}};
      return;
    }
    const auto has = [&](Fault fault) { return part.faults[std::size_t(fault)]; };
    if (has(Fault::swapped)) {
      // This move's text stands where the other one is.
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
                                    : style_ == Style::full && mate
                                        ? "+mat"
                                        : std::string_view(correction.meant).substr(marks, 1);
      const auto fixes = token.fix(&replay::TokenParts::check, mark);
      correction.fixes.insert(correction.fixes.end(), fixes.begin(), fixes.end());
    }
  }

  const WrittenGame& game_;
  const Alphabet& alphabet_;
  const Position<Bits>& start_;
  Style style_;
};

// Two moves in the wrong order change places.
void exchange(const WrittenGame& game, std::vector<Correction>& corrections) {
  for (std::size_t i = 0; i + 1 < corrections.size(); ++i) {
    Correction &a = corrections[i], &b = corrections[i + 1];
    if (!a.faults[std::size_t(Fault::swapped)] || a.move != b.move + 1) continue;
    a.fixes = {{game.moves[b.move].span, a.original}};
    b.fixes = {{game.moves[a.move].span, b.original}};
    ++i;
  }
}

template <class Bits>
Repaired repair_from(const WrittenGame& game, const Position<Bits>& start, const Costs& costs,
                     std::size_t alternatives) {
  Repaired out;
  const Alphabet alphabet = alphabet_of(game, start.variant());
  Manner manner{alphabet, costs, true};
  manner.marks_checks = std::any_of(game.moves.begin(), game.moves.end(), [](const auto& move) {
    return move.check != record::CheckMark::none;
  });
  const std::span<const WrittenMove> moves =
      std::span(game.moves).subspan(0, std::min(game.moves.size(), max_moves));
  const record::ResultClaim* result =
      game.result && moves.size() == game.moves.size() ? &*game.result : nullptr;
  const Teller<Bits> teller(game, alphabet, start);

  Found found;
  if (const auto line = read_as_written(start, manner, moves, result)) {
    found = {moves.size(), {*line}};
    out.state = Repaired::State::clean;
  } else {
    found = search(start, manner, moves, result);
    out.state = Repaired::State::mended;
  }
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
                      part.move.kind, part.faults.to_ulong());
  };
  std::map<decltype(key(Part())), double> shares;
  double result_denied = 0;
  for (std::size_t i = 0; i < found.lines.size(); ++i) {
    const Line& line = found.lines[i];
    for (const Part& part : line.parts)
      if (part.faults.any()) shares[key(part)] += weights[i] / sum;
    if (line.denies_result) result_denied += weights[i] / sum;
  }
  for (std::size_t i = 0; i < found.lines.size() && out.readings.size() < alternatives; ++i) {
    const Line& line = found.lines[i];
    Reading reading = teller.tell(line);
    reading.probability = weights[i] / sum;
    std::size_t n = 0;
    for (const Part& part : line.parts)
      if (part.faults.any()) reading.corrections[n++].probability = shares[key(part)];
    if (line.denies_result) reading.corrections[n].probability = result_denied;
    exchange(game, reading.corrections);
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
        if (!rules::read_fen(fen ? *fen : variant->start_fen(), position).playable()) return {};
        return repair_from(game, position, *costs, std::max<std::size_t>(options.alternatives, 1));
      },
      rules::make_position(*variant));
}

std::string mended(const text::Source& source, const std::vector<Correction>& corrections) {
  std::vector<text::Fix> fixes;
  for (const Correction& correction : corrections)
    fixes.insert(fixes.end(), correction.fixes.begin(), correction.fixes.end());
  std::stable_sort(fixes.begin(), fixes.end(), [](const text::Fix& a, const text::Fix& b) {
    return a.span.begin < b.span.begin;
  });
  std::string out;
  std::uint32_t done = 0;
  for (const text::Fix& fix : fixes) {
    if (fix.span.begin < done) continue;
    out += source.text({done, fix.span.begin});
    out += fix.replacement;
    done = fix.span.end;
  }
  out += source.text({done, std::uint32_t(source.text().size())});
  return out;
}

}  // namespace nuskha::repair
