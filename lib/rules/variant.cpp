#include "rules/variant.hpp"

#include <algorithm>
#include <map>
#include <sstream>

#include <fmt/format.h>

#include "rules/tables.hpp"

namespace nuskha::rules {

int Variant::bitboard_bits() const {
  return squares() <= 64 ? 64 : squares() <= 128 ? 128 : 256;
}

std::optional<PieceType> Variant::find_piece(std::string_view name) const {
  for (std::size_t i = 0; i < pieces_.size(); ++i)
    if (pieces_[i].name == name) return PieceType(i);
  return std::nullopt;
}

std::set<std::string> Variant::alphabets() const {
  std::set<std::string> names = {"own"};
  for (const Piece& piece : pieces_)
    for (const auto& [alphabet, letter] : piece.letters) names.insert(alphabet);
  return names;
}

std::string Variant::square_name(Square s) const {
  return char('a' + file_of(s)) + std::to_string(rank_of(s) + 1);
}

namespace {

// A fixed, well mixed sequence: keys are the same on every machine and in every run, so that they
// can be stored.
struct KeySequence {
  std::uint64_t state = 0x6e75736b6861ULL;
  Key next() {  // SplitMix64 (Steele, Lea and Flood, 2014)
    std::uint64_t z = state += 0x9e3779b97f4a7c15ULL;
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9ULL;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebULL;
    return z ^ (z >> 31);
  }
};

using Vectors = std::vector<std::pair<int, int>>;

// Steps to the eight neighbours are one kind, other leaps are told apart by their two lengths, so
// that a king, a knight and a camel attack by one class each.
std::pair<int, int> leap_kind(const Step& s) {
  const int a = std::abs(s.dx), b = std::abs(s.dy);
  const auto kind = std::pair(std::max(a, b), std::min(a, b));
  return kind.first == 1 ? std::pair(1, 0) : kind;
}

bool is_line_step(const Step& s) {
  return std::abs(s.dx) <= 1 && std::abs(s.dy) <= 1;
}
bool is_oblique_ride(const Step& s) {
  return s.range != 1 && !is_line_step(s);
}

int line_direction(const Step& s, Color c) {
  const int dy = c == Color::white ? s.dy : -s.dy;
  int d = 0;
  while (directions[d].dx != s.dx || directions[d].dy != dy) ++d;
  return d;
}

// Whether the displacement is one that the step makes, at whatever range it has.
bool makes(const Step& s, int dx, int dy, bool any_range) {
  const int longest = any_range || s.range == 0 ? std::max(max_files, max_ranks) : s.range;
  for (int k = 1; k <= longest; ++k)
    if (dx == k * s.dx && dy == k * s.dy) return true;
  return false;
}

template <class F>
void each_delta(F&& f) {
  for (int dy = 1 - max_ranks; dy < max_ranks; ++dy)
    for (int dx = 1 - max_files; dx < max_files; ++dx) f(dx, dy);
}

std::vector<std::string> split_rank(const std::string& line) {
  std::vector<std::string> names;
  std::istringstream in(line);
  for (std::string name; in >> name;) names.push_back(name);
  return names;
}

template <class Bits>
class Compiler {
 public:
  Compiler(const Variant& variant, text::Diagnostics& diagnostics)
      : v_(variant), spec_(variant.spec()), diagnostics_(diagnostics) {}

  std::shared_ptr<const Tables<Bits>> run() {
    auto tables = std::make_shared<Tables<Bits>>();
    t_ = tables.get();
    t_->geometry = Geometry<Bits>::of(spec_.files, spec_.ranks);
    describe_states();
    allocate();
    for (const Color c : {Color::white, Color::black})
      for (State s = 0; s < v_.states(); ++s) reach(c, s);
    if (t_->classes > max_classes) {
      diagnostics_.report(
          {.code = text::Code::variant_limit,
           .span = spec_.span,
           .args = {"kinds of attack", std::to_string(t_->classes), std::to_string(max_classes)}});
      return nullptr;
    }
    join_rides();
    describe_types();
    find_limits();
    find_sole_types();
    promotions();
    modes();
    kings();
    added_control();
    t_->plain_king = t_->kings_apart.empty() && t_->added_control.empty() && t_->leaper_checks == 0;
    castling();
    keys();
    for (const Color c : {Color::white, Color::black})
      for (PieceType type = 0; type < t_->type_info.size(); ++type) describe_usual(c, type);
    return ok_ ? tables : nullptr;
  }

