# Writes OUTPUT, a C++ file that holds the text of each of FILES (a list of paths).
set(rows "")
foreach(file IN LISTS FILES)
  get_filename_component(name ${file} NAME_WE)
  file(READ ${file} text)
  string(APPEND rows "    {\"${name}\", R\"toml(${text})toml\"},\n")
endforeach()
file(WRITE ${OUTPUT}.new "// Made by cmake/embed_variants.cmake.
#include \"variants/builtin.hpp\"

namespace nuskha::variants {
const std::vector<BuiltinFile>& builtin_files() {
  static const std::vector<BuiltinFile> files = {
${rows}  };
  return files;
}
}  // namespace nuskha::variants
")
file(COPY_FILE ${OUTPUT}.new ${OUTPUT} ONLY_IF_DIFFERENT)
