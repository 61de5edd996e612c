// Reads the texts in an input: the file itself, or what is compressed or packed in it, at any depth
// - a pull reader in constant memory. What a stream is, its first bytes say, never its name.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "text/result.hpp"

namespace nuskha::stream {

// Compressed streams and archives inside each other, the file on disk not counted.
inline constexpr int max_nesting = 8;
// A .7z inside another archive, or from a pipe, is copied to a nameless temporary file first,
// because its table of contents stands at its end.
inline constexpr std::uint64_t max_spooled_bytes = std::uint64_t(1) << 30;

// Understands gzip, bzip2, xz, lzma, lzip, zstd, lz4 and compress, also several compressed streams
// one after another in a file, and zip, tar and 7z; anything else is taken as it is.
//
//   auto input = stream::InputReader::open("twic.zip");
//   while (input->next_text())
//     while (const std::size_t got = input->read(buffer)) use(input->text_name(), buffer, got);
//   for (const std::string& error : input->take_errors()) ...
class InputReader {
 public:
  // "-" is standard input, called "<stdin>". The error says what could not be read and why ("cannot
  // read 'x': No such file or directory").
  static text::Result<InputReader> open(const std::string& path);
  InputReader(InputReader&&) noexcept;
  InputReader& operator=(InputReader&&) noexcept;
  ~InputReader();

  // Goes to the next text, whether the one before was read to its end or not; false after the
  // last. In an archive, texts are its files that are worth reading (files.hpp), in the order of
  // the archive.
  bool next_text();
  // "twic.zip/twic1200.pgn"; the input's own name if it is no archive.
  const std::string& text_name() const;
  // The text is the file itself: neither unpacked nor from standard input.
  bool text_is_file() const;
  // It was read to where a fault ends it before its time; take_errors() says which.
  bool text_is_cut() const;
  // Fills `buffer`, less only at the text's end; 0 there. A text that is damaged or cut short ends
  // where it can be read no further, and leaves an error.
  std::size_t read(std::span<char> buffer);
  // Of the file on disk, as it is there: what has been read of it so far.
  std::uint64_t bytes_consumed() const;
  // What could not be read since the last call ("cannot read all of 'x.zip/a.pgn': ...").
  std::vector<std::string> take_errors();

 private:
  struct Impl;
  explicit InputReader(std::unique_ptr<Impl> impl);
  std::unique_ptr<Impl> impl_;
};

}  // namespace nuskha::stream
