#include "readers/dola/reader.hpp"

#include <algorithm>
#include <array>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "readers/dola/score.hpp"
#include "readers/dola/tokens.hpp"
#include "record/comment.hpp"
#include "text/ascii.hpp"

namespace nuskha::readers::dola {
namespace {

using record::Side;
using text::Code;
using text::Span;

// How far a heading may stand from its first move.
constexpr std::uint32_t max_heading_bytes = 2000;
// Separators looked over for the ply that must follow.
constexpr std::size_t max_separators = 48;
// Tokens of a remark in brackets.
constexpr std::size_t max_bracket_tokens = 200;
// A remark after the last move; longer text is prose.
constexpr std::uint32_t max_last_remark = 300;
// Text after which a game is over if a blank line stands in it.
constexpr std::uint32_t max_text_in_game = 4000;
// Marks in a row that still are slips of the pen.
constexpr std::size_t max_stray = 3;
// A longer word that begins where a move ends is a remark on it.
constexpr std::uint32_t max_stuck = 2;
// Numbers may be left out, but not so many after other text.
constexpr std::uint32_t max_number_leap = 9;
// A word that may be what is left of a number.
constexpr std::size_t max_damaged_number = 5;

bool is_word(Kind kind) {
  return kind == Kind::word || kind == Kind::mention || kind == Kind::man || kind == Kind::label ||
         kind == Kind::total || kind == Kind::unreadable || kind == Kind::player ||
         kind == Kind::army_head || kind == Kind::heading || kind == Kind::suite ||
         kind == Kind::position_heading || kind == Kind::tag;
}

class Reader {
 public:
  Reader(const text::Source& source, record::WrittenEvents& events, text::Diagnostics& diagnostics)
      : text_(source.text()),
        source_(source),
        events_(events),
        lexer_(source.text()),
        score_(source.text(), events, diagnostics) {}

  void read() {
    events_.begin_document(source_);
    while (peek().kind != Kind::end) {
      if (starts_position())
        read_position();
      else if (starts_game())
        read_game();
      else
        take();
    }
    prose_until(static_cast<std::uint32_t>(text_.size()));
    events_.end_document();
  }

 private:
  // --- tokens ---

  const Token& peek(std::size_t ahead = 0) { return lexer_.peek(ahead); }
  std::string_view text(Span span) const { return text_.substr(span.begin, span.size()); }

  Token take() {
    const Token token = lexer_.take();
    switch (token.kind) {
      case Kind::white:
        if (token.line_ends > 0) at_line_start_ = true;
        break;
      case Kind::bar:
      case Kind::ruler:
        at_line_start_ = true;
        break;
      case Kind::mention:
        context_variant_ = read_mention(text(token.span));
        [[fallthrough]];
      default:
        at_line_start_ = false;
    }
    return token;
  }

  // The first token from `from` on that is of none of these kinds.
  template <class Skip>
  std::size_t skip(std::size_t from, Skip&& skipped) {
    const std::size_t limit = from + max_separators;
    while (from < limit && skipped(peek(from))) ++from;
    return from;
  }
  static bool is_layout(const Token& token) {
    return token.kind == Kind::white || token.kind == Kind::bar || token.kind == Kind::ruler;
  }
  static bool is_separator(const Token& token) {
    return is_layout(token) || token.kind == Kind::ampersand || token.kind == Kind::comma ||
           token.kind == Kind::dots || token.kind == Kind::full_stop ||
           token.kind == Kind::number || token.kind == Kind::glyph;
  }

  void prose_until(std::uint32_t offset) {
    if (offset > prose_begin_) events_.prose({prose_begin_, offset});
    prose_begin_ = offset;
  }

  // --- where a game begins ---

  // A man's square alone is a move only where a move must be, and where the ply ends with it.
  bool is_short_move(std::size_t at) {
    return peek(at).kind == Kind::man && read_short_move(text_, peek(at).span.begin);
  }
  bool is_ply(std::size_t at) {
    return peek(at).kind == Kind::move || peek(at).kind == Kind::unreadable || is_short_move(at);
  }
  std::size_t after_number(std::size_t number) {
    return skip(number + 1, [](const Token& token) {
      return is_layout(token) || token.kind == Kind::dots || token.kind == Kind::ampersand;
    });
  }

  // Whether a score stands under the heading, tags or players that begin at the next token. Sets
  // first_ply_ to the number or move with which it begins, and first_number_.
  bool heads_a_game() {
    const std::uint32_t begin = peek().span.begin;
    bool line_start = true, after_head = false;
    bool heading_seen = false;
    // Most of it was looked through for an earlier heading: that many in a row are none.
    if (nothing_before_ > begin + max_heading_bytes / 2) return false;
    std::size_t i = 0;
    for (; peek(i).span.begin - begin <= max_heading_bytes; ++i) {
      const Token& token = peek(i);
      bool head = false;
      switch (token.kind) {
        case Kind::end:
          return false;
        case Kind::white:
          line_start = line_start || token.line_ends > 0;
          head = after_head;
          break;
        case Kind::bar:
        case Kind::ruler:
          line_start = true;
          break;
        case Kind::heading:
        case Kind::suite:
          if (heading_seen && line_start) return false;
          heading_seen = heading_seen || line_start;
          line_start = false;
          head = true;
          break;
        case Kind::position_heading:
        case Kind::army_head:
          if (line_start && men_follow(i + 1)) return false;
          line_start = false;
          break;
        case Kind::open_brace:
          // Comments and kept text of a score that was written by this program.
          if (const std::size_t close = closing_brace(token); close != text_.npos) {
            if (heading_seen && text_.substr(token.span.begin).starts_with("{[%unread")) {
              first_number_ = 0;
              first_ply_ = lexer_.taken() + i;
              return true;
            }
            while (peek(i + 1).kind != Kind::end && peek(i + 1).span.begin <= close) ++i;
          }
          break;
        case Kind::number:
          if (is_ply(after_number(i))) {
            first_number_ = read_number(text_, token.span.begin).value;
            first_ply_ = lexer_.taken() + i;
            return true;
          }
          line_start = false;
          break;
        case Kind::move:
          if ((line_start || after_head) && read_move(text_, token.span.begin).long_form) {
            first_number_ = 0;
            first_ply_ = lexer_.taken() + i;
            return true;
          }
          line_start = false;
          break;
        case Kind::colon:
          head = true;
          break;
        default:
          line_start = false;
      }
      after_head = head;
    }
    nothing_before_ = peek(i).span.begin;
    return false;
  }

