#include "repair/costs.hpp"

#include <algorithm>
#include <map>

#include "repair/builtin.hpp"
#include "variants/document.hpp"

namespace nuskha::repair {

using text::Code;
using variants::Value;

namespace {

struct FaultRow {
  std::string_view name, text;
};
constexpr FaultRow fault_rows[] = {
#define NUSKHA_FAULT(name, text) {#name, text},
#include "repair/faults.def"
#undef NUSKHA_FAULT
};

bool is_letter(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}
bool is_digit(char c) {
  return c >= '0' && c <= '9';
}

// What the TOML parser says, of a cost model.
class OfModel final : public text::Diagnostics {
 public:
  explicit OfModel(text::Diagnostics& next) : next_(next) {}
  void report(text::Diagnostic diagnostic) override {
    if (diagnostic.code == Code::variant_syntax) diagnostic.code = Code::cost_model_syntax;
    if (diagnostic.code == Code::variant_file_too_large)
      diagnostic.code = Code::cost_model_too_large;
    next_.report(std::move(diagnostic));
  }

 private:
  text::Diagnostics& next_;
};

// Reads the entries of one table; what it holds beside them is reported at the end.
class Table {
 public:
  Table(const Value& document, std::string_view name, text::Diagnostics& diagnostics)
      : name_(name), diagnostics_(diagnostics) {
    const Value* found = document.find(name);
    if (!found)
      fail(Code::cost_model_missing_key, {}, {"the cost model", std::string(name)});
    else if (expect(*found, Value::Kind::table))
      table_ = found;
  }

  const Value* entry(std::string_view key, Value::Kind kind) {
    known_.emplace_back(key);
    if (!table_) return nullptr;
    const Value* value = table_->find(key);
    if (!value) {
      fail(Code::cost_model_missing_key, table_->key_span, {'[' + name_ + ']', std::string(key)});
      return nullptr;
    }
    return expect(*value, kind) ? value : nullptr;
  }
  void cost(std::string_view key, int& cost) {
    const Value* value = entry(key, Value::Kind::integer);
    if (!value) return;
    if (value->integer < 0 || value->integer > max_cost)
      fail(Code::cost_model_bad_number, value->span,
           {std::string(key), "0", std::to_string(max_cost), std::to_string(value->integer)});
    else
      cost = int(value->integer);
  }
  bool expect(const Value& value, Value::Kind kind) {
    if (value.kind == kind) return true;
    fail(Code::cost_model_wrong_type, value.span,
         {value.key, std::string(variants::describe(kind)), variants::describe(value)});
    return false;
  }
  void fail(Code code, text::Span span, std::vector<std::string> args) {
    good_ = false;
    diagnostics_.report({.code = code, .span = span, .args = std::move(args)});
  }
  bool finish() {
    if (table_)
      for (const Value& member : table_->members)
        if (std::find(known_.begin(), known_.end(), member.key) == known_.end())
          fail(Code::cost_model_unknown_key, member.key_span, {member.key, '[' + name_ + ']'});
    return good_;
  }

