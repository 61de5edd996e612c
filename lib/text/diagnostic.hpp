// What the text says that is wrong or doubtful. Everything that reads text reports here; rendering
// is text/render.hpp.
#pragma once

#include <array>
#include <bitset>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "text/source.hpp"

namespace nuskha::text {

enum class Severity : std::uint8_t { info, warning, error };

enum class Code : std::uint16_t {
#define NUSKHA_DIAGNOSTIC(enumerator, tag, severity, text) enumerator,
#include "text/diagnostics.def"
#undef NUSKHA_DIAGNOSTIC
};

inline constexpr std::size_t code_count = 0
#define NUSKHA_DIAGNOSTIC(enumerator, tag, severity, text) +1
#include "text/diagnostics.def"
#undef NUSKHA_DIAGNOSTIC
    ;
using CodeSet = std::bitset<code_count>;  // by Code's number

struct CodeInfo {
  std::string_view name;  // "illegal-move"
  std::string_view tag;   // "M201"
  Severity severity;
  std::string_view text;  // with {0} to {9} for Diagnostic::args
};

const CodeInfo& info(Code code);

// How many findings there are of each severity.
struct Tally {
  std::array<std::uint64_t, 3> by_severity{};

  void add(Code code) { ++by_severity[std::size_t(info(code).severity)]; }
  void add(const Tally& other) {
    for (std::size_t i = 0; i < by_severity.size(); ++i) by_severity[i] += other.by_severity[i];
  }
  std::uint64_t of(Severity severity) const { return by_severity[std::size_t(severity)]; }
  std::uint64_t total() const { return by_severity[0] + by_severity[1] + by_severity[2]; }
};

// Takes a tag or a name, in any case.
std::optional<Code> find_code(std::string_view tag_or_name);
std::vector<Code> all_codes();
std::string_view to_string(Severity severity);

struct Note {
  std::string text{};
  std::optional<Span> span{};
};

// A change to the text that would make the finding go away. Fixes of one game never overlap.
struct Fix {
  Span span{};
  std::string replacement{};
  double confidence = 0;  // probability that this is what was meant; 0 when not estimated
};

struct Diagnostic {
  Code code{};
  Span span{};
  std::vector<std::string> args{};
  std::vector<Note> notes{};
  std::vector<Fix> fixes{};
  std::uint32_t game = 0;  // 1-based in its source; 0 outside any game
  std::uint32_t ply = 0;   // 1-based ply of the main line the finding belongs to; 0 for none
  std::string fen{};       // the position before that ply, when it is known
  // The same for the same finding about the same game wherever it stands in a text; 0 when not
  // given. See fingerprint().
  std::uint64_t id = 0;

  std::string message() const;
};

// Made of the code, the arguments and what tells the game from others: neither of a place nor of
// the wording, so that it outlives changes to other games and new versions of this program.
std::uint64_t fingerprint(const Diagnostic& diagnostic, std::string_view game_identity);

// Where findings go. Implementations: a vector (DiagnosticList), a renderer, a counter.
class Diagnostics {
 public:
  virtual ~Diagnostics() = default;
  virtual void report(Diagnostic diagnostic) = 0;
  // One more, of which only the code is said, since there are too many to list.
  virtual void count(Code) {}
  // What is reported from here on is only counted: nothing but its code is looked at.
  virtual bool only_counts() const { return false; }
};

class DiagnosticList final : public Diagnostics {
 public:
  void report(Diagnostic diagnostic) override { items.push_back(std::move(diagnostic)); }
  std::vector<Diagnostic> items;
};

}  // namespace nuskha::text
