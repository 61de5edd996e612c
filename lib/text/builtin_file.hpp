// A data file that the build puts into the library (cmake/embed_files.cmake). Internal.
#pragma once

#include <string_view>

namespace nuskha::text {

struct BuiltinFile {
  std::string_view name;  // the file's name without `.toml`
  std::string_view text;
};

}  // namespace nuskha::text
