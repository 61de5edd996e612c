// Estimates a cost model from games that were written down and of which it is known what was
// played: how often each fault was made of the times that it could have been.
//
//   repair::Learner learner(*repair::builtin_costs("typed"));
//   learner.learn(written, pgn, truth, pgn, registry, "", findings);
//   if (learner.games()) std::cout << learner.model();
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "readers/dialects.hpp"
#include "repair/costs.hpp"
#include "repair/repair.hpp"
#include "rules/position.hpp"
#include "text/diagnostic.hpp"
#include "text/source.hpp"
#include "variants/registry.hpp"

namespace nuskha::repair {

struct Manner;
struct Line;

// What is known already counts as much as so many moves, with as many times for each fault as those
// that were seen, and as so many times of what not every move has. So a small corpus changes the
// profile little, and no fault becomes impossible for not being in it.
inline constexpr double weight_of_profile = 200;

// How often something was done of the times that it could have been. Where it has several outcomes
// of which only one is what stands there, each counts as a time.
struct Tally {
  double done = 0, times = 0;
};

class Learner {
 public:
  // The model that is started from, which must outlive this. `alphabet`: as in Options.
  explicit Learner(const Costs& profile, std::string alphabet = {})
      : profile_(profile), alphabet_(std::move(alphabet)) {}

  // The games of two texts, in pairs by their order. `variant`: where the games name none. Findings
  // (R301 to R303) have their places in the written text, and concern pairs that are left out.
  void learn(const text::Source& written, const readers::Dialect& of_written,
             const text::Source& truth, const readers::Dialect& of_truth,
             const variants::Registry& registry, const std::string& variant,
             text::Diagnostics& findings);

  std::size_t games() const { return games_; }
  std::size_t moves() const { return moves_; }  // that were played in them
  // A model as load_costs() reads it, which says behind each cost what it was made of.
  std::string model() const;

 private:
  template <class Bits>
  bool learn_game(const WrittenGame& written, const rules::Position<Bits>& start,
                  const std::vector<rules::Move>& played);
  template <class Bits>
  void learn_line(const Manner& manner, const rules::Position<Bits>& start, const Line& line);
  template <class Bits>
  void learn_move(const Manner& manner, const rules::Position<Bits>& position,
                  const rules::Variant& variant, std::uint32_t at, rules::Move move,
                  const Faults& faults);
  void learn_square(record::WrittenSquare written, record::WrittenSquare meant);
  void learn_text(std::string_view written, std::string_view meant);
  void made(Fault fault, double times = 1) { faults_[std::size_t(fault)].done += times; }
  void could_make(Fault fault, double times = 1) { faults_[std::size_t(fault)].times += times; }

  struct Characters {
    std::array<Tally, slip_count> slips{};
    std::string pairs;  // two after another, without what parts them
  };
  Characters characters() const;
  double probability(const Tally& tally, int known) const;
  int cost(const Tally& tally, int known) const;
  int cost_of_unexplained(const Characters& characters) const;

  const Costs& profile_;
  const std::string alphabet_;
  std::size_t games_ = 0, moves_ = 0;
  std::array<Tally, fault_count> faults_{};
  std::array<double, 128> meant_{};                         // characters that were to be written
  std::array<std::array<double, 128>, 128> written_for_{};  // [written][meant]
  std::array<double, slip_count> slipped_{};                // left out, added, doubled
};

}  // namespace nuskha::repair
