#pragma once

#include <memory>
#include <string>
#include <string_view>

#include "writers/formats.hpp"

namespace nuskha::writers {

std::unique_ptr<Writer> make_pgn(Output, const Options&);

// What may stand in a tag's name, as the readers take it.
bool is_tag_name_char(char c);
// Between the quotes: `"` and `\` escaped, control characters as blanks.
void write_tag_value(std::string_view value, std::string& out);

}  // namespace nuskha::writers
