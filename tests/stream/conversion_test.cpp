#include "stream/conversion.hpp"

#include <algorithm>
#include <regex>
#include <sstream>
#include <string>
#include <vector>

#include <catch2/catch.hpp>
#include <fmt/format.h>

#include "replay/findings.hpp"
#include "stream/convert.hpp"
#include "stream/scratch.hpp"
#include "text/render.hpp"

using namespace nuskha;

namespace {

// All that comes of a run, findings as the jsonl renderer writes them.
class Collect final : public stream::Conversion {
 public:
  using Conversion::Conversion;
  bool take_piece(stream::Converted& piece, std::uint64_t) override {
    pieces += 1;
    firsts += piece.is_first;
    lasts += piece.is_last;
    for (const text::Diagnostic& finding : piece.findings) {
      text::append_json(finding, piece.source, findings);
      findings += '\n';
      codes.push_back(finding.code);
    }
    for (const auto& title : piece.titles)
      titles += fmt::format("{}{}\n", title.title, title.rejected ? " rejected" : "");
    CHECK(piece.out.each([&](std::string_view part) { out += part; }));
    games += piece.counts.games + piece.counts.positions;
    plies += piece.counts.plies;
    unwanted += piece.counts.unwanted;
    unlisted.add(piece.unlisted);
    return true;
  }
  bool take_error(const std::string& error) override {
    errors += error + '\n';
    return true;
  }

  std::string out, findings, titles, errors;
  std::vector<text::Code> codes;
  text::Tally unlisted;
  std::uint64_t games = 0, plies = 0, unwanted = 0;
  int pieces = 0, firsts = 0, lasts = 0;
};

const variants::Registry& registry() {
  static const variants::Registry variants;
  return variants;
}

Collect run(const std::vector<std::string>& names, const char* format, unsigned jobs = 1,
            std::size_t piece_bytes = stream::usual_piece_bytes, const char* dialect = "",
            const stream::Selection* select = nullptr) {
  stream::ConversionOptions options;
  options.format = writers::find_format(format);
  options.titles = true;
  options.select = select;
  Collect collect(registry(), std::move(options));
  CHECK(stream::run_pipeline(
      stream::find_inputs(names),
      {.jobs = jobs, .dialect = readers::find_dialect(dialect), .piece_bytes = piece_bytes},
      collect));
  return collect;
}

// Some legal, some not, some with findings of the reader, each with its own number in its tags.
std::string games(int count) {
  std::string text;
  for (int i = 1; i <= count; ++i)
    text += fmt::format(
        "[Event \"É {}\"]\n[Result \"*\"]\n\n1. e4 e5 2. {}{} Nc6+ {{comment {}}} *{}\n\n", i,
        i % 7 == 3 ? "Nf4" : "Nf3", i % 5 == 2 ? " $999" : "", i * i, i % 5 == 4 ? " lag" : "");
  return text;
}

// Only moves, so that games cannot be counted without reading.
std::string bare_games(int count) {
  std::string text;
  for (int i = 1; i <= count; ++i) text += fmt::format("1. {} *\n\n", i % 3 == 0 ? "e4 e4" : "d4+");
  return text;
}

}  // namespace

