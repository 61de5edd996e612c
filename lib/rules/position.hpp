// A position of any variant, and everything one may ask of it. Templated on the bitboard alone.
//
// Position<Bits> is a plain value: copying it is how a line of play branches; play() changes it in
// place and allocates nothing.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "rules/bitboard.hpp"
#include "rules/move.hpp"
#include "rules/tables.hpp"
#include "rules/variant.hpp"

namespace nuskha::rules {

enum class Wing : std::uint8_t { king_side, queen_side };  // `00` and `000`

enum class Outcome : std::uint8_t { none, checkmate, stalemate };

// Why a move is not legal, in the game's terms; `square` and `state` are the other party named.
struct Illegality {
  enum class Reason : std::uint8_t {
    none,          // it is legal
    empty_square,  // nothing stands on `from`
    enemy_piece,   // the other side's piece stands there
    own_piece_on_target,
    no_such_movement,        // the piece never moves so
    blocked,                 // by the piece on `square`
    needs_zone,              // it would beyond the frontier (or at home) but does not stand there
    needs_mode,              // another mode than the piece's own would be needed
    capture_only,            // the movement captures only, and the target is empty
    quiet_only,              // the movement does not capture
    leaves_king_attacked,    // by the piece on `square`
    kings_too_close,         // convention 1; `square` is the other king's
    added_control,           // the square is closed by the checking piece on `square`
    needs_promotion,         // a pawn reaches the last rank and no piece is named
    no_promotion,            // a promotion is named and the pawn does not reach the last rank
    bad_promotion,           // to that piece no pawn promotes
    castling_lost,           // king or rook has moved, or there is no such castling
    castling_blocked,        // by the piece on `square`
    castling_in_check,       // the king stands in check from `square`
    castling_through_check,  // he would cross or reach a square attacked from `square`
    no_en_passant,           // nothing to take en passant there
  } reason = Reason::none;
  Square square = no_square;
  int mode = 0;  // for needs_mode: 1 + index into Piece::mode_names
  explicit operator bool() const { return reason != Reason::none; }
};

template <class Bits>
class Position {
 public:
  explicit Position(const Variant& variant);  // an empty board, White to move, no rights

  const Variant& variant() const { return *variant_; }
  Color side() const { return side_; }
  Occupant at(Square s) const { return board_[s]; }
  Bits occupied() const { return color_[0] | color_[1]; }
  Bits pieces(Color c) const { return color_[int(c)]; }
  Square king(Color c) const { return king_[int(c)]; }
  Bits checkers() const { return now_.checkers; }
  bool in_check() const { return now_.checkers.any(); }
  Bits en_passant() const { return now_.en_passant; }  // squares passed by the last move
  Square en_passant_pawn() const { return now_.en_passant_pawn; }  // the pawn that passed them
  // The right, not the possibility.
  bool may_castle(Color c, Wing w) const { return castling_rook(c, w) != no_square; }
  // Where the rook of that right stands.
  Square castling_rook(Color c, Wing w) const { return now_.rook[int(c)][int(w)]; }
  int halfmove_clock() const { return int(now_.halfmove); }  // plies since a pawn move or capture
  int move_number() const { return int(move_number_); }
  // Placement, modes, side, rights, and the squares where an enemy pawn could take en passant.
  Key key() const {
    const Key key = now_.key ^ tables_->turn_key[int(side_)];
    return now_.en_passant.any() ? key ^ en_passant_part() : key;
  }
  Key key_from_scratch() const;

  // Setting up. finish_setup() must be called after the last of these and before any question
  // below. Exactly one king a side is the caller's duty (rules/fen.hpp checks).
  void put(Square s, Color c, State state);
  void remove(Square s);
  void set_side(Color c) { side_ = c; }
  void set_castling(Color c, Wing w, Square rook) { now_.rook[int(c)][int(w)] = rook; }
  void set_en_passant(Bits passed, Square pawn);
  void set_counters(int halfmove, int move_number);
  void finish_setup();

