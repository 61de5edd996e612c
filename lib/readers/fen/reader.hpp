// The dialect `fen` (docs/formats/fen.md): a FEN or EPD record a line, each a game without moves.
#pragma once

#include <cstddef>
#include <string_view>

#include "record/events.hpp"
#include "text/diagnostic.hpp"
#include "text/source.hpp"

namespace nuskha::readers::fen {

// Further lines that hold no position are skipped in silence.
inline constexpr std::size_t max_findings = 1000;

void read(const text::Source& source, record::WrittenEvents& out, text::Diagnostics& findings);
int sniff(std::string_view text);

}  // namespace nuskha::readers::fen
