// From the tokens of a PGN text to events. Knows what stands where (tags, movetext, variations,
// between games); the grammar knows what the tokens are.
#pragma once

#include <array>
#include <bit>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "grammar/pgn.hpp"
#include "record/comment.hpp"
#include "record/events.hpp"
#include "text/diagnostic.hpp"
#include "text/source.hpp"

namespace nuskha::readers::pgn {

// Deeper variations are kept as text.
inline constexpr std::size_t max_variation_depth = 200;
// Further findings of a game are counted, not listed.
inline constexpr std::size_t max_findings_per_game = 100;
// A variation that goes on for longer behind what could begin a game is not closed.
inline constexpr std::size_t max_variation_after_game = 16 * 1024;
// How far a variation may go on that stands before the first move of a game without tags.
inline constexpr std::size_t max_variation_before_game = 1024;
// After that many comments before a tag or a move, movetext has begun.
inline constexpr std::size_t max_comments_before_moves = 1000;

enum class TagForm : std::uint8_t {
  proper,
  unbracketed,  // `[Event "x"`
  bare_quote,   // `[Event "a "b" c"]`
  broken,       // `[Event "a` and, on the next line, `b"]`
  unclosed,     // `[Event "x]`
  unquoted,     // `[Event x]`
  unopened,     // `Event "x"]`
};

enum class Separator : std::uint8_t { none, capture, quiet };

// What a move's text consists of, before it is known which square is which.
struct MoveParts {
  record::PieceName piece, captured, promotion;
  record::WrittenSquare first, second;
  Separator separator = Separator::none;
  bool has_second = false;
  bool small_piece = false;  // the piece's name is a small letter that can be no file
  bool capital_squares = false;
  bool glued_promotion = false;  // `b8Q`
  bool en_passant = false;
  bool apart = false;  // blanks stand inside: `O - O`, `e8 = Q`, `N f3`
  // Of a parted move, where its squares begin, which may be a move without the letter before.
  std::optional<std::uint32_t> rest;
  record::CheckMark check = record::CheckMark::none;
};

// Up to 999,999,999.
std::uint32_t read_number(std::string_view digits);

class Builder {
 public:
  Builder(std::string_view text, record::WrittenEvents& out, text::Diagnostics& findings);

  // The places of tags that stand in comments of it are kept up to its end.
  void begin_stretch(text::Span stretch, std::span<const std::uint32_t> tags_in_comments) {
    stretch_ = stretch;
    tags_in_comments_ = tags_in_comments;
  }
  void end_stretch();
  void end_text();

  // Spans are those of the whole tokens.
  void tag(TagForm form, std::string_view name, std::string_view value, text::Span span);
  // Nothing in it is escaped.
  void common_tag(std::string_view name, std::string_view value, text::Span span);
  void number(std::uint32_t value, bool dotted, bool black, text::Span span);
  void plain_number(std::string_view digits, text::Span span);
  void move(const MoveParts& parts, text::Span span);
  // `exd`: a pawn's capture by its files.
  void files_move(MoveParts parts, text::Span span);
  void parted_move(MoveParts parts, text::Span span);
  const char* text_end() const { return text_.data() + text_.size(); }
  // Where the reader puts moves that are as most are, if it may, and how many it has put there.
  // They go on together but for the last one, which what follows is about.
  std::span<record::PlainMove> room() {
    if (plain_count_ == 0 && !in_moves()) return {};
    return std::span(plain_).subspan(plain_count_);
  }
  void took(std::size_t moves, bool number_waits, std::uint32_t end) {
    if (plain_count_ == 0) flush();
    if (moves > 0) {
      plain_count_ += moves;
      last_move_ = plain_[plain_count_ - 1].begin;
      has_move_[depth_] = true;
    }
    last_end_ = end;
    if (number_waits) {
      const record::PlainMove& next = plain_[plain_count_];
      flush();
      out_.move_number(record::number_of(next));
    } else if (plain_count_ > 1) {
      out_.moves(std::span(plain_.data(), plain_count_ - 1));
      plain_[0] = plain_[plain_count_ - 1];
      plain_count_ = 1;
    }
  }
  void castling(record::MoveForm form, const MoveParts& parts, text::Span span);
  void null_move(text::Span span);
  void drop(const MoveParts& parts, text::Span span);
  void nag(std::string_view digits, text::Span span);
  void suffix(std::string_view text, text::Span span);
  void sign(std::string_view text, text::Span span);
  void comment(std::string_view inside, bool closed, text::Span span);
  void draw_offer(text::Span span);
  // `(N)`, `( =N )`, with marks behind it or none: a promotion, or a variation that holds no move.
  void name_in_brackets(const MoveParts& parts, text::Span span);
  void escape_line(text::Span span);
  void open_variation(text::Span span);
  void close_variation(text::Span span);
  void result(record::GameResult result, record::ResultClaim::Reason reason, text::Span span);
  void result_in_words(record::GameResult result, record::ResultClaim::Reason reason,
                       text::Span span);
  void stray(text::Span span) { stray(text::Code::unreadable_text, span); }
  void stray(text::Code code, text::Span span);
  void punctuation(text::Span span);  // dots and commas, which say nothing
  // White space counts only after a game's result.
  bool wants_gaps() const { return phase_ == Phase::done; }
  void gap(std::string_view text);

