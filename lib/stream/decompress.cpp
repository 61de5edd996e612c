#include "stream/decompress.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <limits>

#include <bzlib.h>
#include <fmt/format.h>
#include <isa-l/igzip_lib.h>
#include <lzma.h>
#include <zstd.h>
#include <zstd_errors.h>

namespace nuskha::stream {
namespace {

constexpr const char* out_of_memory = "there is not enough memory";

std::string window_too_large() {
  return fmt::format("to unpack it takes more than {} MiB of memory", max_window_bytes >> 20);
}

// ISA-L, bzlib and liblzma are told of both sides by members of one name, but for their types.
template <class Stream>
void give(Stream& stream, std::string_view packed, std::span<char> room) {
  constexpr std::size_t most = std::numeric_limits<decltype(stream.avail_in)>::max();
  using In = decltype(stream.next_in);
  using Out = decltype(stream.next_out);
  stream.next_in = reinterpret_cast<In>(const_cast<char*>(packed.data()));
  stream.avail_in = decltype(stream.avail_in)(std::min(packed.size(), most));
  stream.next_out = reinterpret_cast<Out>(room.data());
  stream.avail_out = decltype(stream.avail_out)(std::min(room.size(), most));
}
template <class Stream>
void take_back(const Stream& stream, std::string_view& packed, std::span<char>& room) {
  packed.remove_prefix(std::size_t(reinterpret_cast<const char*>(stream.next_in) - packed.data()));
  room = room.subspan(std::size_t(reinterpret_cast<const char*>(stream.next_out) - room.data()));
}

// What stands before the data of a member of a gzip file (RFC 1952, section 2.3), byte by byte.
// ISA-L reads it too, but forgets where it was when a header goes on in the next call.
class GzipHeader {
 public:
  enum class Part : std::uint8_t { fixed, extra_size, extra, name, comment, check_sum, none, bad };

  // Takes what belongs to it; `none` when there is no more of it.
  Part read(std::string_view& packed) {
    while (part_ < Part::none && !packed.empty()) {
      take(static_cast<unsigned char>(packed.front()));
      packed.remove_prefix(1);
    }
    return part_;
  }

 private:
  void take(unsigned char byte) {
    switch (part_) {
      case Part::fixed: {
        constexpr std::size_t size = 10;
        constexpr std::array<unsigned char, 3> start = {0x1F, 0x8B, 8};  // deflate
        constexpr unsigned reserved = 0xE0;
        if (count_ < start.size() && byte != start[count_]) part_ = Part::bad;
        if (count_ == start.size()) flags_ = byte;
        if (flags_ & reserved) part_ = Part::bad;
        if (++count_ == size) enter(Part::extra_size);
        break;
      }
      case Part::extra_size:
        left_ |= std::size_t(byte) << 8 * count_;
        if (++count_ == 2) enter(left_ > 0 ? Part::extra : Part::name);
        break;
      case Part::extra:
        if (--left_ == 0) enter(Part::name);
        break;
      case Part::name:
        if (byte == 0) enter(Part::comment);
        break;
      case Part::comment:
        if (byte == 0) enter(Part::check_sum);
        break;
      case Part::check_sum:
        if (++count_ == 2) part_ = Part::none;
        break;
      default:
        break;
    }
  }
  // That part or the next that the flags announce.
  void enter(Part part) {
    constexpr unsigned has_check_sum = 2, has_extra = 4, has_name = 8, has_comment = 16;
    if (part == Part::extra_size && !(flags_ & has_extra)) part = Part::name;
    if (part == Part::name && !(flags_ & has_name)) part = Part::comment;
    if (part == Part::comment && !(flags_ & has_comment)) part = Part::check_sum;
    if (part == Part::check_sum && !(flags_ & has_check_sum)) part = Part::none;
    part_ = part;
    count_ = 0;
  }

  Part part_ = Part::fixed;
  std::size_t count_ = 0, left_ = 0;
  unsigned flags_ = 0;
};

// By ISA-L, which takes a third of zlib's time.
class Gzip final : public Decompressor {
 public:
  bool begin() override {
    header_ = {};
    isal_inflate_init(&stream_);
    stream_.crc_flag = ISAL_GZIP_NO_HDR_VER;
    return true;
  }
  State unpack(std::string_view& packed, std::span<char>& room) override {
    switch (header_.read(packed)) {
      case GzipHeader::Part::none:
        break;
      case GzipHeader::Part::bad:
        status_ = ISAL_INVALID_WRAPPER;
        return State::damaged;
      default:
        return State::under_way;
    }
    give(stream_, packed, room);
    status_ = isal_inflate(&stream_);
    take_back(stream_, packed, room);
    if (status_ < 0) return State::damaged;
    return stream_.block_state == ISAL_BLOCK_FINISH ? State::member_end : State::under_way;
  }
  std::string fault() const override {
    switch (status_) {
      case ISAL_INVALID_LOOKBACK:
        return "it refers to what is before its beginning";
      case ISAL_INVALID_WRAPPER:
        return "its header cannot be read";
      case ISAL_INCORRECT_CHECKSUM:
        return "it is not what its check sum says";
      default:
        return "a block of it cannot be read";
    }
  }

 private:
  GzipHeader header_;
  inflate_state stream_{};
  int status_ = ISAL_DECOMP_OK;
};

class Bzip2 final : public Decompressor {
 public:
  ~Bzip2() override { BZ2_bzDecompressEnd(&stream_); }

