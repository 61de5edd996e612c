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

// Reads a variant file (TOML, docs/formats/variant.md). `parents` resolves `inherits`. Null after
// an error was reported, with its line and column; findings that are only warnings do not hinder.
class Registry;
std::shared_ptr<const rules::VariantSpec> load(const text::Source& file, const Registry& parents,
                                               text::Diagnostics& diagnostics);

// All members may be called from several threads at once. What they return stays good when variants
// are added and when the registry is gone.
class Registry {
 public:
  Registry();  // with the built-in variants, loaded and compiled on first use
  ~Registry();
  Registry(Registry&&) noexcept;
  Registry& operator=(Registry&&) noexcept;

  // By name or alias, without regard to case, blanks, dashes and accents; null if unknown.
  std::shared_ptr<const rules::Variant> find(std::string_view name) const;
  // The specification only, of built-in or added variants.
  std::shared_ptr<const rules::VariantSpec> spec(std::string_view name) const;
  std::vector<std::string> names() const;  // in a fixed order, built-in first
  // The name of the variant that a game is of which names none: the first of those that readers of
  // PGN know the array of (VariantSpec::standard_start), else the first of all.
  std::string usual() const;

  // Loads, compiles and adds; an added variant hides earlier ones of the same name or alias.
  // Returns it, or null after an error was reported.
  std::shared_ptr<const rules::Variant> add(const text::Source& file,
                                            text::Diagnostics& diagnostics);

 private:
  friend std::shared_ptr<const rules::VariantSpec> load(const text::Source&, const Registry&,
                                                        text::Diagnostics&);
  struct Entry;
  class Builtin;
  struct State;
  std::unique_ptr<State> state_;
};

// The text of a built-in variant's file by any of its names (empty if there is none), and of a
// specification with all it inherits written out.
std::string_view builtin_file(std::string_view name);
std::string resolved_file(const rules::VariantSpec& spec);

}  // namespace nuskha::variants
