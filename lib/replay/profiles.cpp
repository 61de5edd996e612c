#include "replay/profiles.hpp"

#include <array>
#include <initializer_list>

namespace nuskha::replay {
namespace {

using text::Code;

text::CodeSet codes(std::initializer_list<Code> list) {
  text::CodeSet set;
  for (const Code code : list) set.set(std::size_t(code));
  return set;
}

// Import is for texts of any origin: what is left out is no finding as long as the rules can fill
// it in, what is wrong or cannot be read is one. The producers' profiles keep the marks of check,
// mate and capture as findings, because those programs always write them, and pass over what each
// is known to do:
//   lichess: older databases, studies and broadcasts lack Date or Round or the players, and for a
//     time Event came last; studies and puzzles have `*` whatever stands on the board;
//   chessbase: its server writes the roster in an order of its own, and leaves tags empty;
//   twic: made with ChessBase, so empty tags; the news between its games are prose like any other.
const std::array<Profile, 5>& table() {
  static const std::array<Profile, 5> rows = {{
      {"import", "forgiving, for games of any origin: what the rules can fill in may be left out",
       codes({Code::missing_roster_tag, Code::roster_order, Code::empty_tag,
              Code::fen_without_setup, Code::check_unmarked, Code::mate_unmarked,
              Code::capture_unmarked})},
      {"export", "strict: the export format of the standard to the letter", {}, true},
      {"lichess", "games, studies and broadcasts as lichess.org writes them",
       codes({Code::missing_roster_tag, Code::roster_order, Code::result_open})},
      {"chessbase", "games as ChessBase, Fritz and their server write them",
       codes({Code::roster_order, Code::empty_tag})},
      {"twic", "games of The Week in Chess", codes({Code::empty_tag})},
  }};
  return rows;
}

}  // namespace

std::span<const Profile> profiles() {
  return table();
}

const Profile* find_profile(std::string_view name) {
  for (const Profile& profile : table())
    if (profile.name == name) return &profile;
  return nullptr;
}

}  // namespace nuskha::replay