 private:
  // The square `step` away as the mover sees it, or no_square.
  Square away(Color c, Square from, int dx, int dy) const {
    const int x = v_.file_of(from) + dx;
    const int y = v_.rank_of(from) + (c == Color::white ? dy : -dy);
    if (x < 0 || x >= spec_.files || y < 0 || y >= spec_.ranks) return no_square;
    return v_.square(x, y);
  }
  Bits zone_squares(const RankZone& zone, Color c) const {
    Bits result;
    for (int s = 0; s < v_.squares(); ++s)
      if (zone.contains(v_.mover_rank(c, Square(s)))) result.set(unsigned(s));
    return result;
  }
  static bool in_mode(const Movement& m, std::string_view mode) {
    return m.modes.empty() || std::find(m.modes.begin(), m.modes.end(), mode) != m.modes.end();
  }
  std::string_view mode_name(State s) const {
    const int mode = v_.mode_of(s);
    return mode == 0 ? std::string_view() : v_.pieces()[v_.type_of(s)].mode_names[mode - 1];
  }
  void contradiction(std::string text, text::Span span) {
    ok_ = false;
    diagnostics_.report(
        {.code = text::Code::variant_contradiction, .span = span, .args = {std::move(text)}});
  }

  void describe_states() {
    for (const Piece& p : v_.pieces()) t_->first_state.push_back(p.first_state);
    for (State s = 0; s < v_.states(); ++s) {
      const PieceType type = v_.type_of(s);
      const Piece& piece = v_.pieces()[type];
      StateInfo info;
      info.type = type;
      info.pawn = piece.pawn;
      info.royal = piece.royal;
      info.has_modes = !piece.mode_names.empty();
      auto& oblique = t_->oblique.emplace_back();
      for (const Movement& m : spec_.pieces[type].movements)
        if (in_mode(m, mode_name(s)))
          for (const Step& step : m.steps)
            if (is_oblique_ride(step))
              oblique.push_back(
                  {step.dx, step.dy, step.range, step.quiet, step.capture, m.from, m.within});
      info.oblique = !oblique.empty();
      t_->oblique_rides |= info.oblique;
      t_->state_info.push_back(info);
    }
  }

  void allocate() {
    const std::size_t rows = t_->row(Color::white, State(v_.states()));
    t_->quiet_reach.resize(rows);
    t_->capture_reach.resize(rows);
    t_->jumps.resize(rows);
    for (auto& origins : t_->state_origins) origins.resize(rows);
    t_->toggles.resize(rows);
    t_->keys.resize(rows);
    t_->leapers.resize(std::size_t(2) * max_classes * Bits::capacity);
  }

  // The class of these leaps (seen from the mover), made on first need.
  int leap_class(Vectors vectors) {
    std::sort(vectors.begin(), vectors.end());
    vectors.erase(std::unique(vectors.begin(), vectors.end()), vectors.end());
    const auto [it, is_new] = leap_classes_.try_emplace(vectors, t_->classes);
    if (!is_new) return it->second;
    const int cls = t_->classes++;
    if (cls >= max_classes) return cls;
    for (const Color c : {Color::white, Color::black})
      for (int sq = 0; sq < v_.squares(); ++sq)
        for (const auto& [dx, dy] : vectors)
          if (const Square from = away(c, Square(sq), -dx, -dy); from != no_square)
            t_->leapers[(std::size_t(int(c)) * max_classes + cls) * Bits::capacity + sq].set(from);
    return cls;
  }

  void add_class(std::size_t row, int cls) {
    t_->toggles[row].classes = std::uint16_t(t_->toggles[row].classes | 1u << cls);
  }

