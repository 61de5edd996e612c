#include "rules/fen.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <cstring>
#include <utility>

#include <fmt/format.h>

#include "text/ascii.hpp"

namespace nuskha::rules {

using text::is_digit;
using text::lower;

namespace {

bool is_lower(char c) {
  return c >= 'a' && c <= 'z';
}
char upper(char c) {
  return is_lower(c) ? char(c - 32) : c;
}

// A game of a hundred thousand plies is read; a counter of a thousand million is none.
constexpr int max_counter = 10'000'000;

struct Field {
  std::string_view text;
  std::size_t offset = 0;
};

bool is_number(std::string_view text) {
  return std::all_of(text.begin(), text.end(), is_digit);
}
// `-`, or nothing but letters that name rights; no side to move.
bool may_be_rights(std::string_view text) {
  return text == "-" || (text != "b" && text != "B" &&
                         text.find_first_not_of("KQkqABCDEFGHabcdefgh") == text.npos);
}
bool may_be_square(std::string_view text) {
  return text.size() > 1 && is_lower(text[0]) && is_number(text.substr(1));
}

std::vector<Field> split_fields(std::string_view fen) {
  std::vector<Field> fields;
  std::size_t i = 0;
  const auto blank = [](char c) { return c == ' ' || c == '\t' || c == '\n' || c == '\r'; };
  while (i < fen.size() && fields.size() < 7) {
    while (i < fen.size() && blank(fen[i])) ++i;
    const std::size_t begin = i;
    while (i < fen.size() && !blank(fen[i])) ++i;
    if (i > begin) fields.push_back({fen.substr(begin, i - begin), begin});
  }
  return fields;
}

template <class Bits>
class FenReader {
 public:
  FenReader(std::string_view fen, Position<Bits>& position, bool details)
      : fen_(fen),
        p_(position),
        v_(position.variant()),
        t_(v_.template tables<Bits>()),
        details_(details) {}

  SetupReport run() {
    p_ = Position<Bits>(v_);
    const auto fields = split_fields(fen_);
    if (fields.empty()) {
      problem(SetupProblem::syntax, {fen_, 0}, "an empty text is no position");
      return report_;
    }
    placement(fields[0]);
    // What looks like a field that belongs further on tells that the one before it is missing.
    std::size_t at = 1;
    const auto take = [&](auto&& comes) -> const Field* {
      return at < fields.size() && comes(fields[at].text) ? &fields[at++] : nullptr;
    };
    if (const Field* field =
            take([](auto text) { return !may_be_rights(text) && !is_number(text); }))
      side(*field);
    else
      missing(SetupProblem::syntax, "the side to move", "", fields, at);
    kings();
    if (const Field* field =
            take([](auto text) { return !may_be_square(text) && !is_number(text); }))
      castling(*field);
    else
      missing(SetupProblem::castling_rights, "the castling field", ", no rights assumed", fields,
              at);
    if (const Field* field = take([](auto text) { return !is_number(text); }))
      en_passant(*field);
    else
      missing(SetupProblem::en_passant, "the en passant field", ", no square assumed", fields, at);
    counters(fields, at);
    if (report_.problems & unforgivable_setup_problems) return report_;
    p_.finish_setup();
    if (p_.attackers(p_.king(!p_.side()), p_.side(), p_.occupied()).any())
      problem(SetupProblem::opposite_check, fields[0],
              "the side that does not move stands in check");
    if (!t_.kings_apart.empty() && t_.kings_apart[p_.king(Color::white)].has(p_.king(Color::black)))
      problem(SetupProblem::kings_too_close, fields[0],
              "the kings stand a cavalier's move apart (convention 1)");
    return report_;
  }

 private:
  // A detail, if anyone wants to know.
  template <typename... Args>
  std::string say(fmt::format_string<Args...> text, Args&&... args) const {
    return details_ ? fmt::format(text, std::forward<Args>(args)...) : "?";
  }

