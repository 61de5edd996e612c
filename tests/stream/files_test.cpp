#include "stream/files.hpp"

#include <filesystem>
#include <string>
#include <vector>

#include <catch2/catch.hpp>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

#include "stream/scratch.hpp"

using namespace nuskha;

namespace {

// Each result on a line, its path relative to the folder; errors as "! text".
std::vector<std::string> find(const ScratchFolder& folder, std::vector<std::string> names) {
  for (std::string& name : names)
    if (name != "-") name = folder.path(name);
  std::vector<std::string> lines;
  const auto shorten = [&](std::string text) {
    const std::string prefix = folder.path() + "/";
    for (std::size_t at; (at = text.find(prefix)) != std::string::npos;)
      text.erase(at, prefix.size());
    return text;
  };
  for (const auto& result : stream::find_inputs(names))
    lines.push_back(result ? shorten(result->path) : "! " + shorten(result.error()));
  return lines;
}

using Lines = std::vector<std::string>;

}  // namespace

TEST_CASE("extensions say what a folder is searched for", "[stream][files]") {
  for (const char* name :
       {"a.pgn", "A.PGN", "x/b.txt", "c.dola", "d.fen", "e.epd", "f.jsonl", "a.pgn.gz", "b.txt.zst",
        "games.gz", "twic.zip", "t.tar", "t.tar.xz", "t.tgz", "s.7z", "a.b.pgn.BZ2"})
    CHECK(stream::worth_reading(name));
  for (const char* name : {"a.cpp", "pgn", ".pgn", ".hidden.pgn", "__MACOSX/._a.pgn", "a.pgn~",
                           "a.log.gz", "a.pgn.bak", "Makefile", "", "a.", "a.pgn/b", "gz"})
    CHECK_FALSE(stream::worth_reading(name));
}

TEST_CASE("files come in the order they are named, whatever their extension", "[stream][files]") {
  ScratchFolder folder;
  folder.write("b.pgn", "12345");
  folder.write("a.weird", "");
  CHECK(find(folder, {"b.pgn", "-", "a.weird", "b.pgn"}) ==
        Lines{"b.pgn", "-", "a.weird", "b.pgn"});

  const std::vector<std::string> names = {folder.path("b.pgn")};
  const auto found = stream::find_inputs(names);
  REQUIRE(found.size() == 1);
  REQUIRE(found[0]);
  CHECK(found[0]->size == 5);
  CHECK(found[0]->named);
}

TEST_CASE("a missing name is an error in its place, and the rest goes on", "[stream][files]") {
  ScratchFolder folder;
  folder.write("a.pgn", "");
  CHECK(find(folder, {"none.pgn", "a.pgn", "no*.pgn"}) ==
        Lines{"! cannot read 'none.pgn': No such file or directory", "a.pgn",
              "! cannot read 'no*.pgn': no match"});
}

TEST_CASE("a folder is walked in the order of names", "[stream][files]") {
  ScratchFolder folder;
  for (const char* name : {"in/b.pgn", "in/a/z.pgn", "in/a/y.txt.gz", "in/c.PGN", "in/readme.md",
                           "in/.hidden.pgn", "in/.git/x.pgn", "in/a/deep/er/w.jsonl", "in/B.pgn"})
    folder.write(name, "x");
  CHECK(find(folder, {"in"}) == Lines{"in/B.pgn", "in/a/deep/er/w.jsonl", "in/a/y.txt.gz",
                                      "in/a/z.pgn", "in/b.pgn", "in/c.PGN"});
  const std::vector<std::string> names = {folder.path("in")};
  for (const auto& found : stream::find_inputs(names)) {
    REQUIRE(found);
    CHECK_FALSE(found->named);
    CHECK(found->size == 1);
  }
}

TEST_CASE("a folder without anything to read is an error", "[stream][files]") {
  ScratchFolder folder;
  folder.write("in/deep/readme.md", "");
  CHECK(find(folder, {"in"}) ==
        Lines{"! cannot read 'in': the folder holds no file worth reading"});
}

