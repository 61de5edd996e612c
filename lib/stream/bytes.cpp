#include "stream/bytes.hpp"

#include <algorithm>
#include <array>
#include <atomic>
#include <cerrno>
#include <condition_variable>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <exception>
#include <mutex>
#include <optional>
#include <system_error>
#include <thread>
#include <utility>

#include <archive.h>
#include <archive_entry.h>
#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include "stream/decompress.hpp"
#include "stream/files.hpp"

namespace nuskha::stream {
namespace {

// Large enough that the cost of a system call disappears, small enough for the cache.
constexpr std::size_t block_bytes = 256 * 1024;
// So much that is asked for at once is read to where it is wanted.
constexpr std::size_t direct_bytes = 64 * 1024;
// A tar header, the longest thing that tells a stream's kind.
constexpr std::size_t head_bytes = 512;

enum class Kind { text, gzip, bzip2, xz, lzma, lzip, zstd, lz4, compress, zip, tar, seven_zip };

bool is_archive(Kind kind) {
  return kind == Kind::zip || kind == Kind::tar || kind == Kind::seven_zip;
}

// POSIX tar says `ustar`; older ones only have a sum over the header, itself taken as blanks.
bool is_tar(std::string_view head) {
  if (head.size() < 512) return false;
  if (head.substr(257, 5) == "ustar") return true;
  std::uint32_t stated = 0;
  std::size_t digits = 0;
  for (const char c : head.substr(148, 8)) {
    if (c >= '0' && c <= '7') {
      stated = stated * 8 + std::uint32_t(c - '0');
      ++digits;
    } else if (digits > 0 || c != ' ') {
      break;
    }
  }
  std::uint32_t sum = 8 * ' ';
  for (std::size_t i = 0; i < 512; ++i)
    if (i < 148 || i >= 156) sum += static_cast<unsigned char>(head[i]);
  return digits >= 4 && sum == stated && head[0] != '\0';
}

Kind kind_of(std::string_view head) {
  using namespace std::string_view_literals;
  struct Magic {
    std::string_view bytes;
    Kind kind;
  };
  static constexpr Magic magics[] = {
      {"\x1F\x8B"sv, Kind::gzip},
      {"\xFD"
       "7zXZ\0"sv,
       Kind::xz},
      {"\x28\xB5\x2F\xFD"sv, Kind::zstd},
      {"\x04\x22\x4D\x18"sv, Kind::lz4},
      {"\x02\x21\x4C\x18"sv, Kind::lz4},
      {"\x1F\x9D"sv, Kind::compress},
      {"LZIP\x01"sv, Kind::lzip},
      {"]\0\0"sv, Kind::lzma},
      {"PK\x03\x04"sv, Kind::zip},
      {"PK\x05\x06"sv, Kind::zip},
      {"PK\x07\x08PK"sv, Kind::zip},
      {"7z\xBC\xAF\x27\x1C"sv, Kind::seven_zip},
  };
  for (const Magic& magic : magics)
    if (head.starts_with(magic.bytes)) return magic.kind;
  if (head.size() >= 10 && head.starts_with("BZh") && head[3] >= '1' && head[3] <= '9' &&
      (head.substr(4, 6) == "1AY&SY" || head.substr(4, 6) == "\x17rE8P\x90"))
    return Kind::bzip2;
  // A frame that decoders skip can come first.
  if (head.size() >= 4 && (head[0] & 0xF0) == 0x50 && head.substr(1, 3) == "\x2A\x4D\x18")
    return Kind::zstd;
  return is_tar(head) ? Kind::tar : Kind::text;
}

// One stream of bytes; each stands on the one it unpacks.
class Layer {
 public:
  virtual ~Layer() = default;

  // The stream's beginning, at least head_bytes of it unless it is shorter. Before any read().
  std::string_view head() {
    if (!pending_.empty()) return pending_;
    pending_ = block();
    if (pending_.size() < head_bytes && !pending_.empty()) {
      gathered_ = pending_;
      while (gathered_.size() < head_bytes) {
        const std::string_view more = block();
        if (more.empty()) break;
        gathered_ += more;
      }
      pending_ = gathered_;
    }
    return pending_;
  }

  // The next bytes, valid until the next call; empty at the end, or where an error ends it.
  std::string_view next_block() {
    if (!pending_.empty()) return std::exchange(pending_, {});
    return block();
  }

