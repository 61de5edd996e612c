// The cost models that were built in. Internal.
#pragma once

#include <vector>

#include "text/builtin_file.hpp"

namespace nuskha::repair {

using text::BuiltinFile;

const std::vector<BuiltinFile>& builtin_files();

}  // namespace nuskha::repair
