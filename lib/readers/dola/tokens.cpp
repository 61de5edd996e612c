#include "readers/dola/tokens.hpp"

#include <algorithm>
#include <array>
#include <charconv>

#include "readers/dola/actions.hpp"

namespace nuskha::readers::dola {
namespace {

// Parses Rule at `begin`; the token ends where the rule does, so it sees the text that follows, as
// it did when the token was told apart.
template <class Rule, template <class...> class Action, class State>
std::uint32_t parse_at(std::string_view text, std::uint32_t begin, State& state) {
  Input in(text.data() + begin, text.data() + text.size(), "");
  pegtl::parse<Rule, Action>(in, state);
  return static_cast<std::uint32_t>(in.current() - text.data());
}

std::uint8_t line_ends(std::string_view white) {
  std::uint8_t count = 0;
  for (std::size_t i = 0; i < white.size() && count < 2; ++i) {
    if (white[i] == '\n' || white[i] == '\r') {
      ++count;
      if (white[i] == '\r' && i + 1 < white.size() && white[i + 1] == '\n') ++i;
    }
  }
  return count;
}

constexpr bool is_upper(char c) {
  return c >= 'A' && c <= 'Z';
}
constexpr bool is_lower(char c) {
  return c >= 'a' && c <= 'z';
}
constexpr bool is_letter(char c) {
  return is_upper(c) || is_lower(c);
}
constexpr char upper(char c) {
  return is_lower(c) ? static_cast<char>(c - 32) : c;
}
constexpr char lower(char c) {
  return is_upper(c) ? static_cast<char>(c + 32) : c;
}

// Small letters without accents, and nothing but letters: what words are compared by. Knows the
// accented letters that the words of the notation have.
std::string folded(std::string_view text) {
  std::string out;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (is_letter(text[i])) {
      out += lower(text[i]);
    } else if (text[i] == '\xC3' && i + 1 < text.size()) {
      const unsigned char next = static_cast<unsigned char>(text[++i]) & 0xDF;
      if (next >= 0x88 && next <= 0x8B) out += 'e';
    }
  }
  return out;
}

// Which half of a castling is the king's: the one called R (K in English), else the first of two.
std::size_t king_half(const std::vector<CastlingHalf>& halves) {
  for (const std::string_view king : {"K", "R"})
    for (std::size_t i = 0; i < halves.size(); ++i)
      if (halves[i].piece == record::PieceName(king)) return i;
  return halves.size() > 1 ? 0 : halves.size();
}

MoveDetail finished(MoveBuilder b, std::string_view text, text::Span span) {
  if (b.in_bracket) b.detail = std::move(b.before_bracket);
  MoveDetail& detail = b.detail;
  record::WrittenMove& move = detail.move;
  move.span = span;
  move.unnamed_is_pawn = false;
  detail.named = static_cast<bool>(move.piece);
  const char last = text[span.end - 1];
  detail.ends_in_rank = move.form == record::MoveForm::plain && last >= '0' && last <= '9';
  for (auto& [value, place] : detail.glyphs)
    value = read_glyph(text.substr(place.begin, place.size()));

  std::erase_if(b.halves, [](const CastlingHalf& half) { return !half.whole; });
  const std::size_t king = king_half(b.halves);
  for (std::size_t i = 0; i < b.halves.size(); ++i) {
    const CastlingHalf& half = b.halves[i];
    if (i == king) {
      move.piece = half.piece;
      move.king_from = half.from;
      move.king_to = half.to;
    } else {
      move.rook = half.piece;
      move.rook_from = half.from;
      move.rook_to = half.to;
    }
  }
  return std::move(detail);
}

}  // namespace

std::uint32_t to_number(std::string_view digits) {
  std::uint32_t value = 0;
  std::from_chars(digits.data(), digits.data() + digits.size(), value);
  return value;
}

record::WrittenSquare to_square(std::string_view text) {
  return {static_cast<std::int8_t>(lower(text[0]) - 'a'),
          static_cast<std::int8_t>(to_number(text.substr(1)) - 1)};
}