  // Where a piece of that colour and state on `from` could go: blockers count, own king's safety
  // does not. Capture targets are those it controls, occupied or not.
  Bits quiet_targets(Square from, Color c, State state, const Bits& occupied) const;
  Bits capture_targets(Square from, Color c, State state, const Bits& occupied) const;
  // The pieces of colour c that control `target`.
  Bits attackers(Square target, Color c, const Bits& occupied) const;

  // Look-back: pieces of the side to move and of that type that reach `to` by a move other than
  // castling (quiet, capture or en passant as the target stands), own king's safety not yet judged.
  Bits reaching(PieceType type, Square to) const;

  // The only safe move of that kind from one of those squares, where the piece is no pawn that
  // promotes or takes en passant; the null move where there is none or there are several.
  Move sole_move(PieceType type, const Bits& among, Square to) const;

  // The same in rules/step.hpp, for who then plays the move: the square it comes from. no_square as
  // well for pieces that are no usual ones, and where it captures or not otherwise than stated.
  Square sole_step(const UsualStep<Bits>& step, const Bits& among) const;

  bool is_legal(Move m) const;  // any four values; never reads outside the board
  // The same for a move that is known to be one of reaching(), kind and promotion as it needs.
  bool is_safe(Move m) const;
  Illegality illegality(Move m) const;  // slower; says why
  bool gives_check(Move m) const;

  // Calls f(Move) for every legal move, in an order that depends on the position alone.
  template <class F>
  void each_legal(F&& f) const;
  std::uint64_t count_legal() const;
  bool has_legal() const;
  void legal_moves(std::vector<Move>& out) const;  // cleared first

  // What no move tells that is taken back.
  struct Memory {
    Bits checkers, en_passant;
    Key key = 0;  // without the squares passed and the side
    std::uint32_t halfmove = 0;
    std::array<std::array<Square, 2>, 2> rook = {{{no_square, no_square}, {no_square, no_square}}};
    Square en_passant_pawn = no_square;
    bool king_en_prise = false;  // set up so: the king of the side that is not to move
  };
  struct Undo {
    Memory before;
    Occupant moved, rook_moved, taken;
  };
  // The move must be legal, or the null move where may_pass().
  Undo play(Move m);
  // The move that sole_step() gives, in rules/step.hpp.
  void step(const UsualStep<Bits>& step, Square from, Undo& undo);
  // Takes back the last move played.
  void take_back(Move m, const Undo& undo);

  // Whether the null move makes sense: not in check, where it would give up the king, and not after
  // the end of the game.
  bool may_pass() const { return !in_check() && has_legal(); }

  // What the move is, before it is played.
  // Differs from `to` en passant; no_square for none.
  Square capture_square(Move m) const {
    if (m.castles()) return no_square;
    if (m.kind == MoveKind::en_passant) return now_.en_passant_pawn;
    return board_[m.to] ? m.to : no_square;
  }
  Occupant captured(Move m) const;
  State state_after(Move m) const;  // of the moving (or promoted) piece on its new square
  // The king takes a checking leaper that he could not reach otherwise (convention 2).
  bool is_king_leaper_capture(Move m) const;

  Outcome outcome() const;

  bool operator==(const Position&) const;

 private:
  using T = Tables<Bits>;

