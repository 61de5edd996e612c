# Writes OUTPUT, a C++ file that holds the text of each of FILES (a list of paths), for builtin.hpp of
# the library's folder MODULE.
set(rows "")
foreach(file IN LISTS FILES)
  get_filename_component(name ${file} NAME_WE)
  file(READ ${file} text)
  string(APPEND rows "    {\"${name}\", R\"toml(${text})toml\"},\n")
endforeach()
file(WRITE ${OUTPUT}.new "// Made by cmake/embed_files.cmake.
#include \"${MODULE}/builtin.hpp\"

namespace nuskha::${MODULE} {
const std::vector<BuiltinFile>& builtin_files() {
  static const std::vector<BuiltinFile> files = {
${rows}  };
  return files;
}
}  // namespace nuskha::${MODULE}
")
file(COPY_FILE ${OUTPUT}.new ${OUTPUT} ONLY_IF_DIFFERENT)
