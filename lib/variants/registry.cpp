#include "variants/registry.hpp"

#include <algorithm>
#include <cassert>
#include <mutex>
#include <shared_mutex>

#include "variants/builtin.hpp"
#include "variants/load.hpp"
#include "variants/names.hpp"

namespace nuskha::variants {

struct Registry::Entry {
  Loaded loaded;
  std::vector<std::string> names;  // plain; the first is the name itself
  std::once_flag compiled;
  std::shared_ptr<const rules::Variant> variant;

  explicit Entry(Loaded from) : loaded(std::move(from)) {
    names.push_back(plain_name(loaded.spec->name));
    for (const std::string& alias : loaded.spec->aliases) names.push_back(plain_name(alias));
  }
  bool is_called(std::string_view plain) const {
    return std::find(names.begin(), names.end(), plain) != names.end();
  }
  std::shared_ptr<const rules::Variant> compile(text::Diagnostics& diagnostics) {
    std::call_once(compiled, [&] { variant = rules::compile(*loaded.spec, diagnostics); });
    return variant;
  }

  // The built-in variants are the same for every registry: loaded together on first use, since
  // only their files know their names.
  static const std::vector<std::shared_ptr<Entry>>& builtin();
};

struct Registry::State {
  mutable std::shared_mutex mutex;
  std::vector<std::shared_ptr<Entry>> added;  // in order

  // An added variant comes before all earlier ones.
  std::shared_ptr<Entry> find(std::string_view name) const {
    const std::string plain = plain_name(name);
    {
      const std::shared_lock lock(mutex);
      for (auto entry = added.rbegin(); entry != added.rend(); ++entry)
        if ((*entry)->is_called(plain)) return *entry;
    }
    for (const auto& entry : Entry::builtin())
      if (entry->is_called(plain)) return entry;
    return nullptr;
  }

  std::vector<std::string> names() const {
    std::vector<std::string> names;
    const auto add = [&](const Entry& entry) {
      const std::string& name = entry.loaded.spec->name;
      const bool is_hidden = std::any_of(names.begin(), names.end(), [&](const std::string& other) {
        return plain_name(other) == entry.names.front();
      });
      if (!is_hidden) names.push_back(name);
    };
    for (const auto& entry : Entry::builtin()) add(*entry);
    const std::shared_lock lock(mutex);
    for (const auto& entry : added) add(*entry);
    return names;
  }

  Loaded load(const text::Source& file, text::Diagnostics& diagnostics) const {
    const auto parent = [&](std::string_view name) -> std::shared_ptr<const Value> {
      const auto entry = find(name);
      return entry ? entry->loaded.document : nullptr;
    };
    return load_file(file, {parent, [&] { return names(); }}, diagnostics);
  }
};

const std::vector<std::shared_ptr<Registry::Entry>>& Registry::Entry::builtin() {
  // A built-in file names its parent by that file's own name.
  struct Builder {
    std::vector<Loaded> loaded = std::vector<Loaded>(builtin_files().size());

    const Loaded& load(std::size_t i) {
      if (loaded[i].spec) return loaded[i];
      const BuiltinFile& builtin = builtin_files()[i];
      const text::Source file(std::string(builtin.name) + ".toml", std::string(builtin.text));
      const auto parent = [&](std::string_view name) -> std::shared_ptr<const Value> {
        for (std::size_t p = 0; p < loaded.size(); ++p)
          if (p != i && builtin_files()[p].name == name) return load(p).document;
        return nullptr;
      };
      text::DiagnosticList findings;
      loaded[i] = load_file(file, {parent, [] { return std::vector<std::string>(); }}, findings);
      assert(loaded[i].spec && findings.items.empty());
      return loaded[i];
    }
  };
  static const std::vector<std::shared_ptr<Entry>> entries = [] {
    Builder builder;
    std::vector<std::shared_ptr<Entry>> all;
    for (std::size_t i = 0; i < builtin_files().size(); ++i)
      if (const Loaded& known = builder.load(i); known.spec)
        all.push_back(std::make_shared<Entry>(known));
    return all;
  }();
  return entries;
}

Registry::Registry() : state_(std::make_unique<State>()) {}
Registry::~Registry() = default;
Registry::Registry(Registry&&) noexcept = default;
Registry& Registry::operator=(Registry&&) noexcept = default;

std::shared_ptr<const rules::Variant> Registry::find(std::string_view name) const {
  const auto entry = state_->find(name);
  text::DiagnosticList findings;  // built-in variants compile, added ones have been
  return entry ? entry->compile(findings) : nullptr;
}

std::shared_ptr<const rules::VariantSpec> Registry::spec(std::string_view name) const {
  const auto entry = state_->find(name);
  return entry ? entry->loaded.spec : nullptr;
}

std::vector<std::string> Registry::names() const {
  return state_->names();
}

std::shared_ptr<const rules::Variant> Registry::add(const text::Source& file,
                                                    text::Diagnostics& diagnostics) {
  Loaded loaded = state_->load(file, diagnostics);
  if (!loaded.spec) return nullptr;
  const auto entry = std::make_shared<Entry>(std::move(loaded));
  const auto variant = entry->compile(diagnostics);
  if (!variant) return nullptr;
  const std::unique_lock lock(state_->mutex);
  state_->added.push_back(entry);
  return variant;
}

std::shared_ptr<const rules::VariantSpec> load(const text::Source& file, const Registry& parents,
                                               text::Diagnostics& diagnostics) {
  return parents.state_->load(file, diagnostics).spec;
}

std::string_view builtin_file(std::string_view name) {
  const auto spec = Registry().spec(name);
  for (const BuiltinFile& builtin : builtin_files())
    if (spec && spec->file_name == std::string(builtin.name) + ".toml") return builtin.text;
  return {};
}

}  // namespace nuskha::variants
