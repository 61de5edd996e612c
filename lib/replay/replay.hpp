// Replays written games by the rules: WrittenEvents in, PlayedEvents out, findings on the side.
//
// Every redundant claim of the text is compared with the replayed game. At a move that is not legal
// the game's tail goes on as unread text; the findings name the nearest legal moves, and the tail
// is still replayed on the reading that explains most of it, for its findings alone.
#pragma once

#include <cstdint>
#include <memory>
#include <string>

#include "record/events.hpp"
#include "text/baseline.hpp"
#include "text/diagnostic.hpp"
#include "variants/registry.hpp"

namespace nuskha::replay {

// What is to be passed over in silence.
struct Muted {
  text::CodeSet codes;
  const text::Baseline* baseline = nullptr;  // may be null

  bool has(text::Code code) const { return codes[std::size_t(code)]; }
};

struct Options {
  std::string variant{};  // used where the text names none; empty: chess, or what the moves fit
  std::string alphabet = "own";  // of the moves that come out
  // Of those that come in, where the variant knows it and no tag names another; empty: own, or what
  // fits better.
  std::string input_alphabet{};
  Muted muted{};
  bool tag_pairs = false;      // tags are PGN's: the roster is expected, and each name once
  std::uint32_t forgiven = 0;  // rules::SetupProblem bits: neither reported nor in the way of play
  bool draws = false;          // report repetitions and long play without captures (C334, C335)
  bool positions = true;       // findings hold the position that they are about
  bool truncate = false;       // a line that meets a move that cannot be played ends before it
  std::uint32_t first_game = 1;  // the number of a document's first game
};

// The SetupProblem bit of a finding about a position for Options::forgiven; 0 for one that cannot
// be forgiven.
std::uint32_t forgivable(text::Code code);

struct Counts {
  std::uint64_t games = 0;      // with moves or none, without inventories
  std::uint64_t positions = 0;  // inventories
  std::uint64_t plies = 0;      // written in main lines and replayed
  std::uint64_t clean = 0;      // games and positions without a finding
  std::uint64_t with_findings = 0;
  std::uint64_t rejected = 0;     // of those with findings: not replayed to their end
  std::uint64_t with_errors = 0;  // of those with findings: some is an error
  std::uint64_t unwanted = 0;     // passed over, and counted nowhere else
  std::uint64_t prose_bytes = 0;
  text::Tally unlisted;  // findings that were not passed on, being too many of one game
};

class Replay final : public record::WrittenEvents {
 public:
  // Diagnostics of the reader pass through `diagnostics()`, so that they are counted with the game.
  Replay(const variants::Registry&, record::PlayedEvents& out, text::Diagnostics& findings,
         Options);
  ~Replay() override;

  text::Diagnostics& diagnostics();
  const Counts& counts() const;
  std::uint32_t game_number() const;  // of the game that is being read, or was read last
  // Instead of the events of a game that is not wanted.
  void pass_over_game();

  void begin_document(const text::Source&) override;
  void end_document() override;
  void prose(text::Span) override;
  void begin_game(text::Span) override;
  void tag(std::string_view name, std::string_view value, text::Span) override;
  void move_number(const record::MoveNumber&) override;
  void move(const record::WrittenMove&) override;
  void moves(std::span<const record::PlainMove>) override;
  void nag(int, text::Span) override;
  void comment(std::string_view, text::Span) override;
  void claim(const record::ProtectionClaim&) override;
  void placement(const record::Inventory&) override;
  void begin_variation(text::Span) override;
  void end_variation(text::Span) override;
  void unread(std::string_view, text::Span) override;
  void result(const record::ResultClaim&) override;
  void end_game(text::Span) override;

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace nuskha::replay
