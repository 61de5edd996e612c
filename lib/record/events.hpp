// The neutral interface between readers, replay and writers. A reader produces WrittenEvents,
// replay turns them into PlayedEvents, a writer consumes those.
//
// Order: begin_document, then games and prose in the order of the text, then end_document. A game:
// begin_game; tag*; then move_number, move, nag, comment, claim, unread, begin_variation and
// end_variation (balanced) in any order; at most one placement (instead of moves); at most one
// result; end_game. begin_game carries the span as far as it is known by then, end_game the whole.
// Every byte of a document lies in the span of a game or of a prose event.
// string_views live only during the call.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "record/written_move.hpp"
#include "text/source.hpp"

namespace nuskha::record {

enum class GameResult : std::uint8_t { unknown, white_wins, black_wins, draw };

std::string_view to_string(GameResult result);  // `1-0`, `0-1`, `1/2-1/2`, `*`
// Takes these and the spellings of them that are in use (`½-½`, `1:0`, `1/2` …); else unknown.
GameResult read_result(std::string_view text);

enum class Side : std::uint8_t { white, black };
constexpr Side operator!(Side side) {
  return side == Side::white ? Side::black : Side::white;
}

// A move number as written. `states_black` when the text says that a black move follows (`12...`).
struct MoveNumber {
  std::uint32_t number = 0;
  bool states_black = false;
  text::Span span;
};

// The one before the move, where it has any.
inline MoveNumber number_of(const PlainMove& plain) {
  return {plain.number,
          plain.states_black,
          {plain.number_begin, plain.number_begin + plain.number_size}};
}

struct NamedSquare {
  PieceName piece;
  WrittenSquare square;
  text::Span span;
  PieceName mode{};  // `CT` where the note `(T=T+CT)` follows
};

// `Dame protégée par Te8 et Pf6`: the piece that just moved stands on a square that these protect.
struct ProtectionClaim {
  PieceName piece;  // absent when the text does not name it
  std::vector<NamedSquare> protectors;
  text::Span span;
};

// A whole position listed piece by piece (`Position finale …`).
struct Inventory {
  struct Army {
    std::vector<NamedSquare> pieces;
    std::int32_t stated_total = -1;  // -1 when the text gives none
    text::Span total_span;
    text::Span span;
  };
  Army white, black;
};

// How a result was stated, for the checks against the final position. What was played has the
// reason that the position itself gives, if it gives one and the text does not contradict it.
struct ResultClaim {
  GameResult result = GameResult::unknown;
  enum class Reason : std::uint8_t {
    token,
    resignation,
    stalemate,
    agreement,
    checkmate,
  } reason = Reason::token;
  text::Span span;
};

// What readers and writers share. The default of each event is to do nothing.
class CommonEvents {
 public:
  virtual ~CommonEvents() = default;
  virtual void begin_document(const text::Source&) {}
  virtual void end_document() {}
  virtual void prose(text::Span) {}  // outside any game, skipped
  virtual void begin_game(text::Span) {}
  virtual void tag(std::string_view /*name*/, std::string_view /*value*/, text::Span) {}
  virtual void move_number(const MoveNumber&) {}
  virtual void nag(int /*glyph*/, text::Span) {}
  virtual void comment(std::string_view, text::Span) {}
  virtual void begin_variation(text::Span) {}
  virtual void end_variation(text::Span) {}
  // Text inside a game that is not understood or could not be replayed: kept, never a move.
  virtual void unread(std::string_view, text::Span) {}
  virtual void result(const ResultClaim&) {}
  // The span of the whole game, from its first byte to its last.
  virtual void end_game(text::Span) {}
};

// Tells a move and its number as events of their own.
template <class To>
void tell(const PlainMove& plain, To& to) {
  if (plain.number_size > 0) to.move_number(number_of(plain));
  to.move(plain.written());
}

class WrittenEvents : public CommonEvents {
 public:
  virtual void move(const WrittenMove&) {}
  // Numbers and moves in a row, with nothing else between them. Who does not take them all at once
  // is told one by one.
  virtual void moves(std::span<const PlainMove> moves) {
    for (const PlainMove& move : moves) tell(move, *this);
  }
  virtual void claim(const ProtectionClaim&) {}
  virtual void placement(const Inventory&) {}
};

// A move that was played: legal, with the fields of the written form filled from the rules, in the
// piece alphabet that was asked for, as far as Wants has it.
struct PlayedMove {
  WrittenMove move;
  bool name_file = false, name_rank = false;  // the least disambiguation that legality needs (SAN)
  std::uint32_t ply = 0;     // 1-based within its line of play, counted from the game's start
  std::uint32_t number = 0;  // the move number that belongs before it
  Side side = Side::white;
  const WrittenMove* written = nullptr;  // what the text said; null for a generated move
  std::string_view original;  // the text's own token, when it was not this move; else empty
  std::string_view fen;       // after the move
  std::uint64_t key = 0;      // Zobrist key after the move
  std::string_view uci;       // coordinate form: from, to, promotion letter
};

// A move that was played as it was written, one of a row: what the rules add to a PlainMove, whose
// form, capture and check are true.
struct PlainPlayed {
  const PlainMove* written = nullptr;
  PieceName piece;
  WrittenSquare from, to;  // of a castling, those of its coordinate form
  bool name_file = false, name_rank = false;
  Side side = Side::white;
  std::uint32_t ply = 0;
  std::uint32_t number = 0;
  std::uint64_t key = 0;  // this and the next where they are wanted
  std::string_view fen;
};

// Where a game begins. Known once the tags are read.
struct StartOfPlay {
  std::string_view variant;  // its canonical name
  std::string_view fen;
  bool is_array = true;  // the variant's own array: the game needs no FEN to be replayed
  PieceName pawn;        // in the alphabet of the moves; SAN leaves it out
};

// What a consumer reads of the moves. What nobody reads is left out: spelling a move costs more
// than playing it.
struct Wants {
  bool moves = false;    // move events; in them form, piece, squares, capture, promotion and check
  bool names = false;    // PlayedMove::name_file and name_rank
  bool details = false;  // all of PlayedMove::move: what was captured, modes, castling squares …
  bool uci = false;
  bool fen = false;             // after each move
  bool key = false;             // same
  bool final_position = false;  // that event
};

class PlayedEvents;
void tell(const PlainPlayed&, PlayedEvents&);

class PlayedEvents : public CommonEvents {
 public:
  virtual Wants wants() const { return {}; }  // asked once a game, after begin_game
  // Once a game, after its tags and before everything else but comments; also for a game without
  // moves, and for an inventory (whose position it is).
  virtual void start(const StartOfPlay&) {}
  virtual void move(const PlayedMove&) {}
  // Moves in a row, with nothing between them but their numbers. Who does not take them all at once
  // is told one by one.
  virtual void moves(std::span<const PlainPlayed> moves) {
    for (const PlainPlayed& move : moves) tell(move, *this);
  }
  // All of the game was handed over but end_game: what is found now is still found in this game.
  virtual void played(text::Span) {}
  // The position a game ends in, or an inventory states. Comes before result.
  virtual void final_position(std::string_view /*fen*/) {}
};

}  // namespace nuskha::record
