// What tags say of themselves and of their game, borne out and not.
#include "replay/replayed.hpp"

using namespace replayed;

namespace {

const std::string roster =
    "[Event \"Open\"]\n[Site \"Oslo NOR\"]\n[Date \"2024.05.06\"]\n[Round \"1\"]\n"
    "[White \"Ali\"]\n[Black \"Sara\"]\n[Result \"*\"]\n";

Replayed with_roster(const std::string& tags, const std::string& moves = "1. e4 *") {
  return replay_text("pgn", roster + tags + "\n" + moves + "\n", {.tag_pairs = true});
}

// What the findings about one more tag say.
std::vector<std::string> about(const std::string& tag) {
  return with_roster(tag + "\n").messages();
}

using Messages = std::vector<std::string>;

}  // namespace

TEST_CASE("tags: what is not known is right everywhere") {
  const Replayed r = replay_text(
      "pgn",
      "[Event \"?\"]\n[Site \"?\"]\n[Date \"?\"]\n[Round \"?\"]\n[White \"?\"]\n[Black \"?\"]\n"
      "[Result \"?\"]\n[Variant \"?\"]\n[SetUp \"-\"]\n[FEN \"\"]\n\n1. e4 *\n");
  CHECK(r.messages() == Messages{});
  CHECK(r.game().variant == "Chess");
  CHECK(r.counts.rejected == 0);
}

TEST_CASE("tags: dates") {
  for (const char* good : {"2024.02.29", "2000.02.29", "1851.06.21", "????.??.??", "1997.??.??",
                           "1997.05.??", "18??.??.??", "????.02.29", "????.12.31", "?", "-"})
    CHECK(about(fmt::format("[EventDate \"{}\"]", good)) == Messages{});
  for (const char* bad : {"2024-02-03", "2024.2.3", "2024", "3.2.2024", "2024.02.03 ", "20240203",
                          "2024/02/03", "2024.02.0x"}) {
    INFO(bad);
    const Replayed r = with_roster(fmt::format("[UTCDate \"{}\"]\n", bad));
    CHECK(r.places() == Messages{"8:11 P145 tag-date"});
    CHECK(r.text_at(r.findings.items[0]) == bad);
  }
  const Replayed r = with_roster("[EventDate \"2023.02.29\"]\n");
  CHECK(r.places() == Messages{"8:13 P146 tag-day"});
  CHECK(r.messages() == Messages{"tag 'EventDate' holds '2023.02.29', and there is no such day: "
                                 "February 2023 has 28 days"});
  CHECK(about("[EventDate \"1900.02.29\"]").size() == 1);
  CHECK(about("[EventDate \"2024.02.30\"]").size() == 1);
  CHECK(about("[EventDate \"????.02.30\"]").size() == 1);
  CHECK(about("[EventDate \"2024.04.31\"]").size() == 1);
  CHECK(about("[EventDate \"2024.13.01\"]").size() == 1);
  CHECK(about("[EventDate \"2024.00.01\"]").size() == 1);
  CHECK(about("[EventDate \"2024.01.32\"]").size() == 1);
  CHECK(about("[EventDate \"2024.??.00\"]").size() == 1);
}

