// One line on a terminal that says how far a long job is, and goes away.
#pragma once

#include <chrono>
#include <cstdint>

namespace nuskha::tools {

class Progress {
 public:
  // Shows nothing when standard error is no terminal.
  Progress();
  ~Progress() { clear(); }
  Progress(const Progress&) = delete;
  Progress& operator=(const Progress&) = delete;

  // Cheap enough for every game: looks at the clock, writes only after half a second and then ten
  // times a second.
  void show(std::uint64_t bytes, std::uint64_t games, std::uint64_t findings);
  void clear();

 private:
  using Clock = std::chrono::steady_clock;
  bool active_;
  bool visible_ = false;
  Clock::time_point next_;
};

}  // namespace nuskha::tools
