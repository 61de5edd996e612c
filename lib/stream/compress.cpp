#include "stream/compress.hpp"

#include <algorithm>
#include <array>
#include <cerrno>

#include <archive.h>
#include <archive_entry.h>
#include <sys/stat.h>

#include "text/ascii.hpp"

namespace nuskha::stream {
namespace {

struct Filter {
  std::string_view ending;
  int (*add)(archive*);
};
constexpr std::array<Filter, 4> filters = {{
    {".gz", archive_write_add_filter_gzip},
    {".bz2", archive_write_add_filter_bzip2},
    {".xz", archive_write_add_filter_xz},
    {".zst", archive_write_add_filter_zstd},
}};

const Filter* filter_of(std::string_view path) {
  for (const Filter& filter : filters)
    if (path.size() >= filter.ending.size() &&
        std::equal(filter.ending.rbegin(), filter.ending.rend(), path.rbegin(),
                   [](char ending, char c) { return ending == text::lower(c); }))
      return &filter;
  return nullptr;
}

}  // namespace

std::string_view without_compression(std::string_view path) {
  if (const Filter* filter = filter_of(path)) path.remove_suffix(filter->ending.size());
  return path;
}

struct Compressor::Impl {
  ~Impl() { archive_write_free(out); }

  std::string error() const {
    const char* text = archive_error_string(out);
    return text != nullptr ? text : "it cannot be compressed";
  }

  static la_ssize_t write_on(archive* a, void* self, const void* bytes, std::size_t size) {
    if (static_cast<Impl*>(self)->output({static_cast<const char*>(bytes), size}))
      return la_ssize_t(size);
    archive_set_error(a, EIO, "%s", "the compressed bytes cannot be written");
    return -1;
  }

  Output output;
  archive* out = archive_write_new();
  std::string fault;  // that it could not be begun
};

Compressor::Compressor(std::unique_ptr<Impl> impl) : impl_(std::move(impl)) {}
Compressor::~Compressor() = default;

std::unique_ptr<Compressor> Compressor::for_name(std::string_view path, Output output) {
  const Filter* filter = filter_of(path);
  if (!filter) return nullptr;
  auto impl = std::make_unique<Impl>();
  impl->output = std::move(output);
  archive_entry* entry = archive_entry_new();
  archive_entry_set_filetype(entry, AE_IFREG);
  bool begun = filter->add(impl->out) >= ARCHIVE_WARN;
  // The same bytes whenever they are written.
  archive_write_set_filter_option(impl->out, "gzip", "timestamp", nullptr);
  begun =
      begun && archive_write_set_format_raw(impl->out) == ARCHIVE_OK &&
      archive_write_set_bytes_in_last_block(impl->out, 1) == ARCHIVE_OK &&
      archive_write_open(impl->out, impl.get(), nullptr, Impl::write_on, nullptr) == ARCHIVE_OK &&
      archive_write_header(impl->out, entry) == ARCHIVE_OK;
  archive_entry_free(entry);
  if (!begun) impl->fault = impl->error();
  return std::unique_ptr<Compressor>(new Compressor(std::move(impl)));
}

std::string Compressor::write(std::string_view bytes) {
  while (impl_->fault.empty() && !bytes.empty()) {
    const la_ssize_t taken = archive_write_data(impl_->out, bytes.data(), bytes.size());
    if (taken <= 0) return impl_->error();
    bytes.remove_prefix(std::size_t(taken));
  }
  return impl_->fault;
}

std::string Compressor::finish() {
  if (impl_->fault.empty() && archive_write_close(impl_->out) != ARCHIVE_OK) return impl_->error();
  return impl_->fault;
}

}  // namespace nuskha::stream
