// The laws that every reader keeps, as one consumer of its events: games and prose cover the text
// byte by byte, spans lie inside their game, events come in the order that record/events.hpp gives.
#pragma once

#include <string>
#include <string_view>

#include "record/events.hpp"
#include "text/diagnostic.hpp"

namespace nuskha::tests {

class EventChecks : public record::WrittenEvents, public text::Diagnostics {
 public:
  // The first broken law; empty if all were kept.
  const std::string& broken() const { return broken_; }
  std::size_t games = 0, moves = 0, findings = 0;

  void begin_document(const text::Source& source) override {
    expect(state_ == State::before, "begin_document comes first");
    size_ = static_cast<std::uint32_t>(source.text().size());
    state_ = State::between;
  }
  void end_document() override {
    expect(state_ == State::between, "end_document comes between games");
    expect(covered_ == size_, "games and prose cover the whole text");
    state_ = State::after;
  }
  void prose(text::Span span) override {
    expect(state_ == State::between, "prose stands between games");
    cover(span, "prose begins where the last game or prose ends");
    expect(span.size() > 0, "prose is not empty");
  }
  void begin_game(text::Span span) override {
    expect(state_ == State::between, "games do not nest");
    expect(span.begin == covered_, "a game begins where the last game or prose ends");
    expect(span.begin <= span.end && span.end <= size_, "the span of begin_game lies in the text");
    state_ = State::tags;
    begin_ = span.begin;
    last_ = span.end;
    ++games;
    plies_ = results_ = placements_ = 0;
    depth_ = 0;
  }
  void end_game(text::Span span) override {
    expect(state_ == State::tags || state_ == State::moves, "end_game ends a game");
    expect(span.begin == begin_, "end_game has the beginning of begin_game");
    expect(last_ <= span.end, "events lie in their game");
    expect(depth_ == 0, "variations are closed");
    expect(placements_ == 0 || plies_ == 0, "a game has moves or a placement");
    cover(span, "a game covers its span");
    state_ = State::between;
  }

  void tag(std::string_view name, std::string_view, text::Span span) override {
    expect(state_ == State::tags, "tags come first in a game");
    expect(!name.empty(), "a tag has a name");
    inside(span);
  }
  void move_number(const record::MoveNumber& number) override { in_moves(number.span); }
  void move(const record::WrittenMove& move) override {
    in_moves(move.span);
    ++plies_;
    ++moves;
    expect(results_ == 0, "no move follows the result");
    expect(move.form != record::MoveForm::plain || move.to.whole(), "a move says where it goes");
    expect(move.convention <= 3, "there are three conventions");
  }
  void nag(int, text::Span span) override { in_moves(span); }
  void comment(std::string_view, text::Span span) override { in_moves(span); }
  void unread(std::string_view, text::Span span) override { in_moves(span); }
  void claim(const record::ProtectionClaim& claim) override {
    in_moves(claim.span);
    expect(!claim.protectors.empty(), "a claim names protectors");
    for (const record::NamedSquare& p : claim.protectors) {
      expect(p.square.whole(), "a protector stands on a square");
      expect(claim.span.begin <= p.span.begin && p.span.end <= claim.span.end,
             "protectors lie in their claim");
    }
  }
  void placement(const record::Inventory& inventory) override {
    in_moves({last_, last_});
    ++placements_;
    expect(placements_ == 1, "a game has one placement");
    for (const auto* army : {&inventory.white, &inventory.black}) {
      if (army->pieces.empty()) continue;
      inside(army->span);
      for (const record::NamedSquare& p : army->pieces)
        expect(army->span.begin <= p.span.begin && p.span.end <= army->span.end,
               "men lie in their army");
    }
  }
  void begin_variation(text::Span span) override {
    in_moves(span);
    ++depth_;
  }
  void end_variation(text::Span span) override {
    in_moves(span);
    expect(--depth_ >= 0, "variations open before they close");
  }
  void result(const record::ResultClaim& claim) override {
    in_moves(claim.span);
    ++results_;
    expect(results_ == 1, "a game has one result");
  }

  void report(text::Diagnostic diagnostic) override {
    ++findings;
    expect(diagnostic.span.begin <= diagnostic.span.end && diagnostic.span.end <= size_,
           "findings lie in the text");
    expect(!diagnostic.message().empty(), "findings have a message");
    for (const text::Fix& fix : diagnostic.fixes)
      expect(fix.span.begin <= fix.span.end && fix.span.end <= size_, "fixes lie in the text");
  }

 private:
  enum class State { before, between, tags, moves, after };

  void expect(bool holds, std::string_view law) {
    if (!holds && broken_.empty()) broken_ = law;
  }
  void cover(text::Span span, std::string_view law) {
    expect(span.begin == covered_ && span.begin <= span.end && span.end <= size_, law);
    covered_ = span.end;
  }
  void inside(text::Span span) {
    expect(begin_ <= span.begin && span.begin <= span.end && span.end <= size_,
           "spans lie in their game");
    if (span.end > last_) last_ = span.end;
  }
  void in_moves(text::Span span) {
    expect(state_ == State::tags || state_ == State::moves, "events lie in a game");
    state_ = State::moves;
    inside(span);
  }

  std::string broken_;
  State state_ = State::before;
  std::uint32_t size_ = 0, covered_ = 0, begin_ = 0, last_ = 0;
  std::size_t plies_ = 0, results_ = 0, placements_ = 0;
  int depth_ = 0;
};

}  // namespace nuskha::tests
