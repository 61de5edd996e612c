#include <clocale>
#ifdef __GLIBC__
#include <malloc.h>
#endif

#include "app.hpp"
#include "sink.hpp"

namespace {

// What a piece of a text has needed, the next one needs again: giving it back to the system in
// between took 7 % of the time in which UCI is written. What is longer than what is written of a
// piece goes back all the same.
void keep_memory() {
#ifdef __GLIBC__
  mallopt(M_MMAP_THRESHOLD, 16 << 20);
  mallopt(M_TRIM_THRESHOLD, 64 << 20);
#endif
}

}  // namespace

int main(int argc, char** argv) {
  using namespace nuskha::tools;
  keep_memory();
  std::setlocale(LC_CTYPE, "C.UTF-8");  // for the names in archives
  prepare_standard_streams();
  return close_standard_streams(run(argc, argv));
}
