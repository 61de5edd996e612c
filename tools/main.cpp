#include "app.hpp"
#include "sink.hpp"

int main(int argc, char** argv) {
  using namespace nuskha::tools;
  prepare_standard_streams();
  return close_standard_streams(run(argc, argv));
}
