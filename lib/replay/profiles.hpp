// What is expected of PGN from different hands: which findings are worth a word.
//
// A profile leaves out findings by their codes; everything else about a game stays the same, and so
// does every text that is not PGN.
#pragma once

#include <span>
#include <string_view>

#include "text/diagnostic.hpp"

namespace nuskha::replay {

struct Profile {
  std::string_view name;  // `--profile` name
  std::string_view description;
  text::CodeSet muted;
  bool exact = false;  // the text is to be the export format to the letter (P161)
};

// The first is the one for texts of unknown origin.
std::span<const Profile> profiles();
const Profile* find_profile(std::string_view name);

}  // namespace nuskha::replay