record::PieceName to_name(std::string_view text) {
  if (text.size() <= 2) {
    std::string name(text);
    std::transform(name.begin(), name.end(), name.begin(), upper);
    return record::PieceName(name);
  }
  struct Word {
    std::string_view word, name;
  };
  static constexpr std::array<Word, 12> words = {{{"roi", "R"},
                                                  {"dame", "D"},
                                                  {"tour", "T"},
                                                  {"fou", "F"},
                                                  {"pion", "P"},
                                                  {"cavalier", "C"},
                                                  {"cavaliertour", "CT"},
                                                  {"cavalierfou", "CF"},
                                                  {"cavalierarabe", "CA"},
                                                  {"superdame", "SD"},
                                                  {"supertour", "ST"},
                                                  {"superfou", "SF"}}};
  std::string word = folded(text);
  if (word.ends_with('s')) word.pop_back();
  if (word.starts_with("cavaliers")) word.erase(8, 1);
  for (const Word& known : words)
    if (word == known.word) return record::PieceName(known.name);
  return {};
}

std::optional<StrayMark> stray_dash(std::string_view mark, std::uint32_t begin, bool is_capture) {
  const auto at = [&](std::size_t from, std::size_t to) {
    return StrayMark{{begin + std::uint32_t(from), begin + std::uint32_t(to)}, false};
  };
  std::vector<std::pair<std::size_t, std::size_t>> dashes;
  Input in(mark.data(), mark.data() + mark.size(), "");
  while (!in.empty()) {
    const auto from = static_cast<std::size_t>(in.current() - mark.data());
    if (pegtl::parse<grammar::lexical::dash>(in))
      dashes.emplace_back(from, static_cast<std::size_t>(in.current() - mark.data()));
    else
      in.bump(1);
  }
  if (!is_capture && !dashes.empty()) dashes.erase(dashes.begin());
  if (dashes.empty()) return {};
  return at(dashes.front().first, dashes.back().second);
}

std::uint32_t ordinal_value(std::string_view word) {
  static constexpr std::array<std::string_view, 12> stems = {"prem", "deux", "troi", "quat",
                                                             "cinq", "sixi", "sept", "huit",
                                                             "neuv", "dixi", "onzi", "douz"};
  const std::string key = folded(word);
  if (key.starts_with("second")) return 2;
  for (std::uint32_t i = 0; i < stems.size(); ++i)
    if (key.starts_with(stems[i])) return i + 1;
  return 0;
}

std::uint32_t roman_value(std::string_view numerals) {
  std::uint32_t total = 0, last = 0;
  for (auto i = numerals.rbegin(); i != numerals.rend(); ++i) {
    const std::uint32_t value = *i == 'I' ? 1 : *i == 'V' ? 5 : *i == 'X' ? 10 : 50;
    if (value < last)
      total -= std::min(total, value);
    else
      total += value;
    last = value;
  }
  return total;
}

// `DOLA – SULTAN`, `dola sultan` and `Dola-Sultan` are one name.
std::string usual_family_name(std::string_view name) {
  std::string out;
  bool begins_part = true;
  for (std::size_t i = 0; i < name.size(); ++i) {
    const auto byte = static_cast<unsigned char>(name[i]);
    const bool letter = is_letter(name[i]) || byte >= 0xC3;
    const bool rest_of_letter = byte >= 0x80 && byte < 0xC0 && !begins_part;
    if (byte == 0xC2 || byte == 0xE2) {  // a blank or a dash: skip its other bytes
      i += byte == 0xC2 ? 1 : 2;
      begins_part = true;
    } else if (letter || rest_of_letter) {
      if (begins_part && !out.empty()) out += '-';
      out += begins_part ? upper(name[i]) : lower(name[i]);
      begins_part = false;
    } else {
      begins_part = true;
    }
  }
  return out;
}

std::string one_blank_each(std::string_view text) {
  std::string out;
  Input in(text.data(), text.data() + text.size(), "");
  while (!in.empty()) {
    if (pegtl::parse<rules::white_space>(in)) {
      if (!out.empty() && !in.empty()) out += ' ';
    } else {
      out += *in.current();
      in.bump(1);
    }
  }
  return out;
}

Token Lexer::lex() {
  Token token;
  token.span = {position_, position_};
  if (position_ == text_.size()) return token;
  Input in(text_.data() + position_, text_.data() + text_.size(), "");
  pegtl::parse<rules::item, token_action>(in, token.kind);
  token.span.end = static_cast<std::uint32_t>(in.current() - text_.data());
  if (token.kind == Kind::white) token.line_ends = line_ends(text(token.span));
  position_ = token.span.end;
  return token;
}

