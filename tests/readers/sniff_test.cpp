#include <catch2/catch.hpp>

#include "readers/dialects.hpp"
#include "record/golden.hpp"

using namespace nuskha;
namespace fs = std::filesystem;

TEST_CASE("each dialect's corpus is recognised as that dialect", "[readers][sniff]") {
  const fs::path corpus = fs::path(NUSKHA_SOURCE_DIR) / "corpus";
  struct Folder {
    const char *path, *extension, *dialect;
  };
  for (const Folder& folder : {Folder{"pgn/valid", ".pgn", "pgn"},
                               {"fen/valid", ".fen", "fen"},
                               {"jsonl/valid", ".jsonl", "jsonl"},
                               {"dola", ".txt", "dola"}}) {
    std::size_t files = 0;
    for (const fs::path& file : tests::files_in(corpus / folder.path, folder.extension)) {
      const std::string text = tests::read_file(file);
      // What holds no game looks like nothing, and a source decodes UTF-16 before it is looked at.
      const std::string name = file.stem().string();
      if (name.starts_with("only-") || name == "empty-file" || name == "utf-16") continue;
      INFO(file.string());
      const readers::Dialect* dialect = readers::sniff(text);
      REQUIRE(dialect);
      CHECK(dialect->name == folder.dialect);
      ++files;
    }
    INFO(folder.path);
    CHECK(files > 0);
  }
}

TEST_CASE("telling examples are told apart", "[readers][sniff]") {
  struct Example {
    const char *text, *dialect;
  };
  for (const Example& example : {
           Example{"[Event \"a\"]\n\n1. e4 e5 *\n", "pgn"},
           {"{a comment}\n[Event \"a\"]\n\n1. e4 e5 *\n", "pgn"},
           {"1. e4 e5 2. Nf3 Nc6 1-0", "pgn"},
           {"1.e4 e5 2.Nf3", "pgn"},
           {"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1\n", "fen"},
           {"# positions\n\n8/8/8/8/8/4k3/8/4K3 w - - bm Kd1; id \"x\";\n", "fen"},
           {"t{cf}{ct}fdrf{ct}{cf}t/pppppppppp/10/10/10/10/10/10/PPPPPPPPPP/T{CF}{CT}FDRF{CT}{CF}T"
            " w KQkq - 0 1",
            "fen"},
           {"{\"tags\":{},\"moves\":[]}\n", "jsonl"},
           {" {\"moves\":[{\"san\":\"e4\"}]}", "jsonl"},
           {"{\"tags\":{},\"moves\":[{\"dola\":\"Pf2-f5\"},{\"dola\":\"Pf9-f6\"},{\"dola\":"
            "\"CFi1-h4\"},{\"dola\":\"CTh10-g8\"},{\"dola\":\"Pa2-a3\"}]}\n",
            "jsonl"},
           {"[Variant \"Dola-Sultan\"]\n\n1. f5 f6 2. Fc5 e7 {[%unread Fc5-d4 14) CTd3-b2 & Pc9-c6 "
            "15) Pb5xPc6 & CTd8xPc6 16) Pc2-c3 & CTg8-e7]} *\n",
            "pgn"},
           {"1) Pf2-f5 & Pf9-f6 2) Fg1-c5 & Pe9-e7 3) CTh1-g3 & CTh10-g8", "dola"},
           {"[White \"a\"]\n[Black \"b\"]\n1ère Partie de Dola-Sultan :\n1) Pf2-f5 & Pf9-f6\n"
            "2) Fg1-c5 & Pe9-e7\n3) CTh1-g3 & CTh10-g8\n",
            "dola"},
       }) {
    INFO(example.text);
    const readers::Dialect* dialect = readers::sniff(example.text);
    REQUIRE(dialect);
    CHECK(dialect->name == example.dialect);
  }
  for (const char* nothing : {"", "   \n", "Dear reader, nothing here.", "{ }", "///"}) {
    INFO(nothing);
    const readers::Dialect* dialect = readers::sniff(nothing);
    CHECK((!dialect || dialect->sniff(nothing) <= 10));
  }
}
