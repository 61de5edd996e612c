// Any bytes as PGN: what is written of them, in whatever style, is read as the same games. The
// first byte chooses the style.
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string>

#include "readers/dialects.hpp"
#include "stream/convert.hpp"
#include "writers/formats.hpp"

namespace {

using namespace nuskha;

std::string write(std::string text, const writers::Options& writing) {
  static const variants::Registry registry;
  static const readers::Dialect& pgn = *readers::find_dialect("pgn");
  const text::Source source("fuzz", std::move(text));
  std::string out;
  const auto writer =
      writers::find_format("pgn")->make([&](std::string_view bytes) { out += bytes; }, writing);
  text::DiagnosticList findings;
  stream::convert(source, pgn, registry, {}, *writer, findings);
  return out;
}

void expect_same(const std::string& a, const std::string& b, const char* law) {
  if (a == b) return;
  std::fprintf(stderr, "%s\n--- is ---\n%s\n--- and not ---\n%s\n", law, a.c_str(), b.c_str());
  std::abort();
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size == 0) return 0;
  constexpr int widths[] = {79, 0, 1, 30};
  const unsigned choice = data[0];
  const writers::Options styled{.moves = writers::MoveStyle(choice % 3),
                                .tags = writers::TagOrder(choice / 3 % 2),
                                .width = widths[choice / 6 % 4]};
  const std::string text(reinterpret_cast<const char*>(data) + 1, size - 1);
  const std::string normal = write(text, {});
  expect_same(write(normal, {}), normal, "written again");
  expect_same(write(write(text, styled), {}), normal, "written in another style");
  return 0;
}