  void problem(SetupProblem kind, Field at, std::string detail,
               std::optional<std::string> replacement = std::nullopt) {
    constexpr std::size_t usual_items = 16;
    if (report_.items.empty()) report_.items.reserve(usual_items);
    report_.problems |= std::uint32_t(kind);
    report_.items.push_back(
        {kind, at.offset, at.text.size(), std::move(detail), std::move(replacement)});
  }

  void missing(SetupProblem kind, std::string_view what, std::string_view assumed,
               const std::vector<Field>& fields, std::size_t at) {
    const std::size_t offset = at < fields.size() ? fields[at].offset : fen_.size();
    problem(kind, {fen_.substr(offset, 0), offset}, say("{} is missing{}", what, assumed));
  }

  void side(const Field& field) {
    if (field.text == "b" || field.text == "B")
      p_.set_side(Color::black);
    else if (field.text != "w" && field.text != "W")
      problem(SetupProblem::syntax, field, say("side to move '{}': expected w or b", field.text));
  }

  void placement(const Field& field) {
    const std::string_view text = field.text;
    int rank = v_.ranks() - 1, file = 0;
    bool too_wide = false;
    const auto end_rank = [&](std::size_t at) {
      if (file != v_.files() && !too_wide)
        problem(SetupProblem::board_size,
                {text.substr(std::min(at, text.size()), 0), field.offset + at},
                say("rank {} has {} squares, expected {}", rank + 1, file, v_.files()));
      file = 0;
      too_wide = false;
      --rank;
    };
    for (std::size_t i = 0; i < text.size() && rank >= 0;) {
      const char ch = text[i];
      if (ch == '/') {
        end_rank(i);
        ++i;
        continue;
      }
      std::size_t end = i + 1;
      if (is_digit(ch)) {
        int run = ch - '0';
        // On boards of up to nine files each digit is a run of its own, as other programs write.
        while (v_.files() > 9 && end < text.size() && is_digit(text[end]) && run < 100)
          run = 10 * run + (text[end++] - '0');
        file += run;
      } else {
        if (ch == '{') {
          const std::size_t close = text.find('}', i);
          end = close == std::string_view::npos ? text.size() : close + 1;
        }
        if (file < v_.files())
          place(text.substr(i, end - i), field.offset + i, v_.square(file, rank));
        ++file;
      }
      if (file > v_.files() && !too_wide) {
        too_wide = true;
        problem(SetupProblem::board_size, {text.substr(i, end - i), field.offset + i},
                say("rank {} has more than {} squares", rank + 1, v_.files()));
      }
      i = end;
    }
    if (rank >= 0) end_rank(text.size());
    if (rank >= 0)
      problem(SetupProblem::board_size, field,
              say("{} ranks are given, expected {}", v_.ranks() - 1 - rank, v_.ranks()));
    else if (std::count(text.begin(), text.end(), '/') >= v_.ranks())
      problem(SetupProblem::board_size, field, say("more than {} ranks are given", v_.ranks()));
  }

