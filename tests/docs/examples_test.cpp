// Runs the examples of the documents: in a block that begins with ```console, lines that begin with
// `$ ` are commands, lines that begin with `>` go on with them, and the lines below are what they
// write. `...` alone on a line stands for any number of lines. The commands of one document run one
// after the other in a scratch folder in which everything of the repository's root appears.
//
// UPDATE_GOLDEN=1 writes what came out into the blocks, except where `...` stands.
#include <algorithm>
#include <cstdlib>
#include <vector>

#include <catch2/catch.hpp>

#include "run_command.hpp"

using namespace nuskha::tests;

namespace {

const fs::path source_folder = NUSKHA_SOURCE_DIR;

std::vector<fs::path> documents() {
  std::vector<fs::path> found = {source_folder / "README.md", source_folder / "docs" / "GUIDE.md"};
  for (const char* folder : {"formats", "variants"})
    if (fs::exists(source_folder / "docs" / folder))
      for (const auto& entry : fs::directory_iterator(source_folder / "docs" / folder))
        if (entry.path().extension() == ".md") found.push_back(entry.path());
  std::sort(found.begin(), found.end());
  return found;
}

std::vector<std::string> split_lines(const std::string& text) {
  std::vector<std::string> lines;
  for (std::size_t begin = 0; begin < text.size();) {
    const std::size_t end = std::min(text.find('\n', begin), text.size());
    lines.push_back(text.substr(begin, end - begin));
    begin = end + 1;
  }
  return lines;
}

bool matches(const std::vector<std::string>& pattern, std::size_t p,
             const std::vector<std::string>& lines, std::size_t l) {
  for (; p < pattern.size(); ++p, ++l) {
    if (pattern[p] == "...") {
      for (; l <= lines.size(); ++l)
        if (matches(pattern, p + 1, lines, l)) return true;
      return false;
    }
    if (l == lines.size() || pattern[p] != lines[l]) return false;
  }
  return l == lines.size();
}

std::string joined(const std::vector<std::string>& lines) {
  std::string text;
  for (const std::string& line : lines) text += line + '\n';
  return text;
}

}  // namespace

TEST_CASE("the examples in the documents do what the documents say", "[docs]") {
  const bool update = std::getenv("UPDATE_GOLDEN") != nullptr;
  std::size_t examples = 0;
  for (const fs::path& document : documents()) {
    if (!fs::exists(document)) continue;
    ScratchFolder scratch;
    for (const auto& entry : fs::directory_iterator(source_folder))
      fs::create_symlink(entry.path(), scratch.path() / entry.path().filename());
    const std::vector<std::string> lines = split_lines(read_file(document));
    std::vector<std::string> rewritten;
    bool in_block = false;
    for (std::size_t i = 0; i < lines.size();) {
      rewritten.push_back(lines[i]);
      const std::string& line = lines[i++];
      if (line.starts_with("```")) in_block = line == "```console";
      if (!in_block || !line.starts_with("$ ")) continue;
      std::string command = line.substr(2);
      for (; i < lines.size() && lines[i].starts_with('>'); ++i) {
        rewritten.push_back(lines[i]);
        command += '\n' + lines[i].substr(lines[i].starts_with("> ") ? 2 : 1);
      }
      std::vector<std::string> expected;
      while (i < lines.size() && !lines[i].starts_with("$ ") && !lines[i].starts_with("```"))
        expected.push_back(lines[i++]);
      ++examples;
      const std::vector<std::string> output =
          split_lines(run_command(command, scratch.path(), true).out);
      const bool same = matches(expected, 0, output, 0);
      const bool has_wildcard = std::count(expected.begin(), expected.end(), "...") > 0;
      if (!update || has_wildcard) {
        INFO(fs::relative(document, source_folder).string() << ": " << command);
        INFO("the document says\n" << joined(expected) << "and the command\n" << joined(output));
        CHECK(same);
      }
      const auto& kept = has_wildcard ? expected : output;
      rewritten.insert(rewritten.end(), kept.begin(), kept.end());
    }
    if (update && rewritten != lines) write_file(document, joined(rewritten));
  }
  CHECK(examples >= 20);
}
