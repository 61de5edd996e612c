// One game being replayed. Replay (replay.hpp) chooses an implementation when the tags are read and
// hands it every event after them. Internal.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "record/events.hpp"
#include "replay/findings.hpp"
#include "replay/replay.hpp"
#include "rules/variant.hpp"

namespace nuskha::replay {

class Game;

// What a game needs of its surroundings.
struct Context {
  record::PlayedEvents& out;
  Findings& findings;
  Counts& counts;
  const Options& options;
  const text::Source* source = nullptr;
  // Who replayed the game before, if a list of pieces that comes next may be of its end.
  const Game* ended = nullptr;

  std::string_view text_of(text::Span span) const {
    if (!source || span.begin > span.end || span.end > source->text().size()) return {};
    return source->text(span);
  }
};

struct TagValue {
  std::string value;
  text::Span span;
};

// The tags that say where a game starts and how it is written.
struct Setup {
  std::optional<TagValue> variant, fen, set_up, result, piece_names;

  void clear() {
    for (auto* slot : {&variant, &fen, &set_up, &result, &piece_names}) slot->reset();
  }
};

class Game {
 public:
  virtual ~Game() = default;
  // The setup stays as it is up to end().
  virtual void start(const Setup&) = 0;
  virtual void move_number(const record::MoveNumber&) = 0;
  virtual void move(const record::WrittenMove&) = 0;
  virtual void moves(std::span<const record::PlainMove> moves) {
    for (const record::PlainMove& move : moves) record::tell(move, *this);
  }
  virtual void nag(int, text::Span) = 0;
  virtual void comment(std::string_view, text::Span) = 0;
  virtual void claim(const record::ProtectionClaim&) = 0;
  // Instead of start().
  virtual void placement(const Setup&, const record::Inventory&) = 0;
  virtual void begin_variation(text::Span) = 0;
  virtual void end_variation(text::Span) = 0;
  virtual void unread(std::string_view, text::Span) = 0;
  virtual void result(const record::ResultClaim&) = 0;
  // Everything but end_game() itself; returns whether the game was replayed to its end.
  virtual bool end() = 0;
};

std::unique_ptr<Game> make_game(Context& context, std::shared_ptr<const rules::Variant> variant);
// For a variant that is not known: every move is kept as text.
std::unique_ptr<Game> make_text_game(Context& context);

// For a text that names no variant: `usual`, unless the first moves are legal in another only.
// `game_of` gives the game of a variant that the registry knows.
std::unique_ptr<Game> make_unnamed_game(Context& context, const variants::Registry& registry,
                                        std::string usual,
                                        std::function<Game&(std::string_view)> game_of);

// That the Result tag and the text give different results, if they do.
std::optional<text::Diagnostic> result_difference(const Setup& setup,
                                                  const record::ResultClaim& claim);

// A run of text that goes on as one unread event; nothing where lines are truncated.
class KeptText {
 public:
  explicit KeptText(Context& context) : context_(context) {}
  void add(text::Span span);
  void flush() {
    if (!text_.empty()) pass_on();
  }

 private:
  void pass_on();

  Context& context_;
  std::string text_;
  text::Span span_;
};

}  // namespace nuskha::replay
