// Portable Game Notation: one stretch of text that holds games, as tokens.
//
// After the standard of 12 March 1994 (S. J. Edwards), sections 4 to 8 and 10. The grammar is flat:
// variations and games are brackets and ends that the reader counts, so that no text makes the
// parser recurse. It never fails: what is nothing else is `stray`.
//
// Accepts more:
//  * any byte order mark, no-break or other Unicode blank, `&nbsp;` and NUL as white space, commas
//  between moves;
//  * tag values, comments and lines of any length;
//  * tags that lack a bracket or a quote, hold bare quotes, go on over line ends, or whose names
//  hold odd characters;
//  * move numbers with any run of dots, `…`, dots apart, no dots, or stuck to their move;
//  * piece names of one to four capitals, figurines, letters beyond ASCII; small letters for
//  pieces;
//  * squares up to p16; long algebraic, coordinates, UCI, captured pieces named, `:` and `×`,
//  also `Qd5:`;
//  * castling with letters or zeros, with any dash or none, and blanks around it;
//  * a lone letter of a piece or a file and, after a blank, the rest of its move: `N f3`, `c xd5`;
//  * a pawn's capture by its files alone: `exd`, `e:d`, `ed`;
//  * promotions as `=Q`, `Q`, `(Q)`, `=(Q)`, `(=Q)`, `/Q`, also with blanks, small letters;
//  * `e.p.`, `ep`, `ch`, `dbl.ch`, `dis.ch`, `++`, `†`, `mate`, `#`, stuck or apart;
//  * null moves `--`, `Z0`, `<>`, `@@@@`, `0000`, `null`, `pass`; drops `N@e4`;
//  * results with any dash or colon, blanks, `½`, `&frac12;`, `0.5`, letters for digits, in
//  brackets of either kind, forfeits `+/-`, `+:-`, `=/=`, or in words, of which `resigns` may stand
//  alone;
//  * evaluation signs (`±`, `+-`, `∞` …) as what NAGs say.
// Accepts less:
//  * braces do not nest by the standard, and its comment ends at the first `}`; where they balance
//  within `nested_comment_limit` bytes all is one comment; one that is not closed ends before an
//  empty line and `1.` with a move;
//  * `<` and `>`, reserved by the standard for what is to come, are `stray` but for the null move.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string_view>

#include <tao/pegtl.hpp>
#include <tao/pegtl/contrib/analyze_traits.hpp>

#include "grammar/lexical.hpp"

