// That the command's memory is bounded whatever it reads: 64 MiB, and 32 MiB more for each job.
#include <string>
#include <vector>

#include <catch2/catch.hpp>
#include <fcntl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include "run_command.hpp"

using namespace nuskha::tests;

namespace {

constexpr std::string_view little_endian_mark = "\xFF\xFE";

// Holds little of it: what this process takes counts as its child's, up to where the child becomes
// the command.
void write_repeated(const fs::path& path, const std::string& begin, const std::string& unit) {
  constexpr std::size_t letters = 4'300'000;  // more than a game may have
  const std::size_t bytes = begin.starts_with(little_endian_mark) ? 2 * letters : letters;
  std::ofstream out(path, std::ios::binary);
  out << begin;
  for (std::size_t written = 0; written < bytes; written += unit.size()) out << unit;
}

// As UTF-16 with its mark.
std::string wide(std::string_view ascii) {
  std::string out(little_endian_mark);
  for (const char c : ascii) out += {c, '\0'};
  return out;
}

// Its peak resident size in MiB.
long peak_of(const fs::path& folder, std::vector<const char*> arguments) {
  arguments.insert(arguments.begin(), NUSKHA_COMMAND);
  arguments.push_back(nullptr);
  const pid_t child = fork();
  REQUIRE(child >= 0);
  if (child == 0) {
    const int nowhere = open("/dev/null", O_RDWR);
    dup2(nowhere, 1);
    dup2(nowhere, 2);
    if (chdir(folder.c_str()) == 0) execv(arguments[0], const_cast<char**>(arguments.data()));
    _exit(127);
  }
  int status = 0;
  rusage usage;
  while (wait4(child, &status, 0, &usage) < 0 && errno == EINTR) continue;
  REQUIRE(WIFEXITED(status));
  CHECK(WEXITSTATUS(status) <= 1);
  return usage.ru_maxrss / 1024;
}

}  // namespace

#ifndef NUSKHA_SANITIZED
TEST_CASE("memory is bounded whatever the command reads", "[cli][memory]") {
  rusage own;
  REQUIRE(getrusage(RUSAGE_SELF, &own) == 0);
  if (own.ru_maxrss > 40 * 1024) {
    WARN("needs a process of its own, as ctest gives it");
    return;
  }
  ScratchFolder scratch;
  const std::string open = "[Event \"x\"]\n\n1. e4 ";
  struct Kind {
    const char* name;
    std::string begin, unit;  // which is repeated
  };
  const Kind kinds[] = {
      {"many.pgn", "", "[Event \"x\"]\n\n1. e4 e5 2. Nf4 *\n\n"},
      {"one.pgn", open, "Nf6 2. Nf3 Ng8 3. Ng1 "},
      {"bare.pgn", "", "1. e5 *\n\n"},
      {"tags.pgn", "", "[a \"\n"},
      {"variations.pgn", open, "("},
      {"comments.pgn", open, "{a} "},
      {"brace.pgn", open + "{", "more and more\n"},
      {"game.txt", "1ère Partie de Dola-Sultan :\n", "1) Pf2-f5 & Pf9-f6\n"},
      {"games.txt", "", "1ère Partie de Dola-Sultan :\n1) Pf2-f5 & Pf9-f2\n"},
      {"men.txt", "Position finale de la première partie :\n\nBlancs : ", "Pm1 ; "},
      {"zero.pgn", "", std::string(1, '\0')},
      {"zeros.pgn", open + "{", std::string(1, '\0')},
      {"escapes.pgn", open, "\n%"},
      {"marks.pgn", open, "x!"},
      {"stars.pgn", open + "(1. d4 ", "* "},
      {"glyphs.pgn", open, "$1 "},
      {"line_comments.pgn", open, ";\n"},
      {"numbers.pgn", open, "1. "},
      {"results.pgn", "", "1-0\n"},
      {"ends.pgn", "1. e5", "\n"},
      {"wide_ends.pgn", wide("1. e5"), std::string("\n\0", 2)},
      {"wide_returns.pgn", wide("1. e5"), std::string("\r\0", 2)},
  };
  for (const auto& [name, begin, unit] : kinds) {
    write_repeated(scratch.path() / name, begin, unit);
    INFO(name);
    const std::string dialect = std::string(name).ends_with("pgn") ? "pgn" : "dola";
    for (const char* format : {"pgn", "jsonl"})
      CHECK(peak_of(scratch.path(), {"convert", "--jobs", "1", "--from", dialect.c_str(), "--to",
                                     format, name}) <= 64);
    CHECK(peak_of(scratch.path(), {"check", "--jobs", "3", "--from", dialect.c_str(), "--format",
                                   "junit", name}) <= 64 + 3 * 32);
  }
}
#endif