 private:
  enum class Phase : std::uint8_t {
    between,  // before the first game, or after an empty line that follows a result
    header,   // in the tags
    body,     // in the movetext
    done,     // after the result, up to the next empty line
  };
  struct Pending {
    bool is_comment;  // else unread text
    text::Span span, inside;
  };

  bool opens_game(std::uint32_t number, bool dotted, text::Span span) const;
  bool enter_body(text::Span span, bool opens_game);
  void begin_game(std::uint32_t begin);
  void complete_game();
  bool begins_roster_anew(std::string_view event, std::uint32_t end) const;
  void begin_tag(std::string_view name, std::string_view value, text::Span span);
  void end_game(std::uint32_t end);
  bool in_moves() const { return (phase_ == Phase::body) & (skipped_ == 0); }
  void flush();
  void flush_pending();
  record::WrittenMove& hold_move(record::MoveForm form, text::Span span);
  bool holds_move();
  bool awaits_promotion();
  void close_variations();
  void emit(const record::BracedText& braced, text::Span span);
  void check_commands(text::Span comment);
  void add_pending(bool is_comment, text::Span span, text::Span inside);
  void prose(text::Span span);
  void report(text::Code code, text::Span span, std::vector<std::string> args = {},
              std::vector<text::Note> notes = {});
  void report_tags(text::Span comment);
  std::string quoted(text::Span span) const;
  text::Span trimmed(text::Span span) const;
  bool at_line_start(std::uint32_t offset) const;
  // Moves, no result, an empty line and `1.`: the first number of another game.
  bool begins_anew(std::uint32_t offset) const;
  bool in_variation(std::uint32_t offset) const;
  bool is_variation_before_game(std::uint32_t offset) const;
  bool on_line_of_result(std::uint32_t offset) const;
  bool ends_game(std::uint32_t end) const;
  bool is_word(std::string_view digits, text::Span span) const;
  std::string_view text(text::Span span) const { return text_.substr(span.begin, span.size()); }

  std::string_view text_;
  record::WrittenEvents& out_;
  text::Diagnostics& findings_;
  text::Span stretch_;
  std::span<const std::uint32_t> tags_in_comments_;  // that were not come to yet

  Phase phase_ = Phase::between;
  bool open_ = false;  // begin_game was said, end_game was not
  bool has_tags_ = false;
  std::optional<std::string_view> event_;  // the value of the first Event
  bool states_result_ = false;             // by a Result tag
  bool names_variant_ = false;             // by a Variant tag
  bool both_lose_ = false;                 // by a Result tag of `0-0`
  bool after_stretch_ = false;             // a new stretch begins, and the tags may go on
  bool junk_ = false;                      // text after a result goes on
  bool held_move_ = false;
  bool in_run_ = false;
  bool in_prose_ = false;
  bool result_given_ = false;
  bool open_comment_ = false;     // it may have taken in the result
  std::uint32_t game_ = 0;        // 1-based
  std::uint32_t covered_ = 0;     // up to here, games and prose have been said
  std::uint32_t result_end_ = 0;  // of the result, and what stands after it on its line
  std::uint32_t last_end_ = 0;    // of the last token of the game
  std::uint32_t prose_begin_ = 0;
  std::size_t findings_in_game_ = 0;

  record::WrittenMove move_;  // said when it is known whether a mode note follows
  std::array<record::PlainMove, 64> plain_;
  std::size_t plain_count_ = 0;  // so many stand in it that were not said
  std::uint32_t last_move_ = 0;  // where the game's last move begins
  text::Code run_code_{};
  text::Span run_;  // of text that is not understood
  bool run_holds_move_ = false;

  std::size_t depth_ = 0;
  std::array<std::uint32_t, max_variation_depth + 1> opened_{};  // where each variation opened
  std::array<bool, max_variation_depth + 1> has_move_{};
  text::Span kept_;          // the last text of the main line that stands as `[%unread …]`
  std::size_t skipped_ = 0;  // brackets open in a variation that is kept as text
  std::uint32_t skip_begin_ = 0;

  std::vector<Pending> pending_;  // comments before tags or moves
  std::string scratch_;
};

}  // namespace nuskha::readers::pgn
