// What a move's notes say in the text: `(SD=SD+CT)`, `(conv3)`. Internal.
#pragma once

#include <vector>

#include "record/written_move.hpp"
#include "text/diagnostic.hpp"
#include "text/source.hpp"

namespace nuskha::repair {

// The changes that make the notes of that move say what `right` says of mode and convention: the
// name or the figure alone, or the note if nothing of the kind is true. Notes that do not stand in
// the move's own text stay.
std::vector<text::Fix> rewrite_notes(const text::Source& source, const record::WrittenMove& written,
                                     const record::WrittenMove& right);

}  // namespace nuskha::repair
