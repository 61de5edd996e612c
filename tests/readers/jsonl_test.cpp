#include <catch2/catch.hpp>

#include "readers/event_dump.hpp"
#include "readers/jsonl/reader.hpp"
#include "record/event_laws.hpp"
#include "record/golden.hpp"

using namespace nuskha;
namespace fs = std::filesystem;

namespace {

class Counter final : public text::Diagnostics {
 public:
  void report(text::Diagnostic) override { ++reported; }
  void count(text::Code) override { ++counted; }
  std::size_t reported = 0, counted = 0;
};

struct Outcome {
  std::vector<std::string> broken_laws;
  std::size_t games, moves, findings, counted;
};

Outcome read(const std::string& bytes) {
  const text::Source source("games.jsonl", bytes);
  tests::EventLaws laws;
  Counter findings;
  readers::jsonl::read(source, laws, findings);
  return {laws.broken, laws.games, laws.moves, findings.reported, findings.counted};
}

std::string times(std::string_view piece, std::size_t count) {
  std::string text;
  for (std::size_t i = 0; i < count; ++i) text += piece;
  return text;
}

}  // namespace

TEST_CASE("JSON Lines are read as their golden files say", "[readers][jsonl][corpus]") {
  for (const char* folder : {"valid", "invalid"}) {
    const fs::path path = fs::path(NUSKHA_SOURCE_DIR) / "corpus" / "jsonl" / folder;
    for (const fs::path& file : tests::files_in(path, ".jsonl")) {
      INFO(file.string() << "; UPDATE_GOLDEN=1 writes its golden file anew");
      const std::string bytes = tests::read_file(file);
      const Outcome outcome = read(bytes);
      CHECK(outcome.broken_laws == std::vector<std::string>{});
      CHECK((outcome.findings == 0) == (folder == std::string_view("valid")));
      const std::string actual =
          tests::dump_events("games.jsonl", bytes, *readers::find_dialect("jsonl"));
      fs::path expected = file;
      CHECK(tests::golden(expected.replace_extension(".events"), actual) == actual);
    }
  }
}

TEST_CASE("a line that breaks off anywhere costs only itself", "[readers][jsonl]") {
  const std::string text = tests::read_file(fs::path(NUSKHA_SOURCE_DIR) / "corpus" / "jsonl" /
                                            "valid" / "written.jsonl");
  const std::string line = text.substr(0, text.find('\n'));
  const std::string next = "\n{\"moves\":[{\"san\":\"e4\"}]}\n";
  for (std::size_t size = 1; size < line.size(); ++size) {
    const Outcome outcome = read(line.substr(0, size) + next);
    INFO(line.substr(0, size));
    REQUIRE(outcome.broken_laws == std::vector<std::string>{});
    REQUIRE(outcome.games == 1);
    REQUIRE(outcome.moves == 1);
    REQUIRE(outcome.findings == 1);
  }
}

TEST_CASE("hostile JSON ends soon, within the limits that have names",
          "[readers][jsonl][hostile]") {
  constexpr std::size_t size = 10'000'000;
  for (const std::string& text :
       {std::string(size, '['), std::string(size, '{'), std::string(size, '"'),
        times("{\"moves\":", size / 9), "{\"moves\":[" + times("{\"variation\":[", size / 14),
        "{\"tags\":{\"a\":\"" + std::string(size, 'x') + "\"}}", times("{\n", size / 2),
        "{\"moves\":[" + times("{},", size / 3) + "{}]}",
        "{\"moves\":[{\"nag\":" + std::string(size, '1') + "}]}", std::string(size, '\0')}) {
    INFO(text.substr(0, 20));
    const Outcome outcome = read(text);
    CHECK(outcome.broken_laws == std::vector<std::string>{});
    CHECK(outcome.findings <= 1001);
  }
  const std::size_t depth = readers::jsonl::max_variation_depth;
  const auto nested = [](std::size_t levels) {
    return "{\"moves\":[{\"san\":\"e4\"}," + times("{\"variation\":[", levels) +
           times("]}", levels) + "]}\n";
  };
  CHECK(read(nested(depth)).findings == 0);
  CHECK(read(nested(depth + 20)).findings == 1);
}

TEST_CASE("what is too much to list of a line is counted", "[readers][jsonl]") {
  const Outcome fields =
      read("{\"moves\":[" + times("{\"nag\":256},", 1500) + "{\"san\":\"e4\"}]}\n");
  CHECK(fields.findings == 1001);  // the last says that there are more
  CHECK(fields.counted == 500);
  std::string members = "{";
  for (int i = 0; i < 1500; ++i) members += "\"m" + std::to_string(i) + "\":1,";
  const Outcome names = read(members + "\"moves\":[]}\n");
  CHECK(names.findings == 1001);
  CHECK(names.counted == 500);
}

TEST_CASE("an unknown member is named once, where a line can be read", "[readers][jsonl]") {
  CHECK(read(times("{\"a\":1,\"moves\":[{\"san\":\"e4\",\"b\":2}]}\n", 5)).findings == 2);
  // The broken line says of itself that it is.
  CHECK(read("{\"a\":1,\n{\"a\":1}\n").findings == 2);
}
