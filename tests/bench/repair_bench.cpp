// How well and how fast games are mended: takes games, writes them down with faults of each kind,
// and compares what repair makes of the text with what was played. Prints the tables of
// docs/PERFORMANCE.md.
//
//   repair_bench san|lan|VARIANT TRIALS [SEED [GAMES.pgn]]
//   repair_bench recorded TRIALS SEED WRITTEN TRUE
//
// The second adds a fault to each of the games in WRITTEN, which has faults already; TRUE has the
// same games without. Chess games are the lines of GAMES.pgn, where one is given, played on by a
// simple policy; all others are played by it from the beginning.
#include <algorithm>
#include <array>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <fstream>
#include <iterator>
#include <map>
#include <numeric>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <sys/resource.h>

#include "readers/dialects.hpp"
#include "repair/miswrite.hpp"
#include "repair/repair.hpp"
#include "rules/fen.hpp"
#include "variants/registry.hpp"

using namespace nuskha;
using miswrite::Kind;
using miswrite::Notation;
using miswrite::Sheet;
using rules::Move;
using rules::Position;

namespace {

constexpr double sure = 0.95;
constexpr std::array fault_numbers = {1, 2, 3, 5, 10};
constexpr std::array bins = {0.5, 0.8, 0.9, 0.95, 0.98, 0.99, 0.995, 1.01};

repair::WrittenGame read(const text::Source& source, Notation notation) {
  repair::Collector collector;
  text::DiagnosticList findings;
  readers::find_dialect(notation == Notation::dola ? "dola" : "pgn")
      ->read(source, collector, findings);
  return collector.games.empty() ? repair::WrittenGame() : std::move(collector.games.front());
}

struct Game {
  std::vector<Move> moves;
  Sheet sheet;
};

struct Tally {
  int trials = 0, restored = 0, among_three = 0;
  int corrections = 0, right = 0, sure = 0, sure_but_wrong = 0;
  int legal = 0;  // as written: no fault to be seen
  // Another reading costs as little as the right one, or less. The other games are the limit of
  // what can be restored by costs.
  int as_cheap = 0;
  int lost = 0;  // the right reading is cheaper than all that were found
  std::vector<double> milliseconds;
};

struct Bin {
  int corrections = 0, right = 0;
};

// What becomes of recorded games with a fault more.
struct Outcomes {
  int trials = 0, restored = 0, wrong = 0;  // wrong: with a correction that is sure and is not true
};
using OutcomesByKind = std::array<Outcomes, miswrite::kind_names.size()>;

// What stands between two moves, without what parts them: `&`, and the number.
std::string remark_in(std::string_view between) {
  const auto strip = [&](std::string_view signs) {
    between = between.substr(0, between.find_last_not_of(signs) + 1);  // npos + 1 is 0
  };
  strip(" \n\r\t&");
  // A bracket without a figure before it closes a remark.
  if (between.size() > 1 && between.back() == ')') {
    const char before = between[between.size() - 2];
    if (before >= '0' && before <= '9') {
      between.remove_suffix(1);
      strip("0123456789");
    }
  }
  strip(" \n\r\t");
  return std::string(between);
}

template <class Bits>
class Bench {
 public:
  Bench(const Position<Bits>& empty, Notation notation, std::uint64_t seed)
      : variant_(empty.variant()),
        notation_(notation),
        start_(empty),
        random_(seed),
        player_(variant_, random_),
        scribe_(variant_, notation, seed) {
    rules::read_fen(variant_.start_fen(), start_);
  }

  // Lines of play to begin with.
  void openings(const std::string& path) {
    std::ifstream file(path, std::ios::binary);
    const text::Source source(path, std::string(std::istreambuf_iterator<char>(file), {}));
    repair::Collector collector;
    text::DiagnosticList findings;
    readers::find_dialect("pgn")->read(source, collector, findings);
    for (const repair::WrittenGame& game : collector.games) {
      if (game.tag("FEN") || game.moves.size() < 16) continue;
      const repair::Repaired r = repair::repair(game, registry_);
      if (r.state == repair::Repaired::State::clean) openings_.push_back(r.readings[0].moves);
    }
  }