  bool second_ply_follows(std::size_t move) {
    return peek(skip(move + 1, is_separator)).kind == Kind::move;
  }

  // A score without any heading.
  bool bare_score() {
    first_ply_ = lexer_.taken();
    if (peek().kind == Kind::number) {
      const std::size_t ply = after_number(0);
      if (peek(ply).kind != Kind::move) return false;
      const MoveDetail move = read_move(text_, peek(ply).span.begin);
      const bool castling = move.move.form != record::MoveForm::plain;
      if (!move.named && !castling) return false;
      if (at_line_start_ && move.long_form && read_number(text_, peek().span.begin).value == 1)
        return true;
      return second_ply_follows(ply);
    }
    return peek().kind == Kind::move && at_line_start_ &&
           read_move(text_, peek().span.begin).long_form &&
           read_move(text_, peek().span.begin).named && second_ply_follows(0);
  }

  bool starts_game() {
    switch (peek().kind) {
      case Kind::heading:
      case Kind::suite:
      case Kind::tag:
      case Kind::player:
        return at_line_start_ && heads_a_game();
      case Kind::number:
      case Kind::move:
        return bare_score();
      default:
        return false;
    }
  }

  // --- the head of a game ---

  void read_game() {
    prose_until(peek().span.begin);
    score_.begin(peek().span.begin);
    game_ = Game();
    head_.clear();
    last_end_ = peek().span.begin;
    read_head();
    for (const auto& [name, value, span] : head_) score_.tag(name, value, span);
    if (!context_variant_.empty())
      score_.tag("Variant", context_variant_, {prose_begin_, prose_begin_});
    score_.begin_moves(peek().span.begin);
    for (const Span remark : head_remarks_)
      if (text_[remark.begin] == '{')
        add_braced(remark);
      else
        add_comment(remark);
    head_remarks_.clear();
    read_moves();
  }

  void read_head() {
    Span remark;
    const auto end_remark = [&] {
      if (remark.size() > 0) head_remarks_.push_back(remark);
      remark = {};
    };
    while (lexer_.taken() < first_ply_) {
      const Token& token = peek();
      switch (token.kind) {
        case Kind::tag: {
          end_remark();
          const TagDetail tag = read_tag(text_, token.span.begin);
          score_.tag(tag.name, tag.value, token.span);
          break;
        }
        case Kind::heading:
        case Kind::suite:
          if (game_.has_heading) {
            extend(remark, token.span);
            break;
          }
          end_remark();
          read_game_heading();
          continue;
        case Kind::player: {
          end_remark();
          const PlayerDetail player = read_player(text_, token.span.begin);
          head_.push_back({player.side == Side::white ? "White" : "Black",
                           std::string(text(player.name)), player.name});
          break;
        }
        case Kind::white:
          if (token.line_ends > 1) end_remark();
          break;
        case Kind::bar:
        case Kind::ruler:
          end_remark();
          break;
        case Kind::open_brace:
          if (const std::size_t close = closing_brace(token); close != text_.npos) {
            end_remark();
            remark = {token.span.begin, static_cast<std::uint32_t>(close) + 1};
            while (lexer_.taken() < first_ply_ && peek().span.begin <= close) take();
            end_remark();
            continue;
          }
          [[fallthrough]];
        default:
          if (is_word(token.kind) || remark.size() > 0 || token.kind == Kind::opening)
            extend(remark, token.span);
      }
      take();
    }
    end_remark();
  }
  static void extend(Span& span, Span by) {
    if (span.size() == 0) span.begin = by.begin;
    span.end = by.end;
  }

  // `1ère Partie de Dola-Sultan, Besançon, 5 juillet :`; what follows the heading proper on its
  // line belongs to the event.
  void read_game_heading() {
    const bool is_suite = peek().kind == Kind::suite;
    const Token token = take();
    const HeadingDetail detail = read_heading(text_, token.span);
    Span event = detail.core;
    if (!is_suite) {
      while (lexer_.taken() < first_ply_ && !is_end_of_heading()) {
        if (peek().kind != Kind::white) event.end = peek().span.end;
        take();
      }
    } else {
      score_.finding(
          make_finding(Code::orphan_continuation, token.span, {excerpt(one_line(token.span))}),
          Score::Of::next_move);
    }
    game_.has_heading = true;
    game_.number = detail.number;
    game_.variant = detail.variant;
    head_.push_back({"Event", one_line(trimmed(event)), event});
    if (detail.number != 0)
      head_.push_back({"Round", std::to_string(detail.number), detail.number_span});
    if (!detail.variant.empty()) {
      head_.push_back({"Variant", detail.variant, detail.variant_span});
      context_variant_ = detail.variant;
    }
  }
  bool is_end_of_heading() {
    const Token& token = peek();
    if (token.kind == Kind::colon || token.kind == Kind::bar || token.kind == Kind::ruler)
      return true;
    if (token.kind == Kind::white) return token.line_ends > 0;
    return token.kind == Kind::player;
  }

  // --- the moves of a game ---

  void read_moves() {
    while (read_in_game()) {
    }
  }

  // Takes what comes next, or ends the game in front of it; false when the game is over.
  bool read_in_game() {
    const Token& token = peek();
    if (run_.active() && run_.broken && run_.end - run_.begin > max_text_in_game) return finish();
    switch (token.kind) {
      case Kind::end:
        return finish();
      case Kind::white:
        if (token.line_ends > 0) game_.line_end = true;
        if (token.line_ends > 1) break_run();
        return go_on();
      case Kind::bar:
      case Kind::ruler:
        game_.bar = true;
        break_run();
        return go_on();
      case Kind::tag:
        return at_line_start_ ? finish() : add_text();
      case Kind::position_heading:
      case Kind::army_head:
        return starts_position() ? finish() : add_text();
      case Kind::player:
        return at_line_start_ && heads_a_game() ? finish() : add_text();
      case Kind::heading:
        return at_line_start_ ? heading_in_game() : add_text();
      case Kind::suite:
        return at_line_start_ ? suite_in_game() : add_text();
      case Kind::number:
        return number_in_game();
      case Kind::move:
        return move_in_game();
      case Kind::man:
        return must_be_ply() && is_short_move(0) ? short_move() : add_text();
      case Kind::unreadable:
        return unreadable_in_game();
      case Kind::result:
        return result_in_game();
      case Kind::ampersand:
        return ampersand_in_game();
      case Kind::open_brace:
        return brace_in_game();
      case Kind::opening:
        return bracket_in_game();
      case Kind::glyph:
        return glyph_in_game();
      case Kind::dots:
        if (game_.after_number && !run_.active()) score_.number_states_black();
        return run_.active() ? add_text() : go_on();
      case Kind::comma:
      case Kind::full_stop:
      case Kind::colon:
        return run_.active() ? add_text() : go_on();
      case Kind::mark:
      case Kind::closing:
        return run_.active() ? add_text() : add_stray();
      default:
        return add_text();
    }
  }

