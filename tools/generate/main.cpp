// `nuskha_generate man|bash` prints the manual page or the shell completion.
#include <cstring>

#include <CLI/CLI.hpp>

#include "app.hpp"
#include "generate/generate.hpp"
#include "sink.hpp"

int main(int argc, char** argv) {
  using namespace nuskha::tools;
  prepare_standard_streams();
  Status status = clean;
  const auto app = make_app(status);
  if (argc == 2 && std::strcmp(argv[1], "man") == 0) {
    standard_output().write(man_page(*app));
  } else if (argc == 2 && std::strcmp(argv[1], "bash") == 0) {
    standard_output().write(bash_completion(*app));
  } else {
    complain("the argument is `man` or `bash`");
    status = failed;
  }
  return close_standard_streams(status);
}