int read_glyph(std::string_view sign) {
  static constexpr std::array<std::string_view, 6> signs = {"!", "?", "!!", "??", "!?", "?!"};
  const auto known = std::find(signs.begin(), signs.end(), sign);
  if (known != signs.end()) return static_cast<int>(known - signs.begin()) + 1;
  return static_cast<int>(to_number(sign.substr(1)));
}

const Token& Lexer::peek(std::size_t ahead) {
  while (ahead_.size() <= ahead) ahead_.push_back(lex());
  return ahead_[ahead];
}

Token Lexer::take() {
  const Token token = peek();
  ahead_.pop_front();
  ++taken_;
  return token;
}

void Lexer::jump(std::uint32_t offset) {
  ahead_.clear();
  position_ = offset;
}

MoveDetail read_move(std::string_view text, std::uint32_t begin) {
  MoveBuilder b(text);
  const std::uint32_t end = parse_at<rules::move, move_action>(text, begin, b);
  return finished(std::move(b), text, {begin, end});
}

std::optional<MoveDetail> read_short_move(std::string_view text, std::uint32_t begin) {
  MoveBuilder b(text);
  const std::uint32_t end = parse_at<rules::short_move, move_action>(text, begin, b);
  if (end == begin) return {};
  return finished(std::move(b), text, {begin, end});
}

Man read_man(std::string_view text, std::uint32_t begin) {
  ManBuilder b(text);
  parse_at<rules::man, man_action>(text, begin, b);
  return b.man;
}

std::optional<record::WrittenSquare> read_square(std::string_view word) {
  Input in(word.data(), word.data() + word.size(), "");
  if (!pegtl::parse<pegtl::seq<rules::square, pegtl::eof>>(in)) return {};
  return to_square(word);
}

NumberDetail read_number(std::string_view text, std::uint32_t begin) {
  NumberBuilder b(text);
  const std::uint32_t end = parse_at<rules::number, number_action>(text, begin, b);
  const char last = text[end - 1];
  b.detail.has_mark = last < '0' || last > '9';
  return b.detail;
}

ResultDetail read_result(std::string_view text, std::uint32_t begin) {
  ResultBuilder b(text);
  const std::uint32_t end = parse_at<rules::result, result_action>(text, begin, b);
  b.detail.claim.span = {begin, end};
  return b.detail;
}

HeadingDetail read_heading(std::string_view text, text::Span token) {
  HeadingBuilder b(text);
  b.detail.core = token;
  parse_at<pegtl::sor<rules::suite, rules::heading>, heading_action>(text, token.begin, b);
  return std::move(b.detail);
}

HeadingDetail read_position_heading(std::string_view text, text::Span token) {
  HeadingBuilder b(text);
  const std::string_view part = text.substr(token.begin, token.size());
  Input in(part.data(), part.data() + part.size(), "");
  pegtl::parse<rules::search<rules::position_game>, heading_action>(in, b);
  b.detail.core = token;
  return std::move(b.detail);
}

std::string read_mention(std::string_view token) {
  return usual_family_name(token);
}

PlayerDetail read_player(std::string_view text, std::uint32_t begin) {
  PlayerBuilder b(text);
  parse_at<rules::player, player_action>(text, begin, b);
  while (b.detail.name.size() > 0 &&
         (text[b.detail.name.end - 1] == ' ' || text[b.detail.name.end - 1] == '\t'))
    --b.detail.name.end;
  return b.detail;
}

TagDetail read_tag(std::string_view text, std::uint32_t begin) {
  TagBuilder b(text);
  parse_at<rules::tag, tag_action>(text, begin, b);
  return std::move(b.detail);
}

ArmyDetail read_army_head(std::string_view text, std::uint32_t begin) {
  ArmyBuilder b(text);
  parse_at<rules::army_head, army_action>(text, begin, b);
  return b.detail;
}

std::int32_t read_total(std::string_view text, std::uint32_t begin) {
  ArmyBuilder b(text);
  parse_at<rules::total, army_action>(text, begin, b);
  return b.detail.count;
}

record::PieceName read_label(std::string_view text, std::uint32_t begin) {
  ArmyBuilder b(text);
  parse_at<rules::label, army_action>(text, begin, b);
  return b.label;
}

std::vector<record::ProtectionClaim> read_claims(std::string_view text, text::Span remark) {
  ClaimBuilder b(text);
  Input in(text.data() + remark.begin, text.data() + remark.end, "");
  pegtl::parse<rules::search<rules::claim>, claim_action>(in, b);
  return std::move(b.claims);
}

}  // namespace nuskha::readers::dola
