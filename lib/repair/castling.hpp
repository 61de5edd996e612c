// Castling as a text has it, whatever signs it is written with. Internal.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "record/written_move.hpp"
#include "text/diagnostic.hpp"
#include "text/source.hpp"

namespace nuskha::repair {

// The changes that make one castling say what `right`, another one, says: a sign of the writer's
// own more or less, and the squares beside it. Empty where the text is spelt in an unknown way.
std::vector<text::Fix> rewrite_castling(const text::Source& source,
                                        const record::WrittenMove& written,
                                        const record::WrittenMove& right);

// How castling is written there: to the short side and to the long one. Nothing where that is
// spelt in an unknown way.
std::optional<std::pair<std::string, std::string>> castling_signs(std::string_view castling);

}  // namespace nuskha::repair
