// What every command that reads games shares: its options, the variants, and the run over the
// files.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "edits.hpp"
#include "readers/dialects.hpp"
#include "repair/mend.hpp"
#include "replay/profiles.hpp"
#include "replay/replay.hpp"
#include "sink.hpp"
#include "split_files.hpp"
#include "stream/selection.hpp"
#include "text/render.hpp"
#include "text/source.hpp"
#include "variants/registry.hpp"
#include "writers/formats.hpp"

namespace CLI {
class App;
}

namespace nuskha::tools {

struct VariantOptions {
  std::string name;                // `--variant`
  std::vector<std::string> files;  // `--variant-file`
};

struct InputOptions {
  std::string dialect;  // `--from`; empty: what the text looks like
  VariantOptions variant;
};

// Of the commands that read many games.
struct RunOptions {
  std::vector<std::string> files;  // none: standard input
  InputOptions input;
  unsigned jobs;                                               // `--jobs`
  const replay::Profile* profile = replay::profiles().data();  // `--profile`
  std::string pieces_in;                                       // `--pieces-in`
  std::uint32_t forgiven = 0;                                  // `--forgive`; see replay::Options
};

void add_variant_file_option(CLI::App& command, VariantOptions& options);
void add_variant_options(CLI::App& command, VariantOptions& options, const char* use_of_name);
void add_input_options(CLI::App& command, InputOptions& options);
void add_run_options(CLI::App& command, RunOptions& options);
void add_pieces_in_option(CLI::App& command, RunOptions& options);
void add_profile_option(CLI::App& command, RunOptions& options);
// What replay is to know of these options.
replay::Options replay_options(const RunOptions& options);
// What the help of a command with these says of what it reads.
extern const char* const input_help;

// An option whose value is one of `names`. Its type reads "dola|pgn", from which the shell
// completion is made.
void add_choice(CLI::App& command, const std::string& flag, std::string& target,
                std::string_view kind, const std::vector<std::string_view>& names,
                const std::string& help);

// "'x' is no array number; it is a whole number from 0 to 959" for what is none; empty for one.
std::string complaint_about_number(std::string_view word, std::string_view kind, std::int64_t least,
                                   std::int64_t most);

// "'pgm' is no dialect (did you mean 'pgn'?); there are dola, pgn" for a word that is none of the
// names; empty for one that is.
std::string complaint_about(std::string_view word, std::string_view kind,
                            const std::vector<std::string_view>& names);

// The same for what is neither empty nor a piece alphabet that some variant knows.
std::string complaint_about_alphabet(const std::string& word, const variants::Registry& registry);

// The built-in variants and those of `--variant-file`. Null after everything that is wrong with
// these, or with `--variant`, was said on standard error.
std::unique_ptr<variants::Registry> open_registry(const VariantOptions& options);
// The same of `--pieces-in` too.
std::unique_ptr<variants::Registry> open_registry(const RunOptions& options);

// The variant of that name; null after saying that there is none.
std::shared_ptr<const rules::Variant> find_variant(const variants::Registry& registry,
                                                   const std::string& name);

// Hands findings to a renderer and counts them.
class Findings final : public text::Diagnostics {
 public:
  explicit Findings(text::Renderer& renderer) : renderer_(renderer) {}
  void begin_source(const text::Source& source);
  // The next piece of the same text.
  void continue_source(const text::Source& piece) { source_ = &piece; }
  void end_source(bool is_whole = true);
  void report(text::Diagnostic diagnostic) override;
  void add(const text::Tally& unlisted) { counts_.add(unlisted); }
  const text::Tally& counts() const { return counts_; }  // of this source
  text::Renderer& renderer() { return renderer_; }

 private:
  text::Renderer& renderer_;
  const text::Source* source_ = nullptr;
  text::Tally counts_;
};

struct Totals {
  replay::Counts games{};
  text::Tally findings{};
  std::uint64_t skipped = 0;  // games and positions that were read and not written
  std::uint64_t files = 0;    // that could be read; in an archive, each text
  void add(const Totals& other);
};

// "4 games, 3 positions, 329 plies: 2 clean, 5 with findings, 0 rejected; …" without a line end.
std::string summary(const Totals& totals);

// What becomes of a game with a finding that is an error: it is written as far as it could be
// replayed, with the rest as text or without it; it is left out; or nothing more is written at all.
enum class OnError : std::uint8_t { keep, truncate, skip, fail };

// Where the games of a run go.
struct Destination {
  const writers::Format* format = nullptr;  // null: nothing is written
  writers::Options writing;
  Sink* out = nullptr;
  SplitFiles* split = nullptr;                // instead
  std::string split_by{};                     // the tag whose values the files are for
  const stream::Selection* select = nullptr;  // the games to read; null: all
  OnError on_error = OnError::keep;
  const repair::MendOptions* mending = nullptr;  // null: games are taken as they are
  bool suggest = false;                          // what may have been meant at a game's first fault
  Edits* edits = nullptr;                        // what mended the texts goes there
};

// Reads every input in order and replays its games. What cannot be read is said on standard error,
// and the next one goes on. `on_file` gets the totals of each text after it. A person at the
// terminal sees how far it is.
struct RunResult {
  Totals totals;
  std::uint64_t games_seen = 0;  // those that were not wanted too
  bool all_read = true;
  bool stopped = false;  // at an error
  Status status() const;
};
RunResult run_over(const RunOptions& options, const variants::Registry& registry,
                   replay::Options replay, const Destination& destination, Findings& findings,
                   const std::function<void(std::string_view name, const Totals&)>& on_file);

}  // namespace nuskha::tools