TEST_CASE("in pieces and on threads comes out what the whole text gives", "[stream][conversion]") {
  ScratchFolder folder;
  const std::string text = games(120);
  const std::string tagged = folder.write("a.pgn", text);
  const std::string bare = folder.write("bare.pgn", bare_games(150) + games(20) + bare_games(40));

  // The same through the call for one whole source.
  const text::Source source(tagged, text);
  text::DiagnosticList list;
  std::string out;
  const auto writer =
      writers::find_format("jsonl")->make([&](std::string_view bytes) { out += bytes; }, {});
  stream::convert(source, *readers::find_dialect("pgn"), registry(), {}, *writer, list);
  std::string findings;
  for (const text::Diagnostic& finding : list.items) {
    text::append_json(finding, source, findings);
    findings += '\n';
  }

  const Collect one = run({tagged, bare}, "jsonl");
  CHECK(one.out.starts_with(out));
  CHECK(one.findings.starts_with(findings));
  CHECK(one.games == 120 + 210);
  CHECK(one.firsts == 2);
  CHECK(one.titles.find("3: É 3 rejected\n") != std::string::npos);
  CHECK(one.titles.find("190\n") != std::string::npos);
  for (const unsigned jobs : {1u, 2u, 8u}) {
    CAPTURE(jobs);
    const Collect parts = run({tagged, bare}, "jsonl", jobs, 300);
    CHECK(parts.pieces > 30);
    CHECK(parts.firsts == 2);
    CHECK(parts.lasts == 2);
    CHECK((parts.out == one.out));
    CHECK((parts.findings == one.findings));
    CHECK((parts.titles == one.titles));
    CHECK(parts.plies == one.plies);
  }
}

