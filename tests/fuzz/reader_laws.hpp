// Any bytes to a reader: it ends, its events keep their laws, and its findings lie inside the text.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string>

#include "../record/event_laws.hpp"
#include "text/diagnostic.hpp"
#include "text/source.hpp"

namespace nuskha::tests {

class FindingLaws final : public text::Diagnostics {
 public:
  explicit FindingLaws(const text::Source& source) : source_(source) {}
  void report(text::Diagnostic finding) override {
    if (finding.span.begin > finding.span.end || finding.span.end > source_.text().size())
      std::abort();
    if (finding.message().empty()) std::abort();
  }

 private:
  const text::Source& source_;
};

template <typename Read>
void check_reader(const std::uint8_t* data, std::size_t size, Read read) {
  const text::Source source("fuzz", std::string(reinterpret_cast<const char*>(data), size));
  EventLaws laws;
  FindingLaws findings(source);
  read(source, laws, findings);
  for (const std::string& law : laws.broken) std::fprintf(stderr, "broken law: %s\n", law.c_str());
  if (!laws.broken.empty()) std::abort();
}

}  // namespace nuskha::tests
