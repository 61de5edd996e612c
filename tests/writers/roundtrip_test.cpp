// From one format to another and back: what each format says of a game is all of it.
#include <filesystem>
#include <random>
#include <sstream>

#include <catch2/catch.hpp>

#include "notation/notation.hpp"
#include "readers/dialects.hpp"
#include "record/comment.hpp"
#include "record/golden.hpp"
#include "record/spell.hpp"
#include "rules/fen.hpp"
#include "rules/generate.hpp"
#include "stream/convert.hpp"
#include "variants/chess960.hpp"
#include "writers/pgn.hpp"

using namespace nuskha;
namespace fs = std::filesystem;

namespace {

const variants::Registry& registry() {
  static const variants::Registry known;
  return known;
}

struct Converted {
  std::string text;
  std::string findings;
  replay::Counts counts;
};

Converted convert(const std::string& text, std::string_view from, std::string_view to,
                  std::string variant = {}, std::string alphabet = "own",
                  const writers::Options& options_of_writer = {}) {
  const text::Source source("game", text);
  Converted out;
  text::DiagnosticList findings;
  const auto writer = writers::find_format(to)->make(
      [&](std::string_view piece) { out.text += piece; }, options_of_writer);
  stream::Options options;
  options.replay.variant = std::move(variant);
  options.replay.alphabet = std::move(alphabet);
  out.counts =
      stream::convert(source, *readers::find_dialect(from), registry(), options, *writer, findings);
  for (const text::Diagnostic& finding : findings.items) {
    if (out.findings.size() > 2000) break;
    const text::Place place = source.place(finding.span.begin);
    out.findings += std::to_string(place.line) + ':' + std::to_string(place.column) + ' ' +
                    std::string(text::info(finding.code).tag) + ' ' + finding.message() + '\n';
  }
  return out;
}

// Every format gives the game back to every other. `pgn` is our own export, read without a finding,
// unless games in it were broken off.
void check_round_trips(const std::string& pgn, const std::string& variant, bool whole = true) {
  const auto clean = [whole](const Converted& converted) {
    if (whole) CHECK(converted.findings == "");
    CHECK(converted.counts.rejected == 0);
    return converted.text;
  };
  const auto same = [](const std::string& a, const std::string& b) {
    // Not the whole of two long texts: where they part.
    const auto [at, other] = std::mismatch(a.begin(), a.end(), b.begin(), b.end());
    if (at == a.end() && other == b.end()) return std::string();
    const auto where = static_cast<std::size_t>(at - a.begin());
    const std::size_t from = where < 200 ? 0 : where - 200;
    return a.substr(from, 400) + "\n--- and not ---\n" + b.substr(from, 400);
  };
  CHECK(same(clean(convert(pgn, "pgn", "pgn")), pgn) == "");

  const std::string dola = clean(convert(pgn, "pgn", "dola"));
  CHECK(same(clean(convert(dola, "dola", "dola")), dola) == "");
  CHECK(same(clean(convert(dola, "dola", "pgn")), pgn) == "");

  std::string jsonl = clean(convert(pgn, "pgn", "jsonl"));
  // Without what was found in the PGN.
  if (!whole) jsonl = clean(convert(jsonl, "jsonl", "jsonl"));
  CHECK(same(clean(convert(jsonl, "jsonl", "jsonl")), jsonl) == "");
  CHECK(same(clean(convert(jsonl, "jsonl", "pgn")), pgn) == "");
  CHECK(same(clean(convert(jsonl, "jsonl", "dola")), dola) == "");

  // A tag says whose letters they are.
  for (const char* alphabet : {"english", "figurine", "french", "german"}) {
    INFO(alphabet);
    const std::string other = clean(convert(pgn, "pgn", "pgn", "", alphabet));
    CHECK(same(clean(convert(other, "pgn", "pgn")), pgn) == "");
    const std::string object = clean(convert(pgn, "pgn", "jsonl", "", alphabet));
    CHECK(same(clean(convert(object, "jsonl", "pgn")), pgn) == "");
  }

  for (const auto moves : {writers::MoveStyle::lan, writers::MoveStyle::uci}) {
    INFO(int(moves));
    const std::string styled = clean(convert(pgn, "pgn", "pgn", "", "own", {.moves = moves}));
    if (!variant.empty()) CHECK(same(styled, pgn) != "");
    CHECK(same(clean(convert(styled, "pgn", "pgn")), pgn) == "");
  }

  const std::string fen = clean(convert(pgn, "pgn", "fen"));
  CHECK(same(clean(convert(dola, "dola", "fen")), fen) == "");
  CHECK(same(clean(convert(jsonl, "jsonl", "fen")), fen) == "");
  // A FEN does not say of which game it is.
  if (!variant.empty()) CHECK(same(clean(convert(fen, "fen", "fen", variant)), fen) == "");
}

template <class Bits>
void spell(const rules::Position<Bits>& position, const notation::Alphabet& alphabet,
           rules::Move move, bool coordinates, std::string& out) {
  record::PlayedMove played;
  played.move = notation::write_down(position, alphabet, move, notation::Style::full);
  const auto need = notation::disambiguation(position, move);
  played.name_file = need.file || coordinates;
  played.name_rank = need.rank || coordinates;
  record::spell_san(played, alphabet.name(position.variant().pawn()), out);
}

// Random games of a variant as a PGN that is not yet normalised: from its array, or from a position
// that was reached in play; in SAN or in coordinates.
template <class Bits>
std::string random_games(const rules::Variant& variant, int games, int plies) {
  std::mt19937 random(20030706);
  const notation::Alphabet alphabet(variant, "own");
  std::vector<rules::Move> legal;
  std::string out;
  rules::Position<Bits> array(variant);
  REQUIRE(rules::read_fen(variant.start_fen(), array).playable());
  for (int game = 1; game <= games; ++game) {
    rules::Position<Bits> position = array;
    const bool coordinates = game % 2 == 0;
    bool own_start = game % 3 == 0;
    if (variant.spec().numbered_arrays && !own_start) {
      const std::string men =
          variants::numbered_array(static_cast<int>(random() % variants::numbered_arrays));
      std::string black = men;
      for (char& man : black) man = static_cast<char>(man + 32);
      REQUIRE(
          rules::read_fen(black + "/pppppppp/8/8/8/8/PPPPPPPP/" + men + " w KQkq - 0 1", position)
              .playable());
      own_start = true;
    } else if (own_start) {
      for (int ply = 0; ply < 15; ++ply) {
        position.legal_moves(legal);
        rules::Position<Bits> next = position;
        if (legal.empty()) break;
        next.play(legal[random() % legal.size()]);
        if (!next.has_legal()) break;
        position = next;
      }
    }
    const std::string number = std::to_string(game);
    out += "[Event \"" + number + (game == 1 ? "ère" : "ème") + " Partie de " + variant.name() +
           "\"]\n[Round \"" + number + "\"]\n[White \"w \\\"" + number + "\\\"\"]\n[Variant \"" +
           variant.name() + "\"]\n";
    if (own_start) out += "[SetUp \"1\"]\n[FEN \"" + rules::fen(position) + "\"]\n";
    out += '\n';
    std::string result = "*";
    for (int ply = 0; ply < plies; ++ply) {
      position.legal_moves(legal);
      if (legal.empty()) break;
      const rules::Move move = legal[random() % legal.size()];
      spell(position, alphabet, move, coordinates, out);
      out += ply % 12 == 11 ? '\n' : ' ';
      position.play(move);
    }
    switch (position.outcome()) {
      case rules::Outcome::checkmate:
        result = position.side() == rules::Color::white ? "0-1" : "1-0";
        break;
      case rules::Outcome::stalemate:
        result = "1/2-1/2";
        break;
      default:
        // Resigned, agreed or broken off.
        result = game % 5 == 0 ? "1-0" : game % 5 == 1 ? "1/2-1/2" : "*";
        break;
    }
    out += result + "\n\n";
  }
  return out;
}

// What people put into values and comments, and what programs trip over.
const std::vector<std::string> nasty = {
    "plain",
    "",
    " ",
    "\"quoted\" and \\ and \\\" and \\\\",
    "a } brace { and {another}",
    "é – ü ß 棋士 ♞ \u00A0 no-break",
    "[Event \"x\"]\n[Site \"y\"]",
    "two\n\n\nlines\r\nand a\ttab",
    "1. e4 (1. d4) 1-0 *",
    "; not a comment",
    "% not an escape",
    "  blanks   inside  and outside  ",
    "[%clk 1:02:03] [%eval -0.35,21] [%cal Ge2e4,Rd1h5] [%csl Ya1] [%foo bar] text",
    "[%esc] 100%25 %",
    "[%unread 1. e4] [%mode SD+CT] [%nag 5] [%orig x]",
    "[% ] [%clk] [%clk",
    "ends with a backslash \\",
    "control \x01\x7F characters",
    std::string(1000, 'x'),
    "long " + std::string(40, ' ') +
        [] {
          std::string words;
          for (int i = 0; i < 120; ++i)
            words += "word" + std::to_string(i) + (i % 9 ? " " : " [ % ");
          return words;
        }(),
};

// A random game with everything that a game may have around its moves.
template <class Bits>
class Annotated {
 public:
  Annotated(const rules::Variant& variant, unsigned seed)
      : variant_(variant), alphabet_(variant, "own"), random_(seed) {}