TEST_CASE("the encoding may change from game to game", "[stream][conversion]") {
  ScratchFolder folder;
  const auto replaced = [](std::string text, std::string_view what, std::string_view by) {
    for (std::size_t at = 0; (at = text.find(what, at)) != std::string::npos; at += by.size())
      text.replace(at, what.size(), by);
    return text;
  };
  std::string plain, mixed;
  constexpr int kinds = 6, count = 40 * kinds;
  for (int i = 0; i < count; ++i) {
    const std::string_view letters = i % kinds == 5 ? "u" : "ü";
    const std::string game = fmt::format(
        "[Event \"M{0}ller {1}\"]\n[Result \"*\"]\n\n1. e4 {{M{0}ller}} e5 {{M{0}ller}} 2. {2} "
        "*\n\n",
        letters, i, i % 4 == 1 ? "Nf4" : "Nf3");
    plain += game;
    switch (i % kinds) {
      case 1:  // Latin-1
        mixed += replaced(game, "ü", "\xFC");
        break;
      case 2:
        mixed += "\xEF\xBB\xBF" + game;
        break;
      case 3:  // code page 850
        mixed += replaced(game, "ü", "\x81");
        break;
      case 4:  // all of them in UTF-8 but those of comments
        mixed += replaced(game, "{Mü", "{M\xFC");
        break;
      default:
        mixed += game;
    }
  }
  const auto places = [&](std::string findings) {
    for (const char* changing :
         {"\"file\":\"[^\"]*\",", "\"byte_offset\":[0-9]*,\"byte_length\":[0-9]*,"})
      findings = std::regex_replace(findings, std::regex(changing), "");
    return std::regex_replace(findings, std::regex("[^\n]*\"tag\":\"T10[14]\"[^\n]*\n"), "");
  };
  const Collect expected = run({folder.write("plain.pgn", plain)}, "pgn");
  CHECK(expected.games == count);
  const std::string path = folder.write("mixed.pgn", mixed);
  for (const std::size_t size : {1u, 100u, 5'000u, 1'000'000u})
    for (const unsigned jobs : {1u, 4u}) {
      CAPTURE(size, jobs);
      const Collect got = run({path}, "pgn", jobs, size);
      CHECK((got.out == expected.out));
      CHECK((got.titles == expected.titles));
      CHECK(places(got.findings) == places(expected.findings));
      CHECK(got.pieces > count / 2);
      // What is about bytes is said once a text, however many pieces hold such.
      for (const text::Code code : {text::Code::mixed_encoding, text::Code::code_page})
        CHECK(std::count(got.codes.begin(), got.codes.end(), code) == 1);
      // Each place is where its bytes are.
      std::istringstream lines(got.findings);
      for (std::string line; std::getline(lines, line);) {
        if (line.find("\"tag\":\"M201\"") == std::string::npos) continue;
        const std::size_t at = line.find("\"byte_offset\":") + 14;
        CHECK(mixed.substr(std::stoul(line.substr(at)), 3) == "Nf4");
      }
    }
}

TEST_CASE("what is about bytes is said once a text", "[stream][conversion]") {
  ScratchFolder folder;
  using text::Code;
  using namespace std::string_literals;
  const auto codes = [&](const std::string& value, std::size_t piece_bytes) {
    std::string text;
    for (int i = 0; i < 50; ++i) text += "[Event \"" + value + "\"]\n\n1. e4 *\n\n";
    return run({folder.write("a.pgn", text), folder.write("b.pgn", text)}, "pgn", 1, piece_bytes)
        .codes;
  };
  for (const std::size_t size : {1u, 500u, 1'000'000u}) {
    CAPTURE(size);
    CHECK(codes("a\0b"s, size) == std::vector{Code::nul_bytes, Code::nul_bytes});
    CHECK(codes("\xC3\xA9 \xE9", size) == std::vector{Code::mixed_encoding, Code::mixed_encoding});
    CHECK(codes("M\x81ller", size) == std::vector{Code::code_page, Code::code_page});
    CHECK(codes("\xFCx \x81", size) == std::vector{Code::no_letter, Code::no_letter});
  }
}

TEST_CASE("that a text holds no game is said once", "[stream][conversion]") {
  ScratchFolder folder;
  using text::Code;
  CHECK(run({folder.write("empty.pgn", "")}, "pgn").codes == std::vector{Code::no_games});
  CHECK(run({folder.write("blank.pgn", " \n\n")}, "pgn").codes == std::vector{Code::no_games});
  std::string prose;
  for (int i = 0; i < 100; ++i) prose += fmt::format("Nothing but prose about gardens, {}.\n", i);
  const std::string path = folder.write("prose.txt", prose);
  CHECK(run({path}, "pgn").codes == std::vector{Code::unknown_dialect});
  const Collect as_dola = run({path}, "pgn", 1, 100, "dola");
  CHECK(as_dola.codes == std::vector{Code::no_games});
  // Only the beginning of what looks like nothing is read.
  const Collect cut = run({path}, "pgn", 1, 100);
  CHECK(cut.codes == std::vector{Code::unknown_dialect});
  CHECK(cut.pieces == 1);
}

TEST_CASE("a game that is too long is cut, and the place named", "[stream][conversion]") {
  ScratchFolder folder;
  std::string game = "[Event \"long\"]\n\n1. e4 {";
  while (game.size() < readers::max_game_bytes + 100'000)
    game += "so many words that nobody reads\n";
  game += "} e5 *\n\n";
  const Collect long_game = run({folder.write("a.pgn", game + games(1))}, "pgn");
  REQUIRE_FALSE(long_game.codes.empty());
  CHECK(std::count(long_game.codes.begin(), long_game.codes.end(), text::Code::text_cut) == 1);
  CHECK(long_game.findings.find(fmt::format("no game begins in the {} bytes before this place",
                                            readers::max_game_bytes)) != std::string::npos);
  CHECK(long_game.titles.find("É 1") != std::string::npos);
}

TEST_CASE("a game that says too much is cut so that what is written is read as the same",
          "[stream][conversion]") {
  ScratchFolder folder;
  const std::string open = "[Event \"long\"]\n\n1. e4 ";
  struct Kind {
    const char* name;
    std::string begin, unit;  // which is repeated
    bool is_cut;
  };
  const Kind kinds[] = {
      {"moves", "[Event \"long\"]\n\n", "Nf3 Nf6 Ng1 Ng8 ", true},
      {"squares", "[Event \"long\"]\n\n", "g1f3 g8f6 f3g1 f6g8 ", true},
      {"lost", open, "e2e4{}1.Nf3!", true},
      {"controls", open + "{", "\x01", true},
      {"braces", open, "{some words}", true},
      {"words", open + "{", "some words\n", false},
      {"escapes", open, "\n%", true},
      {"marks", open, "x!", true},
      {"stars", open + "(1. d4 ", "* ", true},
      {"variations", open + "e5 ", "(1... d5)", true},
  };
  for (const auto& [name, begin, unit, is_cut] : kinds) {
    INFO(name);
    std::string game = begin;
    while (game.size() < readers::max_game_bytes - 100'000) game += unit;
    const Collect written = run({folder.write("a.pgn", game)}, "pgn", 1, 1000, "pgn");
    const auto cuts = [](const Collect& result) {
      return std::count(result.codes.begin(), result.codes.end(), text::Code::game_cut) +
             std::count(result.codes.begin(), result.codes.end(), text::Code::text_cut);
    };
    CHECK((cuts(written) > 0) == is_cut);
    CHECK(written.games == std::uint64_t(cuts(written)) + 1);
    const Collect again = run({folder.write("b.pgn", written.out)}, "pgn", 1, 1000, "pgn");
    CHECK(cuts(again) == 0);
    CHECK(again.games == written.games);
    CHECK((again.out == written.out));

    // A move takes more as JSON, so the same text is cut into more games.
    const Collect as_json = run({folder.write("a.pgn", game)}, "jsonl", 1, 1000, "pgn");
    const Collect json_again = run({folder.write("b.jsonl", as_json.out)}, "jsonl", 1, 1000);
    CHECK(cuts(json_again) == 0);
    CHECK(json_again.games == as_json.games);
  }
}

TEST_CASE("the findings of one game are limited, and the others counted", "[stream][conversion]") {
  ScratchFolder folder;
  std::string text = "Position finale de la première partie :\n\nBlancs : Rm1";
  for (std::size_t i = 0; i < replay::max_findings_of_game + 500; ++i) text += " ; Pm1";
  text += "\n\nNoirs : Rl14\n";
  const Collect faulty = run({folder.write("a.txt", text)}, "jsonl", 1, 300'000, "dola");
  CHECK(faulty.codes.size() == replay::max_findings_of_game + 1);
  CHECK(faulty.codes.back() == text::Code::unlisted_findings);
  CHECK(faulty.unlisted.total() >= 500);
  CHECK(faulty.unlisted.of(text::Severity::warning) + faulty.unlisted.of(text::Severity::error) ==
        faulty.unlisted.total());
}

TEST_CASE("what a reader does not list is counted too", "[stream][conversion]") {
  ScratchFolder folder;
  std::string text = "[Event \"x\"]\n\n1. e4 ";
  for (int i = 0; i < 1000; ++i) text += "$999 ";
  const Collect faulty = run({folder.write("a.pgn", text + "*\n")}, "pgn", 1);
  CHECK(std::count(faulty.codes.begin(), faulty.codes.end(), text::Code::nag_range) +
            std::ptrdiff_t(faulty.unlisted.of(text::Severity::warning)) ==
        1000);
}

TEST_CASE("the findings of one piece are limited, and what is only counted is not explained",
          "[stream][conversion]") {
  ScratchFolder folder;
  constexpr std::size_t all = stream::max_findings_of_piece + 700;
  std::string text;
  for (std::size_t i = 0; i < all; ++i) text += "1. e5 *\n";
  REQUIRE(text.size() < stream::usual_piece_bytes);
  const std::string name = folder.write("a.pgn", text);
  for (const char* format : {"pgn", "jsonl"}) {
    CAPTURE(format);
    const Collect flood = run({name}, format, 2);
    CHECK(flood.games == all);
    REQUIRE(flood.codes.size() == stream::max_findings_of_piece + 1);
    CHECK(std::count(flood.codes.begin(), flood.codes.end(), text::Code::illegal_move) ==
          std::ptrdiff_t(stream::max_findings_of_piece));
    CHECK(flood.codes.back() == text::Code::unlisted_findings);
    CHECK(flood.unlisted.of(text::Severity::error) == 700);
    CHECK(flood.unlisted.total() == 700);
    CHECK(flood.findings.find("700 more findings") != std::string::npos);
    // JSON Lines tell each game's findings with all they say.
    std::size_t explained = 0;
    for (std::size_t at = 0; (at = flood.out.find("nearest legal moves", at)) != std::string::npos;
         ++at)
      ++explained;
    CHECK(explained == (format == std::string_view("jsonl") ? all : 0));
  }
}

TEST_CASE("the position of a finding is written for those who read it", "[stream][conversion]") {
  ScratchFolder folder;
  const std::vector<std::string> names = {folder.write("a.pgn", "[Event \"x\"]\n\n1. e5 *\n")};
  const std::string fen = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
  const auto convert = [&](bool positions, const char* format, const char* split_by) {
    stream::ConversionOptions options;
    options.replay.positions = positions;
    options.format = writers::find_format(format);
    options.split_by = split_by;
    Collect collect(registry(), std::move(options));
    CHECK(stream::run_pipeline(stream::find_inputs(names),
                               {.dialect = readers::find_dialect("pgn")}, collect));
    return collect;
  };
  CHECK(convert(true, "pgn", "").findings.find(fen) != std::string::npos);
  CHECK(convert(false, "pgn", "").findings.find(fen) == std::string::npos);
  // JSON Lines hold the findings of their games.
  for (const char* split_by : {"", "Event"})
    CHECK(convert(false, "jsonl", split_by).out.find(fen) != std::string::npos);
}

TEST_CASE("what follows a move that is not legal is counted as if it were listed",
          "[stream][conversion]") {
  ScratchFolder folder;
  const std::string game = "[Result \"1-0\"]\n\n1. e5 Nf6+ 2. Nf3 0-1\n\n";
  const Collect one = run({folder.write("one.pgn", game)}, "pgn");
  REQUIRE(one.codes.size() > 2);
  constexpr std::size_t games = 4'000;
  std::string text;
  for (std::size_t i = 0; i < games; ++i) text += game;
  REQUIRE(text.size() < stream::usual_piece_bytes);
  const Collect flood = run({folder.write("flood.pgn", text)}, "pgn");
  REQUIRE(flood.codes.size() == stream::max_findings_of_piece + 1);
  CHECK(flood.unlisted.total() + stream::max_findings_of_piece == games * one.codes.size());
}

TEST_CASE("games are selected by their numbers over all inputs, whatever was guessed of them",
          "[stream][conversion]") {
  ScratchFolder folder;
  const std::vector<std::string> names = {
      folder.write("bare.pgn", bare_games(150) + games(20) + bare_games(40)),
      folder.write("none.pgn", ""), folder.write("a.pgn", games(120)),
      folder.write("more.pgn", bare_games(30))};
  std::vector<std::string> all;
  std::istringstream lines(run(names, "jsonl").out);
  for (std::string line; std::getline(lines, line);) all.push_back(line + '\n');
  REQUIRE(all.size() == 210 + 120 + 30);
  for (const char* text : {"1", "3,150-171,209-213,300", "330-331,360", "205-"}) {
    const auto selection = stream::Selection::read(text);
    std::string expected;
    for (std::size_t game = 1; game <= all.size(); ++game)
      if (selection->has(game)) expected += all[game - 1];
    for (const unsigned jobs : {1u, 2u, 8u})
      for (const std::size_t piece_bytes : {std::size_t(300), stream::usual_piece_bytes}) {
        CAPTURE(text, jobs, piece_bytes);
        const Collect selected = run(names, "jsonl", jobs, piece_bytes, "", &*selection);
        CHECK((selected.out == expected));
        CHECK(selected.games == std::uint64_t(std::count(expected.begin(), expected.end(), '\n')));
        CHECK(selected.unwanted + selected.games == all.size());
      }
  }
}
