// Every code of diagnostics.def is seen at work: its tag, its name or its enumerator occurs in a
// test or beside a text of the corpus.
#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <set>
#include <string>

#include <catch2/catch.hpp>

#include "text/diagnostic.hpp"

namespace fs = std::filesystem;
using namespace nuskha;

namespace {

// All words of the files below a folder: runs of letters, digits, `_` and `-`.
void add_words(const fs::path& folder, std::set<std::string>& words) {
  for (const auto& entry : fs::recursive_directory_iterator(folder)) {
    if (!entry.is_regular_file()) continue;
    std::ifstream in(entry.path(), std::ios::binary);
    const std::string text{std::istreambuf_iterator<char>(in), {}};
    std::string word;
    for (const char c : text) {
      if ((c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' ||
          c == '-') {
        word += c;
      } else if (!word.empty()) {
        words.insert(std::move(word));
        word.clear();
      }
    }
  }
}

}  // namespace

TEST_CASE("lint: every code occurs in a test or in the corpus") {
  std::set<std::string> words;
  add_words(NUSKHA_SOURCE_DIR "/tests", words);
  add_words(NUSKHA_SOURCE_DIR "/corpus", words);
  for (const text::Code code : text::all_codes()) {
    const text::CodeInfo& row = text::info(code);
    std::string enumerator(row.name);
    std::replace(enumerator.begin(), enumerator.end(), '-', '_');
    INFO(row.tag << ' ' << row.name);
    CHECK((words.contains(std::string(row.tag)) || words.contains(std::string(row.name)) ||
           words.contains(enumerator)));
  }
}