  bool go_on() {
    take();
    return true;
  }

  // --- text between moves ---

  // A run of text since the last ply, number or remark.
  struct Run {
    std::uint32_t begin = 0, end = 0;
    std::uint32_t first_part = 0;  // its end up to the first blank line, bar or ruler
    bool broken = false;           // there is one in it
    bool follows_break = false;    // or before it
    bool bracket_open = false;     // an unclosed bracket in it was reported
    bool active() const { return end > begin; }
  };

  void break_run() {
    if (!run_.active()) {
      game_.blank_line = true;
      return;
    }
    if (!run_.broken) run_.first_part = run_.end;
    run_.broken = true;
  }

  void extend_run(Span span) {
    if (!run_.active()) {
      run_ = Run();
      run_.begin = stray_.active() ? stray_.span.begin : span.begin;
      run_.follows_break = game_.blank_line;
      stray_ = Stray();
    }
    run_.end = span.end;
  }

  bool add_text() {
    extend_run(peek().span);
    take();
    return true;
  }

  // Where a move stands, or should: `12) …`, `& …`.
  bool must_be_ply() const {
    return !run_.active() && !game_.closed && (game_.after_number || game_.after_ampersand);
  }

  enum class Next : std::uint8_t { ply, number, ampersand, other };
  // Whether what stands before `next` stands in the place of a move.
  bool instead_of_move(Next next) const {
    if (game_.closed) return false;
    const bool after_number =
        game_.after_number && game_.plies_in_number == 0 && game_.number_has_mark;
    return (next == Next::ampersand && after_number) ||
           (next == Next::number && (after_number || game_.after_ampersand));
  }
  // What begins in the midst of a word is rather a part of the move: `CTd8xPc6c`. Says what of the
  // text is a remark; a longer word than a slip of the pen remains one.
  Span without_stuck(Span remark) {
    const auto is_of_word = [&](std::uint32_t at) { return text::is_of_word(text_[at]); };
    if (remark.begin != last_end_ || remark.begin == 0 || !is_of_word(remark.begin) ||
        !is_of_word(remark.begin - 1))
      return remark;
    Span word{remark.begin, remark.begin};
    while (word.end < remark.end && is_of_word(word.end)) ++word.end;
    record::WrittenMove* move = score_.last_move();
    if (!move || move->span.end != word.begin || word.size() > max_stuck) {
      score_.finding(make_finding(Code::stray_mark, word, {std::string(text(word))}),
                     Score::Of::last_move);
      return remark;
    }
    move->span.end = last_end_ = word.end;
    report_stray(word, Code::stray_mark, {std::string(text(word))}, Score::Of::last_move);
    return trimmed({word.end, remark.end});
  }

  void end_run(Next next) {
    if (!run_.active()) return;
    const Span span = trimmed({run_.begin, run_.end});
    run_ = Run();
    if (span.size() == 0) return;
    if (instead_of_move(next)) return add_unread(span);
    const Span remark = without_stuck(span);
    if (remark.size() > 0) add_comment(remark);
  }

  void add_unread(Span span) {
    score_.finding(make_finding(Code::unreadable_move, span, {excerpt(one_line(span))}),
                   Score::Of::next_move);
    score_.unread(std::string(text(span)), span, true);
    game_.after_number = false;
    game_.after_ampersand = false;
    ++game_.plies_in_number;
    last_end_ = span.end;
  }

  void add_comment(Span span) {
    if (game_.plies > 0)
      for (record::ProtectionClaim& claim : read_claims(text_, span))
        score_.claim(std::move(claim));
    score_.comment(one_line(without_brackets(span)), span);
    last_end_ = std::max(last_end_, span.end);
  }

  // Marks of no meaning since the last ply or number.
  struct Stray {
    Span span;
    std::size_t count = 0;
    bool glued = false;  // to what stands before it
    bool dash = false;   // one dash and nothing else
    bool active() const { return count > 0; }
  };

  bool add_stray() {
    const Token token = take();
    const std::string_view mark = text(token.span);
    if (!stray_.active()) {
      stray_.span = token.span;
      stray_.glued = token.span.begin == last_end_;
    }
    stray_.span.end = token.span.end;
    stray_.count += code_points(mark);
    stray_.dash = stray_.count == 1 && (mark == "-" || mark == "–" || mark == "—");
    return true;
  }

  void end_stray(Next next) {
    if (!stray_.active()) return;
    const Span span = stray_.span;
    const bool many = stray_.count > max_stray;
    stray_ = Stray();
    last_end_ = span.end;
    if (!run_.active() && instead_of_move(next)) {
      add_unread(span);
      return;
    }
    if (many) {
      score_.finding(make_finding(Code::unreadable_move, span, {excerpt(one_line(span))}),
                     Score::Of::next_move);
      score_.unread(std::string(text(span)), span, false);
      return;
    }
    report_stray(span, Code::stray_mark, {excerpt(one_line(span))}, Score::Of::last_move);
  }

  void report_stray(Span span, Code code, std::vector<std::string> args, Score::Of of) {
    text::Diagnostic finding = make_finding(code, span, std::move(args));
    finding.fixes.push_back({span, "", 0});
    score_.finding(std::move(finding), of);
  }

  // --- numbers ---

