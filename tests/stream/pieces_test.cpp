#include "stream/pieces.hpp"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <random>
#include <string>
#include <vector>

#include <catch2/catch.hpp>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "readers/lines.hpp"
#include "stream/scratch.hpp"
#include "text/utf8.hpp"

using namespace nuskha;

namespace {

int never(std::string_view) {
  return 0;
}
constexpr readers::Dialect lines = {"lines", "a game a line", nullptr, never,
                                    readers::cut_at_lines};
constexpr readers::Dialect document = {"document", "one text", nullptr, never, nullptr};

std::vector<stream::Piece> cut(const std::string& path, const readers::Dialect* dialect,
                               std::size_t piece_bytes) {
  auto input = stream::InputReader::open(path);
  REQUIRE(input);
  REQUIRE(input->next_text());
  stream::PieceReader reader(*input, dialect, piece_bytes);
  std::vector<stream::Piece> pieces;
  for (stream::Piece piece; reader.next(piece);) pieces.push_back(std::move(piece));
  return pieces;
}

// What holds for the pieces of any text.
void check_whole(const std::vector<stream::Piece>& pieces, const std::string& bytes) {
  std::string all;
  std::uint64_t game = 1;
  for (std::size_t i = 0; i < pieces.size(); ++i) {
    const stream::Piece& piece = pieces[i];
    CHECK(piece.is_first == (i == 0));
    CHECK(piece.is_last == (i + 1 == pieces.size()));
    CHECK(piece.first_byte == all.size());
    CHECK(piece.first_game == game);
    const text::Source before("", all);
    CHECK(piece.first_place == before.place(std::uint32_t(before.text().size())));
    game += piece.games;
    all += piece.bytes;
  }
  CHECK((all == bytes));
}

// What a reader says of the text, without the places, which are relative to the piece.
class Heard final : public record::WrittenEvents {
 public:
  void begin_game(text::Span) override {
    ++games;
    said += "game\n";
  }
  void tag(std::string_view name, std::string_view value, text::Span) override {
    said.append(name).append("=").append(value) += '\n';
  }
  void move(const record::WrittenMove& move) override {
    said.append(move.piece.view()) += char('a' + move.to.file);
    said += std::to_string(move.to.rank + 1) + '\n';
  }
  void comment(std::string_view text, text::Span) override { said.append(text) += '\n'; }
  void unread(std::string_view text, text::Span) override { said.append(text) += '\n'; }
  void begin_variation(text::Span) override { said += "(\n"; }
  void end_variation(text::Span) override { said += ")\n"; }
  void result(const record::ResultClaim& claim) override {
    said.append(record::to_string(claim.result)) += '\n';
  }

  std::string said;
  std::uint32_t games = 0;
};

std::string utf16(std::string_view text, bool big_endian) {
  std::string out;
  const auto unit = [&](unsigned u) {
    const char high = char(u >> 8), low = char(u & 0xFF);
    out += big_endian ? high : low;
    out += big_endian ? low : high;
  };
  for (std::size_t at = 0; at < text.size();) {
    const text::CodePoint c = text::decode_utf8(text, at);
    at += c.size;
    if (c.value < 0x10000) {
      unit(c.value);
    } else {
      unit(unsigned(0xD800 + ((c.value - 0x10000) >> 10)));
      unit(unsigned(0xDC00 + ((c.value - 0x10000) & 0x3FF)));
    }
  }
  return out;
}

}  // namespace

TEST_CASE("lines are cut where a line begins", "[stream][pieces]") {
  const auto at = [](std::string_view text, std::size_t target) {
    const readers::Cut cut = readers::cut_at_lines(text, target);
    return std::pair(cut.size, cut.games);
  };
  using Pair = std::pair<std::size_t, std::uint32_t>;
  CHECK(at("", 5) == Pair(0, 0));
  CHECK(at("one", 1) == Pair(0, 0));
  CHECK(at("one\n", 1) == Pair(0, 0));
  CHECK(at("one\ntwo\nthree\n", 1) == Pair(4, 1));
  CHECK(at("one\ntwo\nthree\n", 7) == Pair(4, 1));
  CHECK(at("one\ntwo\nthree\n", 8) == Pair(8, 2));
  CHECK(at("one\ntwo\nthree\n", 100) == Pair(8, 2));
  CHECK(at("one\r\n\r\n  two\r\n", 1) == Pair(7, 1));
  CHECK(at("one\rtwo", 1) == Pair(4, 1));
  CHECK(at("\n\none\n\n\ntwo", 100) == Pair(8, 1));
}

