#include <map>
#include <mutex>

#include "rules/tables.hpp"

namespace nuskha::rules {

template <class Bits>
Geometry<Bits>::Geometry(int files_, int ranks_)
    : files(files_),
      ranks(ranks_),
      squares(files_ * ranks_),
      direction(std::size_t(Bits::capacity) * Bits::capacity, no_direction) {
  for (int s = 0; s < squares; ++s) {
    board.set(unsigned(s));
    on_file[s % files].set(unsigned(s));
    on_rank[s / files].set(unsigned(s));
    for (int d = 0; d < 8; ++d) {
      int x = s % files + directions[d].dx, y = s / files + directions[d].dy;
      for (; x >= 0 && x < files && y >= 0 && y < ranks;
           x += directions[d].dx, y += directions[d].dy) {
        const unsigned to = unsigned(y * files + x);
        ray[d][s].set(to);
        (is_orthogonal(d) ? orthogonals : diagonals)[s].set(to);
        direction[std::size_t(s) * Bits::capacity + to] = std::uint8_t(d);
      }
    }
  }
  if constexpr (Bits::words == 1) {
    for (int a = 0; a < squares; ++a)
      for (int b = 0; b < squares; ++b)
        if (const auto d = direction_of(Square(a), Square(b)); d != no_direction)
          betweens[a * 64 + b] = ray[d][a] & ray[d ^ 4][b];
    const auto fill = [this](std::array<Lookup, 64>& lookup, int first_direction) {
      for (int s = 0; s < squares; ++s) {
        Bits mask;
        for (int d = first_direction; d < first_direction + 6; d += (d & 1) ? 3 : 1) {
          // A line's last square is attacked whether or not it is occupied.
          Bits inner = ray[d][s];
          inner.each([&](unsigned to) {
            if ((ray[d][to] & board).none()) inner.reset(to);
          });
          mask |= inner;
        }
        lookup[s] = {mask.w[0], std::uint32_t(slides.size())};
        // Subsets of a mask in ascending order are its PEXT indices 0, 1, 2 …
        Bits subset;
        do {
          Bits reach;
          for (int d = first_direction; d < first_direction + 6; d += (d & 1) ? 3 : 1)
            reach |= d < 4 ? cut_upward(ray[d][s], subset) : cut_downward(ray[d][s], subset);
          slides.push_back(reach.w[0]);
          subset.w[0] = (subset.w[0] - mask.w[0]) & mask.w[0];
        } while (subset.any());
      }
    };
    fill(orthogonal_lookup, 0);  // directions 0, 1, 4, 5
    fill(diagonal_lookup, 2);    // directions 2, 3, 6, 7
  }
}

template <class Bits>
std::shared_ptr<const Geometry<Bits>> Geometry<Bits>::of(int files, int ranks) {
  static std::mutex mutex;
  static std::map<std::pair<int, int>, std::weak_ptr<const Geometry>> known;
  const std::lock_guard lock(mutex);
  auto& entry = known[{files, ranks}];
  auto geometry = entry.lock();
  if (!geometry) {
    geometry = std::make_shared<const Geometry>(files, ranks);
    entry = geometry;
  }
  return geometry;
}

template struct Geometry<Bits64>;
template struct Geometry<Bits128>;
template struct Geometry<Bits256>;

}  // namespace nuskha::rules