  bool number_in_game() {
    const Token token = peek();
    const NumberDetail detail = read_number(text_, token.span.begin);
    const std::size_t ply = after_number(0);
    const bool before_ply = is_ply(ply) || peek(ply).kind == Kind::result;
    const bool follows = detail.value == game_.last_number + 1;
    const bool unreadable_follows =
        detail.has_mark && follows && game_.last_number > 0 && !game_.closed && score_goes_on();
    if (!before_ply && !unreadable_follows) return add_text();

    const bool same_again = detail.value == game_.last_number && game_.plies_in_number == 1;
    const bool parted =
        game_.line_end || game_.bar || game_.blank_line || run_.active() || game_.closed;
    if (detail.value == 1 && game_.plies > 0 && parted && !same_again)
      return bare_score() ? finish() : add_text();
    if (game_.closed) {
      if (follows && before_ply) {
        end_run(Next::other);
        score_.take_result_back();
        game_.closed = false;
      } else {
        return bare_score() ? finish() : add_text();
      }
    }
    if (run_.active() && game_.last_number > 0) {
      if (detail.value <= game_.last_number && !in_columns()) return add_text();
      if (run_.broken && detail.value > game_.last_number + max_number_leap)
        return bare_score() ? finish() : add_text();
      // A sentence of another paragraph that mentions a move.
      if ((run_.broken || run_.follows_break) && !at_line_start_ && !second_ply_follows(ply))
        return add_text();
    }

    end_ply(Next::number);
    Span span = token.span;
    std::uint32_t value = detail.value;
    split_glued_number(span, value);
    take();
    game_.number_has_mark = detail.has_mark;
    if (!detail.dots)
      game_.number_mark = text({token.span.begin + digits_at(token.span), trimmed_end(span).end});
    begin_number({value, detail.dots, trimmed_end(span)}, span.end);
    return true;
  }

  void begin_number(const record::MoveNumber& number, std::uint32_t end) {
    game_.after_number = true;
    game_.line_end = game_.bar = game_.blank_line = false;
    if (!(number.number == game_.last_number && game_.plies_in_number == 1))
      game_.plies_in_number = 0;
    game_.highest_number = std::max(game_.highest_number, number.number);
    game_.last_number = number.number;
    game_.has_numbers = true;
    score_.number(number);
    last_end_ = end;
  }

  std::uint32_t digits_at(Span span) const {
    const std::string_view said = text(span);
    return static_cast<std::uint32_t>(std::min(said.find_first_not_of("0123456789"), said.size()));
  }

  // What is left of the number that must stand before this move, which comes next: the last word of
  // the text before it. False where that is no such thing.
  bool damaged_number() {
    if (!game_.has_numbers || game_.plies_in_number < 2 || game_.mated || run_.broken) return false;
    Span word{run_.end, run_.end};
    while (word.begin > run_.begin && !text::is_blank(text_[word.begin - 1])) --word.begin;
    const std::string_view said = text(word);
    if (said.empty() || code_points(said) > max_damaged_number) return false;
    const std::uint32_t next = game_.last_number + 1;
    std::uint32_t stated = 0;
    bool is_of_figures = true;
    for (const char c : said)
      if (c >= '0' && c <= '9')
        stated = stated * 10 + static_cast<std::uint32_t>(c - '0');
      else
        is_of_figures = is_of_figures && std::string_view("()[]").find(c) != std::string_view::npos;
    if (!is_of_figures) stated = 0;
    const bool has_sign = said.find_first_of("0123456789)]") != said.npos;
    const bool is_alone = word.begin == run_.begin && has_sign;
    const bool tells = !run_.follows_break && (stated == next || is_alone);
    if (!tells && !second_number_follows(next + 1)) return false;

    const bool may_follow = stated >= next && stated < next + max_number_leap;
    const std::uint32_t value = may_follow ? stated : next;
    run_.end = word.begin;
    if (!run_.active()) run_ = Run();
    end_ply(Next::number);
    const std::string number = std::to_string(value) + std::string(game_.number_mark);
    if (said != number) {
      text::Diagnostic finding =
          make_finding(Code::damaged_number, word, {excerpt(said), std::to_string(value)});
      finding.fixes.push_back({word, number, 0});
      score_.finding(std::move(finding), Score::Of::next_move);
    }
    begin_number({value, false, word}, word.end);
    return true;
  }

  // Whether behind the move that comes next and the one behind that stands this number.
  bool second_number_follows(std::uint32_t number) {
    std::size_t at = skip(1, is_layout);
    if (peek(at).kind == Kind::ampersand) at = skip(at + 1, is_layout);
    if (!is_ply(at)) return false;
    at = skip(at + 1, is_layout);
    return peek(at).kind == Kind::number && read_number(text_, peek(at).span.begin).value == number;
  }

  // In a table whose columns are read row by row numbers go up and down.
  bool in_columns() const { return game_.highest_number > game_.last_number; }

  // `12) ??? & Pe7-e6`: the number is one, although no move can be read after it.
  bool score_goes_on() {
    constexpr std::size_t near = 24;
    for (std::size_t i = 1; i < near; ++i) {
      const Token& token = peek(i);
      if (token.kind == Kind::ampersand || token.kind == Kind::move) return true;
      if (token.kind == Kind::end || token.kind == Kind::heading || token.line_ends > 1)
        return false;
      if (token.kind == Kind::number) return is_ply(after_number(i));
    }
    return false;
  }

  // `Pf9-f112)` after number 11 is `Pf9-f1` and `12)`, not `Pf9-f11` and `2)`.
  void split_glued_number(Span& span, std::uint32_t& value) {
    if (span.begin != last_end_ || !game_.ends_in_rank || value == game_.last_number + 1) return;
    record::WrittenMove* move = score_.last_move();
    if (!move || move->to.rank < 9 || move->span.end != span.begin) return;
    std::uint32_t scale = 10;
    while (scale <= value) scale *= 10;
    const std::uint32_t longer = static_cast<std::uint32_t>(move->to.rank + 1 - 10) * scale + value;
    if (longer != game_.last_number + 1) return;
    move->to.rank = 0;
    --move->span.end;
    --span.begin;
    value = longer;
  }

  // --- plies ---

  // Before the next ply or number: what stands in between is settled.
  void end_ply(Next next) {
    if (game_.after_ampersand && !run_.active() && !stray_.active() && next == Next::number)
      report_stray(game_.ampersand, Code::stray_mark, {"&"}, Score::Of::last_move);
    end_stray(next);
    end_run(next);
    game_.after_ampersand = false;
  }

