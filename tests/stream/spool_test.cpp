#include "stream/spool.hpp"

#include <catch2/catch.hpp>
#include <sys/resource.h>

using namespace nuskha;

namespace {

std::string all(const stream::Spool& spool) {
  std::string out;
  CHECK(spool.each([&](std::string_view part) { out += part; }));
  return out;
}

}  // namespace

TEST_CASE("a spool gives back what it got, from memory and from its file", "[stream][spool]") {
  for (const std::size_t limit : {std::size_t(0), std::size_t(1000), std::size_t(1) << 30}) {
    stream::Spool spool(limit);
    std::string expected;
    for (int i = 0; i < 50'000; ++i) {
      const std::string line = std::to_string(i * 7919) + "\n";
      expected += line;
      spool.append(line);
    }
    CHECK(spool.size() == expected.size());
    CHECK((all(spool) == expected));
    CHECK((all(spool) == expected));
    // Taken back, and something else written in its place.
    for (const std::size_t kept : {expected.size() - 10, expected.size() / 2, std::size_t(0)}) {
      spool.shrink(kept);
      CHECK(spool.size() == kept);
      spool.append("something else");
      CHECK((all(spool) == expected.substr(0, kept) + "something else"));
    }
  }
}

TEST_CASE("without a temporary file a spool stays in memory", "[stream][spool]") {
  rlimit files;
  REQUIRE(getrlimit(RLIMIT_NOFILE, &files) == 0);
  const rlimit none = {0, files.rlim_max};
  REQUIRE(setrlimit(RLIMIT_NOFILE, &none) == 0);
  stream::Spool spool(10);
  for (int i = 0; i < 10; ++i) spool.append("0123456789");
  REQUIRE(setrlimit(RLIMIT_NOFILE, &files) == 0);
  CHECK(spool.size() == 100);
  CHECK(all(spool).size() == 100);
}
