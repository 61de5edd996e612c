#include "stream/mended_pass.hpp"

#include <algorithm>
#include <utility>

#include "record/result_claim.hpp"
#include "writers/forward.hpp"

namespace nuskha::stream {

using text::Code;

// Sees which variant each game turns out to be.
class Suspects::Watch final : public writers::Forward {
 public:
  Watch(Suspects& suspects, std::unique_ptr<writers::Writer> next)
      : Forward(std::move(next)), suspects_(suspects) {}
  void start(const record::StartOfPlay& start) override {
    suspects_.variant_ = start.variant;
    Forward::start(start);
  }

 private:
  Suspects& suspects_;
};

Suspects::Suspects(const replay::Profile* profile, const text::CodeSet& codes,
                   std::uint32_t first_game, text::Diagnostics& next)
    : codes_(codes), first_game_(first_game), next_(next) {
  if (profile) profile_ = *profile;
  muted_ = profile_.muted;
  profile_.muted &= ~codes;
}

std::unique_ptr<writers::Writer> Suspects::watch(Options& options,
                                                 std::unique_ptr<writers::Writer> next) {
  options.profile = &profile_;
  options.on_begin = [this](std::uint32_t game, text::Diagnostics&) {
    game_ = game;
    variant_.clear();
  };
  return std::make_unique<Watch>(*this, std::move(next));
}

// A game's findings come at its end.
void Suspects::report(text::Diagnostic finding) {
  if (finding.game == game_ && game_ != 0 && codes_[std::size_t(finding.code)]) {
    // The list of the men at the end counts as a game of its own; the one before it is at fault.
    const std::uint32_t earlier = finding.code == Code::final_men && game_ > first_game_;
    games.emplace(game_ - first_game_ - earlier, variant_);
  }
  if (!muted_[std::size_t(finding.code)]) next_.report(std::move(finding));
}

// Counts the moves of the main line. What follows something that is rather wrong is kept as text.
class MendedPass::Restore final : public writers::Forward {
 public:
  Restore(const MendedPass& pass, std::unique_ptr<writers::Writer> next)
      : Forward(std::move(next)), pass_(pass) {}

  void begin_document(const text::Source& source) override {
    source_ = &source;
    Forward::begin_document(source);
  }
  void begin_game(text::Span span) override {
    moves_ = depth_ = 0;
    is_unsure_ = false;
    number_ = kept_ = {};
    Forward::begin_game(span);
  }
  void begin_variation(text::Span span) override {
    ++depth_;
    if (!hold(span)) Forward::begin_variation(span);
  }
  void end_variation(text::Span span) override {
    --depth_;
    if (!hold(span)) Forward::end_variation(span);
  }
  void move_number(const record::MoveNumber& number) override {
    if (hold(number.span)) return;
    number_ = number.span;
    Forward::move_number(number);
  }
  void nag(int glyph, text::Span span) override {
    if (!hold(span)) Forward::nag(glyph, span);
  }
  void comment(std::string_view text, text::Span span) override {
    give_kept();
    Forward::comment(text, span);
  }
  void unread(std::string_view text, text::Span span) override {
    if (text.size() == span.size() && hold(span)) return;
    give_kept();
    Forward::unread(text, span);
  }
  void move(const record::PlayedMove& move) override {
    const repair::MendedMove* mended = depth_ == 0 ? next_move() : nullptr;
    const text::Span span = move.written ? move.written->span : text::Span{};
    if (depth_ == 0 && move.written && !is_unsure_ && is_unsure_from(span)) {
      is_unsure_ = true;
      hold(number_);
    }
    number_ = {};
    if (hold(span)) return;
    if (!mended) return Forward::move(move);
    keep(*mended, span);
    record::PlayedMove corrected = move;
    if (mended->original) corrected.original = *mended->original;
    Forward::move(corrected);
  }
  void final_position(std::string_view fen) override {
    if (!is_unsure_) Forward::final_position(fen);
  }
  void result(const record::ResultClaim& claim) override {
    give_kept();
    end(claim.span);
    Forward::result(is_unsure_ ? record::without_position(claim) : claim);
  }
  void end_game(text::Span span) override {
    give_kept();
    end(span);
    Forward::end_game(span);
  }