  bool move_in_game() {
    const Token token = peek();
    const MoveDetail detail = read_move(text_, token.span.begin);
    if (game_.closed) return bare_score() ? finish() : add_text();
    if (run_.active()) {
      // After a remark on White's move; in other text it is mentioned, not played.
      const bool open_number =
          game_.has_numbers ? game_.plies_in_number < 2 : run_.end - run_.begin < max_last_remark;
      const bool is_played = open_number && !game_.mated && !run_.broken;
      if (!detail.long_form || (!is_played && !damaged_number())) return add_text();
    }
    add_ply(token, detail);
    return true;
  }

  bool short_move() {
    Token token = peek();
    const auto detail = read_short_move(text_, token.span.begin);
    token.span = detail->move.span;
    add_ply(token, *detail);
    lexer_.jump(token.span.end);
    game_.has_short_moves = true;
    return true;
  }

  void add_ply(const Token& token, const MoveDetail& detail) {
    const bool after_ampersand = game_.after_ampersand;
    // A dash may part two plies.
    if (stray_.active() && stray_.dash && !after_ampersand && game_.plies_in_number % 2 == 1)
      stray_ = Stray();
    end_ply(Next::ply);
    if (game_.plies_in_number % 2 == 1 && !game_.after_number) {
      if (after_ampersand)
        score_.ampersand();
      else
        score_.missing_ampersand(token.span);
    }
    const std::string_view said = text(token.span);
    for (const StrayMark& stray : detail.strays) {
      std::vector<std::string> args = {excerpt(one_line(stray.span))};
      if (stray.in_note) args.push_back(excerpt(one_line(token.span)));
      report_stray(stray.span, stray.in_note ? Code::stray_mark_in_note : Code::stray_mark,
                   std::move(args), Score::Of::next_move);
    }
    for (const Span bracket : detail.unclosed) {
      text::Diagnostic finding =
          make_finding(Code::unclosed_bracket, bracket, {std::string(text(bracket))});
      finding.fixes.push_back(
          {{token.span.end, token.span.end}, text(bracket) == "[" ? "]" : ")", 0});
      score_.finding(std::move(finding), Score::Of::next_move);
    }
    if (detail.missing_dash)
      score_.finding(make_finding(Code::missing_dash, token.span, {excerpt(said)}),
                     Score::Of::next_move);
    if (!detail.named && detail.move.form == record::MoveForm::plain)
      score_.finding(make_finding(Code::unnamed_piece, token.span, {excerpt(said)}),
                     Score::Of::next_move);
    score_.move(detail.move);
    for (const auto& [glyph, span] : detail.glyphs) score_.nag(glyph, span);

    ++game_.plies;
    ++game_.plies_in_number;
    game_.after_number = false;
    game_.line_end = game_.bar = game_.blank_line = false;
    game_.mated = detail.move.check == record::CheckMark::mate;
    game_.ends_in_rank = detail.ends_in_rank;
    take();
    last_end_ = token.span.end;
  }

  bool unreadable_in_game() {
    if (run_.active() || game_.closed ||
        (!must_be_ply() && game_.has_numbers && game_.plies_in_number >= 2))
      return add_text();
    const bool after_ampersand = game_.after_ampersand;
    end_ply(Next::ply);
    if (after_ampersand && game_.plies_in_number % 2 == 1) score_.ampersand();
    add_unread(take().span);
    return true;
  }

  bool ampersand_in_game() {
    const Token token = peek();
    if (game_.closed) return add_text();
    const std::size_t next =
        skip(1, [](const Token& t) { return is_layout(t) || t.kind == Kind::dots; });
    bool before_ply = is_ply(next) || peek(next).kind == Kind::result;
    if (run_.active()) {
      // `protégé par Te8 & Pf6`
      if (peek(next).kind == Kind::man && !game_.has_short_moves) before_ply = false;
      const bool separates = before_ply && !game_.mated;
      if (!separates) return add_text();
      end_run(Next::ampersand);
    } else if (game_.after_ampersand) {
      return add_stray();
    } else if (game_.after_number && game_.plies_in_number == 0 && before_ply && !stray_.active()) {
      score_.number_states_black();
      game_.plies_in_number = 1;
    }
    end_stray(Next::ampersand);
    if (token.span.size() > 1)
      report_stray({token.span.begin + 1, token.span.end}, Code::stray_mark,
                   {excerpt(text({token.span.begin + 1, token.span.end}))}, Score::Of::last_move);
    take();
    game_.after_ampersand = true;
    game_.ampersand = token.span;
    game_.ampersand_on_line = !game_.line_end && !game_.bar;
    return true;
  }

  bool glyph_in_game() {
    if (run_.active()) return add_text();
    if (game_.plies == 0 || game_.after_number || game_.after_ampersand || stray_.active())
      return add_stray();
    const Token token = take();
    score_.nag(read_glyph(text(token.span)), token.span);
    last_end_ = token.span.end;
    return true;
  }

  // --- results ---

  bool result_in_game() {
    const Token token = peek();
    const ResultDetail detail = read_result(text_, token.span.begin);
    const bool directly_after_word = run_.active() && last_kind_in_run_is_word();
    const bool glued_asterisk = text(token.span) == "*" && token.span.begin == last_end_;
    const bool is_result =
        !game_.closed && !directly_after_word && !glued_asterisk && ends_sentence(detail);
    if (!is_result) {
      if (text(token.span) == "*" && !run_.active()) return add_stray();
      return add_text();
    }
    const bool after_ampersand = game_.after_ampersand;
    end_ply(Next::other);
    if (after_ampersand && game_.plies_in_number % 2 == 1) score_.ampersand();
    take();
    score_.result(detail.claim);
    game_.closed = true;
    game_.after_number = false;
    game_.line_end = game_.bar = game_.blank_line = false;
    last_end_ = token.span.end;
    return true;
  }

  // `les noirs, menacés de mat, les blancs gagnent`: a comma parts, a blank does not.
  bool last_kind_in_run_is_word() {
    const std::string_view gap = text({run_.end, peek().span.begin});
    if (gap.find('\n') != gap.npos || gap.find('\r') != gap.npos) return false;
    const char last = text_[run_.end - 1];
    static constexpr std::string_view parting = ".,;:!)]-";
    return parting.find(last) == parting.npos;
  }

