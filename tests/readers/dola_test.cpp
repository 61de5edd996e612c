#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <random>
#include <string>
#include <vector>

#include <catch2/catch.hpp>
#include <fmt/format.h>

#include "readers/dialects.hpp"
#include "readers/dola/reader.hpp"
#include "readers/dola/score.hpp"
#include "readers/event_checks.hpp"
#include "readers/event_dump.hpp"

using namespace nuskha;

namespace {

namespace fs = std::filesystem;

const fs::path corpus = fs::path(NUSKHA_SOURCE_DIR) / "corpus" / "dola";

std::string content(const fs::path& path) {
  std::ifstream in(path, std::ios::binary);
  REQUIRE(in.good());
  return {std::istreambuf_iterator<char>(in), {}};
}

std::string dump(const std::string& bytes) {
  return tests::dump_events("test.txt", bytes, *readers::find_dialect("dola"));
}

std::vector<fs::path> texts() {
  std::vector<fs::path> paths;
  for (const auto& entry : fs::recursive_directory_iterator(corpus))
    if (entry.path().extension() == ".txt") paths.push_back(entry.path());
  std::sort(paths.begin(), paths.end());
  return paths;
}

// Counts, findings and the laws of a text.
struct Reading : tests::EventChecks {
  explicit Reading(std::string bytes) : source("test.txt", std::move(bytes)) {
    readers::dola::read(source, *this, *this);
  }
  text::Source source;
  std::size_t placements = 0, unreads = 0;
  std::vector<std::string> places;  // `tag line:column`

  void placement(const record::Inventory& inventory) override {
    ++placements;
    EventChecks::placement(inventory);
  }
  void unread(std::string_view text, text::Span span) override {
    ++unreads;
    EventChecks::unread(text, span);
  }
  void report(text::Diagnostic d) override {
    const text::Place place = source.place(d.span.begin);
    if (places.size() < 100)
      places.push_back(fmt::format("{} {}:{}", text::info(d.code).tag, place.line, place.column));
    EventChecks::report(std::move(d));
  }
};

std::string lines_that(const std::string& dump, const std::string& with) {
  std::string out;
  for (std::size_t begin = 0; begin < dump.size();) {
    const std::size_t end = dump.find('\n', begin) + 1;
    const std::string line = dump.substr(begin, end - begin);
    if (line.find(with) != line.npos) out += line;
    begin = end;
  }
  return out;
}

// A line's kind and what it says, without its place.
std::vector<std::string> said(const std::string& dump, std::string_view kind) {
  std::vector<std::string> out;
  const std::string head = "  " + std::string(kind) + " ";
  for (std::size_t begin = 0; begin < dump.size();) {
    const std::size_t end = dump.find('\n', begin) + 1;
    const std::string line = dump.substr(begin, end - begin - 1);
    begin = end;
    if (line.starts_with(head)) out.push_back(line.substr(line.find(' ', head.size()) + 1));
  }
  return out;
}

std::vector<std::string> moves(const std::string& bytes) {
  return said(dump(bytes), "move");
}

#ifdef NUSKHA_SANITIZED
constexpr std::size_t large = 500'000;
#else
constexpr std::size_t large = 10'000'000;
#endif

std::string repeated(std::string_view unit, std::size_t size, std::string head = {}) {
  while (head.size() < size) head += unit;
  return head;
}

}  // namespace

TEST_CASE("The events of every text of the corpus are those beside it", "[dola][golden]") {
  const bool update = std::getenv("UPDATE_GOLDEN") != nullptr;
  for (const fs::path& path : texts()) {
    const std::string events = dump(content(path));
    fs::path golden = path;
    golden.replace_extension(".events");
    if (update) {
      std::ofstream(golden, std::ios::binary) << events;
      continue;
    }
    INFO(path << ": UPDATE_GOLDEN=1 writes the events that are read now");
    CHECK(events == content(golden));
  }
}

TEST_CASE("Reading keeps the laws on every text of the corpus", "[dola]") {
  for (const fs::path& path : texts()) {
    INFO(path);
    const Reading reading(content(path));
    CHECK(reading.broken() == "");
    const std::string folder = path.parent_path().filename().string();
    if (folder == "invalid") CHECK(reading.findings > 0);
    if (folder == "valid")
      for (const std::string& place : reading.places) CHECK(place.starts_with("S108"));
  }
}

