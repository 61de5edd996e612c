#include "rules/perft_table.hpp"

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <stdexcept>

namespace nuskha::tests {
namespace {

PerftTable read(const std::filesystem::path& path) {
  PerftTable table;
  table.variant = path.stem().string();
  std::ifstream file(path);
  std::string line;
  int number = 0;
  const auto fail = [&](const char* what) {
    throw std::runtime_error(path.string() + ":" + std::to_string(number) + ": " + what);
  };
  while (std::getline(file, line)) {
    ++number;
    if (line.empty() || line[0] == '#') continue;
    std::istringstream words(line);
    std::string key;
    words >> key >> std::ws;
    if (key == "id") {
      table.entries.emplace_back();
      std::getline(words, table.entries.back().id);
      continue;
    }
    if (table.entries.empty()) fail("no id yet");
    PerftEntry& entry = table.entries.back();
    if (key == "fen") {
      std::getline(words, entry.fen);
    } else if (key == "perft") {
      int depth = 0;
      std::uint64_t nodes = 0;
      if (!(words >> depth >> nodes) || depth < 1) fail("expected a depth and a count");
      entry.counts.emplace_back(depth, nodes);
    } else {
      fail("unknown word");
    }
  }
  if (table.entries.empty()) fail("no entry");
  return table;
}

}  // namespace

std::vector<PerftTable> perft_tables() {
  const char* only = std::getenv("NUSKHA_VARIANT");
  std::vector<PerftTable> tables;
  for (const auto& file : std::filesystem::directory_iterator(NUSKHA_SOURCE_DIR "/corpus/perft"))
    if (file.path().extension() == ".perft" && (!only || file.path().stem() == only))
      tables.push_back(read(file.path()));
  std::sort(tables.begin(), tables.end(),
            [](const PerftTable& a, const PerftTable& b) { return a.variant < b.variant; });
  if (tables.empty()) throw std::runtime_error("no perft table");
  return tables;
}

std::uint64_t test_limit(const char* variable, [[maybe_unused]] std::uint64_t optimised,
                         [[maybe_unused]] std::uint64_t instrumented) {
  if (const char* text = std::getenv(variable)) return std::strtoull(text, nullptr, 10);
#ifdef NUSKHA_SANITIZED
  return instrumented;
#else
  return optimised;
#endif
}

}  // namespace nuskha::tests
