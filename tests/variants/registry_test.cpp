#include "variants/registry.hpp"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <map>
#include <random>
#include <set>
#include <sstream>
#include <string>
#include <thread>
#include <vector>

#include <catch2/catch.hpp>
#include <fmt/format.h>

#include "rules/fen.hpp"
#include "rules/perft.hpp"
#include "rules/position.hpp"
#include "variants/builtin.hpp"
#include "variants/chess960.hpp"
#include "variants/names.hpp"

using namespace nuskha;
using variants::Registry;

namespace {

const std::filesystem::path corpus =
    std::filesystem::path(NUSKHA_SOURCE_DIR) / "corpus" / "variants";

text::Source read(const std::filesystem::path& path) {
  std::ifstream in(path, std::ios::binary);
  REQUIRE(in);
  std::stringstream bytes;
  bytes << in.rdbuf();
  return text::Source(path.filename().string(), bytes.str());
}

std::vector<std::filesystem::path> files(const std::string& folder) {
  std::vector<std::filesystem::path> all;
  for (const auto& entry : std::filesystem::directory_iterator(corpus / folder))
    if (entry.path().extension() == ".toml") all.push_back(entry.path());
  std::sort(all.begin(), all.end());
  REQUIRE_FALSE(all.empty());
  return all;
}

// As the corpus writes them: `line:column TAG message`, then notes and fixes.
std::string listing(const std::vector<text::Diagnostic>& findings, const text::Source& file) {
  std::string out;
  for (const text::Diagnostic& d : findings) {
    const text::Place place = file.place(d.span.begin);
    out +=
        fmt::format("{}:{} {} {}\n", place.line, place.column, text::info(d.code).tag, d.message());
    for (const text::Note& note : d.notes) out += fmt::format("  note: {}\n", note.text);
    for (const text::Fix& fix : d.fixes)
      out += fmt::format("  fix: '{}' -> '{}'\n", file.text(fix.span), fix.replacement);
  }
  return out;
}

// Everything that a specification says, but places and the file's name.
std::string facts(const rules::VariantSpec& s) {
  std::string out;
  const auto say = [&](const auto&... parts) {
    ((out += fmt::format("{}|", parts)), ...);
    out += '\n';
  };
  const auto joined = [](const std::vector<std::string>& all) {
    return fmt::format("{}", fmt::join(all, ","));
  };
  const auto zone = [](const rules::RankZone& z) { return fmt::format("{}-{}", z.first, z.last); };
  const auto steps = [](const std::vector<rules::Step>& all) {
    std::string text;
    for (const rules::Step& step : all)
      text +=
          fmt::format("({},{},{},{},{})", step.dx, step.dy, step.range, step.quiet, step.capture);
    return text;
  };
  say(s.name, joined(s.aliases), s.title, s.note);
  say(s.files, s.ranks, s.frontier, joined(s.array), s.numbered_arrays, s.standard_start);
  for (const rules::PieceSpec& p : s.pieces) {
    say(p.name, p.title, p.royal, p.pawn, p.minor, zone(p.mode_zone));
    for (const auto& [alphabet, letter] : p.letters) say(alphabet, letter);
    for (const rules::Movement& m : p.movements)
      say(m.betza, steps(m.steps), zone(m.from), zone(m.within), joined(m.modes), m.jump);
    for (const rules::ModeSpec& m : p.modes) say(m.name, m.set_by, steps(m.steps));
  }
  say(s.abbreviation, joined(s.abbreviations_of));
  say(zone(s.promotion_zone), joined(s.promotes_to));
  for (const rules::CastlingSpec* c : {&s.castle_short, &s.castle_long})
    say(c->king_to, c->rook_to, joined(c->rooks));
  say(s.kings_apart, s.kings_apart_by, steps(s.kings_apart_steps));
  say(s.king_takes_leaper, s.king_takes_leaper_by, steps(s.king_takes_leaper_steps));
  for (const rules::AddedControlSpec& a : s.added_control)
    say(a.piece, a.by, a.adds, steps(a.by_steps), steps(a.adds_steps));
  say(s.repetition, s.repetition_ends, s.move_rule, s.move_rule_ends);
  return out;
}

std::vector<std::uint64_t> perft(const rules::Variant& variant, const std::string& fen, int depth) {
  auto any = rules::make_position(variant);
  return std::visit(
      [&](auto& position) {
        const auto report = rules::read_fen(fen, position);
        CHECK(report.problems == 0);
        CHECK(rules::fen(position) == fen);
        std::vector<std::uint64_t> counts;
        for (int d = 1; d <= depth; ++d) counts.push_back(rules::perft(position, d));
        return counts;
      },
      any);
}

// A variant file of one's own, which must load without a finding.
std::shared_ptr<const rules::Variant> add(Registry& registry, const std::string& toml) {
  const text::Source file("own.toml", toml);
  text::DiagnosticList findings;
  auto variant = registry.add(file, findings);
  CHECK(listing(findings.items, file) == "");
  REQUIRE(variant);
  return variant;
}

std::string findings_of(const std::string& toml) {
  Registry registry;
  const text::Source file("own.toml", toml);
  text::DiagnosticList findings;
  registry.add(file, findings);
  return listing(findings.items, file);
}

}  // namespace

