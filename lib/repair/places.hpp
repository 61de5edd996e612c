// Where in a text moves are put in and taken out, so that numbers, remarks and separators stay with
// what they belong to. Internal.
#pragma once

#include <string_view>

#include "repair/repair.hpp"

namespace nuskha::repair {

// A move that was left out of the text.
struct LeftOut {
  std::uint32_t before = 0;  // the written move that follows it
  bool white = true;
  bool another_follows = false;  // before the written move
  int number = 1;
  std::string_view text;
};

text::Fix put_in(const WrittenGame& game, const LeftOut& move);

// The move with what parts it from the one before, and with the number before it if that is to go
// along.
text::Span what_belongs_to(const WrittenGame& game, std::uint32_t move, bool with_number);

}  // namespace nuskha::repair
