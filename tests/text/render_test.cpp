#include "text/render.hpp"

#include <catch2/catch.hpp>
#include <nlohmann/json.hpp>

using namespace nuskha::text;
using nlohmann::json;

namespace {

std::string rendered(std::string_view format, const Source& source,
                     const std::vector<Diagnostic>& diagnostics, bool color = false) {
  std::string out;
  const RendererInfo* found = find_renderer(format);
  REQUIRE(found);
  const auto renderer = found->make([&](std::string_view text) { out += text; }, color);
  renderer->begin_source(source);
  for (const Diagnostic& diagnostic : diagnostics) renderer->render(diagnostic, source);
  renderer->end_game(1, "game <1> & \"first\"", true);
  renderer->end_game(2, "game 2", false);
  renderer->end_source(source, true);
  renderer->finish();
  return out;
}

Span find(const Source& source, std::string_view part) {
  const auto begin = std::uint32_t(source.text().find(part));
  return {begin, std::uint32_t(begin + part.size())};
}

Diagnostic illegal(const Source& source, std::string_view part, std::string why) {
  return {.code = Code::illegal_move,
          .span = find(source, part),
          .args = {std::string(part), std::move(why)},
          .game = 1};
}

}  // namespace

TEST_CASE("text: the line, a caret, notes and fixes", "[text][render]") {
  const Source source("scores/dola.txt", "1) Pf2-f5 & Pe9-e6\n13)\tFc5-d4 protégée\n");
  Diagnostic diagnostic = illegal(source, "Fc5-d4", "no F stands on c5");
  diagnostic.notes = {{"the nearest legal moves are Fc6-d5 and Fc6-b5"},
                      {"c5 was left here", find(source, "Pf2-f5")}};
  diagnostic.fixes = {{find(source, "Fc5-d4"), "Fc6-d5", 0.97},
                      {find(source, " protégée"), "", 0},
                      {Span{0, 0}, "0) ", 0}};
  CHECK(rendered("text", source, {diagnostic}) ==
        "scores/dola.txt:2:5: error: illegal move 'Fc5-d4': no F stands on c5 [M201 illegal-move]\n"
        "    2 | 13)     Fc5-d4 protégée\n"
        "      |         ^~~~~~\n"
        "       = the nearest legal moves are Fc6-d5 and Fc6-b5\n"
        "scores/dola.txt:1:4: note: c5 was left here\n"
        "    1 | 1) Pf2-f5 & Pe9-e6\n"
        "      |    ^~~~~~\n"
        "       = fix: write 'Fc6-d5' instead of 'Fc5-d4' (97 %)\n"
        "       = fix: leave out ' protégée'\n"
        "       = fix: insert '0) '\n");
}

TEST_CASE("text: the caret stands under the letter, whatever stands before", "[text][render]") {
  const Source source("x", "é♞é Pf2-f5 x\r\n");
  const std::string out = rendered("text", source, {illegal(source, "Pf2-f5", "y")});
  CHECK(out.find("    1 | é♞é Pf2-f5 x\n"
                 "      |     ^~~~~~\n") != std::string::npos);
}

TEST_CASE("text: a span over several lines is marked in its first, an empty one by a caret",
          "[text][render]") {
  const Source source("x", "ab cd\nef\n\n");
  CHECK(rendered("text", source, {{.code = Code::illegal_move, .span = {3, 8}, .args = {"", ""}}})
            .find("    1 | ab cd\n      |    ^~\n") != std::string::npos);
  CHECK(rendered("text", source, {{.code = Code::illegal_move, .span = {5, 5}, .args = {"", ""}}})
            .find("    1 | ab cd\n      |      ^\n") != std::string::npos);
  CHECK(rendered("text", source, {{.code = Code::illegal_move, .span = {9, 9}, .args = {"", ""}}})
            .find("    3 |\n      | ^\n") != std::string::npos);
  CHECK(rendered("text", source, {{.code = Code::illegal_move, .span = {10, 10}, .args = {"", ""}}})
            .find("x:4:1: error") != std::string::npos);
  CHECK(rendered("text", Source("x", ""), {{.code = Code::illegal_move, .args = {"", ""}}})
            .find("x:1:1: error") == 0);
}