  void reach(Color c, State state) {
    StateInfo& info = t_->state_info[state];
    const PieceSpec& piece = spec_.pieces[v_.type_of(state)];
    const std::string_view mode = mode_name(state);
    for (int sq = 0; sq < v_.squares(); ++sq) {
      const std::size_t at = t_->row(c, state) + sq;
      std::map<std::pair<int, int>, Vectors> leaps;  // capturing ones, by kind
      for (const Movement& m : piece.movements) {
        if (!in_mode(m, mode) || !m.from.contains(v_.mover_rank(c, Square(sq)))) continue;
        for (const Step& step : m.steps) {
          if (is_oblique_ride(step)) {
            if (step.capture) add_class(at, oblique_class);
            continue;
          }
          const int longest = step.range ? step.range : std::max(max_files, max_ranks);
          for (int k = 1; k <= longest; ++k) {
            const Square to = away(c, Square(sq), k * step.dx, k * step.dy);
            if (to == no_square || !m.within.contains(v_.mover_rank(c, to))) break;
            const bool leaps_there = step.range == 1;
            for (const bool captures : {false, true}) {
              if (!(captures ? step.capture : step.quiet)) continue;
              Reach<Bits>& reach = (captures ? t_->capture_reach : t_->quiet_reach)[at];
              (leaps_there ? reach.leaps : reach.rides).set(to);
              Origins<Bits>& origins = t_->state_origins[captures][t_->row(c, state) + to];
              (leaps_there ? origins.leapers : origins.riders).set(unsigned(sq));
            }
            if (m.jump && k > 1 && info.pawn) t_->jumps[at].set(to);
          }
          const bool orthogonal = step.dx == 0 || step.dy == 0;
          if (step.range != 1) {
            const auto along = std::uint8_t(1u << line_direction(step, c));
            if (step.quiet) info.rides[int(c)][0].single |= along;
            if (step.capture) {
              info.rides[int(c)][1].single |= along;
              add_class(at, orthogonal ? orthogonal_class : diagonal_class);
            }
          } else if (step.capture) {
            leaps[leap_kind(step)].emplace_back(step.dx, step.dy);
          }
        }
      }
      for (auto& [kind, vectors] : leaps) {
        const int cls = leap_class(vectors);
        if (cls < max_classes) add_class(at, cls);
      }
      if (info.pawn) t_->pawn_classes |= t_->toggles[at].classes;
      const auto& quiet = t_->quiet_reach[at];
      const auto& capture = t_->capture_reach[at];
      if (!(quiet.leaps == capture.leaps) || !(quiet.rides == capture.rides)) info.divergent = true;
    }
  }

  // Whole crosses are found in one go; on one word a lookup finds them as fast as a single ray.
  void join_rides() {
    for (StateInfo& info : t_->state_info)
      for (auto& side : info.rides)
        for (Rides& rides : side) {
          const auto take = [&](std::uint8_t cross) {
            const auto part = std::uint8_t(rides.single & cross);
            if (part == 0 || (Bits::words > 1 && part != cross)) return false;
            rides.single = std::uint8_t(rides.single & ~cross);
            return true;
          };
          rides.orthogonal = take(0x33);
          rides.diagonal = take(0xCC);
        }
  }

  void describe_types() {
    t_->type_info.resize(v_.pieces().size());
    const std::size_t types = t_->type_row(Color::white, PieceType(t_->type_info.size()));
    for (auto& origins : t_->type_origins) origins.resize(types);
    for (State s = 0; s < v_.states(); ++s) {
      const StateInfo& info = t_->state_info[s];
      TypeInfo& type = t_->type_info[info.type];
      type.royal = info.royal;
      type.pawn = info.pawn;
      type.has_modes = info.has_modes;
      type.oblique |= info.oblique;
      for (const bool captures : {false, true})
        for (const Color c : {Color::white, Color::black})
          for (int sq = 0; sq < v_.squares(); ++sq) {
            const Origins<Bits>& state = t_->state_origins[captures][t_->row(c, s) + sq];
            Origins<Bits>& all = t_->type_origins[captures][t_->type_row(c, info.type) + sq];
            all.leapers |= state.leapers;
            all.riders |= state.riders;
          }
    }
  }

