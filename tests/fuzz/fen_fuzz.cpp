#include "reader_laws.hpp"
#include "readers/fen/reader.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  nuskha::tests::check_reader(data, size, nuskha::readers::fen::read);
  return 0;
}
