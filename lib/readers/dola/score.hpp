// What a score says, in the order in which a game's events must come.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "record/events.hpp"
#include "text/diagnostic.hpp"

namespace nuskha::readers::dola {

text::Diagnostic make_finding(text::Code code, text::Span span, std::vector<std::string> args);
// Of a text that a finding quotes: long enough to be recognised, short enough for one line.
std::string excerpt(std::string_view text);

// A game as it is read. Its events are held back until it ends, because some of what a score says
// is settled only then: whether it uses `&`, whether its columns stand side by side, whether a
// result was one.
class Score {
 public:
  // Events held back at most. A longer game is handed on in pieces, in the order of the text.
  static constexpr std::size_t max_held = 1 << 16;
  // Findings listed for one game; more are only counted.
  static constexpr std::size_t max_findings = 1000;

  // `text` is the whole text that spans are spans of.
  Score(std::string_view text, record::WrittenEvents& events, text::Diagnostics& diagnostics)
      : text_(text), events_(events), diagnostics_(diagnostics) {}

  void begin(std::uint32_t offset);
  // The first value given for a name stays.
  void tag(std::string_view name, std::string_view value, text::Span span);
  std::string_view tag(std::string_view name) const;
  // From here on the score proper; `offset` is where it begins.
  void begin_moves(std::uint32_t offset) { head_end_ = offset; }

  void number(record::MoveNumber number);
  void move(const record::WrittenMove& move);
  void nag(int glyph, text::Span span);
  void comment(std::string text, text::Span span);
  void claim(record::ProtectionClaim claim);
  // Text that stands where a move must stand (it counts as a ply), or other text that was kept.
  void unread(std::string text, text::Span span, bool instead_of_move);
  void placement(record::Inventory inventory);
  void result(const record::ResultClaim& claim);
  // Of the last move, or of the next.
  enum class Of : bool { last_move, next_move };
  void finding(text::Diagnostic finding, Of of = Of::last_move);

  // Between White's move and Black's of one number: a `&`, or none before the move at `before`.
  void ampersand() { ++ampersands_; }
  void missing_ampersand(text::Span before);

  // The last event was a number: a black move follows it.
  void number_states_black();
  // The last event, where it is a move; null otherwise.
  record::WrittenMove* last_move();
  // The result turns out to be none, as moves follow: it becomes a comment.
  void take_result_back();

  std::uint32_t plies() const { return plies_; }
  // 1-based; of the game that is being read.
  std::uint32_t game() const { return game_; }
  void end(std::uint32_t offset);

 private:
  enum class Kind : std::uint8_t {
    number,
    move,
    nag,
    comment,
    claim,
    unread,
    placement,
    result,
    finding,
    missing_ampersand
  };
  struct Element {
    Kind kind;
    bool next = false;        // number: states_black; finding: of the next move; unread: a ply
    std::uint32_t value = 0;  // number, glyph, or index into the kind's own list
    text::Span span;
  };
  struct Tag {
    std::string name, value;
    text::Span span;
  };

  void hold(Element element);
  void flush();
  void emit(const Element& element);
  void report(text::Diagnostic finding, std::uint32_t ply);
  void order_columns();

  std::string_view text_;
  record::WrittenEvents& events_;
  text::Diagnostics& diagnostics_;

  std::uint32_t game_ = 0;
  std::uint32_t begin_ = 0, head_end_ = 0;
  std::uint32_t plies_ = 0;
  std::uint32_t ampersands_ = 0, missing_ = 0;
  std::uint32_t findings_ = 0;  // of this game
  std::uint32_t emitted_ = 0;   // moves
  bool flushed_ = false;
  std::vector<Tag> tags_;
  std::vector<Element> elements_;
  std::vector<record::WrittenMove> moves_;
  std::vector<std::string> comments_;
  std::vector<record::ProtectionClaim> claims_;
  std::vector<record::ResultClaim> results_;
  record::Inventory placement_;
  std::vector<text::Diagnostic> held_findings_;
};

}  // namespace nuskha::readers::dola