 private:
  const repair::MendedMove* next_move() {
    const std::size_t at = moves_++;
    return pass_.current_ && at < pass_.current_->moves.size() ? &pass_.current_->moves[at]
                                                               : nullptr;
  }
  bool is_unsure_from(text::Span span) const {
    return pass_.current_ && pass_.current_->unsure_from &&
           pass_.mended_.revision.original(span).begin >= *pass_.current_->unsure_from;
  }
  // Whether it is kept as text, in one piece with what is kept before it.
  bool hold(text::Span span) {
    if (!is_unsure_) return false;
    if (span.size() > 0) kept_ = {kept_.size() > 0 ? kept_.begin : span.begin, span.end};
    return true;
  }
  void give_kept() {
    if (kept_.size() == 0) return;
    next().unread(source_->text(kept_), kept_);
    kept_ = {};
  }
  // What was taken out stays as text.
  void keep(const repair::MendedMove& mended, text::Span span) {
    for (const std::string& text : mended.taken_out) next().unread(text, span);
  }
  void end(text::Span span) {
    if (!pass_.current_ || moves_ + 1 != pass_.current_->moves.size()) return;
    keep(*next_move(), span);
  }

  const MendedPass& pass_;
  const text::Source* source_ = nullptr;
  std::size_t moves_ = 0;
  int depth_ = 0;
  bool is_unsure_ = false;
  text::Span number_;  // before the next move
  text::Span kept_;
};

MendedPass::MendedPass(const repair::Mended& mended, const text::Source& original,
                       std::uint32_t first_game, text::Diagnostics& next)
    : mended_(mended), original_(original), first_game_(first_game), next_(next) {}

const repair::MendedGame* MendedPass::game(std::uint32_t number) const {
  const auto found = mended_.games.find(number - first_game_);
  return found == mended_.games.end() ? nullptr : &found->second;
}

std::unique_ptr<writers::Writer> MendedPass::restore(Options& options,
                                                     std::unique_ptr<writers::Writer> next) {
  options.on_begin = [this](std::uint32_t number, text::Diagnostics& findings) {
    current_ = game(number);
    if (!current_) return;
    for (const text::Diagnostic& finding : current_->findings) findings.report(finding);
  };
  auto writer = std::make_unique<Restore>(*this, std::move(next));
  writer_ = writer.get();
  return writer;
}

void MendedPass::report(text::Diagnostic finding) {
  const bool of_repair = finding.code == Code::corrected ||
                         finding.code == Code::correction_proposed ||
                         finding.code == Code::unrepairable_game;
  if (!of_repair) {
    const text::Revision& revision = mended_.revision;
    finding.span = revision.original(finding.span);
    for (text::Note& note : finding.notes)
      if (note.span) note.span = revision.original(*note.span);
    // What repair proposes is better founded.
    if (game(finding.game) && repair::mendable()[std::size_t(finding.code)]) finding.fixes.clear();
    for (text::Fix& fix : finding.fixes) fix.span = revision.original(fix.span);
  }
  writer_->diagnostic(finding, original_);
  next_.report(std::move(finding));
}

void MendedPass::put_in_order(std::vector<text::Diagnostic>& findings) {
  for (auto begin = findings.begin(); begin != findings.end();) {
    const auto end = std::find_if(begin, findings.end(), [&](const text::Diagnostic& finding) {
      return finding.game != begin->game;
    });
    if (begin->game != 0)
      std::stable_sort(begin, end, [](const text::Diagnostic& a, const text::Diagnostic& b) {
        return a.span.begin < b.span.begin;
      });
    begin = end;
  }
}

}  // namespace nuskha::stream