TEST_CASE("symbolic links are followed, and their loops end", "[stream][files]") {
  ScratchFolder folder;
  folder.write("in/a/x.pgn", "");
  folder.write("elsewhere/y.pgn", "");
  std::filesystem::create_directory_symlink("..", folder.path("in/a/up"));
  std::filesystem::create_directory_symlink("../elsewhere", folder.path("in/other"));
  std::filesystem::create_directory_symlink("../elsewhere", folder.path("in/twice"));
  std::filesystem::create_symlink("a/x.pgn", folder.path("in/link.pgn"));
  std::filesystem::create_symlink("nowhere.pgn", folder.path("in/broken.pgn"));
  std::filesystem::create_symlink("self", folder.path("in/self"));
  CHECK(find(folder, {"in"}) == Lines{"in/a/x.pgn",
                                      "! cannot read 'in/broken.pgn': No such file or directory",
                                      "in/link.pgn", "in/other/y.pgn"});
  CHECK(find(folder, {"in/**/*.pgn"}) == Lines{"in/link.pgn", "in/a/x.pgn", "in/other/y.pgn"});
}

TEST_CASE("patterns match within a name, and ** across folders", "[stream][files]") {
  ScratchFolder folder;
  for (const char* name :
       {"a1.pgn", "a2.pgn", "b1.txt", "d/a1.pgn", "d/e/a3.pgn", "d/e/c.md", ".a0.pgn", "q[1].pgn"})
    folder.write(name, "");
  CHECK(find(folder, {"a?.pgn"}) == Lines{"a1.pgn", "a2.pgn"});
  CHECK(find(folder, {"[!b]1.*"}) == Lines{"a1.pgn"});
  CHECK(find(folder, {"*/a*.pgn"}) == Lines{"d/a1.pgn"});
  CHECK(find(folder, {"**/a*.pgn"}) == Lines{"a1.pgn", "a2.pgn", "d/a1.pgn", "d/e/a3.pgn"});
  CHECK(find(folder, {"**/**/a3.pgn"}) == Lines{"d/e/a3.pgn"});
  CHECK(find(folder, {"d/**"}) == Lines{"d/a1.pgn", "d/e/a3.pgn", "d/e/c.md"});
  CHECK(find(folder, {"d/*"}) == Lines{"d/a1.pgn", "d/e/a3.pgn"});
  CHECK(find(folder, {".a*"}) == Lines{".a0.pgn"});
  CHECK(find(folder, {"q[1].pgn"}) == Lines{"q[1].pgn"});
}

TEST_CASE("a pattern that ends in a slash takes folders", "[stream][files]") {
  ScratchFolder folder;
  folder.write("in/d/a.pgn", "");
  folder.write("in/x.pgn", "");
  CHECK(find(folder, {"in/*/"}) == Lines{"in/d/a.pgn"});
}

TEST_CASE("a folder that links lead back to is searched once", "[stream][files]") {
  ScratchFolder folder;
  for (const char* name : {"in/a/x.pgn", "in/b/y.pgn", "in/z.pgn", "beside.pgn"})
    folder.write(name, "");
  const auto link = [&](const char* to, const char* name) {
    std::filesystem::create_directory_symlink(to, folder.path(name));
  };
  link("../b", "in/a/other");
  link("../a", "in/b/other");
  link(".", "in/self");
  CHECK(find(folder, {"in"}) == Lines{"in/a/other/y.pgn", "in/a/x.pgn", "in/z.pgn"});
  CHECK(find(folder, {"in/**"}) == Lines{"in/a/other/y.pgn", "in/a/x.pgn", "in/z.pgn"});
  CHECK(find(folder, {"in/**/*.pgn"}) == Lines{"in/z.pgn", "in/a/x.pgn", "in/a/other/y.pgn"});
  CHECK(find(folder, {"in/*/*.pgn"}) == Lines{"in/a/x.pgn", "in/b/y.pgn", "in/self/z.pgn"});

  link("..", "in/up");
  CHECK(find(folder, {"in/**"}) ==
        Lines{"in/a/other/y.pgn", "in/a/x.pgn", "in/up/beside.pgn", "in/z.pgn"});
  CHECK(find(folder, {"in/*"}) ==
        Lines{"in/a/other/y.pgn", "in/a/x.pgn", "in/self/up/beside.pgn", "in/self/z.pgn"});
}

