// What repair changes in the user's files: a patch of it, or the change itself.
#pragma once

#include <cstdint>
#include <set>
#include <string>
#include <vector>

#include "sink.hpp"
#include "stream/conversion.hpp"
#include "text/result.hpp"

namespace nuskha::tools {

// In the bytes of a file.
struct ByteChange {
  std::uint64_t begin = 0, end = 0;
  std::string was, now;
};

// The nearest folder, from the current one upwards, that all these lie below: "..", "../..", or
// empty for the current one.
std::string folder_above(const std::vector<std::string>& files);

// A unified patch that `patch -p0` applies in that folder, as folder_above() gives it, for changes
// that are in order and apart from each other. The error says why the file cannot be patched.
text::Result<bool> write_patch(const std::string& path, const std::string& folder,
                               const std::vector<ByteChange>& changes, Sink& out);

// Makes the changes; the file as it was stays as the backup whose name is the result. The file is
// changed whole or not at all, and keeps its permissions.
text::Result<std::string> change_file(const std::string& path,
                                      const std::vector<ByteChange>& changes);

// Collects the changes of one text after another.
class Edits {
 public:
  enum class Way : std::uint8_t { patch, in_place };
  // `files`: all that may be changed.
  Edits(Way way, const std::vector<std::string>& files) : way_(way), folder_(folder_above(files)) {}

  void add(const stream::Converted& piece);
  // After a text's last piece. False after saying why its changes could not be made.
  bool end_text();

 private:
  Way way_;
  std::string folder_;  // that a patch is for
  std::string path_;
  std::string obstacle_;  // why the text cannot be changed
  std::vector<ByteChange> changes_;
  std::set<std::string> corrected_;  // files, by their canonical paths
};

}  // namespace nuskha::tools
