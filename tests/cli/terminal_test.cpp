// What the command does when a person watches: progress on a terminal, colours, and neither of them
// anywhere else.
#include <chrono>
#include <string>

#include <catch2/catch.hpp>
#include <fcntl.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

#include "run_command.hpp"

using namespace nuskha::tests;

namespace {

struct Watched {
  std::string seen;  // all that reached the terminal
  double seconds = 0;
};

// Runs a shell script whose standard streams are a terminal, at which `typed` was typed before.
Watched run_on_terminal(const std::string& script, const fs::path& folder,
                        const std::string& typed = {}) {
  const int terminal = posix_openpt(O_RDWR | O_NOCTTY);
  REQUIRE(terminal >= 0);
  REQUIRE(grantpt(terminal) == 0);
  REQUIRE(unlockpt(terminal) == 0);
  const std::string name = ptsname(terminal);
  const auto begin = std::chrono::steady_clock::now();
  const pid_t child = fork();
  REQUIRE(child >= 0);
  if (child == 0) {
    close(terminal);
    const int screen = open(name.c_str(), O_RDWR | O_NOCTTY);
    if (!typed.empty()) dup2(screen, 0);
    dup2(screen, 1);
    dup2(screen, 2);
    const std::string path =
        "PATH=" + fs::path(NUSKHA_COMMAND).parent_path().string() + ":/usr/bin:/bin";
    const char* environment[] = {path.c_str(), "LC_ALL=C.UTF-8", nullptr};
    const char* arguments[] = {"sh", "-c", script.c_str(), nullptr};
    if (chdir(folder.c_str()) == 0)
      execve("/bin/sh", const_cast<char**>(arguments), const_cast<char**>(environment));
    _exit(127);
  }
  Watched result;
  REQUIRE(write(terminal, typed.data(), typed.size()) == ssize_t(typed.size()));
  char buffer[4096];
  // Reading fails once nobody has the other side open any more.
  for (ssize_t got; (got = read(terminal, buffer, sizeof buffer)) > 0;)
    result.seen.append(buffer, std::size_t(got));
  while (waitpid(child, nullptr, 0) < 0 && errno == EINTR) {
  }
  close(terminal);
  result.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
  return result;
}

constexpr const char* game =
    "[Event \"?\"]\n[Result \"*\"]\n\n1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 5. O-O Be7 *\n\n";

}  // namespace

TEST_CASE("a long job shows a progress line on a terminal and clears it", "[cli][terminal]") {
  ScratchFolder scratch;
  std::string games;
  for (int i = 0; i < 5000; ++i) games += game;
  Watched watched;
  // As many games as this machine needs more than a second for.
  do {
    games += games;
    REQUIRE(games.size() < 1'000'000'000);
    write_file(scratch.path() / "games.pgn", games);
    watched = run_on_terminal("nuskha check games.pgn > /dev/null", scratch.path());
  } while (watched.seconds < 1.2);
  const std::size_t line = watched.seen.find(" MB/s, ");
  CHECK(line != std::string::npos);
  CHECK(watched.seen.find(" games, 0 findings, ", line) != std::string::npos);
  CHECK(watched.seen.ends_with("\r\x1b[K"));

  const CommandResult piped = run_command("nuskha check games.pgn > /dev/null", scratch.path());
  CHECK(piped.err.empty());
}

TEST_CASE("a short job shows no progress", "[cli][terminal]") {
  ScratchFolder scratch;
  write_file(scratch.path() / "game.pgn", game);
  CHECK(run_on_terminal("nuskha check game.pgn > /dev/null", scratch.path()).seen.empty());
}

TEST_CASE("colours are for terminals, unless NO_COLOR is set", "[cli][terminal]") {
  ScratchFolder scratch;
  write_file(scratch.path() / "empty.txt", "");
  const std::string red_or_other = "\x1b[1;";
  CHECK(run_on_terminal("nuskha check empty.txt", scratch.path()).seen.find(red_or_other) !=
        std::string::npos);
  CHECK(run_on_terminal("NO_COLOR=1 nuskha check empty.txt", scratch.path()).seen.find('\x1b') ==
        std::string::npos);
  CHECK(run_on_terminal("nuskha check empty.txt | cat", scratch.path()).seen.find('\x1b') ==
        std::string::npos);
}

TEST_CASE("repair asks at a terminal about what it is not sure of", "[cli][terminal]") {
  ScratchFolder scratch;
  const std::string doubtful =
      "[Event \"?\"]\n\n1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 5. O-O Be7 6. Re1 b5 7. Bb3 d6 8. "
      "c3 "
      "O-O 9. h3 Nb8 10. d4 Nbd7 11. Bf2 h6 12. a3 *\n";
  const auto ask = [&](const std::string& typed) {
    write_file(scratch.path() / "game.pgn", doubtful);
    return run_on_terminal("nuskha repair --ask --in-place game.pgn", scratch.path(), typed).seen;
  };
  const auto now = [&] { return read_file(scratch.path() / "game.pgn"); };

  // What is no choice is asked again.
  const std::string first = ask("7\nx\n1\n");
  CHECK(first.find("game.pgn, game 1, line 3: 'Bf2'") != std::string::npos);
  CHECK(first.find(" 8  r . b q . r k .\r\n") != std::string::npos);
  CHECK(first.find("White to move") != std::string::npos);
  const std::size_t taken = now().find("11. B");
  REQUIRE(taken != std::string::npos);
  const std::string one = now().substr(taken, 7);
  CHECK((one == "11. Bd2" || one == "11. Bc2"));
  CHECK(first.find("1  '" + one.substr(4) + "': another square") != std::string::npos);
  CHECK(first.find("chosen when asked") != std::string::npos);

  ask("2\n");
  const std::string other = now().substr(taken, 7);
  CHECK((other == "11. Bd2" || other == "11. Bc2"));
  CHECK(other != one);

  for (const std::string typed : {"\n", "q\n", "\x04"}) {
    ask(typed);
    CHECK(now() == doubtful);
  }
}
