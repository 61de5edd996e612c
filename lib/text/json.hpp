// Strings and numbers as JSON (RFC 8259), for what writes JSON as a stream.
#pragma once

#include <string>
#include <string_view>

namespace nuskha::text {

// With its quotation marks. Bytes that are not UTF-8 become U+FFFD, so the output is always valid.
void append_json_string(std::string_view text, std::string& out);

}  // namespace nuskha::text
