// Writes PGN for the benchmarks and for the comparison with other programs: games that look played,
// for both sides take what hangs, save what is attacked and like checks, and that are the same on
// every machine. Says on standard error how many games and how many plies of main lines they are.
//
//   pgn_games VARIANT plain|comments|variations KILOBYTES [SEED]
#include <algorithm>
#include <array>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>

#include <fmt/format.h>

#include "bench/played.hpp"
#include "notation/notation.hpp"
#include "rules/fen.hpp"
#include "variants/chess960.hpp"
#include "variants/registry.hpp"
#include "writers/formats.hpp"

using namespace nuskha;
using rules::Color;
using rules::Move;
using rules::Position;

namespace {

enum class Kind { plain, comments, variations };

constexpr std::array<const char*, 16> words = {
    "better", "was",   "the", "plan",  "with",    "a",     "stronger", "move",
    "White",  "keeps", "up",  "Black", "defends", "after", "which",    "exchange"};
constexpr std::array<const char*, 12> syllables = {"ka",  "ro", "vi",  "len", "mor", "ta",
                                                   "shi", "be", "dun", "pe",  "gra", "so"};

template <class Bits>
class Games {
 public:
  Games(const rules::Variant& variant, Kind kind, std::uint64_t seed)
      : variant_(variant),
        names_(variant, "own"),
        kind_(kind),
        random_(seed),
        player_(variant, random_) {}

  void write(std::uint64_t bytes) {
    writers::Options options;
    // Servers write a game's moves in one line.
    if (kind_ == Kind::comments) options.width = 1 << 20;
    const auto writer = writers::find_format("pgn")->make(
        [&](std::string_view text) {
          written_ += std::fwrite(text.data(), 1, text.size(), stdout);
        },
        options);
    writer_ = writer.get();
    while (written_ < bytes) game();
  }

  std::uint64_t games = 0, plies = 0;

 private:
  std::string name() {
    std::string out;
    for (int i = 2 + random_.below(3); i > 0; --i) out += syllables[random_.below(12)];
    out[0] = char(out[0] - 32);
    return fmt::format("{}, {}", out, char('A' + random_.below(26)));
  }

  void emit(const Position<Bits>& position, Move move) {
    record::PlayedMove played;
    played.move = notation::write_down(position, names_, move, notation::Style::full);
    const auto need = notation::disambiguation(position, move);
    played.name_file = need.file;
    played.name_rank = need.rank;
    played.number = std::uint32_t(position.move_number());
    played.side = position.side() == Color::white ? record::Side::white : record::Side::black;
    writer_->move(played);
  }

  // A line in place of the move that was played, and in it others.
  void variation(Position<Bits> position, Move played, int depth) {
    Move move = player_.choose(position, played);
    if (move == Move()) return;
    writer_->begin_variation({});
    for (int length = 1 + random_.below(9); length > 0 && move != Move(); --length) {
      const Position<Bits> before = position;
      emit(position, move);
      position.play(move);
      remark();
      if (depth < 3 && random_.below(12) == 0) variation(before, move, depth + 1);
      move = player_.choose(position);
    }
    writer_->end_variation({});
  }

  void remark() {
    if (random_.below(20) == 0) writer_->nag(1 + random_.below(6), {});
    if (random_.below(12) != 0) return;
    std::string text;
    for (int count = 1 + random_.below(12); count > 0; --count) {
      if (!text.empty()) text += ' ';
      text += words[random_.below(16)];
    }
    writer_->comment(text, {});
  }

  void clock(int ply) {
    const int seconds = std::max(1, 600 - 3 * ply - random_.below(5));
    writer_->comment(fmt::format("[%eval {:.2f}] [%clk 0:{:02}:{:02}]",
                                 (random_.below(600) - 300) / 100.0, seconds / 60, seconds % 60),
                     {});
  }

