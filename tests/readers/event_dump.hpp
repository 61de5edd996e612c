// Written events as lines of text, one an event, for golden files and comparisons. Places are
// line:column, so that copies of a text in another encoding give the same dump.
#pragma once

#include <string>
#include <string_view>

#include "readers/dialects.hpp"

namespace nuskha::tests {

// The events and findings of a text, read as `dialect`. Prose is shown by its place alone.
std::string dump_events(std::string name, std::string bytes, const readers::Dialect& dialect);

}  // namespace nuskha::tests