  // A piece that has one state, attacks as the lines and leaps of its own say, and controls alike
  // wherever it stands.
  void describe_usual(Color c, PieceType type) {
    const TypeInfo& info = t_->type_info[type];
    const std::size_t row = t_->row(c, t_->first_state[type]);
    const unsigned kept = t_->toggles[row].kept;
    if (info.has_modes || info.oblique || t_->odd_rides || (info.royal && !t_->plain_king) ||
        kept >> oblique_class)
      return;
    for (int sq = 0; sq < v_.squares(); ++sq)
      if (t_->toggles[row + std::size_t(sq)].kept != kept) return;
    const Bits& board = t_->geometry->board;
    UsualPiece<Bits>& usual = t_->usual[int(c)][type];
    usual.is_usual = true;
    usual.type = type;
    usual.pawn = info.pawn;
    usual.royal = info.royal;
    usual.occupant = occupant(c, t_->first_state[type]);
    usual.last_squares = t_->promotion_zone[int(c)].when(info.pawn);
    usual.passes = board.when(info.pawn);
    for (const int cls : {orthogonal_class, diagonal_class})
      usual.control[cls] = board.when(kept >> cls & 1);
    for (const bool captures : {false, true})
      usual.origins[captures] = &t_->type_origins[captures][t_->type_row(c, type)];
    usual.clock = {info.pawn ? 0 : ~std::uint32_t(0), 0};
    usual.keys = &t_->keys[row];
    usual.jumps = &t_->jumps[row];
  }

  void find_limits() {
    const auto& g = *t_->geometry;
    for (const Color c : {Color::white, Color::black})
      for (State s = 0; s < v_.states(); ++s)
        for (int sq = 0; sq < v_.squares(); ++sq) {
          const auto& toggle = t_->toggle(c, s, Square(sq));
          Bits full;
          if (toggle.classes & 1u << orthogonal_class) full |= g.orthogonals[sq];
          if (toggle.classes & 1u << diagonal_class) full |= g.diagonals[sq];
          const auto& capture = t_->capture(c, s, Square(sq));
          if (!(capture.rides == full)) t_->limited_rides = true;
          (capture.leaps & (g.orthogonals[sq] | g.diagonals[sq])).each([&](unsigned to) {
            if (g.between(Square(sq), Square(to)).any()) t_->aligned_leaps = true;
          });
        }
    // Steps off the line of a class are checked piece by piece where leaps of one class are limited
    // by a zone that the target must lie in.
    for (const PieceSpec& piece : spec_.pieces)
      for (const Movement& m : piece.movements)
        if (!m.within.everywhere())
          for (const Step& step : m.steps)
            if (step.capture) t_->limited_rides = true;
    t_->odd_rides = t_->limited_rides || t_->oblique_rides;
  }

  void find_sole_types() {
    t_->sole_type.fill(no_piece_type);
    std::uint32_t kept = (1u << first_leap_class) - 1;
    for (int cls = first_leap_class; cls < t_->classes; ++cls) {
      std::uint32_t with = 0, without = 0;  // types, by what some piece on some square has
      for (const Color c : {Color::white, Color::black})
        for (State s = 0; s < v_.states(); ++s)
          for (int sq = 0; sq < v_.squares(); ++sq) {
            const bool has = t_->toggle(c, s, Square(sq)).classes >> cls & 1;
            (has ? with : without) |= 1u << v_.type_of(s);
          }
      if (std::has_single_bit(with) && !(with & without))
        t_->sole_type[cls] = PieceType(std::countr_zero(with));
      else
        kept |= 1u << cls;
    }
    for (Toggle& toggle : t_->toggles) toggle.kept = std::uint16_t(toggle.classes & kept);
  }

  void promotions() {
    for (const std::string& name : spec_.promotes_to)
      if (const auto type = v_.find_piece(name)) t_->promotions.push_back(*type);
    for (const Color c : {Color::white, Color::black})
      if (!spec_.promotion_zone.everywhere())
        t_->promotion_zone[int(c)] = zone_squares(spec_.promotion_zone, c);
    if (v_.pawn() != no_piece_type && !spec_.promotion_zone.everywhere() && t_->promotions.empty())
      contradiction("pawns promote, and no piece to promote to is named", spec_.span);
    for (const Color c : {Color::white, Color::black})
      if (spec_.frontier > 0) t_->home[int(c)] = zone_squares({1, spec_.frontier}, c);
  }

