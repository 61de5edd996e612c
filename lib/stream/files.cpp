#include "stream/files.hpp"

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <set>
#include <tuple>
#include <utility>

#include <dirent.h>
#include <fmt/format.h>
#include <fnmatch.h>
#include <sys/stat.h>

#include "text/ascii.hpp"

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
    seen_.clear();
    failed_.clear();
    entered_.clear();
    struct stat status;
    if (name == "-") {
      found.emplace_back(InputFile{name, 0, true});
    } else if (stat(name.c_str(), &status) == 0) {
      take(name, status);
    } else if (const int error = errno; name.find_first_of("*?[") != std::string::npos) {
      const std::size_t before = found.size();
      const bool absolute = name.front() == '/';
      match(absolute ? "/" : "", std::string_view(name).substr(absolute ? 1 : 0));
      if (found.size() == before) fail(name, "no match");
    } else {
      fail(name, std::strerror(error));
    }
  }

 private:
  void take(const std::string& path, const struct stat& status) {
    if (S_ISDIR(status.st_mode)) {
      if (enter(status, whole_tree) && !walk(path))
        fail(path, "the folder holds no file worth reading");
    } else {
      add({path, S_ISREG(status.st_mode) ? std::uint64_t(status.st_size) : 0, true});
    }
  }

  // False if there is nothing to read or to complain of. Depth is bounded by the longest path the
  // system takes: beyond it, stat fails.
  bool walk(const std::string& folder) {
    const auto names = list(folder);
    if (!names) {
      fail_once(folder, names.error());
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
        fail_once(path, error);
        any = true;
      } else if (S_ISDIR(status.st_mode)) {
        if (enter(status, whole_tree)) any |= walk(path);
      } else if (S_ISREG(status.st_mode) && worth_reading(name)) {
        add({path, std::uint64_t(status.st_size), false});
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
      match_below(folder, is_last ? std::string_view() : rest);
    } else if (part.find_first_of("*?[") == std::string::npos) {
      match_entry(join(folder, part), rest, is_last, slash != std::string_view::npos);
    } else if (const auto names = list(folder)) {
      for (const std::string& name : *names)
        if (fnmatch(part.c_str(), name.c_str(), FNM_PERIOD) == 0)
          match_entry(join(folder, name), rest, is_last, slash != std::string_view::npos);
    } else if (names.error() != ENOTDIR) {
      fail_once(folder, names.error());
    }
  }

  // A pipe or a device is waited for only where the user names it.
  void match_entry(const std::string& path, std::string_view rest, bool is_last, bool folder_only) {
    struct stat status;
    if (stat(path.c_str(), &status) != 0) return;
    if (is_last && (S_ISDIR(status.st_mode) || (!folder_only && S_ISREG(status.st_mode))))
      take(path, status);
    else if (!is_last && S_ISDIR(status.st_mode))
      match(path, rest);
  }

  // `rest` in the folder itself and in every folder below it; without it, their files.
  void match_below(const std::string& folder, std::string_view rest) {
    struct stat status;
    if (stat(folder.empty() ? "." : folder.c_str(), &status) != 0) return;
    if (!enter(status, rest.size())) return;
    if (!rest.empty()) match(folder, rest);
    const auto names = list(folder);
    if (!names) return fail_once(folder, names.error());
    for (const std::string& name : *names) {
      const std::string path = join(folder, name);
      if (name.front() == '.' || stat(path.c_str(), &status) != 0) continue;
      if (S_ISDIR(status.st_mode))
        match_below(path, rest);
      else if (rest.empty() && S_ISREG(status.st_mode))
        take(path, status);
    }
  }

  // True once for each folder, by whatever links it is come to, and what is looked for in it: so
  // much of the pattern.
  bool enter(const struct stat& status, std::size_t rest) {
    return entered_.emplace(status.st_dev, status.st_ino, rest).second;
  }

  // Once for each name in a folder, by whatever links that is come to.
  void add(InputFile file) {
    const std::size_t name = file.path.rfind('/') + 1;  // 0 without a folder
    struct stat status {};
    stat(name > 0 ? file.path.substr(0, name).c_str() : ".", &status);
    if (seen_.emplace(status.st_dev, status.st_ino, file.path.substr(name)).second)
      found.emplace_back(std::move(file));
  }

  void fail(const std::string& path, const char* reason) {
    found.emplace_back(text::Failure{cannot_read(path, reason)});
  }
  void fail_once(const std::string& path, int error) {
    if (failed_.insert(path).second) fail(path, std::strerror(error));
  }

  static constexpr std::size_t whole_tree = std::string_view::npos;

  // Within one name.
  std::set<std::tuple<dev_t, ino_t, std::string>> seen_;
  std::set<std::string> failed_;
  std::set<std::tuple<dev_t, ino_t, std::size_t>> entered_;
};

// Of a path, the name alone, in small letters.
std::string plain_name(std::string_view path) {
  std::string name(path.substr(path.rfind('/') + 1));
  std::transform(name.begin(), name.end(), name.begin(), text::lower);
  return name;
}

}  // namespace

bool worth_reading(std::string_view file_name) {
  const std::string lower = plain_name(file_name);
  if (lower.starts_with('.')) return false;
  std::string_view stem = lower;
  const std::string_view extension = take_extension(stem);
  if (contains(text_extensions, extension) || contains(archive_extensions, extension)) return true;
  if (!contains(compressed_extensions, extension)) return false;
  const std::string_view inner = take_extension(stem);
  return inner.empty() || contains(text_extensions, inner) || contains(archive_extensions, inner);
}

bool says_packed(std::string_view file_name) {
  const std::string lower = plain_name(file_name);
  std::string_view stem = lower;
  const std::string_view extension = take_extension(stem);
  return contains(compressed_extensions, extension) || contains(archive_extensions, extension);
}

std::vector<text::Result<InputFile>> find_inputs(std::span<const std::string> names) {
  Finder finder;
  for (const std::string& name : names) finder.name(name);
  return std::move(finder.found);
}

}  // namespace nuskha::stream
