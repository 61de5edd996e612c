#include "repair/learn.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <optional>
#include <variant>

#include <fmt/format.h>

#include "repair/count.hpp"
#include "repair/search.hpp"
#include "repair/wording.hpp"
#include "rules/fen.hpp"

namespace nuskha::repair {

using record::CheckMark;
using record::MoveForm;
using record::PieceName;
using record::WrittenMove;
using rules::Move;
using rules::PieceType;
using rules::Position;
using text::Code;

namespace {

// What a word that is no move, or a line of another game, might have been as well. No model says
// which word it is, so this stands for all.
constexpr double words = 100;
// A pair is alike if it is written for each other so much more often than what is not.
constexpr double much_more = 2;
constexpr double least_seen = 2;

// Small letters, capitals and figures are taken for others of their kind.
int kind(std::size_t c) {
  if (c >= 'a' && c <= 'z') return 1;
  if (c >= 'A' && c <= 'Z') return 2;
  return c >= '0' && c <= '9' ? 3 : 0;
}

std::string seen(const Tally& tally) {
  if (tally.times == 0) return "as it was: no occasion for it";
  return fmt::format("{:.0f} of {:.0f}", tally.done, tally.times);
}

// What was played in a game that is right but for what replay passes over.
std::optional<std::vector<Move>> moves_of(const WrittenGame& game,
                                          const variants::Registry& registry,
                                          const std::string& variant, const std::string& alphabet) {
  Repaired read =
      repair(game, registry, {.variant = variant, .alphabet = alphabet, .alternatives = 1});
  if (read.readings.empty() || read.explained < game.moves.size()) return std::nullopt;
  const std::vector<Correction>& corrections = read.readings.front().corrections;
  if (!std::all_of(corrections.begin(), corrections.end(), is_harmless)) return std::nullopt;
  return std::move(read.readings.front().moves);
}

}  // namespace

void Learner::learn(const text::Source& written, const readers::Dialect& of_written,
                    const text::Source& truth, const readers::Dialect& of_truth,
                    const variants::Registry& registry, const std::string& variant,
                    text::Diagnostics& findings) {
  Collector as_written, as_true;
  text::DiagnosticList passed_over;
  of_written.read(written, as_written, passed_over);
  of_truth.read(truth, as_true, passed_over);
  const std::size_t games = std::min(as_written.games.size(), as_true.games.size());
  if (as_written.games.size() != as_true.games.size())
    findings.report(
        {.code = Code::unpaired_games,
         .span = games < as_written.games.size() ? as_written.games[games].span : text::Span{},
         .args = {std::to_string(as_written.games.size()), std::to_string(as_true.games.size())}});
  for (std::size_t i = 0; i < games; ++i) {
    WrittenGame& game = as_written.games[i];
    const WrittenGame& meant = as_true.games[i];
    const auto left_out = [&](Code code) {
      findings.report({.code = code,
                       .span = game.span,
                       .args = {std::to_string(i + 1)},
                       .game = std::uint32_t(i + 1)});
    };
    // Where the game starts from is known, whatever is written.
    for (const char* name : {"Variant", "FEN"}) {
      std::erase_if(game.tags, [&](const auto& tag) { return tag.first == name; });
      if (const std::string* value = meant.tag(name)) game.tags.emplace_back(name, *value);
    }
    const auto played = moves_of(meant, registry, variant, alphabet_);
    if (!played) {
      left_out(Code::untrue_game);
      continue;
    }
    const std::string* named = meant.tag("Variant");
    const auto rules = registry.find(named ? *named : variant.empty() ? registry.usual() : variant);
    const bool learnt = std::visit(
        [&](auto position) {
          const std::string* fen = meant.tag("FEN");
          rules::read_fen(fen ? *fen : rules->start_fen(), position);
          return learn_game(game, position, *played);
        },
        rules::make_position(*rules));
    if (!learnt) left_out(Code::unlike_games);
  }
}

template <class Bits>
bool Learner::learn_game(const WrittenGame& written, const Position<Bits>& start,
                         const std::vector<Move>& played) {
  const Manner manner(written, start, profile_, alphabet_);
  const Found found = search(start, manner, {.played = &played});
  if (found.lines.empty() || found.read < written.moves.size()) return false;
  learn_line(manner, start, found.lines.front());
  ++games_;
  moves_ += played.size();
  return true;
}

template <class Bits>
void Learner::learn_line(const Manner& manner, const Position<Bits>& start, const Line& line) {
  const WrittenGame& game = manner.game;
  Position<Bits> position = start;
  const auto ply_of = [](const Position<Bits>& p) {
    return Count::ply(p.move_number(), p.side() == rules::Color::black);
  };
  Count count;
  for (const Part& part : line.parts) {
    const auto has = [&](Fault fault) { return part.faults[std::size_t(fault)]; };
    const int ply = ply_of(position);
    if (const auto number = game.number(part.written);
        part.kind != Part::Kind::left_out && number.number && !has(Fault::foreign_line)) {
      could_make(Fault::numbering);
      made(Fault::numbering, count.take(number, ply, ply == ply_of(start)));
    }
    for (const Fault fault : {Fault::half_move_left_out, Fault::duplicated, Fault::no_move})
      if (has(fault)) made(fault);
    // These come as two.
    for (const Fault fault :
         {Fault::whole_move_left_out, Fault::foreign_line, Fault::swapped, Fault::columns})
      if (has(fault)) made(fault, 0.5);
    if (part.kind == Part::Kind::taken_out) {
      if (part.faults.none()) made(Fault::stray_text);
      continue;
    }
    for (const Fault fault :
         {Fault::half_move_left_out, Fault::duplicated, Fault::swapped, Fault::stray_text})
      could_make(fault);
    could_make(Fault::no_move, words);
    could_make(Fault::whole_move_left_out, 0.5);
    could_make(Fault::foreign_line, 0.5 * words);
    if (are_exchanged(part.faults)) could_make(Fault::columns, 0.5);
    if (part.kind == Part::Kind::read)
      learn_move(manner, position, start.variant(), part.written, part.move, part.faults);
    position.play(part.move);
  }
  if (game.result || game.result_tag) {
    could_make(Fault::result);
    made(Fault::result, line.denies_result);
  }
}

template <class Bits>
void Learner::learn_move(const Manner& manner, const Position<Bits>& position,
                         const rules::Variant& variant, std::uint32_t at, Move move,
                         const Faults& faults) {
  const auto has = [&](Fault fault) { return faults[std::size_t(fault)]; };
  const WrittenMove& written = manner.game.moves[at];
  const WrittenMove right =
      notation::write_down(position, manner.alphabet, move, manner.spelling.style);
  const double types = double(variant.spec().pieces.size());

  // Any move may have become a word that cannot be read.
  could_make(Fault::unreadable, words);
  if (says_nothing(written)) {
    const std::string meant = manner.spelling.spell(right);
    const std::string_view text = manner.game.source->text(written.span);
    if (profile_.miswritten(text, meant) < profile_.of(Fault::unreadable))
      learn_text(text, meant);
    else
      made(Fault::unreadable);
    return;
  }
  for (const Fault fault :
       {Fault::shifted, Fault::abbreviated, Fault::disambiguation, Fault::capture_mark,
        Fault::no_capture, Fault::promotion, Fault::check_unmarked, Fault::check_invented,
        Fault::castling_side, Fault::castling_square, Fault::castling_form, Fault::mode,
        Fault::convention, Fault::protection})
    if (has(fault)) made(fault);

  if (right.check != CheckMark::none)
    could_make(Fault::check_unmarked, manner.marks_checks);
  else
    could_make(Fault::check_invented);
  if (written.mode) could_make(Fault::mode);
  if (written.convention) could_make(Fault::convention);
  for (const auto& [of, claim] : manner.game.claims)
    if (of == at) could_make(Fault::protection, double(claim.protectors.size()));
  if (right.form != MoveForm::plain || written.form != MoveForm::plain) {
    could_make(Fault::castling_side);
    could_make(Fault::castling_form);
    could_make(Fault::castling_square);
    return;
  }

  if (!has(Fault::shifted)) {
    learn_square(written.from, notation::written_square(variant, move.from));
    learn_square(written.to, notation::written_square(variant, move.to));
  }
  constexpr double directions = 4;
  if (written.from.whole() && written.to.whole()) could_make(Fault::shifted, directions);
  const auto name = [&](PieceName is, PieceName meant, Fault wrong) {
    const auto abbreviates = [&](std::string_view letter) {
      return std::popcount(manner.alphabet.types(PieceName(letter))) > 1;
    };
    if (meant.view().size() > 1)
      could_make(Fault::abbreviated, abbreviates(meant.view().substr(0, 1)));
    could_make(wrong, types - 1);
    if (!has(wrong) || !is || !meant)
      made(wrong, has(wrong));
    else if (profile_.miswritten(is.view(), meant.view()) < profile_.of(wrong))
      return learn_text(is.view(), meant.view());
    else
      made(wrong);
    for (const char c : meant.view())
      if (static_cast<unsigned char>(c) < 128) ++meant_[std::size_t(c)];
  };
  const PieceType type = variant.type_of(position.at(move.from).state());
  if (written.piece || written.unnamed_is_pawn) {
    name(written.piece, right.piece, Fault::piece);
    could_make(Fault::capture_mark);
    if (manner.spelling.style == notation::Style::san && type != variant.pawn() && right.from)
      could_make(Fault::disambiguation);
  }
  if (right.captured && written.captured)
    name(written.captured, right.captured, Fault::captured);
  else if (manner.spelling.style == notation::Style::full && !right.capture)
    could_make(Fault::no_capture, types);
  if (right.promotion) could_make(Fault::promotion, types - 2);
}

void Learner::learn_square(record::WrittenSquare written, record::WrittenSquare meant) {
  if (written.file >= 0)
    learn_text(std::string(1, char('a' + written.file)), std::string(1, char('a' + meant.file)));
  if (written.rank >= 0)
    learn_text(std::to_string(written.rank + 1), std::to_string(meant.rank + 1));
}

void Learner::learn_text(std::string_view written, std::string_view meant) {
  const auto in_ascii = [](char c) { return static_cast<unsigned char>(c) < 128; };
  if (!std::all_of(written.begin(), written.end(), in_ascii) ||
      !std::all_of(meant.begin(), meant.end(), in_ascii))
    return;
  for (const char c : meant) ++meant_[std::size_t(c)];
  if (written == meant) return;
  for (const Slipped& one : profile_.slips(written, meant))
    if (one.written && one.meant)
      ++written_for_[std::size_t(one.written)][std::size_t(one.meant)];
    else
      ++slipped_[std::size_t(one.slip)];
}

double Learner::probability(const Tally& tally, int known) const {
  const double before = std::exp(-known / 100.0);
  if (tally.times == 0) return before;
  const double weight = weight_of_profile * std::max(tally.times / double(moves_), 1.0);
  return (tally.done + weight * before) / (tally.times + weight);
}

int Learner::cost(const Tally& tally, int known) const {
  if (tally.times == 0) return known;
  const double cost = -100 * std::log(std::min(probability(tally, known), 1.0));
  return std::clamp(int(std::lround(cost)), 0, max_cost);
}

Learner::Characters Learner::characters() const {
  Characters out;
  const auto seen = [&](std::size_t a, std::size_t b) {
    return Tally{written_for_[a][b] + written_for_[b][a], meant_[a] + meant_[b]};
  };
  const auto each_pair = [&](auto&& f) {
    for (std::size_t a = '0'; a <= 'z'; ++a)
      for (std::size_t b = a + 1; b <= 'z'; ++b)
        if (profile_.alike(char(a), char(b)) ||
            (kind(a) && kind(a) == kind(b) && meant_[a] > 0 && meant_[b] > 0) ||
            seen(a, b).done > 0)
          f(a, b);
  };
  const auto by_itself = [](std::size_t a, std::size_t b) {
    return b - a == 1 ? Slip::adjacent : Slip::other;
  };
  // How often characters are written for each other that nobody takes for alike.
  std::array<Tally, slip_count> unlike{};
  each_pair([&](std::size_t a, std::size_t b) {
    if (profile_.alike(char(a), char(b))) return;
    Tally& tally = unlike[std::size_t(by_itself(a, b))];
    tally.done += seen(a, b).done;
    tally.times += seen(a, b).times;
  });
  each_pair([&](std::size_t a, std::size_t b) {
    const Tally tally = seen(a, b);
    Slip slip = by_itself(a, b);
    const double usual = probability(unlike[std::size_t(slip)], profile_.of(slip));
    const bool was_alike = profile_.alike(char(a), char(b));
    const double now = probability(tally, profile_.of(was_alike ? Slip::alike : slip));
    if (was_alike ? now > usual : tally.done >= least_seen && now > much_more * usual) {
      slip = Slip::alike;
      out.pairs += {char(a), char(b)};
    }
    out.slips[std::size_t(slip)].done += tally.done;
    out.slips[std::size_t(slip)].times += tally.times;
  });
  double characters = 0, used = 0;
  for (const double count : meant_) {
    characters += count;
    used += count > 0;
  }
  for (const Slip slip : {Slip::left_out, Slip::added, Slip::doubled})
    out.slips[std::size_t(slip)] = {slipped_[std::size_t(slip)],
                                    slip == Slip::added ? characters * used : characters};
  return out;
}

// What no operator is for cannot be counted: a hand makes it as much more seldom or more often than
// the profile has it as all other faults together.
int Learner::cost_of_unexplained(const Characters& characters) const {
  double done = 0, expected = 0;
  const auto add = [&](const Tally& tally, int known) {
    if (known == 0) return;
    done += tally.done;
    expected += tally.times * std::exp(-known / 100.0);
  };
  for (std::size_t i = 0; i < fault_count; ++i) add(faults_[i], profile_.of(Fault(i)));
  for (std::size_t i = 0; i < slip_count; ++i) add(characters.slips[i], profile_.of(Slip(i)));
  const int known = profile_.of(Fault::unexplained);
  if (expected == 0) return known;
  const double weight = weight_of_profile * expected / double(moves_);
  const double cost = known - 100 * std::log((done + weight) / (expected + weight));
  return std::clamp(int(std::lround(cost)), 0, max_cost);
}

std::string Learner::model() const {
  constexpr std::array<std::string_view, slip_count> slips = {
      "any",
      "the next letter or digit: a file or rank off by one",
      "one of `pairs`",
      "left out",
      "one too many",
      "the same twice"};
  std::string out = fmt::format(
      "# What {} games teach, in which {} moves were played. All costs are negative logarithms of\n"
      "# probabilities, in hundredths: 230 is one time in ten, 460 one in a hundred. Behind each\n"
      "# stands how often it was seen of the times that it could have been.\n\n"
      "# One character written for another, within a square or a piece's name.\n"
      "[characters]\n",
      games_, moves_);
  const Characters learnt = characters();
  for (std::size_t i = 0; i < slip_count; ++i)
    out +=
        fmt::format("{} = {}  # {}: {}\n", name(Slip(i)),
                    cost(learnt.slips[i], profile_.of(Slip(i))), slips[i], seen(learnt.slips[i]));
  out += "pairs = [";
  for (std::size_t i = 0; i < learnt.pairs.size(); i += 2)
    out += fmt::format("{}\"{}\"", i % 32 ? ", " : i ? ",\n  " : "\n  ", learnt.pairs.substr(i, 2));
  out += "\n]\n\n[faults]\n";
  for (std::size_t i = 0; i < fault_count; ++i) {
    const auto fault = Fault(i);
    const bool is_countable = fault != Fault::unexplained;
    out += fmt::format(
        "{} = {}  # {}: {}\n", name(fault),
        is_countable ? cost(faults_[i], profile_.of(fault)) : cost_of_unexplained(learnt),
        describe(fault), is_countable ? seen(faults_[i]) : "as it was beside all others");
  }
  return out;
}

}  // namespace nuskha::repair
