// Every variant the program knows: those built in, and files the user adds.
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "rules/variant.hpp"
#include "text/diagnostic.hpp"
#include "text/result.hpp"
#include "text/source.hpp"

namespace nuskha::variants {

// Reads a variant file (TOML, docs/formats/variant.md). `parents` resolves `inherits`. Null after an
// error was reported, with its line and column.
class Registry;
std::shared_ptr<const rules::VariantSpec> load(const text::Source& file, const Registry& parents,
                                               text::Diagnostics& diagnostics);

class Registry {
 public:
  Registry();  // with the built-in variants, compiled on first use

  // By name or alias, without regard to case, blanks, dashes and accents; null if unknown.
  std::shared_ptr<const rules::Variant> find(std::string_view name) const;
  // The specification only, of built-in or added variants.
  std::shared_ptr<const rules::VariantSpec> spec(std::string_view name) const;
  std::vector<std::string> names() const;  // in a fixed order, built-in first

  // Loads, compiles and adds; an added variant hides a built-in one of the same name. Returns its
  // name, or nothing after an error was reported.
  std::shared_ptr<const rules::Variant> add(const text::Source& file, text::Diagnostics& diagnostics);

 private:
  struct Entry;
  std::vector<std::shared_ptr<Entry>> entries_;
};

// The text of a built-in variant's file, and of a specification with all it inherits written out.
std::string_view builtin_file(std::string_view name);
std::string resolved_file(const rules::VariantSpec& spec);

}  // namespace nuskha::variants