TEST_CASE("The recorded games are found in their document", "[dola]") {
  const Reading reading(content(corpus / "dola-sultan-qinwan-sinwan.txt"));
  CHECK(reading.games == 4);
  CHECK(reading.moves == 329);
  CHECK(reading.placements == 0);
  CHECK(reading.unreads == 0);
  // Of the faults of these games, those that show without replaying them; and nothing else.
  CHECK(reading.places == std::vector<std::string>{"S102 559:20", "S103 568:84", "S101 648:1"});

  const std::string events = dump(content(corpus / "dola-sultan-qinwan-sinwan.txt"));
  CHECK(said(events, "tag") ==
        std::vector<std::string>{
            "Event \"1èrePartie de Dola-Sultan\"", "Round \"1\"", "Variant \"Dola-Sultan\"",
            "Event \"2ème Partie de Dola-Sultan\"", "Round \"2\"", "Variant \"Dola-Sultan\"",
            "Event \"1ère partie de Dola-Qinwan\"", "Round \"1\"", "Variant \"Dola-Qinwan\"",
            "Event \"1ère Partie de Dola-Sinwan\"", "Round \"1\"", "Variant \"Dola-Sinwan\""});
  CHECK(said(events, "claim").size() == 3);
  CHECK(said(events, "comment").size() == 3);
  CHECK(said(events, "result") == std::vector<std::string>{"0-1 resignation"});
}

TEST_CASE("The final positions are found in their document", "[dola]") {
  const Reading reading(content(corpus / "dolasawlajane.txt"));
  CHECK(reading.games == 3);
  CHECK(reading.placements == 3);
  CHECK(reading.moves == 0);
  CHECK(reading.findings == 0);
  const std::string events = dump(content(corpus / "dolasawlajane.txt"));
  CHECK(lines_that(events, "Variant \"Dolasawlajane\"") != "");
  CHECK(lines_that(events, ", total 113:137-163 15") != "");
  CHECK(lines_that(events, ", total 129:8-10 18") != "");
}

TEST_CASE("Prose without games is prose", "[dola]") {
  for (const char* name : {"fischerandom.txt", "valid/no-games.txt"}) {
    const Reading reading(content(corpus / name));
    CHECK(reading.games == 0);
    CHECK(reading.findings == 0);
    CHECK(reading.broken() == "");
  }
  CHECK(dump("") == "");
  CHECK(dump("\n") == "prose 1:1-2:1\n");
}

TEST_CASE("The mended copy differs in its faults alone", "[dola]") {
  const std::string seed = content(corpus / "dola-sultan-qinwan-sinwan.txt");
  const std::string mended = content(corpus / "valid/dola-sultan-qinwan-sinwan-mended.txt");
  const Reading reading(mended);
  CHECK(reading.moves == 329);
  CHECK(reading.findings == 0);

  std::vector<std::string> before = moves(seed), after = moves(mended);
  REQUIRE(before.size() == after.size());
  std::vector<std::string> changes;
  for (std::size_t i = 0; i < before.size(); ++i)
    if (before[i] != after[i]) changes.push_back(before[i] + " > " + after[i]);
  CHECK(changes ==
        std::vector<std::string>{"C g7 x P h9 check > CT g7 x P h9 check",
                                 "R j10 x C h9 convention 2 > R j10 x CT h9 convention 2",
                                 "CT i1 - h4 > CF i1 - h4", "F c5 - d4 > F c6 - d5",
                                 "CF i8 x CT f6 > CF i7 x CT f6", "C d3 - e1 > CT d3 - e1",
                                 "SD f3 x SD e1 mode SD+CT > SD f3 x SD e1 check mode SD+CT"});

  // Numbers are the only other lines that change, and each game now counts without a gap.
  std::uint32_t expected = 0;
  for (const std::string& number : said(dump(mended), "number")) {
    const auto value = static_cast<std::uint32_t>(std::stoul(number));
    CHECK((value == expected + 1 || value == 1));
    expected = value;
  }
  CHECK(std::count(seed.begin(), seed.end(), '\n') ==
        std::count(mended.begin(), mended.end(), '\n'));
}

TEST_CASE("A text reads the same in every encoding and with every line end", "[dola]") {
  const std::string expected = dump(content(corpus / "valid/encoding-utf8.txt"));
  CHECK(said(expected, "move").size() == 80);
  for (const char* name : {"utf8-bom", "latin1", "windows1252", "crlf", "cr", "utf16le"}) {
    INFO(name);
    CHECK(dump(content(corpus / (std::string("valid/encoding-") + name + ".txt"))) == expected);
  }
}

TEST_CASE("A remark of text may mention moves", "[dola]") {
  CHECK(moves("1) Pf2-f5 (si Pe2-e5 alors Pe9-e6) & Pf9-f6 2) Fg1-c5").size() == 3);
  CHECK(moves("1) Pf2-f5 & Pf9-f6+mat et non Pe9-e6 comme on croit").size() == 2);
  CHECK(moves("1) Pf2-f5 bon coup Pf9-f6 2) Fg1-c5").size() == 3);
  CHECK(moves("1) Pf2-f5 {Pe2-e5} & Pf9-f6").size() == 2);
}

