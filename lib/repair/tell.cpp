#include "repair/tell.hpp"

#include <algorithm>
#include <optional>
#include <set>
#include <string_view>
#include <utility>

#include <fmt/format.h>

#include "record/spell.hpp"
#include "repair/castling.hpp"
#include "repair/count.hpp"
#include "repair/members.hpp"
#include "repair/notes.hpp"
#include "repair/outcome.hpp"
#include "repair/places.hpp"
#include "replay/claims.hpp"
#include "replay/token.hpp"
#include "rules/fen.hpp"
#include "text/revision.hpp"

namespace nuskha::repair {

using notation::Alphabet;
using notation::Style;
using record::WrittenMove;
using rules::Position;

namespace {

// Makes the numbers of a game right along a line: a slip is corrected with all that follow from it.
class Numbers {
 public:
  // Whether it began a correction. To be called with each part of the line whose number stays.
  template <class Bits>
  bool add(const WrittenGame& game, const Part& part, const Position<Bits>& position,
           std::uint32_t ply, std::vector<Correction>& corrections) {
    const record::MoveNumber written = game.number(part.written);
    if (part.kind == Part::Kind::left_out || !written.number ||
        has(part.faults, Fault::foreign_line) || is_of_move(game, part.written))
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
  // `2e-e4`: figures that are stuck to a move, without a dot, are rather a part of it.
  static bool is_of_move(const WrittenGame& game, std::uint32_t move) {
    if (move >= game.moves.size()) return false;
    const text::Span number = game.number(move).span;
    const std::string_view text = game.source->text(number);
    return number.end == game.moves[move].span.begin && !text.empty() && text.back() >= '0' &&
           text.back() <= '9';
  }

  // The figures alone, from the first to the last; empty where there are none.
  static text::Fix rewrite(const text::Source& source, const record::MoveNumber& written,
                           std::uint32_t right) {
    constexpr std::string_view figures = "l0123456789";
    const std::string_view text = source.text(written.span);
    const std::size_t first = text.find_first_of(figures);
    if (first == text.npos) return {{written.span.begin, written.span.begin}, ""};
    const std::size_t end = text.find_last_of(figures) + 1;
    std::string number = std::to_string(right);
    // `3.8` for `38.`
    if (text.substr(first, end - first).find('.') != text.npos) number += '.';
    return {{written.span.begin + std::uint32_t(first), written.span.begin + std::uint32_t(end)},
            number};
  }

  std::optional<int> first_;
  bool other_side_ = false;
  std::optional<std::size_t> of_;  // the correction that numbers follow from
};

template <class Bits>
class Teller {
 public:
  Teller(const Position<Bits>& start, const Manner& manner)
      : game_(manner.game), alphabet_(manner.alphabet), spelling_(manner.spelling), start_(start) {}

