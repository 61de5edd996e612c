// Reads, replays and writes the pieces of many texts in a pipeline, and hands over what came of
// them in order: the same bytes and findings whatever the number of threads.
//
//   struct Print final : stream::Conversion {
//     using Conversion::Conversion;
//     bool take_piece(stream::Converted& piece, std::uint64_t) override {
//       return piece.out.each([](std::string_view part) { std::cout << part; });
//     }
//     bool take_error(const std::string& error) override { return std::cerr << error << '\n', true;
//     }
//   } print(registry, {.format = writers::find_format("pgn")});
//   stream::run_pipeline(stream::find_inputs(names), {.jobs = stream::usual_jobs()}, print);
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <unordered_set>
#include <vector>

#include "repair/mend.hpp"
#include "replay/findings.hpp"
#include "replay/profiles.hpp"
#include "replay/replay.hpp"
#include "stream/pieces.hpp"
#include "stream/pipeline.hpp"
#include "stream/selection.hpp"
#include "stream/spool.hpp"
#include "text/diagnostic.hpp"
#include "text/source.hpp"
#include "variants/registry.hpp"
#include "writers/formats.hpp"

namespace nuskha::stream {

// Of the findings of one piece so many are handed over, and one more says how many there were. All
// that are listed of one game, and the one that says how many it has.
inline constexpr std::size_t max_findings_of_piece = replay::max_findings_of_game + 1;
// Output of one piece that is kept in memory; the rest waits in a temporary file.
inline constexpr std::size_t max_output_in_memory = 8 * 1024 * 1024;

struct ConversionOptions {
  replay::Options replay;
  const replay::Profile* profile = replay::profiles().data();  // as in Options
  bool skip_errors = false;                 // a game with a finding that is an error is not written
  const writers::Format* format = nullptr;  // null: nothing is written
  writers::Options writing;
  bool titles = false;  // make Converted::titles
  // The games to read; the others are passed over. Null: all.
  const Selection* select = nullptr;
  // Mend what is at fault, and convert what comes of it. Null: do not.
  const repair::MendOptions* mending = nullptr;
  // Note at each game's first move that cannot be played what it may stand for.
  bool suggest = false;
  // Make Converted::written, with the value of this tag. Empty: do not.
  std::string split_by{};
};

// What came of a piece.
struct Converted final : PieceWork::Result {
  struct Title {
    std::uint32_t game = 0;
    std::string title;
    bool rejected = false;  // and not known to be so by the baseline
  };

  explicit Converted(Piece&& piece);

  text::Source source;
  const readers::Dialect* dialect;  // null: the text looks like none, and nothing was read
  bool is_first, is_last;           // of its text, of which nothing more comes
  bool is_file;                     // as it is on the disk
  bool is_cut;                      // a fault of the input ends the text here
  bool is_whole;                    // false: the text goes on, and is not read
  bool continues;                   // begins inside a game that was too long
  std::uint64_t number;             // of the first game among those of all inputs, as was thought
  std::uint32_t first_game;         // the same in its text

  std::vector<text::Diagnostic> findings;
  text::Tally unlisted;  // further findings
  Spool out;
  struct Written {
    std::size_t end = 0;  // in `out`, which is all in memory then
    std::string value;    // of the tag that the output is split by
  };
  std::vector<Written> written;  // the games that `out` is made of
  replay::Counts counts;
  std::uint64_t skipped = 0;       // games that were not written
  std::vector<Title> titles;       // of the piece's games and positions
  std::vector<text::Fix> changes;  // that mended the text, in order, apart from each other
};

class Limited;
class MendedPass;
class Suspects;

class Conversion : public PieceWork {
 public:
  // `registry` must outlive this, and is read by several threads.
  Conversion(const variants::Registry& registry, ConversionOptions options);

  // In order. What is said once about a text (that it holds no game) comes with its last piece.
  virtual bool take_piece(Converted& piece, std::uint64_t bytes_read) = 0;

  std::unique_ptr<Result> work(Piece&& piece) final;
  void renumber(Result& result, std::uint32_t first_game) final;
  bool take(Result& result, std::uint64_t bytes_read) final;

 private:
  void recognise(Converted& piece);
  void convert(Converted& piece) const;
  void replay(Converted& piece, const text::Source& source, MendedPass* mended, Suspects* suspects,
              text::Diagnostics& findings) const;
  void suggest(const Converted& piece, const Suspects& suspects, Limited& findings) const;
  void mend(Converted& piece, const Suspects& suspects, Limited& findings) const;

  const variants::Registry& registry_;
  ConversionOptions options_;
  std::uint64_t games_ = 0;                 // of the text whose pieces are being taken
  std::uint64_t all_games_ = 0;             // of all texts
  std::unordered_set<std::uint64_t> said_;  // ids of what is said once a text
  text::CodeSet said_of_bytes_;
};

}  // namespace nuskha::stream
