#include "output_file.hpp"

#include <algorithm>
#include <array>
#include <atomic>
#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <mutex>

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include "stream/compress.hpp"
#include "stream/files.hpp"

namespace nuskha::tools {
namespace {

text::Failure<std::string> failure(const std::string& path, int error) {
  return text::Failure{fmt::format("cannot write '{}': {}", path, std::strerror(error))};
}

// The file that a chain of symbolic links ends in; the path itself if there is none yet.
std::string resolved(const std::string& path) {
  char* real = realpath(path.c_str(), nullptr);
  std::string result = real != nullptr ? real : path;
  std::free(real);
  return result;
}

// The temporary names that a signal's handler removes. A place is taken once, and emptied before
// its name goes away. More files than there are places stay behind a signal; nothing opens so many.
constexpr std::size_t places = 100'001;
std::array<std::atomic<const char*>, places> unfinished{};
std::atomic<std::size_t> places_taken{0};

extern "C" void end_by(int signal) {
  for (std::size_t i = 0; i < std::min(places_taken.load(), places); ++i)
    if (const char* name = unfinished[i].load()) unlink(name);
  std::signal(signal, SIG_DFL);
  std::raise(signal);
}

void catch_signals() {
  for (const int signal : {SIGHUP, SIGINT, SIGTERM})
    // What was ignored (by nohup) stays so.
    if (std::signal(signal, end_by) == SIG_IGN) std::signal(signal, SIG_IGN);
}

}  // namespace

void OutputFile::keep_from_staying() {
  static std::once_flag caught;
  std::call_once(caught, catch_signals);
  place_ = places_taken++;
  if (place_ < places) unfinished[place_] = temporary_.c_str();
}

void OutputFile::forget_temporary() {
  if (!temporary_.empty() && place_ < places) unfinished[place_] = nullptr;
  temporary_.clear();
}

text::Result<std::unique_ptr<OutputFile>> OutputFile::open(const std::string& path, Links links,
                                                           Compression compression) {
  if (stream::says_packed(stream::without_compression(path)))
    return text::Failure{fmt::format(
        "cannot write '{}': it is written as plain text, or compressed to .gz, .bz2, .xz or "
        ".zst",
        path)};
  std::unique_ptr<OutputFile> file(new OutputFile);
  file->compression_ = compression;
  file->path_ = links == Links::follow ? resolved(path) : path;
  struct stat status;
  const bool exists = links == Links::follow
                          ? stat(file->path_.c_str(), &status) == 0
                          : lstat(path.c_str(), &status) == 0 && !S_ISLNK(status.st_mode);
  if (exists && S_ISDIR(status.st_mode)) return failure(path, EISDIR);
  if (exists && !S_ISREG(status.st_mode)) {
    file->descriptor_ = ::open(file->path_.c_str(), O_WRONLY | O_CLOEXEC);
    file->compression_ = Compression::while_writing;
  } else {
    if (exists && access(file->path_.c_str(), W_OK) != 0) return failure(path, errno);
    const std::size_t name = file->path_.rfind('/') + 1;  // 0 without a folder
    file->temporary_ = file->path_.substr(0, name) + '.' + file->path_.substr(name) + ".XXXXXX";
    file->descriptor_ = mkstemp(file->temporary_.data());
    if (file->descriptor_ >= 0) {
      file->keep_from_staying();
      const mode_t mask = umask(0);
      umask(mask);
      // A failure leaves the file readable by its owner alone, which is no reason to stop.
      if (fchmod(file->descriptor_, exists ? status.st_mode & 07777 : 0666 & ~mask) != 0) errno = 0;
    } else {
      file->temporary_.clear();
    }
  }
  if (file->descriptor_ < 0) return failure(path, errno);
  file->make_sink();
  return file;
}

OutputFile::~OutputFile() {
  sink_.reset();
  if (descriptor_ >= 0) close(descriptor_);
  if (!temporary_.empty()) unlink(temporary_.c_str());
  forget_temporary();
}

Sink& OutputFile::sink() {
  if (!sink_) {
    descriptor_ = ::open(temporary_.c_str(), O_WRONLY | O_APPEND | O_CLOEXEC);
    if (descriptor_ < 0 && !error_) error_ = std::strerror(errno);
    make_sink();
  }
  return *sink_;
}

void OutputFile::make_sink() {
  sink_ = std::make_unique<Sink>(descriptor_);
  if (compression_ == Compression::while_writing) sink_->compress_for(path_);
}

void OutputFile::rest() {
  if (!sink_ || temporary_.empty()) return;
  sink_->finish();
  if (sink_->error() && !error_) error_ = sink_->error();
  sink_.reset();
  if (descriptor_ >= 0 && close(descriptor_) != 0 && !error_) error_ = std::strerror(errno);
  descriptor_ = -1;
}

text::Result<std::unique_ptr<OutputFile>> OutputFile::compressed() {
  if (temporary_.empty()) return std::unique_ptr<OutputFile>();
  auto file = open(path_, Links::replace);
  if (!file) return file;
  const int from = ::open(temporary_.c_str(), O_RDONLY | O_CLOEXEC);
  if (from < 0) return failure(path_, errno);
  std::string buffer(64 * 1024, '\0');
  ssize_t got;
  while ((got = read(from, buffer.data(), buffer.size())) > 0 || (got < 0 && errno == EINTR))
    if (got > 0) (*file)->sink().write({buffer.data(), std::size_t(got)});
  if (got < 0) (*file)->error_ = std::strerror(errno);
  close(from);
  if (error_) (*file)->error_ = error_;
  (*file)->rest();
  return file;
}

text::Result<bool> OutputFile::commit() {
  sink().finish();
  if (sink_->error() && !error_) error_ = sink_->error();
  if (!temporary_.empty() && !error_ && fsync(descriptor_) != 0) error_ = std::strerror(errno);
  rest();
  return rename();
}

text::Result<bool> OutputFile::rename() {
  if (error_) return text::Failure{fmt::format("cannot write '{}': {}", path_, *error_)};
  if (temporary_.empty()) return true;
  if (::rename(temporary_.c_str(), path_.c_str()) != 0) return failure(path_, errno);
  forget_temporary();
  return true;
}

}  // namespace nuskha::tools
