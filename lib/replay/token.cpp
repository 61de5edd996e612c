#include "replay/token.hpp"

#include <algorithm>
#include <span>

#include "record/spell.hpp"
#include "text/ascii.hpp"

namespace nuskha::replay {

using text::is_blank;
using text::is_digit;
using text::lower;

namespace {

constexpr std::size_t max_shown = 60;  // bytes of a text that a message repeats

bool starts_with(std::string_view text, std::string_view prefix) {
  return text.size() >= prefix.size() &&
         std::equal(prefix.begin(), prefix.end(), text.begin(),
                    [](char a, char b) { return lower(a) == lower(b); });
}

std::string spelt(record::WrittenSquare square) {
  std::string out;
  record::spell_square(square, out);
  return out;
}

// Reads one part after another from the front of the text.
class Scanner {
 public:
  Scanner(std::string_view text, std::uint32_t offset) : text_(text), offset_(offset) {}

  text::Span here() const { return {offset_ + at_, offset_ + at_}; }
  void skip_blanks() {
    while (at_ < text_.size() && is_blank(text_[at_])) ++at_;
  }
  std::optional<text::Span> take(std::string_view part) {
    if (!starts_with(text_.substr(at_), part)) return std::nullopt;
    const text::Span span{offset_ + at_, offset_ + at_ + std::uint32_t(part.size())};
    at_ += std::uint32_t(part.size());
    return span;
  }
  // A square or part of one; a rank is not cut short (`1` is not the start of `10`).
  std::optional<text::Span> take(record::WrittenSquare square) {
    const std::string part = spelt(square);
    if (square.rank >= 0 && at_ + part.size() < text_.size() && is_digit(text_[at_ + part.size()]))
      return std::nullopt;
    return take(part);
  }
  // The first of these that stands here.
  std::optional<text::Span> take_any(std::span<const std::string_view> parts) {
    for (const std::string_view part : parts)
      if (const auto span = take(part)) return span;
    return std::nullopt;
  }
  bool done() const { return at_ >= text_.size(); }
  char front() const { return text_[at_]; }
  void step() { ++at_; }

