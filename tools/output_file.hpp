// A file that appears whole or not at all: written under a temporary name in the same folder, and
// renamed at the end.
#pragma once

#include <memory>
#include <string>

#include "sink.hpp"
#include "text/result.hpp"

namespace nuskha::tools {

class OutputFile {
 public:
  // What is there already and is no regular file (a terminal, a pipe, /dev/null) is written
  // directly.
  static text::Result<std::unique_ptr<OutputFile>> open(const std::string& path);
  ~OutputFile();  // removes what was not committed

  Sink& sink() { return *sink_; }
  // Gives the file its name. The error says what went wrong; nothing is left behind then.
  text::Result<bool> commit();

 private:
  OutputFile() = default;

  std::string path_;
  std::string temporary_;  // empty when the file is written directly
  int descriptor_ = -1;
  std::unique_ptr<Sink> sink_;
};

}  // namespace nuskha::tools
