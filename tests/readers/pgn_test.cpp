#include <algorithm>
#include <chrono>
#include <random>

#include <catch2/catch.hpp>
#include <fmt/format.h>

#include "readers/event_dump.hpp"
#include "readers/pgn/builder.hpp"
#include "readers/pgn/reader.hpp"
#include "readers/pgn/split.hpp"
#include "readers/pgn/token.hpp"
#include "record/event_laws.hpp"
#include "record/golden.hpp"

using namespace nuskha;
namespace fs = std::filesystem;

namespace {

// `played` and `valid` are read without a finding; those of `played` are correct games too.
const fs::path corpus = fs::path(NUSKHA_SOURCE_DIR) / "corpus" / "pgn";
constexpr const char* kinds[] = {"played", "valid", "invalid"};

struct Outcome {
  std::vector<std::string> broken_laws;
  std::size_t games = 0, moves = 0, finding_count = 0;
};

class Counter final : public text::Diagnostics {
 public:
  void report(text::Diagnostic) override { ++count; }
  std::size_t count = 0;
};

Outcome read(const std::string& bytes) {
  const text::Source source("game.pgn", bytes);
  tests::EventLaws laws;
  Counter findings;
  readers::pgn::read(source, laws, findings);
  return {laws.broken, laws.games, laws.moves, findings.count};
}

std::string dump(const std::string& bytes) {
  return tests::dump_events("game.pgn", bytes, *readers::find_dialect("pgn"));
}

// What the text says, without places.
class Played final : public record::WrittenEvents {
 public:
  void begin_document(const text::Source& source) override { source_ = &source; }
  void begin_game(text::Span) override { lines += "game\n"; }
  void end_game(text::Span) override { lines += "end\n"; }
  void tag(std::string_view name, std::string_view value, text::Span) override {
    lines += std::string(name) + '=' + std::string(value) + '\n';
  }
  void move(const record::WrittenMove& move) override {
    lines += std::string(source_->text(move.span)) + '\n';
  }
  void comment(std::string_view text, text::Span) override { lines += std::string(text) + '\n'; }
  void unread(std::string_view text, text::Span) override { lines += std::string(text) + '\n'; }
  void result(const record::ResultClaim& claim) override { lines += to_string(claim.result); }
  void begin_variation(text::Span) override { lines += "(\n"; }
  void end_variation(text::Span) override { lines += ")\n"; }
  void prose(text::Span span) override { lines += source_->text(span); }
  std::string lines;

 private:
  const text::Source* source_ = nullptr;
};

// What is kept as text has the line ends that it had.
std::string with_line_feeds(const std::string& text) {
  std::string out;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] == '\r' && text.compare(i, 2, "\r\n") == 0) continue;
    out += text[i] == '\r' ? '\n' : text[i];
  }
  return out;
}

std::string times(std::string_view piece, std::size_t count) {
  std::string text;
  text.reserve(piece.size() * count);
  for (std::size_t i = 0; i < count; ++i) text += piece;
  return text;
}

std::string events_of(const std::string& text) {
  const text::Source source("game.pgn", text);
  Played events;
  Counter findings;
  readers::pgn::read(source, events, findings);
  return events.lines;
}

}  // namespace

TEST_CASE("the corpus of PGN is read as its golden files say", "[readers][pgn][corpus]") {
  std::size_t cases = 0;
  for (const char* folder : kinds) {
    for (const fs::path& file : tests::files_in(corpus / folder, ".pgn")) {
      INFO(file.string() << "; UPDATE_GOLDEN=1 writes its golden file anew");
      const std::string bytes = tests::read_file(file);
      const Outcome outcome = read(bytes);
      CHECK(outcome.broken_laws == std::vector<std::string>{});
      const bool clean = folder != std::string_view("invalid");
      CHECK((outcome.finding_count == 0) == clean);
      const std::string actual = dump(bytes);
      fs::path expected = file;
      CHECK(tests::golden(expected.replace_extension(".events"), actual) == actual);
      ++cases;
    }
  }
  CHECK(cases >= 200);
}

