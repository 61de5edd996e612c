#include "stream/progress.hpp"

#include <algorithm>
#include <string>
#include <utility>

#include <fmt/format.h>

namespace nuskha::stream {
namespace {

using namespace std::chrono_literals;
constexpr auto patience = 500ms;
constexpr auto interval = 100ms;
constexpr std::string_view erase_line = "\r\x1b[K";

std::string count_of(std::uint64_t count, std::string_view one) {
  return fmt::format("{} {}{}", count, one, count == 1 ? "" : "s");
}

std::string minutes(double seconds) {
  const auto whole = std::uint64_t(seconds + 0.5);
  if (whole >= 3600)
    return fmt::format("{}:{:02}:{:02}", whole / 3600, whole / 60 % 60, whole % 60);
  return fmt::format("{}:{:02}", whole / 60, whole % 60);
}

}  // namespace

Progress::Progress(Sink sink, std::uint64_t total_bytes, std::size_t columns, Clock clock)
    : sink_(std::move(sink)),
      total_(total_bytes),
      columns_(columns),
      clock_(std::move(clock)),
      start_(clock_()),
      next_(start_ + patience) {}

void Progress::show(std::uint64_t bytes_read, std::uint64_t games, std::uint64_t findings) {
  if (!sink_) return;
  const Time now = clock_();
  if (now < next_) return;
  next_ = now + interval;
  const double seconds = std::chrono::duration<double>(now - start_).count();
  const double read = double(bytes_read), rate = read / seconds;
  // A file can have grown since it was measured.
  const bool is_known = total_ > 0 && bytes_read <= total_;
  const double total = double(total_);
  std::string line = is_known ? fmt::format("{:.0f} %, {:.1f} of {:.1f} MB", 100 * read / total,
                                            read / 1e6, total / 1e6)
                              : fmt::format("{:.1f} MB", read / 1e6);
  line += fmt::format(", {:.1f} MB/s, {}, {}", rate / 1e6, count_of(games, "game"),
                      count_of(findings, "finding"));
  if (is_known && bytes_read > 0) line += fmt::format(", {} left", minutes((total - read) / rate));
  line.resize(std::min(line.size(), std::max<std::size_t>(columns_, 1) - 1));
  is_visible_ = true;
  sink_(fmt::format("{}{}", erase_line, line));
}

void Progress::clear() {
  if (is_visible_) sink_(erase_line);
  is_visible_ = false;
}

}  // namespace nuskha::stream
