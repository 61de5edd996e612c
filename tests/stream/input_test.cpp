#include "stream/input.hpp"

#include <filesystem>
#include <fstream>

#include <catch2/catch.hpp>
#include <fmt/format.h>
#include <unistd.h>

using namespace nuskha;

namespace {

// A file of its own for each test, gone at its end.
class ScratchFile {
 public:
  ScratchFile()
      : path_(std::filesystem::temp_directory_path() /
              fmt::format("nuskha-input-test-{}", getpid())) {
    std::ofstream(path_).flush();
  }
  ~ScratchFile() { std::filesystem::remove(path_); }
  std::string path() const { return path_.string(); }

 private:
  std::filesystem::path path_;
};

}  // namespace

TEST_CASE("a file is read whole, whatever its bytes", "[stream][input]") {
  ScratchFile file;
  for (const std::size_t size : {0u, 1u, 65535u, 65536u, 65537u, 3'000'000u}) {
    std::string bytes(size, '\0');
    for (std::size_t i = 0; i < size; ++i) bytes[i] = char(i * 7 + i / 256);
    std::ofstream(file.path(), std::ios::binary) << bytes;
    const auto source = stream::read_source(file.path());
    REQUIRE(source);
    CHECK(source->name() == file.path());
    CHECK((source->bytes() == bytes));
  }
}

TEST_CASE("what cannot be read is an error that says why", "[stream][input]") {
  const auto missing = stream::read_source("no/such/file");
  REQUIRE_FALSE(missing);
  CHECK(missing.error() == "cannot read 'no/such/file': No such file or directory");
  const auto folder = stream::read_source("/");
  REQUIRE_FALSE(folder);
  CHECK(folder.error() == "cannot read '/': Is a directory");
}

TEST_CASE("a file beyond the limit is refused before it is read", "[stream][input]") {
  ScratchFile file;
  std::filesystem::resize_file(file.path(), text::max_source_bytes);  // a hole, no bytes on disk
  const auto source = stream::read_source(file.path());
  REQUIRE_FALSE(source);
  CHECK(source.error().find("it is longer than 1431655679 bytes") != std::string::npos);
}
