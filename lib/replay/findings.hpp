// The way of every finding of a replayed text, the reader's and ours, to where findings go:
// numbered by game, counted, and in the order of the text. Internal.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "replay/replay.hpp"
#include "text/diagnostic.hpp"

namespace nuskha::replay {

// Of the findings of one game so many are passed on, those made first; one more says how many there
// were.
inline constexpr std::size_t max_findings_of_game = 2000;

class Findings final : public text::Diagnostics {
 public:
  // What is not passed on is counted in `unlisted`. Readers count games from the beginning of what
  // they read, before which there are so many.
  Findings(text::Diagnostics& sink, const Muted& muted, text::Tally& unlisted,
           std::uint32_t games_before)
      : sink_(sink), muted_(muted), unlisted_(unlisted), games_before_(games_before) {}

  // Fills in the game, and the ply where it is absent.
  void report(text::Diagnostic diagnostic) override;
  void count(text::Code code) override;
  // One of the game of which nothing else is asked: wants_details() is false.
  void report(text::Code code);
  bool only_counts() const override { return !details_; }
  // Whether a finding of that code is not dropped anyway: asked before one is made that costs.
  bool wants(text::Code code) const { return !muted_.has(code); }
  // Whether anything but the codes of the game's findings is. A baseline knows them by all they
  // say.
  bool wants_details() const { return details_; }

  void begin_game(std::uint32_t number);
  void set_ply(std::uint32_t ply) { ply_ = ply; }

  struct Found {
    std::uint64_t findings = 0;
    std::uint64_t errors = 0;  // of those
  };
  // Passes on what the game was found to have. `identity` is asked for what tells the game from
  // others when there is something to pass on.
  template <class Identity>
  Found end_game(Identity&& identity) {
    if (!held_.empty()) pass_on(identity());
    if (!details_ && others_ > 0) tell(text::Code::unlisted_findings);
    game_ = 0;
    return found_;
  }

 private:
  void pass_on(std::string_view identity);
  void tell(text::Code code);

  text::Diagnostics& sink_;
  const Muted& muted_;
  text::Tally& unlisted_;
  std::uint32_t games_before_;
  // A game's findings are held to its end, since some are known only later than ones that stand
  // after them.
  std::vector<text::Diagnostic> held_;
  std::uint64_t told_ = 0;    // of the game, by their codes alone
  std::uint64_t others_ = 0;  // of the game, that are neither held nor told
  Found found_;
  bool details_ = true;
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
