// The variant files that were built in. Internal.
#pragma once

#include <vector>

#include "text/builtin_file.hpp"

namespace nuskha::variants {

using text::BuiltinFile;

const std::vector<BuiltinFile>& builtin_files();

}  // namespace nuskha::variants
