// Unpacks compressed streams piecemeal, each with the library of its format. libarchive, which
// knows them too, drops what it has unpacked of a block when it finds the block or its sequel
// damaged, says nothing of what follows bzip2 data, and in version 3.6 does not compare gzip's
// check sums.
#pragma once

#include <cstddef>
#include <memory>
#include <span>
#include <string>
#include <string_view>

namespace nuskha::stream {

// A stream may refer so far back, which is memory that unpacking takes: what `zstd` reads if
// nothing is said, and twice what `xz -9` writes.
inline constexpr std::size_t max_window_bytes = std::size_t(128) << 20;

class Decompressor {
 public:
  enum class State {
    under_way,
    member_end,  // of one compressed stream, which another may follow
    damaged,     // fault() says how
  };

  virtual ~Decompressor() = default;
  // Makes ready for a compressed stream. False if there is no memory for it.
  virtual bool begin() = 0;
  // Takes from the front of `packed` and fills the front of `room`, which then are what is left of
  // them. All there is before a fault is given. With no `packed`, gives what was held back for want
  // of room; if `room` stays as it is, nothing was.
  virtual State unpack(std::string_view& packed, std::span<char>& room) = 0;
  virtual std::string fault() const = 0;
};

std::unique_ptr<Decompressor> gzip_decompressor();
std::unique_ptr<Decompressor> bzip2_decompressor();
std::unique_ptr<Decompressor> xz_decompressor();
std::unique_ptr<Decompressor> lzma_decompressor();
std::unique_ptr<Decompressor> lzip_decompressor();
std::unique_ptr<Decompressor> zstd_decompressor();

}  // namespace nuskha::stream
