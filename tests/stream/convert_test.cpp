#include "stream/convert.hpp"

#include <string>
#include <vector>

#include <catch2/catch.hpp>

using namespace nuskha;

namespace {

constexpr const char* two_games =
    "Du texte avant.\n"
    "1ère Partie de Dola-Sultan :\n"
    "1) Pf2-f5 & Pf9-f6\n"
    "2) Fg1-c5 & Pe9-e7\n"
    "\n"
    "2ème Partie de Dola-Sultan :\n"
    "1) Pf2-f5 & Pf9-f6\n"
    "2) Fg1-c5 & Pe9-e4\n"
    "3) Pe2-e4 & Pa9-a8\n";

struct Done {
  std::uint32_t number;
  std::string title;
  bool rejected;
};

// Keeps what a writer is told about findings.
class FindingsWriter final : public writers::Writer {
 public:
  void diagnostic(const text::Diagnostic& diagnostic, const text::Source&) override {
    codes.push_back(diagnostic.code);
  }
  std::vector<text::Code> codes;
};

}  // namespace

TEST_CASE("the six lines of the header do what they say", "[stream][convert]") {
  const text::Source source("games.txt", two_games);
  variants::Registry registry;
  text::DiagnosticList findings;
  std::string out;
  const auto writer = writers::find_format("pgn")->make([&](std::string_view s) { out += s; }, {});
  const readers::Dialect* dialect = readers::sniff(source.text());
  REQUIRE(dialect);
  const replay::Counts counts = stream::convert(source, *dialect, registry, {}, *writer, findings);
  CHECK(counts.games == 2);
  CHECK(counts.clean == 1);
  CHECK(counts.rejected == 1);
  CHECK(counts.plies == 7);
  CHECK(counts.prose_bytes > 0);
  CHECK(out.find("1. f5 f6 2. Fc5 e7 *") != std::string::npos);
  CHECK_FALSE(findings.items.empty());
}

TEST_CASE("games are told of in their order, with what they are called", "[stream][convert]") {
  const text::Source source("games.txt", two_games);
  variants::Registry registry;
  text::DiagnosticList findings;
  std::vector<Done> done;
  stream::Options options;
  options.on_game = [&](const stream::GameDone& game) {
    done.push_back({game.number, std::string(game.title), game.rejected});
    CHECK(source.text(game.span).starts_with(game.number == 1 ? "1ère" : "2ème"));
  };
  record::PlayedEvents nobody;
  stream::replay_all(source, *readers::find_dialect("dola"), registry, options, nobody, findings);
  REQUIRE(done.size() == 2);
  CHECK(done[0].number == 1);
  CHECK(done[0].title == "1: Dola-Sultan, 1ère Partie de Dola-Sultan, round 1");
  CHECK_FALSE(done[0].rejected);
  CHECK(done[1].number == 2);
  CHECK(done[1].rejected);
  for (const text::Diagnostic& finding : findings.items) CHECK(finding.game == 2);
}

TEST_CASE("a title is made of the tags that say something", "[stream][convert]") {
  const auto title_of = [](const std::string& tags) {
    const text::Source source("game.pgn", tags + "\n1. e4 *\n");
    variants::Registry registry;
    text::DiagnosticList findings;
    std::string title;
    stream::Options options;
    options.on_game = [&](const stream::GameDone& game) { title = game.title; };
    record::PlayedEvents nobody;
    stream::replay_all(source, *readers::find_dialect("pgn"), registry, options, nobody, findings);
    return title;
  };
  CHECK(title_of("[Event \"Besançon\"]\n[Round \"3\"]\n[White \"Ali\"]\n[Black \"Sara\"]\n") ==
        "1: Besançon, round 3, Ali - Sara");
  CHECK(title_of("[Event \"?\"]\n[Round \"?\"]\n[White \"Ali\"]\n[Black \"?\"]\n") == "1: Ali - ?");
  CHECK(title_of("[Event \"?\"]\n[White \"?\"]\n[Black \"?\"]\n") == "1");
}

TEST_CASE("a writer hears of findings, in the order in which the caller does",
          "[stream][convert]") {
  const text::Source source("games.txt", two_games);
  variants::Registry registry;
  text::DiagnosticList findings;
  FindingsWriter writer;
  stream::convert(source, *readers::find_dialect("dola"), registry, {}, writer, findings);
  std::vector<text::Code> codes;
  for (const text::Diagnostic& finding : findings.items) codes.push_back(finding.code);
  CHECK_FALSE(codes.empty());
  CHECK(writer.codes == codes);
}

TEST_CASE("what the text is like is said before anything else", "[stream][convert]") {
  const auto codes_of = [](std::string bytes) {
    const text::Source source("x", std::move(bytes));
    variants::Registry registry;
    text::DiagnosticList findings;
    record::PlayedEvents nobody;
    stream::replay_all(source, *readers::find_dialect("dola"), registry, {}, nobody, findings);
    std::vector<text::Code> codes;
    for (const text::Diagnostic& finding : findings.items) {
      codes.push_back(finding.code);
      CHECK(finding.game == 0);
    }
    return codes;
  };
  using text::Code;
  CHECK(codes_of("") == std::vector{Code::no_games});
  CHECK(codes_of("no game here") == std::vector{Code::no_games});
  CHECK(codes_of("\xC3\xA9\xC3\xA9 \xE9") == std::vector{Code::mixed_encoding, Code::no_games});
  CHECK(codes_of("\xFF\xFE"
                 "ab\x01\xD8") == std::vector{Code::broken_utf16, Code::no_games});
  CHECK(codes_of(std::string("a\0b", 3)) == std::vector{Code::nul_bytes, Code::no_games});
}

TEST_CASE("a dialect is chosen by the look of the text, or a finding says that none fits",
          "[stream][convert]") {
  text::DiagnosticList findings;
  const auto chosen = [&](std::string text) {
    findings.items.clear();
    return stream::choose_dialect(text::Source("x", std::move(text)), findings);
  };
  CHECK(chosen(two_games) == readers::find_dialect("dola"));
  CHECK(chosen("[Event \"x\"]\n\n1. e4 e5 *\n") == readers::find_dialect("pgn"));
  CHECK(findings.items.empty());

  CHECK(chosen("Nothing but prose about gardens.") == nullptr);
  REQUIRE(findings.items.size() == 1);
  CHECK(findings.items[0].code == text::Code::unknown_dialect);
  for (const readers::Dialect& dialect : readers::dialects())
    CHECK(findings.items[0].message().find(dialect.name) != std::string::npos);

  CHECK(chosen(" \n\t\r\n") == nullptr);
  REQUIRE(findings.items.size() == 1);
  CHECK(findings.items[0].code == text::Code::no_games);
}