  void modes() {
    for (const PieceSpec& piece : spec_.pieces) {
      auto& by_delta = t_->mode_by_delta.emplace_back();
      auto& zone = t_->mode_zone.emplace_back();
      for (const Color c : {Color::white, Color::black})
        zone[int(c)] = zone_squares(piece.mode_zone, c);
      if (piece.modes.empty()) continue;
      by_delta.resize(delta_indices, 0);
      for (std::size_t i = 0; i < piece.modes.size(); ++i)
        each_delta([&](int dx, int dy) {
          for (const Step& step : piece.modes[i].steps) {
            if (!makes(step, dx, dy, true)) continue;
            auto& mode = by_delta[delta_index(dx, dy)];
            if (mode != 0 && mode != i + 1)
              contradiction(
                  fmt::format("one movement of {} sets both its mode {} and {}", piece.name,
                              piece.modes[mode - 1].name, piece.modes[i].name),
                  piece.modes[i].span);
            mode = std::uint8_t(i + 1);
          }
        });
    }
  }

  void kings() {
    if (spec_.kings_apart) {
      t_->kings_apart.resize(Bits::capacity);
      for (int sq = 0; sq < v_.squares(); ++sq)
        for (const Step& step : spec_.kings_apart_steps)
          if (const Square to = away(Color::white, Square(sq), step.dx, step.dy); to != no_square)
            t_->kings_apart[sq].set(to);
    }
    if (spec_.king_takes_leaper)
      for (const auto& [vectors, cls] : leap_classes_) {
        if (cls >= max_classes) continue;
        const bool all = std::all_of(vectors.begin(), vectors.end(), [&](const auto& vector) {
          return std::any_of(
              spec_.king_takes_leaper_steps.begin(), spec_.king_takes_leaper_steps.end(),
              [&](const Step& s) { return s.dx == vector.first && s.dy == vector.second; });
        });
        if (all) t_->leaper_checks |= 1u << cls;
      }
  }

  void added_control() {
    for (const AddedControlSpec& spec : spec_.added_control) {
      AddedControl rule;
      const auto type = v_.find_piece(spec.piece);
      if (!type || spec_.frontier == 0) {
        contradiction("added control needs a piece of the game and a frontier", spec.span);
        continue;
      }
      rule.piece = *type;
      rule.by.resize(delta_indices, 0);
      each_delta([&](int dx, int dy) {
        for (const Step& step : spec.by_steps)
          if (makes(step, dx, dy, false)) rule.by[delta_index(dx, dy)] = 1;
      });
      for (const Step& step : spec.adds_steps) {
        if (step.range != 0 || !is_line_step(step)) {
          contradiction("added control adds whole lines only (R, B or Q)", spec.span);
          break;
        }
        (step.dx == 0 || step.dy == 0 ? rule.orthogonal : rule.diagonal) = true;
      }
      t_->added_control.push_back(std::move(rule));
    }
  }

