// The laws of the rules core on random games of every variant, each ply of them compared with the
// reference position.
#include <random>

#include <catch2/catch.hpp>

#include "reference/reference_position.hpp"
#include "rules/fen.hpp"
#include "rules/perft_table.hpp"
#include "rules/step.hpp"
#include "variants/chess960.hpp"
#include "variants/registry.hpp"

using namespace nuskha;
using rules::Color;
using rules::Move;
using rules::MoveKind;
using rules::Wing;

namespace {

reference::Move plainly(const Move& m) {
  return {m.from, m.to, m.promotion == rules::no_piece_type ? -1 : int(m.promotion),
          reference::Kind(int(m.kind))};
}

Move compactly(const reference::Move& m) {
  return {rules::Square(m.from), rules::Square(m.to),
          m.promotion < 0 ? rules::no_piece_type : rules::PieceType(m.promotion),
          MoveKind(int(m.kind))};
}

// What the core's position states, as a reference position.
template <class Bits>
reference::Position plainly(const rules::Position<Bits>& position) {
  const rules::Variant& variant = position.variant();
  reference::Position p;
  p.spec = &variant.spec();
  p.board.resize(std::size_t(variant.squares()));
  for (int s = 0; s < variant.squares(); ++s)
    if (const rules::Occupant man = position.at(rules::Square(s)))
      p.board[s] = {variant.type_of(man.state()), variant.mode_of(man.state()),
                    man.color() == Color::black};
  p.black = position.side() == Color::black;
  for (const Color color : {Color::white, Color::black})
    for (const Wing wing : {Wing::king_side, Wing::queen_side})
      if (position.may_castle(color, wing))
        p.rook[int(color)][int(wing)] = position.castling_rook(color, wing);
  position.en_passant().each([&](unsigned s) { p.passed.push_back(int(s)); });
  if (!p.passed.empty()) p.passer = position.en_passant_pawn();
  p.halfmove_clock = position.halfmove_clock();
  p.move_number = position.move_number();
  return p;
}

template <class Bits>
std::vector<reference::Move> sorted_moves(const rules::Position<Bits>& position) {
  std::vector<Move> moves;
  position.legal_moves(moves);
  std::vector<reference::Move> sorted;
  for (const Move& m : moves) sorted.push_back(plainly(m));
  std::sort(sorted.begin(), sorted.end());
  return sorted;
}

// The first law that a position breaks, or an empty text. Catch's assertions are too slow to stand
// in the inner loops.
using Fault = std::string;

// The turn passes, and nothing else.
template <class Bits>
Fault compare_null_move(const rules::Position<Bits>& position, reference::Position plain) {
  if (position.is_legal(Move{})) return "a null move is legal";
  if (!position.may_pass()) return {};
  rules::Position<Bits> after = position;
  after.play(Move{});
  if (plain.black) ++plain.move_number;
  ++plain.halfmove_clock;
  plain.black = !plain.black;
  plain.passed.clear();
  plain.passer = reference::Position{}.passer;
  if (plainly(after) != plain) return "after a null move the core has " + write_fen(plainly(after));
  if (after.key() != after.key_from_scratch()) return "incremental key of a null move";
  return after.in_check() ? "a null move gives check" : "";
}

template <class Bits>
Fault compare(const rules::Position<Bits>& position, const reference::Position& plain,
              const std::vector<reference::Move>& legal) {
  if (plainly(position) != plain) return "the core has " + write_fen(plainly(position));
  if (position.key() != position.key_from_scratch()) return "incremental key";
  if (position.in_check() != in_check(plain)) return "check";

  const std::string fen = rules::fen(position);
  if (fen != write_fen(plain)) return "FEN " + fen;
  rules::Position<Bits> again(position.variant());
  if (rules::read_fen(fen, again).problems != 0) return "problems in FEN " + fen;
  if (!(again == position) || again.key() != position.key()) return "round trip of FEN " + fen;

  if (sorted_moves(position) != legal) {
    std::string fault = "legal moves: the core has";
    for (const auto& m : sorted_moves(position)) fault += " " + move_text(plain, m);
    fault += "; expected";
    for (const auto& m : legal) fault += " " + move_text(plain, m);
    return fault;
  }
  if (position.count_legal() != legal.size()) return "count of legal moves";
  if (position.has_legal() == legal.empty()) return "has_legal";
  const auto outcome = !legal.empty()    ? rules::Outcome::none
                       : in_check(plain) ? rules::Outcome::checkmate
                                         : rules::Outcome::stalemate;
  if (position.outcome() != outcome) return "outcome";
  return compare_null_move(position, plain);
}

// is_legal and illegality on one move and on near misses of it.
template <class Bits>
Fault compare_legality(const rules::Position<Bits>& position, const Move& m,
                       const std::vector<reference::Move>& legal) {
  const bool expected = std::binary_search(legal.begin(), legal.end(), plainly(m));
  if (position.is_legal(m) != expected)
    return "is_legal of " + std::to_string(m.from) + " to " + std::to_string(m.to) + " promotion " +
           std::to_string(m.promotion) + " kind " + std::to_string(int(m.kind));
  return {};
}

template <class Bits>
Fault compare_all_pairs(const rules::Position<Bits>& position,
                        const std::vector<reference::Move>& legal) {
  const rules::Variant& variant = position.variant();
  for (int from = 0; from < variant.squares(); ++from)
    for (int to = 0; to < variant.squares(); ++to)
      for (int promotion = -1; promotion < int(variant.pieces().size()); ++promotion)
        for (int kind = 0; kind < 4; ++kind) {
          const Move m = compactly({from, to, promotion, reference::Kind(kind)});
          if (Fault fault = compare_legality(position, m, legal); !fault.empty()) return fault;
        }
  // Values that no board has.
  for (const Move& m :
       {Move{}, Move{rules::no_square, 0}, Move{0, rules::no_square},
        Move{rules::Square(variant.squares()), 0}, Move{0, rules::Square(variant.squares())}})
    if (position.is_legal(m) || !position.illegality(m)) return "a move off the board is legal";
  return {};
}

// How often what makes these games special came up where each move was compared, so that the test
// can tell that it tested something.
struct Seen {
  std::uint64_t castling = 0, en_passant = 0, promotions = 0, mode_changes = 0;
  std::uint64_t king_takes_leaper = 0;  // legal by convention 2 alone
  std::uint64_t steps = 0;
  std::uint64_t kings_apart = 0, closed = 0;  // illegal by convention 1, by added control alone
};

template <class Bits>
const auto& usual_pieces(const rules::Position<Bits>& position) {
  return position.variant().template tables<Bits>().usual[int(position.side())];
}

template <class Bits>
Fault compare_each_move(const rules::Position<Bits>& position, const reference::Position& plain,
                        const std::vector<reference::Move>& legal, Seen& seen) {
  rules::VariantSpec other_spec = *plain.spec;
  reference::Position other = plain;
  other.spec = &other_spec;
  other_spec.king_takes_leaper = false;
  const auto without_captures_of_leapers = legal_moves(other);
  seen.king_takes_leaper += legal.size() - without_captures_of_leapers.size();
  other_spec.kings_apart = false;
  seen.kings_apart += legal_moves(other).size() - without_captures_of_leapers.size();
  other_spec.kings_apart = plain.spec->kings_apart;
  other_spec.added_control.clear();
  seen.closed += legal_moves(other).size() - without_captures_of_leapers.size();

  for (const reference::Move& m : legal) {
    const Move move = compactly(m);
    const reference::Position next = after(plain, m);
    const auto fault = [&](const char* what) { return move_text(plain, m) + ": " + what; };
    if (position.illegality(move)) return fault("a legal move has an illegality");
    if (position.gives_check(move) != in_check(next)) return fault("gives_check");

    rules::Position<Bits> played = position;
    played.play(move);
    if (plainly(played) != next) return fault("play");
    if (played.key() != played.key_from_scratch()) return fault("key after play");

    const rules::PieceType mover = position.variant().type_of(position.at(move.from).state());
    const auto& usual = usual_pieces(position)[mover];
    const bool captures = bool(position.at(move.to));
    const rules::UsualStep<Bits> step(usual, move.to, captures);
    const rules::Square origin = position.sole_step(step, Bits::of(move.from));
    if (origin != rules::no_square && !move.castles()) {
      ++seen.steps;
      rules::Position<Bits> stepped = position;
      typename rules::Position<Bits>::Undo undo;
      stepped.step(step, origin, undo);
      if (plainly(stepped) != next) return fault("step");
      if (stepped.key() != stepped.key_from_scratch()) return fault("key after step");
      if (stepped.checkers() != played.checkers()) return fault("checkers after step");
      stepped.take_back({origin, move.to}, undo);
      if (!(stepped == position) || stepped.key() != position.key())
        return fault("step taken back");
    } else if (usual.is_usual && move.kind == rules::MoveKind::plain && m.promotion < 0 &&
               !position.en_passant().has(move.to)) {
      return fault("no step");
    }

    const bool by_convention = !std::binary_search(without_captures_of_leapers.begin(),
                                                   without_captures_of_leapers.end(), m);
    if (position.is_king_leaper_capture(move) != by_convention) return fault("convention 2");
    if (m.kind == reference::Kind::castle_short || m.kind == reference::Kind::castle_long) {
      ++seen.castling;
      if (position.capture_square(move) != rules::no_square) return fault("castling captures");
      continue;
    }
    seen.en_passant += m.kind == reference::Kind::en_passant;
    seen.promotions += m.promotion >= 0;
    seen.mode_changes += m.promotion < 0 && next.board[m.to].mode != plain.board[m.from].mode;
    const int taken = m.kind == reference::Kind::en_passant ? plain.passer
                      : plain.board[m.to]                   ? m.to
                                                            : int(rules::no_square);
    if (position.capture_square(move) != taken) return fault("capture_square");
    if (bool(position.captured(move)) != (taken != rules::no_square)) return fault("captured");
    const rules::State state = position.state_after(move);
    if (position.variant().type_of(state) != next.board[m.to].type ||
        position.variant().mode_of(state) != next.board[m.to].mode)
      return fault("state_after");
    const rules::PieceType type = position.variant().type_of(position.at(move.from).state());
    if (!position.reaching(type, move.to).has(move.from)) return fault("reaching");
  }
  return {};
}

// Every illegal pair of squares has a reason that is not `none`.
template <class Bits>
Fault compare_illegality(const rules::Position<Bits>& position,
                         const std::vector<reference::Move>& legal) {
  const rules::Variant& variant = position.variant();
  for (int from = 0; from < variant.squares(); ++from)
    for (int to = 0; to < variant.squares(); ++to) {
      const Move m = compactly({from, to, -1, reference::Kind::plain});
      const bool is_legal = std::binary_search(legal.begin(), legal.end(), plainly(m));
      const rules::Occupant there = position.at(m.from);
      if (there && there.color() == position.side() && !is_legal &&
          position.sole_step({usual_pieces(position)[variant.type_of(there.state())], m.to,
                              bool(position.at(m.to))},
                             Bits::of(m.from)) != rules::no_square)
        return "a step for " + reference::move_text(plainly(position), plainly(m));
      if (bool(position.illegality(m)) == is_legal)
        return "illegality of " + reference::move_text(plainly(position), plainly(m));
    }
  return {};
}

}  // namespace

