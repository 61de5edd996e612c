// What each way to write a move wrongly costs: the model that repair weighs readings by. A cost is
// a negative logarithm of a probability, in hundredths. Models are TOML files (typed.toml explains
// each key); those built in are named like their files.
#pragma once

#include <array>
#include <bitset>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "text/diagnostic.hpp"
#include "text/source.hpp"

namespace nuskha::repair {

enum class Fault : std::uint8_t {
#define NUSKHA_FAULT(name, text) name,
#include "repair/faults.def"
#undef NUSKHA_FAULT
};

inline constexpr std::size_t fault_count = 0
#define NUSKHA_FAULT(name, text) +1
#include "repair/faults.def"
#undef NUSKHA_FAULT
    ;
using Faults = std::bitset<fault_count>;

std::string_view name(Fault fault);      // its key in a cost model
std::string_view describe(Fault fault);  // "another square"
std::string describe(const Faults& faults);

// Of each of two moves that change places.
inline bool are_exchanged(const Faults& faults) {
  return faults[std::size_t(Fault::swapped)] || faults[std::size_t(Fault::columns)];
}

// Ways to write a character wrongly within a short text, as [characters] of a model names them.
enum class Slip : std::uint8_t { other, adjacent, alike, left_out, added, doubled };
inline constexpr std::size_t slip_count = 6;
std::string_view name(Slip slip);

// A character of one text and what stands for it in another; 0 where nothing does.
struct Slipped {
  Slip slip;
  char written = 0, meant = 0;
};

inline constexpr int max_cost = 100000;  // of one entry of a file

class Costs {
 public:
  int of(Fault fault) const { return faults_[std::size_t(fault)]; }
  int of(Slip slip) const { return slips_[std::size_t(slip)]; }
  bool alike(char a, char b) const;              // one of `pairs`
  Slip between(char written, char meant) const;  // of two that differ
  int least() const { return least_; }           // of those that are not free
  // One short text for another: the cheapest way to change the characters. Letter case counts only
  // where a model's pair names it.
  int miswritten(std::string_view written, std::string_view meant) const;
  // Which changes these are.
  std::vector<Slipped> slips(std::string_view written, std::string_view meant) const;

 private:
  friend std::optional<Costs> load_costs(const text::Source&, text::Diagnostics&);
  static constexpr std::size_t longest = 16;  // of the texts; what follows is not looked at
  using Table = std::array<std::array<int, longest + 1>, longest + 1>;
  int character(char written, char meant) const;
  int addition(std::string_view written, std::size_t at) const;
  void fill(std::string_view written, std::string_view meant, Table& best) const;

  std::array<int, fault_count> faults_{};
  int least_ = max_cost;
  std::array<int, slip_count> slips_{};
  std::array<std::bitset<128>, 128> pairs_{};
};

// Nothing after an error was reported, with its place. Every key must be given.
std::optional<Costs> load_costs(const text::Source& file, text::Diagnostics& diagnostics);

// Null for a name that is not one of these.
const Costs* builtin_costs(std::string_view name);
std::vector<std::string> builtin_costs_names();

}  // namespace nuskha::repair
