// The laws that events keep, whatever the text, of every reader that follows its order.
#pragma once

#include <algorithm>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "record/events.hpp"

namespace nuskha::tests {

// Events in their order, spans inside the text and inside their game, each not before the last,
// variations balanced, every byte in a game or in prose. `broken` says what does not hold.
class EventLaws final : public record::WrittenEvents {
 public:
  void begin_document(const text::Source& source) override;
  void end_document() override;
  void prose(text::Span) override;
  void begin_game(text::Span) override;
  void tag(std::string_view, std::string_view, text::Span) override;
  void move_number(const record::MoveNumber&) override;
  void move(const record::WrittenMove&) override;
  void nag(int, text::Span) override;
  void comment(std::string_view, text::Span) override;
  void claim(const record::ProtectionClaim&) override;
  void placement(const record::Inventory&) override;
  void begin_variation(text::Span) override;
  void end_variation(text::Span) override;
  void unread(std::string_view, text::Span) override;
  void result(const record::ResultClaim&) override;
  void end_game(text::Span) override;

  std::vector<std::string> broken;
  std::size_t games = 0, moves = 0;

 private:
  void law(bool holds, const char* what);
  void inside(text::Span span, const char* what);
  void in_order(text::Span span, const char* what);
  std::uint32_t size_ = 0;
  std::uint32_t covered_ = 0;  // by games and prose, from the beginning without a hole
  std::uint32_t reached_ = 0;  // begin of the last event of the game
  bool in_document_ = false, in_game_ = false, past_tags_ = false;
  int depth_ = 0, results_ = 0, placements_ = 0;
  std::uint32_t farthest_ = 0;  // end of any span of the game
};

inline void EventLaws::law(bool holds, const char* what) {
  constexpr std::size_t enough = 20;
  if (!holds && broken.size() < enough) broken.emplace_back(what);
}
inline void EventLaws::inside(text::Span span, const char* what) {
  law(in_game_, what);
  law(span.begin <= span.end && span.end <= size_, what);
  law(span.begin >= covered_, what);
  farthest_ = std::max(farthest_, span.end);
}
inline void EventLaws::in_order(text::Span span, const char* what) {
  inside(span, what);
  law(span.begin >= reached_, what);
  reached_ = span.begin;
  past_tags_ = true;
}

inline void EventLaws::begin_document(const text::Source& source) {
  law(!in_document_, "begin_document once");
  in_document_ = true;
  size_ = static_cast<std::uint32_t>(source.text().size());
}
inline void EventLaws::end_document() {
  law(in_document_ && !in_game_, "end_document after the last game");
  law(covered_ == size_, "every byte in a game or in prose");
  in_document_ = false;
}
inline void EventLaws::prose(text::Span span) {
  law(in_document_ && !in_game_, "prose outside of games");
  law(span.begin == covered_ && span.begin <= span.end && span.end <= size_,
      "prose leaves no hole");
  covered_ = span.end;
}
inline void EventLaws::begin_game(text::Span span) {
  law(in_document_ && !in_game_, "games do not nest");
  in_game_ = true;
  past_tags_ = false;
  depth_ = results_ = placements_ = 0;
  reached_ = farthest_ = 0;
  ++games;
  law(span.begin == covered_, "a game leaves no hole");
}
inline void EventLaws::tag(std::string_view, std::string_view, text::Span span) {
  inside(span, "tag inside its game");
  law(!past_tags_, "tags come first");
}
inline void EventLaws::move_number(const record::MoveNumber& number) {
  in_order(number.span, "move number in order");
}
inline void EventLaws::move(const record::WrittenMove& move) {
  in_order(move.span, "move in order");
  ++moves;
}
inline void EventLaws::nag(int glyph, text::Span span) {
  in_order(span, "nag in order");
  law(glyph >= 0 && glyph <= 255, "nag in range");
}
inline void EventLaws::comment(std::string_view, text::Span span) {
  // A comment before the tags comes after them as an event.
  inside(span, "comment inside its game");
  past_tags_ = true;
}
inline void EventLaws::claim(const record::ProtectionClaim& claim) {
  inside(claim.span, "claim inside its game");
  past_tags_ = true;
}
inline void EventLaws::placement(const record::Inventory& inventory) {
  inside(inventory.white.span, "placement inside its game");
  inside(inventory.black.span, "placement inside its game");
  law(++placements_ == 1, "one placement");
  past_tags_ = true;
}
inline void EventLaws::begin_variation(text::Span span) {
  in_order(span, "variation in order");
  ++depth_;
}
inline void EventLaws::end_variation(text::Span span) {
  in_order(span, "variation in order");
  law(--depth_ >= 0, "variations balanced");
}
inline void EventLaws::unread(std::string_view, text::Span span) {
  inside(span, "unread text inside its game");
  past_tags_ = true;
}
inline void EventLaws::result(const record::ResultClaim& claim) {
  in_order(claim.span, "result in order");
  law(++results_ == 1, "one result");
  law(depth_ == 0, "result in the main line");
}
inline void EventLaws::end_game(text::Span span) {
  law(in_game_, "end_game after begin_game");
  law(depth_ == 0, "variations closed");
  law(span.begin == covered_ && span.end <= size_ && span.end >= farthest_, "spans nest");
  covered_ = span.end;
  in_game_ = false;
}

}  // namespace nuskha::tests
