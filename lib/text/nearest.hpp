// What a mistyped word was probably meant to be.
#pragma once

#include <optional>
#include <span>
#include <string_view>

namespace nuskha::text {

// The number of letters to insert, leave out, change, or swap with their neighbour to make `b` of
// `a`, case ignored. Bytes count as letters.
std::size_t edit_distance(std::string_view a, std::string_view b);

// The candidate with the least distance, the first of several; none if more than a third of the
// word (and more than one letter) would have to change.
std::optional<std::string_view> nearest(std::string_view word,
                                        std::span<const std::string_view> candidates);

}  // namespace nuskha::text
