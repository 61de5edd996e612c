// Runs shell commands for the tests of the program and of the documents.
#pragma once

#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <string_view>

#include <catch2/catch.hpp>
#include <fcntl.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

namespace nuskha::tests {

namespace fs = std::filesystem;

inline std::string read_file(const fs::path& path) {
  std::ifstream stream(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(stream), std::istreambuf_iterator<char>()};
}

inline void write_file(const fs::path& path, std::string_view text) {
  std::ofstream(path, std::ios::binary) << text;
}

// A folder of its own, gone with the object.
class ScratchFolder {
 public:
  ScratchFolder() {
    std::string name = (fs::temp_directory_path() / "nuskha-test-XXXXXX").string();
    REQUIRE(mkdtemp(name.data()));
    path_ = name;
  }
  ~ScratchFolder() {
    std::error_code ignored;
    fs::remove_all(path_, ignored);
  }
  ScratchFolder(const ScratchFolder&) = delete;
  ScratchFolder& operator=(const ScratchFolder&) = delete;
  const fs::path& path() const { return path_; }

 private:
  fs::path path_;
};

struct CommandResult {
  std::string out, err;
  int status = 0;  // -1 when it was killed, for example because it took too long
};

// Runs `script` with /bin/sh in `folder`, with nuskha on PATH and an environment that no user's
// settings reach. Standard input is empty. With `merged`, standard error goes where output goes.
inline CommandResult run_command(const std::string& script, const fs::path& folder,
                                 bool merged = false) {
  constexpr unsigned longest_seconds = 120;
  ScratchFolder streams;
  const std::string out = streams.path() / "out", err = streams.path() / "err";
  const std::string path =
      "PATH=" + fs::path(NUSKHA_COMMAND).parent_path().string() + ":/usr/local/bin:/usr/bin:/bin";
  const pid_t child = fork();
  REQUIRE(child >= 0);
  if (child == 0) {
    // The child's own alarm ends it, and with it what it waits for.
    alarm(longest_seconds);
    const int in = open("/dev/null", O_RDONLY);
    const int to = open(out.c_str(), O_WRONLY | O_CREAT | O_TRUNC, 0600);
    const int errors = merged ? to : open(err.c_str(), O_WRONLY | O_CREAT | O_TRUNC, 0600);
    dup2(in, 0);
    dup2(to, 1);
    dup2(errors, 2);
    signal(SIGPIPE, SIG_DFL);
    const char* environment[] = {path.c_str(), "LC_ALL=C.UTF-8",
                                 "ASAN_OPTIONS=detect_leaks=1:abort_on_error=0", nullptr};
    const char* arguments[] = {"sh", "-c", script.c_str(), nullptr};
    if (chdir(folder.c_str()) == 0)
      execve("/bin/sh", const_cast<char**>(arguments), const_cast<char**>(environment));
    _exit(127);
  }
  int status = 0;
  while (waitpid(child, &status, 0) < 0 && errno == EINTR) {
  }
  return {read_file(out), merged ? std::string() : read_file(err),
          WIFEXITED(status) ? WEXITSTATUS(status) : -1};
}

}  // namespace nuskha::tests