  // `token` is one letter, or a name in braces, perhaps with a mode: `{sd+ct}`.
  void place(std::string_view token, std::size_t offset, Square at) {
    std::string_view name = token;
    if (name.size() > 1) {
      name.remove_prefix(1);
      if (!name.empty() && name.back() == '}') name.remove_suffix(1);
    }
    const std::string_view mode =
        name.find('+') == std::string_view::npos ? "" : name.substr(name.find('+') + 1);
    if (!mode.empty()) name = name.substr(0, name.find('+'));
    const Color color = !name.empty() && is_lower(name[0]) ? Color::black : Color::white;
    const auto same = [](std::string_view a, std::string_view b) {
      return std::equal(a.begin(), a.end(), b.begin(), b.end(),
                        [](char x, char y) { return upper(x) == upper(y); });
    };
    for (const Piece& piece : v_.pieces()) {
      if (!same(piece.name, name)) continue;
      State state = piece.first_state;
      if (!mode.empty()) {
        std::size_t i = 0;
        while (i < piece.mode_names.size() && !same(piece.mode_names[i], mode)) ++i;
        const auto type = PieceType(&piece - v_.pieces().data());
        if (i == piece.mode_names.size())
          problem(SetupProblem::mode, {token, offset},
                  say("{} has no mode '{}'", piece.name, mode));
        else if (!t_.mode_zone[type][int(color)].has(at))
          problem(SetupProblem::mode, {token, offset},
                  say("the mode of {} does not count on {}", piece.name, v_.square_name(at)));
        else
          state = State(state + 1 + i);
      }
      if (piece.royal && p_.king(color) != no_square) {
        problem(SetupProblem::many_kings, {token, offset},
                say("a second {} king, on {}", color == Color::white ? "white" : "black",
                    v_.square_name(at)));
        return;
      }
      if (piece.pawn && (t_.promotion_zone[int(color)].has(at) ||
                         (t_.promotion_zone[int(color)].any() &&
                          v_.rank_of(at) == (color == Color::white ? 0 : v_.ranks() - 1))))
        problem(SetupProblem::pawn_on_last_rank, {token, offset},
                say("a pawn on {}", v_.square_name(at)));
      p_.put(at, color, state);
      return;
    }
    problem(SetupProblem::unknown_piece, {token, offset},
            say("'{}' is no piece of {}", token, v_.name()));
  }

  void kings() {
    for (const Color c : {Color::white, Color::black})
      if (p_.king(c) == no_square)
        problem(SetupProblem::missing_king, {fen_.substr(0, 0), 0},
                say("there is no {} king", c == Color::white ? "white" : "black"));
  }

  bool is_castling_rook(Square s, Color c) const {
    return p_.at(s) && p_.at(s).color() == c &&
           (t_.castle_rooks >> v_.type_of(p_.at(s).state()) & 1);
  }
  // The rook farthest from the king on that side of him (X-FEN).
  Square outermost_rook(Square king, Color c, bool right) const {
    const int rank = v_.rank_of(king);
    for (int file = right ? v_.files() - 1 : 0; file != v_.file_of(king); file += right ? -1 : 1)
      if (is_castling_rook(v_.square(file, rank), c)) return v_.square(file, rank);
    return no_square;
  }

  // One letter of the field: its right is set, or the answer says why none fits.
  std::string set_right(char ch, Color c, std::optional<std::string>& replacement) {
    const char letter = upper(ch);
    const Square king = p_.king(c);
    const char* const side = c == Color::white ? "White" : "Black";
    const int home = c == Color::white ? 0 : v_.ranks() - 1;
    const bool outermost = letter == 'K' || letter == 'Q';
    if (!outermost && (letter < 'A' || letter >= 'A' + v_.files())) return "it names no rook";
    const Square king_from = t_.castle_king_from[int(c)];
    if (king_from != no_square && king_from != king)
      return say("{}'s king does not stand on {}", side, v_.square_name(king_from));
    if (v_.rank_of(king) != home) return say("{}'s king does not stand on rank {}", side, home + 1);
    const bool right = outermost ? letter == 'K' : letter - 'A' > v_.file_of(king);
    const Wing wing = right ? Wing::king_side : Wing::queen_side;
    if (t_.castle_king_to[int(c)][int(wing)] == no_square) return "the game has no such castling";
    const Square rook_from = t_.castle_rook_from[int(c)][int(wing)];
    if (rook_from != no_square) {
      if (!is_castling_rook(rook_from, c))
        return say("no rook of {}'s stands on {}", side, v_.square_name(rook_from));
      if (!outermost && letter - 'A' != v_.file_of(rook_from))
        return say("{} castles with the rook on {}", side, v_.square_name(rook_from));
      p_.set_castling(c, wing, rook_from);
      return {};
    }
    const Square named = outermost ? no_square : v_.square(letter - 'A', home);
    const bool fits = named != no_square && named != king && is_castling_rook(named, c);
    const Square rook = fits ? named : outermost_rook(king, c, right);
    if (rook == no_square)
      return say("no rook of {}'s stands {} of the king", side, right ? "right" : "left");
    p_.set_castling(c, wing, rook);
    if (fits || outermost) return {};
    const char file = char('A' + v_.file_of(rook));
    replacement = std::string(1, c == Color::white ? file : lower(file));
    return say("no rook of {}'s stands there, and one stands on {}", side, v_.square_name(rook));
  }