 private:
  std::string name_;
  text::Diagnostics& diagnostics_;
  const Value* table_ = nullptr;
  std::vector<std::string> known_;
  bool good_ = true;
};

}  // namespace

std::string_view name(Fault fault) {
  return fault_rows[std::size_t(fault)].name;
}

std::string_view describe(Fault fault) {
  return fault_rows[std::size_t(fault)].text;
}

std::string describe(const Faults& faults) {
  std::string out;
  for (std::size_t i = 0; i < fault_count; ++i) {
    if (!faults[i]) continue;
    if (!out.empty()) out += "; ";
    out += fault_rows[i].text;
  }
  return out;
}

int Costs::character(char written, char meant) const {
  if (written == meant) return 0;
  int cost = other_;
  const bool same_kind =
      (is_letter(written) && is_letter(meant)) || (is_digit(written) && is_digit(meant));
  if (same_kind && (written - meant == 1 || meant - written == 1)) cost = std::min(cost, adjacent_);
  const auto w = static_cast<unsigned char>(written), m = static_cast<unsigned char>(meant);
  if (w < 128 && m < 128 && pairs_[w][m]) cost = std::min(cost, alike_);
  return cost;
}

int Costs::miswritten(std::string_view written, std::string_view meant) const {
  constexpr std::size_t longest = 16;
  written = written.substr(0, longest);
  meant = meant.substr(0, longest);
  std::array<std::array<int, longest + 1>, longest + 1> best{};
  for (std::size_t i = 0; i <= written.size(); ++i)
    for (std::size_t j = 0; j <= meant.size(); ++j) {
      if (i + j == 0) continue;
      int cost = max_cost;
      if (i && j)
        cost = std::min(cost, best[i - 1][j - 1] + character(written[i - 1], meant[j - 1]));
      if (j) cost = std::min(cost, best[i][j - 1] + left_out_);
      if (i) {
        const bool twice = i > 1 && written[i - 1] == written[i - 2];
        cost = std::min(cost, best[i - 1][j] + (twice ? doubled_ : added_));
      }
      best[i][j] = cost;
    }
  return best[written.size()][meant.size()];
}

std::optional<Costs> load_costs(const text::Source& file, text::Diagnostics& diagnostics) {
  OfModel of_model(diagnostics);
  const std::optional<Value> document = variants::parse_document(file, of_model);
  if (!document) return std::nullopt;
  Costs costs;
  Table characters(*document, "characters", diagnostics);
  characters.cost("other", costs.other_);
  characters.cost("adjacent", costs.adjacent_);
  characters.cost("alike", costs.alike_);
  characters.cost("left_out", costs.left_out_);
  characters.cost("added", costs.added_);
  characters.cost("doubled", costs.doubled_);
  if (const Value* pairs = characters.entry("pairs", Value::Kind::list))
    for (const Value& pair : pairs->members) {
      if (!characters.expect(pair, Value::Kind::string)) continue;
      const auto in_ascii = [](char c) { return static_cast<unsigned char>(c) < 128; };
      if (pair.string.size() != 2 || !in_ascii(pair.string[0]) || !in_ascii(pair.string[1])) {
        characters.fail(Code::cost_model_bad_pair, pair.span, {pair.string});
        continue;
      }
      const auto a = std::size_t(pair.string[0]), b = std::size_t(pair.string[1]);
      costs.pairs_[a].set(b);
      costs.pairs_[b].set(a);
    }
  Table faults(*document, "faults", diagnostics);
  for (std::size_t i = 0; i < fault_count; ++i) faults.cost(fault_rows[i].name, costs.faults_[i]);
  for (const int cost : costs.faults_)
    if (cost > 0) costs.least_ = std::min(costs.least_, cost);
  bool good = characters.finish();
  good = faults.finish() && good;
  for (const Value& member : document->members)
    if (member.key != "characters" && member.key != "faults") {
      good = false;
      diagnostics.report({.code = Code::cost_model_unknown_key,
                          .span = member.key_span,
                          .args = {member.key, "the cost model"}});
    }
  if (!good) return std::nullopt;
  return costs;
}

const Costs* builtin_costs(std::string_view name) {
  static const std::map<std::string_view, Costs> all = [] {
    std::map<std::string_view, Costs> loaded;
    for (const BuiltinFile& file : builtin_files()) {
      text::DiagnosticList findings;
      const text::Source source(std::string(file.name), std::string(file.text));
      if (auto costs = load_costs(source, findings)) loaded.emplace(file.name, *costs);
    }
    return loaded;
  }();
  const auto found = all.find(name);
  return found == all.end() ? nullptr : &found->second;
}

std::vector<std::string> builtin_costs_names() {
  std::vector<std::string> names;
  for (const BuiltinFile& file : builtin_files()) names.emplace_back(file.name);
  return names;
}

}  // namespace nuskha::repair
