#include "readers/pgn/builder.hpp"

#include <algorithm>
#include <cstdlib>
#include <cstring>

#include "record/annotation.hpp"
#include "text/ascii.hpp"
#include "text/utf8.hpp"

namespace nuskha::readers::pgn {

using record::BracedText;
using record::GameResult;
using record::MoveForm;
using record::PieceName;
using record::ResultClaim;
using record::WrittenMove;
using text::Code;
using text::Span;

namespace {

constexpr std::array<std::string_view, 7> roster = {"Event", "Site",  "Date",  "Round",
                                                    "White", "Black", "Result"};

bool is_blank(char c) {
  return c == ' ' || c == '\t' || c == '\v' || c == '\f' || c == '\0' || c == '\n' || c == '\r';
}
bool is_line_end(char c) {
  return c == '\n' || c == '\r';
}
std::string on_one_line(std::string_view text) {
  std::string line;
  for (const char c : text) {
    if (!is_blank(c))
      line += c;
    else if (!line.ends_with(' '))
      line += ' ';
  }
  return line;
}
// Capitals or not, as of tag pairs that are typed by hand.
bool is_tag(std::string_view name, std::string_view standard) {
  return name.size() == standard.size() &&
         text::lower(name.front()) == text::lower(standard.front()) &&
         std::equal(name.begin(), name.end(), standard.begin(),
                    [](char a, char b) { return text::lower(a) == text::lower(b); });
}

struct Sign {
  std::string_view text;
  int nag;
};
// What the standard's section 10 and the publishers' lists give these signs.
constexpr std::array<Sign, 22> signs = {{
    {"=", 10},       {"\u221E", 13}, {"+=", 14},     {"+/=", 14},    {"\u2A72", 14},
    {"=+", 15},      {"=/+", 15},    {"\u2A71", 15}, {"+/-", 16},    {"\u00B1", 16},
    {"-/+", 17},     {"\u2213", 17}, {"+-", 18},     {"-+", 19},     {"\u2A00", 22},
    {"\u25CB", 26},  {"\u27F3", 32}, {"\u2191", 36}, {"\u2192", 40}, {"\u21C6", 132},
    {"\u2295", 138}, {"\u25A1", 7},
}};

// In ASCII.
std::string marks_of(std::string_view text) {
  std::string marks;
  for (std::size_t i = 0; i < text.size();) {
    const std::string_view rest = text.substr(i);
    if (rest.starts_with("\u203C")) {
      marks += "!!";
    } else if (rest.starts_with("\u2047")) {
      marks += "??";
    } else if (rest.starts_with("\u2048")) {
      marks += "?!";
    } else if (rest.starts_with("\u2049")) {
      marks += "!?";
    } else {
      marks += text[i];
      ++i;
      continue;
    }
    i += 3;
  }
  return marks;
}

// Their places are those of their glyphs.
constexpr std::array<std::string_view, 7> suffixes = {"", "!", "?", "!!", "??", "!?", "?!"};

// Of more than two marks, which say more of the same or waver between both, what they begin with
// and whether it is all.
std::string_view nearest_suffix(std::string_view marks) {
  const bool is_good = marks.front() == '!';
  if (marks.find_first_not_of(marks.front()) == marks.npos) return is_good ? "!!" : "??";
  return is_good ? "!?" : "?!";
}

}  // namespace

std::uint32_t read_number(std::string_view digits) {
  constexpr std::uint32_t most = 999'999'999;
  std::uint32_t number = 0;
  for (const char c : digits) {
    number = 10 * number + static_cast<std::uint32_t>(c - '0');
    if (number > most) return most;
  }
  return number;
}

Builder::Builder(std::string_view text, record::WrittenEvents& out, text::Diagnostics& findings)
    : text_(text), out_(out), findings_(findings) {}

// Places

constexpr std::uint32_t deepest_indent = 64;

bool Builder::at_line_start(std::uint32_t offset) const {
  for (std::uint32_t back = 0; back < deepest_indent; ++back) {
    if (offset == 0 || is_line_end(text_[offset - 1])) return true;
    if (!is_blank(text_[offset - 1])) return false;
    --offset;
  }
  return false;
}

bool Builder::begins_anew(std::uint32_t offset) const {
  const bool has_move = skipped_ > 0 ? last_end_ > skip_begin_ + 1 : has_move_[depth_];
  return phase_ == Phase::body && has_move &&
         grammar::pgn::scan::after_empty_line(text_.data(), text_.data() + offset) &&
         !in_variation(offset);
}

// One is open, and is closed before another opens.
bool Builder::in_variation(std::uint32_t offset) const {
  if (depth_ == 0 && skipped_ == 0) return false;
  const std::string_view ahead =
      text_.substr(offset, std::min<std::size_t>(stretch_.end - offset, max_variation_after_game));
  const std::size_t bracket = ahead.find_first_of("()");
  return bracket != ahead.npos && ahead[bracket] == ')';
}

// `(1. d4) 1. e4`, at the start of a line or behind a comment. There may be several, and comments
// between them.
bool Builder::is_variation_before_game(std::uint32_t offset) const {
  if (phase_ != Phase::between || (pending_.empty() && !at_line_start(offset))) return false;
  const std::string_view ahead =
      text_.substr(offset, std::min<std::size_t>(stretch_.end - offset, max_variation_before_game));
  if (!ahead.starts_with("(1.")) return false;
  std::size_t depth = 0, at = 0;
  for (; at < ahead.size(); ++at) {
    if (ahead[at] == '{')
      at = std::min(ahead.find('}', at), ahead.size() - 1);
    else if (ahead[at] == '(')
      ++depth;
    else if (ahead[at] == ')' && depth > 0)
      --depth;
    else if (depth == 0 && !is_blank(ahead[at]))
      break;
  }
  return depth == 0 && ahead.substr(at).starts_with("1.");
}

bool Builder::on_line_of_result(std::uint32_t offset) const {
  const std::string_view between = text_.substr(result_end_, offset - result_end_);
  return std::none_of(between.begin(), between.end(), is_line_end);
}

// Nothing of the same game follows: the stretch ends, an empty line or a bracket comes.
bool Builder::ends_game(std::uint32_t end) const {
  int line_ends = 0;
  for (; end < stretch_.end && is_blank(text_[end]); ++end)
    line_ends += text_[end] == '\n' || (text_[end] == '\r' && text_.substr(end + 1, 1) != "\n");
  return end >= stretch_.end || line_ends >= 2 || text_[end] == '[';
}

Span Builder::trimmed(Span span) const {
  while (span.begin < span.end && is_blank(text_[span.begin])) ++span.begin;
  while (span.end > span.begin && is_blank(text_[span.end - 1])) --span.end;
  return span;
}

std::string Builder::quoted(Span span) const {
  if (findings_.only_counts()) return {};
  constexpr std::size_t longest = 40;
  std::string_view part = text(span);
  const bool cut = part.size() > longest;
  if (cut) {
    std::size_t size = longest;
    while (size > 0 && (part[size] & 0xC0) == 0x80) --size;
    part = part.substr(0, size);
  }
  return cut ? on_one_line(part) + "…" : on_one_line(part);
}

void Builder::report(Code code, Span span, std::vector<std::string> args,
                     std::vector<text::Note> notes) {
  if (++findings_in_game_ > max_findings_per_game) {
    findings_.count(code);
    if (findings_in_game_ > max_findings_per_game + 1) return;
    code = Code::more_findings;
    args = {std::to_string(max_findings_per_game)};
    notes.clear();
  }
  text::Diagnostic diagnostic{
      .code = code, .span = span, .args = std::move(args), .notes = std::move(notes)};
  diagnostic.game = game_;
  findings_.report(std::move(diagnostic));
}

void Builder::report_tags(Span comment) {
  std::span<const std::uint32_t>& tags = tags_in_comments_;
  while (!tags.empty() && tags.front() < comment.begin) tags = tags.subspan(1);
  if (tags.empty() || tags.front() >= comment.end) return;
  const std::uint32_t tag = tags.front();
  flush();  // its move comes before it
  report(Code::tags_in_comment, {comment.begin, comment.begin + 1}, {},
         {{"the first of them", Span{tag, tag + 1}},
          {"it is closed here", Span{comment.end - 1, comment.end}}});
}

// Games

void Builder::prose(Span span) {
  if (in_prose_) {
    pending_.clear();
    return;
  }
  in_prose_ = true;
  prose_begin_ = pending_.empty() ? span.begin : pending_.front().span.begin;
  pending_.clear();
}

// Comments that stand before the first tag belong to the game; the bytes between two games to the
// first of them.
void Builder::begin_game(std::uint32_t begin) {
  if (phase_ == Phase::header || phase_ == Phase::body) complete_game();
  if (!pending_.empty()) begin = pending_.front().span.begin;
  if (open_) end_game(in_prose_ ? prose_begin_ : begin);
  if (in_prose_) {
    out_.prose({covered_, begin});
    covered_ = begin;
    in_prose_ = false;
  }
  open_ = true;
  ++game_;
  findings_in_game_ = 0;
  has_tags_ = false;
  event_.reset();
  states_result_ = false;
  names_variant_ = false;
  both_lose_ = false;
  junk_ = false;
  result_given_ = false;
  open_comment_ = false;
  depth_ = 0;
  has_move_[0] = false;
  kept_ = {};
  last_end_ = begin;
  out_.begin_game({covered_, stretch_.end});
}

void Builder::close_variations() {
  flush();
  if (skipped_ > 0) {
    report(Code::unclosed_variation, {skip_begin_, skip_begin_ + 1});
    out_.unread(text({skip_begin_, last_end_}), {skip_begin_, last_end_});
    skipped_ = 0;
  }
  if (depth_ == 0) return;
  report(Code::unclosed_variation, {opened_[1], opened_[1] + 1});
  for (; depth_ > 0; --depth_) out_.end_variation({last_end_, last_end_});
}

// All of the game but its end, which is known when it is known what follows.
void Builder::complete_game() {
  flush();
  flush_pending();
  close_variations();
  if (!result_given_ && !open_comment_) report(Code::missing_result, {last_end_, last_end_});
  phase_ = Phase::between;
}

void Builder::end_game(std::uint32_t end) {
  flush();
  if (kept_.size() && last_move_ < kept_.begin) report(Code::kept_text, kept_);
  out_.end_game({covered_, end});
  covered_ = end;
  open_ = false;
}

void Builder::end_stretch() {
  flush();
  if (phase_ == Phase::body) complete_game();
  if (phase_ == Phase::header)
    after_stretch_ = true;
  else
    phase_ = Phase::between;
}

void Builder::end_text() {
  if (phase_ == Phase::header) complete_game();
  const auto size = static_cast<std::uint32_t>(text_.size());
  if (open_ && !in_prose_) flush_pending();
  if (open_) end_game(in_prose_ ? prose_begin_ : size);
  if (covered_ < size) out_.prose({covered_, size});
}

// Whether the last move, in move_ now, was not said yet.
bool Builder::holds_move() {
  if (plain_count_ > 0) {
    if (plain_[0].number_size > 0) out_.move_number(record::number_of(plain_[0]));
    move_ = plain_[0].written();
    plain_count_ = 0;
    held_move_ = true;
  }
  return held_move_;
}

// Whether the last move may be a pawn's to a last rank, with no promotion.
bool Builder::awaits_promotion() {
  constexpr std::int8_t far_rank = 7;
  return holds_move() && move_.form == MoveForm::plain && !move_.piece && !move_.promotion &&
         (move_.to.rank == 0 || move_.to.rank >= far_rank);
}

void Builder::flush() {
  if (plain_count_ > 0) {
    out_.moves(std::span(plain_.data(), plain_count_));
    plain_count_ = 0;
  }
  if (held_move_) {
    held_move_ = false;
    out_.move(move_);
  }
  if (in_run_) {
    in_run_ = false;
    if (run_code_ == Code::stray_parenthesis || run_code_ == Code::stray_brace) {
      report(run_code_, run_);
      return;
    }
    report(run_code_, run_, {quoted(run_)});
    // A remark, unless the game goes on in it.
    const bool is_remark = run_code_ == Code::text_after_result && !run_holds_move_;
    if (phase_ == Phase::header)
      add_pending(false, run_, run_);
    else if (is_remark)
      out_.comment(on_one_line(text(run_)), run_);
    else
      out_.unread(text(run_), run_);
  }
}

void Builder::add_pending(bool is_comment, Span span, Span inside) {
  pending_.push_back({is_comment, span, inside});
  if (pending_.size() <= max_comments_before_moves) return;
  if (phase_ == Phase::between) begin_game(span.begin);
  phase_ = Phase::body;
  flush_pending();
}

void Builder::flush_pending() {
  for (const Pending& item : pending_) {
    if (item.is_comment)
      emit(record::read_braced(text(item.inside), scratch_), item.span);
    else
      out_.unread(text(item.inside), item.span);
  }
  pending_.clear();
}

void Builder::emit(const BracedText& braced, Span span) {
  switch (braced.kind) {
    case BracedText::Kind::unread:
      // No move was ever lost in an escape line.
      if (depth_ == 0 && !braced.text.starts_with('%')) kept_ = span;
      out_.unread(braced.text, span);
      break;
    case BracedText::Kind::nag:
      out_.nag(braced.number, span);
      break;
    case BracedText::Kind::comment:
      check_commands(span);
      [[fallthrough]];
    case BracedText::Kind::mode:
      out_.comment(braced.text, span);
      break;
  }
}

void Builder::check_commands(Span comment) {
  std::string_view rest = record::skip_plain_commands(text(comment).substr(1));
  if (rest.find('[') == rest.npos) return;
  for (record::Command command; record::take_command(rest, command);) {
    const std::string_view expected = record::expected_of(command);
    if (expected.empty()) continue;
    const auto begin = static_cast<std::uint32_t>(command.argument.data() - text_.data());
    const Span span{begin, begin + static_cast<std::uint32_t>(command.argument.size())};
    report(Code::command_argument, span,
           {std::string(command.name), quoted(span), std::string(expected)});
  }
}

// Whether the token at `span` is part of movetext, which may have to begin for it.
bool Builder::enter_body(Span span, bool opens_game) {
  if (skipped_ > 0) {
    last_end_ = span.end;
    return false;
  }
  switch (phase_) {
    case Phase::body:
      break;
    case Phase::header:
      flush();
      phase_ = Phase::body;
      flush_pending();
      break;
    case Phase::between:
      if (!opens_game) {
        prose(span);
        return false;
      }
      begin_game(span.begin);
      phase_ = Phase::body;
      flush_pending();
      break;
    case Phase::done:
      if (!opens_game) {
        stray(Code::text_after_result, span);
        return false;
      }
      begin_game(span.begin);
      phase_ = Phase::body;
      break;
  }
  flush();
  last_end_ = span.end;
  return true;
}

// Tokens

// Whether an Event stands behind what is the last tag of the roster: another one than the first, or
// one with which the roster begins again.
bool Builder::begins_roster_anew(std::string_view event, std::uint32_t end) const {
  if (phase_ != Phase::header || !event_ || !states_result_) return false;
  if (event != *event_) return true;
  while (end < stretch_.end && is_blank(text_[end])) ++end;
  const std::string_view next = text_.substr(end, stretch_.end - end);
  return next.starts_with('[') &&
         std::any_of(roster.begin() + 1, roster.end(), [&](std::string_view name) {
           return is_tag(next.substr(1, name.size()), name);
         });
}

// Tags that movetext does not follow go on in the next stretch, unless they begin anew.
void Builder::begin_tag(std::string_view name, std::string_view value, Span span) {
  flush();
  const bool goes_on = std::exchange(after_stretch_, false);
  const bool is_event = is_tag(name, roster.front());
  if (is_event && ((goes_on && has_tags_) || begins_roster_anew(value, span.end))) complete_game();
  if (phase_ != Phase::header) {
    begin_game(span.begin);
    phase_ = Phase::header;
  }
  has_tags_ = true;
  if (is_event && !event_) event_ = value;
  names_variant_ = names_variant_ || is_tag(name, "Variant");
  if (is_tag(name, roster.back())) {
    states_result_ = true;
    both_lose_ = both_lose_ || value == "0-0";
  }
  last_end_ = span.end;
}

void Builder::common_tag(std::string_view name, std::string_view value, Span span) {
  begin_tag(name, value, span);
  out_.tag(name, value, span);
}

void Builder::tag(TagForm form, std::string_view name, std::string_view value, Span span) {
  if (phase_ != Phase::header && form != TagForm::proper) {
    const bool unlikely =
        form == TagForm::unquoted && std::find(roster.begin(), roster.end(), name) == roster.end();
    if (unlikely || !at_line_start(span.begin)) {
      stray(span);
      return;
    }
  }
  begin_tag(name, value, span);
  switch (form) {
    case TagForm::proper:
      break;
    case TagForm::unbracketed:
    case TagForm::unopened:
      report(Code::tag_bracket, span, {std::string(name), form == TagForm::unopened ? "[" : "]"});
      break;
    case TagForm::bare_quote:
      report(Code::tag_bare_quote, span, {std::string(name)});
      break;
    case TagForm::broken:
      report(Code::tag_line_end, span, {std::string(name)});
      break;
    case TagForm::unclosed:
    case TagForm::unquoted:
      report(Code::tag_quote, span, {std::string(name)});
      break;
  }
  // A value is one line of printing characters (PGN standard, section 7); others part its words.
  const auto changes = [](char c) { return c == '\\' || text::is_control(c); };
  if (std::any_of(value.begin(), value.end(), changes)) {
    scratch_.clear();
    for (std::size_t i = 0; i < value.size(); ++i) {
      if (value[i] == '\\' && i + 1 < value.size() && (value[i + 1] == '"' || value[i + 1] == '\\'))
        ++i;
      if (value.substr(i, 2) == "\r\n") ++i;
      scratch_ += text::is_control(value[i]) ? ' ' : value[i];
    }
    value = scratch_;
  }
  out_.tag(name, value, span);
}

bool Builder::opens_game(std::uint32_t number, bool dotted, Span span) const {
  return phase_ == Phase::done ? dotted && number == 1 : dotted || at_line_start(span.begin);
}

void Builder::number(std::uint32_t value, bool dotted, bool black, Span span) {
  if (value == 1 && dotted && !black && begins_anew(span.begin)) {
    begin_game(span.begin);
    phase_ = Phase::body;
    last_end_ = span.end;
  } else if (in_moves()) {
    flush();
    last_end_ = span.end;
  } else if (!enter_body(span, opens_game(value, dotted, span))) {
    return;
  }
  out_.move_number({value, black, span});
}

// Years and the like; what stands among words that say nothing, or alone in brackets.
bool Builder::is_word(std::string_view digits, Span span) const {
  constexpr std::size_t longest = 3;
  if (digits.size() > longest) return true;
  tao::pegtl::memory_input<tao::pegtl::tracking_mode::lazy> rest(text_.data() + span.end,
                                                                 text_.data() + stretch_.end, "");
  if (in_run_ && run_code_ == Code::unreadable_text)
    return !tao::pegtl::parse<grammar::pgn::before_known_word>(rest);
  if (span.begin > stretch_.begin && text_[span.begin - 1] == '(' &&
      text_.substr(span.end, 1) == ")")
    return true;
  return tao::pegtl::parse<grammar::pgn::before_stray_word>(rest);
}

void Builder::plain_number(std::string_view digits, Span span) {
  if (is_word(digits, span))
    stray(span);
  else
    number(read_number(digits), false, false, span);
}

WrittenMove& Builder::hold_move(MoveForm form, Span span) {
  move_ = WrittenMove{};
  move_.form = form;
  move_.unnamed_is_pawn = false;
  move_.span = span;
  held_move_ = true;
  last_move_ = span.begin;
  has_move_[depth_] = true;
  return move_;
}

void Builder::move(const MoveParts& parts, Span span) {
  // Prose may begin with a letter, too.
  const bool opens = phase_ != Phase::body && !junk_ && !parts.apart && at_line_start(span.begin);
  if (!enter_body(span, opens)) {
    run_holds_move_ = true;
    return;
  }

  WrittenMove& move = hold_move(MoveForm::plain, span);
  move.piece = parts.piece;
  move.from = parts.has_second ? parts.first : record::WrittenSquare{};
  move.to = parts.has_second ? parts.second : parts.first;
  move.capture = parts.separator == Separator::capture;
  move.states_quiet = parts.separator == Separator::quiet;
  move.captured = parts.captured;
  move.en_passant = parts.en_passant;
  move.promotion = parts.promotion;
  move.check = parts.check;
  bool novelty = false;

  // `NXd4`: the capital X is a capture mark, not the end of a name.
  constexpr std::uint32_t longest_letter = 0xFF;
  if (move.piece.packed > longest_letter && parts.separator == Separator::none) {
    if (const std::string_view name = move.piece.view(); name.back() == 'X') {
      move.piece = PieceName(name.substr(0, name.size() - 1));
      move.capture = true;
    }
  }
  // `Nf3N`: only pawns are promoted, so the last letter says that the move is new.
  if (parts.glued_promotion && move.piece && move.piece != PieceName("P") &&
      move.promotion == PieceName("N")) {
    move.promotion = {};
    novelty = true;
  }
  if (parts.small_piece) {
    report(Code::small_piece_letter, span, {quoted(span)});
  } else if (!move.piece && move.from.file >= 0 && move.from.rank < 0) {
    // `nf3`: SAN has the origin's file there. No pawn comes from further away than a camel's leap,
    // so that such a letter is a small one for a piece. `bb4` is one too in orthodox chess, where
    // a pawn's file is never needed for its step; where pawns leap it may be.
    const char letter = static_cast<char>('a' + move.from.file);
    const int distance = std::abs(move.from.file - move.to.file);
    const bool piece_letter = letter == 'b' || letter == 'k' || letter == 'n';
    if (piece_letter && (distance > (move.capture ? 3 : 2) || (distance == 0 && !names_variant_))) {
      move.piece = PieceName(std::string_view(&letter, 1));
      move.from = {};
      report(Code::small_piece_letter, span, {quoted(span)});
    }
  }
  if (parts.apart) report(Code::parted_move, span, {quoted(span)});
  if (parts.capital_squares) report(Code::capital_squares, span, {quoted(span)});
  move.unnamed_is_pawn = !move.piece && !move.from.whole();
  if (novelty) {
    flush();
    out_.nag(146, {span.end - 1, span.end});
  }
}

// In prose such letters are words.
void Builder::files_move(MoveParts parts, Span span) {
  const bool in_prose = phase_ == Phase::between || phase_ == Phase::done || in_run_;
  if (in_prose && parts.separator == Separator::none) {
    stray(span);
    return;
  }
  parts.separator = Separator::capture;  // with a mark or without
  move(parts, span);
}

void Builder::parted_move(MoveParts parts, Span span) {
  parts.apart = true;
  if (parts.rest && awaits_promotion()) {
    // `e8 Q d5`: whose the letter is cannot be said.
    stray({span.begin, span.begin + static_cast<std::uint32_t>(parts.piece.view().size())});
    parts.piece = {};
    parts.apart = false;
    span.begin = *parts.rest;
  }
  move(parts, span);
}

void Builder::castling(MoveForm form, const MoveParts& parts, Span span) {
  if (both_lose_ && text(span) == "0-0" && ends_game(span.end)) {
    result(GameResult::unknown, ResultClaim::Reason::token, span);
    return;
  }
  if (!enter_body(span, !junk_ && at_line_start(span.begin))) return;
  if (parts.apart) report(Code::parted_move, span, {quoted(span)});
  hold_move(form, span).check = parts.check;
}

void Builder::null_move(Span span) {
  if (!enter_body(span, false)) return;
  hold_move(MoveForm::null_move, span);
}

void Builder::drop(const MoveParts& parts, Span span) {
  if (!enter_body(span, !junk_ && at_line_start(span.begin))) return;
  WrittenMove& move = hold_move(MoveForm::drop, span);
  move.piece = parts.piece;
  move.unnamed_is_pawn = !parts.piece;
  move.to = parts.second;
  move.check = parts.check;
}

void Builder::nag(std::string_view digits, Span span) {
  constexpr std::uint32_t last_glyph = 255;
  const std::uint32_t glyph = read_number(digits);
  if (phase_ == Phase::done && !junk_ && on_line_of_result(span.begin))
    result_end_ = span.end;
  else if (!enter_body(span, false))
    return;
  if (glyph > last_glyph) {
    report(Code::nag_range, span, {std::string(digits.substr(0, 12))});
    out_.unread(text(span), span);
    return;
  }
  out_.nag(static_cast<int>(glyph), span);
}

void Builder::suffix(std::string_view marks, Span span) {
  const std::string written = marks_of(marks);
  const std::string_view read = written.size() > 2 ? nearest_suffix(written) : written;
  // `26. Qxd4+ ??? 27. b4+`: a move that nobody could read.
  if (written.size() > 2 && read == "??" && span.begin > 0 && is_blank(text_[span.begin - 1])) {
    stray(span);
    return;
  }
  if (!enter_body(span, false)) return;
  if (read != written) report(Code::odd_annotation, span, {quoted(span), std::string(read)});
  const auto* const suffix = std::find(suffixes.begin(), suffixes.end(), read);
  out_.nag(static_cast<int>(suffix - suffixes.begin()), span);
}

void Builder::sign(std::string_view sign_text, Span span) {
  if ((sign_text == "+/-" || sign_text == "-/+") && phase_ != Phase::done && ends_game(span.end)) {
    result(sign_text[0] == '+' ? GameResult::white_wins : GameResult::black_wins,
           ResultClaim::Reason::token, span);
    return;
  }
  const auto* sign = std::find_if(signs.begin(), signs.end(),
                                  [&](const Sign& known) { return known.text == sign_text; });
  if (enter_body(span, false)) out_.nag(sign->nag, span);
}

void Builder::comment(std::string_view inside, bool closed, Span span) {
  if (skipped_ > 0) {
    if (!closed) report(Code::unclosed_comment, {span.begin, span.begin + 1});
    open_comment_ = !closed;
    last_end_ = span.end;
    return;
  }
  const auto begin = static_cast<std::uint32_t>(inside.data() - text_.data());
  const Span inside_span{begin, begin + static_cast<std::uint32_t>(inside.size())};
  if (!closed) {
    flush();
    if (phase_ == Phase::between || phase_ == Phase::done) {
      begin_game(span.begin);
      phase_ = Phase::header;
    }
    report(Code::unclosed_comment, {span.begin, span.begin + 1});
    open_comment_ = true;
  }
  if (phase_ == Phase::done && !on_line_of_result(span.begin)) {
    flush();
    phase_ = Phase::between;
  }
  if (phase_ == Phase::between) {
    add_pending(true, span, inside_span);
    return;
  }
  if (!tags_in_comments_.empty()) report_tags(span);
  const std::size_t inner = text_[span.begin] == '{' ? inside.find('{') : inside.npos;
  if (inner != inside.npos) {
    const auto at = begin + static_cast<std::uint32_t>(inner);
    report(Code::nested_comment, {at, at + 1});
  }
  last_end_ = span.end;
  if (phase_ == Phase::header) {
    flush();
    add_pending(true, span, inside_span);
    return;
  }
  if (phase_ == Phase::done) result_end_ = span.end;
  const BracedText braced = record::read_braced(inside, scratch_);
  if (braced.kind == BracedText::Kind::mode && holds_move()) {
    move_.mode_piece = braced.piece;
    move_.mode = braced.mode;
    flush();
    return;
  }
  flush();
  emit(braced, span);
}

void Builder::draw_offer(Span span) {
  if (enter_body(span, false)) out_.comment(text(span), span);
}

void Builder::name_in_brackets(const MoveParts& parts, Span span) {
  if (!awaits_promotion()) {
    const auto close = static_cast<std::uint32_t>(text_.find(')', span.begin));
    open_variation({span.begin, span.begin + 1});
    stray(trimmed({span.begin + 1, close}));
    close_variation({close, close + 1});
    if (close + 1 < span.end) stray(trimmed({close + 1, span.end}));
    return;
  }
  move_.promotion = parts.promotion;
  move_.check = std::max(move_.check, parts.check);
  move_.span.end = last_end_ = span.end;
  report(Code::parted_move, move_.span, {quoted(move_.span)});
}

void Builder::escape_line(Span span) {
  if (phase_ == Phase::between || phase_ == Phase::done) {
    flush();
    phase_ = Phase::between;
    prose(span);
  } else if (skipped_ == 0) {
    flush();
    if (phase_ == Phase::header)
      add_pending(false, span, span);
    else
      out_.unread(text(span), span);
  }
}

void Builder::open_variation(Span span) {
  if (skipped_ > 0) ++skipped_;
  if (!enter_body(span, is_variation_before_game(span.begin))) return;
  if (depth_ == max_variation_depth || !has_move_[depth_]) {
    if (depth_ == max_variation_depth)
      report(Code::deep_variation, span, {std::to_string(max_variation_depth)});
    else
      report(Code::idle_variation, span);
    skipped_ = 1;
    skip_begin_ = span.begin;
    return;
  }
  opened_[++depth_] = span.begin;
  has_move_[depth_] = false;
  out_.begin_variation(span);
}

void Builder::close_variation(Span span) {
  if (skipped_ > 0) {
    last_end_ = span.end;
    if (--skipped_ == 0) out_.unread(text({skip_begin_, span.end}), {skip_begin_, span.end});
  } else if (phase_ == Phase::body && depth_ > 0) {
    flush();
    last_end_ = span.end;
    out_.end_variation(span);
    --depth_;
  } else {
    stray(Code::stray_parenthesis, span);
  }
}

void Builder::result(GameResult result, ResultClaim::Reason reason, Span span) {
  if (phase_ == Phase::body && (depth_ > 0 || skipped_ > 0)) {
    if (!ends_game(span.end)) {
      if (!enter_body(span, false)) return;
      report(Code::result_in_variation, span, {quoted(span)});
      out_.unread(text(span), span);
      return;
    }
    close_variations();
  }
  const std::string_view written = text(span);
  const bool is_forfeit =
      written.front() == '+' || written.front() == '-' || written.front() == '=';
  if (is_forfeit && !ends_game(span.end)) {
    stray(span);
    return;
  }
  if (!enter_body(span, !junk_ && at_line_start(span.begin))) return;
  // Who resigned, if nobody is named, is known when the moves are.
  const bool names_loser =
      reason != ResultClaim::Reason::resignation || result != GameResult::unknown;
  if (names_loser && written != to_string(result))
    report(Code::odd_result, span, {quoted(span), std::string(to_string(result))});
  out_.result({result, reason, span});
  result_given_ = true;
  result_end_ = span.end;
  phase_ = Phase::done;
  junk_ = false;
}

void Builder::result_in_words(GameResult outcome, ResultClaim::Reason reason, Span span) {
  const bool in_game = phase_ == Phase::header || phase_ == Phase::body;
  if (in_game && ends_game(span.end))
    result(outcome, reason, span);
  else
    stray(span);
}

void Builder::stray(Code code, Span span) {
  if (skipped_ > 0) {
    last_end_ = span.end;
    return;
  }
  if (phase_ == Phase::done) {
    if (!junk_ && !on_line_of_result(span.begin)) phase_ = Phase::between;
    junk_ = true;
    code = Code::text_after_result;
  }
  if (phase_ == Phase::between) {
    flush();
    prose(span);
    return;
  }
  last_end_ = span.end;
  if (in_run_ && run_code_ == code) {
    run_.end = span.end;
    return;
  }
  flush();
  in_run_ = true;
  run_holds_move_ = false;
  run_code_ = code;
  run_ = span;
}

void Builder::punctuation(Span span) {
  if (phase_ == Phase::between) prose(span);
}

void Builder::gap(std::string_view blanks) {
  int line_ends = 0;
  for (std::size_t i = 0; i < blanks.size(); ++i)
    line_ends += blanks[i] == '\n' || (blanks[i] == '\r' && blanks.substr(i + 1, 1) != "\n");
  if (line_ends < 2) return;
  flush();
  phase_ = Phase::between;
  junk_ = false;
}

}  // namespace nuskha::readers::pgn