TEST_CASE("many links into each other take no more looks than there are folders",
          "[stream][files]") {
  ScratchFolder folder;
  constexpr int count = 12;
  const auto name = [](int i) { return "f" + std::to_string(i); };
  for (int i = 0; i < count; ++i) folder.write(name(i) + "/x.pgn", "");
  for (int i = 0; i < count; ++i)
    for (int j = 0; j < count; ++j)
      std::filesystem::create_directory_symlink("../" + name(j),
                                                folder.path(name(i) + "/to" + std::to_string(j)));
  for (const char* pattern : {"**/*.pgn", "**/*/**/*/**/*/**/*.pgn", "**", "."})
    CHECK(find(folder, {pattern}).size() == count);
}

TEST_CASE("what cannot be searched is told once", "[stream][files]") {
  ScratchFolder folder;
  folder.write("in/x.pgn", "");
  folder.write("in/shut/y.pgn", "");
  std::filesystem::permissions(folder.path("in/shut"), std::filesystem::perms::none);
  // No folder is shut to root.
  const uid_t user = geteuid();
  if (user == 0) REQUIRE(seteuid(65534) == 0);
  const auto in_all = find(folder, {"in"});
  const auto below = find(folder, {"in/**/*.pgn"});
  const auto in_each = find(folder, {"in/*/*.pgn"});
  REQUIRE(seteuid(user) == 0);
  const std::string shut = "! cannot read 'in/shut': Permission denied";
  CHECK(in_all == Lines{shut, "in/x.pgn"});
  CHECK(below == Lines{"in/x.pgn", shut});
  CHECK(in_each == Lines{shut});
  std::filesystem::permissions(folder.path("in/shut"), std::filesystem::perms::owner_all);
}

TEST_CASE("a pipe can be named, but is not waited for where it is found", "[stream][files]") {
  ScratchFolder folder;
  folder.write("in/a.pgn", "");
  REQUIRE(mkfifo(folder.path("in/pipe.pgn").c_str(), 0600) == 0);
  std::filesystem::create_symlink("/dev/zero", folder.path("in/device.pgn"));
  const int descriptor = socket(AF_UNIX, SOCK_STREAM, 0);
  sockaddr_un address{};
  address.sun_family = AF_UNIX;
  const std::string path = folder.path("in/socket.pgn");
  REQUIRE(path.size() < sizeof address.sun_path);
  path.copy(address.sun_path, path.size());
  REQUIRE(bind(descriptor, reinterpret_cast<const sockaddr*>(&address), sizeof address) == 0);
  close(descriptor);
  CHECK(find(folder, {"in/pipe.pgn"}) == Lines{"in/pipe.pgn"});
  for (const char* name : {"in", "in/*.pgn", "in/**", "**/*.pgn"})
    CHECK(find(folder, {name}) == Lines{"in/a.pgn"});
}

TEST_CASE("a name may hold any bytes", "[stream][files]") {
  ScratchFolder folder;
  for (const char* name : {"in/a\nb.pgn", "in/M\xFCller.pgn", "in/\x1B[2J.pgn", "in/x\xC3/y.pgn"})
    folder.write(name, "");
  const Lines all = {"in/\x1B[2J.pgn", "in/M\xFCller.pgn", "in/a\nb.pgn", "in/x\xC3/y.pgn"};
  CHECK(find(folder, {"in"}) == all);
  CHECK(find(folder, {"in/**"}) == all);
  CHECK(find(folder, {"in/*.pgn"}) == Lines(all.begin(), all.end() - 1));
}
