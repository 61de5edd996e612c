// The way of every finding of a replayed text, the reader's and ours, to where findings go:
// numbered by game, counted, and in the order of the text. Internal.
#pragma once

#include <cstdint>
#include <vector>

#include "text/diagnostic.hpp"

namespace nuskha::replay {

// Of the findings of one game so many are passed on, those made first; one more says how many there
// were.
inline constexpr std::size_t max_findings_of_game = 2000;

class Findings final : public text::Diagnostics {
 public:
  explicit Findings(text::Diagnostics& sink) : sink_(sink) {}

  // Fills in the game and the ply where they are absent.
  void report(text::Diagnostic diagnostic) override;

  void begin_game(std::uint32_t number);
  void set_ply(std::uint32_t ply) { ply_ = ply; }
  // Passes on what the game was found to have; returns how many findings that were.
  std::uint64_t end_game();

 private:
  text::Diagnostics& sink_;
  // A game's findings are held to its end, since some are known only later than ones that stand
  // after them.
  std::vector<text::Diagnostic> held_;
  std::uint64_t count_ = 0;
  std::uint32_t game_ = 0, ply_ = 0;
};

// What claim checks and explanations report through: the position and the ply are known to it.
class Reporter {
 public:
  virtual ~Reporter() = default;
  virtual void report(text::Code code, text::Span span, std::vector<std::string> args,
                      std::vector<text::Note> notes = {}, std::vector<text::Fix> fixes = {}) = 0;
};

}  // namespace nuskha::replay
