#include "variants/chess960.hpp"

#include <algorithm>
#include <array>
#include <cassert>
#include <random>

namespace nuskha::variants {

namespace {

constexpr std::array<std::string_view, 10> orders = {"NNRKR", "NRNKR", "NRKNR", "NRKRN", "RNNKR",
                                                     "RNKNR", "RNKRN", "RKNNR", "RKNRN", "RKRNN"};

std::string capitals(std::string_view text) {
  std::string out(text);
  for (char& c : out)
    if (c >= 'a' && c <= 'z') c = char(c - ('a' - 'A'));
  return out;
}

class Coin {
 public:
  explicit Coin(std::uint64_t seed) : bits_(seed) {}
  int digit() {
    const int first = heads() ? 2 : 0;
    return first + (heads() ? 2 : 1);
  }

 private:
  bool heads() { return bits_() >> 63; }
  std::mt19937_64 bits_;
};

}  // namespace

std::string numbered_array(int number) {
  assert(number >= 0 && number < numbered_arrays);
  std::string array(8, '.');
  array[std::size_t(number % 4 * 2 + 1)] = 'B';
  array[std::size_t(number / 4 % 4 * 2)] = 'B';
  const auto empty_file = [&](int index) -> char& {
    std::size_t file = 0;
    for (;; ++file)
      if (array[file] == '.' && index-- == 0) return array[file];
  };
  empty_file(number / 16 % 6) = 'Q';
  for (const char piece : orders[std::size_t(number / 96)]) empty_file(0) = piece;
  return array;
}

std::optional<int> array_number(std::string_view text) {
  if (text.size() != 8) return std::nullopt;
  const std::string array = capitals(text);
  int light = -1, dark = -1, queen = -1, bishops = 0, free_files = 0;
  std::string order;
  for (std::size_t file = 0; file < 8; ++file) {
    if (array[file] == 'B') {
      (file % 2 ? light : dark) = int(file / 2);
      ++bishops;
      continue;
    }
    if (array[file] == 'Q')
      queen = free_files;
    else
      order += array[file];
    ++free_files;
  }
  const auto place = std::find(orders.begin(), orders.end(), order);
  if (bishops != 2 || light < 0 || dark < 0 || queen < 0 || place == orders.end())
    return std::nullopt;
  return 96 * int(place - orders.begin()) + 16 * queen + 4 * dark + light;
}

std::string numbered_start_fen(int number) {
  const std::string white = numbered_array(number);
  std::string black = white;
  for (char& c : black) c = char(c + ('a' - 'A'));
  return black + "/pppppppp/8/8/8/8/PPPPPPPP/" + white + " w KQkq - 0 1";
}

std::optional<int> start_number(std::string_view fen) {
  const std::string_view placement = fen.substr(0, fen.find(' '));
  if (placement.size() < 8) return std::nullopt;
  const auto number = array_number(placement.substr(placement.size() - 8));
  if (!number) return std::nullopt;
  const std::string start = numbered_start_fen(*number);
  if (placement != std::string_view(start).substr(0, start.find(' '))) return std::nullopt;
  return number;
}

CoinDraw draw_by_coins(std::uint64_t seed) {
  CoinDraw draw;
  Coin coin(seed);
  const auto digit = [&] {
    draw.digits.push_back(coin.digit());
    return draw.digits.back() - 1;
  };
  // Two digits count from 0 to 15; what lies at or above the limit is drawn again.
  const auto below = [&](int limit) {
    for (;;)
      if (const int first = digit(), both = 4 * first + digit(); both < limit) return both;
  };
  const int dark = digit();
  const int light = digit();
  const int queen = below(12) / 2;
  const int order = below(10);
  draw.number = 96 * order + 16 * queen + 4 * dark + light;
  return draw;
}

}  // namespace nuskha::variants
