#include "text/baseline.hpp"

#include <sstream>

#include <catch2/catch.hpp>
#include <fmt/format.h>

using nuskha::text::Baseline;

namespace {

nuskha::text::Result<Baseline> read(const std::string& text) {
  std::istringstream in(text);
  return Baseline::read(in);
}

std::string line(std::uint64_t id) {
  return fmt::format(R"({{"file":"a.pgn","tag":"M201","id":"{:016x}"}})"
                     "\n",
                     id);
}

}  // namespace

TEST_CASE("a baseline knows the ids of its lines") {
  const auto baseline = read(line(7) + "\n" + line(0xFEDCBA9876543210) + line(7));
  REQUIRE(baseline);
  CHECK(baseline->size() == 2);
  CHECK(baseline->not_met() == std::vector<std::uint64_t>{1, 3});
  CHECK(baseline->knows(0xFEDCBA9876543210));
  CHECK_FALSE(baseline->knows(8));
  CHECK_FALSE(baseline->knows(0));
  CHECK(baseline->not_met() == std::vector<std::uint64_t>{1});
  CHECK(baseline->knows(7));
  CHECK(baseline->not_met().empty());
  CHECK(read("")->size() == 0);
}

TEST_CASE("a baseline is a report, and nothing else") {
  for (const char* bad :
       {"x", "{}", "[]", "{\"id\":7}", "{\"id\":\"7\"}", "{\"id\":\"000000000000000g\"}",
        "{\"id\":\"0000000000000000\"}", "{\"id\":\"0000000000000001\""}) {
    INFO(bad);
    const auto baseline = read(line(7) + bad + "\n");
    REQUIRE_FALSE(baseline);
    CHECK(baseline.error() == "line 2 is no finding with an id");
  }
}
