#include "variants/betza.hpp"

#include <algorithm>
#include <cmath>
#include <cstdlib>

#include <fmt/format.h>

#include "grammar/betza.hpp"

namespace nuskha::variants {

namespace {

namespace grammar = nuskha::grammar::betza;

struct Vector {
  int dx, dy;
};

// The steps that an atom's letter stands for, one of each shape.
std::vector<Vector> shapes(char atom) {
  switch (atom) {
    case 'W':
    case 'R':
      return {{0, 1}};
    case 'D':
      return {{0, 2}};
    case 'H':
      return {{0, 3}};
    case 'F':
    case 'B':
      return {{1, 1}};
    case 'A':
      return {{2, 2}};
    case 'G':
      return {{3, 3}};
    case 'N':
      return {{1, 2}};
    case 'C':
    case 'L':
      return {{1, 3}};
    case 'Z':
    case 'J':
      return {{2, 3}};
    default:
      return {{0, 1}, {1, 1}};  // K, Q
  }
}

bool is_rider(char atom) {
  return atom == 'R' || atom == 'B' || atom == 'Q';
}

// All turns and mirror images of a step, clockwise from straight ahead.
std::vector<Vector> turned(Vector shape) {
  std::vector<Vector> all;
  for (const auto& [a, b] : {std::pair(shape.dx, shape.dy), std::pair(shape.dy, shape.dx)})
    for (const int sign_a : {1, -1})
      for (const int sign_b : {1, -1}) {
        const Vector v{sign_a * a, sign_b * b};
        if (std::none_of(all.begin(), all.end(),
                         [&](Vector other) { return other.dx == v.dx && other.dy == v.dy; }))
          all.push_back(v);
      }
  const auto turn = [](Vector v) {
    const double angle = std::atan2(v.dx, v.dy);
    return angle < 0 ? angle + 7 : angle;
  };
  std::sort(all.begin(), all.end(), [&](Vector a, Vector b) { return turn(a) < turn(b); });
  return all;
}

// A vector meets a group of direction letters if it meets each of them.
bool meets(Vector v, std::string_view group) {
  for (std::size_t i = 0; i < group.size(); ++i) {
    const char letter = group[i];
    if (letter == 'v' || letter == 's') {
      const int longer =
          letter == 'v' ? std::abs(v.dy) - std::abs(v.dx) : std::abs(v.dx) - std::abs(v.dy);
      if (longer <= 0) return false;
      continue;
    }
    const int along = letter == 'f' ? v.dy : letter == 'b' ? -v.dy : letter == 'r' ? v.dx : -v.dx;
    if (along <= 0) return false;
    const bool doubled = i > 0 && group[i - 1] == letter;
    if (doubled && 2 * along <= std::abs(v.dx) + std::abs(v.dy)) return false;
  }
  return true;
}

std::string_view missing_mechanism(char modifier) {
  switch (modifier) {
    case 'p':
    case 'g':
      return "hoppers";
    case 'n':
      return "lame leapers";
    case 'j':
      return "leaps that must jump over something";
    case 'i':
      return "initial moves, but movements from = \"start\"";
    case 'o':
      return "moves over the edge of the board";
    case 'z':
      return "crooked rides";
    case 'q':
      return "circular rides";
    case 'a':
    case 't':
    case 'y':
      return "moves of several legs";
    case 'u':
      return "moves that leave something behind";
    case 'd':
      return "captures of own pieces";
    case 'e':
      return "captures en passant but those of pawns";
    default:
      return {};
  }
}

struct State {
  Betza result;
  // The movement that is being read.
  bool quiet = false, capture = false;
  std::vector<std::string> directions;
  char atom = 0;
  int range = 1;

  void problem(std::size_t offset, std::size_t length, bool unsupported, std::string text) {
    result.problems.push_back({offset, length, unsupported, std::move(text)});
  }

  void end_movement() {
    const bool both = quiet == capture;
    for (const Vector shape : shapes(atom))
      for (const Vector v : turned(shape))
        if (directions.empty() ||
            std::any_of(directions.begin(), directions.end(),
                        [&](const std::string& group) { return meets(v, group); }))
          add({v.dx, v.dy, range, both || quiet, both || capture});
    quiet = capture = false;
    directions.clear();
  }

