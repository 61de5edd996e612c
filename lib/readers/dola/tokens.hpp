// The tokens of a text in the seeds' notation, and what each of them says in detail. No PEGTL here.
//
// Lexing only tells tokens apart; what a move or a heading says is read when the reader has decided
// that it belongs to a game, so that nothing is built for what turns out to be prose.
#pragma once

#include <cstdint>
#include <deque>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "record/events.hpp"
#include "record/written_move.hpp"
#include "text/source.hpp"

namespace nuskha::readers::dola {

enum class Kind : std::uint8_t {
  end,  // of the text
  white,
  ruler,
  bar,
  tag,
  suite,
  heading,
  position_heading,
  player,
  army_head,
  total,
  label,
  number,
  move,
  unreadable,
  man,
  result,
  mention,
  word,
  ampersand,
  comma,
  dots,
  colon,
  full_stop,
  open_brace,
  opening,
  closing,
  glyph,
  mark,
};

struct Token {
  Kind kind = Kind::end;
  std::uint8_t line_ends = 0;  // white space: 0, 1, or 2 for a blank line
  text::Span span;
};

// Pulls one token after the other, with look-ahead. Constant memory.
class Lexer {
 public:
  explicit Lexer(std::string_view text) : text_(text) {}
  // The token `ahead` of the next one; Kind::end from the end of the text on.
  const Token& peek(std::size_t ahead = 0);
  Token take();
  // How many tokens were taken: names a token for good.
  std::uint64_t taken() const { return taken_; }
  std::string_view text() const { return text_; }
  std::string_view text(text::Span span) const { return text_.substr(span.begin, span.size()); }
  // Goes on from there; drops what was looked at.
  void jump(std::uint32_t offset);

 private:
  Token lex();

  std::string_view text_;
  std::deque<Token> ahead_;
  std::uint32_t position_ = 0;
  std::uint64_t taken_ = 0;
};

// Every run of blanks and line ends, of whatever kind, as one blank; none at the ends.
std::string one_blank_each(std::string_view text);

// --- details; `text` is the whole text, the token begins at `begin` ---

struct StrayMark {
  text::Span span;
  bool in_note = false;
};

struct MoveDetail {
  record::WrittenMove move;
  std::vector<std::pair<int, text::Span>> glyphs;
  std::vector<StrayMark> strays;
  std::vector<text::Span> unclosed;  // opening brackets
  bool named = false;                // a piece name stands in the text
  bool long_form = false;            // piece, from, to
  bool missing_dash = false;
  bool ends_in_rank = false;  // the last character is a digit of the square reached
};
MoveDetail read_move(std::string_view text, std::uint32_t begin);
// The man that begins there as a move without a square of departure; nothing where text follows it.
std::optional<MoveDetail> read_short_move(std::string_view text, std::uint32_t begin);

struct Man {
  record::PieceName piece;
  record::WrittenSquare square;
};
Man read_man(std::string_view text, std::uint32_t begin);
// Exactly a square, as in a list after `pions :`.
std::optional<record::WrittenSquare> read_square(std::string_view word);

struct NumberDetail {
  std::uint32_t value = 0;
  bool dots = false;
  bool has_mark = false;  // `)`, `.` …: not a bare number before a move
};
// `!?` or `$5` as the number of a glyph.
int read_glyph(std::string_view sign);

NumberDetail read_number(std::string_view text, std::uint32_t begin);

struct ResultDetail {
  record::ResultClaim claim;
  // Words that occur in other sentences too (`gagnent`, `pat`, `nulle`): a result only at its end.
  bool weak = false;
};
ResultDetail read_result(std::string_view text, std::uint32_t begin);

struct HeadingDetail {
  std::uint32_t number = 0;  // 0 for none
  text::Span number_span;
  std::string variant;  // empty for none; dashes and capitals in their usual form
  text::Span variant_span;
  text::Span core;  // `1ère Partie de Dola-Sultan`, also inside `Suite(…)`
};
HeadingDetail read_heading(std::string_view text, text::Span token);
HeadingDetail read_position_heading(std::string_view text, text::Span token);
std::string read_mention(std::string_view token);

struct PlayerDetail {
  record::Side side = record::Side::white;
  text::Span name;
};
PlayerDetail read_player(std::string_view text, std::uint32_t begin);

struct TagDetail {
  std::string_view name;
  std::string value;
};
TagDetail read_tag(std::string_view text, std::uint32_t begin);

struct ArmyDetail {
  record::Side side = record::Side::white;
  std::int32_t count = -1;
  text::Span count_span;
};
ArmyDetail read_army_head(std::string_view text, std::uint32_t begin);
std::int32_t read_total(std::string_view text, std::uint32_t begin);
record::PieceName read_label(std::string_view text, std::uint32_t begin);

// Claims in a remark.
std::vector<record::ProtectionClaim> read_claims(std::string_view text, text::Span remark);

}  // namespace nuskha::readers::dola
