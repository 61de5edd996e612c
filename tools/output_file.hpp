// A file that appears whole or not at all: written under a temporary name in the same folder, and
// renamed at the end.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>

#include "sink.hpp"
#include "text/result.hpp"

namespace nuskha::tools {

class OutputFile {
 public:
  enum class Links : std::uint8_t { follow, replace };  // symbolic ones
  // Of a file whose name asks for it. For who writes many files at the same time, for a
  // compressor takes up to a hundred megabytes.
  enum class Compression : std::uint8_t { while_writing, when_whole };
  // A name that promises packing which is not written (`x.zip`) is refused.
  // What is there already and is no regular file (a terminal, a pipe, /dev/null) is written
  // directly.
  static text::Result<std::unique_ptr<OutputFile>> open(
      const std::string& path, Links links = Links::follow,
      Compression compression = Compression::while_writing);
  ~OutputFile();  // removes what was not committed

  Sink& sink();
  // Writes out what is held and gives the descriptor back, until sink() is asked for. For who
  // writes more files than may be open.
  void rest();
  // A file to take the place of this one, the same compressed; null where it is written directly.
  // After rest().
  text::Result<std::unique_ptr<OutputFile>> compressed();
  // Gives the file its name. The error says what went wrong; nothing is left behind then.
  text::Result<bool> commit();
  // The same without waiting for the bytes to be on the disk, after rest().
  text::Result<bool> rename();

 private:
  OutputFile() = default;
  void make_sink();
  // So that no temporary file stays when a signal ends the program.
  void keep_from_staying();
  void forget_temporary();

  std::string path_;
  std::string temporary_;  // empty when the file is written directly
  std::size_t place_ = 0;  // among the names that a signal's handler removes
  int descriptor_ = -1;
  Compression compression_ = Compression::while_writing;
  std::unique_ptr<Sink> sink_;
  std::optional<std::string> error_;  // of a sink that is gone
};

}  // namespace nuskha::tools