  bool ends_sentence(const ResultDetail& detail) {
    const bool asterisk = text(peek().span) == "*";
    if (!detail.weak && !asterisk) return true;
    const Token& next = peek(1);
    if (next.kind == Kind::end || is_layout_break(next)) return true;
    if (asterisk) return next.kind == Kind::white && next.line_ends > 0;
    const Token& after = next.kind == Kind::white ? peek(2) : next;
    if (!is_word(after.kind) && after.kind != Kind::move) return true;
    // The next line begins another sentence.
    const char first = text_[after.span.begin];
    return next.kind == Kind::white && next.line_ends > 0 &&
           ((first >= 'A' && first <= 'Z') || (first >= '0' && first <= '9') ||
            after.kind == Kind::heading || after.kind == Kind::tag);
  }
  static bool is_layout_break(const Token& token) {
    return token.kind == Kind::bar || token.kind == Kind::ruler || token.line_ends > 1;
  }

  // --- headings inside a game ---

  bool heading_in_game() {
    if (!heads_a_game()) return finish();
    const HeadingDetail detail = read_heading(text_, peek().span);
    const bool goes_on =
        first_number_ > 1 && first_number_ == game_.last_number + 1 && !game_.closed;
    const bool same = detail.number == game_.number &&
                      (detail.variant.empty() || detail.variant == game_.variant);
    if (!goes_on || (!same && !detail.variant.empty())) return finish();
    if (!same) return add_text();
    end_run(Next::other);  // the heading repeated at the top of the next column
    take();
    game_.bar = true;
    while (peek().kind == Kind::white || peek().kind == Kind::colon) take();
    return true;
  }

  bool suite_in_game() {
    if (game_.closed || !heads_a_game()) return finish();
    const HeadingDetail detail = read_heading(text_, peek().span);
    if ((detail.number != 0 && game_.number != 0 && detail.number != game_.number) ||
        (!detail.variant.empty() && !game_.variant.empty() && detail.variant != game_.variant))
      return finish();
    end_run(Next::other);
    last_end_ = take().span.end;
    game_.bar = true;
    return true;
  }

  // --- remarks in brackets and braces ---

  // Where the brace that the token opens is closed; npos if it is not. A remark never holds a blank
  // line.
  std::size_t closing_brace(const Token& token) {
    const std::uint32_t begin = token.span.begin + 1;
    if (begin <= no_brace_before_) return text_.npos;
    const std::size_t limit = blank_line_after(begin);
    const std::size_t close = text_.substr(0, limit).find('}', begin);
    if (close == text_.npos) no_brace_before_ = static_cast<std::uint32_t>(limit);
    return close;
  }

  bool brace_in_game() {
    const Token token = peek();
    const std::size_t close = closing_brace(token);
    if (close == text_.npos) {
      if (!run_.active() || !run_.bracket_open)
        score_.finding(make_finding(Code::unclosed_bracket, token.span, {"{"}));
      extend_run(token.span);
      run_.bracket_open = true;
      take();
      return true;
    }
    end_stray(Next::other);
    end_run(Next::other);
    const Span span = {token.span.begin, static_cast<std::uint32_t>(close) + 1};
    take();
    lexer_.jump(span.end);
    at_line_start_ = false;
    add_braced(span);
    return true;
  }

  // A remark in braces, brackets included, or what a writer of this program put there.
  void add_braced(Span span) {
    std::string scratch;
    const record::BracedText braced =
        record::read_braced(text({span.begin + 1, span.end - 1}), scratch);
    switch (braced.kind) {
      case record::BracedText::Kind::comment:
        if (game_.plies > 0)
          for (record::ProtectionClaim& claim : read_claims(text_, span))
            score_.claim(std::move(claim));
        score_.comment(std::string(braced.text), span);
        break;
      case record::BracedText::Kind::unread:
        score_.unread(std::string(braced.text), span, false);
        break;
      case record::BracedText::Kind::nag:
        score_.nag(braced.number, span);
        break;
      case record::BracedText::Kind::mode:
        if (record::WrittenMove* move = score_.last_move()) {
          move->mode_piece = braced.piece;
          move->mode = braced.mode;
        }
        break;
    }
    last_end_ = std::max(last_end_, span.end);
  }

  std::size_t blank_line_after(std::uint32_t from) {
    if (from < blank_line_known_from_ || from > blank_line_) {
      blank_line_known_from_ = from;
      blank_line_ = text_.size();
      for (std::size_t i = from; (i = text_.find_first_of("\n\r", i)) != text_.npos;) {
        const std::size_t next = text_[i] == '\r' && text_.substr(i, 2) == "\r\n" ? i + 2 : i + 1;
        const std::size_t content = text_.find_first_not_of(" \t", next);
        if (content == text_.npos || text_[content] == '\n' || text_[content] == '\r') {
          blank_line_ = i;
          break;
        }
        i = next;
      }
    }
    return blank_line_;
  }

  bool bracket_in_game() {
    const std::uint32_t close = closing_bracket();
    if (close == 0) {
      if (!run_.active() || !run_.bracket_open)
        score_.finding(
            make_finding(Code::unclosed_bracket, peek().span, {std::string(text(peek().span))}));
      add_text();
      run_.bracket_open = true;
      return true;
    }
    const bool alone = !run_.active();
    while (peek().span.begin <= close) {
      extend_run(peek().span);
      take();
    }
    // A remark of its own, so that a move may follow; unless text goes on.
    const std::size_t next = skip(0, [](const Token& t) { return t.kind == Kind::white; });
    if (alone && (peek(next).kind == Kind::move || peek(next).kind == Kind::opening))
      end_run(Next::ply);
    return true;
  }

  // Where the bracket that opens here is closed; 0 for never. Where one is never closed, the pairs
  // behind it are kept, so that no token is looked at again for each bracket.
  std::uint32_t closing_bracket() {
    const std::uint32_t here = peek().span.begin;
    if (here < brackets_known_before_) {
      const auto pair = std::find_if(bracket_pairs_.begin(), bracket_pairs_.end(),
                                     [&](const auto& p) { return p.first == here; });
      return pair == bracket_pairs_.end() ? 0 : pair->second;
    }
    bracket_pairs_.clear();
    std::vector<std::uint32_t> open;
    for (std::size_t i = 0;; ++i) {
      const Token& token = peek(i);
      brackets_known_before_ = token.span.begin;
      if (i == max_bracket_tokens || token.kind == Kind::end || is_layout_break(token)) return 0;
      if (token.kind == Kind::opening) {
        open.push_back(token.span.begin);
      } else if (token.kind == Kind::closing) {
        if (open.size() == 1) return token.span.begin;
        bracket_pairs_.emplace_back(open.back(), token.span.begin);
        open.pop_back();
      }
    }
  }

