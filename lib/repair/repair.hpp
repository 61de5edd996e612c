// Mends a recorded game as a whole: which line of legal moves explains everything written at the
// least cost, how sure each correction is, and what else it could be (docs/ARCHITECTURE.md,
// "Repair"). The blame goes to the cheapest explanation, not to the first move that is not legal.
#pragma once

#include <cstdint>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "record/events.hpp"
#include "repair/costs.hpp"
#include "rules/move.hpp"
#include "text/diagnostic.hpp"
#include "variants/registry.hpp"

namespace nuskha::repair {

// The limits of the search. Time and memory grow with beam_width times the number of moves.
inline constexpr std::size_t beam_width = 512;
inline constexpr std::size_t max_moves = 4096;  // of a game; what follows is not looked at
// Moves compared with what is written, over the whole game; then the search ends where it stands.
inline constexpr std::size_t max_work = 20'000'000;
// A reading that costs more than this, and this much a move, explains nothing: the search ends
// where it stands.
inline constexpr int max_reading_cost = 4000;
inline constexpr int max_reading_cost_per_move = 300;
// A reading is cut before that of its last moves which costs more than this, and this much a move:
// they are rather of another game.
inline constexpr int max_tail_cost = 2000;
inline constexpr int max_tail_cost_per_move = 250;
// A reading so much dearer than the cheapest is not followed further.
inline constexpr int beam_window = 1500;

// Probabilities from which a correction may be called so.
inline constexpr double certain = 0.95, likely = 0.5;

// One game as a reader tells of it: the main line, and what says where it starts and how it ended.
struct WrittenGame {
  const text::Source* source = nullptr;  // must outlive the game
  std::vector<std::pair<std::string, std::string>> tags;
  // Among them words in place of a move that could not be read: says_nothing() of these.
  std::vector<record::WrittenMove> moves;
  // Before each move, and before the end; 0 for none.
  std::vector<record::MoveNumber> numbers;
  std::vector<std::pair<std::uint32_t, record::ProtectionClaim>> claims;  // behind that move
  std::optional<record::Inventory> final_men;
  std::optional<record::ResultClaim> result;      // what the moves end with
  std::optional<record::ResultClaim> result_tag;  // with the place of its value
  text::Span span;

  const std::string* tag(std::string_view name) const;
  record::MoveNumber number(std::size_t move) const {
    return move < numbers.size() ? numbers[move] : record::MoveNumber();
  }
};

inline bool says_nothing(const record::WrittenMove& move) {
  return move.form == record::MoveForm::plain && !move.to && !move.from && !move.piece;
}

// Collects the games of a document.
class Collector final : public record::WrittenEvents {
 public:
  std::vector<WrittenGame> games;

  void begin_document(const text::Source& source) override { source_ = &source; }
  void begin_game(text::Span span) override;
  void tag(std::string_view name, std::string_view value, text::Span span) override;
  void begin_variation(text::Span) override { ++depth_; }
  void end_variation(text::Span) override { --depth_; }
  void move_number(const record::MoveNumber& number) override;
  void move(const record::WrittenMove& move) override;
  void unread(std::string_view text, text::Span span) override;
  void comment(std::string_view text, text::Span span) override;
  void claim(const record::ProtectionClaim& claim) override;
  void placement(const record::Inventory& men) override;
  void result(const record::ResultClaim& claim) override;
  void end_game(text::Span span) override;

 private:
  // Whether two numbers are one that is torn.
  bool is_torn(text::Span before, text::Span after) const;
  // A letter for the figure that it looks like.
  std::optional<record::MoveNumber> read_as_number(const record::WrittenMove& move) const;
  // Figures right behind a word that nobody can read are a part of it.
  bool join_to_word(text::Span figures);
  // A number counts something, or belongs to the word before it.
  void settle_number(bool another_follows);

  const text::Source* source_ = nullptr;
  int depth_ = 0;
  record::MoveNumber number_;      // since the last move
  std::uint32_t last_number_ = 0;  // before that
  std::optional<record::Inventory> men_;
};

struct Correction;

// What else may be wrong than a correction says.
struct Alternative {
  // None: nothing is, the place is right as it stands. They may be of another place, which is then
  // to blame instead.
  std::vector<Correction> corrections;
  double probability = 0;
};

struct Correction {
  Faults faults;
  // Index into WrittenGame::moves; a move left out belongs before it. One past the last: the
  // result.
  std::uint32_t move = 0;
  std::uint32_t ply = 0;  // 1-based, in the reading; of a move taken out, that of the next
  std::string original;   // empty for a move left out
  std::string meant;      // the move as the text will say it; empty for one taken out
  // Changes to the source, no longer than what is wrong. None where the text cannot say it.
  std::vector<text::Fix> fixes;
  double probability = 0;
  std::string fen;  // the position before
  // Of the first reading's corrections: what other readings have instead, the likeliest first. Of
  // those that are made together, with the first.
  std::vector<Alternative> alternatives;
};

// The end of those that are made together, or not at all, with the first one of them.
std::size_t unit_end(const std::vector<Correction>& corrections, std::size_t begin);

// The likeliest of a correction and its alternatives, with the others as alternatives of it: the
// likeliest reading of a game need not say of each place what most readings do.
Correction likeliest(const Correction& correction);

struct Reading {
  int cost = 0;            // of the cheapest way to have written it so
  double probability = 0;  // that this was played, however it came to be written as it is
  std::vector<rules::Move> moves;
  std::vector<Correction> corrections;
  std::string final_fen;
};

struct Repaired {
  enum class State : std::uint8_t {
    clean,       // as written, every move is legal and every claim true
    mended,      // `readings` explain all of it
    partly,      // they explain the first `explained` moves; the rest makes no game
    unplayable,  // no such variant, or no such position to start from
  } state = State::unplayable;
  std::size_t explained = 0;      // of WrittenGame::moves
  std::vector<Reading> readings;  // the likeliest first; each gives other moves
};

// What is known of the text, by written moves: it is searched no further there.
struct Settled {
  std::set<std::uint32_t> moves;  // these stand for what they say, or are no moves and stay
  std::set<std::uint32_t> gaps;   // before these nothing was left out

  bool allows(const Faults& faults, std::uint32_t move, bool left_out) const {
    if (left_out) return !gaps.contains(move);
    return faults.none() || !moves.contains(move);
  }
};

struct Options {
  std::string variant = {};  // where the game names none; empty: the usual one
  // By which the pieces are named where the game does not say it; empty: the one that knows most of
  // their names.
  std::string alphabet = {};
  std::uint32_t forgiven = 0;    // as in replay::Options
  const Costs* costs = nullptr;  // null: the built-in model `typed`
  // Readings to give, though always one, and alternatives of a correction; all that were found
  // count for probabilities.
  std::size_t alternatives = 3;
  const Settled* settled = nullptr;  // null: nothing
  // States that the search follows, at most beam_width; the fewer, the faster and the less sure.
  std::size_t beam = beam_width;
  // So many moves can be played as they stand; of these one at most is taken for wrong.
  std::size_t legal = 0;
  // The game that was played: then readings are those alone that give it, and say what was written
  // wrongly.
  const std::vector<rules::Move>* played = nullptr;
};

Repaired repair(const WrittenGame& game, const variants::Registry& registry,
                const Options& options = {});

// The source's text with the fixes of these corrections made. Nothing where two of them overlap,
// which those of one reading never do.
std::optional<std::string> mended(const text::Source& source,
                                  const std::vector<Correction>& corrections);

}  // namespace nuskha::repair