TEST_CASE("pieces are the text, cut between games, at any size", "[stream][pieces]") {
  ScratchFolder folder;
  std::mt19937 random(3);
  for (const char* line_end : {"\n", "\r\n", "\r", "\n\n"}) {
    std::string text = "\n";
    while (text.size() < 2000) {
      text.append(1 + random() % 60, char('a' + random() % 26));
      text += line_end;
    }
    const std::string path = folder.write("a", text);
    for (std::size_t size = 1; size < 2100; size += 1 + size / 8) {
      const auto pieces = cut(path, &lines, size);
      check_whole(pieces, text);
      for (const auto& piece : pieces) {
        CHECK((piece.bytes.ends_with(line_end)));
        CHECK((piece.bytes.size() <= size || piece.games <= 1));
        CHECK_FALSE(piece.continues);
      }
    }
  }
}

TEST_CASE("an empty text is an empty piece", "[stream][pieces]") {
  ScratchFolder folder;
  const auto pieces = cut(folder.write("a", ""), &lines, 10);
  REQUIRE(pieces.size() == 1);
  check_whole(pieces, "");
}

TEST_CASE("of a text of no dialect the first piece is read", "[stream][pieces]") {
  ScratchFolder folder;
  const auto pieces = cut(folder.write("a", std::string(1'000'000, '\x7F')), nullptr, 1000);
  REQUIRE(pieces.size() == 1);
  CHECK(pieces[0].dialect == nullptr);
  CHECK(pieces[0].bytes.size() == 1000);
  CHECK(pieces[0].is_last);
}

TEST_CASE("a document is one piece, up to a limit", "[stream][pieces]") {
  ScratchFolder folder;
  std::string text;
  while (text.size() < stream::max_document_bytes) text += "a line of some length\n";
  CHECK((cut(folder.write("a", text.substr(0, 3'000'000)), &document, 1000).size() == 1));
  CHECK(
      (cut(folder.write("a", text.substr(0, stream::max_document_bytes)), &document, 1000).size() ==
       1));
  text += "one more line\n";
  const auto pieces = cut(folder.write("a", text), &document, 1000);
  REQUIRE(pieces.size() == 2);
  CHECK_FALSE(pieces[0].continues);
  CHECK(pieces[1].continues);
  CHECK((pieces[0].bytes + pieces[1].bytes == text));
  CHECK(pieces[0].bytes.ends_with('\n'));
}

TEST_CASE("a game beyond the limit is cut, and the next begins anew", "[stream][pieces]") {
  ScratchFolder folder;
  // An endless line is cut between letters.
  std::string text = "x";
  while (text.size() < readers::max_game_bytes * 2) text += "\xC3\xA9";
  text += "\nnext\nlast\n";
  const auto pieces = cut(folder.write("a", text), &lines, 4);
  REQUIRE(pieces.size() == 5);
  std::string all;
  for (const auto& piece : pieces) all += piece.bytes;
  CHECK((all == text));
  CHECK(pieces[0].bytes.size() == readers::max_game_bytes - 1);
  CHECK(pieces[2].bytes == "\xC3\xA9\n");
  CHECK(pieces[3].bytes == "next\n");
  CHECK_FALSE(pieces[0].continues);
  CHECK(pieces[1].continues);
  CHECK(pieces[2].continues);
  CHECK_FALSE(pieces[3].continues);
  CHECK(pieces[1].first_place.line == 1);
  CHECK(pieces[3].first_place.line == 2);
}