TEST_CASE("text: a long line is clipped around the caret", "[text][render]") {
  std::string line;
  for (int i = 0; i < 1000; ++i) line += "é" + std::to_string(i) + "-";
  const Source source("x", line);
  for (const char* part : {"é0-", "é25-", "é500-", "é999-"}) {
    const std::string out = rendered("text", source, {illegal(source, part, "y")});
    INFO(out);
    const std::size_t text_line = out.find("    1 | ") + 8;
    const std::size_t mark_line = out.find("      | ", text_line) + 8;
    const std::string_view shown(out.data() + text_line, out.find('\n', text_line) - text_line);
    CHECK(shown.size() < 2 * 100);
    // The caret's column counts code points, as the shown line's letters do.
    std::size_t column = out.find('^', mark_line) - mark_line;
    std::size_t byte = 0;
    for (; column > 0; --column)
      for (++byte; byte < shown.size() && (shown[byte] & 0xC0) == 0x80;) ++byte;
    CHECK(shown.substr(byte).substr(0, std::string_view(part).size()) == part);
  }
}

TEST_CASE("text: what a file holds cannot steer the terminal", "[text][render]") {
  const Source source("a\x1b[31m", "x\x1b[2J\u202Ey\n");
  const std::string out = rendered("text", source, {illegal(source, "\x1b[2J\u202E", "\x07")});
  CHECK(out.find('\x1b') == std::string::npos);
  CHECK(out.find('\x07') == std::string::npos);
  CHECK(out.find("\u202E") == std::string::npos);
  CHECK(out.find("    1 | x\uFFFD[2J\uFFFDy\n      |  ^~~~~\n") != std::string::npos);
}

TEST_CASE("text: colours are put around, never into, the text", "[text][render]") {
  const Source source("x", "Pf2-f5\n");
  const Diagnostic diagnostic = illegal(source, "Pf2-f5", "y");
  std::string colored = rendered("text", source, {diagnostic}, true);
  CHECK(colored.find("\x1b[1;31merror:\x1b[0m") != std::string::npos);
  for (std::size_t at; (at = colored.find('\x1b')) != std::string::npos;)
    colored.erase(at, colored.find('m', at) + 1 - at);
  CHECK(colored == rendered("text", source, {diagnostic}));
}

TEST_CASE("jsonl: one object a finding, offsets of the file as it is", "[text][render]") {
  const Source source("\"x\".txt",
                      "prot\xE9g\xE9"
                      "e\nPf2-f5\n");
  Diagnostic diagnostic = illegal(source, "Pf2-f5", "y");
  diagnostic.ply = 3;
  diagnostic.fen = "8/8 w - - 0 1";
  diagnostic.notes = {{"a note"}, {"there", find(source, "protégée")}};
  diagnostic.fixes = {{find(source, "Pf2"), "Pf3", 0.5}};
  const std::string out = rendered("jsonl", source, {diagnostic, illegal(source, "f5", "z")});
  const std::size_t line_end = out.find('\n');
  const json expected = {{"file", "\"x\".txt"},
                         {"line", 2},
                         {"column", 1},
                         {"end_line", 2},
                         {"end_column", 7},
                         {"byte_offset", 9},
                         {"byte_length", 6},
                         {"severity", "error"},
                         {"tag", "M201"},
                         {"name", "illegal-move"},
                         {"message", "illegal move 'Pf2-f5': y"},
                         {"game", 1},
                         {"ply", 3},
                         {"fen", "8/8 w - - 0 1"},
                         {"notes",
                          {{{"text", "a note"}},
                           {{"text", "there"},
                            {"line", 1},
                            {"column", 1},
                            {"end_line", 1},
                            {"end_column", 9},
                            {"byte_offset", 0},
                            {"byte_length", 8}}}},
                         {"fixes",
                          {{{"replacement", "Pf3"},
                            {"line", 2},
                            {"column", 1},
                            {"end_line", 2},
                            {"end_column", 4},
                            {"byte_offset", 9},
                            {"byte_length", 3},
                            {"confidence", 0.5}}}}};
  CHECK(json::parse(out.substr(0, line_end)) == expected);
  const json second = json::parse(out.substr(line_end + 1));
  CHECK(second["column"] == 5);
  CHECK_FALSE(second.contains("ply"));
  CHECK_FALSE(second.contains("notes"));
}

