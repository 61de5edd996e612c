#include "stream/bytes.hpp"

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <optional>
#include <random>
#include <string>
#include <thread>
#include <vector>

#include <catch2/catch.hpp>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include "stream/decompress.hpp"
#include "stream/pack.hpp"
#include "stream/scratch.hpp"

using namespace nuskha;

namespace {

// Looks like text and compresses about as well, without two blocks alike.
std::string sample(std::size_t size, unsigned seed = 1) {
  std::mt19937 random(seed);
  std::string text;
  while (text.size() < size) {
    text += "[Event \"" + std::to_string(random()) + "\"]\n\n1. e4 e5 2. Nf3 ";
    text += std::to_string(random() % 100) + " 1-0\n\n";
  }
  text.resize(size);
  return text;
}

struct Contents {
  Members texts;
  std::vector<std::string> errors;
};

Contents read_all(const std::string& path, std::size_t step = 100'000) {
  auto input = stream::InputReader::open(path);
  if (!input) return {{}, {input.error()}};
  Contents contents;
  std::string buffer(step, '\0');
  while (input->next_text()) {
    std::string text;
    while (const std::size_t got = input->read(buffer)) text += buffer.substr(0, got);
    CHECK(input->read(buffer) == 0);
    std::string name = input->text_name();
    name.erase(0, name.find_last_of('/', path.size() - 1) + 1);
    contents.texts.emplace_back(name, text);
  }
  CHECK_FALSE(input->next_text());
  contents.errors = input->take_errors();
  CHECK(input->take_errors().empty());
  return contents;
}

// Without the folder's name.
std::string first_error(const Contents& contents, const ScratchFolder& folder) {
  if (contents.errors.size() != 1) {
    std::string all = "not one:";
    for (const std::string& error : contents.errors) all += " [" + error + "]";
    return all;
  }
  std::string error = contents.errors[0];
  const std::string prefix = folder.path() + "/";
  for (std::size_t at; (at = error.find(prefix)) != std::string::npos;)
    error.erase(at, prefix.size());
  return error;
}

const std::vector<const char*> filters = {"gzip", "bzip2", "xz",  "lzma",
                                          "lzip", "zstd",  "lz4", "compress"};
// Those that we unpack without libarchive.
const std::vector<const char*> own_filters = {"gzip", "bzip2", "xz", "lzma", "lzip", "zstd"};

}  // namespace

