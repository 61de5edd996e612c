// Reads and replays a text, and keeps what came of it.
#pragma once

#include <algorithm>
#include <fstream>
#include <iterator>
#include <string>
#include <string_view>
#include <vector>

#include <catch2/catch.hpp>
#include <fmt/format.h>

#include "readers/dialects.hpp"
#include "replay/replay.hpp"

namespace replayed {

using namespace nuskha;

inline const variants::Registry& registry() {
  static const variants::Registry known;
  return known;
}

// What one game came to, as text that a test can compare.
struct GameSeen {
  std::vector<std::string> tags;  // "FEN=…"
  std::string moves;              // coordinates, `(` and `)` around variations, blanks between
  std::vector<std::string> comments, unread;
  std::string start, variant, final_position;
  std::string result;  // empty when none came
  record::ResultClaim::Reason reason = record::ResultClaim::Reason::token;
  std::string last_mark;
  std::vector<record::PlayedMove> played;  // their views are not valid any more
  bool is_array = false;
};

class Seen final : public record::PlayedEvents {
 public:
  bool positions = false;
  std::vector<GameSeen> games;
  std::vector<std::string> fens;

  record::Wants wants() const override {
    return {.moves = true,
            .names = true,
            .details = true,
            .uci = true,
            .fen = positions,
            .key = true,
            .final_position = true};
  }
  void begin_game(text::Span) override { games.emplace_back(); }
  void tag(std::string_view name, std::string_view value, text::Span) override {
    last().tags.push_back(fmt::format("{}={}", name, value));
  }
  void start(const record::StartOfPlay& start) override {
    last().start = start.fen;
    last().variant = start.variant;
    last().is_array = start.is_array;
  }
  void move(const record::PlayedMove& move) override {
    word(move.uci);
    if (!move.original.empty()) word(fmt::format("<{}>", move.original));
    last().played.push_back(move);
    if (positions) fens.emplace_back(move.fen);
  }
  void begin_variation(text::Span) override { word("("); }
  void end_variation(text::Span) override { word(")"); }
  void nag(int glyph, text::Span) override { word(fmt::format("${}", glyph)); }
  void comment(std::string_view text, text::Span) override { last().comments.emplace_back(text); }
  void unread(std::string_view text, text::Span) override { last().unread.emplace_back(text); }
  void final_position(std::string_view fen) override {
    CHECK(last().result.empty());
    last().final_position = fen;
  }
  void result(const record::ResultClaim& claim) override {
    last().result = record::to_string(claim.result);
    last().reason = claim.reason;
  }

 private:
  GameSeen& last() { return games.back(); }
  void word(std::string_view text) {
    if (!last().moves.empty()) last().moves += ' ';
    last().moves += text;
  }
};

struct Replayed {
  text::Source source;
  Seen seen;
  text::DiagnosticList findings;
  replay::Counts counts;

  const GameSeen& game(std::size_t i = 0) const {
    REQUIRE(i < seen.games.size());
    return seen.games[i];
  }
  // "12:3 M201 illegal-move", in the order they were reported.
  std::vector<std::string> places() const {
    std::vector<std::string> out;
    for (const text::Diagnostic& d : findings.items) {
      const text::Place at = source.place(d.span.begin);
      const text::CodeInfo& code = text::info(d.code);
      out.push_back(fmt::format("{}:{} {} {}", at.line, at.column, code.tag, code.name));
    }
    return out;
  }
  std::vector<std::string> names() const {
    std::vector<std::string> out;
    for (const text::Diagnostic& d : findings.items) out.emplace_back(text::info(d.code).name);
    return out;
  }
  std::vector<std::string> messages() const {
    std::vector<std::string> out;
    for (const text::Diagnostic& d : findings.items) out.push_back(d.message());
    return out;
  }
  const text::Diagnostic& finding(std::string_view name) const {
    const auto found =
        std::find_if(findings.items.begin(), findings.items.end(),
                     [&](const text::Diagnostic& d) { return text::info(d.code).name == name; });
    INFO(name);
    REQUIRE(found != findings.items.end());
    return *found;
  }
  std::string_view text_at(const text::Diagnostic& d) const { return source.text(d.span); }
  // The text with every proposed fix made. Fixes never overlap.
  std::string mended() const {
    std::vector<text::Fix> fixes;
    for (const text::Diagnostic& d : findings.items)
      fixes.insert(fixes.end(), d.fixes.begin(), d.fixes.end());
    std::sort(fixes.begin(), fixes.end(),
              [](const auto& a, const auto& b) { return a.span.begin > b.span.begin; });
    std::string out(source.text());
    std::size_t limit = out.size();
    for (const text::Fix& fix : fixes) {
      REQUIRE(fix.span.begin <= fix.span.end);
      REQUIRE(fix.span.end <= limit);
      limit = fix.span.begin;
      out.replace(fix.span.begin, fix.span.size(), fix.replacement);
    }
    return out;
  }
};

inline Replayed replay_text(std::string_view dialect, std::string text,
                            replay::Options options = {}, bool positions = false) {
  Replayed out{text::Source("test", std::move(text)), {}, {}, {}};
  out.seen.positions = positions;
  const readers::Dialect* reader = readers::find_dialect(dialect);
  REQUIRE(reader);
  replay::Replay replay(registry(), out.seen, out.findings, std::move(options));
  reader->read(out.source, replay, replay.diagnostics());
  out.counts = replay.counts();
  return out;
}

inline std::string read_file(const std::string& path) {
  std::ifstream file(std::string(NUSKHA_SOURCE_DIR "/") + path, std::ios::binary);
  INFO(path);
  REQUIRE(file);
  return {std::istreambuf_iterator<char>(file), {}};
}

inline std::vector<std::string> lines_of(const std::string& text) {
  std::vector<std::string> out;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t end = std::min(text.find('\n', at), text.size());
    out.push_back(text.substr(at, end - at));
    at = end + 1;
  }
  return out;
}

}  // namespace replayed