  std::size_t read(std::span<char> into) {
    std::size_t got = 0;
    while (got < into.size()) {
      if (pending_.empty()) {
        const std::size_t direct = read_directly(into.subspan(got));
        got += direct;
        if (direct > 0) continue;
        pending_ = block();
        if (pending_.empty()) break;
      }
      const std::size_t part = std::min(pending_.size(), into.size() - got);
      std::memcpy(into.data() + got, pending_.data(), part);
      pending_.remove_prefix(part);
      got += part;
    }
    return got;
  }

  // The whole file's length if it can be read at any place.
  virtual std::optional<std::int64_t> size() const { return {}; }
  virtual bool seek(std::int64_t /*to*/) { return false; }
  void forget_pending() { pending_ = {}; }

  void forget_error() {
    error.clear();
    is_reported = false;
  }

  std::string error;  // why the stream ended before its time; empty if it did not
  bool is_reported = false;

 private:
  virtual std::string_view block() = 0;
  // Past any buffer of the layer's own; 0 where there is no such way.
  virtual std::size_t read_directly(std::span<char>) { return 0; }

  std::string_view pending_;
  std::string gathered_;
};

class FileLayer final : public Layer {
 public:
  FileLayer(int descriptor, bool owned) : descriptor_(descriptor), owned_(owned) {
    if (lseek(descriptor, 0, SEEK_CUR) == 0) measure();
  }
  ~FileLayer() override {
    if (owned_) close(descriptor_);
  }

  std::optional<std::int64_t> size() const override { return size_; }
  bool seek(std::int64_t to) override {
    forget_pending();
    return lseek(descriptor_, to, SEEK_SET) == to;
  }
  void rewind() {
    lseek(descriptor_, 0, SEEK_SET);
    measure();
  }
  // Of an archive that is read at many places, some of it is read twice.
  std::uint64_t consumed() const {
    const std::uint64_t bytes = consumed_.load(std::memory_order_relaxed);
    return size_ ? std::min(bytes, std::uint64_t(*size_)) : bytes;
  }

 private:
  void measure() {
    struct stat status;
    if (fstat(descriptor_, &status) == 0 && S_ISREG(status.st_mode)) size_ = status.st_size;
  }
  std::string_view block() override {
    if (!buffer_) buffer_ = std::make_unique_for_overwrite<char[]>(block_bytes);
    return {buffer_.get(), fill({buffer_.get(), block_bytes})};
  }
  std::size_t read_directly(std::span<char> into) override {
    return into.size() < direct_bytes ? 0 : fill(into);
  }
  std::size_t fill(std::span<char> into) {
    std::size_t got = 0;
    while (got < into.size() && error.empty()) {
      const ssize_t n = ::read(descriptor_, into.data() + got, into.size() - got);
      if (n < 0) {
        if (errno == EINTR) continue;
        error = std::strerror(errno);
      }
      if (n <= 0) break;
      got += std::size_t(n);
    }
    consumed_.fetch_add(got, std::memory_order_relaxed);
    return got;
  }

  int descriptor_;
  bool owned_;
  std::optional<std::int64_t> size_;
  std::atomic<std::uint64_t> consumed_ = 0;  // asked for while a ReadAhead reads
  std::unique_ptr<char[]> buffer_;
};

// The formats that we unpack ourselves; null for others.
std::unique_ptr<Decompressor> decompressor_of(Kind kind) {
  switch (kind) {
    case Kind::gzip:
      return gzip_decompressor();
    case Kind::bzip2:
      return bzip2_decompressor();
    case Kind::xz:
      return xz_decompressor();
    case Kind::lzma:
      return lzma_decompressor();
    case Kind::lzip:
      return lzip_decompressor();
    case Kind::zstd:
      return zstd_decompressor();
    default:
      return nullptr;
  }
}

// A compressed stream, and those of the same format that follow it at once or after zeros, which
// tapes and xz have for padding.
class CompressedLayer final : public Layer {
 public:
  CompressedLayer(Layer& below, std::unique_ptr<Decompressor> decompressor)
      : below_(below), decompressor_(std::move(decompressor)) {}