TEST_CASE("line ends of every kind give the same events", "[readers][pgn]") {
  for (const char* folder : kinds) {
    for (const fs::path& file : tests::files_in(corpus / folder, ".pgn")) {
      const std::string text = tests::read_file(file);
      if (text.find('\r') != text.npos || text.find('\0') != text.npos) continue;
      std::string crlf, cr;
      for (const char c : text) {
        if (c == '\n') crlf += '\r';
        crlf += c;
        cr += c == '\n' ? '\r' : c;
      }
      INFO(file.string());
      const std::string expected = dump(text);
      CHECK(with_line_feeds(dump(crlf)) == expected);
      CHECK(with_line_feeds(dump(cr)) == expected);
    }
  }
}

TEST_CASE("what common moves are taken for does not depend on the rule that takes them",
          "[readers][pgn]") {
  // Beside a tab none of the rules for what is common applies.
  const auto check = [](const std::string& before, const std::string& move,
                        const std::string& after) {
    const std::string text = "[A \"b\"]\n\n" + before + " " + move + after + " *\n";
    std::string tabs = text;
    std::replace(tabs.begin() + 9, tabs.end(), ' ', '\t');
    if (const std::string expected = dump(tabs); dump(text) != expected) {
      INFO(text);
      CHECK(dump(text) == expected);
    }
  };
  std::size_t moves = 0;
  for (const char* piece : {"", "K", "N", "P", "Z", "b", "n"})
    for (const char* origin : {"", "a", "b", "d", "k", "p", "q", "1", "9", "10", "0", "e2"})
      for (const char* mark : {"", "x", ":", "xx"})
        for (const char* target : {"e4", "a1", "p9", "q4", "e0", "e10", "e", "4", ""})
          for (const char* end : {"", "+", "#", "=Q", "=Q+", "=q", "=", "++", "Q"}) {
            check("1.", std::string(piece) + origin + mark + target + end, " e5");
            ++moves;
          }
  CHECK(moves == 7 * 12 * 4 * 9 * 9);
  for (const char* before : {"1.", "12.", "123.", "1234.", "1...", "1....", "1..", "0.", "007."})
    for (const char* move : {"e4", "exd5", "bxf3", "Nf3+", "O-O", "e8=N", "Rad1"})
      for (const char* after :
           {" e5",   "! e5", "!? e5", "?? e5", ") e5", "{c} e5", "\n2. d4", " Nf6", " c5", " d5",
            " exd5", " ep",  " E.P.", " {c}",  " $1",  " (c5)",  " 1/2",    ",",    ".",   "(",
            "\r",    "-",    " c",    " d",    " e",   " -+",    " =",      " +-"})
        check(before, move, after);
}

TEST_CASE("the last moves of a game are read alike, whatever stands behind it", "[readers][pgn]") {
  const std::string next = "[Event \"c\"]\n[Site \"d\"]\n\n1. d4 d5 2. c4 e6 3. Nc3 Nf6 *\n";
  for (const char* line_ends : {"\n", "\n\n", "\r\n\r\n"})
    for (const char* end : {"12. e4", "12. e4 e5", "12. e4 e5 13.", "12. e4 e5 13", "12. Nf3+",
                            "12. O-O", "12. O-O-O+", "12. e8=Q", "12. exd5 1-0", "12. e", "12. Nf",
                            "12... Nf6", "12. e4 1/2-1/2", "12. e4 0-1", "12.e4", "12. Rad1",
                            "12. e4 {c}", "12. e4 $1", "12. e4 e5 13.\nd4"}) {
      const std::string game = std::string("[A \"b\"]\n\n10. a3 a6 11. h3 h6 ") + end + line_ends;
      INFO(game);
      CHECK(events_of(game + next) == events_of(game) + events_of(next));
    }
}

