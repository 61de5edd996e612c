// Where input comes from: a file, or standard input.
#pragma once

#include <string>

#include "text/result.hpp"
#include "text/source.hpp"

namespace nuskha::stream {

// The name that stands for standard input.
inline constexpr const char* standard_input = "-";

// Reads all of it; a source named "-" reads standard input and is called "<stdin>". The error says
// what could not be read and why ("cannot read 'x': No such file or directory"). Longer input than
// text::max_source_bytes is an error.
text::Result<text::Source> read_source(const std::string& path);

}  // namespace nuskha::stream
