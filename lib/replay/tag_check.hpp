// What tag pairs claim by themselves: values of the form that their name asks for, each name once,
// the roster whole and in order. Costs a few comparisons a tag as long as nothing is wrong.
// Internal.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "replay/game.hpp"

namespace nuskha::replay {

// `?`, `-` and the like, and nothing: right in every tag.
bool is_unknown(std::string_view value);

class TagCheck {
 public:
  explicit TagCheck(const Context& context) : context_(context) {}

  void begin_game(text::Span game);
  // Gives the name back as it is spelled by those who know it.
  std::string_view tag(std::string_view name, std::string_view value, text::Span span);
  // No more tags come before the moves.
  void complete();
  // Of a game that was replayed to its end.
  void check_ply_count(std::uint64_t plies);

  // What tells this game from others: the text of its roster but for the result; where that says
  // nothing, the beginning of its moves.
  std::string identity(text::Span game) const;

 private:
  // Of names that are not known by name so many are compared with each other in a game.
  static constexpr std::size_t max_other_names = 64;
  static constexpr std::size_t max_known_names = 64;

  struct OtherName {
    std::uint64_t hash;
    text::Span span;
  };

  void check_value(int known, std::string_view value, text::Span span);
  void other_tag(std::string_view name, text::Span span);
  void report_order(int place, std::string_view name, text::Span span);
  void check_date(std::string_view name, std::string_view value, text::Span span);
  void report_twice(std::string_view name, text::Span first, text::Span again);
  // Where the value stands, if the tag's text holds it as it is.
  text::Span at(std::string_view value, text::Span span) const;
  void report(text::Code code, text::Span span, std::vector<std::string> args,
              std::vector<text::Note> notes = {});

  const Context& context_;
  text::Span game_;
  std::uint64_t seen_ = 0;  // a bit a known name
  std::array<text::Span, max_known_names> first_{};
  std::vector<OtherName> others_;
  text::Span any_;              // the first tag; empty when there is none
  std::uint32_t end_ = 0;       // of the last tag
  bool states_a_name_ = false;  // some roster tag says more than `?`
  int last_of_roster_ = -1;
  std::string first_other_;  // name of the first tag that is none of the roster
  std::int64_t ply_count_ = -1;
  text::Span ply_count_span_;
};

}  // namespace nuskha::replay