TEST_CASE("a game that is one long line stays with its tags, and columns go on",
          "[stream][pieces]") {
  ScratchFolder folder;
  std::string text = "[Event \"\xC3\xA9\"]\n\n";
  while (text.size() < readers::max_game_bytes * 2) text += "{\xC3\xA9} e4 ";
  const auto* pgn = readers::find_dialect("pgn");
  auto pieces = cut(folder.write("a", text), pgn, 4);
  check_whole(pieces, text);
  REQUIRE(pieces.size() == 3);
  CHECK(pieces[0].bytes.ends_with(' '));
  CHECK(pieces[0].bytes.size() > readers::max_game_bytes - 10);
  CHECK(pieces[1].first_place.column > 3'000'000);
  const text::Source second = std::move(pieces[1]).source();
  const auto place = second.place(100);
  CHECK(place.line == 3);
  CHECK(place.column ==
        text::Source("", text).place(std::uint32_t(second.byte_offset(100))).column);
}

TEST_CASE("a piece has one encoding", "[stream][pieces]") {
  ScratchFolder folder;
  const std::string text =
      "plain\n"
      "utf-8: \xC3\xA9\n"
      "plain\n"
      "Latin-1: \xE9\n"
      "plain\n"
      "Latin-1: \xE8\n"
      "both: \xC3\xA9 \xC3\xA8 \xE9\n"
      "\xEF\xBB\xBFmarked: \xC3\xA9\n";
  const auto pieces = cut(folder.write("a", text), &lines, 1000);
  check_whole(pieces, text);
  std::vector<std::string> seen;
  for (auto piece : pieces) {
    const text::Source source = std::move(piece).source();
    seen.push_back(std::string(text::to_string(source.encoding())) + ": " +
                   std::to_string(source.place(std::uint32_t(source.text().size())).line - 1));
  }
  CHECK(seen == std::vector<std::string>{"UTF-8: 3", "Latin-1: 6",
                                         "UTF-8 mixed with Windows-1252: 7",
                                         "UTF-8 with a byte order mark: 8"});
}