  Reading tell(const Line& line, std::vector<const Part*>* of) const {
    Reading reading;
    reading.cost = line.cost;
    Position<Bits> position = start_;
    Numbers numbers;
    for (std::size_t i = 0; i < line.parts.size(); ++i) {
      const Part& part = line.parts[i];
      const bool takes_number = takes_its_number(line, i);
      if (!takes_number &&
          numbers.add(game_, part, position, std::uint32_t(reading.moves.size() + 1),
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
        if (part.kind == Part::Kind::taken_out)
          take_out(part, takes_number, correction);
        else if (part.kind == Part::Kind::left_out)
          put_back(position, part, another_follows, correction);
        else
          correct(position, part, correction);
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
    exchange(reading.corrections);
    if (line.denies_result) reading.corrections.push_back(result(position, reading.moves.size()));
    rules::write_fen(position, reading.final_fen);
    return reading;
  }

 private:
  // A move that is taken out takes the number before it along where what follows has its own.
  bool takes_its_number(const Line& line, std::size_t at) const {
    const Part& part = line.parts[at];
    if (part.kind != Part::Kind::taken_out || of_move(part.faults).none() ||
        !game_.number(part.written).number)
      return false;
    for (std::size_t i = at + 1; i < line.parts.size(); ++i) {
      if (line.parts[i].kind == Part::Kind::left_out) return false;
      if (game_.number(line.parts[i].written).number) return true;
      if (line.parts[i].kind == Part::Kind::read) return false;
    }
    return true;
  }

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
    const record::GameResult right = result_of(position);
    std::vector<text::Fix> fixes = rewrite_result(game_, right);
    const bool is_of_tag = !game_.result || (!fixes.empty() && game_.result_tag &&
                                             fixes[0].span == game_.result_tag->span);
    const text::Span place = is_of_tag ? game_.result_tag->span : game_.result->span;
    correction.original = std::string(game_.source->text(place));
    correction.meant = record::to_string(right);
    if (!fixes.empty()) {
      correction.fixes = {fixes[0]};
      correction.meant = after(place, correction);
      correction.fixes = std::move(fixes);
    }
    return correction;
  }

  void take_out(const Part& part, bool takes_number, Correction& correction) const {
    correction.original = std::string(game_.source->text(game_.moves[part.written].span));
    if (const auto members = Members::around(*game_.source, game_.moves[part.written].span))
      correction.fixes = {members->take_out()};
    else
      correction.fixes = {{what_belongs_to(game_, part.written, takes_number), ""}};
  }

  void put_back(const Position<Bits>& position, const Part& part, bool another_follows,
                Correction& correction) const {
    if (const auto members = Members::around(*game_.source, game_.moves[part.written].span)) {
      correction.meant = san(position, part.move);
      correction.fixes = {members->put_in(correction.meant)};
      return;
    }
    correction.meant =
        spelling_.spell(notation::write_down(position, alphabet_, part.move, spelling_.style));
    correction.fixes = {put_in(game_, {.before = part.written,
                                       .white = position.side() == rules::Color::white,
                                       .another_follows = another_follows,
                                       .number = position.move_number(),
                                       .text = correction.meant})};
  }

  void correct(const Position<Bits>& position, const Part& part, Correction& correction) const {
    const WrittenMove& written = game_.moves[part.written];
    const replay::Token token(game_.source, written);
    correction.original = std::string(token.text());
    // Which stands where the other one belongs: see exchange().
    if (are_exchanged(part.faults)) return;
    if (const auto members = Members::around(*game_.source, written.span)) {
      record::PlayedMove right = as_played(position, part.move);
      const WrittenMove squares =
          notation::write_down(position, alphabet_, part.move, Style::coordinate);
      std::string uci;
      record::spell_square(squares.from, uci);
      record::spell_square(squares.to, uci);
      for (const char c : squares.promotion.view()) uci += c >= 'A' && c <= 'Z' ? char(c + 32) : c;
      right.uci = uci;
      correction.fixes = members->rewrite(right, spelling_.pawn);
      const bool is_coordinate = members->has("uci") && !members->has("san");
      correction.meant = is_coordinate ? uci : san(position, part.move);
      return;
    }
    const WrittenMove right = notation::write_down(position, alphabet_, part.move, spelling_.style);
    const std::string spelt = spelling_.spell(right);
    if (part.move.castles() && written.form != record::MoveForm::plain) {
      correction.fixes = rewrite_castling(
          *game_.source, written,
          notation::write_down(position, alphabet_, part.move, Style::full, right.check));
      if (correction.fixes.empty() &&
          (has(part.faults, Fault::castling_side) || has(part.faults, Fault::castling_square)))
        correction.fixes = {{written.span, spelt}};
    } else if (has(part.faults, Fault::castling_form)) {
      correction.fixes = {{written.span, spelt}};
    } else if (has(part.faults, Fault::unreadable)) {
      correction.fixes = {rewrite_word(written.span, spelt, next_number(position))};
    } else {
      correction.fixes = rewrite(token, written, right, spelt);
    }
    if (has(part.faults, Fault::mode) || has(part.faults, Fault::convention)) {
      WrittenMove notes = written;
      if (has(part.faults, Fault::mode)) {
        notes.mode = mode_after(position, part.move);
        if (written.mode_piece) notes.mode_piece = piece_after(position, part.move);
      }
      if (has(part.faults, Fault::convention))
        notes.convention = notation::convention(position, part.move);
      const auto fixes = rewrite_notes(*game_.source, written, notes);
      correction.fixes.insert(correction.fixes.end(), fixes.begin(), fixes.end());
    }
    if (has(part.faults, Fault::check_unmarked) || has(part.faults, Fault::check_invented)) {
      const auto fixes = mark(token, written, right);
      correction.fixes.insert(correction.fixes.end(), fixes.begin(), fixes.end());
    }
    std::erase_if(correction.fixes, [&](const text::Fix& fix) {
      return game_.source->text(fix.span) == fix.replacement;
    });
    correction.meant = after(written.span, correction);
  }

  // `Kxa527.`: the number of what follows stays.
  text::Fix rewrite_word(text::Span word, const std::string& spelt, int next) const {
    const std::string number = fmt::format("{}.", next);
    const std::string_view text = game_.source->text(word);
    if (text.size() <= number.size() || !text.ends_with(number)) return {word, spelt};
    word.end -= std::uint32_t(number.size());
    return {word, spelt + ' '};
  }
  static int next_number(const Position<Bits>& position) {
    return position.move_number() + (position.side() == rules::Color::black);
  }

  // As the members of JSON Lines say it.
  record::PlayedMove as_played(const Position<Bits>& position, rules::Move move) const {
    record::PlayedMove out;
    out.move = notation::write_down(position, alphabet_, move, Style::full);
    const WrittenMove least = notation::write_down(position, alphabet_, move, Style::san);
    out.name_file = least.from.file >= 0;
    out.name_rank = least.from.rank >= 0;
    return out;
  }
  std::string san(const Position<Bits>& position, rules::Move move) const {
    std::string out;
    record::spell_san(as_played(position, move), spelling_.pawn, out);
    return out;
  }

  // The parts of a move that are wrong.
  std::vector<text::Fix> rewrite(const replay::Token& token, const WrittenMove& written,
                                 const WrittenMove& right, const std::string& spelt) const {
    // `D8-h6`: what reads as a square is the piece's name, and a rank.
    if (!written.piece && right.piece && token.parts()) {
      const text::Span from = token.parts()->from;
      const std::string_view there = game_.source->text(from);
      const std::string_view name = right.piece.view();
      if (there.size() > name.size() && there.starts_with(name) && there.front() < 'a') {
        std::string square;
        record::spell_square(right.from, square);
        std::vector<text::Fix> fixes = {
            {{from.begin + std::uint32_t(name.size()), from.end}, square}};
        WrittenMove rest = right;
        rest.piece = {};
        rest.from = written.from;
        for (const text::Fix& fix : token.rewrite(rest, spelt)) {
          if (fix.span.begin < from.end) return {{written.span, spelt}};
          fixes.push_back(fix);
        }
        return fixes;
      }
    }
    return token.rewrite(right, spelt);
  }

  record::PieceName piece_after(const Position<Bits>& position, rules::Move move) const {
    return alphabet_.name(position.variant().type_of(position.state_after(move)));
  }

  // The mode that a piece carries after a move, or the only one whose moves it has by nature; empty
  // for none.
  static record::PieceName mode_after(const Position<Bits>& position, rules::Move move) {
    Position<Bits> after = position;
    after.play(move);
    const auto& pieces = after.variant().pieces();
    std::set<std::string_view> carried;
    for (const rules::Piece& piece : pieces)
      for (const std::string& mode : piece.mode_names)
        if (replay::carries(after, move.to, record::PieceName(mode)).value_or(false))
          carried.insert(mode);
    return carried.size() == 1 ? record::PieceName(*carried.begin()) : record::PieceName();
  }

  // Makes the mark of check or mate what it should be.
  std::vector<text::Fix> mark(const replay::Token& token, const WrittenMove& written,
                              const WrittenMove& right) const {
    std::string_view mark = right.check == record::CheckMark::check ? "+" : "";
    if (right.check == record::CheckMark::mate)
      mark = spelling_.style == Style::full ? "+mat" : "#";
    if (written.form == record::MoveForm::plain) return token.fix(&replay::TokenParts::check, mark);
    const std::size_t end = token.text().find_last_not_of("+#") + 1;
    return {{{written.span.begin + std::uint32_t(end), written.span.end}, std::string(mark)}};
  }

  // What will stand there, which may spell the move in a way of its own.
  static std::string after(text::Span token, const Correction& correction) {
    text::Revision revision(correction.original);
    std::vector<text::Fix> fixes = correction.fixes;
    for (text::Fix& fix : fixes)
      fix.span = {fix.span.begin - token.begin, fix.span.end - token.begin};
    revision.change(std::move(fixes));
    return revision.text();
  }

  // Two moves in the wrong order change places.
  void exchange(std::vector<Correction>& corrections) const {
    for (std::size_t i = 0; i + 1 < corrections.size(); ++i) {
      Correction &a = corrections[i], &b = corrections[i + 1];
      if (!are_exchanged(a.faults) || a.move != b.move + 1) continue;
      a.meant = a.original;
      b.meant = b.original;
      std::swap(a.move, b.move);
      std::swap(a.original, b.original);
      for (Correction* one : {&a, &b}) {
        const text::Span span = game_.moves[one->move].span;
        // Members say more than which move it is; whose it is, among others.
        if (!Members::around(*game_.source, span)) one->fixes = {{span, one->meant}};
      }
      ++i;
    }
  }

  const WrittenGame& game_;
  const Alphabet& alphabet_;
  const Spelling& spelling_;
  const Position<Bits>& start_;
};

}  // namespace

template <class Bits>
Reading tell(const Position<Bits>& start, const Manner& manner, const Line& line,
             std::vector<const Part*>* of) {
  return Teller<Bits>(start, manner).tell(line, of);
}

#define NUSKHA_INSTANTIATE(Bits)                                                 \
  template Reading tell<Bits>(const Position<Bits>&, const Manner&, const Line&, \
                              std::vector<const Part*>*);
NUSKHA_INSTANTIATE(rules::Bits64)
NUSKHA_INSTANTIATE(rules::Bits128)
NUSKHA_INSTANTIATE(rules::Bits256)
#undef NUSKHA_INSTANTIATE

}  // namespace nuskha::repair