TEST_CASE("variants: every built-in one loads, compiles and starts where it should") {
  const std::map<std::string, std::string> starts = {
      {"Chess", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"},
      {"Chess960", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"},
      {"Janus", "rjnbkqbnjr/pppppppppp/10/10/10/10/PPPPPPPPPP/RJNBKQBNJR w KQkq - 0 1"},
      {"Capablanca", "rnabqkbcnr/pppppppppp/10/10/10/10/PPPPPPPPPP/RNABQKBCNR w KQkq - 0 1"},
      {"Dola-Sultan",
       "t{cf}{ct}fdrf{ct}{cf}t/pppppppppp/10/10/10/10/10/10/PPPPPPPPPP/T{CF}{CT}FDRF{CT}{CF}T w "
       "KQkq - 0 1"},
      {"Dola-Qinwan",
       "{st}{cf}{ct}{sf}{sd}r{sf}{ct}{cf}{st}/pppppppppp/10/10/10/10/10/10/PPPPPPPPPP/"
       "{ST}{CF}{CT}{SF}{SD}R{SF}{CT}{CF}{ST} w KQkq - 0 1"},
      {"Dola-Sinwan",
       "td{ca}f{sd}r{sf}{ct}{cf}{st}/pppppppppp/10/10/10/10/10/10/PPPPPPPPPP/"
       "TD{CA}F{SD}R{SF}{CT}{CF}{ST} w KQkq - 0 1"},
      {"Dolasawlajane",
       "td{ca}f{sf}{st}{sd}r{st}{sf}f{ca}dt/pppppppppppppp/14/14/14/14/14/14/14/14/14/14/"
       "PPPPPPPPPPPPPP/TD{CA}F{SF}{ST}{SD}R{ST}{SF}F{CA}DT w KQkq - 0 1"},
  };
  const Registry registry;
  std::map<std::string, std::string> found;
  for (const std::string& name : registry.names()) {
    INFO(name);
    const auto variant = registry.find(name);
    REQUIRE(variant);
    CHECK(variant->name() == name);
    CHECK_FALSE(variant->spec().title.empty());
    found[name] = variant->start_fen();
    perft(*variant, variant->start_fen(), 1);
  }
  CHECK(found == starts);
}

TEST_CASE("variants: the armies are those of the seeds") {
  const Registry registry;
  const auto army = [&](const char* name) {
    std::map<std::string, int> count;
    std::istringstream in(fmt::format("{}", fmt::join(registry.spec(name)->array, " ")));
    for (std::string piece; in >> piece;) ++count[piece];
    return count;
  };
  using Army = std::map<std::string, int>;
  CHECK(army("dola-sultan") ==
        Army{{"R", 1}, {"D", 1}, {"T", 2}, {"F", 2}, {"CT", 2}, {"CF", 2}, {"P", 10}});
  CHECK(army("dola-qinwan") ==
        Army{{"R", 1}, {"SD", 1}, {"ST", 2}, {"SF", 2}, {"CT", 2}, {"CF", 2}, {"P", 10}});
  CHECK(army("dola-sinwan") == Army{{"R", 1},
                                    {"SD", 1},
                                    {"D", 1},
                                    {"ST", 1},
                                    {"SF", 1},
                                    {"CT", 1},
                                    {"CF", 1},
                                    {"CA", 1},
                                    {"T", 1},
                                    {"F", 1},
                                    {"P", 10}});
  CHECK(army("dolasawlajane") == Army{{"R", 1},
                                      {"SD", 1},
                                      {"D", 2},
                                      {"ST", 2},
                                      {"SF", 2},
                                      {"CA", 2},
                                      {"T", 2},
                                      {"F", 2},
                                      {"P", 14}});
  CHECK_THAT(registry.spec("dolasawlajane")->note, Catch::Matchers::Contains("reconstructed"));
}

TEST_CASE("variants: what the games inherit and what they leave out") {
  const Registry registry;
  const auto sultan = registry.spec("Dola-Sultan");
  CHECK(sultan->promotes_to == std::vector<std::string>{"D", "T", "F", "CT", "CF"});
  CHECK(sultan->castle_short.rooks == std::vector<std::string>{"T"});
  CHECK(sultan->abbreviations_of == std::vector<std::string>{"CT", "CF"});
  CHECK(sultan->king_takes_leaper);
  const auto qinwan = registry.spec("Dola-Qinwan");
  CHECK(qinwan->promotes_to == std::vector<std::string>{"SD", "ST", "SF", "CT", "CF"});
  CHECK(qinwan->castle_long.rooks == std::vector<std::string>{"ST"});
  const auto large = registry.spec("Dolasawlajane");
  CHECK(large->kings_apart);
  CHECK_FALSE(large->king_takes_leaper);
  CHECK(large->frontier == 7);
  CHECK(large->abbreviations_of == std::vector<std::string>{"CA"});
  for (const rules::PieceSpec& piece : large->pieces) {
    CHECK(piece.modes.empty());
    CHECK(piece.minor == (piece.name == "T" || piece.name == "F" || piece.name == "CA"));
    for (const rules::Movement& m : piece.movements)
      if (m.jump) CHECK(m.within == rules::RankZone{1, 7});
  }
  CHECK(registry.spec("chess")->standard_start);
  CHECK_FALSE(registry.spec("chess960")->standard_start);
  CHECK(registry.spec("chess960")->numbered_arrays);
  CHECK_FALSE(registry.spec("janus")->standard_start);
}

TEST_CASE("variants: a built-in file is called as its variant is, so that it is found unread") {
  const Registry registry;
  for (const variants::BuiltinFile& file : variants::builtin_files()) {
    INFO(file.name);
    CHECK(variants::plain_name(registry.spec(file.name)->name) == variants::plain_name(file.name));
  }
}

TEST_CASE("variants: usual is the first whose array readers of PGN know, added ones included") {
  Registry registry;
  CHECK(registry.usual() == "Chess");
  add(registry, "name = \"Mine\"\ninherits = \"chess\"\n[board]\nstandard_start = true\n");
  CHECK(registry.usual() == "Chess");
  add(registry, "name = \"Chess\"\ninherits = \"chess\"\n");
  CHECK(registry.usual() == "Mine");
  add(registry, "name = \"Capablanca\"\ninherits = \"chess\"\n[board]\nstandard_start = true\n");
  CHECK(registry.usual() == "Capablanca");

  Registry none;
  add(none, "name = \"Chess\"\ninherits = \"chess\"\n");
  CHECK(none.usual() == none.names().front());
}

TEST_CASE("variants: found by every name, whatever the case, blanks, dashes and accents") {
  const Registry registry;
  const std::vector<std::pair<std::string, std::string>> table = {
      {"chess", "Chess"},
      {"CHESS", "Chess"},
      {"échecs", "Chess"},
      {"ECHECS CLASSIQUES", "Chess"},
      {"e\u0301checs", "Chess"},
      {"Standard", "Chess"},
      {"Chess960", "Chess960"},
      {"chess 960", "Chess960"},
      {"Chess-960", "Chess960"},
      {"fischerandom", "Chess960"},
      {"Fischerrandom", "Chess960"},
      {"fischer random", "Chess960"},
      {"Fischer_Random", "Chess960"},
      {"freestyle", "Chess960"},
      {"échecs aléatoires Fischer", "Chess960"},
      {"dola-sultan", "Dola-Sultan"},
      {"Dola Sultan", "Dola-Sultan"},
      {"DOLA\u2013SULTAN", "Dola-Sultan"},
      {"Dola\u00A0Sultan", "Dola-Sultan"},
      {"Le Sultan Arabe", "Dola-Sultan"},
      {"Assoultann Al Arabi", "Dola-Sultan"},
      {"sinwan", "Dola-Sinwan"},
      {"Dola-Sawlajane", "Dolasawlajane"},
      {"assawlajane al ãrabi al kabir", "Dolasawlajane"},
      {"Janus chess", "Janus"},
      {"capablanca", "Capablanca"},
  };
  for (const auto& [name, expected] : table) {
    INFO(name);
    REQUIRE(registry.spec(name));
    CHECK(registry.spec(name)->name == expected);
    CHECK(registry.find(name)->name() == expected);
  }
  for (const char* name : {"", " ", "-", "shogi", "ches", "chess961", "dola", "\xff\xfe"}) {
    INFO(name);
    CHECK_FALSE(registry.spec(name));
    CHECK_FALSE(registry.find(name));
    CHECK(variants::builtin_file(name).empty());
  }
  CHECK(registry.find("chess") == registry.find("Standard chess"));
}

TEST_CASE("variants: no two built-in ones share a name") {
  const Registry registry;
  for (const std::string& name : registry.names()) {
    const auto spec = registry.spec(name);
    for (const std::string& alias : spec->aliases) {
      INFO(alias);
      CHECK(registry.spec(alias) == spec);
    }
    CHECK_THAT(std::string(variants::builtin_file(name)),
               Catch::Matchers::Contains("name = \"" + name + "\""));
  }
}

TEST_CASE("variants: a resolved file loads to the same specification") {
  const Registry registry;
  std::vector<std::shared_ptr<const rules::VariantSpec>> all;
  for (const std::string& name : registry.names()) all.push_back(registry.spec(name));
  for (const auto& path : files("valid")) {
    text::DiagnosticList findings;
    all.push_back(variants::load(read(path), registry, findings));
    REQUIRE(all.back());
  }
  for (const auto& spec : all) {
    INFO(spec->name);
    const std::string resolved = variants::resolved_file(*spec);
    CHECK_THAT(resolved, !Catch::Matchers::Contains("inherits"));
    const text::Source file("resolved.toml", resolved);
    text::DiagnosticList findings;
    const auto again = variants::load(file, registry, findings);
    CHECK(listing(findings.items, file) == "");
    REQUIRE(again);
    CHECK(facts(*again) == facts(*spec));
    CHECK(variants::resolved_file(*again) == resolved);
  }
}

TEST_CASE("variants: a file that only inherits is its parent but for the name") {
  for (const std::string& parent : Registry().names()) {
    Registry registry;
    const auto child = add(registry, "name = \"Child\"\ninherits = \"" + parent + "\"\n");
    rules::VariantSpec expected = *registry.spec(parent);
    expected.name = "Child";
    expected.aliases.clear();
    expected.title = expected.note = "";
    expected.standard_start = false;
    CHECK(facts(child->spec()) == facts(expected));
  }
}

TEST_CASE("variants: each kind of fault is reported at its place") {
  std::set<std::string> seen;
  for (const auto& path : files("invalid")) {
    INFO(path.filename().string());
    const text::Source file = read(path);
    Registry registry;
    text::DiagnosticList findings;
    const auto variant = registry.add(file, findings);
    std::filesystem::path beside = path;
    beside.replace_extension(".expected");
    CHECK(listing(findings.items, file) == read(beside).text());
    bool has_error = false;
    for (const text::Diagnostic& d : findings.items) {
      seen.insert(std::string(text::info(d.code).tag));
      has_error |= text::info(d.code).severity == text::Severity::error;
      CHECK(d.span.begin <= d.span.end);
      CHECK(d.span.end <= file.text().size());
    }
    CHECK_FALSE(findings.items.empty());
    CHECK(has_error == (variant == nullptr));
  }
  for (const text::Code code : text::all_codes()) {
    const std::string tag(text::info(code).tag);
    // The limit of V102 has a test of its own.
    if (tag[0] == 'V' && tag != "V102") {
      INFO(tag);
      CHECK(seen.count(tag) == 1);
    }
  }
}

TEST_CASE("variants: a file of one's own works at once") {
  const std::map<std::string, std::vector<std::uint64_t>> counts = {
      // fairy-stockfish 11.1, `UCI_Variant gardner`, `go perft`
      {"Gardner", {7, 53, 506, 4775}},
      // by hand: 16 pawn moves, and four moves of each knightrider (c3, d5, xe7 and a3 from b1)
      {"Knightriders", {24}},
      // by hand: two steps askew for six pawns, one for two, and four knight's leaps
      {"Short-stepping Berolina", {18}},
  };
  std::size_t counted = 0;
  for (const auto& path : files("valid")) {
    INFO(path.filename().string());
    const text::Source file = read(path);
    Registry registry;
    text::DiagnosticList findings;
    const auto variant = registry.add(file, findings);
    CHECK(listing(findings.items, file) == "");
    REQUIRE(variant);
    CHECK(registry.find(variant->name()) == variant);
    CHECK(registry.names().back() == variant->name());
    const auto expected = counts.find(variant->name());
    if (expected == counts.end()) {
      CHECK(perft(*variant, variant->start_fen(), 2)[0] > 0);
    } else {
      CHECK(perft(*variant, variant->start_fen(), int(expected->second.size())) ==
            expected->second);
      ++counted;
    }
  }
  CHECK(counted == counts.size());
}

TEST_CASE("variants: what the sample of all statements says") {
  Registry registry;
  text::DiagnosticList findings;
  const auto spec = variants::load(read(corpus / "valid" / "changelings.toml"), registry, findings);
  REQUIRE(spec);
  CHECK(spec->array == std::vector<std::string>{"C H W L W H C", "P P P P P P P"});
  REQUIRE(spec->pieces.size() == 5);
  const rules::PieceSpec& changeling = spec->pieces[1];
  CHECK(changeling.name == "C");
  REQUIRE(changeling.movements.size() == 5);
  CHECK(changeling.movements[0].modes.empty());
  CHECK(changeling.movements[1].modes == std::vector<std::string>{"RO", ""});
  CHECK(changeling.movements[3].modes == std::vector<std::string>{"HO"});
  CHECK(changeling.movements[3].from == rules::RankZone{4, 8});
  CHECK(changeling.movements[3].within == rules::RankZone{4, 8});
  CHECK(changeling.movements[4].modes == std::vector<std::string>{""});
  CHECK(changeling.modes.size() == 3);
  CHECK(changeling.mode_zone.everywhere());
  CHECK(spec->pieces[4].movements[1].jump);
  CHECK(spec->pieces[4].movements[1].within == rules::RankZone{1, 3});
  CHECK(spec->promotion_zone == rules::RankZone{8, 8});
  CHECK(spec->promotes_to == std::vector<std::string>{"C", "H", "W"});
  CHECK(spec->abbreviation == "X");
  CHECK(spec->repetition == 0);
  CHECK(spec->move_rule == 0);
  REQUIRE(spec->added_control.size() == 1);
  CHECK(spec->pieces[3].minor);
  CHECK_FALSE(spec->castle_short.present());
  // Places: the betza of the third movement of C, and the piece itself.
  const text::Source file = read(corpus / "valid" / "changelings.toml");
  CHECK(file.text(changeling.span) == "C");
  CHECK(file.text(changeling.movements[2].span) == R"({ betza = "B", mode = "BI" })");
  CHECK(file.text(spec->span) == "Changelings");
}

TEST_CASE("variants: all 960 starts are positions without a fault") {
  const Registry registry;
  const auto variant = registry.find("chess960");
  auto any = rules::make_position(*variant);
  auto& position = std::get<rules::Position<rules::Bits64>>(any);
  for (int n = 0; n < variants::numbered_arrays; ++n) {
    const std::string fen = variants::numbered_start_fen(n);
    const auto report = rules::read_fen(fen, position);
    INFO(fen);
    REQUIRE(report.problems == 0);
    REQUIRE(rules::fen(position) == fen);
  }
}

TEST_CASE("variants: added ones hide, inherit from each other, and stay apart from the built-in") {
  Registry registry;
  const std::size_t builtin = registry.names().size();
  const auto first = add(registry,
                         "name = \"Mine\"\ninherits = \"chess\"\naliases = [\"my game\"]\n"
                         "[settings]\nkings_apart = \"N\"\nmove_rule = 75\n");
  const auto second = add(registry,
                          "name = \"Mine too\"\ninherits = \"MY-GAME\"\n"
                          "[settings]\nkings_apart = false\n[castling]\nlong = false\n");
  CHECK(first->spec().kings_apart);
  CHECK_FALSE(second->spec().kings_apart);
  CHECK(second->spec().move_rule == 75);
  CHECK(second->spec().castle_short.present());
  CHECK_FALSE(second->spec().castle_long.present());
  CHECK(second->start_fen() == "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w Kk - 0 1");
  CHECK(registry.names().size() == builtin + 2);

  // A built-in name may be taken; the file may inherit from what it hides.
  const auto own_chess =
      add(registry, "name = \"Chess\"\ninherits = \"chess\"\n[settings]\nmove_rule = 100\n");
  CHECK(registry.find("chess") == own_chess);
  CHECK(registry.spec("chess")->move_rule == 100);
  CHECK(registry.spec("orthodox chess")->move_rule == 50);
  CHECK(registry.spec("chess960")->move_rule == 50);
  CHECK(registry.names().size() == builtin + 2);
  CHECK(Registry().spec("chess")->move_rule == 50);

  // Nothing is added where there is an error.
  text::DiagnosticList findings;
  CHECK_FALSE(registry.add(text::Source("bad.toml", "name = \"Bad\"\n"), findings));
  CHECK_FALSE(registry.find("Bad"));
  CHECK(registry.find("chess") == own_chess);

  Registry moved = std::move(registry);
  CHECK(moved.find("mine") == first);
}

TEST_CASE("variants: a file may be in another encoding, and places are those of its text") {
  // Latin-1, CRLF: é is one byte of the file and two of the text.
  Registry registry;
  const text::Source file(
      "latin1.toml",
      "name = \"\xC9t\xE9\"\r\ninherits = \"chess\"\r\ntitle = \"\xE9\" # \xE9\r\n"
      "[board]\r\n\"fil\xE9\" = 8\r\n");
  text::DiagnosticList findings;
  CHECK_FALSE(registry.add(file, findings));
  CHECK(listing(findings.items, file) ==
        "5:1 V103 unknown key 'filé' in [board]\n"
        "  note: known are files, ranks, frontier, array, numbered_arrays, standard_start\n");
}

TEST_CASE("variants: limits of a file") {
  const std::string head = "name = \"T\"\ninherits = \"chess\"\n#";
  CHECK(findings_of(head + std::string(65536 - head.size(), 'x')) == "");
  CHECK(findings_of(head + std::string(65537 - head.size(), 'x')) ==
        "1:1 V102 a variant file has at most 65536 bytes\n");
  CHECK(findings_of(head + std::string(2000, '.')) == "");
  CHECK(findings_of(head + std::string(2001, '.')) ==
        "1:1 V102 a variant file has at most 2000 dots\n");
}

TEST_CASE("variants: hostile files end in findings") {
  const auto repeated = [](const std::string& text, std::size_t times) {
    std::string out;
    for (std::size_t i = 0; i < times; ++i) out += text;
    return out;
  };
  const std::string head = "name = \"T\"\ninherits = \"chess\"\n";
  for (const std::string& text :
       {head + "x = " + repeated("[", 60000), head + "x = " + repeated("{a=", 20000),
        head + "x" + repeated(".x", 1999) + " = 1", "[x" + repeated(".x", 1999) + "]\ny = 1",
        head + repeated("[[a]]\n", 10000), head + "x = \"" + repeated("x", 60000),
        head + "[pieces.N]\nmoves = [" + repeated("\"N\",", 16000) + "3]",
        head + "[pieces.N]\nmoves = [\"" + repeated("N", 60000) + "\"]",
        head + "[board]\narray = [\"" + repeated("R ", 30000) + "\"]",
        head + "[pieces]\n" +
            [] {
              std::string many;
              for (char a = 'A'; a <= 'Z'; ++a)
                for (char b = 'A'; b <= 'Z'; ++b)
                  many += fmt::format("X{}{} = {{ moves = [\"W\"] }}\n", a, b);
              return many;
            }(),
        repeated("\xff", 60000), repeated(std::string(1, '\0'), 60000), repeated("\r", 60000),
        head + "aliases = [" + repeated("\"\",", 20000) + "]"})
    CHECK_FALSE(findings_of(text).empty());

  // Built-in files with bytes changed, cut out and doubled: any result will do but a crash.
  std::mt19937 random(960);
  const Registry registry;
  std::size_t bad = 0;
  for (int round = 0; round < 400; ++round) {
    const auto names = registry.names();
    std::string text(variants::builtin_file(names[random() % names.size()]));
    for (int edit = 0; edit < 3; ++edit) {
      const std::size_t at = random() % text.size(), length = random() % 12;
      switch (random() % 3) {
        case 0:
          text[at] = char(random());
          break;
        case 1:
          text.erase(at, length);
          break;
        default:
          text.insert(at, text.substr(random() % text.size(), length));
      }
    }
    const text::Source file("fuzzed.toml", text);
    Registry own;
    text::DiagnosticList findings;
    bad += own.add(file, findings) == nullptr;
    for (const text::Diagnostic& d : findings.items)
      CHECK((d.span.begin <= d.span.end && d.span.end <= file.text().size()));
  }
  CHECK(bad > 100);
  CHECK(bad < 400);
}

TEST_CASE("variants: many threads may ask at once") {
  Registry registry;
  const auto names = registry.names();
  std::vector<std::map<std::string, const rules::Variant*>> seen(4);
  std::vector<std::thread> threads;
  for (std::size_t t = 0; t < seen.size(); ++t)
    threads.emplace_back([&, t] {
      for (std::size_t i = 0; i < names.size(); ++i) {
        const std::string& name = names[(i + t) % names.size()];
        seen[t][name] = registry.find(name).get();
      }
      text::DiagnosticList findings;
      registry.add(text::Source("t.toml", fmt::format("name = \"T{}\"\ninherits = \"chess\"\n", t)),
                   findings);
    });
  for (std::thread& thread : threads) thread.join();
  for (const auto& other : seen) {
    CHECK(other == seen[0]);
    CHECK(other.size() == names.size());
  }
  for (std::size_t t = 0; t < seen.size(); ++t) CHECK(registry.find(fmt::format("t{}", t)));
}
