// What pairs of files teach of the slips of a hand.
#pragma once

#include <optional>
#include <string>

#include "inputs.hpp"
#include "repair/costs.hpp"
#include "variants/registry.hpp"

namespace nuskha::tools {

struct Lessons {
  std::string model;  // as a TOML file
  bool has_findings = false;
};

// `corpus` is a file or a folder. For each FILE beside which FILE.orig stands, as `--in-place`
// leaves it, the games of the latter are what was written and those of FILE what was played.
// `alphabet`: as in repair::Options. Nothing after saying why.
std::optional<Lessons> learn(const std::string& corpus, const InputOptions& input,
                             const std::string& alphabet, const variants::Registry& registry,
                             const repair::Costs& profile, Findings& findings);

}  // namespace nuskha::tools
