// What the project's own text must look like: laws that no compiler checks.
#include <algorithm>
#include <cctype>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <map>
#include <regex>
#include <set>
#include <sstream>
#include <string>
#include <vector>

#include <catch2/catch.hpp>

#include "variants/registry.hpp"

namespace {

namespace fs = std::filesystem;

const fs::path top = NUSKHA_SOURCE_DIR;

std::string contents(const fs::path& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
}

bool is_code(const fs::path& path) {
  return path.extension() == ".cpp" || path.extension() == ".hpp" || path.extension() == ".def";
}

// Files of the project, with their path from its top; build trees and hidden folders are not
// entered.
std::vector<fs::path> files_under(const std::vector<std::string>& folders) {
  std::vector<fs::path> found;
  for (const std::string& folder : folders)
    if (fs::exists(top / folder))
      for (const auto& entry : fs::recursive_directory_iterator(top / folder))
        if (entry.is_regular_file()) found.push_back(fs::relative(entry.path(), top));
  std::sort(found.begin(), found.end());
  REQUIRE(found.size() > 3);
  return found;
}

std::vector<std::string> includes(const std::string& text) {
  static const std::regex line(R"rx(#include ["<]([^">]+)[">])rx");
  std::vector<std::string> names;
  for (std::sregex_iterator it(text.begin(), text.end(), line), end; it != end; ++it)
    names.push_back((*it)[1]);
  return names;
}

// `lib/rules/fen.cpp` belongs to `rules`, `tools/main.cpp` to `tools`; lib/nuskha.hpp, which
// includes everything, to `lib`.
std::string module_of(const fs::path& path) {
  auto part = path.begin();
  if (*part == "lib" && path.parent_path() != "lib") ++part;
  return part->string();
}

// The code without its comments; string literals stay.
std::string without_comments(const std::string& text) {
  std::string out;
  char quote = 0;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (quote) {
      out += text[i];
      if (text[i] == '\\' && i + 1 < text.size()) {
        out += text[++i];
      } else if (text[i] == quote || text[i] == '\n') {
        quote = 0;
      }
    } else if (text.compare(i, 2, "//") == 0) {
      while (i < text.size() && text[i] != '\n') ++i;
      out += '\n';
    } else if (text.compare(i, 2, "/*") == 0) {
      const std::size_t end = text.find("*/", i + 2);
      i = end == std::string::npos ? text.size() : end + 1;
    } else {
      // An apostrophe between digits separates them.
      const bool separator = text[i] == '\'' && i && std::isalnum(text[i - 1] & 0xFF);
      if ((text[i] == '"' || text[i] == '\'') && !separator) quote = text[i];
      out += text[i];
    }
  }
  return out;
}

// The table of docs/ARCHITECTURE.md: module -> modules that it may include.
std::map<std::string, std::set<std::string>> allowed_edges() {
  static const std::regex row(R"rx(^\| (\d+) \| `([a-z/]+)/` \|[^|]*\| ([^|]*) \|$)rx");
  static const std::regex notes(R"rx(\([^)]*\)| )rx");
  std::map<std::string, std::set<std::string>> edges;
  std::istringstream page(contents(top / "docs/ARCHITECTURE.md"));
  for (std::string line; std::getline(page, line);) {
    std::smatch cells;
    if (!std::regex_match(line, cells, row)) continue;
    std::istringstream names(std::regex_replace(cells[3].str(), notes, ""));
    auto& allowed = edges[module_of(fs::path(cells[2].str()) / "file")];
    for (std::string name; std::getline(names, name, ',');) allowed.insert(name);
  }
  return edges;
}

}  // namespace

TEST_CASE("lint: dependencies point the way that ARCHITECTURE.md states") {
  const auto edges = allowed_edges();
  std::set<std::string> modules{"tools", "grammar"};
  for (const auto& entry : fs::directory_iterator(top / "lib"))
    if (entry.is_directory()) modules.insert(entry.path().filename().string());
  for (const std::string& module : modules) {
    INFO(module);
    CHECK(edges.count(module));
  }
  for (const auto& [module, allowed] : edges) {
    INFO(module << " in the table");
    CHECK(modules.count(module));
  }

  std::size_t seen = 0;
  for (const fs::path& path : files_under({"lib", "tools", "grammar"})) {
    if (!is_code(path)) continue;
    const std::string module = module_of(path);
    if (module == "lib") continue;
    for (const std::string& name : includes(contents(top / path))) {
      const std::string target = name.substr(0, name.find('/'));
      if (!modules.count(target) || target == module || name.find('/') == std::string::npos)
        continue;
      ++seen;
      INFO(path.string() << " includes " << name);
      REQUIRE(edges.count(module));
      const auto& allowed = edges.at(module);
      CHECK((allowed.count(target) || allowed.count("everythingbutPEGTL")));
      CHECK(target != "tools");
    }
  }
  CHECK(seen > 50);
}