TEST_CASE("a plain file is one text, byte for byte", "[stream][bytes]") {
  ScratchFolder folder;
  for (const std::size_t size : {0u, 1u, 511u, 512u, 262'143u, 262'144u, 262'145u, 1'000'000u}) {
    const std::string text = sample(size);
    const std::string path = folder.write("a.pgn", text);
    for (const std::size_t step : {1000u, 262'144u, 700'000u}) {
      const Contents contents = read_all(path, step);
      REQUIRE((contents.texts == Members{{"a.pgn", text}}));
      CHECK(contents.errors.empty());
    }
    auto input = stream::InputReader::open(path);
    REQUIRE(input);
    REQUIRE(input->next_text());
    std::string buffer(2'000'000, '\0');
    CHECK(input->read(buffer) == size);
    CHECK(input->bytes_consumed() == size);
  }
}

TEST_CASE("what cannot be opened is an error that says why", "[stream][bytes]") {
  const auto missing = stream::InputReader::open("no/such/file");
  REQUIRE_FALSE(missing);
  CHECK(missing.error() == "cannot read 'no/such/file': No such file or directory");
  const auto directory = stream::InputReader::open("/");
  REQUIRE_FALSE(directory);
  CHECK(directory.error() == "cannot read '/': Is a directory");
}

TEST_CASE("every compression is read", "[stream][bytes]") {
  ScratchFolder folder;
  for (const char* filter : filters)
    for (const std::size_t size : {0u, 10u, 600'000u}) {
      // libarchive 3.6 cannot write these two empty: it crashes, and writes a byte too many.
      if (size == 0 &&
          (filter == std::string_view("lz4") || filter == std::string_view("compress")))
        continue;
      CAPTURE(filter, size);
      const std::string text = sample(size);
      const Contents contents = read_all(folder.write("a.pgn.x", compress(filter, text)));
      CHECK((contents.texts == Members{{"a.pgn.x", text}}));
      CHECK(contents.errors.empty());
    }
}

TEST_CASE("compressed streams one after another are one text", "[stream][bytes]") {
  ScratchFolder folder;
  const std::string first = sample(300'000, 1), second = sample(5, 2), third = sample(99'999, 3);
  for (const char* filter : {"gzip", "bzip2", "xz", "lzip", "zstd", "lz4"})
    for (const std::size_t padding : {0u, 4u, 300'000u}) {
      if (padding > 0 && filter == std::string_view("lz4")) continue;
      CAPTURE(filter, padding);
      const std::string bytes = compress(filter, first) + compress(filter, second) +
                                std::string(padding, '\0') + compress(filter, third) +
                                std::string(padding, '\0');
      const Contents contents = read_all(folder.write("a", bytes));
      CHECK((contents.texts == Members{{"a", first + second + third}}));
      CHECK(contents.errors.empty());
    }
}

TEST_CASE("what follows compressed data and is not compressed is an error", "[stream][bytes]") {
  ScratchFolder folder;
  const std::string text = sample(1000);
  for (const char* filter : own_filters)
    for (const std::string garbage :
         {"1", "[Event \"?\"]\n\n1. e4", "(", "\n\n", "\x1F", "BZ", "\x28\xB5\n"})
      for (const std::size_t padding : {0u, 512u}) {
        CAPTURE(filter, garbage, padding);
        const std::string bytes = compress(filter, text) + std::string(padding, '\0') + garbage;
        const Contents contents = read_all(folder.write("a", bytes));
        CHECK((contents.texts == Members{{"a", text}}));
        CHECK(first_error(contents, folder) ==
              "cannot read all of 'a': what follows the compressed data cannot be unpacked, and is "
              "not read");
      }
}

TEST_CASE("archives give their members under both names", "[stream][bytes]") {
  ScratchFolder folder;
  const std::string big = sample(700'000);
  const Members members = {{"twic1.pgn", big},        {"deep/", ""},     {"deep/er/x.txt", "x"},
                           {"cover.jpg", "no"},       {"empty.pgn", ""}, {".hid.pgn", "no"},
                           {"deep/\xC3\xA9.pgn", "e"}};
  const Members expected = {{"t.any/twic1.pgn", big},
                            {"t.any/deep/er/x.txt", "x"},
                            {"t.any/empty.pgn", ""},
                            {"t.any/deep/\xC3\xA9.pgn", "e"}};
  for (const char* format : {"zip", "pax", "ustar", "gnutar", "v7tar"}) {
    CAPTURE(format);
    const Contents contents = read_all(folder.write("t.any", pack(format, "none", members)), 5000);
    CHECK((contents.texts == expected));
    CHECK(contents.errors.empty());
  }
  for (const char* filter : filters) {
    CAPTURE(filter);
    const Contents contents = read_all(folder.write("t.any", pack("pax", filter, members)));
    CHECK((contents.texts == expected));
    CHECK(contents.errors.empty());
  }
  // A 7z keeps its empty files apart, and libarchive needs another locale to write other letters.
  const Contents contents =
      read_all(folder.write("t.any", pack("7zip", "none", {members.begin(), members.end() - 1})));
  CHECK(contents.texts.size() == 3);
  for (const auto& text : contents.texts)
    CHECK((std::find(expected.begin(), expected.end(), text) != expected.end()));
  CHECK(contents.errors.empty());
}

TEST_CASE("a text may be left before its end", "[stream][bytes]") {
  ScratchFolder folder;
  const std::string big = sample(900'000);
  for (const char* format : {"zip", "pax", "7zip"}) {
    const std::string path = folder.write(
        "t", pack(format, "none",
                  {{"a.pgn", big}, {"b.pgn.gz", compress("gzip", big)}, {"c.pgn", "c"}}));
    auto input = stream::InputReader::open(path);
    REQUIRE(input);
    std::string buffer(10, '\0'), names;
    while (input->next_text()) {
      CHECK(input->read(buffer) > 0);
      names += input->text_name().substr(path.size());
    }
    CHECK(names == "/a.pgn/b.pgn.gz/c.pgn");
    CHECK(input->take_errors().empty());
  }
}

TEST_CASE("archives in archives are read, to a depth", "[stream][bytes]") {
  ScratchFolder folder;
  const std::string text = sample(50'000);
  const std::string zip =
      pack("zip", "none", {{"a.pgn", text}, {"b.pgn.gz", compress("gzip", "b")}});
  const std::string seven = pack("7zip", "none", {{"c.pgn", "c"}, {"d.pgn", "d"}});
  const std::string tar = pack("pax", "zstd", {{"in.zip", zip}, {"in.7z", seven}, {"e.pgn", "e"}});
  const Contents contents = read_all(folder.write("t.tar.zst", tar));
  CHECK((contents.texts == Members{{"t.tar.zst/in.zip/a.pgn", text},
                                   {"t.tar.zst/in.zip/b.pgn.gz", "b"},
                                   {"t.tar.zst/in.7z/c.pgn", "c"},
                                   {"t.tar.zst/in.7z/d.pgn", "d"},
                                   {"t.tar.zst/e.pgn", "e"}}));
  CHECK(contents.errors.empty());

  std::string nested = "deep";
  for (int i = 0; i < stream::max_nesting; ++i) nested = compress(i % 2 ? "gzip" : "zstd", nested);
  CHECK((read_all(folder.write("a", nested)).texts == Members{{"a", "deep"}}));
  const Contents deeper = read_all(folder.write("a", compress("gzip", nested)));
  CHECK(deeper.texts.empty());
  CHECK(first_error(deeper, folder) ==
        "cannot read 'a': it is compressed or packed more than 8 times over");

  // The one beyond the limit costs no other member.
  const Contents beside =
      read_all(folder.write("t", pack("pax", "none", {{"x.gz", nested}, {"y.pgn", "y"}})));
  CHECK((beside.texts == Members{{"t/y.pgn", "y"}}));
  CHECK(beside.errors.size() == 1);
}

TEST_CASE("an archive without anything to read is an error", "[stream][bytes]") {
  ScratchFolder folder;
  for (const Members& members : {Members{}, Members{{"a.jpg", "x"}}})
    for (const char* format : {"zip", "pax", "7zip"}) {
      // An empty tar is two blocks of zeros, which nothing tells from a text of zeros.
      if (members.empty() && format == std::string_view("pax")) continue;
      CAPTURE(format, members.size());
      const Contents contents = read_all(folder.write("t", pack(format, "none", members)));
      CHECK(contents.texts.empty());
      CHECK(first_error(contents, folder) == "cannot read 't': nothing in it is worth reading");
    }
}

TEST_CASE("what is cut short gives what is there, and an error", "[stream][bytes]") {
  ScratchFolder folder;
  const std::string text = sample(1'500'000);
  for (const char* filter : filters) {
    // Its end has no mark that could be missed.
    if (filter == std::string_view("compress")) continue;
    // Blocks of lz4 are 4 MiB if nothing is said, and a block is read whole or not at all.
    const bool is_lz4 = filter == std::string_view("lz4");
    const std::string whole =
        compress(filter, text, is_lz4 ? "lz4:block-size=4" : "compression-level=1");
    for (const double share : {0.5, 0.99}) {
      CAPTURE(filter, share);
      const auto size = std::size_t(double(whole.size()) * share);
      const Contents contents = read_all(folder.write("a.pgn.x", whole.substr(0, size)));
      REQUIRE(contents.texts.size() == 1);
      const std::string& got = contents.texts[0].second;
      CHECK((text.starts_with(got)));
      // The decompressors of libarchive lose at most the block they are in.
      CHECK(double(got.size()) > double(text.size()) * share - 300'000);
      CHECK(first_error(contents, folder).starts_with("cannot read all of 'a.pgn.x': "));
    }
  }
}

TEST_CASE("a compressed file gives all there is before its fault", "[stream][bytes]") {
  ScratchFolder folder;
  const std::string text = sample(5000);
  const std::string whole = compress("gzip", text);
  const Contents cut = read_all(folder.write("a.gz", whole.substr(0, whole.size() - 9)));
  REQUIRE(cut.texts.size() == 1);
  CHECK(cut.texts[0].second.size() > text.size() * 9 / 10);
  CHECK(first_error(cut, folder) == "cannot read all of 'a.gz': the compressed data is cut short");

  std::string wrong_sum = whole;
  wrong_sum[wrong_sum.size() - 8] ^= 1;
  const Contents summed = read_all(folder.write("a.gz", wrong_sum));
  CHECK((summed.texts == Members{{"a.gz", text}}));
  CHECK(first_error(summed, folder) ==
        "cannot read all of 'a.gz': the compressed data is damaged: it is not what its check sum "
        "says");

  // The last of two members is damaged at every byte that matters, with blocks before it.
  const std::string first = sample(400'000, 3);
  for (const char* filter : {"gzip", "bzip2", "xz", "lzip", "zstd"}) {
    const std::string before = compress(filter, first), last = compress(filter, text);
    for (std::size_t at = 0; at < last.size(); at += 1 + last.size() / 40) {
      CAPTURE(filter, at);
      std::string bytes = before + last;
      bytes[before.size() + at] ^= 0x55;
      const Contents contents = read_all(folder.write("a", bytes));
      REQUIRE(contents.texts.size() == 1);
      CHECK(contents.texts[0].second.size() >= first.size());
      CHECK((contents.texts[0].second.substr(0, first.size()) == first));
    }
  }
}

TEST_CASE("a gzip header may hold anything and come in any parts", "[stream][bytes]") {
  using State = stream::Decompressor::State;
  const std::string text = sample(50'000);
  std::string bytes = compress("gzip", text);
  REQUIRE(bytes[3] == 0);
  // An extra field of three bytes, a name, a comment and a check sum, which is not looked at.
  const std::string fields(
      "\x03\x00"
      "abc"
      "name\0"
      "a comment\0"
      "\x12\x34",
      22);
  bytes.insert(10, fields);
  bytes[3] = '\x1E';
  const auto unpacker = stream::gzip_decompressor();
  for (const std::size_t step : {std::size_t(1), std::size_t(7), bytes.size()}) {
    CAPTURE(step);
    REQUIRE(unpacker->begin());
    std::string got(text.size() + 1, ' ');
    std::span<char> room(got);
    State state = State::under_way;
    for (std::size_t at = 0; at < bytes.size() && state == State::under_way;) {
      std::string_view packed = std::string_view(bytes).substr(at, step);
      const std::size_t before = packed.size();
      state = unpacker->unpack(packed, room);
      at += before - packed.size();
    }
    CHECK(state == State::member_end);
    CHECK(room.size() == 1);
    CHECK((got.substr(0, text.size()) == text));
  }
  for (const std::size_t wrong : {0, 1, 2}) {
    CAPTURE(wrong);
    std::string spoilt = bytes;
    spoilt[wrong] ^= 1;
    REQUIRE(unpacker->begin());
    std::string_view packed = spoilt;
    std::span<char> room;
    CHECK(unpacker->unpack(packed, room) == State::damaged);
    CHECK(unpacker->fault() == "its header cannot be read");
  }
}

TEST_CASE("blocks before a damaged one are given", "[stream][bytes]") {
  ScratchFolder folder;
  // Blocks of zstd are 128 KiB, and of bzip2 100 kB at the first level.
  const std::string text = sample(700'000);
  for (const char* filter : {"bzip2", "zstd"}) {
    const std::string whole = compress(filter, text, "compression-level=1");
    for (std::size_t at = whole.size() / 2; at < whole.size() / 2 + 40'000; at += 997) {
      CAPTURE(filter, at);
      std::string bytes = whole;
      for (std::size_t i = 0; i < 300; ++i) bytes[at + i] = '\xFF';
      const Contents contents = read_all(folder.write("a", bytes));
      REQUIRE(contents.texts.size() == 1);
      const std::string& got = contents.texts[0].second;
      const auto same = std::size_t(
          std::mismatch(got.begin(), got.end(), text.begin(), text.end()).first - got.begin());
      CHECK(double(same) > double(text.size()) * double(at) / double(whole.size()) - 150'000);
      // The zstd streams of libarchive have no check sum.
      if (filter == std::string_view("bzip2"))
        CHECK(first_error(contents, folder)
                  .starts_with("cannot read all of 'a': the compressed data is damaged: "));
    }
  }
}

TEST_CASE("what reaches back too far is refused", "[stream][bytes]") {
  ScratchFolder folder;
  // A frame with a window of 256 MiB and one empty block.
  const char huge[] = "\x28\xB5\x2F\xFD\x00\x90\x01\x00\x00";
  const Contents zstd = read_all(folder.write("a.zst", std::string(huge, 9)));
  CHECK(first_error(zstd, folder) ==
        "cannot read 'a.zst': the compressed data is damaged: to unpack it takes more than 128 MiB "
        "of memory");
  const char usual[] = "\x28\xB5\x2F\xFD\x00\x88\x01\x00\x00";
  CHECK(read_all(folder.write("a.zst", std::string(usual, 9))).errors.empty());
  // As `xz --format=lzma` does with a dictionary of 256 MiB.
  const std::string small = compress("lzma", "1. e4 e5 1-0\n");
  std::string large = small;
  large[4] = 0x10;
  const Contents lzma = read_all(folder.write("a.lzma", large));
  CHECK(first_error(lzma, folder) ==
        "cannot read 'a.lzma': the compressed data is damaged: to unpack it takes more than 128 "
        "MiB of memory");
}

TEST_CASE("a damaged member costs no other", "[stream][bytes]") {
  ScratchFolder folder;
  const std::string text = sample(100'000);
  std::string gz = compress("gzip", text);
  gz[gz.size() / 2] ^= 0x55;
  const Contents in_tar =
      read_all(folder.write("t.tar", pack("pax", "none", {{"a.pgn.gz", gz}, {"b.pgn", text}})));
  REQUIRE(in_tar.texts.size() == 2);
  CHECK((in_tar.texts[1] == std::pair<std::string, std::string>{"t.tar/b.pgn", text}));
  CHECK(first_error(in_tar, folder).starts_with("cannot read all of 't.tar/a.pgn.gz': "));

  std::string zip = pack("zip", "none", {{"a.pgn", text}, {"b.pgn", text}});
  zip[10'000] ^= 0x55;
  const Contents in_zip = read_all(folder.write("t.zip", zip));
  REQUIRE(in_zip.texts.size() == 2);
  CHECK((in_zip.texts[1] == std::pair<std::string, std::string>{"t.zip/b.pgn", text}));
  CHECK(first_error(in_zip, folder).starts_with("cannot read all of 't.zip/a.pgn': "));
}

TEST_CASE("a fault after an archive's end is seen", "[stream][bytes]") {
  ScratchFolder folder;
  std::string bytes = pack("pax", "gzip", {{"a.pgn", "a"}});
  bytes[bytes.size() - 8] ^= 1;
  const Contents contents = read_all(folder.write("t.tar.gz", bytes));
  CHECK((contents.texts == Members{{"t.tar.gz/a.pgn", "a"}}));
  CHECK(first_error(contents, folder) ==
        "cannot read all of 't.tar.gz': the compressed data is damaged: it is not what its check "
        "sum says");
}

TEST_CASE("any damage ends in texts and errors", "[stream][bytes]") {
  ScratchFolder folder;
  std::mt19937 random(7);
  const std::string text = sample(20'000);
  const std::string inner =
      pack("zip", "none", {{"a.pgn", text}, {"b.pgn.xz", compress("xz", text)}});
  for (const char* format : {"zip", "pax", "7zip"})
    for (const char* filter : {"none", "gzip", "zstd", "lz4", "bzip2"}) {
      if (format == std::string_view("7zip") && filter != std::string_view("none")) continue;
      const std::string whole = pack(format, filter, {{"i.zip", inner}, {"c.pgn", text}});
      for (int i = 0; i < 60; ++i) {
        std::string bytes = whole;
        for (unsigned k = 1 + random() % 4; k > 0; --k)
          bytes[random() % bytes.size()] ^= char(random());
        if (i % 3 == 0) bytes.resize(random() % bytes.size());
        std::size_t total = 0;
        for (const auto& [name, part] : read_all(folder.write("t", bytes)).texts)
          total += part.size();
        CHECK(total < 1'000'000);
      }
    }
}

TEST_CASE("a pipe gives the same as a file", "[stream][bytes]") {
  ScratchFolder folder;
  const std::string text = sample(400'000);
  for (const char* format : {"plain", "gzip", "zip", "7zip"}) {
    CAPTURE(format);
    const std::string_view name = format;
    const std::string bytes = name == "plain"  ? text
                              : name == "gzip" ? compress("gzip", text)
                                               : pack(format, "none", {{"a.pgn", text}});
    const std::string pipe = folder.path("pipe");
    REQUIRE(mkfifo(pipe.c_str(), 0600) == 0);
    std::thread writer([&] {
      const int descriptor = open(pipe.c_str(), O_WRONLY);
      for (std::size_t at = 0; at < bytes.size();) {
        // The end of a write falls anywhere in the text.
        const ssize_t n =
            write(descriptor, bytes.data() + at, std::min<std::size_t>(777, bytes.size() - at));
        if (n <= 0) break;
        at += std::size_t(n);
      }
      close(descriptor);
    });
    const Contents contents = read_all(pipe);
    writer.join();
    std::filesystem::remove(pipe);
    REQUIRE(contents.texts.size() == 1);
    CHECK((contents.texts[0].second == text));
    CHECK(contents.errors.empty());
  }
}

TEST_CASE("where no temporary file can be made, a packed 7z is an error", "[stream][bytes]") {
  ScratchFolder folder;
  const std::string seven = pack("7zip", "none", {{"a.pgn", "a"}});
  const std::string path =
      folder.write("t.tar", pack("pax", "none", {{"in.7z", seven}, {"b.pgn", "b"}}));
  const char* const before = std::getenv("TMPDIR");
  const std::optional<std::string> kept =
      before ? std::optional<std::string>(before) : std::nullopt;
  setenv("TMPDIR", folder.path("none").c_str(), 1);
  const Contents contents = read_all(path);
  if (kept)
    setenv("TMPDIR", kept->c_str(), 1);
  else
    unsetenv("TMPDIR");
  CHECK((contents.texts == Members{{"t.tar/b.pgn", "b"}}));
  CHECK(first_error(contents, folder).starts_with("cannot read 't.tar/in.7z': no temporary file"));
}

TEST_CASE("a text that is read ahead may be left before its end", "[stream][bytes]") {
  ScratchFolder folder;
  const std::string a = sample(3'000'000, 1), b = sample(3'000'000, 2);
  const std::string path = folder.write("x", pack("ustar", "zstd", {{"a.pgn", a}, {"b.pgn", b}}));
  for (const std::size_t left_after :
       {std::size_t(1), std::size_t(300'000), std::size_t(2'999'999)}) {
    CAPTURE(left_after);
    std::string buffer(left_after, '\0');
    auto input = stream::InputReader::open(path);
    REQUIRE(input);
    for (const std::string* text : {&a, &b}) {
      REQUIRE(input->next_text());
      CHECK(input->read(buffer) == left_after);
      CHECK((text->substr(0, left_after) == buffer));
    }
    // And the reader with it.
    if (left_after == 1) continue;
    CHECK_FALSE(input->next_text());
    CHECK(input->take_errors().empty());
  }
}