TEST_CASE("lines of comments and escapes end where any line ends", "[readers][pgn]") {
  class Places final : public record::WrittenEvents {
   public:
    explicit Places(const text::Source& source) : source_(source) {}
    void move(const record::WrittenMove& move) override { add("move", move.span); }
    void comment(std::string_view text, text::Span span) override { add(text, span); }
    void unread(std::string_view text, text::Span span) override { add(text, span); }
    void result(const record::ResultClaim& claim) override { add("result", claim.span); }
    std::vector<std::string> lines;

   private:
    void add(std::string_view what, text::Span span) {
      const text::Place begin = source_.place(span.begin);
      lines.push_back(fmt::format("{}:{} {}", begin.line, begin.column, what));
    }
    const text::Source& source_;
  };
  const auto places = [](std::string_view end) {
    std::string text = "[Event \"x\"]\n\n";
    constexpr int count = 500;
    for (int i = 1; i <= count; ++i)
      text += fmt::format("{}. Nf3 ;one {}\n%two {}\nNf6 ; three\n%\n;\n{}. Ng1 Ng8\n", 2 * i - 1,
                          i, i, 2 * i);
    text += "1-0\n";
    for (std::size_t at = 0; (at = text.find('\n', at)) != std::string::npos; at += end.size())
      text.replace(at, 1, end);
    const text::Source source("places", text);
    Places heard(source);
    Counter counter;
    readers::pgn::read(source, heard, counter);
    CHECK(counter.count == 0);
    CHECK(std::count_if(heard.lines.begin(), heard.lines.end(), [](const std::string& line) {
            return line.ends_with(" move");
          }) == 4 * count);
    return heard.lines;
  };
  const auto expected = places("\n");
  CHECK(expected.front() == "3:4 move");
  CHECK(expected[1].starts_with("3:8 "));
  CHECK(expected.back() == "3003:1 result");
  CHECK((places("\r") == expected));
  CHECK((places("\r\n") == expected));
}

TEST_CASE("a text that breaks off anywhere keeps the laws of events", "[readers][pgn]") {
  for (const char* folder : kinds) {
    for (const fs::path& file : tests::files_in(corpus / folder, ".pgn")) {
      const std::string text = tests::read_file(file);
      const std::size_t step = text.size() / 200 + 1;
      for (std::size_t size = 0; size < text.size(); size += step) {
        INFO(file.string() << " cut at " << size);
        const Outcome outcome = read(text.substr(0, size));
        REQUIRE(outcome.broken_laws == std::vector<std::string>{});
      }
    }
  }
}

TEST_CASE("random tokens keep the laws of events", "[readers][pgn]") {
  constexpr std::string_view tokens[] = {"1. ",
                                         "e4 ",
                                         "Nf3+ ",
                                         "(",
                                         ")",
                                         "{a",
                                         "}",
                                         "{[%mode SD+CT]} ",
                                         "1-0",
                                         " ",
                                         "\n",
                                         "\n\n",
                                         "[Event",
                                         " \"x\"]",
                                         "[",
                                         "]",
                                         "\"",
                                         "$1 ",
                                         "!? ",
                                         "*",
                                         ";c",
                                         "%e\n",
                                         "O-O ",
                                         "word ",
                                         "[Site \"y\"]\n",
                                         "[Event \"z\"]\n",
                                         "2...",
                                         "1/2 ",
                                         "+/- ",
                                         ",",
                                         "\\",
                                         "\t",
                                         "1-0\n\n",
                                         "-- ",
                                         "P-K4 ",
                                         "\xEF\xBB\xBF",
                                         "nf3 ",
                                         "Event \"q\"]\n"};
  std::mt19937 random(7);
  for (int round = 0; round < 3000; ++round) {
    std::string text;
    const auto count = static_cast<unsigned>(random() % 40);
    for (unsigned i = 0; i < count; ++i) text += tokens[random() % std::size(tokens)];
    INFO(text);
    REQUIRE(read(text).broken_laws == std::vector<std::string>{});
  }
}

