#include "inputs.hpp"

#include <algorithm>
#include <charconv>
#include <set>

#include <CLI/CLI.hpp>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include "stream/conversion.hpp"
#include "stream/files.hpp"
#include "stream/input.hpp"
#include "stream/pipeline.hpp"
#include "stream/progress.hpp"
#include "text/nearest.hpp"

namespace nuskha::tools {
namespace {

constexpr std::int64_t most_jobs = 1024;

std::string count_of(std::uint64_t count, std::string_view one) {
  return fmt::format("{} {}{}", count, one, count == 1 ? "" : "s");
}

std::vector<std::string_view> views(const std::vector<std::string>& strings) {
  return {strings.begin(), strings.end()};
}

}  // namespace

std::string complaint_about(std::string_view word, std::string_view kind,
                            const std::vector<std::string_view>& names) {
  if (std::find(names.begin(), names.end(), word) != names.end()) return {};
  const auto near = text::nearest(word, names);
  return fmt::format("'{}' is no {}{}; there are {}", word, kind,
                     near ? fmt::format(" (did you mean '{}'?)", *near) : std::string(),
                     fmt::join(names, ", "));
}

std::string complaint_about_number(std::string_view word, std::string_view kind, std::int64_t least,
                                   std::int64_t most) {
  std::int64_t number = 0;
  const char* end = word.data() + word.size();
  const auto parsed = std::from_chars(word.data(), end, number);
  if (parsed.ec == std::errc() && parsed.ptr == end && number >= least && number <= most) return {};
  return fmt::format("'{}' is no {}; it is a whole number from {} to {}", word, kind, least, most);
}

void add_choice(CLI::App& command, const std::string& flag, std::string& target,
                std::string_view kind, const std::vector<std::string_view>& names,
                const std::string& help) {
  command.add_option(flag, target, help)
      ->type_name(fmt::format("{}", fmt::join(names, "|")))
      ->check(
          [names, kind](const std::string& word) { return complaint_about(word, kind, names); });
}

void add_variant_file_option(CLI::App& command, VariantOptions& options) {
  command
      .add_option("--variant-file", options.files,
                  "Add the variant that this TOML file describes (may be repeated)")
      ->type_name("FILE")
      ->expected(1)
      ->allow_extra_args(false);
}

void add_variant_options(CLI::App& command, VariantOptions& options, const char* use_of_name) {
  command.add_option("--variant", options.name, use_of_name)->type_name("NAME");
  add_variant_file_option(command, options);
}

void add_input_options(CLI::App& command, InputOptions& options) {
  std::vector<std::string_view> names;
  for (const readers::Dialect& dialect : readers::dialects()) names.push_back(dialect.name);
  add_choice(command, "--from", options.dialect, "dialect", names,
             "Read this dialect; if not given, the one that the text looks like");
  add_variant_options(command, options.variant, "Play by this variant where the text names none");
}

namespace {

// "'missing-king' is no fault of a position that can be forgiven; there are …"; empty for one.
std::string complaint_about_fault(const std::string& word) {
  const auto code = text::find_code(word);
  if (code && replay::forgivable(*code)) return {};
  std::vector<std::string_view> known;
  for (const text::Code one : text::all_codes())
    if (replay::forgivable(one)) known.push_back(text::info(one).name);
  return complaint_about(word, "fault of a position that can be forgiven", known);
}

}  // namespace

void add_run_options(CLI::App& command, RunOptions& options) {
  command.add_option("FILE", options.files,
                     "Texts with games in them, folders and archives of such, read in this order; "
                     "`-` or none is standard input");
  add_input_options(command, options.input);
  options.jobs = stream::usual_jobs();
  command
      .add_option("--jobs", options.jobs,
                  "Work on so many parts of the input at once; the processors that there are if "
                  "not given. What comes out is the same")
      ->type_name("N")
      ->check([](const std::string& word) {
        return complaint_about_number(word, "number of jobs", 1, most_jobs);
      });
  command
      .add_option_function<std::string>(
          "--forgive",
          [&options](const std::string& list) {
            for (const std::string& word : CLI::detail::split(list, ','))
              options.forgiven |= replay::forgivable(*text::find_code(word));
          },
          "Pass over these faults of positions (F402 or fen-board-size, …) and play from what "
          "can be made of them")
      ->type_name("CODE,…")
      ->check([](const std::string& list) {
        for (const std::string& word : CLI::detail::split(list, ','))
          if (const std::string complaint = complaint_about_fault(word); !complaint.empty())
            return complaint;
        return std::string();
      });
}

void add_pieces_in_option(CLI::App& command, RunOptions& options) {
  command
      .add_option("--pieces-in", options.pieces_in,
                  "Where a text does not say it, its pieces are named by this alphabet (own, "
                  "english, …); if not given, by the one that makes most sense of the moves")
      ->type_name("ALPHABET");
}

void add_profile_option(CLI::App& command, RunOptions& options) {
  std::vector<std::string_view> profiles;
  for (const replay::Profile& profile : replay::profiles()) profiles.push_back(profile.name);
  command
      .add_option_function<std::string>(
          "--profile",
          [&options](const std::string& name) { options.profile = replay::find_profile(name); },
          "Report what is odd in PGN from there; if not given, what is odd in any")
      ->type_name(fmt::format("{}", fmt::join(profiles, "|")))
      ->check([profiles](const std::string& word) {
        return complaint_about(word, "profile", profiles);
      });
}

replay::Options replay_options(const RunOptions& options) {
  replay::Options replay;
  replay.variant = options.input.variant.name;
  replay.forgiven = options.forgiven;
  replay.input_alphabet = options.pieces_in;
  return replay;
}

const char* const input_help =
    "A folder is searched for games with all its folders, and so is an archive (.zip, .7z, .tar);\n"
    "what is compressed (.gz, .bz2, .xz, .zst and others) is read as it is. A pattern in quotes\n"
    "('2024/**/*.pgn') stands for the files that it fits. Length does not matter: texts are read "
    "in\n"
    "parts.";

std::unique_ptr<variants::Registry> open_registry(const VariantOptions& options) {
  auto registry = std::make_unique<variants::Registry>();
  const auto renderer = text::make_text_renderer(
      [](std::string_view bytes) { standard_error().write(bytes); }, wants_color(STDERR_FILENO));
  bool whole = true;
  for (const std::string& path : options.files) {
    const auto source = stream::read_source(path);
    if (!source) {
      complain(source.error());
      whole = false;
      continue;
    }
    Findings findings(*renderer);
    findings.begin_source(*source);
    whole &= registry->add(*source, findings) != nullptr;
    findings.end_source();
  }
  if (whole && !options.name.empty()) whole = find_variant(*registry, options.name) != nullptr;
  if (!whole) return nullptr;
  return registry;
}

std::string complaint_about_alphabet(const std::string& word, const variants::Registry& registry) {
  if (word.empty()) return {};
  std::set<std::string> known = {"own"};
  for (const std::string& name : registry.names())
    if (const auto variant = registry.find(name)) known.merge(variant->alphabets());
  return complaint_about(word, "piece alphabet", {known.begin(), known.end()});
}

std::unique_ptr<variants::Registry> open_registry(const RunOptions& options) {
  auto registry = open_registry(options.input.variant);
  if (!registry) return nullptr;
  const std::string complaint = complaint_about_alphabet(options.pieces_in, *registry);
  if (complaint.empty()) return registry;
  complain(complaint);
  return nullptr;
}

std::shared_ptr<const rules::Variant> find_variant(const variants::Registry& registry,
                                                   const std::string& name) {
  auto variant = registry.find(name);
  if (!variant) {
    const std::vector<std::string> names = registry.names();
    complain(complaint_about(name, "variant", views(names)));
  }
  return variant;
}

void Findings::begin_source(const text::Source& source) {
  source_ = &source;
  counts_ = {};
  renderer_.begin_source(source);
}

void Findings::end_source(bool is_whole) {
  renderer_.end_source(*source_, is_whole);
  source_ = nullptr;
}

void Findings::report(text::Diagnostic diagnostic) {
  counts_.add(diagnostic.code);
  renderer_.render(diagnostic, *source_);
}

void Totals::add(const Totals& other) {
  games.games += other.games.games;
  games.positions += other.games.positions;
  games.plies += other.games.plies;
  games.clean += other.games.clean;
  games.with_findings += other.games.with_findings;
  games.rejected += other.games.rejected;
  games.unwanted += other.games.unwanted;
  games.with_errors += other.games.with_errors;
  games.prose_bytes += other.games.prose_bytes;
  findings.add(other.findings);
  skipped += other.skipped;
  files += other.files;
}

std::string summary(const Totals& totals) {
  const replay::Counts& games = totals.games;
  std::string text = fmt::format(
      "{}, {}, {}: {} clean, {} with findings, {} rejected; {}", count_of(games.games, "game"),
      count_of(games.positions, "position"),
      games.plies == 1 ? "1 ply" : fmt::format("{} plies", games.plies), games.clean,
      games.with_findings, games.rejected, count_of(totals.findings.total(), "finding"));
  std::string severities;
  for (const auto severity : {text::Severity::error, text::Severity::warning, text::Severity::info})
    if (const auto count = totals.findings.of(severity); count > 0)
      severities += fmt::format("{}{}", severities.empty() ? "" : ", ",
                                count_of(count, text::to_string(severity)));
  if (!severities.empty()) text += fmt::format(" ({})", severities);
  if (games.unwanted > 0) text += fmt::format("; {} passed over", count_of(games.unwanted, "game"));
  if (totals.skipped > 0) text += fmt::format("; {} left out", count_of(totals.skipped, "game"));
  if (games.prose_bytes > 0)
    text += fmt::format("; {} of prose skipped", count_of(games.prose_bytes, "byte"));
  return text;
}

Status RunResult::status() const {
  if (!all_read || stopped) return failed;
  return totals.findings.total() > 0 ? findings : clean;
}

namespace {

// Straight to the terminal: neither buffered nor an error when it fails.
void show_progress(std::string_view line) {
  [[maybe_unused]] const ssize_t written = write(STDERR_FILENO, line.data(), line.size());
}

std::size_t terminal_columns() {
  winsize size;
  return ioctl(STDERR_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 0 ? size.ws_col : 80;
}

// The progress line of a run, which makes way for whatever else is printed.
class ProgressLine {
 public:
  explicit ProgressLine(std::uint64_t total_bytes)
      : progress_(is_terminal(STDERR_FILENO) ? show_progress : stream::Progress::Sink(),
                  total_bytes, terminal_columns()) {
    standard_output().before_write = [this] { progress_.clear(); };
    standard_error().before_write = [this] { progress_.clear(); };
  }
  ~ProgressLine() {
    standard_output().before_write = nullptr;
    standard_error().before_write = nullptr;
  }
  void show(std::uint64_t bytes_read, const Totals& totals) {
    progress_.show(bytes_read, totals.games.games + totals.games.positions,
                   totals.findings.total());
  }

 private:
  stream::Progress progress_;
};

class Run final : public stream::Conversion {
 public:
  Run(const variants::Registry& registry, stream::ConversionOptions options,
      const Destination& destination, Findings& findings,
      const std::function<void(std::string_view, const Totals&)>& on_file,
      std::uint64_t total_bytes)
      : Conversion(registry, std::move(options)),
        to_(destination),
        findings_(findings),
        on_file_(on_file),
        progress_(total_bytes) {}

  bool take_piece(stream::Converted& piece, std::uint64_t bytes_read) override {
    if (piece.is_first) {
      findings_.begin_source(piece.source);
      text_ = {.files = 1};
    }
    findings_.continue_source(piece.source);
    const bool stop = to_.on_error == OnError::fail && piece.counts.with_errors > 0;
    if (!stop) write(piece);
    if (to_.edits) to_.edits->add(piece);
    for (text::Diagnostic& finding : piece.findings) findings_.report(std::move(finding));
    findings_.add(piece.unlisted);
    for (const auto& [game, title, rejected] : piece.titles)
      findings_.renderer().end_game(game, title, rejected);
    text_.add({.games = piece.counts, .skipped = piece.skipped});
    text_.findings = findings_.counts();
    result_.games_seen += piece.games;
    const bool has_all = to_.select && result_.games_seen >= to_.select->last();
    if (piece.is_last || has_all || stop) {
      findings_.end_source(piece.is_last && piece.is_whole);
      if (to_.edits && !to_.edits->end_text()) result_.all_read = false;
      on_file_(piece.source.name(), text_);
      result_.totals.add(text_);
      text_ = {};
    }
    Totals so_far = result_.totals;
    so_far.add(text_);
    progress_.show(bytes_read, so_far);
    result_.stopped = stop;
    return !stop && !has_all && !(to_.out && to_.out->error()) &&
           !(to_.split && to_.split->error());
  }

  bool take_error(const std::string& error) override {
    complain(error);
    result_.all_read = false;
    return true;
  }

  const RunResult& result() const { return result_; }

 private:
  void write(const stream::Converted& piece) {
    if (to_.out && !piece.out.each([&](std::string_view part) { to_.out->write(part); }))
      take_error("cannot read back a temporary file");
    if (!to_.split) return;
    std::size_t begin = 0;
    for (const auto& [end, value] : piece.written) {
      to_.split->write(piece.out.text().substr(begin, end - begin), value);
      begin = end;
    }
  }

  const Destination& to_;
  Findings& findings_;
  const std::function<void(std::string_view, const Totals&)>& on_file_;
  ProgressLine progress_;
  RunResult result_;
  Totals text_;  // of the one that is being read
};

}  // namespace

RunResult run_over(const RunOptions& options, const variants::Registry& registry,
                   replay::Options replay, const Destination& destination, Findings& findings,
                   const std::function<void(std::string_view, const Totals&)>& on_file) {
  replay.positions = findings.renderer().wants_positions();
  const std::vector<std::string> standard = {stream::standard_input};
  const auto inputs = stream::find_inputs(options.files.empty() ? standard : options.files);
  std::uint64_t total_bytes = 0;
  for (const auto& input : inputs)
    if (input) total_bytes += input->size;
  Run run(registry,
          {.replay = replay,
           .profile = options.profile,
           .skip_errors = destination.on_error == OnError::skip,
           .format = destination.format,
           .writing = destination.writing,
           .titles = findings.renderer().wants_games(),
           .select = destination.select,
           .mending = destination.mending,
           .suggest = destination.suggest,
           .split_by = destination.split_by},
          destination, findings, on_file, total_bytes);
  stream::run_pipeline(
      inputs, {.jobs = options.jobs, .dialect = readers::find_dialect(options.input.dialect)}, run);
  return run.result();
}

}  // namespace nuskha::tools
