// The examples of docs/formats/variant.md are good statements, and the page names every key.

#include <fstream>
#include <sstream>
#include <string>
#include <vector>

#include <catch2/catch.hpp>

#include "variants/registry.hpp"

using namespace nuskha;

namespace {

std::string page() {
  std::ifstream in(NUSKHA_SOURCE_DIR "/docs/formats/variant.md", std::ios::binary);
  std::stringstream text;
  text << in.rdbuf();
  return text.str();
}

std::vector<std::string> toml_blocks(const std::string& text) {
  const std::string open = "\n```toml\n", close = "\n```\n";
  std::vector<std::string> blocks;
  for (std::size_t at = text.find(open); at != std::string::npos; at = text.find(open, at)) {
    const std::size_t begin = at + open.size();
    const std::size_t end = text.find(close, begin);
    blocks.push_back(text.substr(begin, end - begin + 1));
    at = end;
  }
  return blocks;
}

bool loads(const std::string& toml) {
  variants::Registry registry;
  text::DiagnosticList findings;
  return registry.add(text::Source("example.toml", toml), findings) && findings.items.empty();
}

}  // namespace

TEST_CASE("variant files: every example of the page can be used") {
  const auto blocks = toml_blocks(page());
  CHECK(blocks.size() >= 9);
  for (const std::string& block : blocks) {
    INFO(block);
    if (block.find("name = \"") == 0) {
      CHECK(loads(block));
    } else {
      // A part: good in one of the games that the page speaks of.
      const std::string dola = "name = \"Example\"\ninherits = \"dola-sinwan\"\n" + block;
      const std::string chess = "name = \"Example\"\ninherits = \"chess\"\n" + block;
      CHECK((loads(dola) || loads(chess)));
    }
  }
}

TEST_CASE("variant files: the page names every key that a file may hold") {
  const std::string text = page();
  // An unknown key makes the loader list the keys of its table.
  const std::vector<std::string> wrong = {
      "zzzzzzzzzzzzzzzzzzzzzzzz = 1\n",
      "[board]\nzzzzzzzzzzzzzzzzzzzzzzzz = 1\n",
      "[pieces.N]\nzzzzzzzzzzzzzzzzzzzzzzzz = 1\n",
      "[pieces.N]\nmoves = [{ betza = \"N\", zzzzzzzzzzzzzzzzzzzzzzzz = 1 }]\n",
      "[promotion]\nzzzzzzzzzzzzzzzzzzzzzzzz = 1\n",
      "[castling]\nzzzzzzzzzzzzzzzzzzzzzzzz = 1\n",
      "[castling.short]\nzzzzzzzzzzzzzzzzzzzzzzzz = 1\n",
      "[settings]\nzzzzzzzzzzzzzzzzzzzzzzzz = 1\n",
      "[abbreviation]\nname = \"X\"\nof = [\"N\"]\nzzzzzzzzzzzzzzzzzzzzzzzz = 1\n",
      "[[added_control]]\npiece = \"N\"\nby = \"N\"\nadds = \"R\"\nzzzzzzzzzzzzzzzzzzzzzzzz = 1\n",
  };
  for (const std::string& statement : wrong) {
    variants::Registry registry;
    text::DiagnosticList findings;
    registry.add(text::Source("wrong.toml", "name = \"T\"\ninherits = \"chess\"\n" + statement),
                 findings);
    bool listed = false;
    for (const text::Diagnostic& d : findings.items) {
      if (d.code != text::Code::variant_unknown_key) continue;
      REQUIRE(d.notes.size() == 1);
      std::string note = d.notes[0].text;
      REQUIRE(note.find("known are ") == 0);
      std::istringstream keys(note.substr(10));
      for (std::string key; std::getline(keys >> std::ws, key, ',');) {
        INFO(key);
        listed = true;
        CHECK((text.find("`" + key + "`") != std::string::npos ||
               text.find("`[" + key + "]`") != std::string::npos ||
               text.find("`[" + key + ".NAME]`") != std::string::npos ||
               text.find("`[[" + key + "]]`") != std::string::npos));
      }
    }
    INFO(statement);
    CHECK(listed);
  }
}

TEST_CASE("variants: each built-in one has a page that shows its array") {
  const variants::Registry registry;
  for (const std::string& name : registry.names()) {
    INFO(name);
    const auto spec = registry.spec(name);
    const std::string stem = spec->file_name.substr(0, spec->file_name.find('.'));
    std::ifstream in(NUSKHA_SOURCE_DIR "/docs/variants/" + stem + ".md", std::ios::binary);
    REQUIRE(in);
    std::stringstream text;
    text << in.rdbuf();
    CHECK(text.str().find("# " + name + "\n") == 0);
    CHECK(text.str().find("\n```console\n$ nuskha variant show " + stem) != std::string::npos);
    CHECK(text.str().find("\nFEN: " + registry.find(name)->start_fen() + "\n") !=
          std::string::npos);
  }
}