 private:
  std::string_view block() override {
    if (!buffer_) buffer_ = std::make_unique_for_overwrite<char[]>(block_bytes);
    std::span<char> room(buffer_.get(), block_bytes);
    while (!room.empty() && !at_end_) unpack(room);
    const std::size_t size = block_bytes - room.size();
    // An error belongs to what is missing, not to what was read before it.
    if (size == 0) error = fault_;
    return {buffer_.get(), size};
  }

  void unpack(std::span<char>& room) {
    if (packed_.empty()) packed_ = below_.next_block();
    const bool no_more = packed_.empty();
    if (!in_member_) {
      if (members_ > 0)
        packed_.remove_prefix(std::min(packed_.find_first_not_of('\0'), packed_.size()));
      if (no_more) return end("");
      if (packed_.empty()) return;
      if (!decompressor_->begin()) return end("there is not enough memory");
      in_member_ = member_is_empty_ = true;
      ++members_;
    }
    const std::size_t before = room.size();
    const Decompressor::State state = decompressor_->unpack(packed_, room);
    const bool gave_nothing = room.size() == before;
    member_is_empty_ = member_is_empty_ && gave_nothing;
    if (state == Decompressor::State::member_end)
      in_member_ = false;
    else if (state == Decompressor::State::damaged)
      end_member("the compressed data is damaged: " + decompressor_->fault());
    else if (no_more && gave_nothing)
      end_member("the compressed data is cut short");
  }

  void end_member(std::string fault) {
    if (!below_.error.empty())
      fault.clear();
    else if (members_ > 1 && member_is_empty_)
      fault = "what follows the compressed data cannot be unpacked, and is not read";
    end(std::move(fault));
  }

  void end(std::string fault) {
    at_end_ = true;
    fault_ = std::move(fault);
  }

  Layer& below_;
  std::unique_ptr<Decompressor> decompressor_;
  std::string_view packed_;  // of the layer below, not unpacked yet
  std::uint64_t members_ = 0;
  bool in_member_ = false;
  bool member_is_empty_ = true;  // so far
  bool at_end_ = false;
  std::string fault_;
  std::unique_ptr<char[]> buffer_;
};

// What libarchive unpacks: a compressed stream as its only member, or an archive member by member.
class ArchiveLayer final : public Layer {
 public:
  ArchiveLayer(Layer& below, Kind kind) : below_(below), archive_(archive_read_new()) {
    if (archive_ == nullptr) {
      error = "out of memory";
      return;
    }
    support(kind);
    archive_read_set_callback_data(archive_, this);
    archive_read_set_read_callback(archive_, read_below);
    if (below.size()) {
      below.seek(0);
      archive_read_set_skip_callback(archive_, skip_below);
      archive_read_set_seek_callback(archive_, seek_below);
    }
    const int status = archive_read_open1(archive_);
    if (status < ARCHIVE_WARN) fail(ARCHIVE_FATAL);
  }
  ~ArchiveLayer() override { archive_read_free(archive_); }

  // Goes to the next member that is a file. False at the end, or after an error.
  bool next_member() {
    if (broken_) return false;
    at_member_end_ = false;
    forget_pending();
    forget_error();
    for (;;) {
      archive_entry* entry = nullptr;
      const int status = archive_read_next_header(archive_, &entry);
      if (status == ARCHIVE_RETRY) continue;
      if (status == ARCHIVE_EOF) drain();
      if (status < ARCHIVE_WARN) fail(ARCHIVE_FATAL);
      if (status == ARCHIVE_EOF || status < ARCHIVE_WARN) return false;
      if (archive_entry_filetype(entry) != AE_IFREG) continue;
      ++members_;
      const char* name = archive_entry_pathname_utf8(entry);
      if (name == nullptr) name = archive_entry_pathname(entry);
      is_named = name != nullptr;
      member_name = is_named ? name : fmt::format("member {}", members_);
      return true;
    }
  }

  std::string member_name;
  bool is_named = true;  // false: its name is in no encoding that we can read

 private:
  void support(Kind kind) {
    archive* const a = archive_;
    switch (kind) {
      case Kind::lz4:
        archive_read_support_filter_lz4(a);
        break;
      case Kind::compress:
        archive_read_support_filter_compress(a);
        break;
      case Kind::zip:
        archive_read_support_format_zip(a);
        return;
      case Kind::tar:
        archive_read_support_format_tar(a);
        return;
      case Kind::seven_zip:
        archive_read_support_format_7zip(a);
        return;
      default:
        break;
    }
    archive_read_support_format_raw(a);
    archive_read_support_format_empty(a);
  }