  std::string text() {
    out_.clear();
    for (const char* name : {"Black", "Annotator", "Event", "ZZ", "Opening", "Site"}) {
      out_ += '[';
      out_ += name;
      out_ += " \"";
      writers::write_tag_value(any(), out_);
      out_ += "\"]\n";
    }
    out_ += "[Variant \"" + variant_.name() + "\"]\n\n";
    rules::Position<Bits> position(variant_);
    REQUIRE(rules::read_fen(variant_.start_fen(), position).playable());
    remarks();
    line(position, 40, 0);
    return out_ + " *\n\n";
  }

 private:
  const std::string& any() { return nasty[random_() % nasty.size()]; }

  void remarks() {
    while (random_() % 4 == 0) {
      out_ += " {";
      record::write_comment(any(), out_);
      out_ += "}";
      if (random_() % 4 == 0) out_ += " $" + std::to_string(random_() % 256);
    }
  }

  void line(rules::Position<Bits> position, int plies, int depth) {
    for (int ply = 0; ply < plies; ++ply) {
      std::vector<rules::Move> legal;
      position.legal_moves(legal);
      if (legal.empty()) return;
      rules::Move move = legal[random_() % legal.size()];
      out_ += ' ';
      if (depth > 0 && random_() % 8 == 0 && position.may_pass()) {
        move = {};
        out_ += "--";
      } else {
        spell(position, alphabet_, move, false, out_);
      }
      if (random_() % 5 == 0) out_ += " $" + std::to_string(random_() % 140);
      remarks();
      while (depth < 4 && random_() % 6 == 0) {
        out_ += " (";
        remarks();
        line(position, 1 + static_cast<int>(random_() % 6), depth + 1);
        out_ += ')';
        remarks();
      }
      position.play(move);
      if (!position.has_legal()) return;
    }
  }