  // False where the game, written anew, is not read as it was.
  bool add_faults(const repair::WrittenGame& written, const repair::WrittenGame& meant, int trials,
                  OutcomesByKind& outcomes) {
    Game game;
    const repair::Repaired truth = repair::repair(meant, registry_, {.variant = variant_.name()});
    if (truth.state != repair::Repaired::State::clean) return false;
    game.moves = truth.readings[0].moves;
    game.sheet = copy(written);
    const Sheet other = scribe_.write(start_, play().moves);
    const text::Source source("game", game.sheet.text);
    if (read(source, notation_).moves.size() != written.moves.size()) return false;
    for (std::size_t k = 0; k < outcomes.size(); ++k)
      for (int i = 0; i < trials; ++i) {
        Sheet sheet = game.sheet;
        if (!scribe_.miswrite(sheet, Kind(k), other)) break;
        ++outcomes[k].trials;
        const text::Source text("game", sheet.text);
        const repair::WrittenGame faulty = read(text, notation_);
        const repair::Repaired r = repair::repair(faulty, registry_, {.variant = variant_.name()});
        if (r.readings.empty()) continue;
        const repair::Reading& first = r.readings[0];
        outcomes[k].restored += first.moves == game.moves;
        outcomes[k].wrong += std::any_of(
            first.corrections.begin(), first.corrections.end(), [&](const repair::Correction& c) {
              return c.probability >= sure && !is_true(c, first, faulty, sheet, game);
            });
      }
    return true;
  }

  void run(int trials) {
    constexpr int games = 50;
    for (int i = 0; i < games; ++i) games_.push_back(play());
    std::printf(
        "| faults | games | restored | in top 3 | corrections right | sure | sure but wrong "
        "| nothing to see | as cheap | lost | limit | of it | ms | most ms |\n"
        "|---|---|---|---|---|---|---|---|---|---|---|---|---|---|\n");
    std::vector<Kind> kinds;
    for (std::size_t k = 0; k < miswrite::kind_names.size(); ++k) {
      Tally tally;
      for (int i = 0; i < trials; ++i) trial({Kind(k)}, i, tally);
      if (tally.trials == 0) continue;
      kinds.push_back(Kind(k));
      row(std::string(miswrite::kind_names[k]), tally);
    }
    bins_.fill({});
    for (const int number : fault_numbers) {
      Tally tally;
      for (int i = 0; i < 4 * trials; ++i) {
        std::vector<Kind> chosen;
        for (int n = 0; n < number; ++n)
          chosen.push_back(kinds[std::size_t(random_.below(int(kinds.size())))]);
        trial(chosen, i, tally);
      }
      row(fmt::format("{} of any kind", number), tally);
    }
    std::printf("\n| confidence | corrections | right |\n|---|---|---|\n");
    for (std::size_t i = 0; i < bins.size(); ++i)
      std::printf("| %.3f to %.3f | %d | %.1f %% |\n", i ? bins[i - 1] : 0, std::min(bins[i], 1.0),
                  bins_[i].corrections, share(bins_[i].right, bins_[i].corrections));
    const auto plies =
        std::accumulate(games_.begin(), games_.end(), std::size_t(0),
                        [](std::size_t sum, const Game& game) { return sum + game.moves.size(); }) /
        games_.size();
    rusage used{};
    getrusage(RUSAGE_SELF, &used);
    std::printf("\n%zu plies a game; at most %ld MB\n", plies, used.ru_maxrss / 1024);
  }

 private:
  // Everything that stands there, move by move.
  Sheet copy(const repair::WrittenGame& game) const {
    Sheet sheet;
    const std::string_view text = game.source->text();
    const auto between = [&](std::uint32_t begin, std::uint32_t end) {
      return text.substr(begin, end - begin);
    };
    for (std::size_t i = 0; i < game.moves.size(); ++i) {
      const record::WrittenMove& move = game.moves[i];
      miswrite::Cell cell;
      cell.move = move;
      cell.text = std::string(game.source->text(move.span));
      cell.number = int(game.number(i).number);
      cell.ply = int(i);
      if (i + 1 < game.moves.size())
        cell.remark = remark_in(between(move.span.end, game.moves[i + 1].span.begin));
      sheet.cells.push_back(std::move(cell));
    }
    sheet.heading = remark_in(between(game.span.begin, game.moves.front().span.begin)) + '\n';
    sheet.ending = std::string(between(game.moves.back().span.end, game.span.end));
    scribe_.set(sheet);
    return sheet;
  }

  static double share(int part, int whole) { return whole ? 100.0 * part / whole : 0; }

  Game play() {
    Game game;
    Position<Bits> position = start_;
    if (!openings_.empty())
      game.moves = openings_[std::size_t(random_.below(int(openings_.size())))];
    for (const Move move : game.moves) position.play(move);
    const std::size_t longest = std::size_t(60 + random_.below(41));
    while (game.moves.size() < longest) {
      const Move move = player_.choose(position);
      if (move == Move()) break;
      game.moves.push_back(move);
      position.play(move);
    }
    game.sheet = scribe_.write(start_, game.moves);
    return game;
  }

