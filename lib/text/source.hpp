// One input text: its name, its bytes as they came, and the same as UTF-8, which is what readers
// read. Offsets and spans everywhere else are byte offsets into the UTF-8 text; lines and columns
// are computed here and nowhere else.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace nuskha::text {

// Half open, in bytes of Source::text(). A source is shorter than 4 GiB (see max_source_bytes).
struct Span {
  std::uint32_t begin = 0;
  std::uint32_t end = 0;
  std::uint32_t size() const { return end - begin; }
  bool operator==(const Span&) const = default;
};

// 1-based. A column is a code point; a tab counts as one. LF, CRLF and a lone CR each end a line.
struct Place {
  std::uint64_t line = 1;
  std::uint64_t column = 1;
  bool operator==(const Place&) const = default;
};

enum class Encoding : std::uint8_t { utf8, utf8_bom, utf16le, utf16be, latin1, windows1252 };

inline constexpr std::uint64_t max_source_bytes = 0xFFFFFF00u;

class Source {
 public:
  // Detects the encoding: a byte order mark; else UTF-8 if it is valid; else Windows-1252 if a byte
  // of 0x80 to 0x9F occurs, else Latin-1. `first_line` is the number of the first line, for a text
  // that is one piece of a larger file. `bytes` must be shorter than max_source_bytes.
  Source(std::string name, std::string bytes, std::uint64_t first_line = 1);

  const std::string& name() const { return name_; }
  std::string_view bytes() const { return bytes_; }
  std::string_view text() const { return converted_.empty() ? std::string_view(bytes_).substr(bom_) : converted_; }
  std::string_view text(Span span) const { return text().substr(span.begin, span.size()); }
  Encoding encoding() const { return encoding_; }

  // Amortised constant time for offsets that grow, whatever the length of a line; not thread safe.
  Place place(std::uint32_t offset) const;
  // The whole line that holds the offset, without its line end.
  Span line_around(std::uint32_t offset) const;
  // Where that offset of text() stands in bytes().
  std::uint64_t byte_offset(std::uint32_t offset) const;

 private:
  std::string name_;
  std::string bytes_;
  std::string converted_;  // empty when bytes_ is UTF-8 already
  std::uint32_t bom_ = 0;
  Encoding encoding_ = Encoding::utf8;
  std::uint64_t first_line_ = 1;
  mutable std::vector<std::uint32_t> line_starts_;
  mutable std::uint32_t known_offset_ = 0;  // the last answer of place(), to go on from
  mutable Place known_place_;
};

}  // namespace nuskha::text
