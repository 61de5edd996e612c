#include "record/result_claim.hpp"
#include "replay/game.hpp"

namespace nuskha::replay {

using record::GameResult;

void KeptText::add(text::Span span) {
  const std::string_view text = context_.text_of(span);
  if (text.empty() || context_.options.truncate) return;
  if (text_.empty())
    span_ = span;
  else
    text_ += ' ';
  text_ += text;
  span_.end = std::max(span_.end, span.end);
}

void KeptText::pass_on() {
  context_.out.unread(text_, span_);
  text_.clear();
}

std::optional<text::Diagnostic> result_difference(const Setup& setup,
                                                  const record::ResultClaim& claim) {
  if (!setup.result) return std::nullopt;
  const GameResult tag = record::read_result(setup.result->value);
  const bool tag_stated = tag != GameResult::unknown || setup.result->value == "*";
  if (!tag_stated || tag == claim.result) return std::nullopt;
  // Words that leave it open say less than the tag.
  if (claim.reason != record::ResultClaim::Reason::token &&
      (tag == GameResult::unknown || claim.result == GameResult::unknown))
    return std::nullopt;
  return text::Diagnostic{.code = text::Code::result_tag,
                          .span = setup.result->span,
                          .args = {setup.result->value, std::string(to_string(claim.result))},
                          .notes = {{"the text gives its result here", claim.span}}};
}

namespace {

class TextGame final : public Game {
 public:
  explicit TextGame(Context& context) : context_(context), kept_(context) {}

  void start(const Setup& setup) override {
    setup_ = &setup;
    if (setup.variant) context_.out.tag("Variant", setup.variant->value, setup.variant->span);
    if (setup.set_up) context_.out.tag("SetUp", setup.set_up->value, setup.set_up->span);
    if (setup.fen) context_.out.tag("FEN", setup.fen->value, setup.fen->span);
  }
  void move_number(const record::MoveNumber& number) override { kept_.add(number.span); }
  void move(const record::WrittenMove& move) override { kept_.add(move.span); }
  void nag(int, text::Span span) override { kept_.add(span); }
  void comment(std::string_view text, text::Span span) override {
    if (context_.options.truncate) return;
    kept_.flush();
    context_.out.comment(text, span);
  }
  void claim(const record::ProtectionClaim&) override {}
  void placement(const Setup& setup, const record::Inventory& inventory) override {
    start(setup);
    kept_.add(inventory.white.span);
    kept_.add(inventory.black.span);
  }
  void begin_variation(text::Span span) override { kept_.add(span); }
  void end_variation(text::Span span) override { kept_.add(span); }
  void unread(std::string_view text, text::Span span) override {
    if (context_.options.truncate) return;
    kept_.flush();
    context_.out.unread(text, span);
  }
  void result(const record::ResultClaim& claim) override {
    if (record::names_nobody(claim)) return kept_.add(claim.span);
    kept_.flush();
    if (auto difference = result_difference(*setup_, claim))
      context_.findings.report(std::move(*difference));
    context_.out.result(claim);
  }
  bool end() override {
    kept_.flush();
    return false;
  }

 private:
  Context& context_;
  const Setup* setup_ = nullptr;
  KeptText kept_;
};

}  // namespace

std::unique_ptr<Game> make_text_game(Context& context) {
  return std::make_unique<TextGame>(context);
}

}  // namespace nuskha::replay
