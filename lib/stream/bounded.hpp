// Bounds what one game may say, so that what is written of it is not too long to be read again.
// Internal.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>

#include "readers/dialects.hpp"
#include "record/events.hpp"
#include "text/diagnostic.hpp"

namespace nuskha::stream {

// No less than the bytes that a game takes as PGN, however it was written, and a quarter of those
// as JSON Lines.
inline constexpr std::size_t max_game_content = readers::max_game_bytes;
// Tags come with a game's variant, and for those that the roster misses: so many bytes are kept
// free for them, or are those of the tags that it has.
inline constexpr std::size_t frame_bytes = 16 * 1024;
// What the PGN writer needs for a move at most: `131072... ` (half of all numbers is left out) and
// `Nb1xd2+ `, or `{[%unread Ng1-f3]} `. Formats may need more (writers::Format::move_bytes).
inline constexpr std::size_t pgn_move_bytes = 24;
// Whether a game of a text so long may say more. A move that can be read has two bytes at least.
constexpr bool may_say_too_much(std::size_t text_bytes, std::size_t move_bytes) {
  return frame_bytes + text_bytes / 2 * std::max(pgn_move_bytes, move_bytes) > max_game_content;
}

// Stands behind a reader and ends a game that says more than max_game_content; what follows goes on
// as another game, with a finding. A written game says the same as the one it was made of, so that
// it is not cut when it is read.
class Bounded final : public record::WrittenEvents {
 public:
  // `move_bytes` as in writers::Format.
  Bounded(record::WrittenEvents& next, text::Diagnostics& findings, std::size_t move_bytes)
      : next_(next), findings_(findings), move_bytes_(move_bytes) {}

  void begin_document(const text::Source& source) override { next_.begin_document(source); }
  void end_document() override { next_.end_document(); }
  void prose(text::Span span) override { next_.prose(span); }
  void begin_game(text::Span span) override;
  void tag(std::string_view name, std::string_view value, text::Span span) override;
  void move_number(const record::MoveNumber& number) override;
  void move(const record::WrittenMove& move) override;
  void nag(int glyph, text::Span span) override;
  void comment(std::string_view text, text::Span span) override;
  void claim(const record::ProtectionClaim& claim) override { next_.claim(claim); }
  void placement(const record::Inventory& inventory) override { next_.placement(inventory); }
  void begin_variation(text::Span span) override;
  void end_variation(text::Span span) override;
  void unread(std::string_view text, text::Span span) override;
  void result(const record::ResultClaim& claim) override { next_.result(claim); }
  void end_game(text::Span span) override;

 private:
  void add(std::size_t bytes, text::Span span);
  void cut(text::Span span);
  // Gives the text to `event` in parts that fit.
  template <class Event>
  void add_text(std::string_view text, text::Span span, Event&& event);

  record::WrittenEvents& next_;
  text::Diagnostics& findings_;
  std::size_t move_bytes_;
  text::Span game_;
  std::size_t tags_ = 0;     // bytes of the game's tags
  std::size_t content_ = 0;  // of what counts
  std::size_t number_ = 0;   // of a move number that no move follows yet
  std::size_t depth_ = 0;
};

}  // namespace nuskha::stream