TEST_CASE("What is written instead of a move is kept", "[dola]") {
  const std::string events = dump("1) Pf2-f5 & Pf9-z6 2) ??? & illisible 3) Fg1-c5 & Pe9-e7");
  CHECK(said(events, "unread") ==
        std::vector<std::string>{"\"Pf9-z6\"", "\"???\"", "\"illisible\""});
  CHECK(said(events, "move").size() == 3);
  CHECK(lines_that(events, "S104 error: move expected, found '\?\?\?' (game 1, ply 3)") != "");
}

TEST_CASE("A number of digits that belong together is found by counting", "[dola]") {
  const std::string events = dump("11)Pa2-a3&Pf9-f112)Pa3-a4&Pf8-f1013)Pb2-b3");
  CHECK(said(events, "move") ==
        std::vector<std::string>{"P a2 - a3", "P f9 - f1", "P a3 - a4", "P f8 - f10", "P b2 - b3"});
  CHECK(said(events, "number") == std::vector<std::string>{"11", "12", "13"});
}

TEST_CASE("What is left of a number is read as the number", "[dola]") {
  const auto text = [](std::string_view number) {
    return fmt::format("1) Pf2-f5 & Pf9-f6\n2) Fg1-c5 & Pe9-e7 {}\nPe2-e4 & Pa9-a8 4)\nPa2-a3",
                       number);
  };
  for (const std::string number : {"3", "(3", ")3", "8", ")30", "C)", "4j", "z)", "xx"}) {
    INFO(number);
    const std::string events = dump(text(number));
    CHECK(said(events, "move").size() == 7);
    CHECK(said(events, "number") ==
          std::vector<std::string>{"1", "2", number == "8" ? "8" : "3", "4"});
    CHECK(said(events, "comment").empty());
    CHECK(lines_that(events,
                     fmt::format("S113 warning: move number expected, found '{}'", number)) != "");
  }
  // Behind a remark only where it is the very number.
  CHECK(said(dump(text("bon coup 3")), "comment") == std::vector<std::string>{"\"bon coup\""});
  // A score whose numbers have no marks.
  CHECK(lines_that(dump("1 Pf2-f5 & Pf9-f6 2 Fg1-c5 & Pe9-e7 3\nPe2-e4 & Pa9-a8"), "S113") == "");
  // Text that mentions a move.
  const std::string mention = "1) Pf2-f5 & Pf9-f6 2) Fg1-c5 & Pe9-e7 sur Pe2-e4 rien 3) Pa2-a3";
  CHECK(moves(mention).size() == 5);
  CHECK(lines_that(dump(mention), "S113") == "");
}

TEST_CASE("Findings come with the change that removes them", "[dola]") {
  const auto mended = [](std::string bytes) {
    struct Fixes : record::WrittenEvents, text::Diagnostics {
      void report(text::Diagnostic d) override {
        fixes.insert(fixes.end(), d.fixes.begin(), d.fixes.end());
      }
      std::vector<text::Fix> fixes;
    } reading;
    const text::Source source("test.txt", bytes);
    readers::dola::read(source, reading, reading);
    std::sort(reading.fixes.begin(), reading.fixes.end(),
              [](const auto& a, const auto& b) { return a.span.begin > b.span.begin; });
    for (const text::Fix& fix : reading.fixes)
      bytes.replace(fix.span.begin, fix.span.size(), fix.replacement);
    return bytes;
  };
  CHECK(mended("1) Pf2-f5- & Pf9-f6 2) Fg1-c5 Pe9-e7 3) Te1-e8+ (T+=T+CT) & Rh9-h8") ==
        "1) Pf2-f5 & Pf9-f6 2) Fg1-c5 & Pe9-e7 3) Te1-e8+ (T=T+CT) & Rh9-h8");
  CHECK(mended("1) Fe6xPh7+(F=F+CF & Ri10-j10 2) 00 [Rf1-i1 & Pf9-f6 3) Pa2--a3 && Pa9-a8") ==
        "1) Fe6xPh7+(F=F+CF) & Ri10-j10 2) 00 [Rf1-i1] & Pf9-f6 3) Pa2-a3 & Pa9-a8");
  CHECK(mended("1) Pf2-f5 & Pf9-f6 2 Fg1-c5 & Pe9-e7 )3\nTe1-e8 & Rh9-h8 4. Pa2-a3 & Pa9-a8 5\n"
               "Pa3-a4") ==
        "1) Pf2-f5 & Pf9-f6 2 Fg1-c5 & Pe9-e7 3\nTe1-e8 & Rh9-h8 4. Pa2-a3 & Pa9-a8 5.\nPa3-a4");
}

