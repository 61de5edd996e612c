// Cuts a text that may be longer than memory into pieces between games, each to be read alone.
#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <string>
#include <string_view>
#include <vector>

#include "readers/dialects.hpp"
#include "stream/bytes.hpp"
#include "text/source.hpp"

namespace nuskha::stream {

// A piece ends with the last game that ends within so many bytes. Small enough that a piece, its
// games as JSON Lines and all its findings stay in a few megabytes, large enough that handling it
// costs nothing beside reading it.
inline constexpr std::size_t usual_piece_bytes = 256 * 1024;
// A longer document, of a dialect whose games cannot be told apart without reading them, is cut as
// a game is that is longer than Dialect::max_game_bytes.
inline constexpr std::size_t max_document_bytes = 8 * 1024 * 1024;

struct Piece {
  std::string name;                           // of the text
  std::string bytes;                          // as they are, but see PieceReader on UTF-16
  const readers::Dialect* dialect = nullptr;  // null: the text looks like none
  std::vector<std::uint32_t> parts;           // of `bytes`, for text::Source; empty: not found
  text::Place first_place;                    // where `bytes` begins in the text, for text::Source,
  std::uint64_t first_byte = 0;               // and at which byte
  std::uint32_t first_game = 1;  // the number of its first game, and how many it holds,
  std::uint32_t games = 0;       // as far as can be told without reading it
  std::uint64_t number = 1;      // of its first game among those of all inputs, told the same way
  bool is_first = true;          // of its text
  bool is_last = true;
  bool is_cut = false;     // a fault of the input ends the text here: what it lacks is no finding
  bool is_file = false;    // the text is a file as it is on the disk
  bool is_whole = true;    // false: the text, which looks like no dialect, goes on and is not read
  bool continues = false;  // begins inside a game or document that was too long

  text::Source source() &&;
};

// The pieces of one text of an input. Concatenated they are the text; where one ends depends on the
// text alone, and reading each alone gives the games of the whole.
//
// Encodings: a text::Source has one. So a piece also ends where games that hold letters beyond
// ASCII, in UTF-8, in code page 850 or in neither, follow each other; a game that mixes UTF-8
// with others is Encoding::mixed by itself. A byte order mark may stand before any game. UTF-16,
// which its mark tells or zeros in most of every other of the first bytes, is converted to find the
// games; the pieces are UTF-16 as it came, with a mark put before each that has none (first_byte is
// two less then, if need be modulo 2^64).
class PieceReader {
 public:
  // The input's current text. `dialect` is null for the one that the text looks like.
  PieceReader(InputReader& input, const readers::Dialect* dialect,
              std::size_t piece_bytes = usual_piece_bytes);
  // False at the end. An empty text is one empty piece; of a text that looks like no dialect only
  // the first piece is read.
  bool next(Piece& piece);

 private:
  enum class Wide : std::uint8_t { no, little_endian, big_endian };

  struct Part {
    std::size_t size = 0;  // of buffer_
    std::uint32_t games = 0;
    bool is_forced = false;
    bool is_one = false;  // known to be cut nowhere
    std::vector<std::uint32_t> parts{};
    std::vector<readers::Cut::Place> places{};
  };

  void start();
  void fill(std::size_t size);
  void convert_pending();
  Part choose();
  void take(const Part& part);
  void take_runs(const Part& part);
  enum class Letters { ascii, utf8, other, code_page_850, mixed };  // as text::Source takes them
  static Letters letters_of(std::string_view bytes);
  static void advance(text::Place& place, std::string_view piece, Letters letters);
  void make_piece(std::string bytes, std::string_view text, const Part& part, Letters letters);
  std::string take_wide(std::size_t size);

  InputReader& input_;
  const readers::Dialect* dialect_;
  std::size_t piece_bytes_;
  std::string name_;
  bool is_file_;
  Wide wide_ = Wide::no;
  bool started_ = false;
  bool input_ended_ = false;
  std::string buffer_;        // not cut yet; UTF-8 if the text is UTF-16
  std::string wide_bytes_;    // what buffer_ was converted from
  std::string pending_wide_;  // not converted yet
  // Of the next piece.
  text::Place place_;
  std::uint64_t byte_ = 0;
  std::uint32_t game_ = 1;
  bool is_under_way_ = false;
  bool continues_ = false;
  std::deque<Piece> ready_;
};

}  // namespace nuskha::stream
