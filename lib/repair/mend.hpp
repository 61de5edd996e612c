// Mends the games of a text: each game is repaired, the corrections that are sure enough are made
// in the text, and what was read of the changed text is repaired again, until nothing more is to be
// made. So what comes out of it comes out of it again unchanged.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "readers/dialects.hpp"
#include "repair/repair.hpp"
#include "text/diagnostic.hpp"
#include "text/revision.hpp"
#include "text/source.hpp"
#include "variants/registry.hpp"

namespace nuskha::repair {

// A game's corrections are made in so many rounds at most; nearly always the first makes them all.
inline constexpr int max_rounds = 8;

// The findings that are a reason to look for what was meant.
const text::CodeSet& mendable();

// A correction that is not sure enough.
struct Question {
  std::uint32_t game = 0;  // as in mend()
  const WrittenGame& written;
  const std::string& variant;
  const Correction& correction;
};

struct MendOptions {
  const Costs* costs = nullptr;  // as in Options
  std::uint32_t forgiven = 0;    // as in Options
  std::string alphabet = {};     // as in Options
  double accepted = certain;     // corrections as likely as that are made
  std::size_t alternatives = 3;  // that a finding names at most
  // Asked about the others: 0 for the correction itself, n for its nth alternative, nothing for
  // leaving it alone. Empty: they are left alone.
  std::function<std::optional<std::size_t>(const Question&)> ask{};
};

// A move of the main line as it stands in the mended text.
struct MendedMove {
  // What stood there before; nothing where nothing was changed, and `not_written` for a move that
  // was left out.
  std::optional<std::string> original;
  std::vector<std::string> taken_out;  // what stood before it and is no move of the game
};
inline constexpr const char* not_written = "-";

struct MendedGame {
  // Empty if nothing was changed; else one more than there are moves, for what was taken out
  // behind the last.
  std::vector<MendedMove> moves;
  // Where in the original something is rather wrong than right and was not corrected: what follows
  // may be legal, and is not what was played.
  std::optional<std::uint32_t> unsure_from = {};
  // R101 to R103, with places in the original. The fixes of R101 together are the changes.
  std::vector<text::Diagnostic> findings;
};

struct Mended {
  text::Revision revision;
  std::map<std::uint32_t, MendedGame> games;
};

// `games`: which are to be mended, by their places in the text from 0 on, each with the variant
// that it is a game of where the text names none (else empty).
Mended mend(const text::Source& source, const readers::Dialect& dialect,
            const variants::Registry& registry, const std::map<std::uint32_t, std::string>& games,
            const MendOptions& options);

}  // namespace nuskha::repair
