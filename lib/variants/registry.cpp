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
};

// A built-in variant. They are the same for every registry, and each is loaded on first use.
class Registry::Builtin {
 public:
  static std::vector<Builtin>& all() {
    static std::vector<Builtin> all(builtin_files().begin(), builtin_files().end());
    return all;
  }

  explicit Builtin(const BuiltinFile& file) : file_(&file), name_(plain_name(file.name)) {}
  // Plain. The file is called as its variant is.
  const std::string& name() const { return name_; }
  std::string_view text() const { return file_->text; }
  const std::shared_ptr<Entry>& entry() {
    std::call_once(loaded_, [this] { load(); });
    return entry_;
  }

 private:
  void load() {
    // A built-in file names its parent by that file's own name.
    const auto parent = [this](std::string_view name) -> std::shared_ptr<const Value> {
      for (Builtin& other : all())
        if (&other != this && other.file_->name == name) return other.entry()->loaded.document;
      return nullptr;
    };
    const text::Source source(std::string(file_->name) + ".toml", std::string(file_->text));
    text::DiagnosticList findings;
    entry_ = std::make_shared<Entry>(
        load_file(source, {parent, [] { return std::vector<std::string>(); }}, findings));
    assert(findings.items.empty() && entry_->is_called(name_));
  }

  const BuiltinFile* file_;
  std::string name_;
  std::once_flag loaded_;
  std::shared_ptr<Entry> entry_;
};

struct Registry::State {
  mutable std::shared_mutex mutex;
  std::vector<std::shared_ptr<Entry>> added;  // in order

  // An added variant comes before all earlier ones.
  std::shared_ptr<Entry> find(std::string_view name) const {
    const std::string plain = plain_name(name);
    if (auto entry = find_added(plain)) return entry;
    for (Builtin& builtin : Builtin::all())
      if (builtin.name() == plain) return builtin.entry();
    for (Builtin& builtin : Builtin::all())
      if (builtin.entry()->is_called(plain)) return builtin.entry();
    return nullptr;
  }
  std::shared_ptr<Entry> find_added(std::string_view plain) const {
    const std::shared_lock lock(mutex);
    for (auto entry = added.rbegin(); entry != added.rend(); ++entry)
      if ((*entry)->is_called(plain)) return *entry;
    return nullptr;
  }

  std::string usual() const {
    for (Builtin& builtin : Builtin::all()) {
      auto entry = find_added(builtin.name());
      // It is not inherited, so that files that do not speak of it need not be loaded.
      if (!entry && builtin.text().find("standard_start") != std::string_view::npos)
        entry = builtin.entry();
      if (entry && entry->loaded.spec->standard_start) return builtin.entry()->loaded.spec->name;
    }
    const std::vector<std::string> all = names();
    for (const std::string& name : all)
      if (find(name)->loaded.spec->standard_start) return name;
    return all.front();
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
    for (Builtin& builtin : Builtin::all()) add(*builtin.entry());
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

std::string Registry::usual() const {
  return state_->usual();
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
