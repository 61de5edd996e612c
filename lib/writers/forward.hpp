// A writer that hands everything on to another: the base of those that change or watch a little.
#pragma once

#include <memory>

#include "writers/formats.hpp"

namespace nuskha::writers {

class Forward : public Writer {
 public:
  explicit Forward(std::unique_ptr<Writer> next) : next_(std::move(next)) {}

  record::Wants wants() const override { return next_->wants(); }
  void begin_document(const text::Source& source) override { next_->begin_document(source); }
  void end_document() override { next_->end_document(); }
  void prose(text::Span span) override { next_->prose(span); }
  void begin_game(text::Span span) override { next_->begin_game(span); }
  void tag(std::string_view name, std::string_view value, text::Span span) override {
    next_->tag(name, value, span);
  }
  void start(const record::StartOfPlay& start) override { next_->start(start); }
  void move_number(const record::MoveNumber& number) override { next_->move_number(number); }
  void move(const record::PlayedMove& move) override { next_->move(move); }
  void nag(int glyph, text::Span span) override { next_->nag(glyph, span); }
  void comment(std::string_view text, text::Span span) override { next_->comment(text, span); }
  void begin_variation(text::Span span) override { next_->begin_variation(span); }
  void end_variation(text::Span span) override { next_->end_variation(span); }
  void unread(std::string_view text, text::Span span) override { next_->unread(text, span); }
  void final_position(std::string_view fen) override { next_->final_position(fen); }
  void result(const record::ResultClaim& claim) override { next_->result(claim); }
  void end_game(text::Span span) override { next_->end_game(span); }
  void diagnostic(const text::Diagnostic& diagnostic, const text::Source& source) override {
    next_->diagnostic(diagnostic, source);
  }
  bool wants_diagnostics() const override { return next_->wants_diagnostics(); }

 protected:
  Writer& next() { return *next_; }

 private:
  std::unique_ptr<Writer> next_;
};

}  // namespace nuskha::writers
