// The manual page and the shell completion that are kept must be what the command line makes today.
#include <cstdlib>

#include <catch2/catch.hpp>

#include "run_command.hpp"

using namespace nuskha::tests;

TEST_CASE("docs/man is made from the command line as it is", "[cli][generated]") {
  const fs::path folder = fs::path(NUSKHA_SOURCE_DIR) / "docs" / "man";
  ScratchFolder scratch;
  for (const auto& [kind, file] :
       {std::pair("man", "nuskha.1"), std::pair("bash", "nuskha.bash")}) {
    const CommandResult made = run_command(std::string(NUSKHA_GENERATE " ") + kind, scratch.path());
    REQUIRE(made.status == 0);
    if (std::getenv("UPDATE_GOLDEN")) {
      fs::create_directories(folder);
      write_file(folder / file, made.out);
    }
    INFO(file << "; UPDATE_GOLDEN=1 writes it anew");
    CHECK(made.out == read_file(folder / file));
  }
}

TEST_CASE("the generator wants to know what to generate", "[cli][generated]") {
  ScratchFolder scratch;
  CHECK(run_command(NUSKHA_GENERATE " nonsense", scratch.path()).status == 2);
  CHECK(run_command(NUSKHA_GENERATE, scratch.path()).status == 2);
}