TEST_CASE("tags: times, openings, ratings") {
  CHECK(about("[UTCTime \"23:59:59\"]") == Messages{});
  CHECK(about("[UTCTime \"??:??:??\"]") == Messages{});
  for (const char* bad : {"24:00:00", "12:60:00", "12:00:60", "12:00", "1:02:03", "12.00.00"})
    CHECK(with_roster(fmt::format("[UTCTime \"{}\"]\n", bad)).places() ==
          Messages{"8:11 P147 tag-time"});
  for (const char* good : {"A00", "E99", "B90/05", "B90/5", "B90a", "B90z1", "C42q12", "?", "-"})
    CHECK(about(fmt::format("[ECO \"{}\"]", good)) == Messages{});
  for (const char* bad : {"F10", "b90", "B9", "B90/", "B90/123", "B901", "B90A", "B90a123"})
    CHECK(with_roster(fmt::format("[ECO \"{}\"]\n", bad)).places() == Messages{"8:7 P148 tag-eco"});
  for (const char* good : {"2830", "100", "4000", "0", "?", "-"})
    CHECK(about(fmt::format("[WhiteElo \"{}\"]", good)) == Messages{});
  for (const char* bad :
       {"28000", "99", "4001", "-2400", "2400?", "2400.5", "GM", "1e3", "99999999999999999999"})
    CHECK(with_roster(fmt::format("[BlackElo \"{}\"]\n", bad)).places() ==
          Messages{"8:12 P149 tag-elo"});
  CHECK(about("[WhiteElo \"28000\"]") ==
        Messages{"tag 'WhiteElo' holds '28000', expected a rating from 100 to 4000"});
}

TEST_CASE("tags: values of a fixed set") {
  CHECK(about("[PlyCount \"one\"]") ==
        Messages{"tag 'PlyCount' holds 'one', expected a whole number"});
  CHECK(about("[PlyCount \"-1\"]").size() == 1);
  CHECK(about("[SetUp \"yes\"]") == Messages{"tag 'SetUp' holds 'yes', expected 0 or 1"});
  CHECK(about("[SetUp \"0\"]") == Messages{});
  const Replayed odd = replay_text("pgn", "[Result \"1/2\"]\n\n1. e4 1/2-1/2\n");
  CHECK(odd.messages() == Messages{"result '1/2' read as '1/2-1/2'"});
  const Replayed bad = replay_text("pgn", "[Result \"white\"]\n\n1. e4 1-0\n");
  CHECK(bad.places() == Messages{"1:10 P150 tag-value"});
}

TEST_CASE("tags: the number of plies") {
  CHECK(with_roster("[PlyCount \"3\"]\n", "1. e4 e5 2. Nf3 *").messages() == Messages{});
  const Replayed r = with_roster("[PlyCount \"4\"]\n", "1. e4 e5 (1... c5 2. Nf3) 2. Nf3 *");
  CHECK(r.places() == Messages{"8:12 C333 ply-count"});
  CHECK(r.messages() == Messages{"the tag PlyCount says 4, the game has 3 plies"});
  CHECK(with_roster("[PlyCount \"0\"]\n").messages() ==
        Messages{"the tag PlyCount says 0, the game has 1 ply"});
  // The rest of a game that could not be replayed is not counted, and so not compared.
  CHECK(with_roster("[PlyCount \"7\"]\n", "1. e4 e4 2. Nf3 *").names() == Messages{"illegal-move"});
}

TEST_CASE("tags: names that stand twice") {
  const Replayed r = with_roster(
      "[ECO \"B90\"]\n[Source \"a\"]\n[ECO \"B91\"]\n[Own \"1\"]\n"
      "[Own \"1\"]\n");
  CHECK(r.places() == Messages{"10:1 P141 duplicate-tag", "12:1 P141 duplicate-tag"});
  CHECK(r.messages() == Messages{"tag 'ECO' stands twice in this game, with another value",
                                 "tag 'Own' stands twice in this game, with the same value"});
  CHECK(r.source.place(r.findings.items[1].notes.at(0).span->begin) == text::Place{11, 1});
  // The next game begins anew.
  CHECK(replay_text("pgn",
                    roster + "[Own \"1\"]\n\n1. e4 *\n\n" + roster + "[Own \"1\"]\n\n1. e4 *\n",
                    {.tag_pairs = true})
            .messages() == Messages{});
  // Of odd names the first 64 are compared: a hostile text cannot make that slow.
  std::string many;
  for (int i = 0; i < 200; ++i) many += fmt::format("[Own{} \"\"]\n", i);
  CHECK(with_roster(many + "[Own63 \"\"]\n[Own64 \"\"]\n").names() == Messages{"duplicate-tag"});
}