 private:
  std::string_view text_;
  std::uint32_t offset_;
  std::uint32_t at_ = 0;
};

constexpr std::string_view signs_between_squares[] = {"x", "×", ":", "-", "–", "—", "‐", "‑", "−"};
// What marks of check, double check and mate consist of; the longer first.
constexpr std::string_view signs_of_check[] = {"++",  "+",      "#",   "checkmate", "check", "mate",
                                               "mat", "double", "dbl", "dis",       "échec", "ech",
                                               "ch",  "†",      "‡",   "≠"};

}  // namespace

std::string on_one_line(std::string_view text) {
  std::string out;
  for (const char c : text) {
    if (!is_blank(c))
      out += c;
    else if (!out.empty() && out.back() != ' ')
      out += ' ';
    if (out.size() > max_shown) break;
  }
  if (out.size() > max_shown) {
    std::size_t end = max_shown - 3;
    while (end && (static_cast<unsigned char>(out[end]) & 0xC0) == 0x80) --end;
    out.resize(end);
    out += "…";
  }
  if (!out.empty() && out.back() == ' ') out.pop_back();
  return out;
}

Token::Token(const text::Source* source, const record::WrittenMove& written) : written_(written) {
  if (source && written.span.begin <= written.span.end && written.span.end <= source->text().size())
    text_ = source->text(written.span);
  if (written.form == record::MoveForm::plain && written.to) locate();
}

std::string Token::shown() const {
  return on_one_line(text_);
}

void Token::locate() {
  Scanner scan(text_, written_.span.begin);
  TokenParts parts;
  scan.skip_blanks();
  parts.piece = scan.here();
  if (written_.piece) {
    const auto piece = scan.take(written_.piece.view());
    if (!piece) return;
    parts.piece = *piece;
  }
  scan.skip_blanks();
  parts.from = scan.here();
  if (written_.from) {
    const auto from = scan.take(written_.from);
    if (!from) return;
    parts.from = *from;
  }
  scan.skip_blanks();
  parts.capture_mark = scan.here();
  if (const auto mark = scan.take_any(signs_between_squares)) parts.capture_mark = *mark;
  scan.skip_blanks();
  parts.captured = scan.here();
  if (written_.captured) {
    const auto captured = scan.take(written_.captured.view());
    if (!captured) return;
    parts.captured = *captured;
  }
  scan.skip_blanks();
  const auto to = scan.take(written_.to);
  if (!to) return;
  parts.to = *to;
  if (!scan.done() && scan.front() == ':') return;  // `Qd5:` has its parts in another order
  parts.promotion = scan.here();
  if (written_.promotion) {
    while (!scan.done() && (is_blank(scan.front()) || scan.front() == '=' || scan.front() == '(' ||
                            scan.front() == '/'))
      scan.step();
    const auto promotion = scan.take(written_.promotion.view());
    if (!promotion) return;
    parts.promotion = *promotion;
  }
  parts.check = scan.here();
  if (written_.check != record::CheckMark::none) {
    // The mark may stand after a note in brackets.
    int depth = 0;
    const text::Span after_move = parts.check;
    while (!scan.done()) {
      if (depth == 0) {
        const text::Span begin = scan.here();
        bool found = false;
        while (scan.take_any(signs_of_check) || (found && scan.take("."))) {
          found = true;
          parts.check = {begin.begin, scan.here().end};
          scan.skip_blanks();
        }
        if (found) break;
      }
      if (scan.done()) break;
      if (scan.front() == '(') ++depth;
      if (scan.front() == ')' && depth) --depth;
      scan.step();
    }
    if (parts.check.size() == 0) parts.check = after_move;
  } else if (!written_.en_passant && written_.convention == 0 && !scan.done() &&
             text::is_of_word(scan.front())) {
    // `CTd8xP6c`: what is stuck to the move may be a part of any.
    return;
  }
  parts_ = parts;
}

std::vector<text::Fix> Token::fix(text::Span TokenParts::*which,
                                  std::string_view replacement) const {
  if (!parts_) return {};
  return {text::Fix{(*parts_).*which, std::string(replacement)}};
}

std::vector<text::Fix> Token::fix_capture(std::string_view replacement) const {
  if (!parts_) return {};
  return {text::Fix{{parts_->capture_mark.begin, parts_->captured.end}, std::string(replacement)}};
}

std::vector<text::Fix> Token::rewrite(const record::WrittenMove& right,
                                      std::string_view spelt_right) const {
  if (!parts_ || right.form != record::MoveForm::plain)
    return {{written_.span, std::string(spelt_right)}};
  const bool names_squares = written_.from.whole();
  if (!names_squares) {
    // SAN: which parts stand there depends on the position. The marks stay as they are.
    const std::size_t end = spelt_right.find_last_not_of("+#") + 1;
    return {
        {{parts_->piece.begin, parts_->promotion.end}, std::string(spelt_right.substr(0, end))}};
  }
  // The parts in their order; the change reaches from the first that differs to the last.
  struct Change {
    text::Span part;
    std::string with;
  };
  std::vector<Change> changes;
  const auto change = [&](text::Span part, std::string with) {
    if (part.size() || !with.empty()) changes.push_back({part, std::move(with)});
  };
  const auto text_of = [&](text::Span part) {
    return text_.substr(part.begin - written_.span.begin, part.size());
  };
  if (written_.piece) change(parts_->piece, std::string(right.piece.view()));
  change(parts_->from, spelt(right.from));
  if (right.capture != written_.capture &&
      (written_.capture || written_.states_quiet || written_.piece || written_.unnamed_is_pawn))
    change(parts_->capture_mark, right.capture ? "x" : "-");
  if (written_.captured || written_.piece)
    change(parts_->captured, std::string(right.captured.view()));
  change(parts_->to, spelt(right.to));
  if (written_.promotion && right.promotion) {
    std::string name(right.promotion.view());
    const std::string_view old = text_of(parts_->promotion);
    if (std::all_of(old.begin(), old.end(), [](char c) { return c == lower(c); }))
      std::transform(name.begin(), name.end(), name.begin(), lower);
    change(parts_->promotion, name);
  } else if (written_.promotion) {
    // With the sign or the brackets that it stands in.
    const std::uint32_t end = parts_->promotion.end - written_.span.begin;
    const bool is_bracketed = end < text_.size() && text_[end] == ')';
    change({parts_->to.end, parts_->promotion.end + is_bracketed}, "");
  } else if (right.promotion) {
    // Between the square and the marks.
    const std::string square = spelt(right.to);
    const std::size_t begin = spelt_right.rfind(square) + square.size();
    const std::string_view rest = spelt_right.substr(begin);
    change(parts_->promotion, std::string(rest.substr(0, rest.find_first_of("+#("))));
  }

  const auto differs = [&](const Change& c) {
    const std::string_view old = text_of(c.part);
    return old.size() != c.with.size() || !starts_with(old, c.with);
  };
  const auto first = std::find_if(changes.begin(), changes.end(), differs);
  if (first == changes.end()) return {};
  const auto last = std::find_if(changes.rbegin(), changes.rend(), differs).base();
  text::Fix fix{{first->part.begin, (last - 1)->part.end}, ""};
  std::uint32_t done = first->part.begin;
  for (auto c = first; c != last; ++c) {
    fix.replacement += text_of({done, c->part.begin});
    fix.replacement += c->with;
    done = c->part.end;
  }
  return {fix};
}

}  // namespace nuskha::replay
