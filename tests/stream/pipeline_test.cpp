#include "stream/pipeline.hpp"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <string>
#include <thread>
#include <vector>

#include <catch2/catch.hpp>

#include "readers/lines.hpp"
#include "stream/pack.hpp"
#include "stream/scratch.hpp"

using namespace nuskha;

namespace {

int never(std::string_view) {
  return 0;
}
constexpr readers::Dialect by_line = {"lines", "a game a line", nullptr, never,
                                      readers::cut_at_lines};

// Numbers the lines. A line that says `more` counts as two games, which the cutting cannot know.
class Numbering final : public stream::PieceWork {
 public:
  struct Lines final : Result {
    stream::Piece piece;
    std::string out;
  };

  std::unique_ptr<Result> work(stream::Piece&& piece) override {
    const int now = ++at_once;
    for (int most = at_most; now > most && !at_most.compare_exchange_weak(most, now);) continue;
    auto result = std::make_unique<Lines>();
    result->piece = std::move(piece);
    number(*result);
    // The later pieces are done first, if they can be.
    std::this_thread::sleep_for(
        std::chrono::microseconds(result->piece.first_place.line % 7 * 100));
    --at_once;
    return result;
  }
  void renumber(Result& result, std::uint32_t first_game) override {
    auto& lines = static_cast<Lines&>(result);
    CHECK(lines.piece.first_game != first_game);
    lines.piece.first_game = first_game;
    number(lines);
    ++renumbered;
  }
  bool take(Result& result, std::uint64_t read) override {
    const auto& lines = static_cast<Lines&>(result);
    if (lines.piece.is_first) out += "== " + lines.piece.name + "\n";
    out += lines.out;
    if (lines.piece.is_last) out += "==\n";
    CHECK(read >= bytes_read);
    bytes_read = read;
    return ++taken != stop_after;
  }
  bool take_error(const std::string& error) override {
    out += "! " + error + "\n";
    return true;
  }

  std::string out;
  std::uint64_t bytes_read = 0;
  int taken = 0, stop_after = -1, renumbered = 0;
  std::atomic<int> at_once = 0, at_most = 0;

 private:
  static void number(Lines& lines) {
    lines.out.clear();
    lines.games = 0;
    const std::string& text = lines.piece.bytes;
    for (std::size_t at = 0; at < text.size();) {
      const std::size_t end = std::min(text.find('\n', at), text.size());
      const std::string line = text.substr(at, end - at);
      lines.out += std::to_string(lines.piece.first_game + lines.games) + ": " + line + "\n";
      lines.games += line.find("more") != std::string::npos ? 2 : 1;
      at = end + 1;
    }
  }
};

struct Ran {
  std::string out;
  std::uint64_t bytes_read;
  int taken, renumbered, at_most;
  bool finished;
};

Ran run(const std::vector<std::string>& names, unsigned jobs, std::size_t piece_bytes,
        int stop_after = -1) {
  const auto inputs = stream::find_inputs(names);
  Numbering work;
  work.stop_after = stop_after;
  const bool finished = stream::run_pipeline(
      inputs, {.jobs = jobs, .dialect = &by_line, .piece_bytes = piece_bytes}, work);
  return {work.out, work.bytes_read, work.taken, work.renumbered, work.at_most, finished};
}

std::string some_lines(int count, int more_at = -1) {
  std::string text;
  for (int i = 0; i < count; ++i)
    text += (i == more_at ? "more " : "line ") + std::to_string(i * i) + "\n";
  return text;
}

}  // namespace

