// Golden files beside the corpus: UPDATE_GOLDEN=1 writes what came out.
#pragma once

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>
#include <vector>

namespace nuskha::tests {

inline std::string read_file(const std::filesystem::path& path) {
  std::ostringstream content;
  content << std::ifstream(path, std::ios::binary).rdbuf();
  return content.str();
}

inline std::vector<std::filesystem::path> files_in(const std::filesystem::path& folder,
                                                   const std::string& extension) {
  std::vector<std::filesystem::path> files;
  for (const auto& entry : std::filesystem::directory_iterator(folder))
    if (entry.path().extension() == extension) files.push_back(entry.path());
  std::sort(files.begin(), files.end());
  return files;
}

// What the golden file holds; with UPDATE_GOLDEN, what it is to hold from now on.
inline std::string golden(const std::filesystem::path& path, const std::string& actual) {
  if (std::getenv("UPDATE_GOLDEN")) std::ofstream(path, std::ios::binary) << actual;
  return read_file(path);
}

}  // namespace nuskha::tests