  const rules::Variant& variant_;
  notation::Alphabet alphabet_;
  std::mt19937 random_;
  std::string out_;
};

}  // namespace

TEST_CASE("the seeds' games and positions go through every format and back",
          "[writers][roundtrip]") {
  const fs::path corpus = fs::path(NUSKHA_SOURCE_DIR) / "corpus" / "dola";
  for (const fs::path& file :
       {corpus / "valid" / "dola-sultan-qinwan-sinwan-mended.txt", corpus / "dolasawlajane.txt"}) {
    INFO(file.string());
    const std::string text = tests::read_file(file);
    REQUIRE_FALSE(text.empty());
    // Once through the seeds' notation, in which headings and remarks have one form.
    const Converted dola = convert(text, "dola", "dola");
    CHECK(dola.findings == "");
    CHECK(dola.counts.games + dola.counts.positions >= 3);
    const Converted pgn = convert(dola.text, "dola", "pgn");
    CHECK(pgn.findings == "");
    check_round_trips(pgn.text, "");
  }
}

TEST_CASE("faults that nobody mended are kept through every format", "[writers][roundtrip]") {
  const std::string text = tests::read_file(fs::path(NUSKHA_SOURCE_DIR) / "corpus" / "dola" /
                                            "dola-sultan-qinwan-sinwan.txt");
  const std::string dola = convert(text, "dola", "dola").text;
  const std::string pgn = convert(dola, "dola", "pgn").text;
  CHECK_THAT(pgn, Catch::Contains("{[%orig CTi1-h4]}"));
  CHECK_THAT(pgn, Catch::Contains("{[%unread Fc5-d4"));
  // A remark after the text that was kept speaks of a move in it.
  check_round_trips(pgn, "", false);
}

