#include "record/annotation.hpp"

#include <catch2/catch.hpp>

using namespace nuskha::record;

TEST_CASE("clocks are seconds", "[record][annotation]") {
  CHECK(read_annotation("[%clk 1:02:03]").clock == 3723.0);
  CHECK(read_annotation("text [%clk 0:00:07.5] text").clock == 7.5);
  CHECK(read_annotation("[%emt 2:03]").elapsed == 123.0);
  CHECK(read_annotation("[%emt 63]").elapsed == 63.0);
  CHECK(read_annotation("[%clk 1:00:00][%clk 2:00:00]").clock == 3600.0);
  for (const char* none :
       {"[%clk]", "[%clk ]", "[%clk a]", "[%clk 1:2:3:4]", "[%clk -1]", "[%clk 1:]", "[%clk inf]",
        "[%clk nan]", "[%clk 1e99]", "[%clk 1:00:00", "%clk 1:00:00", "[clk 1:00]"}) {
    INFO(none);
    CHECK_FALSE(read_annotation(none).clock);
  }
}

TEST_CASE("evaluations are pawns or moves to a mate", "[record][annotation]") {
  CHECK(read_annotation("[%eval 0.25]").evaluation->pawns == 0.25);
  const Annotation deep = read_annotation("[%eval -1.3,18]");
  CHECK(deep.evaluation->pawns == -1.3);
  CHECK(deep.evaluation->depth == 18);
  CHECK_FALSE(deep.evaluation->mate);
  CHECK(read_annotation("[%eval +0.3]").evaluation->pawns == 0.3);
  CHECK(read_annotation("[%eval #-2]").evaluation->mate == -2);
  CHECK_FALSE(read_annotation("[%eval #-2]").evaluation->pawns);
  for (const char* none : {"[%eval]", "[%eval x]", "[%eval #]", "[%eval 0.1,x]", "[%eval #1.5]"}) {
    INFO(none);
    CHECK_FALSE(read_annotation(none).evaluation);
  }
}

TEST_CASE("drawings are squares and arrows of any board", "[record][annotation]") {
  const Annotation drawn = read_annotation("[%csl Ga1,Rn14] and [%cal Ge2e4, Bj10a1][%csl Yb2]");
  REQUIRE(drawn.squares.size() == 3);
  CHECK(drawn.squares[1].color == 'R');
  CHECK(drawn.squares[1].from == WrittenSquare{13, 13});
  CHECK_FALSE(drawn.squares[1].to);
  CHECK(drawn.squares[2].color == 'Y');
  REQUIRE(drawn.arrows.size() == 2);
  CHECK(drawn.arrows[1].from == WrittenSquare{9, 9});
  CHECK(drawn.arrows[1].to == WrittenSquare{0, 0});
  for (const char* none : {"[%csl]", "[%csl a1]", "[%csl Ga1,Gz9]", "[%csl Ga17]", "[%csl Ga1e2]",
                           "[%csl Ga0]", "[%csl G]"}) {
    INFO(none);
    CHECK(read_annotation(none).squares.empty());
  }
  CHECK(read_annotation("[%cal Ge2]").arrows.empty());
}

TEST_CASE("a malformed argument is told, and what was expected", "[record][annotation]") {
  const auto expected = [](std::string_view comment) {
    Command command;
    REQUIRE(take_command(comment, command));
    return expected_of(command);
  };
  for (const char* good :
       {"[%clk 0:03:00]", "[%clk 1:02:03.5]", "[%clk\n63 ]", "[%emt 3]", "[%emt 0.5]",
        "[%eval -0.25]", "[%eval +1]", "[%eval 25,18]", "[%eval #-3]", "[%csl Ga1,\nRh8]",
        "[%cal Ge2e4]", "[%csl]", "[%unknown x:y]", "[%clkx y]", "[%]"}) {
    INFO(good);
    CHECK(expected(good).empty());
  }
  for (const char* bad :
       {"[%clk]", "[%clk x:y]", "[%clk 1:2:3:4]", "[%clk 1:]", "[%clk -1]", "[%emt :3]",
        "[%eval zz]", "[%eval -]", "[%eval 1.2.3]", "[%eval 0:1]", "[%eval #]", "[%csl Xe4]",
        "[%csl Ge4 Re5]", "[%cal Ge2]", "[%cal ge2e4]"}) {
    INFO(bad);
    CHECK_FALSE(expected(bad).empty());
  }
}

TEST_CASE("plain commands are passed over, and no others", "[record][annotation]") {
  CHECK(skip_plain_commands(" [%eval -0.25] [%clk 0:03:00] }") == "}");
  for (const char* kept : {"[%clk x]", "[%clk 0:03:00", "[%clk 1:2:3:4]", "[%clk 0:03:]",
                           "[%eval 1.2.3]", "[%eval #3]", "[%emt 3]", "text [%clk 1]", ""}) {
    INFO(kept);
    CHECK(skip_plain_commands(kept) == kept);
  }
}
