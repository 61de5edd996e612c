// Runs every case under tests/cli/; README.md there says what a case is.
#include <algorithm>
#include <cstdlib>
#include <set>
#include <vector>

#include <catch2/catch.hpp>

#include "run_command.hpp"

using namespace nuskha::tests;

namespace {

const fs::path source_folder = NUSKHA_SOURCE_DIR;
const std::set<std::string> golden_files = {"expout", "experr", "exit"};

std::vector<fs::path> cases() {
  std::vector<fs::path> found;
  for (const auto& entry : fs::recursive_directory_iterator(source_folder / "tests" / "cli"))
    if (entry.path().filename() == "cmd") found.push_back(entry.path().parent_path());
  std::sort(found.begin(), found.end());
  return found;
}

void write_golden(const fs::path& path, const std::string& text) {
  if (text.empty())
    fs::remove(path);
  else
    write_file(path, text);
}

}  // namespace

TEST_CASE("the command does what the cases under tests/cli say", "[cli]") {
  const bool update = std::getenv("UPDATE_GOLDEN") != nullptr;
  const std::vector<fs::path> all = cases();
  REQUIRE_FALSE(all.empty());
  for (const fs::path& folder : all) {
    ScratchFolder scratch;
    fs::create_directory_symlink(source_folder / "corpus", scratch.path() / "corpus");
    for (const auto& entry : fs::directory_iterator(folder))
      if (golden_files.count(entry.path().filename()) == 0)
        fs::copy(entry.path(), scratch.path() / entry.path().filename());
    const CommandResult result = run_command(read_file(folder / "cmd"), scratch.path());
    if (update) {
      write_golden(folder / "expout", result.out);
      write_golden(folder / "experr", result.err);
      write_golden(folder / "exit", result.status == 0 ? "" : std::to_string(result.status) + "\n");
      continue;
    }
    INFO("case " << fs::relative(folder, source_folder).string());
    CHECK(result.out == read_file(folder / "expout"));
    CHECK(result.err == read_file(folder / "experr"));
    const std::string status = read_file(folder / "exit");
    CHECK(result.status == (status.empty() ? 0 : std::stoi(status)));
  }
}
