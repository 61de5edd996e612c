#include "edits.hpp"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <deque>
#include <filesystem>
#include <fstream>
#include <string_view>
#include <system_error>

#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include "output_file.hpp"

namespace nuskha::tools {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t context_lines = 3;

text::Failure<std::string> failure(const std::string& path, std::string_view reason) {
  return text::Failure{fmt::format("cannot change '{}': {}", path, reason)};
}

constexpr std::string_view other_now = "it is another file now than it was when it was read";

// The path as seen from the folder, both themselves as seen from the current one.
fs::path seen_from(const std::string& folder, const std::string& path) {
  std::error_code error;
  const fs::path here = fs::current_path(error);
  if (error) return path;
  return (here / path).lexically_normal().lexically_relative((here / folder).lexically_normal());
}

// As patch(1) reads it: a name with a blank ends at a tab, one with signs that lines or quotes end
// at stands in quotes as in C.
std::string header_name(const std::string& path) {
  const bool plain = std::none_of(path.begin(), path.end(), [](char c) {
    return static_cast<unsigned char>(c) < 0x20 || c == 0x7F || c == '"' || c == '\\';
  });
  if (plain) return path.find(' ') == std::string::npos ? path : path + '\t';
  std::string quoted = "\"";
  for (const char c : path) {
    if (c == '"' || c == '\\')
      quoted += {'\\', c};
    else if (static_cast<unsigned char>(c) < 0x20 || c == 0x7F)
      quoted += fmt::format("\\{:03o}", static_cast<unsigned char>(c));
    else
      quoted += c;
  }
  return quoted + '"';
}

// The lines of a file one after another, each with its end.
class Lines {
 public:
  explicit Lines(const std::string& path) : file_(path, std::ios::binary) {}
  bool is_open() const { return bool(file_) || at_ > 0; }
  bool next(std::string& line) {
    if (!std::getline(file_, line)) return false;
    if (!file_.eof()) line += '\n';
    at_ += line.size();
    return !line.empty();
  }
  std::uint64_t end() const { return at_; }  // of the line that was read last

 private:
  std::ifstream file_;
  std::uint64_t at_ = 0;
};

class Patch {
 public:
  // `name`: of the file, for its header.
  Patch(std::string name, Sink& out) : name_(std::move(name)), out_(out) {}

  void same(const std::string& line) {
    ++old_line_;
    ++new_line_;
    if (hunk_.empty()) {
      before_.push_back(line);
      if (before_.size() > context_lines) before_.pop_front();
      return;
    }
    after_.push_back(line);
    // So near that the next change may belong to the same hunk.
    if (after_.size() > 2 * context_lines) end_hunk();
  }
  void changed(const std::vector<std::string>& was, const std::vector<std::string>& now) {
    if (hunk_.empty()) {
      old_begin_ = old_line_ - before_.size();
      new_begin_ = new_line_ - before_.size();
      old_count_ = new_count_ = 0;
      for (const std::string& line : before_) put(' ', line);
      before_.clear();
    }
    for (const std::string& line : after_) put(' ', line);
    after_.clear();
    for (const std::string& line : was) put('-', line);
    for (const std::string& line : now) put('+', line);
    old_line_ += was.size();
    new_line_ += now.size();
  }
  void end() {
    if (!hunk_.empty()) end_hunk();
  }

 private:
  void put(char sign, const std::string& line) {
    hunk_ += sign;
    hunk_ += line;
    if (!line.ends_with('\n')) hunk_ += "\n\\ No newline at end of file\n";
    old_count_ += sign != '+';
    new_count_ += sign != '-';
  }
  void end_hunk() {
    for (std::size_t i = 0; i < std::min(after_.size(), context_lines); ++i) put(' ', after_[i]);
    if (!has_header_) out_.write(fmt::format("--- {0}\n+++ {0}\n", header_name(name_)));
    has_header_ = true;
    // A range without lines is said to stand behind the line before it.
    out_.write(fmt::format("@@ -{},{} +{},{} @@\n", old_begin_ - (old_count_ == 0), old_count_,
                           new_begin_ - (new_count_ == 0), new_count_));
    out_.write(hunk_);
    hunk_.clear();
    before_.clear();
    const std::size_t left = std::min(after_.size(), context_lines);
    before_.assign(after_.end() - std::ptrdiff_t(left), after_.end());
    after_.clear();
  }

  const std::string name_;
  Sink& out_;
  bool has_header_ = false;
  std::size_t old_line_ = 1, new_line_ = 1;  // the next
  std::deque<std::string> before_, after_;   // of the hunk
  std::string hunk_;
  std::size_t old_begin_ = 0, new_begin_ = 0, old_count_ = 0, new_count_ = 0;
};

std::vector<std::string> lines_of(std::string_view text) {
  std::vector<std::string> lines;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size() - 1) + 1;
    lines.emplace_back(text.substr(0, end));
    text.remove_prefix(end);
  }
  return lines;
}

}  // namespace

std::string folder_above(const std::vector<std::string>& files) {
  std::string above;
  for (const std::string& file : files) {
    std::string up;
    for (const fs::path& part : seen_from("", file)) {
      if (part != "..") break;
      up += up.empty() ? ".." : "/..";
    }
    if (up.size() > above.size()) above = up;
  }
  return above;
}