  const T& tables() const { return *tables_; }
  // Of the tables that have one a colour and state: row(c, state) for who stands somewhere.
  static std::size_t row_of(Occupant there) {
    return std::size_t(there.code - 2) * std::size_t(Bits::capacity);
  }
  void toggle(Square s, Occupant piece) {
    const Color c = piece.color();
    const std::size_t at = row_of(piece) + s;
    color_[int(c)].flip(s);
    type_[tables_->state_info[piece.state()].type].flip(s);
    now_.key ^= tables_->keys[at];
    toggle_control(Bits::of(s), c, tables_->toggles[at].kept);
  }
  // Who rides along which lines is no branch that a processor can guess.
  [[gnu::always_inline]] void toggle_control(const Bits& squares, Color c, std::uint32_t kept) {
    auto& control = control_[int(c)];
    control[orthogonal_class] ^= squares.when(kept >> orthogonal_class & 1);
    control[diagonal_class] ^= squares.when(kept >> diagonal_class & 1);
    for (std::uint32_t rest = kept >> oblique_class; rest; rest &= rest - 1)
      control[oblique_class + std::countr_zero(rest)] ^= squares;
  }
  // Both toggles of a piece that goes from one square to another as it is. `row` is its own.
  void shift(Square from, Square to, Color c, PieceType type, std::size_t row) {
    const std::uint32_t a = tables_->toggles[row + from].kept, b = tables_->toggles[row + to].kept;
    const Bits both = Bits::of(from) | Bits::of(to);
    color_[int(c)] ^= both;
    type_[type] ^= both;
    now_.key ^= tables_->keys[row + from] ^ tables_->keys[row + to];
    if (a == b) [[likely]]
      return toggle_control(both, c, a);
    toggle_control(Bits::of(from), c, a);
    toggle_control(Bits::of(to), c, b);
  }
  // The pieces that control by leaps of that class.
  Bits leapers_of(Color c, int cls) const {
    const PieceType sole = tables_->sole_type[cls];
    return color_[int(c)] & (sole == no_piece_type ? control_[int(c)][cls] : type_[sole]);
  }
  Bits oblique_targets(Square from, Color c, State state, bool capture, const Bits& occupied) const;
  Bits actual_attackers(Bits candidates, Square target, Color c, const Bits& occupied) const;
  Bits leapers_onto(Square target, Color c) const;
  bool attacked(Square target, Color c, const Bits& occupied) const;
  // The same, by what is not `gone`. Looks at no table of slides, which is out of the cache where
  // positions are not searched but replayed.
  bool attacked_now_and_then(Square target, Color c, const Bits& occupied, const Bits& gone) const;
  // Whether the king of the side to move would be safe on `to`, having left his square.
  bool king_safe_on(Square to) const;
  Bits king_targets() const;          // ordinary king moves, safe or not, conventions applied
  Bits king_leaper_captures() const;  // convention 2, safe or not
  Bits added_control() const;         // squares closed to the king of the side to move
  bool may_castle_now(Wing w) const;
  bool safe_after(Square from, Square to, Square captured) const;
  bool promotes(State state, Color c, Square to) const {
    return tables_->state_info[state].pawn && tables_->promotion_zone[int(c)].has(to);
  }
  void find_castling_squares();
  bool exposes_king(Square from, Square to) const;
  Bits unblocked(const Bits& riders, Square to, const Bits& occupied) const;
  // As reaching(), but for modes and for what is no line, passed or the king's by convention 2.
  Bits look_back(PieceType type, Square to) const;
  Bits new_checkers(Square king, Color us, Square from, Square to) const;
  bool pawns_could_take(Square passed, Color c) const;
  Key en_passant_part() const;
  State arriving_state(Color c, State state, Square from, Square to) const;
  void pass();
  // Part of sole_step(): the only one of these squares from where the step is safe.
  Square sole_safe_step(Bits from, Square to) const;
  // Parts of play().
  void castle(Move m, Undo& undo);
  void lose_castling(Move m, Color mover, bool by_king);

  // What every generator of legal moves is made of. V has, each returning true to stop:
  //   moves(from, targets)  promotions(from, targets)  single(Move)
  template <class V>
  bool visit_legal(V&& v) const;
  template <class V>
  bool visit_others(V&& v) const;
  bool has_free_leap() const;
  Bits takeable() const;

  const Variant* variant_;
  const T* tables_;
  std::array<Occupant, Bits::capacity> board_{};
  std::array<Bits, 2> color_{};
  std::array<Bits, max_states> type_{};                     // by piece type, of both colours
  std::array<std::array<Bits, max_classes>, 2> control_{};  // who controls by each class kept
  Memory now_;
  Bits castling_squares_{};  // of the rights: where their kings and rooks stand
  std::array<Square, 2> king_ = {no_square, no_square};
  Color side_ = Color::white;
  std::uint32_t move_number_ = 1;
};

using AnyPosition = std::variant<Position<Bits64>, Position<Bits128>, Position<Bits256>>;

// An empty position of the width that the variant needs. All later work is done inside one
// std::visit a game.
AnyPosition make_position(const Variant& variant);

}  // namespace nuskha::rules

#include "rules/generate.hpp"