TEST_CASE("hostile text ends soon, within the limits that have names", "[readers][pgn][hostile]") {
  constexpr std::size_t size = 10'000'000;
  struct Case {
    const char* name;
    std::string text;
  };
  std::string random_bytes(size, '\0');
  std::mt19937 random(1);
  for (char& c : random_bytes) c = static_cast<char>(random());
  const Case cases[] = {
      {"round brackets", std::string(size, '(')},
      {"round brackets after a move", "1. e4 " + std::string(size, '(')},
      {"closing brackets after a move", "1. e4 " + std::string(size, ')')},
      {"variations in variations", "1. e4 " + times("(e4 ", size / 4)},
      {"variations beside each other", "1. e4 " + times("(d4) ", size / 5)},
      {"braces", std::string(size, '{')},
      {"comments that nest and end", times("{ {} ", size / 5)},
      {"comments", times("{}", size / 2)},
      {"comments after a result", "1-0" + times("{a}", size / 3)},
      {"square brackets", std::string(size, '[')},
      {"quotes", std::string(size, '"')},
      {"tags that are not closed", times("[Event \"", size / 8)},
      {"tags that are not closed, in lines", times("[Event \"\n", size / 9)},
      {"tags with backslashes", times("[a \"\\", size / 5)},
      {"games whose comment is not closed", times("[Event \"x\"]\n\n1. e4 {\n\n", size / 22)},
      {"games without tags whose comment is not closed", times("1. e4 {\n\n", size / 9)},
      {"games whose comment opens twice", times("1. e4 { {\n\n", size / 11)},
      {"comments that nest and do not end", times("{{}", size / 3)},
      {"carriage returns", times("[Event \"x\"]\r", size / 12)},
      {"one endless line of moves", times("e4 ", size / 3)},
      {"one endless word", std::string(size, 'x')},
      {"digits", std::string(size, '1')},
      {"numbers", times("1.", size / 2)},
      {"results", times("1-0 ", size / 4)},
      {"forfeits that may be signs", "1. e4 " + times("+/- ", size / 4)},
      {"words", "1. e4 " + times("word e4 ", size / 8)},
      {"ampersands", std::string(size, '&')},
      {"escapes", times("%\n", size / 2)},
      {"escapes that a CR ends", "1. e4\r" + times("%a\r", size / 3)},
      {"comments that a CR ends", "1. e4\r" + times(";a\r", size / 3)},
      {"escapes and comments that a CR ends", "1. e4\r" + times("%a\r;b\re4\r", size / 9)},
      {"escapes that a CR ends, and LF far behind", "1. e4\r" + times("%\r", size / 2) + "\n"},
      {"NUL", std::string(size, '\0')},
      {"random bytes", random_bytes},
  };
  for (const Case& hostile : cases) {
    INFO(hostile.name);
    const auto begin = std::chrono::steady_clock::now();
    const text::Source source("hostile", hostile.text);
    tests::EventLaws laws;
    Counter counter;
    readers::pgn::read(source, laws, counter);
    const std::chrono::duration<double> seconds = std::chrono::steady_clock::now() - begin;
    CHECK(laws.broken == std::vector<std::string>{});
    CHECK(counter.count <= (laws.games + 1) * (readers::pgn::max_findings_per_game + 1));
    // A generous bound for a loaded machine and sanitizers: what is quadratic takes hours.
    CHECK(seconds.count() < 60);
  }
}