TEST_CASE("Findings of one game are listed up to a limit", "[dola]") {
  std::string text;
  const std::size_t faults = readers::dola::Score::max_findings + 234;
  for (std::size_t i = 1; i <= faults; ++i) text += fmt::format("{}) Pa2-a3~ & Pa9-a8\n", i);
  text += "\n1ère partie de Dola-Sultan :\n1) Pf2-f5- & Pf9-f6\n";
  const Reading reading(text);
  CHECK(reading.moves == 2 * faults + 2);
  CHECK(reading.findings == readers::dola::Score::max_findings + 1 + 1);
  const std::string events = dump(text);
  CHECK(lines_that(events, "S112 info: 234 more findings") != "");
}

TEST_CASE("A game longer than what is held back is handed on in pieces", "[dola]") {
  std::string text = "1ère partie de Dola-Sultan :\n";
  const std::size_t pairs = readers::dola::Score::max_held / 2 + 10;
  for (std::size_t i = 1; i <= pairs; ++i) text += fmt::format("{}) Ta1-a2 & Ta10-a9\n", i);
  text += "Les noirs abandonnent\n";
  const Reading reading(text);
  CHECK(reading.broken() == "");
  CHECK(reading.games == 1);
  CHECK(reading.moves == 2 * pairs);
  CHECK(reading.findings == 0);
}

TEST_CASE("Hostile texts end in seconds", "[dola][hostile]") {
  const std::string game = "1) Pf2-f5 & Pf9-f6 ";
  std::vector<std::pair<std::string, std::string>> hostile;
  for (const std::string unit : {"(", "&", "a", " "}) {
    hostile.emplace_back(unit, repeated(unit, large));
    hostile.emplace_back("in a game: " + unit, repeated(unit, large, game));
  }
  for (const std::string unit : {"{", "( ", "& - ", "Pf2-", "1) ", "[A \"", "1ère partie\n",
                                 "Blancs : X\n", "00 (Rf1-", "(T=T", "{[A \"}\"] Blancs : X\n"}) {
    hostile.emplace_back(unit, repeated(unit, large / 10));
    hostile.emplace_back("in a game: " + unit, repeated(unit, large / 10, game));
  }
  std::mt19937 random(20030705);
  std::string bytes(large, ' ');
  for (char& c : bytes) c = static_cast<char>(random());
  hostile.emplace_back("random bytes", bytes);
  const std::string_view alphabet = "PRDTFCtfx-+=() &)0123456789abcdefghij\n|{}[]:";
  for (char& c : bytes) c = alphabet[random() % alphabet.size()];
  hostile.emplace_back("random marks", bytes);

  for (const auto& [name, text] : hostile) {
    INFO(name);
    const auto start = std::chrono::steady_clock::now();
    const Reading reading(text);
    const std::chrono::duration<double> time = std::chrono::steady_clock::now() - start;
    CHECK(reading.broken() == "");
    CHECK(time.count() < 60);
  }
}

TEST_CASE("A game of 100,000 plies is read whole", "[dola][hostile]") {
  std::string text = "1ère partie de Dola-Sultan :\n";
  for (int i = 1; i <= 50'000; ++i) text += fmt::format("{}) Ta1-a2 & Ta10-a9 ", i);
  const Reading reading(text);
  CHECK(reading.games == 1);
  CHECK(reading.moves == 100'000);
  CHECK(reading.broken() == "");
  CHECK(reading.findings == 0);
}

TEST_CASE("The dialect is told from its texts", "[dola]") {
  const auto sure = [](const std::string& bytes) {
    return readers::dola::sniff(text::Source("test.txt", bytes).text());
  };
  CHECK(sure(content(corpus / "dola-sultan-qinwan-sinwan.txt")) == 100);
  CHECK(sure(content(corpus / "dolasawlajane.txt")) == 90);
  CHECK(sure(content(corpus / "fischerandom.txt")) == 5);
  CHECK(sure(content(corpus / "valid/bare-moves.txt")) == 100);
  CHECK(sure("[Event \"x\"]\n[White \"y\"]\n\n1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 *\n") == 0);
  CHECK(sure("1. e2-e4 e7-e5 2. Ng1-f3 Nb8-c6 3. Bf1-b5 a7-a6 4. Bb5-a4 Ng8-f6 5. O-O") == 0);
  CHECK(sure("The quick brown fox jumps over the lazy dog, again and again and again.") == 0);
  CHECK(sure("") == 0);
}
