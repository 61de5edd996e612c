#include "reader_laws.hpp"
#include "readers/pgn/reader.hpp"
#include "readers/pgn/split.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace nuskha;
  tests::check_reader(data, size, readers::pgn::read);

  // Stretches are the text without a hole; a cut is one of their ends.
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  readers::pgn::Splitter splitter(text);
  std::size_t end = 0;
  for (text::Span stretch; splitter.next(stretch); end = stretch.end)
    if (stretch.begin != end || stretch.end <= stretch.begin) std::abort();
  if (end != size) std::abort();
  const readers::Cut cut = readers::pgn::cut(text, size / 2);
  if (cut.size > size) std::abort();
  if (readers::pgn::sniff(text) < 0 || readers::pgn::sniff(text) > 100) std::abort();
  return 0;
}