TEST_CASE("a game of 100,000 plies and a million empty games are read", "[readers][pgn][hostile]") {
  const Outcome one = read("1. " + times("Nf3 Nf6 Ng1 Ng8 ", 25'000) + "1-0\n");
  CHECK(one.games == 1);
  CHECK(one.moves == 100'000);
  CHECK(one.finding_count == 0);
  CHECK(one.broken_laws == std::vector<std::string>{});
  const Outcome many = read(times("[Event \"x\"]\n\n*\n\n", 1'000'000));
  CHECK(many.games == 1'000'000);
  CHECK(many.finding_count == 0);
  CHECK(many.broken_laws == std::vector<std::string>{});
}

TEST_CASE("a comment without its brace ends where another game begins", "[readers][pgn]") {
  const auto games = [](const std::string& text) { return read(text).games; };
  const std::string open = "1. e4 {c\n\n", next = "1. d4 d5 *\n";
  CHECK(games(open + next) == 2);
  CHECK(games(open + "1. d4 {c} d5 *\n") == 2);
  CHECK(games(open + "1. d4 } d5 *\n") == 1);
  CHECK(games("1. e4 {a {c} b\n\n1. d4 } d5 *\n") == 1);
  CHECK(games("1. e4 {c\n\n1. d4 {c} } d5 *\n") == 1);
  CHECK(games(open + "1. point of all } *\n") == 1);
  CHECK(games(open + "1... d4 {c} *\n") == 1);
  CHECK(games("1. e4 {a {b\n\n1. d4 d5 {c} *\n") == 2);
  const std::size_t far = grammar::pgn::comment_after_game_limit;
  CHECK(games(open + "1. d4 " + times("x", far - 10) + "} *\n") == 1);
  CHECK(games(open + "1. d4 " + times("x", far) + "} *\n") == 2);
  CHECK(games("1. e4 {" + times("x", 3 * far) + "\n\n1. d4 } *\n") == 1);
  CHECK(games("1. e4 {" + times("x", 3 * far) + "\n\n1. d4 {c} *\n") == 2);
  // So far braces are sought that balance.
  const std::size_t limit = grammar::pgn::nested_comment_limit;
  CHECK(games(open + "1. d4 {c} " + times("x", limit - 30) + "} *\n") == 1);
  CHECK(games(open + "1. d4 {c} " + times("x", limit) + "} *\n") == 2);
}

TEST_CASE("a variation without its bracket ends where another game begins", "[readers][pgn]") {
  const auto games = [](const std::string& text) { return read(text).games; };
  CHECK(games("1. e4 (1. c4\n\n1. d4 d5 *\n") == 2);
  CHECK(games("1. e4 (1. c4\n\n1. d4 (1. b4) d5 *\n") == 2);
  CHECK(games("1. e4 (1. c4\n\n1. d4) *\n") == 1);
  CHECK(games("1. e4 (\n\n1. d4 *\n") == 1);
  CHECK(games("1. e4 ((1. c4\n\n1. d4 d5 *\n") == 2);
  CHECK(games("1. e4 ((1. c4\n\n1. d4) d5) *\n") == 1);
  const std::size_t far = readers::pgn::max_variation_after_game;
  CHECK(games("1. e4 (1. c4\n\n1. d4 " + times(" ", far - 10) + ") *\n") == 1);
  CHECK(games("1. e4 (1. c4\n\n1. d4 " + times(" ", far) + ") *\n") == 2);
}

TEST_CASE("variations deeper than the limit are kept as text", "[readers][pgn]") {
  const std::size_t depth = readers::pgn::max_variation_depth;
  const auto nested = [](std::size_t levels) {
    return "1. e4 " + times("(1. d4 ", levels) + times(")", levels) + " e5 *";
  };
  CHECK(read(nested(depth)).finding_count == 0);
  const std::string deeper = dump(nested(depth + 2));
  CHECK_THAT(deeper, Catch::Contains("finding 1:1407-1408 P107 error: variations are nested more "
                                     "than 200 deep, kept as text"));
  CHECK_THAT(deeper, Catch::Contains("unread 1:1407-1423 \"(1. d4 (1. d4 ))\"\n"));
  CHECK_THAT(deeper, Catch::Contains("pawn  e5"));
  CHECK(read(nested(depth + 2)).broken_laws == std::vector<std::string>{});
}

TEST_CASE("the findings of one game are listed up to a limit, those of the next anew",
          "[readers][pgn]") {
  const std::string bad = "[Event \"x\"]\n\n1. e4 " + times("word e5 ", 150) + "*\n\n";
  const Outcome outcome = read(bad + bad);
  CHECK(outcome.games == 2);
  CHECK(outcome.finding_count == 2 * (readers::pgn::max_findings_per_game + 1));
  CHECK_THAT(dump(bad + bad), Catch::Contains("P199 info: more than 100 findings here"));
}

TEST_CASE("stretches are the whole text, and end where the next game surely begins",
          "[readers][pgn][split]") {
  const auto split = [](std::string_view text) {
    std::vector<std::string> stretches;
    readers::pgn::Splitter splitter(text);
    for (text::Span stretch; splitter.next(stretch);)
      stretches.emplace_back(text.substr(stretch.begin, stretch.size()));
    return stretches;
  };
  using Stretches = std::vector<std::string>;
  CHECK(split("") == Stretches{});
  CHECK(split("1. e4 *\n") == Stretches{"1. e4 *\n"});
  CHECK(split("[A \"1\"]\n[B \"2\"]\n\n1. e4\n\n[A \"3\"]\n") ==
        Stretches{"[A \"1\"]\n[B \"2\"]\n\n1. e4\n\n", "[A \"3\"]\n"});
  // No empty line, but two tags.
  CHECK(split("1. e4 {\n[A \"1\"]\n[B \"2\"]\n") ==
        Stretches{"1. e4 {\n", "[A \"1\"]\n[B \"2\"]\n"});
  // A single line that begins like a tag may stand in a comment.
  CHECK(split("1. e4 {\n[A \"1\"] and so on} *\n").size() == 1);
  // Pairs in a comment that ends behind them.
  CHECK(split("[Event \"1\"]\n\n1. e4 {c\n\n[Event \"2\"] c} e5 *\n").size() == 1);
  CHECK(
      split("1. e4 {c\n[Event \"2\"]\n[Site \"2\"]\n\n1. d4 *\n\n[Event \"3\"]\n} e5 *\n").size() ==
      1);
  CHECK(split("{c\n[Event \"1\"]\n[Site \"1\"]\nc}\n1. e4 *\n\n[Event \"2\"]\n").size() == 2);
  // Pairs behind a comment that is not closed: the next brace opens, is far, or is none.
  const std::string open = "[Event \"1\"]\n\n1. e4 {c\n\n";
  CHECK(split(open + "[Event \"2\"]\n\n1. d4 {c} *\n").size() == 2);
  CHECK(split(open + "[Event \"2\"]\n\n1. d4 *\n").size() == 2);
  const std::size_t far = readers::pgn::max_comment_after_tag;
  CHECK(split(open + "[Event \"2\"]\n\n" + times("x", far) + "} *\n").size() == 2);
  CHECK(split(open + "[Event \"2\"]\n\n" + times("x", far - 20) + "} *\n").size() == 1);
  CHECK(split("[Event \"1\"]\n\n1. e4 *\n\n[Event \"2\"] {c} 1. d4 *\n").size() == 2);
  // Looking ahead for the end of a comment changes nothing for the lines that come next.
  CHECK(split(open +
              "[Event \"2\"]\n[Site \"2\"]\n[Date 2]\n[White \"}\"]\n[Black \"2\"]\n\n1. d4 *\n") ==
        Stretches{open, "[Event \"2\"]\n[Site \"2\"]\n[Date 2]\n",
                  "[White \"}\"]\n[Black \"2\"]\n\n1. d4 *\n"});
  // Tags alone are parted by a new Event after an empty line.
  CHECK(split("[Event \"1\"]\n\n[Site \"2\"]\n\n[Event \"3\"]\n").size() == 2);
  CHECK(split("[Event \"1\"]\r\r1. e4\r\r[Event \"2\"]\r").size() == 2);
}

TEST_CASE("a text is cut only where both parts give the games of the whole",
          "[readers][pgn][split]") {
  std::string whole;
  for (const char* folder : kinds)
    for (const fs::path& file : tests::files_in(corpus / folder, ".pgn")) {
      const std::string text = tests::read_file(file);
      // One text has one encoding.
      if (text::Source("", text).encoding() == text::Encoding::utf8) whole += text + "\n\n";
    }
  const auto expected = events_of(whole);
  std::size_t cuts = 0;
  for (std::size_t target = 1; target < whole.size(); target += 97) {
    const readers::Cut cut = readers::pgn::cut(whole, target);
    if (cut.size == 0) continue;
    ++cuts;
    INFO("cut at " << cut.size);
    REQUIRE(cut.games > 0);
    std::string parts = events_of(whole.substr(0, cut.size));
    parts += events_of(whole.substr(cut.size));
    REQUIRE(parts == expected);
  }
  CHECK(cuts > 20);
  // The last place before the target, or else the first after it.
  const std::string game = "[Event \"x\"]\n\n1. e4 *\n\n";
  const std::string games = game + game + game;
  CHECK(readers::pgn::cut(games, 1).size == game.size());
  CHECK(readers::pgn::cut(games, 2 * game.size() + 3).size == 2 * game.size());
  CHECK(readers::pgn::cut(games, 2 * game.size() + 3).games == 2);
  CHECK(readers::pgn::cut(game, 1).size == 0);
  // Where nothing but reading parts games, the first place is known for it.
  const std::string bare = "1. e4 *\n";
  CHECK(readers::pgn::cut(bare + bare + bare, 1).is_first);
  CHECK_FALSE(readers::pgn::cut(bare + bare + bare, 2 * bare.size()).is_first);
  // A comment after the last result belongs to the next game.
  CHECK(readers::pgn::cut(game + "{c}\n\n" + game, 1).size == game.size());
}

TEST_CASE("a text of any braces and tags is cut where both parts give the games of the whole",
          "[readers][pgn][split]") {
  constexpr std::string_view lines[] = {"[Event \"1\"]\n\n1. c4\n",
                                        "[Event \"1\"]\n[Site \"2\"]\n1. c4\n",
                                        "\n",
                                        "1. e4 {c\n",
                                        "c}\n",
                                        "1. d4 {c} *\n",
                                        "e5 *\n"};
  std::mt19937 random(7);
  std::size_t cuts = 0;
  for (int round = 0; round < 2000; ++round) {
    std::string text;
    for (int line = 0; line < 40; ++line) text += lines[random() % std::size(lines)];
    const readers::Cut cut = readers::pgn::cut(text, 1 + random() % text.size());
    if (cut.size == 0) continue;
    ++cuts;
    INFO(text << "cut at " << cut.size);
    REQUIRE(events_of(text.substr(0, cut.size)) + events_of(text.substr(cut.size)) ==
            events_of(text));
  }
  CHECK(cuts > 1000);
}

TEST_CASE("games that nothing parts are cut where the reader sees them", "[readers][pgn][split]") {
  for (const std::string game : {
           "[Event \"x\"]\n[Result \"1-0\"]\n\n1. e4 e5\n2. Nf3 1-0\n",   // no empty line after it
           "[Event \"x\"]\n[Result \"1-0\"]\n1. e4 e5\n2. Nf3 1-0\n",     // none at all
           "[Site \"x\"]\n[Result \"1-0\"]\n\n1. e4 e5\n2. Nf3 1-0\n\n",  // another tag first
           "{A comment}\n[Event \"x\"]\n\n1. e4 e5 2. Nf3 1-0\n\n",
           "[Event \"x\"]\n1. e4 e5 2. Nf3 1-0\n",
           "[Event \"x\"] [Result \"1-0\"] 1. e4 e5 2. Nf3 1-0\n", "1. e4 e5 2. Nf3 1-0\n",
           "1. e4 {\xE9\xE8\xE0} e5 2. Nf3 1-0\n",  // places are those of the bytes
       }) {
    INFO(game);
    const std::string games = game + game + game;
    CHECK(readers::pgn::cut(games, 1).size == game.size());
    CHECK(readers::pgn::cut(games, 2 * game.size() + 3).size == 2 * game.size());
    CHECK(readers::pgn::cut(games, 2 * game.size() + 3).games == 2);
    CHECK(readers::pgn::cut(game, 1).size == 0);
  }
}

TEST_CASE("one move's text is read alone", "[readers][pgn]") {
  record::WrittenMove move;
  REQUIRE(readers::pgn::read_move("CFxd8=SD+", move));
  CHECK(move.piece == record::PieceName("CF"));
  CHECK(move.to == record::WrittenSquare{3, 7});
  CHECK(move.capture);
  CHECK(move.promotion == record::PieceName("SD"));
  CHECK(move.check == record::CheckMark::check);
  CHECK(move.span == text::Span{0, 9});
  CHECK(readers::pgn::read_move("O-O-O", move));
  CHECK(move.form == record::MoveForm::castle_long);
  CHECK(readers::pgn::read_move("e7e8q", move));
  for (const char* not_one : {"", "e4 e5", "e4!", "(e4)", "e4 {c}", "word", "1-0", "1. e4"}) {
    INFO(not_one);
    CHECK_FALSE(readers::pgn::read_move(not_one, move));
  }
}
