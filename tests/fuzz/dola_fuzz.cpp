// Any bytes as a text in the seeds' notation. Laws: those of readers/event_checks.hpp.
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string>

#include "../readers/event_checks.hpp"
#include "readers/dola/reader.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace nuskha;
  const text::Source source("fuzz", std::string(reinterpret_cast<const char*>(data), size));
  tests::EventChecks checks;
  readers::dola::read(source, checks, checks);
  if (!checks.broken().empty()) {
    std::fprintf(stderr, "broken: %s\n", checks.broken().c_str());
    std::abort();
  }
  const int sure = readers::dola::sniff(source.text());
  if (sure < 0 || sure > 100) std::abort();
  return 0;
}
