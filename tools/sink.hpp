// Where the command's bytes go. Buffered; every byte counts, so a failed write is remembered and
// ends in the exit status, but a reader who went away (a closed pipe) is not an error: the program
// is done.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "stream/compress.hpp"

namespace nuskha::tools {

// What the program's exit status says.
enum Status : int { clean = 0, findings = 1, failed = 2 };

class Sink {
 public:
  explicit Sink(int descriptor) : descriptor_(descriptor) {}
  ~Sink() { flush(); }
  Sink(const Sink&) = delete;
  Sink& operator=(const Sink&) = delete;

  void write(std::string_view bytes);
  void flush();
  // From here on bytes are compressed, if the name of the file asks for it; finish() ends that.
  void compress_for(const std::string& path);
  void finish();
  // Why bytes were lost ("No space left on device"), once some were.
  const std::optional<std::string>& error() const { return error_; }

  // Called before bytes leave the buffer (a progress line is to be cleared first). May be empty.
  std::function<void()> before_write;

 private:
  void put(std::string_view bytes);
  void put_plain(std::string_view bytes);
  void fail(std::string why);

  int descriptor_;
  std::string buffer_;
  std::optional<std::string> error_;
  std::unique_ptr<stream::Compressor> compressor_;
};

Sink& standard_output();
Sink& standard_error();

// Flushes both and returns `status`, or `failed` after saying so when standard output lost bytes.
Status close_standard_streams(Status status);

// "nuskha: message" on standard error.
void complain(std::string_view message);

// Makes a closed pipe and a file that is too long an ordinary failure of write(), and sees to it
// that no file that is opened takes the place of a standard stream that was closed.
void prepare_standard_streams();

bool is_terminal(int descriptor);
// Whether text on that stream should be coloured: it is a terminal and NO_COLOR is not set.
bool wants_color(int descriptor);

}  // namespace nuskha::tools
