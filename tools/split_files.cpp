#include "split_files.hpp"

#include <algorithm>
#include <array>
#include <cerrno>
#include <clocale>
#include <cstring>
#include <cwctype>
#include <filesystem>
#include <functional>

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include "stream/compress.hpp"
#include "text/utf8.hpp"

namespace nuskha::tools {
namespace {

constexpr std::size_t longest_stem = 100;  // bytes; names end at 255 nearly everywhere
constexpr std::size_t longest_key = 256;

constexpr bool is_between(char32_t c, char32_t first, char32_t last) {
  return c >= first && c <= last;
}

// Control characters, and those that change the direction of what stands around them.
bool is_invisible(char32_t c) {
  return c < 0x20 || is_between(c, 0x7F, 0x9F) || is_between(c, 0x200B, 0x200F) ||
         is_between(c, 0x2028, 0x202E) || is_between(c, 0x2066, 0x2069) || c == 0xFEFF;
}

// What Windows gives another meaning, with or without an ending.
bool is_device(std::string_view stem) {
  constexpr std::array<std::string_view, 6> devices = {"aux", "con", "nul", "prn", "com", "lpt"};
  std::string name(stem.substr(0, stem.find('.')));
  for (char& c : name)
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c + 32);
  const bool numbered = name.size() == 4 && name[3] >= '0' && name[3] <= '9';
  const auto device = std::find(devices.begin(), devices.end(), name.substr(0, 3));
  if (device == devices.end()) return false;
  return device - devices.begin() < 4 ? name.size() == 3 : numbered;
}

// As a file system that knows no case would have it.
std::string without_case(std::string_view name) {
  static const locale_t unicode = newlocale(LC_CTYPE_MASK, "C.UTF-8", nullptr);
  std::string out;
  for (std::size_t at = 0; at < name.size();) {
    const text::CodePoint c = text::decode_utf8(name, at);
    at += std::max(c.size, 1u);
    const auto lower = unicode ? towlower_l(wint_t(c.value), unicode) : wint_t(c.value);
    text::append_utf8(char32_t(lower), out);
  }
  return out;
}

std::string numbered(std::uint64_t number) {
  return fmt::format("{:06}", number);
}

}  // namespace

std::string file_stem(std::string_view value) {
  std::string out;
  for (std::size_t at = 0; at < value.size();) {
    const text::CodePoint c = text::decode_utf8(value, at);
    const bool is_meant = c.size > 0 && !is_invisible(c.value) &&
                          !(c.value < 0x80 && std::strchr("/\\:*?\"<>|", int(c.value)));
    if (out.size() + std::max(c.size, 1u) > longest_stem) break;
    out += is_meant ? value.substr(at, c.size) : "_";
    at += std::max(c.size, 1u);
  }
  const std::size_t first = out.find_first_not_of(' ');
  out.erase(0, std::min(first, out.size()));
  while (!out.empty() && (out.back() == ' ' || out.back() == '.')) out.pop_back();
  if (!out.empty() && (out[0] == '.' || out[0] == '-' || out[0] == '~')) out[0] = '_';
  if (out.empty()) return "_";
  return is_device(out) ? '_' + out : out;
}

text::Result<std::unique_ptr<SplitFiles>> SplitFiles::open(const std::string& folder,
                                                           std::string extension,
                                                           std::uint64_t games_a_file) {
  std::unique_ptr<SplitFiles> files(new SplitFiles);
  files->folder_ = folder;
  files->extension_ = std::move(extension);
  files->games_a_file_ = games_a_file;
  files->made_folder_ = mkdir(folder.c_str(), 0777) == 0;
  int error = files->made_folder_ || errno == EEXIST ? 0 : errno;
  struct stat status;
  if (error == 0 && stat(folder.c_str(), &status) != 0) error = errno;
  if (error == 0 && !S_ISDIR(status.st_mode)) error = ENOTDIR;
  if (error != 0)
    return text::Failure{fmt::format("cannot write into '{}': {}", folder, std::strerror(error))};
  return files;
}

SplitFiles::~SplitFiles() {
  open_.clear();
  files_.clear();
  if (made_folder_) rmdir(folder_.c_str());  // does nothing when there are files in it
}

