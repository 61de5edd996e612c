// The tables under corpus/perft/: counts of positions by depth, with their source, as data.
//
// A file is named after its variant and holds lines: `# comment`, `id TEXT`, `fen FEN`,
// `perft DEPTH NODES`. An `id` begins an entry.
#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace nuskha::tests {

struct PerftEntry {
  std::string id;
  std::string fen;
  std::vector<std::pair<int, std::uint64_t>> counts;  // depth, nodes
};

struct PerftTable {
  std::string variant;  // the file's name without its ending
  std::vector<PerftEntry> entries;
};

// All tables in the order of their names; of one variant only when the environment variable
// NUSKHA_VARIANT names it, so that ctest can run each by itself. Throws std::runtime_error when a
// file is not as described above.
std::vector<PerftTable> perft_tables();

// The number in that environment variable; `optimised` where there is none, or `instrumented` when
// the tests are built with sanitizers and run an order of magnitude slower.
std::uint64_t test_limit(const char* variable, std::uint64_t optimised, std::uint64_t instrumented);

}  // namespace nuskha::tests
