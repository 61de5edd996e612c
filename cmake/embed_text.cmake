# Writes OUTPUT, a C++ file that defines `std::string_view FUNCTION()`, declared in HEADER, as the text
# of FILE. Compilers limit the length of one literal, so the text is cut after lines.
file(READ ${FILE} text)
set(pieces "")
string(LENGTH "${text}" length)
while(length GREATER 0)
  string(SUBSTRING "${text}" 0 8000 piece)
  string(FIND "${piece}" "\n" end REVERSE)
  math(EXPR end "${end} + 1")
  string(SUBSTRING "${text}" 0 ${end} piece)
  string(SUBSTRING "${text}" ${end} -1 text)
  string(LENGTH "${text}" length)
  string(APPEND pieces "\n      R\"nuskha(${piece})nuskha\"")
endwhile()
file(WRITE ${OUTPUT}.new "// Made by cmake/embed_text.cmake.
#include \"${HEADER}\"

namespace nuskha::text {
std::string_view ${FUNCTION}() {
  return${pieces};
}
}  // namespace nuskha::text
")
file(COPY_FILE ${OUTPUT}.new ${OUTPUT} ONLY_IF_DIFFERENT)