void SplitFiles::write(std::string_view game, std::string_view value) {
  if (error_) return;
  has_values_ |= !value.empty();
  File* file = file_of(value);
  ++games_;
  if (!file) return;
  wake(*file);
  Sink& sink = file->output->sink();
  sink.write(game);
  if (sink.error()) error_ = fmt::format("cannot write into '{}': {}", folder_, *sink.error());
}

SplitFiles::File* SplitFiles::file_of(std::string_view value) {
  if (games_a_file_ > 0) {
    const std::string number = numbered(1 + games_ / games_a_file_);
    const auto known = files_.find(number);
    return known != files_.end() ? &known->second : make_file(number, unused_name(number));
  }
  if (value.find_first_not_of("?. ") == std::string_view::npos) value = {};
  std::string key(value.substr(0, longest_key));
  if (value.size() > longest_key)
    key += fmt::format("\n{:x}", std::hash<std::string_view>()(value));
  if (const auto known = files_.find(key); known != files_.end()) return &known->second;
  return make_file(key, unused_name(value.empty() ? "unknown" : file_stem(value)));
}

// The first that asks gets the plain name, the others `~2`, `~3` …, which no stem begins with and
// few end in.
std::string SplitFiles::unused_name(const std::string& stem) {
  const auto [first, is_unused] = names_.try_emplace(without_case(stem), 1);
  if (is_unused) return stem;
  std::uint64_t& number = first->second;
  std::string name;
  do name = fmt::format("{}~{}", stem, ++number);
  while (!names_.try_emplace(without_case(name), 1).second);
  return name;
}

SplitFiles::File* SplitFiles::make_file(const std::string& key, std::string name) {
  if (files_.size() == most_files) {
    error_ = fmt::format("'{}' would get more than {} files", folder_, most_files);
    return nullptr;
  }
  name += '.' + extension_;
  auto output = OutputFile::open(fmt::format("{}/{}", folder_, name), OutputFile::Links::replace,
                                 OutputFile::Compression::when_whole);
  if (!output) {
    error_ = output.error();
    return nullptr;
  }
  File& file = files_[key];
  file.name = std::move(name);
  file.output = std::move(*output);
  file.open = open_.end();
  return &file;
}

void SplitFiles::wake(File& file) {
  if (file.open != open_.end()) {
    open_.splice(open_.begin(), open_, file.open);
    return;
  }
  if (open_.size() == most_open_files) {
    open_.back()->output->rest();
    open_.back()->open = open_.end();
    open_.pop_back();
  }
  open_.push_front(&file);
  file.open = open_.begin();
}

text::Result<bool> SplitFiles::commit() {
  if (error_) return text::Failure{*error_};
  const bool compresses = stream::without_compression(extension_) != extension_;
  for (auto& [key, file] : files_) {
    file.output->rest();
    if (!compresses) continue;
    auto output = file.output->compressed();
    if (!output) return text::Failure{output.error()};
    if (*output) file.output = std::move(*output);
  }
  // Waiting for each of many files to be on the disk takes longer than for all at once.
  const bool at_once = files_.size() > most_open_files;
  if (at_once) {
    const int folder = ::open(folder_.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    const bool synced = folder >= 0 && syncfs(folder) == 0;
    const int error = errno;
    if (folder >= 0) close(folder);
    if (!synced)
      return text::Failure{
          fmt::format("cannot write into '{}': {}", folder_, std::strerror(error))};
  }
  for (auto& [key, file] : files_)
    if (const auto committed = at_once ? file.output->rename() : file.output->commit(); !committed)
      return text::Failure{committed.error()};
  return true;
}

std::set<std::string> SplitFiles::others() const {
  namespace fs = std::filesystem;
  std::set<std::string> names;
  std::error_code error;
  for (fs::directory_iterator entry(folder_, error), end; !error && entry != end;
       entry.increment(error)) {
    std::string name = entry->path().filename().string();
    if (!name.starts_with('.') && name.ends_with('.' + extension_)) names.insert(std::move(name));
  }
  for (const auto& [key, file] : files_) names.erase(file.name);
  return names;
}

}  // namespace nuskha::tools
