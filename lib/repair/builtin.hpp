// The cost models that were built in. Internal.
#pragma once

#include <string_view>
#include <vector>

namespace nuskha::repair {

struct BuiltinFile {
  std::string_view name;  // the file's name without `.toml`
  std::string_view text;
};

const std::vector<BuiltinFile>& builtin_files();

}  // namespace nuskha::repair
