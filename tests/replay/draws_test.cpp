// Repetition and long play without progress, on request.
#include "replay/replayed.hpp"

using namespace replayed;

namespace {

using Messages = std::vector<std::string>;

Replayed draws(const std::string& text) {
  return replay_text("pgn", text, {.draws = true});
}

// Knights go out and back so many times.
std::string there_and_back(int times) {
  std::string moves;
  for (int i = 0; i < times; ++i) moves += " Nf3 Nf6 Ng1 Ng8";
  return moves;
}

}  // namespace

TEST_CASE("draws: the third and the fifth time") {
  CHECK(draws("1." + there_and_back(1) + " *\n").messages() == Messages{});
  const Replayed third = draws("1." + there_and_back(2) + " *\n");
  CHECK(third.places() == Messages{"1:32 C334 repetition"});
  CHECK(third.messages() ==
        Messages{"'Ng8' makes a position that has stood 3 times: a draw may be claimed"});
  CHECK(third.findings.items[0].ply == 8);
  const Replayed fifth = draws("1." + there_and_back(4) + " *\n");
  REQUIRE(fifth.messages().size() > 1);
  CHECK(fifth.messages().back() ==
        "'Ng8' makes a position that has stood 5 times: the game ends in a draw");
  // Each of the four positions is named when it stands for the third time, and not again.
  CHECK(fifth.messages().size() == 5);
  // A pawn's move makes all of them past. Right after it one counts as the same only if nothing
  // could be taken en passant.
  CHECK(draws("1." + there_and_back(1) + " e4 e5" + there_and_back(1) + " *\n").messages() ==
        Messages{});
  CHECK(draws("1. e4 e5" + there_and_back(2) + " *\n").names() == Messages{"repetition"});
  // Variations are not the game.
  CHECK(draws("1. e4 (1." + there_and_back(3) + ") *\n").messages() == Messages{});
  // Not asked for, not told.
  CHECK(replay_text("pgn", "1." + there_and_back(5) + " *\n").messages() == Messages{});
}

TEST_CASE("draws: moves without progress") {
  const auto from = [](int clock) {
    return fmt::format(
        "[SetUp \"1\"]\n[FEN \"4k3/8/8/8/8/8/8/R3K3 w - - {} 80\"]\n\n80. Ra2 Kd8 *\n", clock);
  };
  CHECK(draws(from(97)).messages() == Messages{});
  const Replayed fifty = draws(from(98));
  CHECK(fifty.places() == Messages{"4:9 C335 move-rule"});
  CHECK(fifty.messages() == Messages{"with 'Kd8' there are 50 moves without a capture or a pawn's "
                                     "move: a draw may be claimed"});
  CHECK(draws(from(149)).messages() ==
        Messages{"with 'Ra2' there are 75 moves without a capture or "
                 "a pawn's move: the game ends in a draw"});
  // Mate ends the game before the rule does.
  CHECK(draws("[SetUp \"1\"]\n[FEN \"7k/8/6K1/8/8/8/8/R7 w - - 149 80\"]\n\n80. Ra8# 1-0\n")
            .messages() == Messages{});
}

TEST_CASE("draws: each variant has its own limits") {
  const std::string start = "[Variant \"Dola-Sultan\"]\n\n1.";
  std::string moves;
  for (int i = 0; i < 4; ++i) moves += " CTc1-d3 CTc10-d8 CTd3-c1 CTd8-c10";
  const Replayed r = draws(start + moves + " *\n");
  INFO(fmt::format("{}", fmt::join(r.messages(), "\n")));
  // Three times allow a claim; no number of times ends the game.
  CHECK(r.names() == Messages(4, "repetition"));
}
