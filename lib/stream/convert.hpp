// From a text to what was played in it: reader, replay and writer put together.
//
//   variants::Registry registry;
//   auto source = stream::read_source("game.txt");
//   text::DiagnosticList findings;
//   std::string out;
//   auto writer = writers::find_format("pgn")->make([&](std::string_view s) { out += s; }, {});
//   stream::convert(*source, *readers::sniff(source->text()), registry, {}, *writer, findings);
#pragma once

#include <cstdint>
#include <functional>
#include <string_view>

#include "readers/dialects.hpp"
#include "record/events.hpp"
#include "replay/profiles.hpp"
#include "replay/replay.hpp"
#include "text/diagnostic.hpp"
#include "text/source.hpp"
#include "variants/registry.hpp"
#include "writers/formats.hpp"

namespace nuskha::stream {

// A game or position that was read and replayed.
struct GameDone {
  std::uint32_t number = 0;  // findings carry the same
  std::string_view title;    // made of its tags, for people
  bool rejected = false;     // not replayed to its end
  bool has_errors = false;   // findings that are errors
  text::Span span;           // of its text
};

struct Options {
  replay::Options replay{};
  // Of PGN texts; null: every finding is reported.
  const replay::Profile* profile = replay::profiles().data();
  std::size_t move_bytes = 0;  // of what the games are written as; see writers::Format
  bool is_piece = false;       // of a text: that it holds no game is nothing to report
  // Whether to read the game of that number, of which nothing is said or written otherwise. Empty:
  // every game.
  std::function<bool(std::uint32_t)> wants{};
  // Called when a game begins, with its number: what is reported now is found in it. May be empty.
  std::function<void(std::uint32_t, text::Diagnostics&)> on_begin{};
  // Called after each game, in their order. May be empty, which saves making titles.
  std::function<void(const GameDone&)> on_game{};
};

// The dialect that the text looks like. Null after a finding says that it looks like none.
const readers::Dialect* choose_dialect(const text::Source& source, text::Diagnostics& findings);
// That finding.
void report_unknown_dialect(const text::Source& source, text::Diagnostics& findings);

// Reads the whole source and hands what was played to `out`; every finding goes to `findings`, in
// the order of the text except that what concerns a game as a whole comes at its end. Counts cover
// this source alone. Findings about the encoding come first and belong to no game, as does the one
// that there is nothing to replay.
replay::Counts replay_all(const text::Source& source, const readers::Dialect& dialect,
                          const variants::Registry& registry, const Options& options,
                          record::PlayedEvents& out, text::Diagnostics& findings);

// The same into a writer, which also gets the findings.
replay::Counts convert(const text::Source& source, const readers::Dialect& dialect,
                       const variants::Registry& registry, const Options& options,
                       writers::Writer& out, text::Diagnostics& findings);

}  // namespace nuskha::stream