TEST_CASE("UTF-16 is cut as it came", "[stream][pieces]") {
  ScratchFolder folder;
  std::string text;
  for (int i = 0; i < 40; ++i)
    text += "plain " + std::to_string(i) + "\n\xC3\xA9\xE2\x99\x94 \xF0\x9F\x8F\x81\r\n";
  for (const bool big_endian : {false, true})
    for (const bool marked : {false, true}) {
      CAPTURE(big_endian, marked);
      const std::string mark = utf16("\xEF\xBB\xBF", big_endian);
      const std::string bytes = (marked ? mark : "") + utf16(text, big_endian);
      const std::string path = folder.write("a", bytes);
      for (const std::size_t size : {1u, 10u, 37u, 100u, 10'000u}) {
        const auto pieces = cut(path, &lines, size);
        CHECK(pieces.size() == (size < 10 ? 80 : size > 5000 ? 1 : pieces.size()));
        std::string all;
        for (auto piece : pieces) {
          REQUIRE(piece.bytes.starts_with(mark));
          const std::uint64_t line = piece.first_place.line;
          const text::Source source = std::move(piece).source();
          const text::Source before("", all);
          CHECK(line == before.place(std::uint32_t(all.size())).line);
          // Where a letter stands in the piece is where it stands in the file.
          for (std::uint32_t i = 0; i < source.text().size(); i += 7) {
            const std::uint64_t at = source.byte_offset(i);
            REQUIRE(at + 2 <= bytes.size());
            const text::Source letter("", mark + bytes.substr(std::size_t(at), 4));
            std::uint32_t begin = i;
            while (text::continues_code_point(source.text()[begin])) --begin;
            CHECK(letter.text()[0] == source.text()[begin]);
          }
          all += source.text();
        }
        CHECK((all == text));
      }
    }
}

TEST_CASE("UTF-16 that breaks off keeps its faults", "[stream][pieces]") {
  ScratchFolder folder;
  using namespace std::string_literals;
  const std::string bytes = "\xFF\xFE"s + "a\0\n\0\x3D\xD8"s + "b\0\n\0\x3D\xD8"s;
  auto pieces = cut(folder.write("a", bytes), &lines, 1);
  REQUIRE(pieces.size() == 3);
  const text::Source second = std::move(pieces[1]).source();
  CHECK(second.text() ==
        "\xEF\xBF\xBD"
        "b\n");
  CHECK(second.misfits().count == 1);
  CHECK(second.byte_offset(0) == 6);
  CHECK(std::move(pieces[2]).source().misfits().count == 1);
}

TEST_CASE("PGN in pieces gives the games of the whole", "[stream][pieces]") {
  ScratchFolder folder;
  std::string text;
  for (const char* kind : {"played", "valid", "invalid"}) {
    std::vector<std::filesystem::path> files;
    for (const auto& entry : std::filesystem::directory_iterator(
             std::filesystem::path(NUSKHA_SOURCE_DIR) / "corpus" / "pgn" / kind))
      if (entry.path().extension() == ".pgn") files.push_back(entry.path());
    std::sort(files.begin(), files.end());
    for (const auto& file : files) {
      std::ifstream in(file, std::ios::binary);
      const std::string bytes(std::istreambuf_iterator<char>(in), {});
      // The whole is read as one source, which has one encoding.
      if (text::Source("", bytes).encoding() == text::Encoding::utf8) text += bytes + "\n\n";
    }
  }
  const readers::Dialect* const pgn = readers::find_dialect("pgn");
  REQUIRE(pgn != nullptr);
  Heard whole;
  text::DiagnosticList findings;
  pgn->read(text::Source("", text), whole, findings);
  REQUIRE(whole.games > 20);

  const std::string path = folder.write("a", text);
  for (const std::size_t size : {1u, 100u, 777u, 5'000u, 40'000u}) {
    CAPTURE(size);
    auto pieces = cut(path, pgn, size);
    if (size == 1) CHECK(pieces.size() > 20);
    check_whole(pieces, text);
    Heard parts, searched;  // by where the pieces say that their parts begin, and without that
    for (stream::Piece& piece : pieces) {
      if (size > 5'000 && !piece.is_last) CHECK(piece.parts.size() > 1);
      pgn->read(text::Source("", piece.bytes), searched, findings);
      pgn->read(std::move(piece).source(), parts, findings);
    }
    CHECK(parts.games == whole.games);
    CHECK((parts.said == whole.said));
    CHECK((searched.said == whole.said));
  }
}

TEST_CASE("memory does not grow with the text", "[stream][pieces][memory]") {
#ifdef NUSKHA_SANITIZED
  constexpr std::size_t megabytes = 10;
  constexpr long limit = 1000;
#else
  constexpr std::size_t megabytes = 300;
  constexpr long limit = 8;
#endif
  ScratchFolder folder;
  const std::string pipe = folder.path("pipe");
  REQUIRE(mkfifo(pipe.c_str(), 0600) == 0);
  std::string block;
  for (int i = 0; block.size() < 1'000'000; ++i)
    block += "game " + std::to_string(i) + " of the block\n";
  block.resize(1'000'000);

  const pid_t writer = fork();
  if (writer == 0) {
    FILE* const out = std::fopen(pipe.c_str(), "wb");
    for (std::size_t i = 0; i < megabytes; ++i) std::fwrite(block.data(), 1, block.size(), out);
    std::fclose(out);
    _exit(0);
  }
  // A process of its own, for what the tests before it took.
  const pid_t reader = fork();
  if (reader == 0) {
    const auto peak = [] {
      rusage usage;
      getrusage(RUSAGE_SELF, &usage);
      return usage.ru_maxrss / 1024;
    };
    const long before = peak();
    auto input = stream::InputReader::open(pipe);
    std::uint64_t bytes = 0;
    if (!input || !input->next_text()) _exit(100);
    stream::PieceReader pieces(*input, &lines);
    for (stream::Piece piece; pieces.next(piece);) bytes += piece.bytes.size();
    if (bytes != megabytes * 1'000'000) _exit(101);
    _exit(int(std::min(peak() - before, 99L)));
  }
  int status = 0;
  waitpid(writer, &status, 0);
  REQUIRE(waitpid(reader, &status, 0) == reader);
  REQUIRE(WIFEXITED(status));
  CHECK(WEXITSTATUS(status) <= std::min(limit, 99L));
}
