// How comments and kept text stand between braces, so that whatever they hold survives writing and
// reading (docs/formats/pgn.md, "Comments"). Shared by the formats that have `{…}`.
#pragma once

#include <string>
#include <string_view>

#include "record/written_move.hpp"

namespace nuskha::record {

// Appends what stands between the braces for a comment: the text itself where reading gives it back
// unchanged, else `[%esc] ` and the text with every `%`, `}`, control character and outer blank as
// `%XX`.
void write_comment(std::string_view text, std::string& out);

// Appends `[%NAME text]`, the text escaped as above; white space that holds a line end is one
// blank.
void write_command(std::string_view name, std::string_view text, std::string& out);

struct BracedText {
  enum class Kind : std::uint8_t {
    comment,  // `text`
    unread,   // `text`, from `[%unread …]`
    nag,      // `number`, from `[%nag 5]`
    mode,     // `piece` and `mode`, from `[%mode SD+CT]`
  };
  Kind kind = Kind::comment;
  std::string_view text;
  int number = 0;
  PieceName piece, mode;
};

// The inverse. `inside` is what stands between the braces; outer blanks do not count, and white
// space that holds a line end is one blank. The result's text is a part of `inside` or of
// `scratch`.
BracedText read_braced(std::string_view inside, std::string& scratch);

}  // namespace nuskha::record
