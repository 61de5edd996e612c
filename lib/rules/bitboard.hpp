// Sets of squares: 64, 128 or 256 bits behind one template. Square s is bit s; boards are packed
// with a stride of their own width, so a 10x10 board fits 128 bits and 14x14 fits 256.
#pragma once

#include <array>
#include <bit>
#include <cstdint>

namespace nuskha::rules {

template <int Words>
struct BitSet {
  static constexpr int words = Words;
  static constexpr int capacity = 64 * Words;

  std::array<std::uint64_t, Words> w{};

  static constexpr BitSet of(unsigned square) {
    BitSet b;
    b.set(square);
    return b;
  }
  constexpr void set(unsigned s) {
    if constexpr (Words == 1)
      w[0] |= std::uint64_t(1) << s;
    else
      w[s >> 6] |= std::uint64_t(1) << (s & 63);
  }
  constexpr void flip(unsigned s) {
    if constexpr (Words == 1)
      w[0] ^= std::uint64_t(1) << s;
    else
      w[s >> 6] ^= std::uint64_t(1) << (s & 63);
  }
  constexpr void reset(unsigned s) {
    if constexpr (Words == 1)
      w[0] &= ~(std::uint64_t(1) << s);
    else
      w[s >> 6] &= ~(std::uint64_t(1) << (s & 63));
  }
  constexpr bool has(unsigned s) const {
    if constexpr (Words == 1)
      return w[0] >> s & 1;
    else
      return w[s >> 6] >> (s & 63) & 1;
  }
  constexpr bool any() const {
    std::uint64_t all = w[0];
    for (int i = 1; i < Words; ++i) all |= w[i];
    return all != 0;
  }
  constexpr bool none() const { return !any(); }
  // The set, or an empty one; no branch, for what cannot be guessed.
  constexpr BitSet when(bool condition) const {
    BitSet b = *this;
    for (std::uint64_t& word : b.w) word &= -std::uint64_t(condition);
    return b;
  }
  constexpr int count() const {
    int n = 0;
    for (int i = 0; i < Words; ++i) n += std::popcount(w[i]);
    return n;
  }
  // At least two bits.
  constexpr bool many() const {
    if constexpr (Words == 1) {
      return (w[0] & (w[0] - 1)) != 0;
    } else {
      return count() > 1;
    }
  }
  // The lowest square; the set must not be empty.
  constexpr unsigned first() const {
    if constexpr (Words == 1) return unsigned(std::countr_zero(w[0]));
    for (int i = 0; i < Words - 1; ++i)
      if (w[i]) return unsigned(64 * i + std::countr_zero(w[i]));
    return unsigned(64 * (Words - 1) + std::countr_zero(w[Words - 1]));
  }
  // Calls f(square) in ascending order.
  template <class F>
  constexpr void each(F&& f) const {
    for (int i = 0; i < Words; ++i)
      for (std::uint64_t rest = w[i]; rest; rest &= rest - 1)
        f(unsigned(64 * i + std::countr_zero(rest)));
  }

  friend constexpr BitSet operator&(BitSet a, const BitSet& b) {
    for (int i = 0; i < Words; ++i) a.w[i] &= b.w[i];
    return a;
  }
  friend constexpr BitSet operator|(BitSet a, const BitSet& b) {
    for (int i = 0; i < Words; ++i) a.w[i] |= b.w[i];
    return a;
  }
  friend constexpr BitSet operator^(BitSet a, const BitSet& b) {
    for (int i = 0; i < Words; ++i) a.w[i] ^= b.w[i];
    return a;
  }
  // a without b; there is no operator~, which would set bits beyond the board.
  friend constexpr BitSet operator-(BitSet a, const BitSet& b) {
    for (int i = 0; i < Words; ++i) a.w[i] &= ~b.w[i];
    return a;
  }
  constexpr BitSet& operator&=(const BitSet& b) { return *this = *this & b; }
  constexpr BitSet& operator|=(const BitSet& b) { return *this = *this | b; }
  constexpr BitSet& operator^=(const BitSet& b) { return *this = *this ^ b; }
  constexpr BitSet& operator-=(const BitSet& b) { return *this = *this - b; }
  constexpr bool operator==(const BitSet&) const = default;
};

using Bits64 = BitSet<1>;
using Bits128 = BitSet<2>;
using Bits256 = BitSet<4>;

}  // namespace nuskha::rules