  // --- the end of a game ---

  bool finish() {
    if (stray_.active() && stray_.glued && stray_.count <= max_stray) end_stray(Next::other);
    stray_ = Stray();
    if (game_.after_ampersand && !run_.active() && game_.ampersand_on_line) {
      report_stray(game_.ampersand, Code::stray_mark, {"&"}, Score::Of::last_move);
      last_end_ = std::max(last_end_, game_.ampersand.end);
    }
    // `& roque` at the very end promises a move as it does anywhere else.
    const bool for_a_move = run_.active() && !run_.follows_break && instead_of_move(Next::number) &&
                            run_.end - run_.begin <= max_last_remark;
    if (!for_a_move) game_.after_ampersand = game_.after_number = false;
    if (run_.active()) {
      if (run_.broken) run_.end = run_.first_part;
      // What stands in the same paragraph as the last move is said of it.
      if (run_.follows_break || run_.end - run_.begin > max_last_remark)
        run_ = Run();
      else
        end_run(for_a_move ? Next::number : Next::other);
    }
    game_.after_ampersand = game_.after_number = false;
    score_.end(last_end_);
    prose_begin_ = last_end_;
    return false;
  }

  // --- positions ---

  bool men_follow(std::size_t at) {
    at = skip(at, is_layout);
    if (peek(at).kind == Kind::label) {
      at = skip(at + 1, is_layout);
      return peek(at).kind == Kind::man ||
             (peek(at).kind == Kind::word && read_square(text(peek(at).span)));
    }
    return peek(at).kind == Kind::man;
  }

  bool starts_position() {
    if (peek().kind == Kind::army_head) return at_line_start_ && men_follow(1);
    if (peek().kind != Kind::position_heading) return false;
    const std::size_t army = skip(1, is_layout);
    return peek(army).kind == Kind::army_head && men_follow(army + 1);
  }

  void read_position() {
    const std::uint32_t begin = peek().span.begin;
    prose_until(begin);
    score_.begin(begin);
    std::uint32_t end = begin;
    if (peek().kind == Kind::position_heading) {
      const Token token = take();
      const HeadingDetail detail = read_position_heading(text_, token.span);
      const Span event = trimmed(token.span);
      score_.tag("Event", one_line(event), event);
      if (detail.number != 0)
        score_.tag("Round", std::to_string(detail.number), detail.number_span);
      if (!detail.variant.empty()) {
        score_.tag("Variant", detail.variant, detail.variant_span);
        context_variant_ = detail.variant;
      }
      end = token.span.end;
    }
    if (!context_variant_.empty()) score_.tag("Variant", context_variant_, {begin, begin});
    score_.begin_moves(end);

    record::Inventory inventory;
    record::Inventory::Army* army = nullptr;
    record::PieceName label;
    const auto add = [&](record::PieceName piece, record::WrittenSquare square, Span span) {
      army->pieces.push_back({piece, square, span, {}});
      army->span.end = end = span.end;
    };
    for (bool more = true; more;) {
      const Token token = peek();
      switch (token.kind) {
        case Kind::army_head: {
          const ArmyDetail detail = read_army_head(text_, token.span.begin);
          record::Inventory::Army& next =
              detail.side == Side::white ? inventory.white : inventory.black;
          if (!next.pieces.empty() || !men_follow(1)) {
            more = false;
            break;
          }
          army = &next;
          army->stated_total = detail.count;
          army->total_span = detail.count_span;
          army->span = token.span;
          label = {};
          take();
          break;
        }
        case Kind::man: {
          const Man man = read_man(text_, token.span.begin);
          add(man.piece, man.square, token.span);
          take();
          break;
        }
        case Kind::label:
          label = read_label(text_, token.span.begin);
          take();
          break;
        case Kind::total:
          army->stated_total = read_total(text_, token.span.begin);
          army->total_span = token.span;
          army->span.end = end = token.span.end;
          take();
          break;
        case Kind::ruler:
          if (army) {
            more = false;
            break;
          }
          [[fallthrough]];
        case Kind::white:
        case Kind::bar:
        case Kind::comma:
        case Kind::full_stop:
        case Kind::colon:
        case Kind::dots:
          take();
          break;
        default:
          if (const auto square = read_square(text(token.span)); square && label) {
            add(label, *square, token.span);
            take();
          } else if (!read_faulty_man(end)) {
            more = false;
          } else {
            army->span.end = end;
          }
      }
    }
    score_.placement(std::move(inventory));
    score_.end(end);
    prose_begin_ = end;
  }

  // Text in the middle of a list; false where the list is over.
  bool read_faulty_man(std::uint32_t& end) {
    std::size_t after = 0;
    bool has_digit = false;
    const auto is_chunk = [](const Token& t) {
      return !is_layout(t) && t.kind != Kind::comma && t.kind != Kind::full_stop &&
             t.kind != Kind::end && t.kind != Kind::man && t.kind != Kind::label;
    };
    while (after < max_separators && is_chunk(peek(after))) {
      const std::string_view part = text(peek(after).span);
      has_digit = has_digit || std::any_of(part.begin(), part.end(),
                                           [](char c) { return c >= '0' && c <= '9'; });
      ++after;
    }
    if (after == 0) return false;
    const Span span = {peek().span.begin, peek(after - 1).span.end};
    const Token& next = peek(skip(after, [](const Token& t) {
      return (t.kind == Kind::white && t.line_ends < 2) || t.kind == Kind::comma ||
             t.kind == Kind::full_stop;
    }));
    const bool in_list = next.kind == Kind::man || next.kind == Kind::total;
    const std::size_t behind = peek(after).kind == Kind::white ? after + 1 : after;
    const bool before_comma = peek(behind).kind == Kind::comma;
    const bool joins = text(span) == "et" || text(span) == "-" || text(span) == "–";
    const bool goes_on = in_list ? has_digit || joins || before_comma : has_digit && before_comma;
    if (!goes_on) return false;
    for (std::size_t i = 0; i < after; ++i) take();
    end = span.end;
    if (joins) return true;
    score_.finding(make_finding(Code::unreadable_man, span, {excerpt(one_line(span))}));
    score_.unread(std::string(text(span)), span, false);
    return true;
  }

