// What the user names - files, folders, patterns, standard input - as a list of inputs.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "text/result.hpp"

namespace nuskha::stream {

struct InputFile {
  std::string path;        // as it can be opened; "-" is standard input
  std::uint64_t size = 0;  // bytes on disk; 0 when it is no regular file
  bool named = true;       // the user named it; false: found in a folder
};

// What a folder or an archive is searched for: `.pgn .txt .dola .fen .epd .jsonl`, the same
// compressed (`x.pgn.gz`), a compressed file that shows no other extension (`x.gz`), and archives
// (`.zip .7z .tar .tgz` and the like); never a name that begins with a dot. Letter case does not
// matter.
bool worth_reading(std::string_view file_name);

// Whether the name says that no plain text is in it: `.gz`, `.zip`, `.tgz` and all others of those.
bool says_packed(std::string_view file_name);

// In the order of `names`; an error takes the place of its name and says what is wrong ("cannot
// read 'x': No such file or directory"). A name is
//   "-"        standard input;
//   a file     whatever its extension; also a pipe or a device;
//   a folder   the files in it and in its folders that are worth reading, in the order of their
//              names as bytes. Names that begin with a dot are left out, and so are pipes and
//              devices. Symbolic links are followed, each folder is entered once. A folder without
//              such a file is an error;
//   a pattern  if no file has that name: `*` and `?` match within a name, `[a-z]` and `[!a-z]` one
//              letter, `**` any number of folders. A leading dot must be matched by a dot. Each
//              file or folder that matches is taken as if it had been named, once by whatever links
//              it is come to. A pattern without match is an error.
std::vector<text::Result<InputFile>> find_inputs(std::span<const std::string> names);

}  // namespace nuskha::stream
