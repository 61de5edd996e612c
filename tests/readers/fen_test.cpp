#include <catch2/catch.hpp>

#include "readers/event_dump.hpp"
#include "readers/fen/reader.hpp"
#include "record/event_laws.hpp"
#include "record/golden.hpp"

using namespace nuskha;
namespace fs = std::filesystem;

namespace {

class Counter final : public text::Diagnostics {
 public:
  void report(text::Diagnostic) override { ++count; }
  std::size_t count = 0;
};

}  // namespace

TEST_CASE("files of positions are read as their golden files say", "[readers][fen][corpus]") {
  for (const char* folder : {"valid", "invalid"}) {
    const fs::path path = fs::path(NUSKHA_SOURCE_DIR) / "corpus" / "fen" / folder;
    for (const fs::path& file : tests::files_in(path, ".fen")) {
      INFO(file.string() << "; UPDATE_GOLDEN=1 writes its golden file anew");
      const std::string bytes = tests::read_file(file);
      const text::Source source("positions.fen", bytes);
      tests::EventLaws laws;
      Counter findings;
      readers::fen::read(source, laws, findings);
      CHECK(laws.broken == std::vector<std::string>{});
      CHECK((findings.count == 0) == (folder == std::string_view("valid")));
      const std::string actual =
          tests::dump_events("positions.fen", bytes, *readers::find_dialect("fen"));
      fs::path expected = file;
      CHECK(tests::golden(expected.replace_extension(".events"), actual) == actual);
    }
  }
}

TEST_CASE("hostile text is no position, and ends soon", "[readers][fen][hostile]") {
  constexpr std::size_t size = 10'000'000;
  std::string lines, slashes;
  while (lines.size() < size) lines += "x\n";
  while (slashes.size() < size) slashes += "8/";
  for (const std::string& text :
       {std::string(size, 'x'), std::string(size, '/'), lines, slashes, std::string(size, '\r'),
        "8/8 w - - " + std::string(size, '"'), "8/8 w - - " + std::string(size, ';'),
        "8/8 w - - " + std::string(size, ' ')}) {
    INFO(text.substr(0, 20));
    const text::Source source("hostile", text);
    tests::EventLaws laws;
    Counter findings;
    readers::fen::read(source, laws, findings);
    CHECK(laws.broken == std::vector<std::string>{});
    CHECK(findings.count <= readers::fen::max_findings + 1);
  }
}
