#include <map>
#include <mutex>

#include "rules/tables.hpp"

namespace nuskha::rules {

template <class Bits>
Geometry<Bits>::Geometry(int files_, int ranks_)
    : files(files_), ranks(ranks_), squares(files_ * ranks_) {
  direction.fill(no_direction);
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
    for (int d = 0; d < 4; ++d)
      for (int square = 0; square < squares; ++square) {
        const Bits &up = ray[d][square], &down = ray[d + 4][square];
        // A line's last squares are attacked whether or not they are occupied.
        Bits mask = up | down;
        mask.each([&](unsigned to) {
          if (ray[up.has(to) ? d : d + 4][to].none()) mask.reset(to);
        });
        lines[d][square] = {mask.w[0], std::uint32_t(slides.size())};
        // Subsets of a mask in ascending order are its PEXT indices 0, 1, 2 …
        Bits subset;
        do {
          slides.push_back((cut_upward(up, subset) | cut_downward(down, subset)).w[0]);
          subset.w[0] = (subset.w[0] - mask.w[0]) & mask.w[0];
        } while (subset.any());
      }
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
