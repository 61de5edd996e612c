// One input text: its name, its bytes as they came, and the same as UTF-8, which is what readers
// read. Offsets and spans everywhere else are byte offsets into the UTF-8 text; lines and columns
// are computed here and nowhere else.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace nuskha::text {

// Half open, in bytes of Source::text().
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

// `mixed` is UTF-8 in which single bytes that are none stand for Windows-1252 letters, as when
// files of both kinds were pasted together.
enum class Encoding : std::uint8_t {
  utf8,
  utf8_bom,
  utf16le,
  utf16be,
  latin1,
  windows1252,
  code_page_850,
  mixed
};
// Each byte is a letter.
constexpr bool is_one_byte(Encoding encoding) {
  return encoding == Encoding::latin1 || encoding == Encoding::windows1252 ||
         encoding == Encoding::code_page_850;
}

std::string_view to_string(Encoding encoding);  // "UTF-8", "Windows-1252", ...

// A byte can become three (a quotation mark of Windows-1252), and offsets have 32 bits.
inline constexpr std::uint64_t max_source_bytes = 0x55555500u;

class Source {
 public:
  // Detects the encoding: a byte order mark; else UTF-8 if it is valid; else mixed, if of four
  // letters that are not ASCII one is UTF-8 (Utf8Survey::is_mixed); else code page 850 where it
  // looks so (is_code_page_850); else Windows-1252 if a byte of 0x80 to 0x9F occurs, else Latin-1.
  // Text after a UTF-8 mark that is not UTF-8 throughout is mixed. `first_place` and `first_byte`
  // are where `bytes` begins in the file, for a text that is one piece of a larger file. `bytes`
  // must be shorter than max_source_bytes.
  Source(std::string name, std::string bytes, Place first_place = {}, std::uint64_t first_byte = 0);

  const std::string& name() const { return name_; }
  std::string_view bytes() const { return bytes_; }
  // Always valid UTF-8, without a byte order mark.
  std::string_view text() const {
    return is_converted_ ? std::string_view(converted_) : std::string_view(bytes_).substr(bom_);
  }
  // Where parts begin that are read alone, if who cut this text out of a longer one has found them,
  // to save looking for them again.
  const std::vector<std::uint32_t>& parts() const { return parts_; }
  void set_parts(std::vector<std::uint32_t> parts) { parts_ = std::move(parts); }
  std::string_view text(Span span) const { return text().substr(span.begin, span.size()); }
  Encoding encoding() const { return encoding_; }

  // What did not fit the encoding: stray bytes of a mixed text, unpaired surrogates of UTF-16
  // (these read as U+FFFD), bytes that Windows-1252 leaves undefined. `first` is the offset of the
  // first in text().
  struct Misfits {
    std::uint32_t count = 0;
    std::uint32_t first = 0;
  };
  Misfits misfits() const { return misfits_; }

  // These build tables on first use (so they are not thread safe), and then take the same short
  // time for every offset, whatever the length of the text or of a line. An offset inside a code
  // point is taken for that code point; one beyond the end for the end.
  Place place(std::uint32_t offset) const;
  // The whole line that holds the offset, without its line end.
  Span line_around(std::uint32_t offset) const;
  // Where that offset of text() stands in the file.
  std::uint64_t byte_offset(std::uint32_t offset) const;
  // The bytes that part of text() was read from.
  std::string_view bytes(Span span) const;

 private:
  void count_upper_controls();
  std::size_t line_index(std::uint32_t offset) const;
  std::uint32_t code_points_before(std::uint32_t offset) const;
  std::uint32_t whole_code_point(std::uint32_t offset) const;

  std::string name_;
  std::string bytes_;
  std::string converted_;
  std::vector<std::uint32_t> parts_;
  bool is_converted_ = false;
  std::uint32_t bom_ = 0;
  Encoding encoding_ = Encoding::utf8;
  Place first_place_;
  std::uint64_t first_byte_ = 0;
  Misfits misfits_;
  // Every so many bytes of text() (source.cpp: stride): code points before there, and for converted
  // text the code point at or before there and where it stands in bytes_.
  struct Landmark {
    std::uint32_t text;
    std::uint32_t byte;
  };
  std::vector<Landmark> landmarks_;
  mutable std::vector<std::uint32_t> code_points_;
  mutable std::vector<std::uint32_t> line_starts_;
};

}  // namespace nuskha::text
