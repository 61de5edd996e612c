#include "stream/files.hpp"

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <optional>
#include <set>
#include <utility>

#include <dirent.h>
#include <fmt/format.h>
#include <fnmatch.h>
#include <sys/stat.h>

namespace nuskha::stream {
namespace {

constexpr std::array<std::string_view, 6> text_extensions = {".pgn", ".txt", ".dola",
                                                             ".fen", ".epd", ".jsonl"};
constexpr std::array<std::string_view, 8> compressed_extensions = {".gz",   ".bz2", ".xz", ".zst",
                                                                   ".lzma", ".lz4", ".lz", ".z"};
constexpr std::array<std::string_view, 10> archive_extensions = {
    ".zip", ".7z", ".tar", ".tgz", ".tbz", ".tbz2", ".txz", ".tzst", ".tlz", ".taz"};

template <std::size_t N>
bool contains(const std::array<std::string_view, N>& list, std::string_view extension) {
  return std::find(list.begin(), list.end(), extension) != list.end();
}

// Splits the last extension off, with its dot; a leading dot begins no extension.
std::string_view take_extension(std::string_view& name) {
  const std::size_t dot = name.rfind('.');
  if (dot == std::string_view::npos || dot == 0) return {};
  const std::string_view extension = name.substr(dot);
  name = name.substr(0, dot);
  return extension;
}

std::string cannot_read(const std::string& path, const char* reason) {
  return fmt::format("cannot read '{}': {}", path, reason);
}

std::string join(const std::string& folder, std::string_view name) {
  if (folder.empty()) return std::string(name);
  return folder.back() == '/' ? folder + std::string(name) : fmt::format("{}/{}", folder, name);
}

// The names in a folder but `.` and `..`, in the order of their bytes.
text::Result<std::vector<std::string>, int> list(const std::string& folder) {
  DIR* const directory = opendir(folder.empty() ? "." : folder.c_str());
  if (directory == nullptr) return text::Failure{errno};
  std::vector<std::string> names;
  errno = 0;
  while (const dirent* entry = readdir(directory)) {
    const std::string_view name = entry->d_name;
    if (name != "." && name != "..") names.emplace_back(name);
  }
  const int error = errno;
  closedir(directory);
  if (error != 0) return text::Failure{error};
  std::sort(names.begin(), names.end());
  return names;
}

class Finder {
 public:
  std::vector<text::Result<InputFile>> found;

  void name(const std::string& name) {
    struct stat status;
    if (name == "-") {
      found.emplace_back(InputFile{name, 0, true});
    } else if (stat(name.c_str(), &status) == 0) {
      seen_.reset();
      take(name, status);
    } else if (const int error = errno; name.find_first_of("*?[") != std::string::npos) {
      seen_.emplace();
      const std::size_t before = found.size();
      const bool absolute = name.front() == '/';
      match(absolute ? "/" : "", std::string_view(name).substr(absolute ? 1 : 0));
      if (found.size() == before) found.emplace_back(text::Failure{cannot_read(name, "no match")});
    } else {
      found.emplace_back(text::Failure{cannot_read(name, std::strerror(error))});
    }
  }

 private:
  using Identity = std::pair<dev_t, ino_t>;

  void take(const std::string& path, const struct stat& status) {
    if (seen_ && !seen_->insert(path).second) return;
    if (!S_ISDIR(status.st_mode)) {
      const auto size = S_ISREG(status.st_mode) ? std::uint64_t(status.st_size) : 0;
      found.emplace_back(InputFile{path, size, true});
      return;
    }
    std::set<Identity> entered = {{status.st_dev, status.st_ino}};
    if (!walk(path, entered))
      found.emplace_back(
          text::Failure{cannot_read(path, "the folder holds no file worth reading")});
  }