TEST_CASE("sarif: a whole log with rules, regions, related places and fixes", "[text][render]") {
  const Source source("a dir/é.txt", "1) Pf2-f5\n");
  Diagnostic diagnostic = illegal(source, "Pf2-f5", "y");
  diagnostic.notes = {{"without a place"}, {"here", find(source, "1)")}};
  diagnostic.fixes = {{find(source, "Pf2"), "Pf3", 0.5}};
  const json log = json::parse(rendered("sarif", source, {diagnostic, diagnostic}));
  CHECK(log["version"] == "2.1.0");
  REQUIRE(log["runs"].size() == 1);
  const json& run = log["runs"][0];
  const json& driver = run["tool"]["driver"];
  CHECK(driver["name"] == "nuskha");
  CHECK(driver["rules"].size() == all_codes().size());
  for (const json& rule : driver["rules"]) {
    CHECK_FALSE(rule["help"]["text"].get<std::string>().empty());
    CHECK_FALSE(rule.contains("helpUri"));
  }
  REQUIRE(run["results"].size() == 2);
  const json& result = run["results"][0];
  CHECK(driver["rules"][result["ruleIndex"].get<std::size_t>()]["id"] == result["ruleId"]);
  CHECK(result["level"] == "error");
  const json region = {{"startLine", 1},  {"startColumn", 4}, {"endLine", 1},
                       {"endColumn", 10}, {"byteOffset", 3},  {"byteLength", 6}};
  const json& location = result["locations"][0]["physicalLocation"];
  CHECK(location["region"] == region);
  CHECK(location["artifactLocation"] == json{{"uri", "a%20dir/%C3%A9.txt"}, {"index", 0}});
  CHECK(run["artifacts"][0]["location"]["uri"] == "a%20dir/%C3%A9.txt");
  CHECK(result["relatedLocations"].size() == 2);
  CHECK_FALSE(result["relatedLocations"][0].contains("physicalLocation"));
  const json& replacement = result["fixes"][0]["artifactChanges"][0]["replacements"][0];
  CHECK(replacement["insertedContent"]["text"] == "Pf3");
  CHECK(replacement["deletedRegion"]["byteLength"] == 3);
}

TEST_CASE("sarif: a log without results is whole too", "[text][render]") {
  const json log = json::parse(rendered("sarif", Source("x", ""), {}));
  CHECK(log["runs"][0]["results"].empty());
  CHECK(log["runs"][0]["artifacts"].size() == 1);
}

TEST_CASE("junit: a case a game, with what was found in it", "[text][render]") {
  const Source source("a&b.txt", "1) Pf2-f5\n");
  Diagnostic outside = illegal(source, "1)", "\x01<");
  outside.game = 0;
  const std::string out = rendered(
      "junit", source, {illegal(source, "Pf2-f5", "y"), illegal(source, "f5", "z"), outside});
  CHECK(out ==
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
        "<testsuites name=\"nuskha\">\n"
        "<testsuite name=\"a&amp;b.txt\" tests=\"3\" failures=\"2\" errors=\"0\" skipped=\"0\">\n"
        "<testcase classname=\"a&amp;b.txt\" name=\"game &lt;1&gt; &amp; &quot;first&quot;\">\n"
        "<failure message=\"illegal move 'Pf2-f5': y (and 1 more)\" type=\"M201\">\n"
        "a&amp;b.txt:1:4: error: illegal move 'Pf2-f5': y [M201 illegal-move]\n"
        "    1 | 1) Pf2-f5\n"
        "      |    ^~~~~~\n"
        "a&amp;b.txt:1:8: error: illegal move 'f5': z [M201 illegal-move]\n"
        "    1 | 1) Pf2-f5\n"
        "      |        ^~\n"
        "</failure>\n"
        "</testcase>\n"
        "<testcase classname=\"a&amp;b.txt\" name=\"game 2\"/>\n"
        "<testcase classname=\"a&amp;b.txt\" name=\"outside any game\">\n"
        "<failure message=\"illegal move '1)': \uFFFD&lt;\" type=\"M201\">\n"
        "a&amp;b.txt:1:1: error: illegal move '1)': \uFFFD&lt; [M201 illegal-move]\n"
        "    1 | 1) Pf2-f5\n"
        "      | ^~\n"
        "</failure>\n"
        "</testcase>\n"
        "</testsuite>\n"
        "</testsuites>\n");
}

