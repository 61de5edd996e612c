// What a result says beside the result itself.
#pragma once

#include "record/events.hpp"

namespace nuskha::record {

// Whether it says how the position at the end stands.
inline bool is_of_position(const ResultClaim& claim) {
  return claim.reason == ResultClaim::Reason::checkmate ||
         claim.reason == ResultClaim::Reason::stalemate;
}

// `resigns` alone.
inline bool names_nobody(const ResultClaim& claim) {
  return claim.reason == ResultClaim::Reason::resignation && claim.result == GameResult::unknown;
}

// As it can be said of a game that goes on in text, whose position at the end is not known.
inline ResultClaim without_position(ResultClaim claim) {
  if (is_of_position(claim)) claim.reason = ResultClaim::Reason::token;
  return claim;
}

}  // namespace nuskha::record
