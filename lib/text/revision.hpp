// A text that is being changed, and the way back from what it has become to the original.
//
//   text::Revision revision("1. e4 e6 2. Nf4");
//   revision.change({{{13, 15}, "f3"}});    // "1. e4 e6 2. Nf3"
//   revision.original({12, 15});            // {12, 15}
//   revision.changes();                     // {{{13, 15}, "f3"}}
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "text/diagnostic.hpp"
#include "text/source.hpp"

namespace nuskha::text {

class Revision {
 public:
  explicit Revision(std::string_view original);

  const std::string& text() const { return text_; }
  // The same as a source whose offsets are those of text().
  Source source(std::string name, Place first_place = {}) const;
  // All at once: places are those of text() as it is now. Insertions at one place come in the order
  // of the list. False, and nothing is changed, where two overlap or one lies outside of the text.
  bool change(std::vector<Fix> fixes);

  // The changes that make text() of the original: in order, apart from each other, without a
  // confidence.
  std::vector<Fix> changes() const;
  // What of the original stands there now, or stood there.
  Span original(Span span) const;

 private:
  struct Part {
    std::uint32_t begin, end;  // in text_
    bool kept;                 // as it is in the original,
    std::uint32_t original;    // where it begins there
  };
  const Part* part_at(std::uint32_t offset) const;
  std::uint32_t end_before(const Part* part) const;
  std::uint32_t begin_behind(const Part* part) const;

  std::string text_;
  std::uint32_t size_;       // of the original
  std::vector<Part> parts_;  // of text_, in order, none empty
};

}  // namespace nuskha::text
