// Any bytes as a text that is to be repaired; the first chooses the dialect and what is accepted.
// Laws: repair/mend_laws.hpp.
#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string>

#include "../repair/mend_laws.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace nuskha;
  static const variants::Registry registry;
  constexpr std::size_t longest = 1500;  // longer ones are no different, but slow
  if (size == 0) return 0;
  const readers::Dialect& dialect = *readers::find_dialect(data[0] & 1 ? "dola" : "pgn");
  const text::Source source(
      "fuzz", std::string(reinterpret_cast<const char*>(data) + 1, std::min(size - 1, longest)));
  const repair::Mended sure = repair::mend_all(source, dialect, registry);
  const std::string broken = repair::broken_law(source, dialect, registry, sure);
  if (!broken.empty()) {
    std::fprintf(stderr, "broken law: %s\n--- of ---\n%s\n--- became ---\n%s\n", broken.c_str(),
                 source.text().data(), sure.revision.text().c_str());
    std::abort();
  }
  if (data[0] & 2) repair::mend_all(source, dialect, registry, {.accepted = 0});
  return 0;
}