  void add(const rules::Step& step) {
    for (rules::Step& other : result.steps)
      if (other.dx == step.dx && other.dy == step.dy && other.range == step.range) {
        other.quiet |= step.quiet;
        other.capture |= step.capture;
        return;
      }
    result.steps.push_back(step);
  }
};

template <class Rule>
struct action {};

template <>
struct action<grammar::move_only> {
  static void apply0(State& s) { s.quiet = true; }
};
template <>
struct action<grammar::capture_only> {
  static void apply0(State& s) { s.capture = true; }
};

struct direction_action {
  template <class Input>
  static void apply(const Input& in, State& s) {
    s.directions.push_back(in.string());
  }
};
template <>
struct action<grammar::orthogonal_direction> : direction_action {};
template <>
struct action<grammar::diagonal_direction> : direction_action {};
template <>
struct action<grammar::oblique_direction> : direction_action {};
template <>
struct action<grammar::royal_direction> : direction_action {};

template <>
struct action<grammar::other_modifier> {
  template <class Input>
  static void apply(const Input& in, State& s) {
    const char letter = *in.begin();
    const std::size_t offset = in.position().byte;
    if (const std::string_view missing = missing_mechanism(letter); !missing.empty())
      s.problem(offset, 1, true, std::string(missing));
    else if (letter == 's' || letter == 'v')
      s.problem(offset, 1, false, fmt::format("'{}' says nothing of a diagonal step", letter));
    else
      s.problem(offset, 1, false,
                fmt::format("'{}' is no modifier; they are m, c, f, b, l, r, v and s", letter));
  }
};

struct atom_action {
  template <class Input>
  static void apply(const Input& in, State& s) {
    s.atom = *in.begin();
    s.range = is_rider(s.atom) ? 0 : 1;
  }
};
template <>
struct action<grammar::orthogonal_atom> : atom_action {};
template <>
struct action<grammar::diagonal_atom> : atom_action {};
template <>
struct action<grammar::oblique_atom> : atom_action {};
template <>
struct action<grammar::royal_atom> : atom_action {};

struct rider_action {
  template <class Input>
  static void apply(const Input& in, State& s) {
    s.atom = *in.begin();
    s.range = 0;
  }
};
template <>
struct action<grammar::orthogonal_rider> : rider_action {};
template <>
struct action<grammar::diagonal_rider> : rider_action {};
template <>
struct action<grammar::oblique_rider> : rider_action {};
template <>
struct action<grammar::royal_rider> : rider_action {};

template <>
struct action<grammar::reach> {
  template <class Input>
  static void apply(const Input& in, State& s) {
    s.range = std::atoi(in.string().c_str());
  }
};

template <>
struct action<grammar::movement> {
  static void apply0(State& s) { s.end_movement(); }
};

template <>
struct action<grammar::stray> {
  template <class Input>
  static void apply(const Input& in, State& s) {
    const std::size_t offset = in.position().byte;
    auto& problems = s.result.problems;
    if (!problems.empty() && !problems.back().unsupported &&
        problems.back().offset + problems.back().length == offset) {
      problems.back().length += in.size();
      return;
    }
    const char letter = *in.begin();
    std::string text;
    if (letter >= 'a' && letter <= 'z')
      text = fmt::format("no atom follows '{}'", letter);
    else if (letter >= '0' && letter <= '9')
      text = "a range is one or two digits after an atom that is not doubled";
    else
      text = fmt::format(
          "'{}' is no atom; they are W F D N A H L J G (also C for L, Z for J) and R B Q K",
          in.string());
    s.problem(offset, in.size(), false, std::move(text));
  }
};

}  // namespace

Betza parse_betza(std::string_view text) {
  State state;
  if (text.empty()) {
    state.problem(0, 0, false, "a movement has at least one atom");
  } else if (text.size() > max_betza_bytes) {
    state.problem(0, text.size(), false,
                  fmt::format("a movement has at most {} letters", max_betza_bytes));
  } else {
    tao::pegtl::memory_input<> in(text.data(), text.size(), "");
    tao::pegtl::parse<grammar::text, action>(in, state);
  }
  if (!state.result.problems.empty()) state.result.steps.clear();
  return std::move(state.result);
}

}  // namespace nuskha::variants
