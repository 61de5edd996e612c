#include "stream/spool.hpp"

#include <algorithm>

namespace nuskha::stream {

void Spool::append(std::string_view bytes) {
  in_memory_ += bytes;
  if (in_memory_.size() <= limit_) return;
  if (!file_) file_.reset(std::tmpfile());
  const bool is_written =
      file_ && std::fseek(file_.get(), long(in_file_), SEEK_SET) == 0 &&
      std::fwrite(in_memory_.data(), 1, in_memory_.size(), file_.get()) == in_memory_.size() &&
      std::fflush(file_.get()) == 0;
  if (!is_written) {
    // What reached the file in part is not read.
    limit_ = std::numeric_limits<std::size_t>::max();
    return;
  }
  in_file_ += in_memory_.size();
  in_memory_.clear();
}

void Spool::shrink(std::size_t size) {
  in_memory_.resize(size > in_file_ ? size - in_file_ : 0);
  in_file_ = std::min(in_file_, size);
}

bool Spool::each(const std::function<void(std::string_view)>& part) const {
  if (in_file_ > 0) {
    std::rewind(file_.get());
    std::string buffer(64 * 1024, '\0');
    for (std::size_t left = in_file_; left > 0;) {
      const std::size_t got =
          std::fread(buffer.data(), 1, std::min(buffer.size(), left), file_.get());
      if (got == 0) return false;
      part(std::string_view(buffer).substr(0, got));
      left -= got;
    }
  }
  part(in_memory_);
  return true;
}

}  // namespace nuskha::stream
