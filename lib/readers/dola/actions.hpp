// What the rules of grammar/dola.hpp mean: which token it is, and what a move, a heading, a list
// says.
//
// PEGTL runs actions on branches that are given up later, too. So each action here either belongs
// to a whole token, or sets what a later branch sets again, or starts an entry that counts only
// when it is complete.
#pragma once

#include <tao/pegtl.hpp>

#include "grammar/dola.hpp"
#include "readers/dola/tokens.hpp"

namespace nuskha::readers::dola {

namespace pegtl = tao::pegtl;
namespace rules = grammar::dola;

using Input = pegtl::memory_input<pegtl::tracking_mode::lazy, pegtl::eol::lf, const char*>;

// --- which token ---

template <class Rule>
struct token_action : pegtl::nothing<Rule> {};

template <Kind kind>
struct is_kind {
  static void apply0(Kind& out) { out = kind; }
};

template <>
struct token_action<rules::white_space> : is_kind<Kind::white> {};
template <>
struct token_action<rules::ruler> : is_kind<Kind::ruler> {};
template <>
struct token_action<rules::bar> : is_kind<Kind::bar> {};
template <>
struct token_action<rules::tag> : is_kind<Kind::tag> {};
template <>
struct token_action<rules::suite> : is_kind<Kind::suite> {};
template <>
struct token_action<rules::heading> : is_kind<Kind::heading> {};
template <>
struct token_action<rules::position_heading> : is_kind<Kind::position_heading> {};
template <>
struct token_action<rules::player> : is_kind<Kind::player> {};
template <>
struct token_action<rules::army_head> : is_kind<Kind::army_head> {};
template <>
struct token_action<rules::total> : is_kind<Kind::total> {};
template <>
struct token_action<rules::label> : is_kind<Kind::label> {};
template <>
struct token_action<rules::number> : is_kind<Kind::number> {};
template <>
struct token_action<rules::move> : is_kind<Kind::move> {};
template <>
struct token_action<rules::unreadable_move> : is_kind<Kind::unreadable> {};
template <>
struct token_action<rules::man> : is_kind<Kind::man> {};
template <>
struct token_action<rules::result> : is_kind<Kind::result> {};
template <>
struct token_action<rules::mention> : is_kind<Kind::mention> {};
template <>
struct token_action<rules::word> : is_kind<Kind::word> {};
template <>
struct token_action<rules::ampersand> : is_kind<Kind::ampersand> {};
template <>
struct token_action<rules::comma> : is_kind<Kind::comma> {};
template <>
struct token_action<rules::dots> : is_kind<Kind::dots> {};
template <>
struct token_action<rules::colon> : is_kind<Kind::colon> {};
template <>
struct token_action<rules::full_stop> : is_kind<Kind::full_stop> {};
template <>
struct token_action<rules::open_brace> : is_kind<Kind::open_brace> {};
template <>
struct token_action<rules::opening> : is_kind<Kind::opening> {};
template <>
struct token_action<rules::closing> : is_kind<Kind::closing> {};
template <>
struct token_action<rules::glyph> : is_kind<Kind::glyph> {};
template <>
struct token_action<rules::mark> : is_kind<Kind::mark> {};

// --- details ---

// Everything below collects into a state that knows where the text begins.
struct Builder {
  explicit Builder(std::string_view text) : origin(text.data()) {}
  const char* origin;

