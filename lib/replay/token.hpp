// The parts of a move's text, found again from what the reader understood of it, so that a finding
// can point at the part that is wrong and a fix replaces no more. Internal.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "record/written_move.hpp"
#include "text/diagnostic.hpp"
#include "text/source.hpp"

namespace nuskha::replay {

// Spans in the source. An absent part is an empty span where it would stand.
struct TokenParts {
  text::Span piece, from, capture_mark, captured, to, promotion, check;
};

class Token {
 public:
  Token(const text::Source* source, const record::WrittenMove& written);

  text::Span span() const { return written_.span; }
  std::string_view text() const { return text_; }
  // The text on one line, for messages.
  std::string shown() const;
  // Nothing for castling and where the text is not spelt as expected.
  const std::optional<TokenParts>& parts() const { return parts_; }
  // The part's span, or the whole token's.
  text::Span part(text::Span TokenParts::*which) const {
    return parts_ && ((*parts_).*which).size() ? (*parts_).*which : written_.span;
  }
  // Replaces (or inserts) one part; empty when the part is not known.
  std::vector<text::Fix> fix(text::Span TokenParts::*which, std::string_view replacement) const;
  // Replaces the sign between the squares and the captured piece after it.
  std::vector<text::Fix> fix_capture(std::string_view replacement) const;
  // The change that makes the text spell `right` as far as piece, squares, captured piece and
  // promotion go, from the first part that differs to the last; the whole token when the parts are
  // not known. `spelt` is the move in the text's own style.
  std::vector<text::Fix> rewrite(const record::WrittenMove& right, std::string_view spelt) const;

 private:
  void locate();

  const record::WrittenMove& written_;
  std::string_view text_;
  std::optional<TokenParts> parts_;
};

// `text` on one line, blanks runs made one, cut at a readable length.
std::string on_one_line(std::string_view text);

}  // namespace nuskha::replay