  void trial(const std::vector<Kind>& kinds, int i, Tally& tally) {
    const Game& game = games_[std::size_t(i) % games_.size()];
    const Game& other = games_[std::size_t(i + 1) % games_.size()];
    Sheet sheet = game.sheet;
    for (const Kind kind : kinds)
      if (!scribe_.miswrite(sheet, kind, other.sheet) && kinds.size() == 1) return;
    const text::Source source("game", sheet.text);
    const repair::WrittenGame written = read(source, notation_);
    const std::clock_t begin = std::clock();
    const repair::Repaired r = repair::repair(written, registry_, {.variant = variant_.name()});
    tally.milliseconds.push_back(1000.0 * double(std::clock() - begin) / CLOCKS_PER_SEC);
    ++tally.trials;
    tally.legal += r.state == repair::Repaired::State::clean && r.readings[0].moves != game.moves;
    if (r.readings.empty()) return;
    const auto is_right = [&](const repair::Reading& reading) {
      return reading.moves == game.moves;
    };
    const bool restored = is_right(r.readings[0]);
    tally.restored += restored;
    tally.among_three += std::any_of(r.readings.begin(), r.readings.end(), is_right);
    for (const repair::Correction& c : r.readings[0].corrections) {
      const bool right = is_true(c, r.readings[0], written, sheet, game);
      ++tally.corrections;
      tally.right += right;
      if (c.probability >= sure) {
        ++tally.sure;
        tally.sure_but_wrong += !right;
      }
      const auto bin = std::find_if(bins.begin(), bins.end(),
                                    [&](double bound) { return c.probability < bound; });
      Bin& in = bins_[std::size_t(bin - bins.begin())];
      ++in.corrections;
      in.right += right;
    }
    const auto right =
        repair::repair(written, registry_, {.variant = variant_.name(), .played = &game.moves});
    if (!restored) {
      const bool known = right.state == repair::Repaired::State::mended && !right.readings.empty();
      const bool lost = known && right.readings[0].cost < r.readings[0].cost;
      tally.lost += lost;
      tally.as_cheap += known && !lost;
      if (std::getenv("SHOW"))
        std::printf(
            "\n%s: %s, %d for %d\n",
            kinds.size() > 1 ? "several" : miswrite::kind_names[std::size_t(kinds[0])].data(),
            !known ? "beyond explanation"
            : lost ? "lost"
                   : "as cheap",
            right.readings.empty() ? 0 : right.readings[0].cost, r.readings[0].cost);
    }
    const bool wrongly_sure = std::any_of(
        r.readings[0].corrections.begin(), r.readings[0].corrections.end(),
        [&](const repair::Correction& c) {
          return c.probability >= sure && !is_true(c, r.readings[0], written, sheet, game);
        });
    if (std::getenv("SHOW") && (!restored || wrongly_sure)) show(r, written, sheet, game);
  }

  void show(const repair::Repaired& r, const repair::WrittenGame& written, const Sheet& sheet,
            const Game& game) const {
    std::printf("\nread as far as %zu of %zu\n", r.explained, sheet.cells.size());
    for (std::size_t i = 0; i < sheet.cells.size(); ++i) {
      const miswrite::Cell& cell = sheet.cells[i];
      const std::string meant =
          cell.ply < 0 ? "nothing" : game.sheet.cells[std::size_t(cell.ply)].text;
      if (cell.ply != int(i) || cell.text != meant)
        std::printf("  %zu: %s, ply %d, for %s\n", i, cell.text.c_str(), cell.ply, meant.c_str());
    }
    for (const repair::Reading& reading : r.readings) {
      std::printf("  %s of cost %d, %.4f\n", reading.moves == game.moves ? "right" : "wrong",
                  reading.cost, reading.probability);
      for (const repair::Correction& c : reading.corrections)
        std::printf("    %u: %s for %s, %.4f: %s%s\n", c.move, c.original.c_str(), c.meant.c_str(),
                    c.probability, repair::describe(c.faults).c_str(),
                    is_true(c, reading, written, sheet, game) ? "" : ", which is wrong");
    }
  }

  // What a correction says of its ply is what was played, or of its token what that was written
  // for; or what it takes out was not played.
  bool is_true(const repair::Correction& c, const repair::Reading& reading,
               const repair::WrittenGame& written, const Sheet& sheet, const Game& game) const {
    if (reading.moves == game.moves) return true;
    if (c.move >= written.moves.size()) return false;  // results are never wrong here
    const std::uint32_t begin = written.moves[c.move].span.begin;
    const auto cell = std::lower_bound(sheet.begins.begin(), sheet.begins.end(), begin);
    const std::size_t at = std::size_t(cell - sheet.begins.begin());
    const int ply = cell != sheet.begins.end() && *cell == begin ? sheet.cells[at].ply : -1;
    if (c.meant.empty()) {
      // Of two like moves either may go.
      const auto twin = [&](std::size_t i) {
        return i < sheet.cells.size() && sheet.cells[i].ply < 0 &&
               sheet.cells[i].text == sheet.cells[at].text;
      };
      return ply < 0 || twin(at - 1) || twin(at + 1);
    }
    const std::size_t now = c.ply - 1;
    if (!c.original.empty() && ply >= 0 && reading.moves[now] == game.moves[std::size_t(ply)])
      return true;
    return now < game.moves.size() && reading.moves[now] == game.moves[now];
  }

