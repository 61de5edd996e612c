#include "inputs.hpp"

#include <algorithm>
#include <charconv>

#include <CLI/CLI.hpp>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <unistd.h>

#include "stream/convert.hpp"
#include "stream/input.hpp"
#include "text/nearest.hpp"

namespace nuskha::tools {
namespace {

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

void Findings::end_source() {
  renderer_.end_source(*source_);
  source_ = nullptr;
}

void Findings::report(text::Diagnostic diagnostic) {
  ++counts_.by_severity[std::size_t(text::info(diagnostic.code).severity)];
  renderer_.render(diagnostic, *source_);
}

void Totals::add(const Totals& other) {
  games.games += other.games.games;
  games.positions += other.games.positions;
  games.plies += other.games.plies;
  games.clean += other.games.clean;
  games.with_findings += other.games.with_findings;
  games.rejected += other.games.rejected;
  games.prose_bytes += other.games.prose_bytes;
  for (std::size_t i = 0; i < findings.by_severity.size(); ++i)
    findings.by_severity[i] += other.findings.by_severity[i];
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
    if (const auto count = totals.findings.by_severity[std::size_t(severity)]; count > 0)
      severities += fmt::format("{}{}", severities.empty() ? "" : ", ",
                                count_of(count, text::to_string(severity)));
  if (!severities.empty()) text += fmt::format(" ({})", severities);
  if (games.prose_bytes > 0)
    text += fmt::format("; {} of prose skipped", count_of(games.prose_bytes, "byte"));
  return text;
}

Status RunResult::status() const {
  if (!all_read) return failed;
  return totals.findings.total() > 0 ? findings : clean;
}

RunResult run_over(const std::vector<std::string>& files, const InputOptions& options,
                   const variants::Registry& registry, const replay::Options& replay,
                   writers::Writer& out, Findings& findings, Progress& progress,
                   const std::function<void(const text::Source&, const Totals&)>& on_file) {
  const std::vector<std::string> standard = {stream::standard_input};
  RunResult result;
  std::uint64_t bytes_before = 0;
  for (const std::string& path : files.empty() ? standard : files) {
    const auto source = stream::read_source(path);
    if (!source) {
      complain(source.error());
      result.all_read = false;
      continue;
    }
    findings.begin_source(*source);
    stream::Options stream_options;
    stream_options.replay = replay;
    stream_options.on_game = [&](const stream::GameDone& game) {
      findings.renderer().end_game(game.number, game.title, game.rejected);
      progress.show(bytes_before + game.span.end,
                    result.totals.games.games + result.totals.games.positions + game.number,
                    result.totals.findings.total() + findings.counts().total());
    };
    const readers::Dialect* dialect = options.dialect.empty()
                                          ? stream::choose_dialect(*source, findings)
                                          : readers::find_dialect(options.dialect);
    Totals totals{.files = 1};
    if (dialect)
      totals.games = stream::convert(*source, *dialect, registry, stream_options, out, findings);
    totals.findings = findings.counts();
    findings.end_source();
    on_file(*source, totals);
    result.totals.add(totals);
    bytes_before += source->bytes().size();
  }
  return result;
}

}  // namespace nuskha::tools