  void castling() {
    for (auto& side : t_->castle_king_to) side.fill(no_square);
    for (auto& side : t_->castle_rook_to) side.fill(no_square);
    const CastlingSpec* wings[2] = {&spec_.castle_short, &spec_.castle_long};
    for (int wing = 0; wing < 2; ++wing) {
      if (!wings[wing]->present()) continue;
      const auto king = parse(wings[wing]->king_to), rook = parse(wings[wing]->rook_to);
      if (king == no_square || rook == no_square || king == rook) {
        contradiction("castling needs two squares of the board", wings[wing]->span);
        continue;
      }
      for (const Color c : {Color::white, Color::black}) {
        const auto mirrored = [&](Square s) {
          return c == Color::white ? s : v_.square(v_.file_of(s), spec_.ranks - 1 - v_.rank_of(s));
        };
        t_->castle_king_to[int(c)][wing] = mirrored(king);
        t_->castle_rook_to[int(c)][wing] = mirrored(rook);
      }
      for (const std::string& name : wings[wing]->rooks)
        if (const auto type = v_.find_piece(name)) t_->castle_rooks |= 1u << *type;
    }
    if (spec_.numbered_arrays || spec_.array.empty()) return;
    const std::vector<std::string> first = split_rank(spec_.array[0]);
    const auto has = [&](std::size_t file, std::uint32_t types) {
      const auto type = v_.find_piece(first[file]);
      return type && types >> *type & 1;
    };
    for (const Color c : {Color::white, Color::black}) {
      const int rank = c == Color::white ? 0 : spec_.ranks - 1;
      for (std::size_t file = 0; file < first.size(); ++file)
        if (has(file, 1u << v_.king())) t_->castle_king_from[int(c)] = v_.square(int(file), rank);
      for (std::size_t file = 0; file < first.size(); ++file) {
        if (!has(file, t_->castle_rooks)) continue;
        const Square rook = v_.square(int(file), rank);
        auto& from = t_->castle_rook_from[int(c)];
        if (rook > t_->castle_king_from[int(c)])
          from[0] = rook;
        else if (from[1] == no_square)
          from[1] = rook;
      }
    }
  }
  Square parse(std::string_view text) const {
    if (text.size() < 2 || text.size() > 3) return no_square;
    const int file = text[0] - 'a';
    int rank = 0;
    for (const char ch : text.substr(1)) {
      if (ch < '0' || ch > '9') return no_square;
      rank = rank * 10 + (ch - '0');
    }
    if (file < 0 || file >= spec_.files || rank < 1 || rank > spec_.ranks) return no_square;
    return v_.square(file, rank - 1);
  }

  void keys() {
    KeySequence sequence;
    t_->turn_key = {0, sequence.next()};
    for (auto& key : t_->castling_key) key = sequence.next();
    for (auto& key : t_->en_passant_key) key = sequence.next();
    for (const Color c : {Color::white, Color::black})
      for (State s = 0; s < v_.states(); ++s)
        for (int sq = 0; sq < Bits::capacity; ++sq) t_->keys[t_->row(c, s) + sq] = sequence.next();
  }