text::Result<bool> write_patch(const std::string& path, const std::string& folder,
                               const std::vector<ByteChange>& changes, Sink& out) {
  Lines lines(path);
  if (!lines.is_open()) return failure(path, std::strerror(errno));
  Patch patch(seen_from(folder, path).string(), out);
  auto change = changes.begin();
  std::string line;
  while (lines.next(line)) {
    std::uint64_t begin = lines.end() - line.size();
    // What is put in behind a line that ends belongs to the next, unless there is none.
    const auto concerns = [&] {
      return change != changes.end() && (change->begin < lines.end() ||
                                         (change->begin == lines.end() && !line.ends_with('\n')));
    };
    if (!concerns()) {
      patch.same(line);
      continue;
    }
    std::string now;
    std::vector<std::string> was = {line};
    std::string old = line;
    std::uint64_t done = begin;
    while (concerns()) {
      while (change->end > lines.end() && lines.next(line)) {
        was.push_back(line);
        old += line;
      }
      if (change->end > lines.end() || change->begin < done ||
          old.substr(change->begin - begin, change->end - change->begin) != change->was)
        return failure(path, other_now);
      now += old.substr(done - begin, change->begin - done);
      now += change->now;
      done = change->end;
      ++change;
    }
    now += old.substr(done - begin);
    patch.changed(was, lines_of(now));
  }
  if (change != changes.end()) return failure(path, other_now);
  patch.end();
  return true;
}

text::Result<std::string> change_file(const std::string& path,
                                      const std::vector<ByteChange>& changes) {
  std::error_code error;
  const std::string real = fs::canonical(path, error).string();
  if (error) return failure(path, error.message());
  std::ifstream in(real, std::ios::binary);
  if (!in) return failure(path, std::strerror(errno));
  auto opened = OutputFile::open(real);
  if (!opened) return text::Failure{opened.error()};
  Sink& out = (*opened)->sink();

  std::string buffer;
  // What is read; less only at the end of the file.
  const auto read = [&](std::uint64_t size) -> std::string_view {
    buffer.resize(std::size_t(size));
    in.read(buffer.data(), std::streamsize(size));
    return std::string_view(buffer).substr(0, std::size_t(in.gcount()));
  };
  constexpr std::uint64_t block = 64 * 1024;
  std::uint64_t at = 0;
  for (const ByteChange& change : changes) {
    while (at < change.begin) {
      const std::string_view got = read(std::min(block, change.begin - at));
      if (got.empty()) return failure(path, other_now);
      out.write(got);
      at += got.size();
    }
    if (read(change.end - change.begin) != change.was) return failure(path, other_now);
    out.write(change.now);
    at = change.end;
  }
  for (;;) {
    const std::string_view rest = read(block);
    if (rest.empty()) break;
    out.write(rest);
  }
  if (in.bad()) return failure(path, std::strerror(errno));

  // The file itself becomes the backup, so that nothing of it can be lost.
  std::string backup = real + ".orig";
  for (int i = 2; link(real.c_str(), backup.c_str()) != 0; ++i) {
    if (errno != EEXIST) {
      if (fs::copy_file(real, backup, error)) break;
      if (error != std::errc::file_exists)
        return failure(path, fmt::format("no backup '{}': {}", backup, error.message()));
    }
    backup = fmt::format("{}.orig.{}", real, i);
  }
  if (const auto done = (*opened)->commit(); !done) {
    unlink(backup.c_str());
    return text::Failure{done.error()};
  }
  return backup;
}

void Edits::add(const stream::Converted& piece) {
  path_ = piece.source.name();
  if (piece.changes.empty()) return;
  const text::Encoding encoding = piece.source.encoding();
  if (!piece.is_file)
    obstacle_ = "its bytes are no file's, but unpacked or from standard input";
  else if (encoding == text::Encoding::utf16le || encoding == text::Encoding::utf16be)
    obstacle_ = "it is UTF-16";
  for (const text::Fix& change : piece.changes) {
    const bool ascii = std::all_of(change.replacement.begin(), change.replacement.end(),
                                   [](char c) { return static_cast<unsigned char>(c) < 0x80; });
    if (text::is_one_byte(encoding) && !ascii)
      obstacle_ = fmt::format("'{}' cannot be written in {}", change.replacement,
                              text::to_string(encoding));
    if (!obstacle_.empty()) return;
    changes_.push_back({piece.source.byte_offset(change.span.begin),
                        piece.source.byte_offset(change.span.end),
                        std::string(piece.source.bytes(change.span)), change.replacement});
  }
}

bool Edits::end_text() {
  const std::vector<ByteChange> changes = std::move(changes_);
  const std::string obstacle = std::move(obstacle_);
  changes_.clear();
  obstacle_.clear();
  if (!obstacle.empty()) {
    complain(fmt::format("cannot change '{}': {}; -o writes the repaired games to another file",
                         path_, obstacle));
    return false;
  }
  if (changes.empty()) return true;
  struct stat status;
  if (stat(path_.c_str(), &status) != 0 || !S_ISREG(status.st_mode)) {
    complain(fmt::format("cannot change '{}': it is no regular file", path_));
    return false;
  }
  // A file that was named twice, or by a link too, has its corrections already.
  std::error_code error;
  if (!corrected_.insert(fs::canonical(path_, error).string()).second) return true;
  if (way_ == Way::patch) {
    if (!folder_.empty() && corrected_.size() == 1)
      complain(
          fmt::format("files above this folder are named as seen from '{0}', for patch(1) takes no "
                      "other names; apply the patch there: patch -p0 -d {0} < THE-PATCH",
                      folder_));
    const auto written = write_patch(path_, folder_, changes, standard_output());
    if (!written) complain(written.error());
    return bool(written);
  }
  const auto backup = change_file(path_, changes);
  if (!backup) {
    complain(backup.error());
    return false;
  }
  standard_output().write(fmt::format("{}: changed; as it was: {}\n", path_, *backup));
  return true;
}

}  // namespace nuskha::tools
