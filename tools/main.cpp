#include <clocale>

#include "app.hpp"
#include "sink.hpp"

int main(int argc, char** argv) {
  using namespace nuskha::tools;
  std::setlocale(LC_CTYPE, "C.UTF-8");  // for the names in archives
  prepare_standard_streams();
  return close_standard_streams(run(argc, argv));
}
