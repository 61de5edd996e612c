#include "record/events.hpp"

namespace nuskha::record {

std::string_view to_string(GameResult result) {
  switch (result) {
    case GameResult::white_wins:
      return "1-0";
    case GameResult::black_wins:
      return "0-1";
    case GameResult::draw:
      return "1/2-1/2";
    case GameResult::unknown:
      break;
  }
  return "*";
}

}  // namespace nuskha::record
