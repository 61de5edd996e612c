// The dialect `pgn` (docs/formats/pgn.md).
#pragma once

#include <cstddef>
#include <string_view>

#include "readers/dialects.hpp"
#include "record/events.hpp"
#include "text/diagnostic.hpp"
#include "text/source.hpp"

namespace nuskha::readers::pgn {

void read(const text::Source& source, record::WrittenEvents& out, text::Diagnostics& findings);
int sniff(std::string_view text);
// Dialect::cut: before the Event tag of a game that an empty line parts from the one before.
Cut cut(std::string_view text, std::size_t target);

}  // namespace nuskha::readers::pgn
