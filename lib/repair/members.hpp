// A move that stands as an object of JSON Lines, whose members all say what it is. Internal.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "record/events.hpp"
#include "text/diagnostic.hpp"
#include "text/source.hpp"

namespace nuskha::repair {

class Members {
 public:
  // Nothing where the token is not the value of a member, or such an object itself.
  static std::optional<Members> around(const text::Source& source, text::Span token);

  bool has(std::string_view key) const;
  // Makes those that are there say this move, and adds what a reader would miss.
  std::vector<text::Fix> rewrite(const record::PlayedMove& right, record::PieceName pawn) const;
  // The move itself, with the comma that parts it from the others.
  text::Fix take_out() const;
  // A further move before it.
  text::Fix put_in(std::string_view san) const;

 private:
  struct Member {
    std::string_view key, value;  // as they stand there, the key without its quotes
    text::Span span;              // of the whole
  };

  std::string_view text_;
  text::Span object_;
  std::vector<Member> members_;
};

}  // namespace nuskha::repair