  bool begin() override {
    BZ2_bzDecompressEnd(&stream_);
    stream_ = {};
    return BZ2_bzDecompressInit(&stream_, 0, 0) == BZ_OK;
  }
  State unpack(std::string_view& packed, std::span<char>& room) override {
    give(stream_, packed, room);
    const int status = BZ2_bzDecompress(&stream_);
    take_back(stream_, packed, room);
    switch (status) {
      case BZ_OK:
        return State::under_way;
      case BZ_STREAM_END:
        return State::member_end;
      case BZ_MEM_ERROR:
        fault_ = out_of_memory;
        return State::damaged;
      default:
        fault_ = "a block is not what its check sum says, or cannot be read";
        return State::damaged;
    }
  }
  std::string fault() const override { return fault_; }

 private:
  bz_stream stream_{};
  std::string fault_;
};

// xz, and the older formats with the same method of compression.
class Lzma final : public Decompressor {
 public:
  using Init = lzma_ret (*)(lzma_stream*);

  explicit Lzma(Init init) : init_(init) {}
  ~Lzma() override { lzma_end(&stream_); }

  bool begin() override { return init_(&stream_) == LZMA_OK; }
  State unpack(std::string_view& packed, std::span<char>& room) override {
    give(stream_, packed, room);
    status_ = lzma_code(&stream_, LZMA_RUN);
    take_back(stream_, packed, room);
    switch (status_) {
      case LZMA_OK:
      case LZMA_BUF_ERROR:
        return State::under_way;
      case LZMA_STREAM_END:
        return State::member_end;
      default:
        return State::damaged;
    }
  }
  std::string fault() const override {
    switch (status_) {
      case LZMA_MEM_ERROR:
        return out_of_memory;
      case LZMA_MEMLIMIT_ERROR:
        return window_too_large();
      case LZMA_OPTIONS_ERROR:
        return "it is packed in a way that is not known";
      default:
        return "it is not what its check sum says, or cannot be read";
    }
  }

  // Beside the window, a decoder needs little.
  static constexpr std::uint64_t max_memory = max_window_bytes + (std::uint64_t(1) << 20);

 private:
  Init init_;
  lzma_stream stream_ = LZMA_STREAM_INIT;
  lzma_ret status_ = LZMA_OK;
};

class Zstd final : public Decompressor {
 public:
  ~Zstd() override { ZSTD_freeDCtx(context_); }

  bool begin() override {
    if (context_ == nullptr) context_ = ZSTD_createDCtx();
    if (context_ == nullptr) return false;
    ZSTD_DCtx_reset(context_, ZSTD_reset_session_only);
    ZSTD_DCtx_setParameter(context_, ZSTD_d_windowLogMax, std::bit_width(max_window_bytes) - 1);
    wanted_ = header_bytes;
    return true;
  }
  // A call that fails tells nothing of what it has unpacked before. So each is given no more than a
  // header or the contents of a block, which leaves nothing to be lost.
  State unpack(std::string_view& packed, std::span<char>& room) override {
    do {
      const std::size_t step =
          wanted_ > block_header_bytes ? wanted_ - block_header_bytes : wanted_;
      ZSTD_inBuffer in{packed.data(), std::min(packed.size(), step), 0};
      ZSTD_outBuffer out{room.data(), room.size(), 0};
      wanted_ = ZSTD_decompressStream(context_, &out, &in);
      if (ZSTD_isError(wanted_) != 0) {
        error_ = wanted_;
        return State::damaged;
      }
      packed.remove_prefix(in.pos);
      room = room.subspan(out.pos);
      if (wanted_ == 0) return State::member_end;
    } while (!packed.empty() && !room.empty());
    return State::under_way;
  }
  std::string fault() const override {
    if (ZSTD_getErrorCode(error_) == ZSTD_error_frameParameter_windowTooLarge)
      return window_too_large();
    return ZSTD_getErrorName(error_);
  }

 private:
  static constexpr std::size_t header_bytes = 5;  // enough to tell how long the rest of it is
  static constexpr std::size_t block_header_bytes = 3;

  ZSTD_DCtx* context_ = nullptr;
  std::size_t wanted_ = 0;  // what comes next and the header behind it
  std::size_t error_ = 0;
};

}  // namespace

std::unique_ptr<Decompressor> gzip_decompressor() {
  return std::make_unique<Gzip>();
}
std::unique_ptr<Decompressor> bzip2_decompressor() {
  return std::make_unique<Bzip2>();
}
std::unique_ptr<Decompressor> xz_decompressor() {
  return std::make_unique<Lzma>(
      [](lzma_stream* stream) { return lzma_stream_decoder(stream, Lzma::max_memory, 0); });
}
std::unique_ptr<Decompressor> lzma_decompressor() {
  return std::make_unique<Lzma>(
      [](lzma_stream* stream) { return lzma_alone_decoder(stream, Lzma::max_memory); });
}
std::unique_ptr<Decompressor> lzip_decompressor() {
  return std::make_unique<Lzma>(
      [](lzma_stream* stream) { return lzma_lzip_decoder(stream, Lzma::max_memory, 0); });
}
std::unique_ptr<Decompressor> zstd_decompressor() {
  return std::make_unique<Zstd>();
}

}  // namespace nuskha::stream
