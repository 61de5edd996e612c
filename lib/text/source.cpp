#include "text/source.hpp"

#include <algorithm>
#include <array>
#include <cassert>
#include <cstring>
#include <utility>

#include "text/code_page.hpp"
#include "text/utf8.hpp"

namespace nuskha::text {
namespace {

constexpr std::uint32_t stride = 1024;

// Windows-1252 from 0x80 to 0x9F; the five bytes it leaves undefined are the control characters of
// the same number, as in the WHATWG encoding standard.
constexpr std::array<char32_t, 32> windows1252_upper = {
    0x20AC, 0x0081, 0x201A, 0x0192, 0x201E, 0x2026, 0x2020, 0x2021, 0x02C6, 0x2030, 0x0160,
    0x2039, 0x0152, 0x008D, 0x017D, 0x008F, 0x0090, 0x2018, 0x2019, 0x201C, 0x201D, 0x2022,
    0x2013, 0x2014, 0x02DC, 0x2122, 0x0161, 0x203A, 0x0153, 0x009D, 0x017E, 0x0178};

struct Decoded {
  char32_t value;
  std::uint32_t size;  // bytes read, at least 1
  bool misfit = false;
};

char32_t windows1252(unsigned char byte) {
  return byte >= 0x80 && byte < 0xA0 ? windows1252_upper[byte - 0x80] : byte;
}

Decoded decode_utf16(std::string_view bytes, std::size_t at, bool big_endian) {
  const auto unit = [&](std::size_t i) {
    const unsigned a = static_cast<unsigned char>(bytes[i]);
    const unsigned b = static_cast<unsigned char>(bytes[i + 1]);
    return big_endian ? a << 8 | b : b << 8 | a;
  };
  if (at + 2 > bytes.size()) return {replacement_character, 1, true};
  const unsigned high = unit(at);
  if (high < 0xD800 || high > 0xDFFF) return {high, 2};
  if (high < 0xDC00 && at + 4 <= bytes.size()) {
    const unsigned low = unit(at + 2);
    if (low >= 0xDC00 && low <= 0xDFFF)
      return {0x10000 + ((high & 0x3FF) << 10 | (low & 0x3FF)), 4};
  }
  return {replacement_character, 2, true};
}

Decoded decode(Encoding encoding, std::string_view bytes, std::size_t at) {
  const auto byte = static_cast<unsigned char>(bytes[at]);
  switch (encoding) {
    case Encoding::utf16le:
    case Encoding::utf16be:
      return decode_utf16(bytes, at, encoding == Encoding::utf16be);
    case Encoding::latin1:
      return {byte, 1};
    case Encoding::windows1252:
      return {windows1252(byte), 1};
    case Encoding::code_page_850:
      return {code_page_850(byte), 1};
    default: {
      const CodePoint c = decode_utf8(bytes, at);
      if (c.size == 0) return {windows1252(byte), 1, true};
      return {c.value, c.size};
    }
  }
}

}  // namespace

std::string_view to_string(Encoding encoding) {
  switch (encoding) {
    case Encoding::utf8:
      return "UTF-8";
    case Encoding::utf8_bom:
      return "UTF-8 with a byte order mark";
    case Encoding::utf16le:
      return "UTF-16 little endian";
    case Encoding::utf16be:
      return "UTF-16 big endian";
    case Encoding::latin1:
      return "Latin-1";
    case Encoding::windows1252:
      return "Windows-1252";
    case Encoding::code_page_850:
      return "code page 850";
    case Encoding::mixed:
      return "UTF-8 mixed with Windows-1252";
  }
  assert(false);
  return {};
}

Source::Source(std::string name, std::string bytes, Place first_place, std::uint64_t first_byte)
    : name_(std::move(name)),
      bytes_(std::move(bytes)),
      first_place_(first_place),
      first_byte_(first_byte) {
  assert(bytes_.size() < max_source_bytes);
  const std::string_view all = bytes_;
  if (all.starts_with("\xFF\xFE")) {
    encoding_ = Encoding::utf16le;
    bom_ = 2;
  } else if (all.starts_with("\xFE\xFF")) {
    encoding_ = Encoding::utf16be;
    bom_ = 2;
  } else {
    if (all.starts_with("\xEF\xBB\xBF")) {
      encoding_ = Encoding::utf8_bom;
      bom_ = 3;
    }
    const Utf8Survey seen = survey_utf8(all.substr(bom_));
    if (seen.stray == 0) return;
    if (bom_ != 0 || seen.is_mixed())
      encoding_ = Encoding::mixed;
    else if (is_code_page_850(all))
      encoding_ = Encoding::code_page_850;
    else
      encoding_ = seen.upper_control ? Encoding::windows1252 : Encoding::latin1;
  }

  is_converted_ = true;
  converted_.reserve(all.size() + all.size() / 8);
  // `put` writes the letter at a place, which is one of text() too, and says how many bytes were
  // read and written.
  const auto convert = [&](const auto& put) {
    std::array<char, 4096> buffer;
    std::size_t next_landmark = 0;
    for (std::size_t at = bom_; at < all.size();) {
      const std::size_t before = converted_.size();
      std::size_t size = 0;
      while (at < all.size() && size + longest_utf8 <= buffer.size()) {
        const auto [read, written] = put(at, before + size, buffer.data() + size);
        if (before + size + written > next_landmark) {
          landmarks_.push_back({std::uint32_t(before + size), std::uint32_t(at)});
          next_landmark += stride;
        }
        at += read;
        size += written;
      }
      converted_.append(buffer.data(), size);
    }
  };
  using Sizes = std::pair<std::size_t, std::size_t>;
  if (is_one_byte(encoding_)) {
    // By a table, for no processor guesses what comes next in such a text.
    struct Utf8 {
      std::array<char, longest_utf8> bytes{};
      std::uint32_t size = 0;
    };
    std::array<Utf8, 256> table;
    for (std::size_t byte = 0; byte < table.size(); ++byte) {
      const char c = char(byte);
      table[byte].size =
          std::uint32_t(put_utf8(decode(encoding_, {&c, 1}, 0).value, table[byte].bytes.data()));
    }
    convert([&](std::size_t at, std::size_t, char* out) {
      const Utf8& c = table[static_cast<unsigned char>(all[at])];
      std::memcpy(out, c.bytes.data(), longest_utf8);
      return Sizes{1, c.size};
    });
    if (encoding_ == Encoding::windows1252) count_upper_controls();
  } else {
    convert([&](std::size_t at, std::size_t text, char* out) {
      const Decoded c = decode(encoding_, all, at);
      if (c.misfit && misfits_.count++ == 0) misfits_.first = std::uint32_t(text);
      return Sizes{c.size, put_utf8(c.value, out)};
    });
  }
}

void Source::count_upper_controls() {
  constexpr char lead = '\xC2';  // of U+0080 to U+00BF
  for (std::size_t at = 0; (at = converted_.find(lead, at)) != std::string::npos; at += 2)
    if (static_cast<unsigned char>(converted_[at + 1]) < 0xA0 && misfits_.count++ == 0)
      misfits_.first = std::uint32_t(at);
}

std::uint32_t Source::whole_code_point(std::uint32_t offset) const {
  const std::string_view all = text();
  if (offset >= all.size()) return std::uint32_t(all.size());
  while (offset > 0 && continues_code_point(all[offset])) --offset;
  return offset;
}

std::uint32_t Source::code_points_before(std::uint32_t offset) const {
  const std::string_view all = text();
  if (code_points_.empty()) {
    code_points_.reserve(all.size() / stride + 1);
    std::uint32_t count = 0;
    for (std::size_t at = 0; at <= all.size(); at += stride) {
      code_points_.push_back(count);
      count += std::uint32_t(count_code_points(all.substr(at, stride)));
    }
  }
  const std::uint32_t block = offset / stride;
  return code_points_[block] +
         std::uint32_t(count_code_points(all.substr(block * stride, offset - block * stride)));
}

std::size_t Source::line_index(std::uint32_t offset) const {
  const std::string_view all = text();
  if (line_starts_.empty()) {
    // Of a text that is little else there are millions, so no more room is made than they take.
    const auto is_end = [](char c) { return c == '\n' || c == '\r'; };
    line_starts_.reserve(std::size_t(std::count_if(all.begin(), all.end(), is_end)) + 1);
    line_starts_.push_back(0);
    for (std::size_t i = 0; i < all.size(); ++i) {
      if (all[i] == '\r' && i + 1 < all.size() && all[i + 1] == '\n') continue;
      if (is_end(all[i])) line_starts_.push_back(std::uint32_t(i + 1));
    }
  }
  const auto after = std::upper_bound(line_starts_.begin(), line_starts_.end(), offset);
  return std::size_t(after - line_starts_.begin()) - 1;
}

Place Source::place(std::uint32_t offset) const {
  offset = whole_code_point(offset);
  const std::size_t line = line_index(offset);
  const std::uint32_t start = line_starts_[line];
  const std::size_t column = offset - start < stride
                                 ? count_code_points(text().substr(start, offset - start))
                                 : code_points_before(offset) - code_points_before(start);
  return {first_place_.line + line, column + (line == 0 ? first_place_.column : 1)};
}

Span Source::line_around(std::uint32_t offset) const {
  const std::string_view all = text();
  const std::size_t line = line_index(whole_code_point(offset));
  const std::uint32_t begin = line_starts_[line];
  std::uint32_t end =
      line + 1 < line_starts_.size() ? line_starts_[line + 1] : std::uint32_t(all.size());
  if (end > begin && all[end - 1] == '\n') --end;
  if (end > begin && all[end - 1] == '\r') --end;
  return {begin, end};
}

std::uint64_t Source::byte_offset(std::uint32_t offset) const {
  offset = whole_code_point(offset);
  if (!is_converted_) return first_byte_ + bom_ + offset;
  if (offset >= converted_.size()) return first_byte_ + bytes_.size();
  Landmark at = landmarks_[offset / stride];
  while (at.text < offset) {
    const Decoded c = decode(encoding_, bytes_, at.byte);
    at.text += c.value < 0x80 ? 1 : c.value < 0x800 ? 2 : c.value < 0x10000 ? 3 : 4;
    at.byte += c.size;
  }
  return first_byte_ + at.byte;
}

std::string_view Source::bytes(Span span) const {
  const std::uint64_t begin = byte_offset(span.begin) - first_byte_;
  return std::string_view(bytes_).substr(begin, byte_offset(span.end) - first_byte_ - begin);
}

}  // namespace nuskha::text
