// A variant ready for play: immutable, shared by all its positions, made once by compile().
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "record/written_move.hpp"
#include "rules/spec.hpp"
#include "text/diagnostic.hpp"

namespace nuskha::rules {

using Square = std::uint8_t;  // rank * files + file, a1 = 0
using Key = std::uint64_t;
inline constexpr Square no_square = 255;

// Limits of the core; a variant beyond them is a diagnostic.
inline constexpr int max_files = 16;
inline constexpr int max_ranks = 16;
inline constexpr int max_squares = 224;
inline constexpr int max_states = 31;   // pieces times modes; so no more piece types than that
inline constexpr int max_classes = 16;  // kinds of control, see variant.cpp

enum class Color : std::uint8_t { white, black };
constexpr Color operator!(Color c) {
  return Color(1 - int(c));
}

using PieceType = std::uint8_t;  // index into Variant::pieces()
inline constexpr PieceType no_piece_type = 255;

struct Piece {
  std::string name;
  std::string title;
  record::PieceName short_name;                // name, packed
  std::map<std::string, std::string> letters;  // alphabet -> name
  std::vector<std::string> mode_names;         // "CT", "CF"; the modeless state is not among them
  std::uint8_t first_state = 0;                // states are first_state (modeless), then one a mode
  bool royal = false, pawn = false, minor = false, promotable = false;
};

// A piece type in one of its modes. 0 is the modeless state of type 0.
using State = std::uint8_t;

// What stands on a square: a colour and a state, or nothing.
struct Occupant {
  std::uint8_t code = 0;  // 0: nothing; else 2 * (1 + state), plus 1 for Black
  explicit operator bool() const { return code != 0; }
  Color color() const { return Color(code & 1); }
  State state() const { return State(code / 2 - 1); }
  bool operator==(const Occupant&) const = default;
};
constexpr Occupant occupant(Color c, State state) {
  return {std::uint8_t(2 * (1 + state) + int(c))};
}

struct FenName {
  std::array<char, 15> text{};  // which is written whole, for speed, and then its size counted
  std::uint8_t size = 0;
};

template <class Bits>
struct Tables;  // rules/tables.hpp

class Variant {
 public:
  const VariantSpec& spec() const { return spec_; }
  const std::string& name() const { return spec_.name; }
  int files() const { return spec_.files; }
  int ranks() const { return spec_.ranks; }
  int squares() const { return files() * ranks(); }
  int bitboard_bits() const;  // 64, 128 or 256: which Position<Bits> plays it

  const std::vector<Piece>& pieces() const { return pieces_; }
  int states() const { return int(state_type_.size()); }
  PieceType type_of(State s) const { return state_type_[s]; }
  // 0 for the modeless state, else 1 + index into Piece::mode_names.
  int mode_of(State s) const { return s - pieces_[state_type_[s]].first_state; }
  PieceType king() const { return king_; }
  PieceType pawn() const { return pawn_; }
  std::optional<PieceType> find_piece(std::string_view name) const;
  // The alphabets that its file gives, and "own".
  std::set<std::string> alphabets() const;

  int file_of(Square s) const { return file_[s]; }
  int rank_of(Square s) const { return rank_[s]; }
  // 1-based, counted from the side of `c`.
  int mover_rank(Color c, Square s) const {
    return c == Color::white ? rank_of(s) + 1 : ranks() - rank_of(s);
  }
  Square square(int file, int rank) const { return Square(rank * spec_.files + file); }
  std::string square_name(Square s) const;

  // What a FEN calls a piece: `N`, `{SD+CT}`, Black's in small letters; nothing for nothing.
  const FenName& fen_name(Occupant piece) const { return fen_names_[piece.code]; }
  std::size_t longest_fen_name() const { return longest_fen_name_; }
  // The FEN of the array; for numbered arrays, of number 518.
  const std::string& start_fen() const { return start_fen_; }

  template <class Bits>
  const Tables<Bits>& tables() const {
    return *static_cast<const Tables<Bits>*>(tables_.get());
  }

 private:
  friend std::shared_ptr<const Variant> compile(VariantSpec, text::Diagnostics&);
  void name_for_fen(const Piece& piece);
  VariantSpec spec_;
  std::vector<Piece> pieces_;
  std::vector<PieceType> state_type_;
  PieceType king_ = no_piece_type, pawn_ = no_piece_type;
  std::array<std::uint8_t, 256> file_{}, rank_{};        // by square; division is slow
  std::array<FenName, 2 * (max_states + 1)> fen_names_;  // by Occupant::code
  std::size_t longest_fen_name_ = 0;
  std::string start_fen_;
  std::shared_ptr<const void> tables_;
};

// Checks the specification as a whole and builds the tables. Null after an error was reported.
std::shared_ptr<const Variant> compile(VariantSpec spec, text::Diagnostics& diagnostics);

}  // namespace nuskha::rules