  // --- text ---

  static std::size_t code_points(std::string_view text) {
    return static_cast<std::size_t>(
        std::count_if(text.begin(), text.end(), [](char c) { return (c & 0xC0) != 0x80; }));
  }
  std::string one_line(Span span) const { return one_blank_each(text(span)); }

  // Without the blanks and the marks that set a remark off.
  Span trimmed(Span span) const {
    static constexpr std::array<std::string_view, 11> marks = {
        " ", "\t", "\n", "\r", ":", ",", ";", "-", "–", "—", "\xC2\xA0"};
    for (bool changed = true; changed;) {
      changed = false;
      for (const std::string_view mark : marks) {
        if (text(span).starts_with(mark)) {
          span.begin += static_cast<std::uint32_t>(mark.size());
          changed = true;
        }
        if (text(span).ends_with(mark)) {
          span.end -= static_cast<std::uint32_t>(mark.size());
          changed = true;
        }
      }
    }
    return span;
  }
  Span trimmed_end(Span span) const {
    while (span.size() > 0 && (text_[span.end - 1] == ' ' || text_[span.end - 1] == '\n'))
      --span.end;
    return span;
  }

  // `(SD protégée par CFf5)`: the brackets stand for the comment.
  Span without_brackets(Span span) const {
    const std::string_view all = text(span);
    if (all.size() < 2 || (all.front() != '(' && all.front() != '[')) return span;
    const char open = all.front(), close = open == '(' ? ')' : ']';
    if (all.back() != close) return span;
    int depth = 0;
    for (std::size_t i = 0; i + 1 < all.size(); ++i) {
      if (all[i] == open) ++depth;
      if (all[i] == close) --depth;
      if (depth == 0) return span;
    }
    return {span.begin + 1, span.end - 1};
  }

  // --- state ---

  struct Game {
    bool has_heading = false;
    std::uint32_t number = 0;  // of the heading
    std::string variant;
    std::uint32_t plies = 0;
    std::uint32_t plies_in_number = 0;
    std::uint32_t last_number = 0, highest_number = 0;
    bool has_numbers = false;
    bool has_short_moves = false;
    bool after_number = false, number_has_mark = false;
    std::string_view number_mark;  // behind the figures of the last number
    bool after_ampersand = false;
    Span ampersand;
    bool ampersand_on_line = false;  // that of the move before it
    bool mated = false;              // the last move says so
    bool closed = false;             // a result was stated
    bool ends_in_rank = false;       // the last move: digits that follow may be its own
    // Since the last ply or number.
    bool line_end = false, bar = false, blank_line = false;
  };
  struct HeadTag {
    std::string name, value;
    Span span;
  };

  std::string_view text_;
  const text::Source& source_;
  record::WrittenEvents& events_;
  Lexer lexer_;
  Score score_;
  std::uint32_t prose_begin_ = 0;
  bool at_line_start_ = true;
  std::string context_variant_;
  std::uint32_t nothing_before_ = 0;  // no score begins before this offset
  std::uint64_t first_ply_ = 0;       // the token with which the score under a heading begins
  std::uint32_t first_number_ = 0;    // its number; 0 for none
  std::uint32_t brackets_known_before_ = 0;  // this offset; their pairs, as far as there are any
  std::vector<std::pair<std::uint32_t, std::uint32_t>> bracket_pairs_;
  std::uint32_t no_brace_before_ = 0;
  std::uint32_t blank_line_known_from_ = 1;
  std::size_t blank_line_ = 0;
  Game game_;
  Run run_;
  Stray stray_;
  std::uint32_t last_end_ = 0;  // of what surely belongs to the game
  std::vector<HeadTag> head_;
  std::vector<Span> head_remarks_;
};

}  // namespace

void read(const text::Source& source, record::WrittenEvents& events,
          text::Diagnostics& diagnostics) {
  Reader(source, events, diagnostics).read();
}

int sniff(std::string_view text) {
  constexpr std::size_t first_part = 1 << 16;
  constexpr std::uint32_t enough_moves = 4, enough_men = 8;
  // The words that no French text of some length goes without.
  static constexpr std::array<std::string_view, 12> french = {
      "le", "la", "les", "de", "des", "du", "et", "est", "une", "dans", "que", "sur"};
  Lexer lexer(text.substr(0, first_part));
  std::uint32_t moves = 0, telling = 0, men = 0, lists = 0, positions = 0, mentions = 0,
                french_words = 0, words = 0;
  bool bracketed_number = false;
  for (Kind before = Kind::end; lexer.peek().kind != Kind::end;) {
    const Token token = lexer.take();
    const std::string_view said = lexer.text(token.span);
    switch (token.kind) {
      case Kind::move: {
        const MoveDetail detail = read_move(lexer.text(), token.span.begin);
        if (!detail.named || !detail.long_form) break;
        ++moves;
        // What long algebraic notation of other chess programs does not have.
        if (before == Kind::ampersand || bracketed_number || detail.move.captured ||
            detail.move.piece == record::PieceName("P") || detail.move.piece.view().size() == 2)
          ++telling;
        break;
      }
      case Kind::man:
        ++men;
        break;
      case Kind::army_head:
        ++lists;
        break;
      case Kind::position_heading:
        ++positions;
        break;
      case Kind::mention:
      case Kind::heading:
      case Kind::suite:
        ++mentions;
        break;
      case Kind::word:
        ++words;
        if (std::find(french.begin(), french.end(), said) != french.end()) ++french_words;
        break;
      default:
        break;
    }
    if (token.kind == Kind::white) continue;
    before = token.kind;
    bracketed_number = before == Kind::number && said.find(')') != said.npos;
  }
  if (moves >= enough_moves && telling * 2 >= moves) return 100;
  if (lists > 0 && (men >= enough_men || positions > 0)) return 90;
  if (telling > 0) return 80;
  if (mentions > 0) return 40;
  if (words >= 20 && french_words * 8 >= words) return 5;
  return 0;
}

}  // namespace nuskha::readers::dola
