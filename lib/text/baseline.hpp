// Findings that are known and not to be reported again: a report of `check --format jsonl`, by the
// ids in it (docs/formats/findings.md).
#pragma once

#include <atomic>
#include <cstdint>
#include <istream>
#include <memory>
#include <string>
#include <vector>

#include "text/result.hpp"

namespace nuskha::text {

class Baseline {
 public:
  // Fails at a line that is no finding with an id, naming its number. Takes 17 bytes a finding.
  static Result<Baseline> read(std::istream& in);

  // Whether a finding of that id is known; it has then been met. May be asked by several threads.
  bool knows(std::uint64_t id) const;

  std::uint64_t size() const { return entries_.size(); }
  // Lines, from 1, of known findings that were not met, each id once, in ascending order.
  std::vector<std::uint64_t> not_met() const;

 private:
  struct Entry {
    std::uint64_t id, line;
  };
  std::vector<Entry> entries_;  // by id, each once
  std::unique_ptr<std::atomic<bool>[]> met_;
};

}  // namespace nuskha::text
