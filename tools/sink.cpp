#include "sink.hpp"

#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <cstring>

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include "text/render.hpp"

namespace nuskha::tools {
namespace {

constexpr std::size_t buffer_size = 64 * 1024;

}  // namespace

void Sink::write(std::string_view bytes) {
  if (buffer_.size() + bytes.size() > buffer_size) flush();
  if (bytes.size() >= buffer_size)
    put(bytes);
  else
    buffer_ += bytes;
}

void Sink::flush() {
  if (buffer_.empty()) return;
  put(buffer_);
  buffer_.clear();
}

void Sink::compress_for(const std::string& path) {
  compressor_ = stream::Compressor::for_name(path, [this](std::string_view bytes) {
    put_plain(bytes);
    return !error_;
  });
}

void Sink::finish() {
  flush();
  if (compressor_ && !error_) fail(compressor_->finish());
  compressor_.reset();
}

void Sink::fail(std::string why) {
  if (!why.empty() && !error_) error_ = std::move(why);
}

void Sink::put(std::string_view bytes) {
  if (error_) return;
  if (compressor_)
    fail(compressor_->write(bytes));
  else
    put_plain(bytes);
}

void Sink::put_plain(std::string_view bytes) {
  if (error_) return;
  if (before_write) before_write();
  while (!bytes.empty()) {
    const ssize_t written = ::write(descriptor_, bytes.data(), bytes.size());
    if (written >= 0) {
      bytes.remove_prefix(std::size_t(written));
    } else if (errno == EPIPE && descriptor_ == STDOUT_FILENO) {
      std::_Exit(clean);
    } else if (errno != EINTR) {
      error_ = std::strerror(errno);
      return;
    }
  }
}

Sink& standard_output() {
  static Sink sink(STDOUT_FILENO);
  return sink;
}

Sink& standard_error() {
  static Sink sink(STDERR_FILENO);
  return sink;
}

Status close_standard_streams(Status status) {
  standard_output().flush();
  if (standard_output().error()) {
    complain(fmt::format("cannot write: {}", *standard_output().error()));
    status = failed;
  }
  standard_error().flush();
  return status;
}

void complain(std::string_view message) {
  standard_error().write(fmt::format("nuskha: {}\n", text::printable_line(message)));
}

void prepare_standard_streams() {
  std::signal(SIGPIPE, SIG_IGN);
  std::signal(SIGXFSZ, SIG_IGN);
  for (const int descriptor : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO})
    if (fcntl(descriptor, F_GETFD) < 0 && errno == EBADF)
      // The lowest free descriptor is this one. Writing to it fails, as it should.
      if (open("/dev/null", descriptor == STDIN_FILENO ? O_WRONLY : O_RDONLY) < 0) return;
}

bool is_terminal(int descriptor) {
  return isatty(descriptor) == 1;
}

bool wants_color(int descriptor) {
  const char* no_color = std::getenv("NO_COLOR");
  return is_terminal(descriptor) && (no_color == nullptr || *no_color == '\0');
}

}  // namespace nuskha::tools