TEST_CASE("a text in pieces is one artifact, one suite", "[text][render]") {
  const std::string whole = "1) Pf2-f5\n2) Pf2-f6\n";
  const Source first("a", whole.substr(0, 10)), second("a", whole.substr(10), {2, 1}, 10);
  for (const char* format : {"sarif", "junit"}) {
    std::string out;
    const auto renderer = find_renderer(format)->make([&](std::string_view s) { out += s; }, false);
    renderer->begin_source(first);
    renderer->render(illegal(first, "Pf2-f5", "x"), first);
    renderer->end_game(1, "1", false);
    renderer->render(illegal(second, "Pf2-f6", "y"), second);
    renderer->end_game(1, "2", false);
    renderer->end_source(second, true);
    renderer->begin_source(Source("b", "half"));
    renderer->end_source(Source("b", "half"), false);
    renderer->finish();
    INFO(out);
    if (format == std::string("junit")) {
      CHECK(out.find("<testsuite name=\"a\" tests=\"2\" failures=\"2\"") != std::string::npos);
      CHECK(out.find("a:2:4: error: illegal move 'Pf2-f6'") != std::string::npos);
      continue;
    }
    const json run = json::parse(out)["runs"][0];
    CHECK(run["artifacts"].size() == 2);
    CHECK(run["artifacts"][0]["length"] == whole.size());
    CHECK_FALSE(run["artifacts"][1].contains("length"));
    const json& place = run["results"][1]["locations"][0]["physicalLocation"];
    CHECK(place["region"]["startLine"] == 2);
    CHECK(place["region"]["byteOffset"] == 13);
  }
}

TEST_CASE("junit: a source of many games is several suites", "[text][render]") {
  const Source source("a", "1) Pf2-f5\n");
  std::string out;
  const auto renderer = find_renderer("junit")->make([&](std::string_view s) { out += s; }, false);
  CHECK(renderer->wants_games());
  CHECK_FALSE(renderer->wants_positions());
  renderer->begin_source(source);
  constexpr int games = 50'000;
  std::size_t longest = 0, written = 0;
  for (int i = 1; i <= games; ++i) {
    renderer->end_game(std::uint32_t(i), "a title of a game, which is no short one", false);
    longest = std::max(longest, out.size() - written);
    written = out.size();
  }
  renderer->end_source(source, true);
  renderer->finish();
  CHECK(longest < 1'100'000);
  int tests = 0, suites = 0;
  for (std::size_t at = 0; (at = out.find("tests=\"", at)) != std::string::npos; ++suites)
    tests += std::stoi(out.substr(at += 7));
  CHECK(tests == games);
  CHECK(suites > 3);
}

TEST_CASE("what must stay on its line has no line ends", "[text][render]") {
  CHECK(printable("a\n\tb\x1b") == "a\n\tb\uFFFD");
  CHECK(printable_line("a\n\tb\x1b\xE9") == "a\uFFFD\uFFFDb\uFFFD\uFFFD");
}

TEST_CASE("every renderer has a name, a description and a maker", "[text][render]") {
  CHECK(renderers().size() == 4);
  for (const RendererInfo& row : renderers()) {
    CHECK(find_renderer(row.name) == &row);
    CHECK_FALSE(row.description.empty());
    CHECK(row.make([](std::string_view) {}, false));
  }
  CHECK_FALSE(find_renderer("xml"));
}