TEST_CASE("random games obey the laws of the rules core", "[random][each_variant]") {
  // Games a variant. Every second one begins at the array (arrays drawn by number where they are
  // numbered), the others at the positions of the perft table in turn.
  const std::uint64_t games = tests::test_limit("NUSKHA_TEST_GAMES", 1000, 25);
  const int longest = 160;
  const variants::Registry registry;
  for (const tests::PerftTable& table : tests::perft_tables()) {
    const auto variant = registry.find(table.variant);
    REQUIRE(variant);
    const rules::VariantSpec& spec = variant->spec();
    std::mt19937 random(960);
    Seen seen;
    const auto below = [&](std::size_t n) { return std::size_t(random() % n); };

    for (std::uint64_t game = 0; game < games; ++game) {
      std::string start = variant->start_fen();
      if (spec.numbered_arrays) start = variants::numbered_start_fen(int(below(960)));
      if (game % 2 == 1) start = table.entries[game / 2 % table.entries.size()].fen;
      reference::Position plain = reference::read_fen(spec, start);
      rules::AnyPosition any = rules::make_position(*variant);

      std::visit(
          [&](auto& position) {
            REQUIRE(rules::read_fen(start, position).problems == 0);
            // The slow laws, over all pairs of squares times kinds and promotions, hold at one ply
            // a game, drawn at random and rather early, where the board is full; the others at
            // each.
            const int slow_ply = int(below(1 + below(std::size_t(longest))));
            for (int ply = 0; ply < longest; ++ply) {
              const auto legal = legal_moves(plain);
              Fault fault = compare(position, plain, legal);
              if (ply == slow_ply) {
                if (fault.empty()) fault = compare_all_pairs(position, legal);
                if (fault.empty()) fault = compare_each_move(position, plain, legal, seen);
                if (fault.empty()) fault = compare_illegality(position, legal);
              }
              if (!fault.empty())
                FAIL(table.variant << " game " << game << " ply " << ply << ": " << fault << "\n"
                                   << write_fen(plain));
              if (legal.empty()) break;
              const reference::Move m = legal[below(legal.size())];
              if (fault = compare_legality(position, compactly(m), legal); !fault.empty())
                FAIL(table.variant << ": " << fault << "\n" << write_fen(plain));
              position.play(compactly(m));
              plain = after(plain, m);
            }
          },
          any);
    }
    if (games < 1000) continue;
    INFO(table.variant);
    CHECK(seen.castling > 0);
    bool has_steps = false;
    std::visit(
        [&](const auto& position) {
          for (const auto& usual : usual_pieces(position)) has_steps = has_steps || usual.is_usual;
        },
        rules::make_position(*variant));
    CHECK((seen.steps > 0) == has_steps);
    CHECK(seen.en_passant > 0);
    CHECK(seen.promotions > 0);
    CHECK((seen.king_takes_leaper > 0) == spec.king_takes_leaper);
    CHECK((seen.kings_apart > 0) == spec.kings_apart);
    CHECK((seen.closed > 0) == !spec.added_control.empty());
    CHECK((seen.mode_changes > 0) == std::any_of(spec.pieces.begin(), spec.pieces.end(),
                                                 [](const auto& p) { return !p.modes.empty(); }));
  }
}