  template <class In>
  text::Span span(const In& in) const {
    return {std::uint32_t(in.begin() - origin), std::uint32_t(in.end() - origin)};
  }
};

record::WrittenSquare to_square(std::string_view text);
record::PieceName to_name(std::string_view text);  // capitals; words become the seeds' names
std::uint32_t to_number(std::string_view digits);

struct CastlingHalf {
  record::PieceName piece;
  record::WrittenSquare from, to;
  bool whole = false;
};

struct MoveBuilder : Builder {
  using Builder::Builder;
  MoveDetail detail;
  std::vector<CastlingHalf> halves;
  record::PieceName mode_piece, mode;
  std::optional<StrayMark> stray_dash;  // counts when the squares around it are read
  // A bracket that turns out to be no note is the last thing that is tried; what it said is undone.
  text::Span bracket;
  bool in_bracket = false;
  MoveDetail before_bracket;
};

template <class Rule>
struct move_action : pegtl::nothing<Rule> {};

#define NUSKHA_ACTION(table, rule, Builder_)      \
  template <>                                     \
  struct table<rules::rule> {                     \
    template <class In>                           \
    static void apply(const In& in, Builder_& b); \
  };                                              \
  template <class In>                             \
  void table<rules::rule>::apply([[maybe_unused]] const In& in, [[maybe_unused]] Builder_& b)

NUSKHA_ACTION(move_action, piece, MoveBuilder) {
  b.detail.move.piece = to_name(in.string_view());
}
NUSKHA_ACTION(move_action, short_piece, MoveBuilder) {
  b.detail.move.piece = to_name(in.string_view());
}
NUSKHA_ACTION(move_action, captured, MoveBuilder) {
  b.detail.move.captured = to_name(in.string_view());
}
NUSKHA_ACTION(move_action, man_piece, MoveBuilder) {
  b.detail.move.piece = to_name(in.string_view());
}
NUSKHA_ACTION(move_action, man_square, MoveBuilder) {
  b.detail.move.to = to_square(in.string_view());
}
NUSKHA_ACTION(move_action, from, MoveBuilder) {
  b.detail.move.from = to_square(in.string_view());
}
NUSKHA_ACTION(move_action, to, MoveBuilder) {
  b.detail.move.to = to_square(in.string_view());
}
NUSKHA_ACTION(move_action, captures, MoveBuilder) {
  b.detail.move.capture = true;
}
NUSKHA_ACTION(move_action, tight_capture, MoveBuilder) {
  b.detail.move.capture = true;
}
NUSKHA_ACTION(move_action, goes, MoveBuilder) {
  b.detail.move.states_quiet = true;
}
NUSKHA_ACTION(move_action, tight_dash, MoveBuilder) {
  b.detail.move.states_quiet = true;
}
// `--`, `-x`, `x-`: one mark too many.
std::optional<StrayMark> stray_dash(std::string_view mark, std::uint32_t begin, bool is_capture);
NUSKHA_ACTION(move_action, capture_mark, MoveBuilder) {
  b.stray_dash = stray_dash(in.string_view(), b.span(in).begin, true);
}
NUSKHA_ACTION(move_action, quiet_mark, MoveBuilder) {
  b.stray_dash = stray_dash(in.string_view(), b.span(in).begin, false);
}
NUSKHA_ACTION(move_action, long_move, MoveBuilder) {
  b.detail.long_form = true;
  if (b.stray_dash) b.detail.strays.push_back(*b.stray_dash);
}
NUSKHA_ACTION(move_action, dashless_move, MoveBuilder) {
  b.detail.long_form = true;
  b.detail.missing_dash = true;
}

NUSKHA_ACTION(move_action, long_castling, MoveBuilder) {
  b.detail.move.form = record::MoveForm::castle_long;
}
NUSKHA_ACTION(move_action, short_castling, MoveBuilder) {
  b.detail.move.form = record::MoveForm::castle_short;
}
NUSKHA_ACTION(move_action, long_castling_words, MoveBuilder) {
  b.detail.move.form = record::MoveForm::castle_long;
}
NUSKHA_ACTION(move_action, null_move, MoveBuilder) {
  b.detail.move.form = record::MoveForm::null_move;
}
NUSKHA_ACTION(move_action, short_castling_words, MoveBuilder) {
  b.detail.move.form = record::MoveForm::castle_short;
}
NUSKHA_ACTION(move_action, castling_piece, MoveBuilder) {
  b.halves.push_back({to_name(in.string_view()), {}, {}, false});
}
NUSKHA_ACTION(move_action, castling_from, MoveBuilder) {
  b.halves.back().from = to_square(in.string_view());
}
NUSKHA_ACTION(move_action, castling_to, MoveBuilder) {
  b.halves.back().to = to_square(in.string_view());
}
NUSKHA_ACTION(move_action, castling_half, MoveBuilder) {
  b.halves.back().whole = true;
}
NUSKHA_ACTION(move_action, open_bracket, MoveBuilder) {
  b.bracket = b.span(in);
  b.in_bracket = true;
  b.before_bracket = b.detail;
}
NUSKHA_ACTION(move_action, castling_squares, MoveBuilder) {
  b.in_bracket = false;
}
NUSKHA_ACTION(move_action, note, MoveBuilder) {
  b.in_bracket = false;
}

NUSKHA_ACTION(move_action, promotion_name, MoveBuilder) {
  b.detail.move.promotion = to_name(in.string_view());
}
NUSKHA_ACTION(move_action, tight_promotion, MoveBuilder) {
  b.detail.move.promotion = to_name(in.string_view());
}
NUSKHA_ACTION(move_action, en_passant, MoveBuilder) {
  b.detail.move.en_passant = true;
}

inline void raise(record::CheckMark& mark, record::CheckMark to) {
  if (to > mark) mark = to;
}
NUSKHA_ACTION(move_action, check_mark, MoveBuilder) {
  raise(b.detail.move.check, record::CheckMark::check);
}
NUSKHA_ACTION(move_action, double_check_mark, MoveBuilder) {
  raise(b.detail.move.check, record::CheckMark::double_check);
}
NUSKHA_ACTION(move_action, mate_mark, MoveBuilder) {
  raise(b.detail.move.check, record::CheckMark::mate);
}

NUSKHA_ACTION(move_action, note_stray, MoveBuilder) {
  b.detail.strays.push_back({b.span(in), true});
}
NUSKHA_ACTION(move_action, stray_before_equals, MoveBuilder) {
  b.detail.strays.push_back({b.span(in), true});
}
NUSKHA_ACTION(move_action, inner_stray, MoveBuilder) {
  b.detail.strays.push_back({b.span(in), false});
}
NUSKHA_ACTION(move_action, mode_piece, MoveBuilder) {
  b.mode_piece = to_name(in.string_view());
}
NUSKHA_ACTION(move_action, half_mode_piece, MoveBuilder) {
  b.mode_piece = to_name(in.string_view());
}
NUSKHA_ACTION(move_action, mode_name, MoveBuilder) {
  b.mode = to_name(in.string_view());
}
NUSKHA_ACTION(move_action, full_mode, MoveBuilder) {
  b.detail.move.mode_piece = b.mode_piece;
  b.detail.move.mode = b.mode;
}
NUSKHA_ACTION(move_action, half_mode, MoveBuilder) {
  b.detail.move.mode_piece = b.mode_piece;
  b.detail.move.mode = b.mode;
}
NUSKHA_ACTION(move_action, bare_mode, MoveBuilder) {
  b.detail.move.mode = b.mode;
}
NUSKHA_ACTION(move_action, tight_mode, MoveBuilder) {
  b.detail.move.mode = b.mode;
}
NUSKHA_ACTION(move_action, convention_number, MoveBuilder) {
  b.detail.move.convention = static_cast<std::uint8_t>(in.string_view()[0] - '0');
}
NUSKHA_ACTION(move_action, unclosed, MoveBuilder) {
  b.detail.unclosed.push_back(b.bracket);
}
NUSKHA_ACTION(move_action, glyph, MoveBuilder) {
  b.detail.glyphs.emplace_back(0, b.span(in));
}

struct ManBuilder : Builder {
  using Builder::Builder;
  Man man;
};
template <class Rule>
struct man_action : pegtl::nothing<Rule> {};
NUSKHA_ACTION(man_action, man_piece, ManBuilder) {
  b.man.piece = to_name(in.string_view());
}
NUSKHA_ACTION(man_action, man_square, ManBuilder) {
  b.man.square = to_square(in.string_view());
}

struct NumberBuilder : Builder {
  using Builder::Builder;
  NumberDetail detail;
};
template <class Rule>
struct number_action : pegtl::nothing<Rule> {};
NUSKHA_ACTION(number_action, number_value, NumberBuilder) {
  b.detail.value = to_number(in.string_view());
}
NUSKHA_ACTION(number_action, dots, NumberBuilder) {
  b.detail.dots = true;
}

struct ResultBuilder : Builder {
  using Builder::Builder;
  std::optional<record::Side> side;
  ResultDetail detail;
};
template <class Rule>
struct result_action : pegtl::nothing<Rule> {};
NUSKHA_ACTION(result_action, white_side, ResultBuilder) {
  b.side = record::Side::white;
}
NUSKHA_ACTION(result_action, black_side, ResultBuilder) {
  b.side = record::Side::black;
}
inline void decide(ResultBuilder& b, bool side_wins, record::ResultClaim::Reason reason,
                   bool weak) {
  if (b.side)
    b.detail.claim.result = (*b.side == record::Side::white) == side_wins
                                ? record::GameResult::white_wins
                                : record::GameResult::black_wins;
  b.detail.claim.reason = reason;
  b.detail.weak = weak;
}
NUSKHA_ACTION(result_action, resignation, ResultBuilder) {
  decide(b, false, record::ResultClaim::Reason::resignation, false);
}
NUSKHA_ACTION(result_action, victory, ResultBuilder) {
  decide(b, true, record::ResultClaim::Reason::token, true);
}
NUSKHA_ACTION(result_action, defeat, ResultBuilder) {
  decide(b, false, record::ResultClaim::Reason::token, true);
}
NUSKHA_ACTION(result_action, mated, ResultBuilder) {
  decide(b, false, record::ResultClaim::Reason::checkmate, true);
}
NUSKHA_ACTION(result_action, stalemate, ResultBuilder) {
  b.detail = {{record::GameResult::draw, record::ResultClaim::Reason::stalemate, {}}, true};
}
NUSKHA_ACTION(result_action, agreement, ResultBuilder) {
  b.detail = {{record::GameResult::draw, record::ResultClaim::Reason::agreement, {}}, true};
}
NUSKHA_ACTION(result_action, white_wins, ResultBuilder) {
  b.detail.claim.result = record::GameResult::white_wins;
}
NUSKHA_ACTION(result_action, black_wins, ResultBuilder) {
  b.detail.claim.result = record::GameResult::black_wins;
}
NUSKHA_ACTION(result_action, drawn, ResultBuilder) {
  b.detail.claim.result = record::GameResult::draw;
}

struct HeadingBuilder : Builder {
  using Builder::Builder;
  HeadingDetail detail;
};
std::uint32_t ordinal_value(std::string_view word);
std::uint32_t roman_value(std::string_view numerals);
std::string usual_family_name(std::string_view name);

template <class Rule>
struct heading_action : pegtl::nothing<Rule> {};
inline void set_number(HeadingBuilder& b, std::uint32_t value, text::Span span) {
  if (b.detail.number != 0) return;
  b.detail.number = value;
  b.detail.number_span = span;
}
NUSKHA_ACTION(heading_action, ordinal_digits, HeadingBuilder) {
  set_number(b, to_number(in.string_view()), b.span(in));
}
NUSKHA_ACTION(heading_action, ordinal_word, HeadingBuilder) {
  set_number(b, ordinal_value(in.string_view()), b.span(in));
}
NUSKHA_ACTION(heading_action, game_digits, HeadingBuilder) {
  set_number(b, to_number(in.string_view()), b.span(in));
}
NUSKHA_ACTION(heading_action, roman, HeadingBuilder) {
  set_number(b, roman_value(in.string_view()), b.span(in));
}
NUSKHA_ACTION(heading_action, family_name, HeadingBuilder) {
  b.detail.variant = usual_family_name(in.string_view());
  b.detail.variant_span = b.span(in);
}
NUSKHA_ACTION(heading_action, own_name, HeadingBuilder) {
  b.detail.variant = one_blank_each(in.string_view());
  b.detail.variant_span = b.span(in);
}
NUSKHA_ACTION(heading_action, heading_core, HeadingBuilder) {
  b.detail.core = b.span(in);
}

struct PlayerBuilder : Builder {
  using Builder::Builder;
  PlayerDetail detail;
};
template <class Rule>
struct player_action : pegtl::nothing<Rule> {};
NUSKHA_ACTION(player_action, white_side, PlayerBuilder) {
  b.detail.side = record::Side::white;
}
NUSKHA_ACTION(player_action, black_side, PlayerBuilder) {
  b.detail.side = record::Side::black;
}
NUSKHA_ACTION(player_action, player_name, PlayerBuilder) {
  b.detail.name = b.span(in);
}

struct TagBuilder : Builder {
  using Builder::Builder;
  TagDetail detail;
};
template <class Rule>
struct tag_action : pegtl::nothing<Rule> {};
NUSKHA_ACTION(tag_action, tag_name, TagBuilder) {
  b.detail.name = in.string_view();
}
NUSKHA_ACTION(tag_action, tag_value, TagBuilder) {
  const std::string_view raw = in.string_view();
  for (std::size_t i = 0; i < raw.size(); ++i) {
    const bool escape =
        raw[i] == '\\' && i + 1 < raw.size() && (raw[i + 1] == '"' || raw[i + 1] == '\\');
    b.detail.value += raw[escape ? ++i : i];
  }
}

struct ArmyBuilder : Builder {
  using Builder::Builder;
  ArmyDetail detail;
  record::PieceName label;
};
template <class Rule>
struct army_action : pegtl::nothing<Rule> {};
NUSKHA_ACTION(army_action, white_side, ArmyBuilder) {
  b.detail.side = record::Side::white;
}
NUSKHA_ACTION(army_action, black_side, ArmyBuilder) {
  b.detail.side = record::Side::black;
}
NUSKHA_ACTION(army_action, count_value, ArmyBuilder) {
  b.detail.count = static_cast<std::int32_t>(to_number(in.string_view()));
  b.detail.count_span = b.span(in);
}
NUSKHA_ACTION(army_action, piece_word, ArmyBuilder) {
  b.label = to_name(in.string_view());
}

struct ClaimBuilder : Builder {
  using Builder::Builder;
  record::ProtectionClaim claim;
  std::vector<record::ProtectionClaim> claims;
};
template <class Rule>
struct claim_action : pegtl::nothing<Rule> {};
NUSKHA_ACTION(claim_action, protected_piece, ClaimBuilder) {
  b.claim = {};
  b.claim.piece = to_name(in.string_view());
}
NUSKHA_ACTION(claim_action, protector_piece, ClaimBuilder) {
  b.claim.protectors.push_back({to_name(in.string_view()), {}, b.span(in), {}});
}
NUSKHA_ACTION(claim_action, protector_square, ClaimBuilder) {
  b.claim.protectors.back().square = to_square(in.string_view());
  b.claim.protectors.back().span.end = b.span(in).end;
}
NUSKHA_ACTION(claim_action, mode_name, ClaimBuilder) {
  if (!b.claim.protectors.empty()) b.claim.protectors.back().mode = to_name(in.string_view());
}
NUSKHA_ACTION(claim_action, claim, ClaimBuilder) {
  b.claim.span = b.span(in);
  std::erase_if(b.claim.protectors, [&](const record::NamedSquare& p) {
    return !p.square.whole() || p.span.end > b.claim.span.end;
  });
  b.claims.push_back(std::move(b.claim));
  b.claim = {};
}
// A claim that broke off leaves nothing behind.
NUSKHA_ACTION(claim_action, word, ClaimBuilder) {
  b.claim = {};
}

#undef NUSKHA_ACTION

}  // namespace nuskha::readers::dola
