// Code page 850, which programs of DOS wrote in the west of Europe. Its letters from 0x80 to 0x9A
// and 0xA0 to 0xA5 are those of code page 437 too.
#pragma once

#include <string_view>

namespace nuskha::text {

char32_t code_page_850(unsigned char byte);

// Whether bytes that are no UTF-8 are rather that than Latin-1 or Windows-1252: more of them stand
// where these have signs that cannot stand there ("M\x81ller", "Bj\x94rn"), than where they have
// letters or quotation marks in their places ("M\xFCller", "d\x92Orville").
bool is_code_page_850(std::string_view bytes);

}  // namespace nuskha::text
