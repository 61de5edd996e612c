// Counts one position to one depth and prints the nodes and the CPU seconds; tests/bench/perft.sh
// compares the figures.
//
//   perft_bench VARIANT DEPTH
#include <cstdio>
#include <cstdlib>
#include <ctime>

#include "rules/fen.hpp"
#include "rules/perft.hpp"
#include "variants/registry.hpp"

using namespace nuskha;

int main(int argc, char** argv) {
  const auto variant = argc == 3 ? variants::Registry().find(argv[1]) : nullptr;
  const int depth = argc == 3 ? std::atoi(argv[2]) : 0;
  if (!variant || depth < 1) {
    std::fputs("usage: perft_bench VARIANT DEPTH\n", stderr);
    return 2;
  }
  rules::AnyPosition any = rules::make_position(*variant);
  return std::visit(
      [&](auto& position) {
        if (!rules::read_fen(variant->start_fen(), position).playable()) return 2;
        const std::clock_t start = std::clock();
        const std::uint64_t nodes = rules::perft(position, depth);
        const double seconds = double(std::clock() - start) / CLOCKS_PER_SEC;
        std::printf("%llu %.3f\n", static_cast<unsigned long long>(nodes), seconds);
        return 0;
      },
      any);
}
