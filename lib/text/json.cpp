#include "text/json.hpp"

#include "text/utf8.hpp"

namespace nuskha::text {

void append_json_string(std::string_view text, std::string& out) {
  constexpr std::string_view hex = "0123456789abcdef";
  out += '"';
  std::size_t plain = 0;  // what is not copied yet begins here
  for (std::size_t i = 0; i < text.size();) {
    const auto byte = static_cast<unsigned char>(text[i]);
    const CodePoint c = byte < 0x80 ? CodePoint{byte, 1} : decode_utf8(text, i);
    if (c.size > 0 && byte >= 0x20 && byte != '"' && byte != '\\' && byte != 0x7F) {
      i += c.size;
      continue;
    }
    out += text.substr(plain, i - plain);
    plain = ++i;
    switch (byte) {
      case '"':
        out += "\\\"";
        break;
      case '\\':
        out += "\\\\";
        break;
      case '\n':
        out += "\\n";
        break;
      case '\r':
        out += "\\r";
        break;
      case '\t':
        out += "\\t";
        break;
      default:
        if (byte < 0x80) {
          out += "\\u00";
          out += hex[byte >> 4];
          out += hex[byte & 15];
        } else {
          append_utf8(replacement_character, out);
        }
    }
  }
  out += text.substr(plain);
  out += '"';
}

}  // namespace nuskha::text
