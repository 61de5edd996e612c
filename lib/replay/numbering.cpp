#include "replay/numbering.hpp"

#include <string>
#include <utility>

namespace nuskha::replay {

void Numbering::look_closer(const record::MoveNumber& written, std::uint32_t truth,
                            record::Side side, Reporter& reporter) {
  const std::int64_t number = written.number;
  const bool white = side == record::Side::white;
  // A text may count from 1 whatever number its position starts with.
  if (last_ == 0 && number == 1) offset_ = number - std::int64_t(truth);
  const std::int64_t expected = std::int64_t(truth) + offset_;
  const bool first = last_ == 0;
  last_ = number;

  const bool was_lost = std::exchange(is_lost_, false);
  if (was_lost && number > expected) {
    earlier_offset_ = offset_;
    offset_ = number - std::int64_t(truth);
    return;
  }
  const bool other_side = written.states_black ? white : !white && number == expected + 1;
  if (other_side) {
    reporter.report(text::Code::number_side, written.span,
                    {std::to_string(number), written.states_black ? "Black" : "White",
                     white ? "White" : "Black"});
    return;
  }
  if (number == expected) return;
  // Back in the count after a number that was out of it.
  for (const std::int64_t offset : {earlier_offset_, std::int64_t(0)})
    if (number == std::int64_t(truth) + offset && !first) {
      offset_ = offset;
      return;
    }
  const std::vector<std::string> args{std::to_string(number), std::to_string(expected)};
  if (number > expected)
    reporter.report(text::Code::skipped_number, written.span, args);
  else if (number == expected - 1)
    reporter.report(text::Code::repeated_number, written.span, args);
  else
    reporter.report(text::Code::number_order, written.span, args);
  earlier_offset_ = offset_;
  offset_ = number - std::int64_t(truth);
}

}  // namespace nuskha::replay