  // Holes of sparse files are left out: no text has them.
  std::string_view block() override {
    while (!broken_ && !at_member_end_) {
      const void* data = nullptr;
      std::size_t size = 0;
      la_int64_t offset = 0;
      const int status = archive_read_data_block(archive_, &data, &size, &offset);
      if (status == ARCHIVE_RETRY) continue;
      if (status == ARCHIVE_EOF) break;
      if (status < ARCHIVE_OK) fail(status);
      if (status < ARCHIVE_WARN) break;
      if (size > 0) return {static_cast<const char*>(data), size};
    }
    at_member_end_ = true;
    return {};
  }

  void fail(int status) {
    if (status == ARCHIVE_FATAL) broken_ = true;
    if (!error.empty() || !below_.error.empty()) return;
    const char* reason = archive_error_string(archive_);
    error = reason != nullptr ? reason : "it is damaged";
  }

  // To the end of what the archive stands in, whose check sum comes last.
  void drain() {
    broken_ = true;
    if (below_.size()) return;
    while (!below_.next_block().empty()) continue;
  }

  static la_ssize_t read_below(archive* a, void* self, const void** data) {
    auto& layer = *static_cast<ArchiveLayer*>(self);
    const std::string_view block = layer.below_.next_block();
    *data = block.data();
    layer.position_ += std::int64_t(block.size());
    if (block.empty() && !layer.below_.error.empty()) {
      archive_set_error(a, EIO, "%s", layer.below_.error.c_str());
      return -1;
    }
    return la_ssize_t(block.size());
  }
  static la_int64_t skip_below(archive*, void* self, la_int64_t request) {
    auto& layer = *static_cast<ArchiveLayer*>(self);
    const std::int64_t left = std::max<std::int64_t>(*layer.below_.size() - layer.position_, 0);
    const std::int64_t skipped = std::min<std::int64_t>(request, left);
    if (!layer.below_.seek(layer.position_ + skipped)) return 0;
    layer.position_ += skipped;
    return skipped;
  }
  static la_int64_t seek_below(archive*, void* self, la_int64_t offset, int whence) {
    auto& layer = *static_cast<ArchiveLayer*>(self);
    const std::int64_t base = whence == SEEK_SET   ? 0
                              : whence == SEEK_CUR ? layer.position_
                                                   : *layer.below_.size();
    if (base + offset < 0 || !layer.below_.seek(base + offset)) return ARCHIVE_FATAL;
    return layer.position_ = base + offset;
  }

  Layer& below_;
  archive* archive_;
  std::int64_t position_ = 0;  // in the layer below
  std::uint64_t members_ = 0;
  bool at_member_end_ = false;
  bool broken_ = false;
};

// Reads the stream below on a thread of its own, some blocks ahead, so that unpacking does not keep
// those waiting who read what was unpacked. What ends within a block needs no thread.
class ReadAhead final : public Layer {
 public:
  explicit ReadAhead(Layer& below) : below_(below) {}
  ~ReadAhead() override {
    {
      const std::lock_guard lock(mutex_);
      is_stopped_ = true;
    }
    changed_.notify_all();
    if (thread_.joinable()) thread_.join();
  }

 private:
  struct Block {
    std::unique_ptr<char[]> bytes;
    std::size_t size = 0;  // less than block_bytes: the last one
  };

  // The block that was given before is free from here on.
  std::string_view block() override {
    if (given_ == nullptr) {
      fill(ring_[0]);
      filled_ = 1;
      if (ring_[0].size == block_bytes) start();
    } else if (given_->size < block_bytes) {
      return {};
    } else if (!thread_.joinable()) {
      fill(ring_[0]);
    } else {
      std::unique_lock lock(mutex_);
      ++freed_;
      changed_.notify_all();
      changed_.wait(lock, [&] { return filled_ > freed_ || fault_; });
      if (filled_ == freed_) std::rethrow_exception(fault_);
    }
    given_ = &ring_[freed_ % ring_.size()];
    return {given_->bytes.get(), given_->size};
  }

