// What each profile reports of the same texts, and the export format's check.
#include <algorithm>
#include <string>
#include <vector>

#include <catch2/catch.hpp>

#include "readers/dialects.hpp"
#include "stream/convert.hpp"

using namespace nuskha;

namespace {

struct Reported {
  text::Source source;
  text::DiagnosticList findings;
  replay::Counts counts;
  std::vector<std::string> names() const {
    std::vector<std::string> out;
    for (const text::Diagnostic& d : findings.items) out.emplace_back(text::info(d.code).name);
    return out;
  }
};

Reported report(const std::string& profile, const std::string& text,
                const std::string& dialect = "pgn") {
  static const variants::Registry registry;
  Reported out{text::Source("test", text), {}, {}};
  writers::Writer nowhere;
  out.counts = stream::convert(out.source, *readers::find_dialect(dialect), registry,
                               {.profile = replay::find_profile(profile)}, nowhere, out.findings);
  return out;
}

using Names = std::vector<std::string>;

const std::string roster =
    "[Event \"Open\"]\n[Site \"Oslo NOR\"]\n[Date \"2024.05.06\"]\n[Round \"1\"]\n"
    "[White \"Ali\"]\n[Black \"Sara\"]\n[Result \"*\"]\n";

}  // namespace

TEST_CASE("profiles: what is left out is no finding, unless that program never leaves it out") {
  const std::string bare = "1. e4 f5 2. exf5 g6 3. fg6 h5 4. Qxh5 a6 5. g7 Rxh5 6. gxf8=Q *\n";
  CHECK(report("import", bare).names() == Names{});
  CHECK(report("import", bare).counts.clean == 1);
  CHECK(report("lichess", bare).names() ==
        Names{"capture-unmarked", "check-unmarked", "check-unmarked"});
  CHECK(report("chessbase", bare).names() ==
        Names{"missing-roster-tag", "capture-unmarked", "check-unmarked", "check-unmarked"});
  CHECK(report("twic", bare).names() ==
        Names{"missing-roster-tag", "capture-unmarked", "check-unmarked", "check-unmarked"});
  CHECK(report("export", bare).names() == Names{"missing-roster-tag", "export-format",
                                                "capture-unmarked", "check-unmarked",
                                                "check-unmarked"});
}

TEST_CASE("profiles: habits of the producers") {
  const std::string empty = roster + "[ECO \"\"]\n\n1. e4 *\n";
  const std::string order =
      "[Site \"x\"]\n[Date \"2024.05.06\"]\n[Round \"-\"]\n[White \"a\"]\n"
      "[Black \"b\"]\n[Result \"*\"]\n[Event \"late\"]\n\n1. e4 *\n";
  const std::string news = roster + "\n1. e4 *\nThe next round is on Sunday.\n";
  const std::string mate =
      roster.substr(0, roster.find('*')) + "0-1\"]\n\n1. f3 e5 2. g4 Qh4 0-1\n";
  const std::string wrong = roster + "\n1. e4 e5 2. Nf3+ *\n";
  struct Row {
    const char* profile;
    bool empty, order, mate;  // is reported
  };
  for (const Row& row : {Row{"import", false, false, false}, Row{"lichess", true, false, true},
                         Row{"chessbase", false, false, true}, Row{"twic", false, true, true}}) {
    INFO(row.profile);
    CHECK(report(row.profile, empty).names() == (row.empty ? Names{"empty-tag"} : Names{}));
    CHECK(report(row.profile, order).names() == (row.order ? Names{"roster-order"} : Names{}));
    CHECK(report(row.profile, news).names() == Names{});
    CHECK(report(row.profile, mate).names() == (row.mate ? Names{"mate-unmarked"} : Names{}));
    CHECK(report(row.profile, wrong).names() == Names{"check-spurious"});
  }
}

TEST_CASE("profiles: a result left open after mate is what Lichess writes, another one is wrong") {
  const std::string open = roster + "\n1. f3 e5 2. g4 Qh4# *\n";
  const std::string wrong =
      roster.substr(0, roster.find('*')) + "1-0\"]\n\n1. f3 e5 2. g4 Qh4# 1-0\n";
  for (const replay::Profile& profile : replay::profiles()) {
    INFO(profile.name);
    const std::string name(profile.name);
    CHECK(report(name, open).names() == (name == "lichess" ? Names{} : Names{"result-open"}));
    CHECK(report(name, wrong).names() == Names{"result-claim"});
  }
}

TEST_CASE("profiles concern PGN alone") {
  const std::string score = "1) Pf2-f5 & Pf9-f6\n2) Re1-e2 & Pa9-a8\n";
  for (const replay::Profile& profile : replay::profiles()) {
    INFO(profile.name);
    CHECK(report(std::string(profile.name), score, "dola").names() ==
          report("", score, "dola").names());
  }
  CHECK(replay::find_profile("lichess2") == nullptr);
}

TEST_CASE("profiles: export is the writer's own output and nothing else") {
  static const variants::Registry registry;
  const text::Source source(
      "test",
      "[Event \"Open \\\"A\\\"\"]\n[ECO \"B90\"]\n\n1.e4 {best} c5!? (1...e5 2.Nf3 (2.f4)) 2.Nf3 "
      "d6 "
      "3.d4 cxd4 4.Nxd4 Nf6 5.Nc3 a6 6.Be3 e5 7.Nb3 Be6 8.f3 Be7 9.Qd2 O-O 10.O-O-O 1/2\n\n"
      "[Variant \"Chess960\"]\n[FEN \"1r3kr1/8/8/8/8/8/8/1R3KR1 w KQkq - 0 1\"]\n\n1. O-O *\n");
  std::string out;
  const auto writer = writers::find_format("pgn")->make([&](std::string_view s) { out += s; }, {});
  text::DiagnosticList ignored;
  stream::convert(source, *readers::find_dialect("pgn"), registry, {}, *writer, ignored);
  // That the last game's castling is not legal shows even so.
  CHECK(report("export", out).names() == Names{"kept-text"});
  std::string crlf;
  for (const char c : out) crlf += c == '\n' ? "\r\n" : std::string(1, c);
  CHECK(report("export", crlf).names() == Names{"kept-text"});

  const auto place = [](const std::string& text) {
    const Reported r = report("export", text);
    REQUIRE(r.names() == Names{"export-format"});
    const text::Diagnostic& d = r.findings.items[0];
    CHECK(d.game == 1);
    const text::Place at = r.source.place(d.span.begin);
    return std::to_string(at.line) + ':' + std::to_string(at.column) + ' ' + d.message();
  };
  CHECK(place(roster + "\n1.e4 *\n") == "9:1 not the export format, expected '1. e4 *'");
  CHECK(place(roster + "\n1. e4 e5 2. Ng1f3 *\n") ==
        "9:13 not the export format, expected 'Nf3 *'");
  CHECK(place(roster + "\n1. e4!  *\n") == "9:4 not the export format, expected 'e4 $1 *'");
  CHECK(place(roster + "\n1. e4 e5\n2. Nf3 *\n") ==
        "10:1 not the export format, expected '2. Nf3 *' on the line before");
  CHECK(place(roster + "[ECO \"A00\"]\n[Annotator \"x\"]\n\n1. e4 *\n") ==
        "8:1 not the export format, expected '[Annotator \"x\"]'");
  CHECK(place(roster + "1. e4 *\n") == "8:1 not the export format, expected an empty line");
  // What is wrong otherwise is said otherwise.
  CHECK(report("export", roster + "\n1. e5 *\n").names() == Names{"illegal-move"});
}