  void row(const std::string& name, Tally& t) const {
    std::sort(t.milliseconds.begin(), t.milliseconds.end());
    std::printf(
        "| %s | %d | %.1f %% | %.1f %% | %.1f %% of %d | %d | %d | %d | %d | %d | %.1f %% | %.1f "
        "%% | "
        "%.1f | %.1f |\n",
        name.c_str(), t.trials, share(t.restored, t.trials), share(t.among_three, t.trials),
        share(t.right, t.corrections), t.corrections, t.sure, t.sure_but_wrong, t.legal, t.as_cheap,
        t.lost, share(t.trials - t.as_cheap, t.trials), share(t.restored, t.trials - t.as_cheap),
        t.milliseconds[t.milliseconds.size() / 2], t.milliseconds.back());
    std::fflush(stdout);
  }

  const rules::Variant& variant_;
  Notation notation_;
  variants::Registry registry_;
  Position<Bits> start_;
  bench::Random random_;
  bench::Player<Bits> player_;
  miswrite::Scribe<Bits> scribe_;
  std::vector<std::vector<Move>> openings_;
  std::vector<Game> games_;
  std::array<Bin, bins.size()> bins_{};
};

// Prints what becomes of them.
int bench_recorded(int trials, std::uint64_t seed, const std::string& written,
                   const std::string& meant) {
  const variants::Registry registry;
  const auto collect = [](const text::Source& source, repair::Collector& collector) {
    text::DiagnosticList findings;
    readers::find_dialect("dola")->read(source, collector, findings);
  };
  const auto open = [](const std::string& path) {
    std::ifstream file(path, std::ios::binary);
    return text::Source(path, std::string(std::istreambuf_iterator<char>(file), {}));
  };
  const text::Source is = open(written), should_be = open(meant);
  repair::Collector faulty, right;
  collect(is, faulty);
  collect(should_be, right);
  OutcomesByKind outcomes{};
  for (std::size_t i = 0; i < faulty.games.size() && i < right.games.size(); ++i) {
    const std::string* name = faulty.games[i].tag("Variant");
    const auto variant = name ? registry.find(*name) : nullptr;
    if (!variant) continue;
    std::visit(
        [&](const auto& position) {
          Bench bench(position, Notation::dola, seed);
          if (!bench.add_faults(faulty.games[i], right.games[i], trials, outcomes))
            std::printf("game %zu is not read as it stands\n", i + 1);
        },
        rules::make_position(*variant));
  }
  std::printf("| fault | trials | restored | asked about | wrong |\n|---|---|---|---|---|\n");
  for (std::size_t k = 0; k < outcomes.size(); ++k) {
    const Outcomes& all = outcomes[k];
    if (all.trials)
      std::printf("| %s | %d | %d | %d | %d |\n", miswrite::kind_names[k].data(), all.trials,
                  all.restored, all.trials - all.restored - all.wrong, all.wrong);
  }
  return 0;
}

}  // namespace

int main(int argc, char** argv) {
  if (argc == 6 && argv[1] == std::string("recorded"))
    return bench_recorded(std::atoi(argv[2]), std::strtoull(argv[3], nullptr, 10), argv[4],
                          argv[5]);
  const std::string name = argc > 2 ? argv[1] : "";
  const Notation notation = name == "san"   ? Notation::san
                            : name == "lan" ? Notation::lan
                                            : Notation::dola;
  const auto variant =
      variants::Registry().find(notation == Notation::dola ? name : std::string("chess"));
  const int trials = argc > 2 ? std::atoi(argv[2]) : 0;
  if (!variant || trials < 1) {
    std::fputs("usage: repair_bench san|lan|VARIANT TRIALS [SEED [GAMES.pgn]]\n", stderr);
    return 2;
  }
  const std::uint64_t seed = argc > 3 ? std::strtoull(argv[3], nullptr, 10) : 1;
  const rules::AnyPosition empty = rules::make_position(*variant);
  std::visit(
      [&](const auto& position) {
        Bench bench(position, notation, seed);
        if (argc > 4 && notation != Notation::dola) bench.openings(argv[4]);
        bench.run(trials);
      },
      empty);
  return 0;
}
