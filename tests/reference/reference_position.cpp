#include "reference/reference_position.hpp"

#include <algorithm>
#include <cctype>
#include <charconv>
#include <stdexcept>

namespace nuskha::reference {
namespace {

using rules::Movement;
using rules::PieceSpec;
using rules::RankZone;
using rules::Step;
using rules::VariantSpec;

// Everything about zones and directions is stated from the mover's side: `forward` turns a step,
// and a zone is asked with the rank as its owner counts it, from 1.
int forward(bool black) {
  return black ? -1 : 1;
}

int owner_rank(const VariantSpec& spec, int square, bool black) {
  const int rank = square / spec.files;
  return black ? spec.ranks - rank : rank + 1;
}

bool contains(const RankZone& zone, const VariantSpec& spec, int square, bool black) {
  if (zone.first == 0) return true;
  const int rank = owner_rank(spec, square, black);
  return zone.first <= rank && rank <= zone.last;
}

bool beyond(const VariantSpec& spec, int square, bool black) {
  return owner_rank(spec, square, black) > spec.frontier;
}

int stepped(const VariantSpec& spec, int square, int dx, int dy) {
  const int x = square % spec.files + dx;
  const int y = square / spec.files + dy;
  return x < 0 || y < 0 || x >= spec.files || y >= spec.ranks ? -1 : y * spec.files + x;
}

std::string mode_name(const PieceSpec& piece, int mode) {
  return mode == 0 ? "" : piece.modes[mode - 1].name;
}

const PieceSpec& piece_of(const Position& p, const Man& man) {
  return p.spec->pieces[man.type];
}

int king_square(const Position& p, bool black) {
  for (int s = 0; s < int(p.board.size()); ++s)
    if (p.board[s] && p.board[s].black == black && piece_of(p, p.board[s]).royal) return s;
  return -1;
}

// Calls f(square, movement, step) for every square that the piece on `from` comes to by walking its
// steps over empty squares, the first square that is not empty included, whosever piece is there.
template <class F>
void walk(const Position& p, int from, F&& f) {
  const VariantSpec& spec = *p.spec;
  const Man man = p.board[from];
  const PieceSpec& piece = piece_of(p, man);
  for (const Movement& movement : piece.movements) {
    if (!contains(movement.from, spec, from, man.black)) continue;
    if (!movement.modes.empty() && std::find(movement.modes.begin(), movement.modes.end(),
                                             mode_name(piece, man.mode)) == movement.modes.end())
      continue;
    for (const Step& step : movement.steps) {
      int square = from;
      for (int n = 1; step.range == 0 || n <= step.range; ++n) {
        square = stepped(spec, square, step.dx, forward(man.black) * step.dy);
        if (square < 0 || !contains(movement.within, spec, square, man.black)) break;
        f(square, movement, step);
        if (p.board[square]) break;
      }
    }
  }
}

bool controls(const Position& p, int from, int target) {
  bool found = false;
  walk(p, from, [&](int square, const Movement&, const Step& step) {
    if (square == target && step.capture) found = true;
  });
  return found;
}

bool attacked(const Position& p, int target, bool by_black) {
  for (int s = 0; s < int(p.board.size()); ++s)
    if (p.board[s] && p.board[s].black == by_black && controls(p, s, target)) return true;
  return false;
}

bool same_leap(const VariantSpec& spec, const std::vector<Step>& leaps, int a, int b) {
  const int dx = b % spec.files - a % spec.files;
  const int dy = b / spec.files - a / spec.files;
  return std::any_of(leaps.begin(), leaps.end(), [&](const Step& s) {
    return (s.dx == dx && s.dy == dy) || (s.dx == -dx && s.dy == -dy);
  });
}

// Convention 1.
bool kings_too_close(const Position& p) {
  return p.spec->kings_apart &&
         same_leap(*p.spec, p.spec->kings_apart_steps, king_square(p, false), king_square(p, true));
}

// The mode that a piece of that type has after going from one square to another.
int mode_after(const VariantSpec& spec, const PieceSpec& piece, int from, int to, bool black) {
  if (!contains(piece.mode_zone, spec, to, black)) return 0;
  const int dx = to % spec.files - from % spec.files;
  const int dy = forward(black) * (to / spec.files - from / spec.files);
  for (int m = 0; m < int(piece.modes.size()); ++m)
    for (const Step& step : piece.modes[m].steps)
      for (int n = 1; n < std::max(spec.files, spec.ranks); ++n)
        if (dx == n * step.dx && dy == n * step.dy) return m + 1;
  return 0;
}

int mirrored(const VariantSpec& spec, std::string_view name, bool black) {
  int rank = 0;
  std::from_chars(name.data() + 1, name.data() + name.size(), rank);
  return (black ? spec.ranks - rank : rank - 1) * spec.files + (name[0] - 'a');
}

const rules::CastlingSpec& castling(const VariantSpec& spec, bool long_wing) {
  return long_wing ? spec.castle_long : spec.castle_short;
}

bool may_castle(const Position& p, bool long_wing) {
  const VariantSpec& spec = *p.spec;
  const int rook = p.rook[p.black][long_wing];
  if (rook < 0) return false;
  const int king = king_square(p, p.black);
  const int king_to = mirrored(spec, castling(spec, long_wing).king_to, p.black);
  const int rook_to = mirrored(spec, castling(spec, long_wing).rook_to, p.black);
  const auto path_clear = [&](int a, int b) {
    for (int s = std::min(a, b); s <= std::max(a, b); ++s)
      if (s != king && s != rook && p.board[s]) return false;
    return true;
  };
  if (!path_clear(king, king_to) || !path_clear(rook, rook_to)) return false;
  // Between king and rook as well: on arrays of Chess960 neither path need cover that.
  if (!path_clear(king, rook)) return false;
  for (int s = std::min(king, king_to); s <= std::max(king, king_to); ++s)
    if (attacked(p, s, !p.black)) return false;
  return true;
}

// Squares that checking minor pieces close to the king by their added control.
std::vector<int> closed_squares(const Position& p) {
  const VariantSpec& spec = *p.spec;
  std::vector<int> closed;
  const int king = king_square(p, p.black);
  if (!beyond(spec, king, p.black)) return closed;
  for (int s = 0; s < int(p.board.size()); ++s) {
    const Man man = p.board[s];
    if (!man || man.black == p.black || !piece_of(p, man).minor) continue;
    if (beyond(spec, s, man.black)) continue;
    walk(p, s, [&](int square, const Movement&, const Step& step) {
      if (square != king || !step.capture) return;
      for (const rules::AddedControlSpec& added : spec.added_control) {
        if (added.piece != piece_of(p, man).name) continue;
        const bool checks_so =
            std::any_of(added.by_steps.begin(), added.by_steps.end(),
                        [&](const Step& by) { return by.dx == step.dx && by.dy == step.dy; });
        if (!checks_so) continue;
        for (const Step& line : added.adds_steps) {
          int to = s;
          for (int n = 1; line.range == 0 || n <= line.range; ++n) {
            to = stepped(spec, to, line.dx, forward(man.black) * line.dy);
            if (to < 0) break;
            closed.push_back(to);
            if (p.board[to] && to != king) break;
          }
        }
      }
    });
  }
  return closed;
}

// The squares that a jump from one square to the other passes over; empty if it is no jump.
std::vector<int> jumped_over(const Position& p, int from, int to) {
  std::vector<int> passed;
  const Man man = p.board[from];
  const VariantSpec& spec = *p.spec;
  if (p.board[to]) return passed;
  walk(p, from, [&](int square, const Movement& movement, const Step& step) {
    if (square != to || !movement.jump || !step.quiet) return;
    passed.clear();
    for (int s = stepped(spec, from, step.dx, forward(man.black) * step.dy); s != to;
         s = stepped(spec, s, step.dx, forward(man.black) * step.dy))
      passed.push_back(s);
  });
  std::sort(passed.begin(), passed.end());
  return passed;
}

std::vector<Move> pseudo_moves(const Position& p) {
  const VariantSpec& spec = *p.spec;
  std::vector<Move> moves;
  for (int from = 0; from < int(p.board.size()); ++from) {
    const Man man = p.board[from];
    if (!man || man.black != p.black) continue;
    const PieceSpec& piece = piece_of(p, man);
    const auto add = [&](int to, Kind kind) {
      if (piece.pawn && contains(spec.promotion_zone, spec, to, p.black)) {
        for (const std::string& name : spec.promotes_to)
          for (int t = 0; t < int(spec.pieces.size()); ++t)
            if (spec.pieces[t].name == name) moves.push_back({from, to, t, kind});
      } else {
        moves.push_back({from, to, -1, kind});
      }
    };
    walk(p, from, [&](int to, const Movement&, const Step& step) {
      const Man there = p.board[to];
      const bool passed = std::find(p.passed.begin(), p.passed.end(), to) != p.passed.end();
      if (!there && step.quiet) add(to, Kind::plain);
      if (there && there.black != p.black && step.capture) add(to, Kind::plain);
      if (!there && passed && piece.pawn && step.capture) add(to, Kind::en_passant);
    });
    if (piece.royal && spec.king_takes_leaper) {  // convention 2
      for (int s = 0; s < int(p.board.size()); ++s)
        if (p.board[s] && p.board[s].black != p.black && controls(p, s, from) &&
            same_leap(spec, spec.king_takes_leaper_steps, s, from))
          add(s, Kind::plain);
    }
    if (piece.royal) {
      if (may_castle(p, false))
        moves.push_back(
            {from, mirrored(spec, spec.castle_short.king_to, p.black), -1, Kind::castle_short});
      if (may_castle(p, true))
        moves.push_back(
            {from, mirrored(spec, spec.castle_long.king_to, p.black), -1, Kind::castle_long});
    }
  }
  std::sort(moves.begin(), moves.end());
  moves.erase(std::unique(moves.begin(), moves.end()), moves.end());
  return moves;
}

[[noreturn]] void bad_fen(std::string_view fen, const char* what) {
  throw std::runtime_error("reference FEN reader: " + std::string(what) + ": " + std::string(fen));
}

Man read_man(const VariantSpec& spec, std::string_view fen, std::string name) {
  Man man;
  std::string mode;
  if (const std::size_t plus = name.find('+'); plus != std::string::npos) {
    mode = name.substr(plus + 1);
    name.resize(plus);
  }
  man.black = std::islower(static_cast<unsigned char>(name[0])) != 0;
  const auto upper = [](std::string& text) {
    for (char& c : text) c = char(std::toupper(static_cast<unsigned char>(c)));
  };
  upper(name);
  upper(mode);
  for (int t = 0; t < int(spec.pieces.size()); ++t) {
    const PieceSpec& piece = spec.pieces[t];
    if (piece.name != name) continue;
    man.type = t;
    for (int m = 0; m < int(piece.modes.size()); ++m)
      if (piece.modes[m].name == mode) man.mode = m + 1;
  }
  if (man.type < 0) bad_fen(fen, "unknown piece");
  if (!mode.empty() && man.mode == 0) bad_fen(fen, "unknown mode");
  return man;
}

std::string man_text(const VariantSpec& spec, const Man& man) {
  const PieceSpec& piece = spec.pieces[man.type];
  std::string out = piece.name;
  if (man.mode != 0) out += "+" + piece.modes[man.mode - 1].name;
  if (man.black)
    for (char& c : out) c = char(std::tolower(static_cast<unsigned char>(c)));
  return out.size() == 1 ? out : "{" + out + "}";
}

bool castles(const Position& p, int square, bool black, bool long_wing) {
  const Man man = p.board[square];
  const auto& rooks = castling(*p.spec, long_wing).rooks;
  return man && man.black == black &&
         std::find(rooks.begin(), rooks.end(), piece_of(p, man).name) != rooks.end();
}

// The rook farthest from the king on that wing, or -1.
int outermost_rook(const Position& p, bool black, bool long_wing) {
  const int king = king_square(p, black);
  const int first = king / p.files() * p.files();
  if (long_wing) {
    for (int s = first; s < king; ++s)
      if (castles(p, s, black, true)) return s;
  } else {
    for (int s = first + p.files() - 1; s > king; --s)
      if (castles(p, s, black, false)) return s;
  }
  return -1;
}

int read_square(const VariantSpec& spec, std::string_view fen, std::string_view name) {
  if (name.size() < 2 || name[0] < 'a' || name[0] >= 'a' + spec.files) bad_fen(fen, "square");
  const int square = mirrored(spec, name, false);
  if (square < 0 || square >= spec.files * spec.ranks) bad_fen(fen, "square");
  return square;
}

std::vector<std::string_view> split(std::string_view text, char separator) {
  std::vector<std::string_view> parts;
  while (true) {
    const std::size_t end = text.find(separator);
    parts.push_back(text.substr(0, end));
    if (end == std::string_view::npos) return parts;
    text.remove_prefix(end + 1);
  }
}

}  // namespace

std::string square_name(const VariantSpec& spec, int square) {
  return std::string(1, char('a' + square % spec.files)) + std::to_string(square / spec.files + 1);
}

Position read_fen(const VariantSpec& spec, std::string_view fen) {
  Position p;
  p.spec = &spec;
  p.board.assign(std::size_t(spec.files) * spec.ranks, Man{});
  const auto fields = split(fen, ' ');
  if (fields.size() != 6) bad_fen(fen, "not six fields");

  const auto rows = split(fields[0], '/');
  if (int(rows.size()) != spec.ranks) bad_fen(fen, "number of ranks");
  for (int r = 0; r < spec.ranks; ++r) {
    const std::string_view row = rows[r];
    int file = 0;
    for (std::size_t i = 0; i < row.size();) {
      if (std::isdigit(static_cast<unsigned char>(row[i]))) {
        int run = 0;
        const auto end = std::from_chars(row.data() + i, row.data() + row.size(), run).ptr;
        i = std::size_t(end - row.data());
        file += run;
        continue;
      }
      std::string name(1, row[i]);
      if (row[i] == '{') {
        const std::size_t close = row.find('}', i);
        if (close == std::string_view::npos) bad_fen(fen, "open brace");
        name = row.substr(i + 1, close - i - 1);
        i = close;
      }
      ++i;
      if (file >= spec.files || name.empty()) bad_fen(fen, "rank too long");
      p.board[std::size_t(spec.ranks - 1 - r) * spec.files + file++] = read_man(spec, fen, name);
    }
    if (file != spec.files) bad_fen(fen, "rank too short");
  }
  p.black = fields[1] == "b";

  if (fields[2] != "-")
    for (const char letter : fields[2]) {
      const bool black = std::islower(static_cast<unsigned char>(letter)) != 0;
      const char lower = char(std::tolower(static_cast<unsigned char>(letter)));
      bool long_wing = lower == 'q';
      int rook = -1;
      if (lower == 'k' || lower == 'q') {
        rook = outermost_rook(p, black, long_wing);
      } else {
        const int king = king_square(p, black);
        rook = king / spec.files * spec.files + (lower - 'a');
        long_wing = rook < king;
      }
      if (rook < 0) bad_fen(fen, "castling right without a rook");
      p.rook[black][long_wing] = rook;
    }

  if (fields[3] != "-") {
    for (const auto name : split(fields[3], ',')) p.passed.push_back(read_square(spec, fen, name));
    std::sort(p.passed.begin(), p.passed.end());
    // The pawn stands where its jump ended: on the square after the last one passed.
    const int last = p.black ? p.passed.back() : p.passed.front();
    p.passer = stepped(spec, last, 0, forward(!p.black));
  }
  std::from_chars(fields[4].data(), fields[4].data() + fields[4].size(), p.halfmove_clock);
  std::from_chars(fields[5].data(), fields[5].data() + fields[5].size(), p.move_number);
  return p;
}

std::string write_fen(const Position& p) {
  const VariantSpec& spec = *p.spec;
  std::string out;
  for (int y = spec.ranks - 1; y >= 0; --y) {
    int run = 0;
    const auto flush = [&] {
      if (run) out += std::to_string(run);
      run = 0;
    };
    for (int x = 0; x < spec.files; ++x) {
      const Man man = p.board[std::size_t(y) * spec.files + x];
      if (!man) {
        ++run;
        continue;
      }
      flush();
      out += man_text(spec, man);
    }
    flush();
    if (y) out += '/';
  }
  out += p.black ? " b " : " w ";

  std::string rights;
  for (const bool black : {false, true})
    for (const bool long_wing : {false, true}) {
      const int rook = p.rook[black][long_wing];
      if (rook < 0) continue;
      char letter = long_wing ? 'q' : 'k';
      if (rook != outermost_rook(p, black, long_wing)) letter = char('a' + rook % spec.files);
      rights += black ? letter : char(std::toupper(letter));
    }
  out += rights.empty() ? "-" : rights;
  out += ' ';
  for (std::size_t i = 0; i < p.passed.size(); ++i)
    out += (i ? "," : "") + square_name(spec, p.passed[i]);
  if (p.passed.empty()) out += '-';
  return out + " " + std::to_string(p.halfmove_clock) + " " + std::to_string(p.move_number);
}

Position start(const VariantSpec& spec) {
  Position p;
  p.spec = &spec;
  p.board.assign(std::size_t(spec.files) * spec.ranks, Man{});
  for (int y = 0; y < int(spec.array.size()); ++y) {
    const auto names = split(spec.array[y], ' ');
    for (int x = 0; x < int(names.size()); ++x) {
      if (names[x] == ".") continue;
      Man man = read_man(spec, spec.array[y], std::string(names[x]));
      p.board[std::size_t(y) * spec.files + x] = man;
      man.black = true;
      p.board[std::size_t(spec.ranks - 1 - y) * spec.files + x] = man;
    }
  }
  for (const bool black : {false, true})
    for (const bool long_wing : {false, true})
      if (castling(spec, long_wing).present())
        p.rook[black][long_wing] = outermost_rook(p, black, long_wing);
  return p;
}

bool in_check(const Position& p) {
  return attacked(p, king_square(p, p.black), !p.black);
}

Position after(const Position& p, const Move& move) {
  const VariantSpec& spec = *p.spec;
  Position next = p;
  Man man = p.board[move.from];
  const PieceSpec& piece = piece_of(p, man);
  const bool castling_move = move.kind == Kind::castle_short || move.kind == Kind::castle_long;
  const bool long_wing = move.kind == Kind::castle_long;
  const bool capture = !castling_move && (p.board[move.to] || move.kind == Kind::en_passant);

  next.board[move.from] = Man{};
  if (castling_move) {
    const int rook = p.rook[p.black][long_wing];
    const Man rook_man = p.board[rook];
    next.board[rook] = Man{};
    next.board[mirrored(spec, castling(spec, long_wing).rook_to, p.black)] = rook_man;
    next.board[move.to] = man;
  } else {
    if (move.kind == Kind::en_passant) next.board[p.passer] = Man{};
    if (move.promotion >= 0) man.type = move.promotion;
    man.mode = mode_after(spec, spec.pieces[man.type], move.from, move.to, p.black);
    next.board[move.to] = man;
  }

  for (int& rook : next.rook[p.black])
    if (piece.royal || rook == move.from) rook = -1;
  for (int& rook : next.rook[!p.black])
    if (rook == move.to) rook = -1;

  next.passed.clear();
  if (piece.pawn && !capture) next.passed = jumped_over(p, move.from, move.to);
  next.passer = next.passed.empty() ? -1 : move.to;
  next.halfmove_clock = piece.pawn || capture ? 0 : p.halfmove_clock + 1;
  next.move_number = p.move_number + (p.black ? 1 : 0);
  next.black = !p.black;
  return next;
}

std::vector<Move> legal_moves(const Position& p) {
  const std::vector<int> closed = closed_squares(p);
  std::vector<Move> legal;
  for (const Move& move : pseudo_moves(p)) {
    const bool king_moves = piece_of(p, p.board[move.from]).royal;
    if (king_moves && std::find(closed.begin(), closed.end(), move.to) != closed.end()) continue;
    const Position next = after(p, move);
    if (attacked(next, king_square(next, p.black), !p.black)) continue;
    if (king_moves && kings_too_close(next)) continue;
    legal.push_back(move);
  }
  return legal;
}

std::uint64_t perft(const Position& p, int depth) {
  if (depth == 0) return 1;
  const std::vector<Move> moves = legal_moves(p);
  if (depth == 1) return moves.size();
  std::uint64_t nodes = 0;
  for (const Move& move : moves) nodes += perft(after(p, move), depth - 1);
  return nodes;
}

std::string move_text(const Position& p, const Move& move) {
  if (move.kind == Kind::castle_short) return "00";
  if (move.kind == Kind::castle_long) return "000";
  std::string out = square_name(*p.spec, move.from) + square_name(*p.spec, move.to);
  if (move.promotion >= 0) out += "=" + p.spec->pieces[move.promotion].name;
  return out;
}

}  // namespace nuskha::reference