TEST_CASE("the same comes out whatever the number of jobs", "[stream][pipeline]") {
  ScratchFolder folder;
  const std::vector<std::string> names = {
      folder.write("a", some_lines(2000)),
      folder.path("missing"),
      folder.write("b.zip", pack("zip", "none",
                                 {{"one.txt", some_lines(300)}, {"two.txt", some_lines(3, 1)}})),
      folder.write("c", ""),
      folder.write("d.gz", compress("gzip", some_lines(500)).substr(0, 600)),
      folder.write("e", some_lines(1000, 5)),
  };
  const Ran one = run(names, 1, 200);
  CHECK(one.finished);
  CHECK(one.at_most == 1);
  CHECK(one.taken > 100);
  std::uint64_t size = 0;
  for (const auto& input : stream::find_inputs(names))
    if (input) size += input->size;
  CHECK(one.bytes_read == size);
  for (const unsigned jobs : {2u, 8u}) {
    CAPTURE(jobs);
    const Ran many = run(names, jobs, 200);
    CHECK(many.finished);
    CHECK((many.out == one.out));
    CHECK(many.taken == one.taken);
    CHECK(many.at_most <= int(jobs));
    // A busy machine may let one worker do it all.
    int together = many.at_most;
    for (int more = 0; more < 100 && together < 2; ++more) together = run(names, jobs, 200).at_most;
    CHECK(together > 1);
  }
  const auto contains = [&](const std::string& text) {
    return one.out.find(text) != std::string::npos;
  };
  CHECK(contains("== " + folder.path("a") + "\n1: line 0\n"));
  CHECK(contains("2000: line 3996001\n==\n! cannot read '" + folder.path("missing") +
                 "': No such file or directory\n== " + folder.path("b.zip") + "/one.txt\n"));
  CHECK(contains("== " + folder.path("b.zip") +
                 "/two.txt\n1: line 0\n2: more 1\n4: line 4\n==\n== " + folder.path("c") +
                 "\n==\n"));
  CHECK(contains("\n==\n! cannot read all of '" + folder.path("d.gz") + "'"));
  CHECK(contains("1001: line 998001\n==\n"));
}

TEST_CASE("a text of which nothing can be read is an error alone", "[stream][pipeline]") {
  ScratchFolder folder;
  const std::string next = folder.write("next", "line\n");
  for (const char* filter : {"gzip", "bzip2", "xz", "zstd", "lzma", "lz4"}) {
    CAPTURE(filter);
    const std::string whole = compress(filter, some_lines(500));
    const std::string begun = folder.write("begun", whole.substr(0, 11));
    const std::string after = "== " + next + "\n1: line\n==\n";
    const std::string out = run({begun, next}, 1, 200).out;
    CHECK(out.starts_with("! cannot read '" + begun + "': "));
    CHECK(out.ends_with("\n" + after));
    CHECK(std::count(out.begin(), out.end(), '\n') == 4);
    CHECK(run({begun, next}, 3, 200).out == out);

    // Without the last byte, all is there, but of zstd not the last block, which here is all.
    const std::string nearly = folder.write("nearly", whole.substr(0, whole.size() - 1));
    const std::string most = run({nearly, next}, 1, 1'000'000).out;
    if (filter == std::string_view("zstd"))
      CHECK(most.starts_with("! cannot read '" + nearly + "': "));
    else
      CHECK(most.find("500: line 249001\n==\n! cannot read all of '" + nearly + "': ") !=
            std::string::npos);
    CHECK(most.ends_with("\n" + after));
  }
  const std::string zip = folder.write(
      "x.zip",
      pack("zip", "none",
           {{"begun.txt.gz", compress("gzip", "line\n").substr(0, 10)}, {"whole.txt", "line\n"}}));
  CHECK(run({zip}, 1, 200).out ==
        "! cannot read '" + zip + "/begun.txt.gz': the compressed data is cut short\n== " + zip +
            "/whole.txt\n1: line\n==\n");
}

TEST_CASE("numbers are right although cutting miscounted", "[stream][pipeline]") {
  ScratchFolder folder;
  const std::vector<std::string> names = {folder.write("a", some_lines(5000, 100)),
                                          folder.write("b", some_lines(100))};
  // In one piece nothing is counted by cutting.
  const std::string whole = run(names, 1, 1'000'000).out;
  const Ran one = run(names, 1, 100);
  CHECK((one.out == whole));
  CHECK(one.renumbered == 0);
  const Ran four = run(names, 4, 100);
  CHECK((four.out == whole));
  // Only what was under way when it came to light.
  CHECK(four.renumbered <= 5);
}

TEST_CASE("a stop ends the pipeline at once", "[stream][pipeline]") {
  ScratchFolder folder;
  const std::vector<std::string> names = {folder.write("a", some_lines(20'000)),
                                          folder.path("missing")};
  for (const unsigned jobs : {1u, 2u, 8u}) {
    CAPTURE(jobs);
    const Ran stopped = run(names, jobs, 100, 3);
    CHECK_FALSE(stopped.finished);
    CHECK(stopped.taken == 3);
    CHECK(stopped.out.find('!') == std::string::npos);
  }
}

TEST_CASE("nothing to do is done", "[stream][pipeline]") {
  for (const unsigned jobs : {1u, 2u}) CHECK(run({}, jobs, 100).finished);
}
