#include "repair/costs.hpp"

#include <algorithm>
#include <map>

#include "repair/builtin.hpp"
#include "text/ascii.hpp"
#include "variants/document.hpp"

namespace nuskha::repair {

using text::Code;
using text::is_digit;
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

std::string_view name(Slip slip) {
  constexpr std::array<std::string_view, slip_count> names = {"other",    "adjacent", "alike",
                                                              "left_out", "added",    "doubled"};
  return names[std::size_t(slip)];
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

bool Costs::alike(char a, char b) const {
  const auto x = static_cast<unsigned char>(a), y = static_cast<unsigned char>(b);
  return x < 128 && y < 128 && pairs_[x][y];
}

Slip Costs::between(char written, char meant) const {
  Slip slip = Slip::other;
  const bool same_kind =
      (is_letter(written) && is_letter(meant)) || (is_digit(written) && is_digit(meant));
  if (same_kind && (written - meant == 1 || meant - written == 1) && of(Slip::adjacent) < of(slip))
    slip = Slip::adjacent;
  if (alike(written, meant) && of(Slip::alike) < of(slip)) slip = Slip::alike;
  return slip;
}

int Costs::character(char written, char meant) const {
  return written == meant ? 0 : of(between(written, meant));
}

int Costs::addition(std::string_view written, std::size_t at) const {
  return of(at > 0 && written[at] == written[at - 1] ? Slip::doubled : Slip::added);
}

void Costs::fill(std::string_view written, std::string_view meant, Table& best) const {
  for (std::size_t i = 0; i <= written.size(); ++i)
    for (std::size_t j = 0; j <= meant.size(); ++j) {
      int cost = i + j == 0 ? 0 : max_cost;
      if (i && j)
        cost = std::min(cost, best[i - 1][j - 1] + character(written[i - 1], meant[j - 1]));
      if (j) cost = std::min(cost, best[i][j - 1] + of(Slip::left_out));
      if (i) cost = std::min(cost, best[i - 1][j] + addition(written, i - 1));
      best[i][j] = cost;
    }
}

int Costs::miswritten(std::string_view written, std::string_view meant) const {
  // As nearly all are.
  if (written.size() == 1 && meant.size() == 1)
    return std::min(character(written[0], meant[0]), of(Slip::left_out) + of(Slip::added));
  written = written.substr(0, longest);
  meant = meant.substr(0, longest);
  Table best;
  fill(written, meant, best);
  return best[written.size()][meant.size()];
}

std::vector<Slipped> Costs::slips(std::string_view written, std::string_view meant) const {
  written = written.substr(0, longest);
  meant = meant.substr(0, longest);
  Table best;
  fill(written, meant, best);
  std::vector<Slipped> out;
  for (std::size_t i = written.size(), j = meant.size(); i || j;) {
    const char w = i ? written[i - 1] : '\0', m = j ? meant[j - 1] : '\0';
    if (i && j && best[i][j] == best[i - 1][j - 1] + character(w, m)) {
      if (w != m) out.push_back({between(w, m), w, m});
      --i, --j;
    } else if (j && best[i][j] == best[i][j - 1] + of(Slip::left_out)) {
      out.push_back({Slip::left_out, '\0', m});
      --j;
    } else {
      --i;
      const bool twice = addition(written, i) == of(Slip::doubled);
      out.push_back({twice ? Slip::doubled : Slip::added, w, '\0'});
    }
  }
  return out;
}

std::optional<Costs> load_costs(const text::Source& file, text::Diagnostics& diagnostics) {
  OfModel of_model(diagnostics);
  const std::optional<Value> document = variants::parse_document(file, of_model);
  if (!document) return std::nullopt;
  Costs costs;
  Table characters(*document, "characters", diagnostics);
  for (std::size_t i = 0; i < slip_count; ++i) characters.cost(name(Slip(i)), costs.slips_[i]);
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
