// By which alphabet a game names its pieces, where its first names leave that open: the moves from
// there on are read by several at once. Internal.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "notation/notation.hpp"

namespace nuskha::replay {

// Moves of the main line that are looked at.
inline constexpr std::size_t max_moves_weighed = 40;
// An alphabet that explains moves which the usual one knows as moves of other pieces must do so at
// least so often: with many alphabets, one wrong move is too likely to be a right one in some.
inline constexpr std::size_t min_moves_read_otherwise = 2;

template <class Bits>
class AlphabetChoice {
 public:
  void begin(const rules::Position<Bits>& position, const notation::Alphabet& usual,
             const std::vector<const notation::Alphabet*>& others);
  // The moves of variations count for their names only.
  void read(const record::WrittenMove& written, bool main_line);
  // Whether the usual alphabet will be chosen, whatever others make of these moves and no more.
  static bool is_settled(const notation::Alphabet& usual,
                         std::span<const record::WrittenMove> moves);
  // Whether further moves may change anything.
  bool is_open() const;

  struct Verdict {
    const notation::Alphabet* alphabet;
    std::vector<const notation::Alphabet*> equals;  // others that explain all that was read too
  };
  Verdict verdict() const;

 private:
  struct Contender {
    const notation::Alphabet* alphabet;
    std::uint32_t position = 0;  // its number among those reached
    bool plays = true;           // all moves so far were legal
    std::size_t known = 0;       // moves with a name that the alphabet has
    std::size_t legal = 0;       // moves from the first on
    std::size_t otherwise = 0;   // of those: as another piece than the usual alphabet has it
  };
  // Where alphabets that agree so far have come to.
  struct Reached {
    rules::Position<Bits> position;
    std::uint32_t from = 0;  // before the last move
    rules::Move move{};
  };
  bool beats_usual(const Contender& other) const;
  std::uint32_t reach(std::uint32_t from, rules::Move move);

  std::vector<Contender> contenders_;       // the usual one comes first
  std::vector<Reached> reached_, earlier_;  // before the last move
  std::size_t read_ = 0;                    // moves of the main line
  std::vector<rules::Move> moves_;
};

}  // namespace nuskha::replay
