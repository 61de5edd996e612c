#include <filesystem>

#include <catch2/catch.hpp>

#include "record/golden.hpp"
#include "stream/convert.hpp"

using namespace nuskha;

TEST_CASE("games as programs and people write them are replayed without a finding",
          "[stream][pgn]") {
  const std::filesystem::path folder =
      std::filesystem::path(NUSKHA_SOURCE_DIR) / "corpus" / "pgn" / "played";
  const variants::Registry registry;
  const stream::Options options;
  std::uint64_t plies = 0;
  for (const auto& file : tests::files_in(folder, ".pgn")) {
    INFO(file.string());
    const text::Source source(file.filename().string(), tests::read_file(file));
    text::DiagnosticList findings;
    record::PlayedEvents nobody;
    const replay::Counts counts = stream::replay_all(source, *readers::find_dialect("pgn"),
                                                     registry, options, nobody, findings);
    for (const text::Diagnostic& finding : findings.items) UNSCOPED_INFO(finding.message());
    CHECK(findings.items.empty());
    CHECK(counts.games > 0);
    CHECK(counts.rejected == 0);
    plies += counts.plies;
  }
  CHECK(plies >= 700);
}
