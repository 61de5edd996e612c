#include "readers/event_dump.hpp"

#include <fmt/format.h>

#include "text/diagnostic.hpp"

namespace nuskha::tests {
namespace {

using record::WrittenMove;
using record::WrittenSquare;
using text::Span;

std::string square(WrittenSquare s) {
  std::string out;
  if (s.file >= 0) out += static_cast<char>('a' + s.file);
  if (s.rank >= 0) out += std::to_string(s.rank + 1);
  return out.empty() ? "?" : out;
}

class Dump final : public record::WrittenEvents, public text::Diagnostics {
 public:
  void begin_document(const text::Source& source) override { source_ = &source; }
  void prose(Span span) override { line("prose {}", place(span)); }
  void begin_game(Span span) override { line("game {}", place(span)); }
  void tag(std::string_view name, std::string_view value, Span span) override {
    line("  tag {} {} \"{}\"", place(span), name, value);
  }
  void move_number(const record::MoveNumber& n) override {
    line("  number {} {}{}", place(n.span), n.number, n.states_black ? " black" : "");
  }
  void move(const WrittenMove& m) override {
    std::string text = fmt::format("  move {} ", place(m.span));
    switch (m.form) {
      case record::MoveForm::castle_short:
        text += "castle-short";
        break;
      case record::MoveForm::castle_long:
        text += "castle-long";
        break;
      case record::MoveForm::null_move:
        text += "null";
        break;
      case record::MoveForm::drop:
        text += "drop ";
        [[fallthrough]];
      case record::MoveForm::plain:
        text += m.piece ? std::string(m.piece.view()) : m.unnamed_is_pawn ? "pawn" : "unnamed";
        if (m.from) text += ' ' + square(m.from);
        text += m.capture ? " x" : m.states_quiet ? " -" : " ";
        if (m.captured) text += " " + std::string(m.captured.view());
        text += ' ' + square(m.to);
    }
    if (m.en_passant) text += " ep";
    if (m.promotion) text += fmt::format(" ={}", m.promotion.view());
    switch (m.check) {
      case record::CheckMark::none:
        break;
      case record::CheckMark::check:
        text += " check";
        break;
      case record::CheckMark::double_check:
        text += " double-check";
        break;
      case record::CheckMark::mate:
        text += " mate";
        break;
    }
    if (m.mode) text += fmt::format(" mode {}+{}", m.mode_piece.view(), m.mode.view());
    if (m.convention != 0) text += fmt::format(" convention {}", m.convention);
    if (m.king_from || m.king_to)
      text += fmt::format(" king {} {}-{}", m.piece.view(), square(m.king_from), square(m.king_to));
    if (m.rook_from || m.rook_to)
      text += fmt::format(" rook {} {}-{}", m.rook.view(), square(m.rook_from), square(m.rook_to));
    line("{}", text);
  }
  void nag(int glyph, Span span) override { line("  nag {} ${}", place(span), glyph); }
  void comment(std::string_view text, Span span) override {
    line("  comment {} \"{}\"", place(span), text);
  }
  void begin_variation(Span span) override { line("  begin-variation {}", place(span)); }
  void end_variation(Span span) override { line("  end-variation {}", place(span)); }
  void unread(std::string_view text, Span span) override {
    line("  unread {} \"{}\"", place(span), text);
  }
  void claim(const record::ProtectionClaim& claim) override {
    std::string text = fmt::format("  claim {} {} protected by", place(claim.span),
                                   claim.piece ? claim.piece.view() : "it");
    for (const record::NamedSquare& p : claim.protectors) {
      text += fmt::format(" {}{}", p.piece.view(), square(p.square));
      if (p.mode) text += fmt::format("+{}", p.mode.view());
    }
    line("{}", text);
  }
  void placement(const record::Inventory& inventory) override {
    for (const bool white : {true, false}) {
      const auto& army = white ? inventory.white : inventory.black;
      std::string text = fmt::format("  {} {}", white ? "white" : "black", place(army.span));
      for (const record::NamedSquare& p : army.pieces)
        text += fmt::format(" {}{}", p.piece.view(), square(p.square));
      if (army.stated_total >= 0)
        text += fmt::format(", total {} {}", place(army.total_span), army.stated_total);
      line("{}", text);
    }
  }
  void result(const record::ResultClaim& claim) override {
    static constexpr std::string_view reasons[] = {"token", "resignation", "stalemate", "agreement",
                                                   "checkmate"};
    line("  result {} {} {}", place(claim.span), record::to_string(claim.result),
         reasons[static_cast<int>(claim.reason)]);
  }
  void end_game(Span span) override { line("end {}", place(span)); }
  void report(text::Diagnostic d) override {
    line("  finding {} {} {}: {} (game {}, ply {})", place(d.span), text::info(d.code).tag,
         text::to_string(text::info(d.code).severity), d.message(), d.game, d.ply);
  }

  std::string out;

 private:
  std::string place(Span span) const {
    const text::Place a = source_->place(span.begin), b = source_->place(span.end);
    return a.line == b.line ? fmt::format("{}:{}-{}", a.line, a.column, b.column)
                            : fmt::format("{}:{}-{}:{}", a.line, a.column, b.line, b.column);
  }
  template <class... Args>
  void line(fmt::format_string<Args...> format, Args&&... args) {
    out += fmt::format(format, std::forward<Args>(args)...);
    out += '\n';
  }
  const text::Source* source_ = nullptr;
};

}  // namespace

std::string dump_events(std::string name, std::string bytes, const readers::Dialect& dialect) {
  const text::Source source(std::move(name), std::move(bytes));
  Dump dump;
  dialect.read(source, dump, dump);
  return std::move(dump.out);
}

}  // namespace nuskha::tests
