// Bytes that are written once and then read once, in constant memory however many they are.
#pragma once

#include <cstddef>
#include <cstdio>
#include <functional>
#include <limits>
#include <memory>
#include <string>
#include <string_view>

namespace nuskha::stream {

class Spool {
 public:
  // What exceeds `memory` goes to a nameless temporary file; where there can be none, it stays.
  explicit Spool(std::size_t memory = std::numeric_limits<std::size_t>::max()) : limit_(memory) {}

  void append(std::string_view bytes);
  // Takes back all but the first `size` bytes; no more than there are.
  void shrink(std::size_t size);
  std::size_t size() const { return in_file_ + in_memory_.size(); }
  // All of it, part after part. False if the temporary file could not be read back.
  bool each(const std::function<void(std::string_view)>& part) const;
  // Of one without a limit.
  std::string_view text() const { return in_memory_; }

 private:
  struct Close {
    void operator()(std::FILE* file) const { std::fclose(file); }
  };

  std::size_t limit_;
  std::string in_memory_;  // comes after what is in the file
  std::unique_ptr<std::FILE, Close> file_;
  std::size_t in_file_ = 0;
};

}  // namespace nuskha::stream