namespace nuskha::grammar::pgn {

using namespace tao::pegtl;
// As string<>, which calls a function to compare even the first byte.
template <char... Cs>
struct chars : seq<one<Cs>...> {};
// The byte that leads a sign of several tells at once that it is none.
struct dash : seq<at<one<'-', '\xE2'>>, lexical::dash> {};
struct ellipsis : seq<at<one<'\xE2'>>, lexical::ellipsis> {};

// How far the braces of a comment may nest and still be searched for their partners.
inline constexpr std::size_t nested_comment_limit = 1024;
inline constexpr std::size_t deepest_comment = 16;
// How far a comment may go on behind what could begin another game.
inline constexpr std::size_t comment_after_game_limit = 16 * 1024;

// Rules that look at many bytes at once.
namespace scan {

inline const char* find(const char* begin, const char* end, char c) {
  const void* const at = std::memchr(begin, c, static_cast<std::size_t>(end - begin));
  return at ? static_cast<const char*>(at) : end;
}

// Up to the line's end, which may be that of the text. Both ends of lines are looked for in pieces
// that grow, so that no more is looked through than twice the line.
struct rest_of_line {
  using rule_t = rest_of_line;
  using subs_t = empty_list;
  template <typename Input>
  static bool match(Input& in) {
    const char *at = in.current(), *const end = in.end();
    for (std::ptrdiff_t piece = 256; at != end; piece *= 2) {
      const char* const until = at + std::min(piece, end - at);
      const char* const feed = find(at, until, '\n');
      at = find(at, feed, '\r');
      if (at != until) break;
    }
    in.bump(static_cast<std::size_t>(at - in.current()));
    return true;
  }
};

// Behind a square of the first rank, or of the last one that a board may have.
struct far_rank {
  using rule_t = far_rank;
  using subs_t = empty_list;
  template <typename Input>
  static bool match(Input& in) {
    const char rank = in.current()[-1];
    return rank == '1' || rank >= '8' || in.current()[-2] < 'a';
  }
};

// A file beside the one that was read, with a mark of capture between the two or none.
struct file_beside {
  using rule_t = file_beside;
  using subs_t = empty_list;
  template <typename Input>
  static bool match(Input& in) {
    if (in.empty()) return false;
    // Behind the mark, which may have two bytes.
    const char* origin = in.current() - 1;
    while (*origin < 'a' || *origin > 'p') --origin;
    const char file = in.peek_char();
    if (file < 'a' || file > 'p' || (file != *origin - 1 && file != *origin + 1)) return false;
    in.bump();
    return true;
  }
};

// At the first byte, or after a line end.
struct line_start {
  using rule_t = line_start;
  using subs_t = empty_list;
  template <typename Input>
  static bool match(Input& in) {
    return in.current() == in.begin() || in.current()[-1] == '\n' || in.current()[-1] == '\r';
  }
};

}  // namespace scan

// What nearly all of an archive consists of, each told by few branches and tried before everything
// else. None takes anything that the full rules below would take otherwise: what is followed by
// something that they might join to it is left to them.
namespace common {

// What a byte can be, as bits: one look-up where alternatives would be branches that no processor
// can guess.
enum Role : std::uint16_t {
  is_file = 1,           // `a` to `p`
  is_rank = 2,           // `1` to `9`
  is_capital = 4,        // that may be of a piece's name: not `O`, nor `X`, which may take
  ends_move = 8,         // ` ` `!` `)` and the line ends
  begins_mark = 16,      // or a promotion, after a blank
  may_begin_mark = 32,   // `ch`, `dbl.ch`, `e.p.`, `mate`
  excludes_mark = 64,    // `1` to `9`, `x`: what stands before it began no mark
  is_letter = 128,       // of ASCII
  is_digit = 256,        //
  is_plain_value = 512,  // in a tag's value, stands for itself
  is_separator = 1024,   // a blank or a line feed
  is_blank = 2048,       // any white space of ASCII, and NUL
  leads_blank = 4096,    // begins the code of a wider one
};
// Hidden, so that each library and program reaches its own without a detour.
[[gnu::visibility("hidden")]] inline constexpr auto roles = [] {
  std::array<std::uint16_t, 256> table{};
  for (int c = 0; c < 256; ++c) {
    if (c >= 'a' && c <= 'p') table[c] |= is_file;
    if (c >= '1' && c <= '9') table[c] |= is_rank | excludes_mark;
    if (c >= '0' && c <= '9') table[c] |= is_digit;
    if (c >= 'A' && c <= 'Z' && c != 'O' && c != 'X') table[c] |= is_capital;
    if ((c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z')) table[c] |= is_letter;
    if (c >= ' ' && c != 0x7F && c != '"' && c != '\\') table[c] |= is_plain_value;
  }
  for (const unsigned char c : {'+', '#', '=', '/'}) table[c] |= begins_mark;
  for (const unsigned char c : {' ', '\xE2'}) table[c] |= begins_mark;
  for (const unsigned char c : {'c', 'd', 'e', 'm', 'C', 'D', 'E', 'M'}) table[c] |= may_begin_mark;
  for (const unsigned char c : {' ', '\n'}) table[c] |= is_separator;
  for (const unsigned char c : {' ', '\n', '\r', '\t', '\v', '\f', '\0'}) table[c] |= is_blank;
  for (const unsigned char c : {'\xC2', '\xE1', '\xE2', '\xE3', '\xEF', '&'})
    table[c] |= leads_blank;
  for (const unsigned char c : {' ', '!', ')', '\n', '\r'}) table[c] |= ends_move;
  table['x'] |= excludes_mark;
  return table;
}();
constexpr unsigned role_of(char c) {
  return roles[static_cast<unsigned char>(c)];
}

// One byte that has one of these roles.
template <unsigned Roles>
struct byte {
  using rule_t = byte;
  using subs_t = empty_list;
  template <typename Input>
  static bool match(Input& in) {
    if (in.empty() || (role_of(in.peek_char()) & Roles) == 0) return false;
    in.bump();
    return true;
  }
};

// What stands between a piece's name and the target square, as in `exd5`, `Nf3`, `CFbd2`, `R1xd2`:
// at most two bytes, the first of them lowest.
struct Prefix {
  std::uint32_t text = none;
  // As all squares here: the file in the low byte and the rank in the high one, 0-based; 0xFF: not
  // there.
  std::uint16_t from = 0xFFFF;
  bool capture = false;
  bool for_pawns = false;  // whether it may stand without a name

  static constexpr std::uint32_t none = 1u << 24;
};

// Each has a place of its own, so that one look tells what it says.
class Prefixes {
 public:
  constexpr Prefixes() {
    add({0, 0xFFFF, false, true});
    add({'x', 0xFFFF, true, false});
    for (std::uint32_t file = 0; file < 16; ++file) {
      const auto from = static_cast<std::uint16_t>(0xFF00 | file);
      add({file + 'a', from, false, false});
      add({(file + 'a') | 'x' << 8, from, true, true});
    }
    for (std::uint32_t rank = 0; rank < 9; ++rank) {
      const auto from = static_cast<std::uint16_t>(rank << 8 | 0xFF);
      add({rank + '1', from, false, false});
      add({(rank + '1') | 'x' << 8, from, true, false});
    }
  }
  const Prefix& find(std::uint32_t text) const { return places_[place_of(text)]; }

 private:
  // The factor was found by trying. Two at one place would not compile.
  static constexpr std::size_t place_of(std::uint32_t text) {
    return static_cast<std::uint32_t>(text * 2'821'642'469u) >> 25;
  }
  constexpr void add(Prefix prefix) {
    Prefix& place = places_[place_of(prefix.text)];
    if (place.text != Prefix::none) throw "taken";
    place = prefix;
  }

  std::array<Prefix, 128> places_{};
};
[[gnu::visibility("hidden")]] inline constexpr Prefixes prefixes;

// Such a move or a castling, with `+` or without, and nothing after it that belongs to it. Where it
// ends is seen in eight bytes at once, so that there is next to nothing to branch upon.
struct San {
  enum class Form : std::uint8_t { plain, castle_short, castle_long };

  unsigned size = 0;  // 0: no such move
  unsigned next = 0;  // behind a blank or a line feed, the role of what comes there
  Form form = Form::plain;
  bool check = false;
  // Of a plain one.
  bool capture = false;
  std::uint16_t piece = 0;  // one or two capitals, the first in the low byte; 0: a pawn
  std::uint16_t from = 0xFFFF, to = 0xFFFF;

  // So many bytes can be read from `p` on.
  static constexpr std::size_t needed = 11;
  // `first` is the role of its first byte.
  [[gnu::always_inline]] static San read(const char* p, unsigned first) {
    constexpr std::uint64_t ones = 0x0101010101010101, high_bits = 0x8080808080808080;
    std::uint64_t bytes;
    std::memcpy(&bytes, p, sizeof bytes);
    // The first byte below `*`, which all that may end a move are, and of what a move has only `#`.
    const std::uint64_t low = (bytes - ones * '*') & ~bytes & high_bits;
    San san{};
    const auto size = static_cast<unsigned>(std::countr_zero(low)) / 8;
    const char* const after = p + size;
    san.check = after[-1] == '+';
    const unsigned is_named = first / is_capital & 1;
    const unsigned name = is_named + (is_named & role_of(p[1]) / is_capital);
    const unsigned before = size - san.check - name - 2;
    if (before > 2) return san;
    const auto text = static_cast<std::uint32_t>(bytes >> 8 * name) & ((1u << 8 * before) - 1);
    const Prefix& prefix = prefixes.find(text);
    std::memcpy(&san.to, p + name + before, sizeof san.to);
    san.to = static_cast<std::uint16_t>(san.to - ('a' | '1' << 8));
    // A file up to 15 and a rank up to 8; a byte below `a` or `1` has become a large one.
    const unsigned off_board = (san.to | (san.to + (7 << 8))) & 0xF0F0;
    if (off_board | (prefix.text ^ text)) return san;
    san.piece = static_cast<std::uint16_t>(bytes & ((1u << 8 * name) - 1));
    san.from = prefix.from;
    san.capture = prefix.capture;
    // Asked at once, since whether it is a pawn cannot be guessed.
    if ((name | unsigned{prefix.for_pawns}) == 0) return san;
    // Where a pawn could not take, its file's letter may be a small one for a piece.
    if ((name | unsigned{!prefix.capture}) == 0) {
      const int aside = (san.from & 0xFF) - (san.to & 0xFF);
      if (aside * aside != 1) return san;
    }
    if (san.ends_at(after)) san.size = size;
    return san;
  }
  // What begins with a capital O.
  static San read_castling(const char* p) {
    San san;
    if (p[1] != '-' || p[2] != 'O') return san;
    san.form = p[3] == '-' ? Form::castle_long : Form::castle_short;
    const char* after = p + (p[3] == '-' ? 5 : 3);
    san.check = *after == '+';
    after += san.check;
    if ((p[3] != '-' || p[4] == 'O') && san.ends_at(after))
      san.size = static_cast<unsigned>(after - p);
    return san;
  }

 private:
  [[gnu::always_inline]] bool ends_at(const char* after) {
    const unsigned end = role_of(*after);
    if (!(end & is_separator)) return end & ends_move;
    next = role_of(after[1]);
    return !(next & ~(role_of(after[2]) / excludes_mark * may_begin_mark) &
             (begins_mark | may_begin_mark));
  }
};

// As they mostly follow each other: `12. e4 e5 13. Nf3`, each with a blank or a line feed behind it
// that no other follows. Numbers have at most three digits, and a letter behind them; a 1 may begin
// another game. They are written to where the action says that there is room for them. What stands
// behind the input is looked at, up to where the action says that there are bytes, and not taken.
struct moves {
  using rule_t = moves;
  using subs_t = empty_list;
  template <apply_mode A, rewind_mode, template <typename...> class Action,
            template <typename...> class, typename Input, typename... States>
  static bool match(Input& in, States&&... states) {
    if constexpr (A != apply_mode::action) {
      return false;
    } else {
      const char* const begin = in.current();
      if (begin == in.begin() || in.empty()) return false;
      unsigned first = role_of(*begin);
      if (!(first & (is_letter | is_digit))) return false;
      const auto room = Action<moves>::room(states...);
      if (static_cast<std::size_t>(room.readable - begin) < needed) return false;
      // A move may begin here at the latest.
      const char* const stop = in.end();
      const char* const last = std::min(stop - 1, room.readable - needed);
      const auto offset = [&](const char* at) {
        return static_cast<std::uint32_t>(at - room.text);
      };
      auto next = room.places.begin();
      const char *p = begin, *end = begin;
      bool number_waits = false;
      while (p <= last && next != room.places.end()) {
        next->number_size = 0;
        if (first & is_digit) {
          const char* after = p;
          std::uint32_t value = 0;
          do {
            value = 10 * value + static_cast<std::uint32_t>(*after++ - '0');
          } while (role_of(*after) & is_digit && after - p < 3);
          const bool black = after[0] == '.' && after[1] == '.';
          after += black ? 3 : 1;
          const bool is_apart = role_of(*after) & is_separator;
          first = role_of(after[is_apart]);
          if (after[-1] != '.' || !(first & is_letter) || value == 1 || after > stop) break;
          next->number = static_cast<std::uint16_t>(value);
          next->number_size = static_cast<std::uint8_t>(after - p);
          next->states_black = black;
          next->number_begin = offset(p);
          number_waits = true;
          end = after;
          p = after + is_apart;
        }
        const San san = *p == 'O' ? San::read_castling(p) : San::read(p, first);
        const char* const after = p + san.size;
        if (san.size == 0 || after > stop) break;
        Action<moves>::put(san, offset(p), *next++);
        number_waits = false;
        p = end = after;
        first = san.next;
        if (!(first & (is_letter | is_digit))) break;
        ++p;
      }
      if (p == begin) return false;
      in.bump(static_cast<std::size_t>(std::min(p, stop) - begin));
      Action<moves>::took(static_cast<std::size_t>(next - room.places.begin()), number_waits,
                          offset(end), states...);
      return true;
    }
  }

  // A number and what stands behind it, and a move.
  static constexpr std::size_t needed = 3 + 3 + 1 + San::needed;
};

// `[Event "Rated Blitz game"]`, nothing escaped. Says its name and its value.
struct tag {
  using rule_t = tag;
  using subs_t = empty_list;
  template <apply_mode A, rewind_mode, template <typename...> class Action,
            template <typename...> class, typename Input, typename... States>
  static bool match(Input& in, States&&... states) {
    // What the last byte is not, none need be asked for.
    if (in.empty() || in.peek_char() != '[' || (role_of(in.end()[-1]) & is_plain_value))
      return false;
    const char* const begin = in.current();
    const char* p = begin + 1;
    while (role_of(*p) & (is_letter | is_digit)) ++p;
    const std::string_view name(begin + 1, static_cast<std::size_t>(p - begin - 1));
    if (name.empty() || p[0] != ' ' || p[1] != '"') return false;
    const char* const value_begin = p += 2;
    if (p == in.end()) return false;
    p = skip_plain_value(p, in.end());
    const std::string_view value(value_begin, static_cast<std::size_t>(p - value_begin));
    if (p[0] != '"' || p + 1 == in.end() || p[1] != ']') return false;
    const auto size = static_cast<std::size_t>(p + 2 - begin);
    in.bump(size);
    if constexpr (A == apply_mode::action) Action<tag>::found(name, value, begin, size, states...);
    return true;
  }

 private:
  // Eight bytes at once, for where it ends cannot be guessed. The last byte before `end` ends it.
  static const char* skip_plain_value(const char* p, const char* end) {
    constexpr std::uint64_t ones = 0x0101010101010101, high_bits = 0x8080808080808080;
    // Exact up to the first of them.
    const auto zeros = [](std::uint64_t bytes) { return (bytes - ones) & ~bytes; };
    for (; end - p >= 8; p += 8) {
      std::uint64_t bytes;
      std::memcpy(&bytes, p, sizeof bytes);
      const std::uint64_t ends = ((bytes - ones * ' ') & ~bytes) | zeros(bytes ^ ones * '"') |
                                 zeros(bytes ^ ones * '\\') | zeros(bytes ^ ones * 0x7F);
      if (ends & high_bits) return p + std::countr_zero(ends & high_bits) / 8;
    }
    while (role_of(*p) & is_plain_value) ++p;
    return p;
  }
};
struct tag_lines : seq<tag, star<one<'\n'>, tag>> {};

}  // namespace common

// White space

struct line_end_byte : one<'\n', '\r'> {};
struct ascii_blank : common::byte<common::is_blank> {};
// The first two bytes of all that `lexical` has of them; letters of other scripts begin like them.
struct wide_blank_start : sor<seq<one<'\xC2'>, one<'\x85', '\xA0'>>, chars<'\xE1', '\x9A'>,
                              seq<one<'\xE2'>, one<'\x80', '\x81'>>, chars<'\xE3', '\x80'>,
                              chars<'\xEF', '\xBB'>, one<'&'>> {};
struct html_blank : istring<'&', 'n', 'b', 's', 'p', ';'> {};
// The line ends of Unicode part words as blanks do.
struct wide_blank : seq<at<common::byte<common::leads_blank>>, at<wide_blank_start>,
                        sor<lexical::blank, lexical::line_end, html_blank>> {};
struct any_blank : sor<ascii_blank, wide_blank> {};
struct gap : plus<any_blank> {};
struct inline_blank : sor<one<' ', '\t', '\0'>, wide_blank> {};
struct inline_blanks : star<inline_blank> {};

// Tag pairs (sections 8.1 and 7). `tag_name` and `tag_value` are filled by whichever form fits.

// Where a line is over, CR alone as elsewhere.
struct line_over : sor<eof, line_end_byte> {};
struct quote : one<'"'> {};
struct tag_name
    : seq<not_at<one<'%'>>, plus<not_at<wide_blank>, not_one<' ', '\t', '\v', '\f', '\0', '\n',
                                                             '\r', '"', '[', ']', '{', '}', ';'>>> {
};
struct tag_end : seq<quote, inline_blanks, one<']'>> {};
struct quoted_value : star<sor<not_one<'"', '\\', '\n', '\r'>, seq<one<'\\'>, one<'"', '\\'>>>> {};
// A value that is not closed ends where the next tag begins, if not with its line.
struct value_end : seq<quote, inline_blanks, sor<line_over, one<'['>>> {};
struct bare_quoted_value : plus<not_at<sor<tag_end, value_end>>, not_one<'\n', '\r'>> {};
struct unclosed_value
    : star<not_at<sor<seq<one<']'>, inline_blanks, sor<line_over, one<'['>>>, value_end>>,
           not_one<'\n', '\r'>> {};
// With no line that is empty or begins a tag.
struct value_line : seq<not_at<inline_blanks, line_over>,
                        plus<not_one<'"', '\\', '[', ']', '{', '}', '\n', '\r'>>> {};
struct broken_value : seq<value_line, rep_min_max<1, 3, sor<eol, line_end_byte>, value_line>> {};
struct unquoted_value : plus<not_one<'"', '[', ']', '\n', '\r'>> {};
struct tag_open : seq<one<'['>, inline_blanks, tag_name, inline_blanks> {};

struct tag : seq<tag_open, quote, quoted_value, tag_end> {};
struct tag_unbracketed : seq<tag_open, quote, quoted_value, at<value_end>, quote> {};
struct tag_bare_quote : seq<tag_open, quote, bare_quoted_value, tag_end> {};
struct tag_broken : seq<tag_open, quote, broken_value, tag_end, at<inline_blanks, line_over>> {};
struct tag_unclosed : seq<tag_open, quote, unclosed_value, opt<one<']'>>> {};
struct tag_unquoted
    : seq<scan::line_start, tag_open, opt<unquoted_value>, one<']'>, at<inline_blanks, line_over>> {
};
struct tag_unopened
    : seq<scan::line_start, at<upper>, tag_name, plus<inline_blank>, quote, quoted_value, quote,
          inline_blanks, opt<one<']'>>, at<inline_blanks, line_over>> {};

// NAGs (section 10) and the signs that say the same

struct nag_number : plus<digit> {};
struct nag : seq<one<'$'>, nag_number> {};
struct wide_suffix : seq<at<one<'\xE2'>>, utf8::one<0x203C, 0x2047, 0x2048, 0x2049>> {};
struct suffix : plus<sor<one<'!', '?'>, wide_suffix>> {};
// `+/-` before `+-`, `+=` before `=`: the longer first.
struct sign_text
    : sor<chars<'+', '/', '-'>, chars<'-', '/', '+'>, chars<'+', '/', '='>, chars<'=', '/', '+'>,
          chars<'+', '-'>, chars<'-', '+'>, chars<'+', '='>, chars<'=', '+'>, one<'='>,
          utf8::one<0x00B1, 0x2213, 0x221E, 0x2A72, 0x2A71, 0x25A1, 0x2A00, 0x2191, 0x2192, 0x21C6,
                    0x2295, 0x27F3, 0x25CB>> {};

// `&quot;`, of which the end would begin a comment.
struct html_entity : seq<one<'&'>, opt<one<'#'>>, plus<alnum>, one<';'>> {};
// What may follow a token: anything that begins another.
struct delimiter : sor<one<' ', '\n', '\r', '{', '}', '(', ')', '!', '?', '$', ';', '[', ']', '\t',
                           ',', '.', '"', '\v', '\f', '\0'>,
                       eof, seq<one<'*'>, sor<eof, ascii_blank>>, wide_blank, sign_text, ellipsis,
                       wide_suffix, html_entity> {};
struct token_end : at<delimiter> {};
struct sign : seq<sign_text, token_end> {};

// Squares and names

struct file_letter : range<'a', 'p'> {};
struct rank_number : sor<seq<one<'1'>, range<'0', '6'>>, range<'1', '9'>> {};
struct origin_file : file_letter {};
struct origin_rank : rank_number {};
struct target_file : file_letter {};
struct target_rank : rank_number {};

struct capitals : rep_min_max<1, 4, upper> {};
// The chessmen of Unicode, and its chess symbols for the pieces of other games.
struct figurine
    : seq<at<one<'\xE2', '\xF0'>>, sor<utf8::range<0x2654, 0x265F>, utf8::range<0x1FA00, 0x1FA6D>>,
          opt<utf8::one<0xFE0E, 0xFE0F>>> {};
// Two-byte letters only, so that two of them fit a name.
struct other_letter : utf8::ranges<0x00C0, 0x00D6, 0x00D8, 0x00F6, 0x00F8, 0x07FF> {};
struct other_name : seq<at<range<'\xC3', '\xDF'>>, rep_min_max<1, 2, other_letter>> {};
struct name : sor<capitals, figurine, other_name> {};
struct piece_name : name {};
struct captured_name : name {};
struct small_piece_name : one<'k', 'n', 'q', 'r', 'b'> {};

// Moves (section 8.2.3). `move_start` consumes nothing: what an attempt that failed has found is
// forgotten there.

struct move_start : success {};
struct capture_mark : sor<one<'x', ':', 'X'>, chars<'\xC3', '\x97'>> {};
struct quiet_mark : seq<dash, not_at<one<'+', '/', '='>>> {};
struct separator : sor<seq<capture_mark, opt<captured_name>>, quiet_mark> {};
struct target : seq<target_file, target_rank> {};
// What ends most moves, tried first to save trying everything else.
struct plain_end : one<' ', '\n', '\r', '+', '#', ')', '!', '?'> {};
struct origin_then_target : seq<not_at<plain_end>, opt<separator>, target> {};
struct squares_named
    : sor<seq<origin_file, origin_rank, opt<origin_then_target>>,  // e4, e2e4, Ng1-f3
          seq<origin_file, origin_then_target>,                    // exd5, Nbd7
          seq<origin_rank, origin_then_target>> {};                // R1d2
struct squares : sor<squares_named, seq<separator, target>> {};    // Nxf3
// `xNf3` is no capture of a knight: what takes goes before it.
struct bare_separator : sor<capture_mark, quiet_mark> {};
struct bare_squares : sor<squares_named, seq<bare_separator, target>> {};

struct word_of_marks : sor<istring<'e', 'p'>, istring<'e', '.', 'p'>, istring<'c', 'h'>,
                           istring<'m', 'a', 't'>, istring<'d', 'b', 'l'>, istring<'d', 'i', 's'>> {
};
struct promotion_name
    : sor<rep_min_max<1, 4, upper>, rep_min_max<1, 2, lower>, figurine, other_name> {};
struct glued_promotion_name
    : sor<capitals, figurine, other_name,
          seq<not_at<sor<word_of_marks, one<'x'>>>, rep_min_max<1, 2, lower>>> {};
struct bracketed_promotion : seq<one<'('>, promotion_name, one<')'>> {};
struct marked_promotion
    : sor<seq<one<'=', '/'>, sor<bracketed_promotion, promotion_name>>, bracketed_promotion> {};
struct promotion : seq<not_at<plain_end>, sor<marked_promotion, glued_promotion_name>> {};

// `e8 = Q`, `e8= Q`, `e8 / Q`, `e8 = (Q)`, where a pawn may be promoted: `e4 =` is a sign.
struct bracketed_apart : seq<one<'('>, inline_blanks, promotion_name, inline_blanks, one<')'>> {};
struct promotion_apart
    : seq<scan::far_rank, inline_blanks, one<'=', '/'>, inline_blanks,
          sor<bracketed_apart, promotion_name>, at<sor<one<'+', '#', '\xE2'>, delimiter>>> {};

struct en_passant : sor<seq<istring<'e', '.', 'p'>, opt<one<'.'>>>, istring<'e', 'p'>> {};
// `+-`, `+/-` and `+=` are signs, not checks.
struct double_check_mark
    : sor<seq<chars<'+', '+'>, not_at<one<'-', '/', '='>>>,
          seq<istring<'d', 'b', 'l'>, opt<one<'.'>>, opt<one<' '>>, istring<'c', 'h'>,
              opt<one<'.'>>>,
          istring<'d', 'o', 'u', 'b', 'l', 'e', ' ', 'c', 'h', 'e', 'c', 'k'>, utf8::one<0x2021>> {
};
struct mate_mark : sor<plus<one<'#'>>, istring<'c', 'h', 'e', 'c', 'k', 'm', 'a', 't', 'e'>,
                       istring<'m', 'a', 't', 'e'>, istring<'m', 'a', 't'>, utf8::one<0x2260>> {};
struct check_mark : sor<seq<one<'+'>, not_at<one<'-', '/', '='>>>,
                        seq<istring<'d', 'i', 's'>, opt<istring<'c'>>, opt<one<'.'>>, opt<one<' '>>,
                            istring<'c', 'h'>, opt<one<'.'>>>,
                        istring<'c', 'h', 'e', 'c', 'k'>, seq<istring<'c', 'h'>, opt<one<'.'>>>,
                        utf8::one<0x2020>> {};
// The longer first: `checkmate` before `check`, `++` before `+`.
struct mark : sor<en_passant, double_check_mark, mate_mark, check_mark> {};
struct glued_mark : mark {};
// `+ -` is a result.
struct apart_forfeit : seq<one<'+'>, plus<inline_blank>, one<'-'>, at<delimiter>> {};
struct apart_mark : seq<plus<inline_blank>, not_at<apart_forfeit>, plus<mark>, at<delimiter>> {};
// Two letters tell a mark from a move, which mostly comes there.
struct mark_start
    : at<inline_blanks, sor<one<'+', '#', '\xE2'>, seq<one<'e', 'E'>, one<'.', 'p', 'P'>>,
                            seq<one<'c', 'C'>, one<'h', 'H'>>, seq<one<'m', 'M'>, one<'a', 'A'>>,
                            seq<one<'d', 'D'>, one<'b', 'i', 'o', 'B', 'I', 'O'>>>> {};
struct marks : star<mark_start, sor<glued_mark, apart_mark>> {};
// `Qh4#0-1`
struct result_stuck : at<sor<chars<'1', '-', '0'>, chars<'0', '-', '1'>, chars<'1', '/', '2'>>> {};
struct move_end : seq<marks, sor<token_end, result_stuck>> {};

struct castling_o : one<'O', '0', 'o'> {};
struct castling_gap : plus<inline_blank> {};
struct castling_dash : opt<opt<castling_gap>, dash, opt<castling_gap>> {};
struct castling_short_text : seq<castling_o, castling_dash, castling_o> {};
struct castling_long_text : seq<castling_short_text, castling_dash, castling_o> {};
struct castling_short : seq<move_start, castling_short_text, move_end> {};
struct castling_long : seq<move_start, castling_long_text, move_end> {};

struct null_move
    : seq<sor<chars<'-', '-'>, chars<'Z', '0'>, chars<'<', '>'>, chars<'@', '@', '@', '@'>,
              chars<'0', '0', '0', '0'>, istring<'n', 'u', 'l', 'l'>, istring<'p', 'a', 's', 's'>>,
          token_end> {};
struct drop : seq<move_start, opt<piece_name>, one<'@'>, target, move_end> {};
// `Qd5:`, `ed:`
struct capture_behind : one<':'> {};
struct board_move : seq<move_start,
                        sor<seq<piece_name, squares, opt<promotion>>,
                            seq<bare_squares, opt<sor<promotion, promotion_apart>>>>,
                        opt<capture_behind>, move_end> {};
// `N f3`, `R x e5`, `Bx c4`, `c xd5`: alone such a letter says nothing.
struct lone_name : sor<upper, figurine> {};
struct lone_file : origin_file {};
struct name_gap : plus<inline_blank> {};
struct parted_squares : squares {};
struct cross : sor<one<'x', 'X'>, chars<'\xC3', '\x97'>> {};
struct parted_capture : seq<at<cross>, capture_mark, opt<name_gap>, target> {};
struct parted_move
    : seq<move_start,
          sor<seq<lone_name,
                  sor<seq<name_gap, sor<parted_squares, parted_capture>>, parted_capture>>,
              seq<lone_file, opt<name_gap>, parted_capture>>,
          opt<promotion>, move_end> {};
// `qd5`, `nbd2`, `ng1f3`: small letters for pieces, where they can be no file.
struct small_piece_move : seq<move_start, small_piece_name, squares, opt<promotion>, move_end> {};
// `exd`, `e:d`, `ed`, as old books have it: the files alone.
struct target_file_alone : scan::file_beside {};
struct promotion_by_files : marked_promotion {};
struct files_move : seq<move_start, origin_file, opt<capture_mark>, target_file_alone,
                        opt<promotion_by_files>, opt<capture_behind>, move_end> {};
// Everything in capitals: `E4`, `E2-E4`, `EXD5`, `NF3`, `NBD2`, `R1XE2`, `NG1-F3`, `E8=Q`.
struct capital_file : range<'A', 'P'> {};
struct capital_square : seq<capital_file, rank_number> {};
struct capital_separator : sor<capture_mark, dash> {};
struct capital_target : seq<opt<capital_separator>, capital_square> {};
struct capital_origin_file : capital_file {};
struct capital_origin_rank : rank_number {};
struct capital_origin : sor<seq<at<capital_square, capital_target>, capital_square>,
                            seq<at<capital_file, capital_target>, capital_origin_file>,
                            seq<at<rank_number, capital_target>, capital_origin_rank>> {};
struct capital_piece_name : one<'K', 'Q', 'R', 'B', 'N', 'P'> {};
struct capital_move
    : seq<move_start,
          sor<seq<capital_square, opt<capital_target>>,
              seq<capital_piece_name,
                  sor<seq<capital_origin, capital_target>, seq<opt<capture_mark>, capital_square>>>,
              seq<at<capital_file, capture_mark>, capital_origin_file, capital_target>>,
          opt<promotion>, move_end> {};
// `P-K4`, `NxP`, `QR-Q1`, `P-K8(Q)ch`: descriptive notation, recognised to be named.
struct descriptive_letter : one<'K', 'Q', 'R', 'B', 'N', 'P', 'k', 'q', 'r', 'b', 'n', 'p'> {};
struct descriptive_part
    : seq<plus<sor<chars<'K', 't'>, descriptive_letter>>, opt<range<'1', '8'>>,
          opt<one<'('>, plus<sor<descriptive_letter, range<'1', '8'>>>, one<')'>>> {};
struct descriptive_move : seq<descriptive_part, sor<dash, capture_mark>, descriptive_part,
                              opt<opt<one<'='>>, descriptive_letter>, move_end> {};

// Move numbers (section 8.2.2)

struct result_dash : seq<inline_blanks, sor<dash, one<':'>>, inline_blanks> {};
struct number_digits : plus<digit> {};
struct number_dots : plus<sor<one<'.'>, ellipsis>> {};
struct black_dots : sor<seq<chars<'.', '.'>, star<one<'.'>>>, ellipsis> {};
// `12.`, `12...`, `12. ...`, `12 .`; `0.5` is no number.
struct half_point : seq<chars<'0', '.', '5'>, sor<result_dash, token_end>> {};
struct dotted_number : seq<not_at<half_point>, number_digits, inline_blanks, number_dots,
                           star<inline_blanks, black_dots>> {};
// `12Nf3`; figures that are stuck to anything else are a part of that word: `5bxc`.
struct stuck_move : sor<board_move, castling_long, castling_short, small_piece_move, drop,
                        capital_move, descriptive_move> {};
struct plain_number : seq<number_digits, at<sor<delimiter, stuck_move, one<'\xE2'>>>> {};
struct lone_dots : number_dots {};

// Comments (section 5) and escapes (section 6)

// What the movetext of a game without tags begins with.
struct first_number : seq<chars<'1', '.'>, inline_blanks> {};
struct game_start : seq<first_number, sor<board_move, drop>> {};

namespace scan {

// Whether nothing but blanks and two line ends stand before `at`; far indents are not looked
// through.
inline bool after_empty_line(const char* begin, const char* at) {
  constexpr std::ptrdiff_t deepest_indent = 64;
  begin += std::max<std::ptrdiff_t>(at - begin - deepest_indent, 0);
  int line_ends = 0;
  for (; line_ends < 2 && at > begin && common::role_of(at[-1]) & common::is_blank; --at)
    line_ends += at[-1] == '\n' ? 1 : at[-1] == '\r' && *at != '\n';
  return line_ends == 2;
}

// The first place before `end` where another game could begin; else `end`.
inline const char* find_game(const char* begin, const char* end, const char* text_end) {
  for (const char* at = begin; (at = find(at, end, '1')) != end; ++at) {
    if (!after_empty_line(begin, at)) continue;
    memory_input<tracking_mode::lazy> rest(at, text_end, "");
    if (parse<game_start>(rest)) return at;
  }
  return end;
}

// What follows `{`.
struct Comment {
  const char* end;
  bool closed;  // by the brace that is there

  // Where further braces open before the first one closes, their partners are sought; if they have
  // none, the first one closes all the same. But where a game could begin before it, and behind
  // that another brace opens first or none closes for long, the comment lacks its brace.
  static Comment find_end(const char* begin, const char* text_end) {
    const auto ahead = [&](const char* from) {
      return from + std::min<std::ptrdiff_t>(text_end - from, comment_after_game_limit);
    };
    const char *close, *game, *until = begin;
    do {
      const char* const from = until;
      until = ahead(from);
      close = find(from, until, '}');
      if (close != until && find(begin, close, '{') == close) return {close, true};
      game = find_game(from, close, text_end);
    } while (game == close && close == until && until != text_end);
    if (const char* const partner = find_partner(begin, text_end)) return {partner, true};
    if (game == close) return {close, close != until};
    if (close == until && until != text_end) {
      until = ahead(game);
      close = find(close, until, '}');
    }
    const bool closed = close != until && find(game, close, '{') == close;
    return {closed ? close : game, closed};
  }

 private:
  // The brace that closes what opens before `begin`, where braces balance; else null.
  static const char* find_partner(const char* begin, const char* end) {
    end = begin + std::min<std::ptrdiff_t>(end - begin, nested_comment_limit);
    for (std::size_t depth = 1; begin != end && depth <= deepest_comment; ++begin) {
      if (*begin == '{') ++depth;
      if (*begin == '}' && --depth == 0) return begin;
    }
    return nullptr;
  }
};

template <bool Closed>
struct comment_text {
  using rule_t = comment_text;
  using subs_t = empty_list;
  template <typename Input>
  static bool match(Input& in) {
    const Comment comment = Comment::find_end(in.current(), in.end());
    if (comment.closed != Closed) return false;
    in.bump(static_cast<std::size_t>(comment.end - in.current()));
    return true;
  }
};

}  // namespace scan

struct brace_text : scan::comment_text<true> {};
struct brace_comment : seq<one<'{'>, brace_text, one<'}'>> {};
struct unclosed_comment : seq<one<'{'>, scan::comment_text<false>> {};
struct line_text : scan::rest_of_line {};
struct line_comment : seq<one<';'>, line_text> {};
struct escape_line : seq<scan::line_start, one<'%'>, scan::rest_of_line> {};

// Results (section 8.2.6)

// As scanners read them and as some type them: letters that look like the digit.
struct result_one : one<'1', 'I', 'l', '|'> {};
struct result_zero : one<'0', 'O', 'o'> {};
struct half : sor<chars<'1', '/', '2'>, utf8::one<0x00BD>, chars<'0', '.', '5'>,
                  chars<'0', ',', '5'>, istring<'&', 'f', 'r', 'a', 'c', '1', '2', ';'>> {};
// `+:-` and `+ -`: a game that was not played to its end. `+/-` is a sign, if no game ends there.
struct forfeit_dash : sor<one<':'>, plus<inline_blank>> {};
struct white_wins
    : seq<sor<seq<result_one, result_dash, result_zero>, seq<one<'+'>, forfeit_dash, one<'-'>>>,
          token_end> {};
struct black_wins
    : seq<sor<seq<result_zero, result_dash, result_one>, seq<one<'-'>, forfeit_dash, one<'+'>>>,
          token_end> {};
struct draw : seq<sor<seq<half, opt<result_dash, half>>, seq<one<'='>, one<':', '/'>, one<'='>>>,
                  token_end> {};
struct unfinished : seq<one<'*'>, token_end> {};
// In words, with the token that says the same, if any.
struct words_gap : plus<any_blank> {};
struct white_player : istring<'w', 'h', 'i', 't', 'e'> {};
struct black_player : istring<'b', 'l', 'a', 'c', 'k'> {};
struct wins : seq<words_gap, sor<istring<'w', 'i', 'n', 's'>, istring<'w', 'o', 'n'>>> {};
struct loses : seq<words_gap, sor<istring<'l', 'o', 's', 'e', 's'>, istring<'l', 'o', 's', 't'>>> {
};
struct resigning
    : seq<istring<'r', 'e', 's', 'i', 'g', 'n'>, sor<istring<'s'>, istring<'e', 'd'>>> {};
struct resigns : seq<words_gap, resigning> {};
// `on time`, `by mutual agreement`, `agreed`
struct manner
    : seq<words_gap, sor<seq<sor<istring<'o', 'n'>, istring<'b', 'y'>>, words_gap, plus<alpha>,
                             opt<words_gap, istring<'a', 'g', 'r', 'e', 'e', 'm', 'e', 'n', 't'>>>,
                         istring<'a', 'g', 'r', 'e', 'e', 'd'>>> {};
template <typename Token>
struct words_end : seq<opt<manner>, opt<one<'.', ','>>, opt<words_gap, disable<Token>>, token_end> {
};
struct white_wins_by_words
    : seq<sor<seq<white_player, wins>, seq<black_player, loses>>, words_end<white_wins>> {};
struct black_wins_by_words
    : seq<sor<seq<black_player, wins>, seq<white_player, loses>>, words_end<black_wins>> {};
// Whoever it is.
struct somebody_resigns : seq<resigning, opt<one<'.', ','>>, token_end> {};
struct white_resigns : seq<white_player, resigns, words_end<black_wins>> {};
struct black_resigns : seq<black_player, resigns, words_end<white_wins>> {};
struct draw_word : sor<seq<istring<'d', 'r', 'a', 'w'>, opt<istring<'n'>>>,
                       seq<istring<'r', 'e', 'm', 'i', 's'>, opt<istring<'e'>>>,
                       istring<'n', 'u', 'l', 'l', 'e'>, istring<'p', 'a', 't', 't', 'a'>,
                       istring<'t', 'a', 'b', 'l', 'a', 's'>> {};
struct draw_by_words
    : seq<opt<istring<'g', 'a', 'm', 'e'>, words_gap>,
          opt<istring<'a', 'g', 'r', 'e', 'e', 'd'>, words_gap>, draw_word, words_end<draw>> {};
struct result_token : sor<white_wins, black_wins, draw, unfinished> {};
// `(1-0)`, `[1-0]`
struct result_bracket : one<'(', '['> {};
struct result_start : one<'0', '1', 'I', 'l', '|', 'O', 'o', '+', '-', '=', '*', '\xC2'> {};
struct bracketed_result_text : seq<result_bracket, inline_blanks, at<result_start>, result_token,
                                   inline_blanks, one<')', ']'>> {};
struct bracketed_result : seq<at<bracketed_result_text>, bracketed_result_text> {};

// Variations (section 8.2.5)

struct open_variation : one<'('> {};
struct close_variation : one<')'> {};
struct draw_offer : chars<'(', '=', ')'> {};
// `(N)`, `( =Q )+`: the promotion of the pawn before it. `(OO)` is a variation.
struct bracketed_name : sor<rep_min_max<1, 2, seq<not_at<one<'O'>>, upper>>,
                            one<'q', 'r', 'b', 'n'>, figurine, other_name> {};
struct name_in_brackets : seq<move_start, one<'('>, inline_blanks, opt<one<'='>, inline_blanks>,
                              bracketed_name, inline_blanks, one<')'>, marks> {};

// The rest

struct closing_brace : one<'}'> {};
struct bracketed : seq<one<'['>, opt<star<not_one<'[', ']', '\n', '\r'>>, one<']'>>> {};
struct comma : one<','> {};
struct stray : sor<html_entity,
                   plus<not_at<sor<wide_blank, html_entity>>,
                        not_one<' ', '\n', '\r', '\t', '\v', '\f', '\0', '{', '}', '(', ')', '[',
                                ']', ';', '$', '!', '?'>>,
                   lexical::any_char> {};

// Only there is a brace or a bracket something else than a comment or a tag.
struct tag_item
    : seq<at<one<'['>>, sor<common::tag_lines, tag, tag_unbracketed, tag_bare_quote, tag_broken,
                            tag_unclosed, bracketed_result, tag_unquoted, bracketed>> {};
struct brace_item : seq<at<one<'{'>>, sor<brace_comment, unclosed_comment>> {};
// Results before castling with zeros before plain numbers: `0-1`, `0-0`, `0`. Dotted numbers are by
// far the most frequent and exclude `0.5-0.5` themselves.
struct digit_item : seq<at<digit>, sor<dotted_number, white_wins, black_wins, draw, null_move,
                                       castling_long, castling_short, plain_number>> {};
// What begins with a letter and is understood. A move before what only looks like one.
struct known_word
    : sor<board_move, castling_long, castling_short, small_piece_move, files_move, drop, null_move,
          parted_move, tag_unopened, white_wins_by_words, black_wins_by_words, white_resigns,
          black_resigns, somebody_resigns, draw_by_words, draw, white_wins, black_wins,
          capital_move, descriptive_move> {};
// A word of ASCII that is none of these is nothing else.
struct letter_item : seq<at<sor<alpha, range<'\x80', '\xFF'>, one<'x', ':'>>>,
                         sor<known_word, seq<at<alpha>, stray>>> {};
// Behind a number that has no dots.
struct before_known_word : seq<opt<gap>, known_word> {};
struct before_stray_word : seq<gap, at<alpha>, not_at<known_word>> {};
struct sign_item : sor<null_move, drop, white_wins, black_wins, draw, sign> {};
struct item
    : sor<common::moves, gap, letter_item, digit_item, unfinished, brace_item, tag_item, nag,
          suffix, draw_offer, bracketed_result, name_in_brackets, open_variation, close_variation,
          line_comment, escape_line, lone_dots, comma, closing_brace, sign_item, stray> {};
struct text : until<eof, item> {};

}  // namespace nuskha::grammar::pgn

namespace tao::pegtl {

template <typename Name, unsigned Roles>
struct analyze_traits<Name, nuskha::grammar::pgn::common::byte<Roles>> : analyze_any_traits<> {};
template <typename Name>
struct analyze_traits<Name, nuskha::grammar::pgn::common::moves> : analyze_any_traits<> {};
template <typename Name>
struct analyze_traits<Name, nuskha::grammar::pgn::common::tag> : analyze_any_traits<> {};
template <typename Name>
struct analyze_traits<Name, nuskha::grammar::pgn::scan::rest_of_line> : analyze_opt_traits<> {};
template <typename Name>
struct analyze_traits<Name, nuskha::grammar::pgn::scan::line_start> : analyze_opt_traits<> {};
template <typename Name>
struct analyze_traits<Name, nuskha::grammar::pgn::scan::far_rank> : analyze_opt_traits<> {};
template <typename Name>
struct analyze_traits<Name, nuskha::grammar::pgn::scan::file_beside> : analyze_any_traits<> {};
template <typename Name, bool Closed>
struct analyze_traits<Name, nuskha::grammar::pgn::scan::comment_text<Closed>>
    : analyze_opt_traits<> {};

}  // namespace tao::pegtl
