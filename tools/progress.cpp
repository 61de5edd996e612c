#include "progress.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include "sink.hpp"

namespace nuskha::tools {
namespace {

using namespace std::chrono_literals;
constexpr auto patience = 500ms;
constexpr auto interval = 100ms;

// Straight to the terminal: neither buffered nor an error when it fails.
void put(std::string_view text) {
  [[maybe_unused]] const ssize_t written = write(STDERR_FILENO, text.data(), text.size());
}

}  // namespace

Progress::Progress() : active_(is_terminal(STDERR_FILENO)), next_(Clock::now() + patience) {}

void Progress::show(std::uint64_t bytes, std::uint64_t games, std::uint64_t findings) {
  if (!active_) return;
  const Clock::time_point now = Clock::now();
  if (now < next_) return;
  next_ = now + interval;
  visible_ = true;
  put(fmt::format("\r\x1b[K{:.1f} MB read, {} games and positions, {} findings",
                  double(bytes) / 1e6, games, findings));
}

void Progress::clear() {
  if (!visible_) return;
  visible_ = false;
  put("\r\x1b[K");
}

}  // namespace nuskha::tools
