// What is true of a mended text, whatever the text.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "readers/dialects.hpp"
#include "repair/mend.hpp"
#include "stream/convert.hpp"

namespace nuskha::repair {

// All games of the text.
inline Mended mend_all(const text::Source& source, const readers::Dialect& dialect,
                       const variants::Registry& registry, const MendOptions& options = {}) {
  Collector collector;
  text::DiagnosticList findings;
  dialect.read(source, collector, findings);
  std::map<std::uint32_t, std::string> games;
  for (std::uint32_t i = 0; i < collector.games.size(); ++i) games.emplace(i, "");
  return mend(source, dialect, registry, games, options);
}

// What ordinary replay says of it that repair may have something to do with, and moves that cannot
// be played among that; and how far it came.
struct Faulty {
  std::size_t findings = 0, moves = 0;
  std::uint64_t plies = 0;
};
inline Faulty faulty(const text::Source& source, const readers::Dialect& dialect,
                     const variants::Registry& registry) {
  struct Nobody final : record::PlayedEvents {
  } nobody;
  text::DiagnosticList findings;
  Faulty out;
  out.plies = stream::replay_all(source, dialect, registry, {}, nobody, findings).plies;
  for (const text::Diagnostic& finding : findings.items) {
    out.findings += mendable()[std::size_t(finding.code)];
    out.moves +=
        finding.code == text::Code::illegal_move || finding.code == text::Code::undecided_move;
  }
  return out;
}

// The law that is broken; empty for none.
inline std::string broken_law(const text::Source& source, const readers::Dialect& dialect,
                              const variants::Registry& registry, const Mended& mended) {
  std::vector<text::Fix> fixes;
  for (const auto& [game, one] : mended.games)
    for (const text::Diagnostic& finding : one.findings) {
      if (finding.span.begin > finding.span.end || finding.span.end > source.text().size())
        return "findings lie in the original";
      if (finding.code == text::Code::corrected)
        fixes.insert(fixes.end(), finding.fixes.begin(), finding.fixes.end());
    }
  text::Revision again(source.text());
  if (!again.change(fixes) || again.text() != mended.revision.text())
    return "the fixes of the corrections are the changes, all of them and nothing else";
  const text::Source after = mended.revision.source(source.name());
  if (!mend_all(after, dialect, registry).revision.changes().empty())
    return "to repair twice changes nothing";
  const Faulty before = faulty(source, dialect, registry);
  if (before.findings == 0 && !fixes.empty()) return "what is clean is not changed";
  // Of what stands behind the first that cannot be played, replay checks the more the further it
  // came.
  const Faulty now = faulty(after, dialect, registry);
  if (now.moves > before.moves && now.plies <= before.plies)
    return "no more moves than before cannot be played, unless more can";
  return {};
}

}  // namespace nuskha::repair
