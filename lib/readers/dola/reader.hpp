// Reads texts in the seeds' notation (docs/formats/dola.md): whole French documents in which scores
// and lists of men stand, or bare scores. What is neither is prose.
#pragma once

#include <string_view>

#include "record/events.hpp"
#include "text/diagnostic.hpp"
#include "text/source.hpp"

namespace nuskha::readers::dola {

// Takes time proportional to the length of the text, and memory for one game at a time.
void read(const text::Source& source, record::WrittenEvents& events,
          text::Diagnostics& diagnostics);

// From 100 (scores in this notation) down to 5 (French text without any) and 0.
int sniff(std::string_view text);

}  // namespace nuskha::readers::dola