  void fill(Block& block) {
    if (!block.bytes) block.bytes = std::make_unique_for_overwrite<char[]>(block_bytes);
    block.size = below_.read({block.bytes.get(), block_bytes});
  }

  void start() {
    try {
      thread_ = std::thread([this] { read_on(); });
    } catch (const std::system_error&) {
      // Then reading and unpacking take turns.
    }
  }

  void read_on() {
    try {
      for (std::size_t at = 1;; ++at) {
        Block& block = ring_[at % ring_.size()];
        {
          std::unique_lock lock(mutex_);
          changed_.wait(lock, [&] { return at - freed_ < ring_.size() || is_stopped_; });
          if (is_stopped_) return;
        }
        fill(block);
        const bool is_last = block.size < block_bytes;
        {
          const std::lock_guard lock(mutex_);
          ++filled_;
        }
        changed_.notify_all();
        if (is_last) return;
      }
    } catch (...) {
      const std::lock_guard lock(mutex_);
      fault_ = std::current_exception();
      changed_.notify_all();
    }
  }

  Layer& below_;
  std::array<Block, 4> ring_;
  const Block* given_ = nullptr;
  std::mutex mutex_;
  std::condition_variable changed_;
  std::size_t filled_ = 0, freed_ = 0;  // blocks, of all there were
  bool is_stopped_ = false;
  std::exception_ptr fault_;  // there is not enough memory
  std::thread thread_;
};

// A copy that can be read at any place, in a file without a name.
std::unique_ptr<Layer> spool(Layer& below) {
  const char* folder = std::getenv("TMPDIR");
  std::string path = folder != nullptr && *folder != '\0' ? folder : "/tmp";
  path += "/nuskha-XXXXXX";
  const int descriptor = mkostemp(path.data(), O_CLOEXEC);
  if (descriptor < 0) {
    below.error =
        fmt::format("no temporary file in the way of '{}': {}", path, std::strerror(errno));
    return nullptr;
  }
  unlink(path.c_str());
  auto file = std::make_unique<FileLayer>(descriptor, true);  // which closes it
  std::uint64_t size = 0;
  for (;;) {
    std::string_view block = below.next_block();
    if (block.empty()) break;
    size += block.size();
    if (size > max_spooled_bytes) {
      below.error =
          fmt::format("a 7z archive in a stream can have at most {} bytes", max_spooled_bytes);
      return nullptr;
    }
    while (!block.empty()) {
      const ssize_t n = write(descriptor, block.data(), block.size());
      if (n < 0 && errno == EINTR) continue;
      if (n < 0) {
        below.error = fmt::format("no room for a temporary copy: {}", std::strerror(errno));
        return nullptr;
      }
      block.remove_prefix(std::size_t(n));
    }
  }
  file->rewind();
  return file;
}

}  // namespace

struct InputReader::Impl {
  // Each level stands on the one before.
  ~Impl() {
    while (!levels.empty()) levels.pop_back();
  }

  struct Level {
    std::unique_ptr<Layer> layer;
    ArchiveLayer* archive = nullptr;  // the layer, where its members are texts of their own
    std::string name;
  };

  std::string name;
  bool is_standard = false;
  FileLayer* file = nullptr;
  std::vector<Level> levels;  // the file first
  bool is_started = false;
  bool found_any = false;
  Layer* text = nullptr;
  std::string text_name;
  bool text_is_read = false;  // some of it
  bool text_is_done = false;
  bool text_is_cut = false;
  std::vector<std::string> errors;

  // Unpacks until there is a text; false if it is an archive, or cannot be unpacked.
  bool descend(Layer* layer, const std::string& path) {
    for (;;) {
      const Kind kind = kind_of(layer->head());
      if (kind == Kind::text) {
        if (layer != file) {
          levels.push_back({std::make_unique<ReadAhead>(*layer), nullptr, path});
          layer = levels.back().layer.get();
        }
        text = layer;
        text_name = path;
        text_is_read = text_is_done = text_is_cut = false;
        return found_any = true;
      }
      if (levels.size() > max_nesting) {
        errors.push_back(
            fmt::format("cannot read '{}': it is compressed or packed more than {} times over",
                        path, max_nesting));
        climb();
        return false;
      }
      if (auto decompressor = decompressor_of(kind)) {
        levels.push_back(
            {std::make_unique<CompressedLayer>(*layer, std::move(decompressor)), nullptr, path});
        layer = levels.back().layer.get();
        continue;
      }
      if (kind == Kind::seven_zip && !layer->size()) {
        auto copy = spool(*layer);
        if (!copy) {
          report(path, "cannot read");
          climb();
          return false;
        }
        levels.push_back({std::move(copy), nullptr, path});
        layer = levels.back().layer.get();
      }
      auto unpacked = std::make_unique<ArchiveLayer>(*layer, kind);
      ArchiveLayer* const archive = unpacked.get();
      levels.push_back({std::move(unpacked), is_archive(kind) ? archive : nullptr, path});
      if (is_archive(kind)) return false;
      archive->next_member();
      layer = archive;
    }
  }

