#include "record/comment.hpp"

#include <random>

#include <catch2/catch.hpp>

using namespace nuskha::record;

namespace {

std::string written(std::string_view text) {
  std::string out;
  write_comment(text, out);
  return out;
}

}  // namespace

TEST_CASE("a comment that braces can hold stands as it is", "[record][comment]") {
  for (const char* text : {"", "a comment", "a ) ( [ ] ; % \" \\", "[%clk 0:01:00] and text",
                           "two  blanks\tand a tab", "[%modest]", "é 張"}) {
    CHECK(written(text) == text);
  }
}

TEST_CASE("a comment that braces cannot hold is escaped", "[record][comment]") {
  CHECK(written("a } b") == "[%esc] a %7D b");
  CHECK(written("100 % } x") == "[%esc] 100 %25 %7D x");
  CHECK(written("two\nlines") == "[%esc] two%0Alines");
  CHECK(written(" edges ") == "[%esc] %20edges%20");
  CHECK(written("[%unread x]") == "[%esc] [%25unread x]");
  CHECK(written("[%mode SD+CT]") == "[%esc] [%25mode SD+CT]");
}

TEST_CASE("an escape of what is never escaped is text", "[record][comment]") {
  std::string scratch;
  CHECK(read_braced("[%esc] a%A0b %7D", scratch).text == "a%A0b }");
}

TEST_CASE("what is written between braces is read back", "[record][comment]") {
  constexpr std::string_view pieces[] = {"}",   "{",    "%",  "[%esc] ",  "a",        " ",
                                         "\n",  "\r\n", "\t", "]",        "[%nag 3]", "7D",
                                         "%0A", "é",    "\\", "[%unread "};
  std::mt19937 random(3);
  std::string scratch;
  for (int round = 0; round < 20000; ++round) {
    std::string text;
    for (unsigned count = random() % 8; count > 0; --count)
      text += pieces[random() % std::size(pieces)];
    const std::string inside = written(text);
    INFO(text);
    REQUIRE(inside.find('}') == std::string::npos);
    REQUIRE(inside.find('\n') == std::string::npos);
    const BracedText read = read_braced(inside, scratch);
    REQUIRE(read.text == text);
    REQUIRE((read.kind == BracedText::Kind::comment || read.kind == BracedText::Kind::mode));

    std::string command;
    write_command("unread", text, command);
    REQUIRE(command.find('}') == std::string::npos);
    const BracedText kept = read_braced(command, scratch);
    REQUIRE(kept.kind == BracedText::Kind::unread);
    // Layout is not kept, everything else is; once written it stays the same.
    std::string again;
    write_command("unread", kept.text, again);
    REQUIRE(again == command);
  }
}

TEST_CASE("line ends inside braces are blanks", "[record][comment]") {
  std::string scratch;
  CHECK(read_braced("\n a comment\r\n\tof lines \n\n", scratch).text == "a comment of lines");
  CHECK(read_braced("  ", scratch).text.empty());
}

TEST_CASE("commands that are events of their own are told from comments", "[record][comment]") {
  std::string scratch;
  CHECK(read_braced("[%nag 146]", scratch).kind == BracedText::Kind::nag);
  CHECK(read_braced("[%nag 146]", scratch).number == 146);
  CHECK(read_braced("[%nag 256]", scratch).kind == BracedText::Kind::comment);
  CHECK(read_braced("[%nag x]", scratch).kind == BracedText::Kind::comment);
  const BracedText mode = read_braced(" [%mode SD+CT] ", scratch);
  CHECK(mode.kind == BracedText::Kind::mode);
  CHECK(mode.piece == PieceName("SD"));
  CHECK(mode.mode == PieceName("CT"));
  for (const char* none : {"[%mode SD]", "[%mode +CT]", "[%mode SD+]", "[%mode SD+CT] x",
                           "[%mode SDxxxxx+CT]", "[%mode S+D+C]", "[%orig Fc5-d4]"}) {
    INFO(none);
    CHECK(read_braced(none, scratch).kind == BracedText::Kind::comment);
    CHECK(read_braced(none, scratch).text == none);
  }
}