  const Variant& v_;
  const VariantSpec& spec_;
  text::Diagnostics& diagnostics_;
  Tables<Bits>* t_ = nullptr;
  std::map<Vectors, int> leap_classes_;
  bool ok_ = true;
};

}  // namespace

namespace {

// `t{cf}{ct}fdrf{ct}{cf}t/pppppppppp/10/…`: Black's men mirror White's.
std::string array_fen(const Variant& v) {
  const VariantSpec& spec = v.spec();
  std::vector<std::vector<std::string>> ranks;
  for (const std::string& line : spec.array) ranks.push_back(split_rank(line));
  const auto name = [](const std::string& piece, bool black) {
    std::string text = piece;
    if (black)
      std::transform(text.begin(), text.end(), text.begin(),
                     [](char c) { return c >= 'A' && c <= 'Z' ? char(c + 32) : c; });
    return text.size() > 1 ? "{" + text + "}" : text;
  };
  std::string fen;
  for (int r = spec.ranks - 1; r >= 0; --r) {
    const bool white = r < int(ranks.size()), black = spec.ranks - 1 - r < int(ranks.size());
    if (!white && !black) {
      fen += std::to_string(spec.files);
    } else {
      int empty = 0;
      for (const std::string& piece : ranks[white ? r : spec.ranks - 1 - r]) {
        if (piece == ".") {
          ++empty;
          continue;
        }
        if (empty) fen += std::to_string(empty);
        empty = 0;
        fen += name(piece, !white);
      }
      if (empty) fen += std::to_string(empty);
    }
    if (r > 0) fen += '/';
  }
  std::string rights;
  if (spec.castle_short.present()) rights += 'K';
  if (spec.castle_long.present()) rights += 'Q';
  for (std::size_t i = 0, n = rights.size(); i < n; ++i) rights += char(rights[i] + 32);
  return fen + " w " + (rights.empty() ? "-" : rights) + " - 0 1";
}

}  // namespace

void Variant::name_for_fen(const Piece& piece) {
  for (std::size_t mode = 0; mode <= piece.mode_names.size(); ++mode) {
    std::string name = piece.name;
    if (mode > 0) name += '+' + piece.mode_names[mode - 1];
    if (name.size() > 1) name = '{' + name + '}';
    longest_fen_name_ = std::max(longest_fen_name_, name.size());
    for (const Color color : {Color::white, Color::black}) {
      FenName& fen = fen_names_[occupant(color, State(piece.first_state + mode)).code];
      fen.size = std::uint8_t(std::min(name.size(), fen.text.size()));
      std::copy_n(name.begin(), fen.size, fen.text.begin());
      for (char& c : name)
        if (c >= 'A' && c <= 'Z') c = char(c + 32);
    }
  }
}

std::shared_ptr<const Variant> compile(VariantSpec spec, text::Diagnostics& diagnostics) {
  auto variant = std::make_shared<Variant>();
  variant->spec_ = std::move(spec);
  const VariantSpec& s = variant->spec_;
  bool ok = true;
  const auto limit = [&](std::string what, int value, int most) {
    if (value <= most) return;
    ok = false;
    diagnostics.report({.code = text::Code::variant_limit,
                        .span = s.span,
                        .args = {std::move(what), std::to_string(value), std::to_string(most)}});
  };
  const auto contradiction = [&](std::string text, text::Span span) {
    ok = false;
    diagnostics.report(
        {.code = text::Code::variant_contradiction, .span = span, .args = {std::move(text)}});
  };
  for (int square = 0; square < int(variant->file_.size()) && s.files > 0; ++square) {
    variant->file_[square] = std::uint8_t(square % s.files);
    variant->rank_[square] = std::uint8_t(square / s.files);
  }
  limit("files", s.files, max_files);
  limit("ranks", s.ranks, max_ranks);
  if (ok) limit("squares", s.files * s.ranks, max_squares);
  for (const PieceSpec& p : s.pieces) {
    const auto type = PieceType(variant->pieces_.size());
    Piece piece;
    piece.name = p.name;
    piece.title = p.title;
    piece.short_name = record::PieceName(p.name);
    piece.letters = p.letters;
    piece.first_state = std::uint8_t(std::min<std::size_t>(variant->state_type_.size(), 255));
    piece.royal = p.royal;
    piece.pawn = p.pawn;
    piece.minor = p.minor;
    for (const ModeSpec& mode : p.modes) piece.mode_names.push_back(mode.name);
    piece.promotable =
        std::find(s.promotes_to.begin(), s.promotes_to.end(), p.name) != s.promotes_to.end();
    if (p.royal) {
      if (variant->king_ != no_piece_type) contradiction("two pieces are royal", p.span);
      if (!p.modes.empty()) contradiction("a royal piece has no modes", p.span);
      variant->king_ = type;
    }
    if (p.pawn) {
      if (variant->pawn_ != no_piece_type) contradiction("two pieces are pawns", p.span);
      if (p.royal) contradiction("a pawn cannot be royal", p.span);
      variant->pawn_ = type;
    }
    variant->state_type_.insert(variant->state_type_.end(), 1 + p.modes.size(), type);
    variant->pieces_.push_back(std::move(piece));
    if (variant->state_type_.size() > 200) break;
  }
  limit("pieces and modes", int(variant->state_type_.size()), max_states);
  if (variant->king_ == no_piece_type) contradiction("no piece is royal", s.span);
  for (const Piece& piece : variant->pieces_) {
    const auto fits = [](const std::string& name) {
      return !name.empty() && name.size() <= sizeof(record::PieceName::packed);
    };
    if (!fits(piece.name) || !std::all_of(piece.mode_names.begin(), piece.mode_names.end(), fits))
      contradiction(fmt::format("a name of {} has not one to four letters", piece.name), s.span);
  }
  if (!ok) return nullptr;
  for (const Piece& piece : variant->pieces_) variant->name_for_fen(piece);

  const auto build = [&](auto bits) -> std::shared_ptr<const void> {
    return Compiler<decltype(bits)>(*variant, diagnostics).run();
  };
  variant->tables_ = variant->bitboard_bits() == 64    ? build(Bits64())
                     : variant->bitboard_bits() == 128 ? build(Bits128())
                                                       : build(Bits256());
  if (!variant->tables_) return nullptr;
  variant->start_fen_ = array_fen(*variant);
  return variant;
}

}  // namespace nuskha::rules