  // Back to the innermost archive, to look at its next member.
  void climb() {
    text = nullptr;
    while (levels.size() > 1 && levels.back().archive == nullptr) levels.pop_back();
  }

  // The error nearest to the disk is the cause of those above it.
  void report(const std::string& path, std::string_view what) {
    for (const Level& level : levels) {
      if (level.layer->error.empty() || level.layer->is_reported) continue;
      errors.push_back(fmt::format("{} '{}': {}", what, path, level.layer->error));
      break;
    }
    for (const Level& level : levels)
      if (!level.layer->error.empty()) level.layer->is_reported = true;
  }

  bool next_text() {
    if (text != nullptr) climb();
    if (!is_started) {
      is_started = true;
      if (descend(file, name)) return true;
    }
    while (levels.size() > 1) {
      ArchiveLayer& archive = *levels.back().archive;
      const std::string path = levels.back().name;
      if (archive.next_member()) {
        if ((worth_reading(archive.member_name) || !archive.is_named) &&
            descend(&archive, fmt::format("{}/{}", path, archive.member_name)))
          return true;
      } else {
        report(path, "cannot read all of");
        levels.pop_back();
        climb();
      }
    }
    if (!found_any && errors.empty()) {
      errors.push_back(fmt::format("cannot read '{}': nothing in it is worth reading", name));
      found_any = true;
    }
    return false;
  }

  std::size_t read(std::span<char> buffer) {
    if (text == nullptr || text_is_done || buffer.empty()) return 0;
    const std::size_t got = text->read(buffer);
    text_is_read |= got > 0;
    if (got < buffer.size()) {
      text_is_done = true;
      const std::size_t before = errors.size();
      report(text_name, text_is_read ? "cannot read all of" : "cannot read");
      text_is_cut = errors.size() > before;
    }
    return got;
  }
};

InputReader::InputReader(std::unique_ptr<Impl> impl) : impl_(std::move(impl)) {}
InputReader::InputReader(InputReader&&) noexcept = default;
InputReader& InputReader::operator=(InputReader&&) noexcept = default;
InputReader::~InputReader() = default;

text::Result<InputReader> InputReader::open(const std::string& path) {
  const bool standard = path == "-";
  auto impl = std::make_unique<Impl>();
  impl->name = standard ? "<stdin>" : path;
  impl->is_standard = standard;
  const auto failure = [&](const std::string& reason) {
    return text::Failure{fmt::format("cannot read '{}': {}", impl->name, reason)};
  };
  const int descriptor = standard ? STDIN_FILENO : ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
  if (descriptor < 0) return failure(std::strerror(errno));
  auto file = std::make_unique<FileLayer>(descriptor, !standard);
  impl->file = file.get();
  impl->levels.push_back({std::move(file), nullptr, impl->name});
  if (impl->file->head().empty() && !impl->file->error.empty()) return failure(impl->file->error);
  return InputReader(std::move(impl));
}

bool InputReader::next_text() {
  return impl_->next_text();
}
const std::string& InputReader::text_name() const {
  return impl_->text_name;
}
bool InputReader::text_is_file() const {
  return impl_->text == impl_->file && !impl_->is_standard;
}
bool InputReader::text_is_cut() const {
  return impl_->text_is_cut;
}
std::size_t InputReader::read(std::span<char> buffer) {
  return impl_->read(buffer);
}
std::uint64_t InputReader::bytes_consumed() const {
  return impl_->file->consumed();
}
std::vector<std::string> InputReader::take_errors() {
  return std::exchange(impl_->errors, {});
}

}  // namespace nuskha::stream
