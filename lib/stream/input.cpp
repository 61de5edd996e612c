#include "stream/input.hpp"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <string>

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

namespace nuskha::stream {
namespace {

// Grows by doubling, so that a pipe of unknown length is copied a constant number of times.
text::Result<std::string, int> read_all(int descriptor) {
  std::string bytes;
  struct stat status;
  std::size_t expected = 0;
  if (fstat(descriptor, &status) == 0 && S_ISREG(status.st_mode) && status.st_size > 0)
    expected = std::size_t(status.st_size);
  if (expected >= text::max_source_bytes) return text::Failure{EFBIG};
  // One byte more than the file has, so that its end is seen without growing.
  std::size_t capacity = std::max<std::size_t>(expected + 1, 64 * 1024);
  std::size_t size = 0;
  for (;;) {
    if (size >= text::max_source_bytes) return text::Failure{EFBIG};
    if (size == bytes.size()) {
      bytes.resize(std::min<std::size_t>(capacity, text::max_source_bytes));
      capacity *= 2;
    }
    const ssize_t got = read(descriptor, bytes.data() + size, bytes.size() - size);
    if (got < 0) {
      if (errno == EINTR) continue;
      return text::Failure{errno};
    }
    if (got == 0) break;
    size += std::size_t(got);
  }
  bytes.resize(size);
  return bytes;
}

}  // namespace

text::Result<text::Source> read_source(const std::string& path) {
  const bool standard = path == standard_input;
  const std::string name = standard ? "<stdin>" : path;
  const auto failure = [&](int error) {
    const std::string reason =
        error == EFBIG ? fmt::format("it is longer than {} bytes", text::max_source_bytes - 1)
                       : std::strerror(error);
    return text::Failure{fmt::format("cannot read '{}': {}", name, reason)};
  };
  const int descriptor = standard ? STDIN_FILENO : open(path.c_str(), O_RDONLY | O_CLOEXEC);
  if (descriptor < 0) return failure(errno);
  auto bytes = read_all(descriptor);
  if (!standard) close(descriptor);
  if (!bytes) return failure(bytes.error());
  return text::Source(name, std::move(*bytes));
}

}  // namespace nuskha::stream