  // False if there is nothing to read or to complain of. Depth is bounded by the longest path the
  // system takes: beyond it, stat fails.
  bool walk(const std::string& folder, std::set<Identity>& entered) {
    const auto names = list(folder);
    if (!names) {
      found.emplace_back(text::Failure{cannot_read(folder, std::strerror(names.error()))});
      return true;
    }
    bool any = false;
    for (const std::string& name : *names) {
      if (name.front() == '.') continue;
      const std::string path = join(folder, name);
      struct stat status;
      if (stat(path.c_str(), &status) != 0) {
        const int error = errno;
        if (!worth_reading(name)) continue;
        found.emplace_back(text::Failure{cannot_read(path, std::strerror(error))});
        any = true;
      } else if (S_ISDIR(status.st_mode)) {
        if (entered.emplace(status.st_dev, status.st_ino).second) any |= walk(path, entered);
      } else if (S_ISREG(status.st_mode) && worth_reading(name)) {
        if (!seen_ || seen_->insert(path).second)
          found.emplace_back(InputFile{path, std::uint64_t(status.st_size), false});
        any = true;
      }
    }
    return any;
  }

  void match(const std::string& folder, std::string_view pattern) {
    while (pattern.starts_with('/')) pattern.remove_prefix(1);
    const std::size_t slash = pattern.find('/');
    const std::string part(pattern.substr(0, slash));
    const std::string_view rest =
        slash == std::string_view::npos ? std::string_view() : pattern.substr(slash + 1);
    const bool is_last = rest.find_first_not_of('/') == std::string_view::npos;
    if (part == "**") {
      if (rest.starts_with("**/") || rest == "**") return match(folder, rest);
      std::set<Identity> entered;
      match_below(folder, is_last ? "*" : rest, entered);
    } else if (part.find_first_of("*?[") == std::string::npos) {
      match_entry(join(folder, part), rest, is_last, slash != std::string_view::npos);
    } else if (const auto names = list(folder)) {
      for (const std::string& name : *names)
        if (fnmatch(part.c_str(), name.c_str(), FNM_PERIOD) == 0)
          match_entry(join(folder, name), rest, is_last, slash != std::string_view::npos);
    }
  }

  void match_entry(const std::string& path, std::string_view rest, bool is_last, bool folder_only) {
    struct stat status;
    if (stat(path.c_str(), &status) != 0) return;
    if (is_last && (S_ISDIR(status.st_mode) || !folder_only))
      take(path, status);
    else if (!is_last && S_ISDIR(status.st_mode))
      match(path, rest);
  }

  // `rest` in the folder itself and in every folder below it.
  void match_below(const std::string& folder, std::string_view rest, std::set<Identity>& entered) {
    struct stat status;
    if (stat(folder.empty() ? "." : folder.c_str(), &status) != 0) return;
    if (!entered.emplace(status.st_dev, status.st_ino).second) return;
    match(folder, rest);
    const auto names = list(folder);
    if (!names) return;
    for (const std::string& name : *names) {
      const std::string path = join(folder, name);
      if (name.front() != '.' && stat(path.c_str(), &status) == 0 && S_ISDIR(status.st_mode))
        match_below(path, rest, entered);
    }
  }

  std::optional<std::set<std::string>> seen_;  // paths, within one pattern
};

}  // namespace

bool worth_reading(std::string_view file_name) {
  std::string lower(file_name.substr(file_name.rfind('/') + 1));
  if (lower.starts_with('.')) return false;
  for (char& c : lower)
    if (c >= 'A' && c <= 'Z') c = char(c - 'A' + 'a');
  std::string_view stem = lower;
  const std::string_view extension = take_extension(stem);
  if (contains(text_extensions, extension) || contains(archive_extensions, extension)) return true;
  if (!contains(compressed_extensions, extension)) return false;
  const std::string_view inner = take_extension(stem);
  return inner.empty() || contains(text_extensions, inner) || contains(archive_extensions, inner);
}

std::vector<text::Result<InputFile>> find_inputs(std::span<const std::string> names) {
  Finder finder;
  for (const std::string& name : names) finder.name(name);
  return std::move(finder.found);
}

}  // namespace nuskha::stream
