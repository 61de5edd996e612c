#include "stream/progress.hpp"

#include <chrono>
#include <string>
#include <utility>

#include <catch2/catch.hpp>

using namespace nuskha;
using namespace std::chrono_literals;

namespace {

struct Watcher {
  stream::Progress::Time now{};
  std::string seen;
  stream::Progress::Clock clock() {
    return [this] { return now; };
  }
  stream::Progress::Sink sink() {
    return [this](std::string_view text) { seen += text; };
  }
  std::string take() { return std::exchange(seen, {}); }
};

}  // namespace

TEST_CASE("progress is shown after half a second, ten times a second", "[stream][progress]") {
  Watcher watcher;
  {
    stream::Progress progress(watcher.sink(), 25'000'000, 100, watcher.clock());
    watcher.now += 499ms;
    progress.show(5'000'000, 10, 0);
    progress.clear();
    CHECK(watcher.take().empty());
    watcher.now += 1ms;
    progress.show(6'250'000, 1, 1);
    CHECK(watcher.take() ==
          "\r\x1b[K25 %, 6.2 of 25.0 MB, 12.5 MB/s, 1 game, 1 finding, 0:02 left");
    watcher.now += 99ms;
    progress.show(7'000'000, 2, 2);
    CHECK(watcher.take().empty());
    watcher.now += 401ms;
    progress.show(12'500'000, 20'000, 0);
    CHECK(watcher.take() ==
          "\r\x1b[K50 %, 12.5 of 25.0 MB, 12.5 MB/s, 20000 games, 0 findings, 0:01 left");
    progress.clear();
    CHECK(watcher.take() == "\r\x1b[K");
    progress.clear();
    CHECK(watcher.take().empty());
    watcher.now += 1s;
    progress.show(25'000'000, 40'000, 3);
    CHECK(watcher.take() ==
          "\r\x1b[K100 %, 25.0 of 25.0 MB, 12.5 MB/s, 40000 games, 3 findings, 0:00 left");
  }
  CHECK(watcher.take() == "\r\x1b[K");
}

TEST_CASE("progress without an end in sight names none", "[stream][progress]") {
  Watcher watcher;
  stream::Progress progress(watcher.sink(), 0, 100, watcher.clock());
  watcher.now += 2s;
  progress.show(3'000'000, 5, 0);
  CHECK(watcher.take() == "\r\x1b[K3.0 MB, 1.5 MB/s, 5 games, 0 findings");
}

TEST_CASE("progress that has more than was to come names no end", "[stream][progress]") {
  Watcher watcher;
  stream::Progress progress(watcher.sink(), 1'000'000, 100, watcher.clock());
  watcher.now += 1s;
  progress.show(2'000'000, 5, 0);
  CHECK(watcher.take() == "\r\x1b[K2.0 MB, 2.0 MB/s, 5 games, 0 findings");
}

TEST_CASE("progress that takes hours says so", "[stream][progress]") {
  Watcher watcher;
  stream::Progress progress(watcher.sink(), 8'000'000'000, 100, watcher.clock());
  watcher.now += 1s;
  progress.show(1'000'000, 0, 0);
  CHECK(watcher.take() ==
        "\r\x1b[K0 %, 1.0 of 8000.0 MB, 1.0 MB/s, 0 games, 0 findings, 2:13:19 left");
}

TEST_CASE("progress never fills the terminal's last column", "[stream][progress]") {
  Watcher watcher;
  for (const std::size_t columns : {0u, 1u, 20u}) {
    watcher.take();
    stream::Progress progress(watcher.sink(), 0, columns, watcher.clock());
    watcher.now += 1s;
    progress.show(1'000'000, 123'456, 0);
    CHECK(watcher.take().size() == 4 + (columns > 0 ? columns - 1 : 0));
  }
}

TEST_CASE("progress that nobody watches is silent", "[stream][progress]") {
  Watcher watcher;
  stream::Progress progress({}, 100, 80, watcher.clock());
  watcher.now += 1h;
  progress.show(50, 1, 1);
  progress.clear();
  CHECK(watcher.seen.empty());
}