TEST_CASE("random games of every variant go through every format and back",
          "[writers][roundtrip]") {
  constexpr int games = 1000, plies = 60;
  for (const std::string& name : registry().names()) {
    INFO(name);
    const auto variant = registry().find(name);
    REQUIRE(variant);
    const std::string text = std::visit(
        [&]<class Bits>(const rules::Position<Bits>&) {
          return random_games<Bits>(*variant, games, plies);
        },
        rules::make_position(*variant));
    const Converted pgn = convert(text, "pgn", "pgn");
    CHECK(pgn.findings == "");
    CHECK(pgn.counts.games == games);
    check_round_trips(pgn.text, name);
  }
}

TEST_CASE("what is written in any style is read as the same game", "[writers][roundtrip]") {
  using writers::MoveStyle;
  using writers::TagOrder;
  for (const char* name : {"chess", "chess960", "dola-sultan", "dola-sinwan"}) {
    const auto variant = registry().find(name);
    REQUIRE(variant);
    std::string text;
    for (unsigned seed = 1; seed <= 25; ++seed)
      text += std::visit(
          [&]<class Bits>(const rules::Position<Bits>&) {
            return Annotated<Bits>(*variant, seed).text();
          },
          rules::make_position(*variant));
    const auto write = [](const std::string& games, const writers::Options& options) {
      const Converted converted = convert(games, "pgn", "pgn", "", "own", options);
      CHECK(converted.counts.games == 25);
      CHECK(converted.counts.rejected == 0);
      return converted.text;
    };
    const std::string normal = write(text, {});
    CHECK(write(normal, {}) == normal);
    CHECK(convert(convert(normal, "pgn", "jsonl").text, "jsonl", "pgn").text == normal);
    const writers::Parts all{
        .comments = true, .nags = true, .variations = true, .clocks = true, .evals = true};
    const std::string bare = write(normal, {.without = all});
    std::istringstream lines(bare);
    for (std::string line; std::getline(lines, line);)
      if (!line.starts_with('[')) CHECK(line.find_first_of("{($") == std::string::npos);

    for (const auto moves : {MoveStyle::san, MoveStyle::lan, MoveStyle::uci})
      for (const auto tags : {TagOrder::sorted, TagOrder::input})
        for (const int width : {0, 1, 20, 79, 255}) {
          INFO(name << " moves " << int(moves) << " tags " << int(tags) << " width " << width);
          const writers::Options options{
              .moves = moves, .tags = tags, .without = {}, .width = width};
          const std::string styled = write(text, options);
          CHECK(write(styled, options) == styled);
          CHECK(write(styled, {}) == normal);
          CHECK(write(styled, {.without = all}) == bare);
        }
  }
}

TEST_CASE("the corpus is written in any style and read as the same games", "[writers][roundtrip]") {
  using writers::MoveStyle;
  using writers::TagOrder;
  int files = 0;
  for (const auto& entry :
       fs::recursive_directory_iterator(fs::path(NUSKHA_SOURCE_DIR) / "corpus" / "pgn")) {
    if (entry.path().extension() != ".pgn") continue;
    INFO(entry.path().string());
    ++files;
    const std::string text = tests::read_file(entry.path());
    const auto write = [](const std::string& games, const writers::Options& options) {
      return convert(games, "pgn", "pgn", "", "own", options).text;
    };
    const std::string normal = write(text, {});
    CHECK(write(normal, {}) == normal);
    for (const auto moves : {MoveStyle::san, MoveStyle::lan, MoveStyle::uci})
      for (const int width : {0, 1, 30})
        CHECK(write(write(text, {.moves = moves, .tags = TagOrder::input, .width = width}), {}) ==
              normal);
  }
  CHECK(files > 100);
}
