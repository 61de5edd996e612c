// Compressed files and archives for the tests, made by libarchive.
#pragma once

#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <archive.h>
#include <archive_entry.h>

using Members = std::vector<std::pair<std::string, std::string>>;

// `format`: "raw" (one member), "zip", "pax", "7zip", ... `filter`: "none", "gzip", "zstd", ...
inline std::string pack(const char* format, const char* filter, const Members& members,
                        const char* options = "") {
  std::string out(1 << 16, '\0');
  for (const auto& [name, bytes] : members) out.resize(out.size() + bytes.size() * 2 + 4096);
  std::size_t used = 0;
  archive* const a = archive_write_new();
  const auto check = [&](int status) {
    if (status < ARCHIVE_WARN) {
      const std::string reason = archive_error_string(a);
      archive_write_free(a);
      throw std::runtime_error(reason);
    }
  };
  check(archive_write_set_format_by_name(a, format));
  if (std::string_view(filter) != "none") check(archive_write_add_filter_by_name(a, filter));
  check(archive_write_set_bytes_in_last_block(a, 1));
  check(archive_write_set_options(a, options));
  check(archive_write_open_memory(a, out.data(), out.size(), &used));
  for (const auto& [name, bytes] : members) {
    archive_entry* const entry = archive_entry_new();
    // In the C locale no one way to give a name that is not ASCII suits every format.
    if (std::string_view(format) == "7zip")
      archive_entry_set_pathname_utf8(entry, name.c_str());
    else
      archive_entry_set_pathname(entry, name.c_str());
    const bool is_folder = name.ends_with('/');
    archive_entry_set_filetype(entry, is_folder ? AE_IFDIR : AE_IFREG);
    archive_entry_set_perm(entry, is_folder ? 0755 : 0644);
    archive_entry_set_size(entry, la_int64_t(bytes.size()));
    check(archive_write_header(a, entry));
    if (!bytes.empty()) check(int(archive_write_data(a, bytes.data(), bytes.size()) < 0 ? -30 : 0));
    archive_entry_free(entry);
  }
  check(archive_write_close(a));
  archive_write_free(a);
  out.resize(used);
  return out;
}

inline std::string compress(const char* filter, std::string_view bytes, const char* options = "") {
  return pack("raw", filter, {{"text", std::string(bytes)}}, options);
}