TEST_CASE("lint: PEGTL stays in the grammar and behind the readers") {
  std::size_t seen = 0;
  for (const fs::path& path : files_under({"lib", "tools", "grammar"})) {
    if (!is_code(path)) continue;
    for (const std::string& name : includes(contents(top / path))) {
      if (!name.starts_with("tao/pegtl") && !name.starts_with("grammar/")) continue;
      ++seen;
      INFO(path.string() << " includes " << name);
      const std::string text = path.string();
      const bool in_grammar = text.starts_with("grammar/");
      const bool behind = std::regex_match(
          text, std::regex(R"rx(lib/(readers/[a-z0-9_]+/.*|variants/[a-z0-9_]+\.cpp))rx"));
      CHECK((in_grammar || behind));
    }
  }
  CHECK(seen > 3);
  // Rules only: an action or a diagnostic would need the library.
  for (const fs::path& path : files_under({"grammar"}))
    for (const std::string& name : includes(contents(top / path))) {
      INFO(path.string() << " includes " << name);
      CHECK((name.starts_with("tao/pegtl") || name.starts_with("grammar/") ||
             name.find('/') == std::string::npos));
      CHECK(contents(top / path).find("struct action") == std::string::npos);
    }
}

TEST_CASE("lint: no variant's name in the code of the library") {
  const auto lower = [](std::string text) {
    for (char& c : text) c = char(std::tolower(c & 0xFF));
    return text;
  };
  // A name may stand nowhere, an alias ("standard", "sultan": words as well) not as a string. The
  // names of files and comments are not looked at.
  std::set<std::string> names, aliases;
  const nuskha::variants::Registry registry;
  for (const std::string& name : registry.names()) {
    names.insert(lower(name));
    for (const std::string& alias : registry.spec(name)->aliases) aliases.insert(lower(alias));
  }
  for (const auto& entry : fs::directory_iterator(top / "lib/variants"))
    if (entry.path().extension() == ".toml") names.insert(lower(entry.path().stem().string()));
  REQUIRE(names.size() >= 8);
  REQUIRE(aliases.size() >= 8);
  // Also what all these games are together.
  REQUIRE(names.erase("chess"));
  aliases.insert("chess");

  const std::regex include("#include [^\n]*");
  for (const fs::path& path : files_under({"lib", "grammar"})) {
    if (!is_code(path)) continue;
    const std::string text =
        lower(std::regex_replace(without_comments(contents(top / path)), include, ""));
    INFO(path.string());
    for (const std::string& name : names) {
      INFO(name);
      const auto letter = [&](std::size_t i) {
        return i < text.size() && (std::isalnum(text[i] & 0xFF) || text[i] == '_');
      };
      bool found = false;
      for (std::size_t at = text.find(name); at != std::string::npos; at = text.find(name, at + 1))
        found |= !letter(at - 1) && !letter(at + name.size());
      CHECK(!found);
    }
    for (const std::string& alias : aliases) {
      INFO(alias);
      CHECK(text.find('"' + alias + '"') == std::string::npos);
    }
  }
}

TEST_CASE("lint: no marks of unfinished work, no folders without an owner") {
  // Spelt in two so that this file does not match.
  const std::regex mark(std::string("\\b(TO") + "DO|FIX" + "ME|X" + "XX)\\b");
  const std::set<std::string> nameless{"utils", "util", "common", "misc", "helpers"};
  for (const fs::path& path : files_under({"lib", "tools", "grammar", "tests", "docs", "cmake"})) {
    INFO(path.string());
    for (const fs::path& part : path.parent_path()) CHECK(!nameless.count(part.string()));
    if (is_code(path) || path.extension() == ".md" || path.extension() == ".cmake" ||
        path.filename() == "CMakeLists.txt") {
      const std::string text = contents(top / path);
      CHECK(!std::regex_search(text, mark));
    }
  }
}

TEST_CASE("lint: only agreed folders and files at the top") {
  const std::set<std::string> agreed{"CMakeLists.txt", "CMakePresets.json",
                                     "README.md",      "LICENSE",
                                     "CHANGELOG.md",   "CONTRIBUTING.md",
                                     "grammar",        "lib",
                                     "tools",          "corpus",
                                     "tests",          "docs",
                                     "cmake",          "build"};
  for (const auto& entry : fs::directory_iterator(top)) {
    const std::string name = entry.path().filename().string();
    INFO(name);
    CHECK((name[0] == '.' || agreed.count(name)));
  }
}

TEST_CASE("lint: headers are guarded, and code includes its own header first") {
  // The second proves that a header with a .cpp of its own stands alone; the others are compiled by
  // the ctest case "headers stand alone".
  for (const fs::path& path : files_under({"lib", "tools", "grammar", "tests"})) {
    INFO(path.string());
    const std::string text = contents(top / path);
    if (path.extension() == ".hpp") CHECK(text.find("#pragma once") != std::string::npos);
    if (path.extension() != ".cpp") continue;
    fs::path header = path;
    header.replace_extension(".hpp");
    if (!fs::exists(top / header)) continue;
    const std::string own = fs::relative(header, *header.begin()).generic_string();
    const auto names = includes(text);
    REQUIRE(!names.empty());
    CHECK(names.front() == own);
  }
}
