// The dialect `jsonl` (docs/formats/jsonl.md): one JSON object a line, one game each, as the writer
// of the same name makes them.
#pragma once

#include <cstddef>
#include <string_view>

#include "record/events.hpp"
#include "text/diagnostic.hpp"
#include "text/source.hpp"

namespace nuskha::readers::jsonl {

// Variations that are nested deeper make their line unreadable.
inline constexpr std::size_t max_variation_depth = 200;

void read(const text::Source& source, record::WrittenEvents& out, text::Diagnostics& findings);
int sniff(std::string_view text);

}  // namespace nuskha::readers::jsonl
