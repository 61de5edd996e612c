// The files of a folder that games are spread over. All appear when all are whole, or none.
#pragma once

#include <cstdint>
#include <list>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <unordered_map>

#include "output_file.hpp"
#include "text/result.hpp"

namespace nuskha::tools {

class SplitFiles {
 public:
  static constexpr std::size_t most_files = 50'000;
  static constexpr std::size_t most_open_files = 64;  // the others are opened again when needed

  // Makes the folder if there is none. `extension` is that of each file ("pgn.gz"); `games_a_file`
  // 0: a file for each value.
  static text::Result<std::unique_ptr<SplitFiles>> open(const std::string& folder,
                                                        std::string extension,
                                                        std::uint64_t games_a_file);
  ~SplitFiles();  // removes what was not committed

  // Nothing is written any more once there is an error.
  void write(std::string_view game, std::string_view value);
  const std::optional<std::string>& error() const { return error_; }
  // False where games came, and all without a value.
  bool has_values() const { return has_values_ || games_ == 0; }
  text::Result<bool> commit();
  // The names of files with the same ending that are in the folder and were not written: those of
  // an earlier run, which whoever reads the folder takes for games of this one.
  std::set<std::string> others() const;

 private:
  struct File {
    std::string name;
    std::unique_ptr<OutputFile> output;
    std::list<File*>::iterator open;  // in open_; its end when resting
  };

  SplitFiles() = default;
  File* file_of(std::string_view value);
  File* make_file(const std::string& key, std::string name);
  std::string unused_name(const std::string& stem);
  void wake(File& file);

  std::string folder_, extension_;
  std::uint64_t games_a_file_ = 0;
  bool made_folder_ = false;
  bool has_values_ = false;
  std::uint64_t games_ = 0;
  std::unordered_map<std::string, File> files_;  // by number or value
  // Without difference of case; the last number that made it another.
  std::unordered_map<std::string, std::uint64_t> names_;
  std::list<File*> open_;  // the one that was used last in front
  std::optional<std::string> error_;
};

// A file's name for a tag's value, without an ending: whatever the value is, it names a file of the
// folder and nothing else, here and on other systems. Not one name for each value.
std::string file_stem(std::string_view value);

}  // namespace nuskha::tools
