// What the tokens of grammar/pgn.hpp do: parts of a move are set down aside, whole tokens go to the
// builder.
#pragma once

#include <bit>
#include <cstring>
#include <memory>

#include "grammar/pgn.hpp"
#include "readers/pgn/builder.hpp"

namespace nuskha::readers::pgn {

struct State {
  State(Builder& to, const char* text_begin) : builder(to), base(text_begin) {}

  text::Span span(const char* begin, std::size_t size) const {
    const auto offset = static_cast<std::uint32_t>(begin - base);
    return {offset, offset + static_cast<std::uint32_t>(size)};
  }
  template <typename Input>
  text::Span span(const Input& in) const {
    return span(in.begin(), in.size());
  }

  Builder& builder;
  const char* base;

  MoveParts parts;
  // Found, but the alternative they belong to may still fail.
  Separator separator = Separator::none;
  record::PieceName captured, promotion;
  record::CheckMark check = record::CheckMark::none;
  bool en_passant = false;
  bool glued_promotion = false;

  record::GameResult result = record::GameResult::unknown;  // in brackets that are not closed yet
  bool in_brackets = false;

  std::string_view tag_name, tag_value, inside, digits;
  bool black = false;
};

namespace rules = grammar::pgn;

template <typename Rule>
struct Action : tao::pegtl::nothing<Rule> {};

// Parts

template <typename Input>
std::string_view view(const Input& in) {
  return {in.begin(), in.size()};
}

// Black's figurines name the same pieces as White's, and a selector only how they look.
inline record::PieceName read_name(std::string_view text) {
  constexpr std::string_view figurine = "\xE2\x99";
  constexpr unsigned char first_white = 0x94, first_black = 0x9A;
  if (!text.starts_with(figurine)) return record::PieceName(text);
  auto last = static_cast<unsigned char>(text[2]);
  if (last >= first_black) last = static_cast<unsigned char>(last - (first_black - first_white));
  const char white[] = {text[0], text[1], static_cast<char>(last)};
  return record::PieceName({white, sizeof white});
}

inline record::PieceName read_promotion(std::string_view text) {
  char capitals[4] = {};
  if (text.size() > sizeof capitals || text.starts_with("\xE2")) return read_name(text);
  for (std::size_t i = 0; i < text.size(); ++i)
    capitals[i] = static_cast<char>(text[i] >= 'a' && text[i] <= 'z' ? text[i] - 32 : text[i]);
  return record::PieceName({capitals, text.size()});
}

inline std::int8_t read_rank(std::string_view digits) {
  const int number = digits.size() == 1 ? digits[0] - '0' : 10 + digits[1] - '0';
  return static_cast<std::int8_t>(number - 1);
}

template <>
struct Action<rules::move_start> {
  static void apply0(State& state) {
    std::construct_at(&state.parts);  // in place: a copy would wait for what was just stored
    state.separator = Separator::none;
    state.captured = state.promotion = {};
    state.check = record::CheckMark::none;
    state.en_passant = state.glued_promotion = false;
  }
};
template <>
struct Action<rules::piece_name> {
  template <typename Input>
  static void apply(const Input& in, State& state) {
    state.parts.piece = read_name(view(in));
  }
};
template <>
struct Action<rules::small_piece_name> : Action<rules::piece_name> {};
template <>
struct Action<rules::capital_piece_name> : Action<rules::piece_name> {};
template <>
struct Action<rules::lone_name> : Action<rules::piece_name> {};
template <>
struct Action<rules::origin_file> {
  template <typename Input>
  static void apply(const Input& in, State& state) {
    state.parts.first.file = static_cast<std::int8_t>(*in.begin() - 'a');
  }
};
template <>
struct Action<rules::lone_file> : Action<rules::origin_file> {};
template <>
struct Action<rules::parted_squares> {
  template <typename Input>
  static void apply(const Input& in, State& state) {
    state.parts.rest = state.span(in).begin;
  }
};
template <>
struct Action<rules::origin_rank> {
  template <typename Input>
  static void apply(const Input& in, State& state) {
    state.parts.first.rank = read_rank(view(in));
  }
};
template <>
struct Action<rules::capture_mark> {
  static void apply0(State& state) { state.separator = Separator::capture; }
};
template <>
struct Action<rules::capture_behind> {
  static void apply0(State& state) { state.parts.separator = Separator::capture; }
};
template <>
struct Action<rules::quiet_mark> {
  static void apply0(State& state) { state.separator = Separator::quiet; }
};
template <>
struct Action<rules::captured_name> {
  template <typename Input>
  static void apply(const Input& in, State& state) {
    state.captured = read_name(view(in));
  }
};
template <>
struct Action<rules::target> {
  template <typename Input>
  static void apply(const Input& in, State& state) {
    const std::string_view square = view(in);
    state.parts.second = {static_cast<std::int8_t>(square[0] - 'a'), read_rank(square.substr(1))};
    state.parts.has_second = true;
    state.parts.separator = state.separator;
    state.parts.captured = state.captured;
  }
};
template <>
struct Action<rules::target_file_alone> {
  template <typename Input>
  static void apply(const Input& in, State& state) {
    state.parts.second.file = static_cast<std::int8_t>(*in.begin() - 'a');
    state.parts.has_second = true;
    state.parts.separator = state.separator;
  }
};
template <>
struct Action<rules::capital_square> {
  template <typename Input>
  static void apply(const Input& in, State& state) {
    const std::string_view text = view(in);
    const record::WrittenSquare square{static_cast<std::int8_t>(text[0] - 'A'),
                                       read_rank(text.substr(1))};
    if (!state.parts.capital_squares) {
      state.parts.capital_squares = true;
      state.parts.first = square;
    } else {
      state.parts.second = square;
      state.parts.has_second = true;
    }
    state.parts.separator = state.separator;
  }
};
template <>
struct Action<rules::capital_origin_file> {
  template <typename Input>
  static void apply(const Input& in, State& state) {
    state.parts.first.file = static_cast<std::int8_t>(*in.begin() - 'A');
    state.parts.capital_squares = true;
  }
};
template <>
struct Action<rules::capital_origin_rank> {
  template <typename Input>
  static void apply(const Input& in, State& state) {
    state.parts.first.rank = read_rank(view(in));
    state.parts.capital_squares = true;
  }
};
template <>
struct Action<rules::promotion_name> {
  template <typename Input>
  static void apply(const Input& in, State& state) {
    state.promotion = read_promotion(view(in));
    state.glued_promotion = false;
  }
};
template <>
struct Action<rules::glued_promotion_name> {
  template <typename Input>
  static void apply(const Input& in, State& state) {
    state.promotion = read_promotion(view(in));
    state.glued_promotion = true;
  }
};
template <>
struct Action<rules::promotion> {
  static void apply0(State& state) {
    state.parts.promotion = state.promotion;
    state.parts.glued_promotion = state.glued_promotion;
  }
};
template <>
struct Action<rules::promotion_by_files> : Action<rules::promotion> {};
template <>
struct Action<rules::promotion_apart> {
  static void apply0(State& state) {
    state.parts.promotion = state.promotion;
    state.parts.apart = true;
  }
};
template <>
struct Action<rules::castling_gap> {
  static void apply0(State& state) { state.parts.apart = true; }
};
template <>
struct Action<rules::en_passant> {
  static void apply0(State& state) { state.en_passant = true; }
};
template <>
struct Action<rules::check_mark> {
  static void apply0(State& state) { state.check = record::CheckMark::check; }
};
template <>
struct Action<rules::double_check_mark> {
  static void apply0(State& state) { state.check = record::CheckMark::double_check; }
};
template <>
struct Action<rules::mate_mark> {
  static void apply0(State& state) { state.check = record::CheckMark::mate; }
};
template <>
struct Action<rules::glued_mark> {
  static void apply0(State& state) {
    // The marks are ordered by how much they say.
    state.parts.check = std::max(state.parts.check, state.check);
    state.parts.en_passant = state.parts.en_passant || state.en_passant;
  }
};
template <>
struct Action<rules::apart_mark> : Action<rules::glued_mark> {};

// Whole tokens

template <>
struct Action<rules::board_move> {
  template <typename Input>
  static void apply(const Input& in, State& state) {
    state.builder.move(state.parts, state.span(in));
  }
};
template <>
struct Action<rules::small_piece_move> {
  template <typename Input>
  static void apply(const Input& in, State& state) {
    state.parts.small_piece = true;
    state.builder.move(state.parts, state.span(in));
  }
};
template <>
struct Action<rules::files_move> {
  template <typename Input>
  static void apply(const Input& in, State& state) {
    state.builder.files_move(state.parts, state.span(in));
  }
};
template <>
struct Action<rules::capital_move> {
  template <typename Input>
  static void apply(const Input& in, State& state) {
    state.builder.move(state.parts, state.span(in));
  }
};
template <>
struct Action<rules::parted_move> {
  template <typename Input>
  static void apply(const Input& in, State& state) {
    state.builder.parted_move(state.parts, state.span(in));
  }
};
template <>
struct Action<rules::castling_short> {
  template <typename Input>
  static void apply(const Input& in, State& state) {
    state.builder.castling(record::MoveForm::castle_short, state.parts, state.span(in));
  }
};
template <>
struct Action<rules::castling_long> {
  template <typename Input>
  static void apply(const Input& in, State& state) {
    state.builder.castling(record::MoveForm::castle_long, state.parts, state.span(in));
  }
};
template <>
struct Action<rules::null_move> {
  template <typename Input>
  static void apply(const Input& in, State& state) {
    state.builder.null_move(state.span(in));
  }
};
template <>
struct Action<rules::drop> {
  template <typename Input>
  static void apply(const Input& in, State& state) {
    state.builder.drop(state.parts, state.span(in));
  }
};
template <>
struct Action<rules::descriptive_move> {
  template <typename Input>
  static void apply(const Input& in, State& state) {
    state.builder.stray(text::Code::descriptive_move, state.span(in));
  }
};

template <>
struct Action<rules::common::moves> : tao::pegtl::nothing<rules::common::moves> {
  struct Room {
    std::span<record::PlainMove> places;
    const char* text;      // that offsets count from
    const char* readable;  // up to here
  };
  static Room room(State& state) {
    return {state.builder.room(), state.base, state.builder.text_end()};
  }
  static void put(const rules::common::San& san, std::uint32_t begin, record::PlainMove& move) {
    using Form = rules::common::San::Form;
    static_assert(int(Form::castle_short) == int(record::MoveForm::castle_short) &&
                  int(Form::castle_long) == int(record::MoveForm::castle_long));
    move.begin = begin;
    move.size = static_cast<std::uint8_t>(san.size);
    move.form = static_cast<record::MoveForm>(san.form);
    std::memcpy(static_cast<void*>(&move.from), &san.from, sizeof move.from);
    std::memcpy(static_cast<void*>(&move.to), &san.to, sizeof move.to);
    move.piece = san.piece;
    move.capture = san.capture;
    move.check = san.check;
  }
  static void took(std::size_t moves, bool number_waits, std::uint32_t end, State& state) {
    state.builder.took(moves, number_waits, end);
  }
};
template <>
struct Action<rules::number_digits> {
  template <typename Input>
  static void apply(const Input& in, State& state) {
    state.digits = view(in);
    state.black = false;
  }
};
template <>
struct Action<rules::number_dots> {
  template <typename Input>
  static void apply(const Input& in, State& state) {
    state.black = in.size() > 1;
  }
};
template <>
struct Action<rules::black_dots> {
  static void apply0(State& state) { state.black = true; }
};
template <>
struct Action<rules::dotted_number> {
  template <typename Input>
  static void apply(const Input& in, State& state) {
    state.builder.number(read_number(state.digits), true, state.black, state.span(in));
  }
};
template <>
struct Action<rules::plain_number> {
  template <typename Input>
  static void apply(const Input& in, State& state) {
    state.builder.plain_number(state.digits, state.span(in));
  }
};
template <>
struct Action<rules::lone_dots> {
  template <typename Input>
  static void apply(const Input& in, State& state) {
    state.builder.punctuation(state.span(in));
  }
};
template <>
struct Action<rules::comma> : Action<rules::lone_dots> {};

template <>
struct Action<rules::tag_name> {
  template <typename Input>
  static void apply(const Input& in, State& state) {
    state.tag_name = view(in);
    state.tag_value = {};
  }
};
template <>
struct Action<rules::quoted_value> {
  template <typename Input>
  static void apply(const Input& in, State& state) {
    state.tag_value = view(in);
  }
};
template <>
struct Action<rules::bare_quoted_value> : Action<rules::quoted_value> {};
template <>
struct Action<rules::unclosed_value> : Action<rules::quoted_value> {};
template <>
struct Action<rules::broken_value> : Action<rules::quoted_value> {};
template <>
struct Action<rules::unquoted_value> : Action<rules::quoted_value> {};

template <TagForm Form>
struct TagAction {
  template <typename Input>
  static void apply(const Input& in, State& state) {
    state.builder.tag(Form, state.tag_name, state.tag_value, state.span(in));
  }
};
template <>
struct Action<rules::common::tag> : tao::pegtl::nothing<rules::common::tag> {
  static void found(std::string_view name, std::string_view value, const char* begin,
                    std::size_t size, State& state) {
    state.builder.common_tag(name, value, state.span(begin, size));
  }
};
template <>
struct Action<rules::tag> : TagAction<TagForm::proper> {};
template <>
struct Action<rules::tag_unbracketed> : TagAction<TagForm::unbracketed> {};
template <>
struct Action<rules::tag_bare_quote> : TagAction<TagForm::bare_quote> {};
template <>
struct Action<rules::tag_broken> : TagAction<TagForm::broken> {};
template <>
struct Action<rules::tag_unclosed> : TagAction<TagForm::unclosed> {};
template <>
struct Action<rules::tag_unquoted> : TagAction<TagForm::unquoted> {};
template <>
struct Action<rules::tag_unopened> : TagAction<TagForm::unopened> {};

template <>
struct Action<rules::brace_text> {
  template <typename Input>
  static void apply(const Input& in, State& state) {
    state.inside = view(in);
  }
};
template <>
struct Action<rules::line_text> : Action<rules::brace_text> {};
template <>
struct Action<rules::brace_comment> {
  template <typename Input>
  static void apply(const Input& in, State& state) {
    state.builder.comment(state.inside, true, state.span(in));
  }
};
template <>
struct Action<rules::line_comment> : Action<rules::brace_comment> {};
template <>
struct Action<rules::unclosed_comment> {
  template <typename Input>
  static void apply(const Input& in, State& state) {
    state.builder.comment(view(in).substr(1), false, state.span(in));
  }
};
template <>
struct Action<rules::escape_line> {
  template <typename Input>
  static void apply(const Input& in, State& state) {
    state.builder.escape_line(state.span(in));
  }
};

template <>
struct Action<rules::nag_number> {
  template <typename Input>
  static void apply(const Input& in, State& state) {
    state.digits = view(in);
  }
};
template <>
struct Action<rules::nag> {
  template <typename Input>
  static void apply(const Input& in, State& state) {
    state.builder.nag(state.digits, state.span(in));
  }
};
template <>
struct Action<rules::suffix> {
  template <typename Input>
  static void apply(const Input& in, State& state) {
    state.builder.suffix(view(in), state.span(in));
  }
};
template <>
struct Action<rules::sign> {
  template <typename Input>
  static void apply(const Input& in, State& state) {
    state.builder.sign(view(in), state.span(in));
  }
};

template <record::GameResult Result>
struct ResultAction {
  template <typename Input>
  static void apply(const Input& in, State& state) {
    if (state.in_brackets)
      state.result = Result;
    else
      state.builder.result(Result, record::ResultClaim::Reason::token, state.span(in));
  }
};
template <>
struct Action<rules::white_wins> : ResultAction<record::GameResult::white_wins> {};
template <>
struct Action<rules::black_wins> : ResultAction<record::GameResult::black_wins> {};
template <>
struct Action<rules::draw> : ResultAction<record::GameResult::draw> {};
template <>
struct Action<rules::unfinished> : ResultAction<record::GameResult::unknown> {};
template <>
struct Action<rules::result_bracket> {
  static void apply0(State& state) { state.in_brackets = true; }
};
template <>
struct Action<rules::bracketed_result> {
  template <typename Input>
  static void apply(const Input& in, State& state) {
    state.in_brackets = false;
    state.builder.result(state.result, record::ResultClaim::Reason::token, state.span(in));
  }
};

template <record::GameResult Result, record::ResultClaim::Reason Reason>
struct WordsAction {
  template <typename Input>
  static void apply(const Input& in, State& state) {
    state.builder.result_in_words(Result, Reason, state.span(in));
  }
};
using Reason = record::ResultClaim::Reason;
template <>
struct Action<rules::white_wins_by_words>
    : WordsAction<record::GameResult::white_wins, Reason::token> {};
template <>
struct Action<rules::black_wins_by_words>
    : WordsAction<record::GameResult::black_wins, Reason::token> {};
template <>
struct Action<rules::white_resigns>
    : WordsAction<record::GameResult::black_wins, Reason::resignation> {};
template <>
struct Action<rules::black_resigns>
    : WordsAction<record::GameResult::white_wins, Reason::resignation> {};
template <>
struct Action<rules::somebody_resigns>
    : WordsAction<record::GameResult::unknown, Reason::resignation> {};
template <>
struct Action<rules::draw_by_words> : WordsAction<record::GameResult::draw, Reason::token> {};

template <>
struct Action<rules::bracketed_name> {
  template <typename Input>
  static void apply(const Input& in, State& state) {
    state.parts.promotion = read_promotion(view(in));
  }
};
template <>
struct Action<rules::name_in_brackets> {
  template <typename Input>
  static void apply(const Input& in, State& state) {
    state.builder.name_in_brackets(state.parts, state.span(in));
  }
};
template <>
struct Action<rules::open_variation> {
  template <typename Input>
  static void apply(const Input& in, State& state) {
    state.builder.open_variation(state.span(in));
  }
};
template <>
struct Action<rules::close_variation> {
  template <typename Input>
  static void apply(const Input& in, State& state) {
    state.builder.close_variation(state.span(in));
  }
};
template <>
struct Action<rules::draw_offer> {
  template <typename Input>
  static void apply(const Input& in, State& state) {
    state.builder.draw_offer(state.span(in));
  }
};
template <>
struct Action<rules::closing_brace> {
  template <typename Input>
  static void apply(const Input& in, State& state) {
    state.builder.stray(text::Code::stray_brace, state.span(in));
  }
};
template <>
struct Action<rules::stray> {
  template <typename Input>
  static void apply(const Input& in, State& state) {
    state.builder.stray(state.span(in));
  }
};
template <>
struct Action<rules::bracketed> : Action<rules::stray> {};
template <>
struct Action<rules::gap> {
  template <typename Input>
  static void apply(const Input& in, State& state) {
    if (state.builder.wants_gaps()) state.builder.gap(view(in));
  }
};

}  // namespace nuskha::readers::pgn