TEST_CASE("tags: the roster") {
  const replay::Options strict{.tag_pairs = true};
  const Replayed missing = replay_text(
      "pgn", "[Event \"x\"]\n[White \"A\"]\n[Black \"B\"]\n[Result \"*\"]\n\n1. e4 *\n", strict);
  CHECK(missing.places() == Messages{"1:1 P142 missing-roster-tag"});
  CHECK(missing.messages() == Messages{"the seven tag roster lacks Site, Date and Round"});
  const Replayed none = replay_text("pgn", "1. e4 *\n\n1. d4 *\n", strict);
  CHECK(none.places() == Messages{"1:1 P142 missing-roster-tag", "3:1 P142 missing-roster-tag"});
  const Replayed order = replay_text(
      "pgn",
      "[Site \"s\"]\n[Event \"x\"]\n[Date \"2024.01.01\"]\n[Round \"1\"]\n[White \"A\"]\n"
      "[Black \"B\"]\n[ECO \"A00\"]\n[Result \"*\"]\n\n1. e4 *\n",
      strict);
  CHECK(order.places() == Messages{"2:1 P143 roster-order", "8:1 P143 roster-order"});
  CHECK(order.messages() ==
        Messages{"tag 'Event' stands out of the roster's order, expected before 'Site'",
                 "tag 'Result' stands out of the roster's order, expected before 'ECO'"});
  const Replayed empty = with_roster("[EventDate \"\"]\n[WhiteElo \"\"]\n[Annotator \"\"]\n");
  CHECK(empty.places() == Messages{"8:1 P144 empty-tag", "9:1 P144 empty-tag"});
  CHECK(empty.messages()[0] ==
        "tag 'EventDate' is empty, expected '\?\?\?\?.\?\?.\?\?' for what is not known");
  // Texts of other kinds have no roster.
  CHECK(replay_text("pgn", "[Event \"x\"]\n\n1. e4 *\n").messages() == Messages{});
}

TEST_CASE("tags: SetUp and FEN say the same") {
  const std::string fen = "[FEN \"4k3/8/8/8/8/8/4P3/4K3 w - - 0 1\"]\n";
  CHECK(with_roster("[SetUp \"1\"]\n" + fen, "1. e4 *").messages() == Messages{});
  CHECK(with_roster(fen, "1. e4 *").places() == Messages{"8:1 G505 fen-without-setup"});
  const Replayed denied = with_roster("[SetUp \"0\"]\n" + fen, "1. e4 *");
  CHECK(denied.places() == Messages{"8:1 G506 setup-denied"});
  CHECK(denied.game().start == "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1");
}

TEST_CASE("a finding's id is that of its game, code and arguments") {
  const auto ids = [](const std::string& text) {
    std::vector<std::uint64_t> out;
    for (const text::Diagnostic& d : replay_text("pgn", text).findings.items) out.push_back(d.id);
    return out;
  };
  const std::string game = roster + "\n1. e4 e5 2. Ke3 *\n";
  const auto once = ids(game);
  REQUIRE(once.size() == 1);
  CHECK(once[0] != 0);
  // Other games before it, other line ends, an earlier mistake mended: all the same finding.
  CHECK(ids("[Event \"Other\"]\n\n1. d4 *\n\n" + game) == once);
  CHECK(ids(roster + "\n\n\n1.e4 e5\n2.Ke3 *\n") == once);
  // Another game, another move: another finding.
  CHECK(ids("[Event \"Other\"]\n[White \"A\"]\n\n1. e4 e5 2. Ke3 *\n") != once);
  CHECK(ids(roster + "\n1. e4 e5 2. Kd3 *\n") != once);
  // Games without a roster are told apart by their moves.
  CHECK(ids("1. e4 e5 2. Ke3 *\n") == ids("1.  e4 e5\n2. Ke3 *\n"));
  CHECK(ids("1. e4 e5 2. Ke3 *\n") != ids("1. e3 e5 2. Ke3 *\n"));
}
