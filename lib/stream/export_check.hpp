// Compares each game of a PGN text with what the PGN writer makes of it, which is the export format
// of the standard (docs/formats/pgn.md). Internal.
#pragma once

#include <memory>
#include <string>

#include "record/events.hpp"
#include "text/diagnostic.hpp"
#include "writers/formats.hpp"

namespace nuskha::stream {

// Hands everything on to `out`; the first difference of a game is reported to `findings`, which is
// set before the first event. Games of which text could not be read or replayed are not compared.
class ExportCheck final : public record::PlayedEvents {
 public:
  explicit ExportCheck(record::PlayedEvents& out);

  text::Diagnostics* findings = nullptr;

  void begin_document(const text::Source& source) override;
  void end_document() override { out_.end_document(); }
  void prose(text::Span span) override { out_.prose(span); }
  void begin_game(text::Span span) override;
  void tag(std::string_view name, std::string_view value, text::Span span) override;
  record::Wants wants() const override;
  void start(const record::StartOfPlay& start) override;
  void move_number(const record::MoveNumber& number) override;
  void move(const record::PlayedMove& move) override;
  void nag(int glyph, text::Span span) override;
  void comment(std::string_view text, text::Span span) override;
  void begin_variation(text::Span span) override;
  void end_variation(text::Span span) override;
  void unread(std::string_view text, text::Span span) override;
  void final_position(std::string_view fen) override;
  void result(const record::ResultClaim& claim) override;
  void played(text::Span span) override;
  void end_game(text::Span span) override { out_.end_game(span); }

 private:
  // Both the comparison's writer and the consumer get every event.
  template <class F>
  void both(F&& event) {
    event(static_cast<record::PlayedEvents&>(*writer_));
    event(out_);
  }

  record::PlayedEvents& out_;
  std::string written_;
  std::unique_ptr<writers::Writer> writer_;
  const text::Source* source_ = nullptr;
  bool whole_ = true;
};

}  // namespace nuskha::stream
