// Loading a variant file, with what the registry keeps of it. Internal to variants.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "rules/spec.hpp"
#include "text/diagnostic.hpp"
#include "variants/document.hpp"

namespace nuskha::variants {

struct Loaded {
  std::shared_ptr<const rules::VariantSpec> spec;
  // The file's statements with all that they inherit, for the files that inherit from this one.
  std::shared_ptr<const Value> document;
};

struct Parents {
  std::function<std::shared_ptr<const Value>(std::string_view name)> find;  // null if unknown
  std::function<std::vector<std::string>()> names;
};

// Both are null after an error was reported.
Loaded load_file(const text::Source& file, const Parents& parents, text::Diagnostics& diagnostics);

}  // namespace nuskha::variants
