#include "stream/convert.hpp"

#include <algorithm>
#include <array>
#include <optional>
#include <string>

#include <fmt/format.h>

#include "stream/bounded.hpp"
#include "stream/export_check.hpp"

namespace nuskha::stream {
namespace {

// Stands between reader and replay: sees games end, and what their tags call them.
class Watch final : public record::WrittenEvents {
 public:
  Watch(replay::Replay& replay, const Options& options)
      : replay_(replay), on_begin_(options.on_begin), on_game_(options.on_game) {}

  void begin_document(const text::Source& source) override { replay_.begin_document(source); }
  void end_document() override { replay_.end_document(); }
  void prose(text::Span span) override { replay_.prose(span); }
  void begin_game(text::Span span) override {
    tags_ = {};
    replay_.begin_game(span);
    if (on_begin_) on_begin_(replay_.game_number(), replay_.diagnostics());
  }
  void tag(std::string_view name, std::string_view value, text::Span span) override {
    for (std::size_t i = 0; i < tag_names.size(); ++i)
      if (name == tag_names[i] && value.find_first_not_of("?") != std::string_view::npos)
        tags_[i] = value;
    replay_.tag(name, value, span);
  }
  void move_number(const record::MoveNumber& number) override { replay_.move_number(number); }
  void move(const record::WrittenMove& move) override { replay_.move(move); }
  void moves(std::span<const record::PlainMove> moves) override { replay_.moves(moves); }
  void nag(int glyph, text::Span span) override { replay_.nag(glyph, span); }
  void comment(std::string_view text, text::Span span) override { replay_.comment(text, span); }
  void claim(const record::ProtectionClaim& claim) override { replay_.claim(claim); }
  void placement(const record::Inventory& inventory) override { replay_.placement(inventory); }
  void begin_variation(text::Span span) override { replay_.begin_variation(span); }
  void end_variation(text::Span span) override { replay_.end_variation(span); }
  void unread(std::string_view text, text::Span span) override { replay_.unread(text, span); }
  void result(const record::ResultClaim& claim) override { replay_.result(claim); }
  void end_game(text::Span span) override {
    const std::uint64_t rejected_before = replay_.counts().rejected;
    const std::uint64_t errors_before = replay_.counts().with_errors;
    replay_.end_game(span);
    if (!on_game_) return;
    const std::string name = title();
    on_game_({replay_.game_number(), name, replay_.counts().rejected != rejected_before,
              replay_.counts().with_errors != errors_before, span});
  }

 private:
  enum Tag { event, round, white, black, variant };
  static constexpr std::array<std::string_view, 5> tag_names = {"Event", "Round", "White", "Black",
                                                                "Variant"};

  // "2: the variant, Besançon 2003, round 3, Ali - Sara"
  std::string title() const {
    std::string text = fmt::format("{}", replay_.game_number());
    std::string_view separator = ": ";
    const auto add = [&](std::string_view prefix, const std::string& value) {
      if (value.empty()) return;
      text += separator;
      text += prefix;
      text += value;
      separator = ", ";
    };
    add("", tags_[variant]);
    add("", tags_[event]);
    add("round ", tags_[round]);
    if (!tags_[white].empty() || !tags_[black].empty())
      add("", fmt::format("{} - {}", tags_[white].empty() ? "?" : tags_[white],
                          tags_[black].empty() ? "?" : tags_[black]));
    return text;
  }

  replay::Replay& replay_;
  const std::function<void(std::uint32_t, text::Diagnostics&)>& on_begin_;
  const std::function<void(const GameDone&)>& on_game_;
  std::array<std::string, tag_names.size()> tags_;
};

// Stands before replay, and hands on only the games that are wanted.
class Selected final : public record::WrittenEvents, private text::Diagnostics {
 public:
  Selected(replay::Replay& replay, record::WrittenEvents& next, const Options& options)
      : replay_(replay),
        next_(next),
        wants_(options.wants),
        number_(options.replay.first_game - 1) {}

  text::Diagnostics& diagnostics() { return *this; }

  void begin_document(const text::Source& source) override { next_.begin_document(source); }
  void end_document() override { next_.end_document(); }
  void prose(text::Span span) override { next_.prose(span); }
  void begin_game(text::Span span) override {
    wanted_ = wants_(++number_);
    if (wanted_)
      next_.begin_game(span);
    else
      replay_.pass_over_game();
  }
  void tag(std::string_view name, std::string_view value, text::Span span) override {
    if (wanted_) next_.tag(name, value, span);
  }
  void move_number(const record::MoveNumber& number) override {
    if (wanted_) next_.move_number(number);
  }
  void move(const record::WrittenMove& move) override {
    if (wanted_) next_.move(move);
  }
  void moves(std::span<const record::PlainMove> moves) override {
    if (wanted_) next_.moves(moves);
  }
  void nag(int glyph, text::Span span) override {
    if (wanted_) next_.nag(glyph, span);
  }
  void comment(std::string_view text, text::Span span) override {
    if (wanted_) next_.comment(text, span);
  }
  void claim(const record::ProtectionClaim& claim) override {
    if (wanted_) next_.claim(claim);
  }
  void placement(const record::Inventory& inventory) override {
    if (wanted_) next_.placement(inventory);
  }
  void begin_variation(text::Span span) override {
    if (wanted_) next_.begin_variation(span);
  }
  void end_variation(text::Span span) override {
    if (wanted_) next_.end_variation(span);
  }
  void unread(std::string_view text, text::Span span) override {
    if (wanted_) next_.unread(text, span);
  }
  void result(const record::ResultClaim& claim) override {
    if (wanted_) next_.result(claim);
  }
  void end_game(text::Span span) override {
    if (wanted_) next_.end_game(span);
    wanted_ = true;
  }