  void castling(const Field& field) {
    if (field.text == "-") return;
    const std::size_t first_item = report_.items.size();
    std::size_t dropped = 0;
    for (std::size_t i = 0; i < field.text.size(); ++i) {
      const char ch = field.text[i];
      const Color c = is_lower(ch) ? Color::black : Color::white;
      if (p_.king(c) == no_square) continue;
      std::optional<std::string> replacement;
      const std::string reason = set_right(ch, c, replacement);
      if (reason.empty()) continue;
      if (!replacement) {
        ++dropped;
        replacement = "";
      }
      problem(SetupProblem::castling_rights, {field.text.substr(i, 1), field.offset + i},
              say("'{}' does not fit the placement: {}", ch, reason), std::move(replacement));
    }
    // A field without rights is a dash.
    if (dropped == field.text.size()) report_.items[first_item].replacement = "-";
  }

  void en_passant(const Field& field) {
    if (field.text == "-") return;
    Bits passed;
    bool bad = false;
    std::string_view rest = field.text;
    while (!rest.empty()) {
      const auto comma = std::min(rest.find(','), rest.size());
      const std::string_view square = rest.substr(0, comma);
      rest.remove_prefix(std::min(comma + 1, rest.size()));
      int rank = 0;
      const auto* begin = square.data() + std::min<std::size_t>(1, square.size());
      const auto [end, error] = std::from_chars(begin, square.data() + square.size(), rank);
      const int file = square.empty() ? -1 : lower(square[0]) - 'a';
      if (error != std::errc() || end != square.data() + square.size() || file < 0 ||
          file >= v_.files() || rank < 1 || rank > v_.ranks()) {
        bad = true;
        break;
      }
      passed.set(v_.square(file, rank - 1));
    }
    if (!bad && passed.any() && (passed & p_.occupied()).none()) {
      if (const Square pawn = jumped_over(passed); pawn != no_square)
        return p_.set_en_passant(passed, pawn);
    }
    // Where a field is missing, this one is not what it is taken for.
    if (!(report_.problems & std::uint32_t(SetupProblem::syntax)))
      problem(SetupProblem::en_passant, field,
              say("no pawn can have passed over '{}' with its last move", field.text));
  }

  // The first pawn that may have done so with the last move.
  Square jumped_over(const Bits& passed) const {
    const Color jumper = !p_.side();
    Square first = no_square;
    for (int state = 0; state < v_.states(); ++state) {
      if (!t_.state_info[std::size_t(state)].pawn) continue;
      const Occupant pawn = occupant(jumper, State(state));
      for (int from = 0; from < v_.squares(); ++from) {
        if (p_.at(Square(from))) continue;
        (t_.jumps[t_.row(jumper, State(state)) + from] & p_.pieces(jumper)).each([&](unsigned to) {
          if (p_.at(Square(to)) == pawn && (first == no_square || to < first) &&
              t_.geometry->between(Square(from), Square(to)) == passed)
            first = Square(to);
        });
      }
    }
    return first;
  }

  void counters(const std::vector<Field>& fields, std::size_t at) {
    int values[2] = {0, 1};
    for (int i = 0; i < 2; ++i, ++at) {
      if (fields.size() <= at) {
        missing(SetupProblem::counters, i == 0 ? "the half-move clock" : "the move number",
                say(", {} assumed", values[i]), fields, at);
        continue;
      }
      const std::string_view text = fields[at].text;
      int value = 0;
      const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
      if (error != std::errc() || end != text.data() + text.size() || value < 0 ||
          value > max_counter)
        problem(SetupProblem::counters, fields[at], say("'{}' is no counter", text));
      else
        values[i] = value;
    }
    p_.set_counters(values[0], values[1]);
  }