  void tags(const std::string& fen, bool is_array) {
    const auto tag = [&](std::string_view name, std::string_view value) {
      writer_->tag(name, value, {});
    };
    tag("Event", fmt::format("{} open", name()));
    tag("Site",
        kind_ == Kind::comments ? fmt::format("https://example.org/{:08x}", games) : name());
    tag("Date", fmt::format("{}.{:02}.{:02}", 1990 + random_.below(30), 1 + random_.below(12),
                            1 + random_.below(28)));
    tag("Round", fmt::to_string(1 + random_.below(11)));
    tag("White", name());
    tag("Black", name());
    tag("WhiteElo", fmt::to_string(2000 + random_.below(800)));
    tag("BlackElo", fmt::to_string(2000 + random_.below(800)));
    if (kind_ == Kind::comments) tag("TimeControl", "600+0");
    if (!is_array) {
      tag("SetUp", "1");
      tag("FEN", fen);
    }
    if (!variant_.spec().standard_start) tag("Variant", variant_.name());
  }

  void game() {
    ++games;
    std::string fen = variant_.start_fen();
    const bool is_numbered = variant_.spec().numbered_arrays;
    if (is_numbered) fen = variants::numbered_start_fen(random_.below(variants::numbered_arrays));
    const bool is_array = variant_.spec().standard_start;
    Position<Bits> position(variant_);
    rules::read_fen(fen, position);

    writer_->begin_game({});
    tags(fen, is_array);
    writer_->start({variant_.name(), fen, is_array, names_.pawn()});
    const int longest = 30 + random_.below(60) + random_.below(60);
    int ply = 0;
    for (; ply < longest; ++ply) {
      const Move move = player_.choose(position);
      if (move == Move()) break;
      const Position<Bits> before = position;
      emit(position, move);
      position.play(move);
      if (kind_ == Kind::comments) clock(ply);
      if (kind_ == Kind::variations) {
        remark();
        if (random_.below(10) == 0) variation(before, move, 1);
      }
    }
    plies += std::uint64_t(ply);
    using record::GameResult;
    GameResult result = std::array{GameResult::white_wins, GameResult::black_wins,
                                   GameResult::draw}[std::size_t(random_.below(3))];
    if (position.outcome() == rules::Outcome::checkmate)
      result = position.side() == Color::white ? GameResult::black_wins : GameResult::white_wins;
    if (position.outcome() == rules::Outcome::stalemate) result = GameResult::draw;
    writer_->result({result, record::ResultClaim::Reason::token, {}});
    writer_->end_game({});
  }

  const rules::Variant& variant_;
  notation::Alphabet names_;
  Kind kind_;
  bench::Random random_;
  bench::Player<Bits> player_;
  writers::Writer* writer_ = nullptr;
  std::uint64_t written_ = 0;
};

template <class Bits>
void write_games(const Position<Bits>& empty, Kind kind, std::uint64_t bytes, std::uint64_t seed) {
  Games<Bits> games(empty.variant(), kind, seed);
  games.write(bytes);
  std::fprintf(stderr, "%llu games, %llu plies\n", static_cast<unsigned long long>(games.games),
               static_cast<unsigned long long>(games.plies));
}

}  // namespace

int main(int argc, char** argv) {
  constexpr std::array<const char*, 3> kinds = {"plain", "comments", "variations"};
  const auto variant = argc >= 4 ? variants::Registry().find(argv[1]) : nullptr;
  const auto kind = std::find_if(kinds.begin(), kinds.end(), [&](const char* name) {
    return variant && std::strcmp(name, argv[2]) == 0;
  });
  if (kind == kinds.end()) {
    std::fputs("usage: pgn_games VARIANT plain|comments|variations KILOBYTES [SEED]\n", stderr);
    return 2;
  }
  const std::uint64_t bytes = std::strtoull(argv[3], nullptr, 10) * 1000;
  const std::uint64_t seed = argc > 4 ? std::strtoull(argv[4], nullptr, 10) : 1;
  const rules::AnyPosition empty = rules::make_position(*variant);
  std::visit([&](const auto& p) { write_games(p, Kind(kind - kinds.begin()), bytes, seed); },
             empty);
  return 0;
}