 private:
  void report(text::Diagnostic diagnostic) override {
    if (wanted_) replay_.diagnostics().report(std::move(diagnostic));
  }
  void count(text::Code code) override {
    if (wanted_) replay_.diagnostics().count(code);
  }

  replay::Replay& replay_;
  record::WrittenEvents& next_;
  const std::function<bool(std::uint32_t)>& wants_;
  std::uint32_t number_;
  bool wanted_ = true;  // the game that is being read; between games
};

class Tee final : public text::Diagnostics {
 public:
  Tee(const text::Source& source, writers::Writer& writer, text::Diagnostics& findings)
      : source_(source), writer_(writer), findings_(findings) {}
  void report(text::Diagnostic diagnostic) override {
    writer_.diagnostic(diagnostic, source_);
    findings_.report(std::move(diagnostic));
  }
  void count(text::Code code) override { findings_.count(code); }
  bool only_counts() const override {
    return findings_.only_counts() && !writer_.wants_diagnostics();
  }

 private:
  const text::Source& source_;
  writers::Writer& writer_;
  text::Diagnostics& findings_;
};

// Up to the end of the first letter that is meant, so that a caret has something to point at.
text::Span letter_at(const text::Source& source, std::size_t offset) {
  std::size_t end = offset + 1;
  while (end < source.text().size() && (source.text()[end] & 0xC0) == 0x80) ++end;
  return {std::uint32_t(offset), std::uint32_t(end)};
}

void report_encoding(const text::Source& source, text::Diagnostics& findings) {
  const std::string_view text = source.text();
  const auto byte_at = [&](text::Span span) {
    return fmt::format("{:02X}", static_cast<unsigned char>(source.bytes(span).front()));
  };
  if (const auto misfits = source.misfits(); misfits.count > 0) {
    const text::Span span = letter_at(source, misfits.first);
    if (source.encoding() == text::Encoding::mixed)
      findings.report({.code = text::Code::mixed_encoding, .span = span});
    else if (source.encoding() == text::Encoding::windows1252)
      findings.report({.code = text::Code::no_letter, .span = span, .args = {byte_at(span)}});
    else
      findings.report({.code = text::Code::broken_utf16, .span = span});
  }
  if (source.encoding() == text::Encoding::code_page_850) {
    const auto is_letter = [](char c) { return static_cast<unsigned char>(c) >= 0x80; };
    const auto first = std::find_if(text.begin(), text.end(), is_letter) - text.begin();
    const text::Span span = letter_at(source, std::size_t(first));
    findings.report({.code = text::Code::code_page,
                     .span = span,
                     .args = {byte_at(span), std::string(source.text(span))}});
  }
  if (const std::size_t first = text.find('\0'); first != std::string_view::npos)
    findings.report({.code = text::Code::nul_bytes, .span = letter_at(source, first)});
}

void report_no_games(text::Diagnostics& findings) {
  findings.report({.code = text::Code::no_games});
}

}  // namespace

const readers::Dialect* choose_dialect(const text::Source& source, text::Diagnostics& findings) {
  const readers::Dialect* dialect = readers::sniff(source.text());
  if (!dialect) report_unknown_dialect(source, findings);
  return dialect;
}

void report_unknown_dialect(const text::Source& source, text::Diagnostics& findings) {
  if (source.text().find_first_not_of(" \t\r\n") == std::string_view::npos)
    return report_no_games(findings);
  std::string names;
  for (const readers::Dialect& row : readers::dialects()) {
    if (!names.empty()) names += ", ";
    names += row.name;
  }
  findings.report({.code = text::Code::unknown_dialect, .args = {names}});
}

replay::Counts replay_all(const text::Source& source, const readers::Dialect& dialect,
                          const variants::Registry& registry, const Options& options,
                          record::PlayedEvents& out, text::Diagnostics& findings) {
  replay::Options replay_options = options.replay;
  std::optional<ExportCheck> export_check;
  if (dialect.has_tag_pairs) {
    replay_options.tag_pairs = true;
    if (options.profile) replay_options.muted.codes |= options.profile->muted;
    if (options.profile && options.profile->exact) export_check.emplace(out);
  }
  replay::Replay replay(registry, export_check ? *export_check : out, findings,
                        std::move(replay_options));
  if (export_check) export_check->findings = &replay.diagnostics();
  report_encoding(source, replay.diagnostics());
  std::optional<Watch> watch;
  record::WrittenEvents* events = &replay;
  if (options.on_begin || options.on_game) events = &watch.emplace(replay, options);
  text::Diagnostics* diagnostics = &replay.diagnostics();
  std::optional<Selected> selected;
  if (options.wants) {
    diagnostics = &selected.emplace(replay, *events, options).diagnostics();
    events = &*selected;
  }
  std::optional<Bounded> bounded;
  if (may_say_too_much(source.text().size(), options.move_bytes))
    events = &bounded.emplace(*events, *diagnostics, options.move_bytes);
  dialect.read(source, *events, *diagnostics);
  if (!options.is_piece &&
      replay.counts().games + replay.counts().positions + replay.counts().unwanted == 0)
    report_no_games(findings);
  return replay.counts();
}

replay::Counts convert(const text::Source& source, const readers::Dialect& dialect,
                       const variants::Registry& registry, const Options& options,
                       writers::Writer& out, text::Diagnostics& findings) {
  Tee tee(source, out, findings);
  return replay_all(source, dialect, registry, options, out, tee);
}

}  // namespace nuskha::stream