  std::string_view fen_;
  Position<Bits>& p_;
  const Variant& v_;
  const Tables<Bits>& t_;
  const bool details_;
  SetupReport report_;
};

}  // namespace

template <class Bits>
SetupReport read_fen(std::string_view fen, Position<Bits>& position, bool details) {
  return FenReader<Bits>(fen, position, details).run();
}

namespace {

// Nobody can guess which squares are empty, so there is no branch on it: what may have to be
// written is written, and stays if it counts.
template <class Bits>
void write_placement(const Position<Bits>& p, std::string& out) {
  const Variant& v = p.variant();
  const int files = v.files(), ranks = v.ranks();
  const std::size_t before = out.size();
  out.resize(before + std::size_t(files * ranks) * v.longest_fen_name() + std::size_t(ranks) +
             sizeof(FenName::text));
  char* end = out.data() + before;
  const auto write_empty = [&](int n, bool counts) {
    const int tens = n / 10;
    *end = '1';
    end += int(counts) & tens;
    *end = char('0' + n - 10 * tens);
    end += int(counts) & (n > 0);
  };
  for (int rank = ranks - 1; rank >= 0; --rank) {
    int empty = 0;
    for (int file = 0; file < files; ++file) {
      const Occupant piece = p.at(Square(rank * files + file));
      write_empty(empty, bool(piece));
      const FenName& name = v.fen_name(piece);
      std::memcpy(end, name.text.data(), sizeof name.text);
      end += name.size;
      empty = (empty + 1) & -int(!piece);
    }
    write_empty(empty, true);
    *end = '/';
    end += rank > 0;
  }
  out.resize(std::size_t(end - out.data()));
}

}  // namespace

template <class Bits>
void write_fen(const Position<Bits>& p, std::string& out, CastlingStyle style) {
  const Variant& v = p.variant();
  const auto& t = v.template tables<Bits>();
  write_placement(p, out);
  out += p.side() == Color::white ? " w " : " b ";
  const std::size_t before = out.size();
  for (const Color c : {Color::white, Color::black})
    for (const Wing w : {Wing::king_side, Wing::queen_side}) {
      const Square rook = p.castling_rook(c, w);
      if (rook == no_square) continue;
      bool outermost = true;
      for (int file = v.file_of(rook) + (w == Wing::king_side ? 1 : -1);
           file >= 0 && file < v.files(); file += w == Wing::king_side ? 1 : -1) {
        const Occupant piece = p.at(v.square(file, v.rank_of(rook)));
        if (piece && piece.color() == c && (t.castle_rooks >> v.type_of(piece.state()) & 1))
          outermost = false;
      }
      const char letter = style == CastlingStyle::x_fen && outermost
                              ? (w == Wing::king_side ? 'K' : 'Q')
                              : char('A' + v.file_of(rook));
      out += c == Color::white ? letter : lower(letter);
    }
  if (out.size() == before) out += '-';
  out += ' ';
  if (p.en_passant().none()) {
    out += '-';
  } else {
    bool first = true;
    p.en_passant().each([&](unsigned s) {
      if (!first) out += ',';
      first = false;
      out += v.square_name(Square(s));
    });
  }
  std::array<char, 32> counters;
  char* end = counters.data();
  for (const int n : {p.halfmove_clock(), p.move_number()}) {
    *end++ = ' ';
    end = std::to_chars(end, counters.end(), n).ptr;
  }
  out.append(counters.data(), end);
}

template SetupReport read_fen(std::string_view, Position<Bits64>&, bool);
template SetupReport read_fen(std::string_view, Position<Bits128>&, bool);
template SetupReport read_fen(std::string_view, Position<Bits256>&, bool);
template void write_fen(const Position<Bits64>&, std::string&, CastlingStyle);
template void write_fen(const Position<Bits128>&, std::string&, CastlingStyle);
template void write_fen(const Position<Bits256>&, std::string&, CastlingStyle);

}  // namespace nuskha::rules
