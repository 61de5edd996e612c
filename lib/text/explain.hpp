// What docs/DIAGNOSTICS.md says of each finding; the document is built into the library.
#pragma once

#include <string_view>
#include <vector>

#include "text/diagnostic.hpp"

namespace nuskha::text {

struct ExplanationSection {
  std::string_view heading;  // "M201 illegal-move"
  std::string_view body;     // Markdown, without blank lines around it
};

// The document's sections of the second level, in its order.
const std::vector<ExplanationSection>& explanation_sections();

// The body of the code's section; empty if it has none, which a test forbids.
std::string_view explanation(Code code);

// The whole document. Its definition is made by the build.
std::string_view diagnostics_document();

}  // namespace nuskha::text
