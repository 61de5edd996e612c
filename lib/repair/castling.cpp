#include "repair/castling.hpp"

#include <array>
#include <string>

#include "record/spell.hpp"

namespace nuskha::repair {

using record::MoveForm;
using record::WrittenMove;
using record::WrittenSquare;
using text::Span;

namespace {

// The zeros or letters, each as one byte of the text.
std::vector<std::uint32_t> signs(std::string_view text) {
  std::vector<std::uint32_t> out;
  for (std::uint32_t at = 0; at < text.size(); ++at) {
    const char c = text[at];
    if (c == '0' || c == 'O' || c == 'o') out.push_back(at);
    // What stands between them: a blank, a dash, or the bytes of a longer one.
    else if (c != ' ' && c != '-' && static_cast<unsigned char>(c) < 0x80)
      break;
  }
  return out;
}

// The squares in the text behind that offset, in their order.
std::vector<Span> squares(std::string_view text, std::uint32_t at) {
  const auto is_figure = [&](std::uint32_t i) {
    return i < text.size() && text[i] >= '0' && text[i] <= '9';
  };
  std::vector<Span> out;
  for (; at < text.size(); ++at) {
    if (text[at] < 'a' || text[at] > 'z' || !is_figure(at + 1)) continue;
    const std::uint32_t begin = at++;
    while (is_figure(at + 1)) ++at;
    out.push_back({begin, at + 1});
  }
  return out;
}

}  // namespace

std::vector<text::Fix> rewrite_castling(const text::Source& source, const WrittenMove& written,
                                        const WrittenMove& right) {
  const std::string_view text = source.text(written.span);
  const bool is_long = written.form == MoveForm::castle_long;
  const std::vector<std::uint32_t> zeros = signs(text);
  if (zeros.size() != (is_long ? 3 : 2)) return {};
  std::vector<text::Fix> fixes;
  const auto change = [&](std::uint32_t begin, std::uint32_t end, std::string with) {
    fixes.push_back({{written.span.begin + begin, written.span.begin + end}, std::move(with)});
  };
  if (right.form != written.form) {
    if (is_long)
      change(zeros[1] + 1, zeros[2] + 1, "");
    else
      change(zeros[1] + 1, zeros[1] + 1,
             std::string(text.substr(zeros[0] + 1, zeros[1] - zeros[0])));
  }
  const std::vector<Span> there = squares(text, zeros.back() + 1);
  auto next = there.begin();
  // The rook's name stands before his square.
  const auto rename = [&](std::uint32_t square) {
    const std::string_view is = written.rook.view();
    if (!written.rook || written.rook == right.rook || square < is.size()) return;
    if (text.substr(square - is.size(), is.size()) == is)
      change(square - std::uint32_t(is.size()), square, std::string(right.rook.view()));
  };
  const std::array named = {&WrittenMove::king_from, &WrittenMove::king_to, &WrittenMove::rook_from,
                            &WrittenMove::rook_to};
  for (const auto square : named) {
    const WrittenSquare is = written.*square, meant = right.*square;
    if (!is) continue;
    if (next == there.end()) return {};
    if (square == &WrittenMove::rook_from) rename(next->begin);
    if (meant && !(is == meant)) {
      std::string spelt;
      record::spell_square(meant, spelt);
      change(next->begin, next->end, spelt);
    }
    ++next;
  }
  if (next != there.end()) return {};
  return fixes;
}

std::optional<std::pair<std::string, std::string>> castling_signs(std::string_view castling) {
  const std::vector<std::uint32_t> zeros = signs(castling);
  if (zeros.size() != 2 && zeros.size() != 3) return std::nullopt;
  const std::string one_side(castling.substr(zeros[0], zeros[1] - zeros[0]));
  const std::string zero(1, castling[zeros[0]]);
  return std::pair(one_side + zero, one_side + one_side + zero);
}

}  // namespace nuskha::repair
