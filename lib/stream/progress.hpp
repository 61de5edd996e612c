// A line for a person who waits: how far a long job is. It is rewritten in place and goes away.
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <string_view>

namespace nuskha::stream {

class Progress {
 public:
  using Time = std::chrono::steady_clock::time_point;
  // Where the line goes: to a terminal, at once. Empty: nobody watches, nothing is shown.
  using Sink = std::function<void(std::string_view)>;
  using Clock = std::function<Time()>;

  // `total_bytes` is the length of all inputs on disk, 0 if it is not known; `columns` the width of
  // the terminal, whose last column stays free.
  Progress(Sink sink, std::uint64_t total_bytes, std::size_t columns = 80,
           Clock clock = std::chrono::steady_clock::now);
  ~Progress() { clear(); }
  Progress(const Progress&) = delete;
  Progress& operator=(const Progress&) = delete;

  // Shows nothing in the first half second, and then no more than ten lines a second:
  // "45 %, 11.3 of 25.0 MB, 56.3 MB/s, 16168 games, 3 findings, 0:01 left".
  void show(std::uint64_t bytes_read, std::uint64_t games, std::uint64_t findings);
  // Before anything else is written to the terminal, and at the end.
  void clear();

 private:
  Sink sink_;
  std::uint64_t total_;
  std::size_t columns_;
  Clock clock_;
  Time start_, next_;
  bool is_visible_ = false;
};

}  // namespace nuskha::stream
