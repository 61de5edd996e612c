// Betza's notation of movements ("funny notation", Ralph Betza, 1992 to 2002), as far as the rules
// core plays it: leaps, and rides along one step. Rules only; the production names are those of
// docs/formats/variant.md, "Movements".
//
// Accepts more: C as well as L for the camel, Z as well as J for the zebra; a number after any atom
// (`N3` rides at most three knight's leaps, `W0` rides without end); single oblique leaps (`fflN`).
// Accepts less: `s` and `v` of a diagonal atom, which Betza leaves open. Hoppers, lame leapers,
// initial moves and bent or repeated moves are recognised and given names, so that the reader can
// say what is missing; anything else is a stray character.
#pragma once

#include <tao/pegtl.hpp>

namespace nuskha::grammar::betza {

using namespace tao::pegtl;

// Modality: move without capture, capture only.
struct move_only : one<'m'> {};
struct capture_only : one<'c'> {};

// A letter that Betza or his followers use for what the core does not play, or that means nothing
// before this atom.
struct other_modifier : range<'a', 'z'> {};

// One direction as it stands: the letters of a group are met together (`fl`: forward and left), a
// doubled letter keeps the leaps that go further that way than aside (`ff`: the two narrow ones).
// Groups before one atom add up (`ffbb`). Longest first; `ffl` is not the start of `ffll`.
struct orthogonal_direction : one<'f', 'b', 'l', 'r', 'v', 's'> {};
struct corner : seq<one<'f', 'b'>, one<'l', 'r'>> {};
struct diagonal_direction : sor<corner, one<'f', 'b', 'l', 'r'>> {};
struct royal_direction : sor<corner, one<'f', 'b', 'l', 'r', 'v', 's'>> {};

template <char Twice, char A, char B>
struct single_leap : sor<seq<string<Twice, Twice, A>, not_at<one<A>>>,
                         seq<string<Twice, Twice, B>, not_at<one<B>>>> {};
template <char A>
struct twice : string<A, A> {};
struct oblique_direction
    : sor<single_leap<'f', 'l', 'r'>, single_leap<'b', 'l', 'r'>, single_leap<'l', 'f', 'b'>,
          single_leap<'r', 'f', 'b'>, twice<'f'>, twice<'b'>, twice<'l'>, twice<'r'>,
          seq<one<'f', 'b'>, one<'s'>>, corner, one<'f', 'b', 'l', 'r', 'v', 's'>> {};

template <class Direction>
struct modifiers : star<sor<move_only, capture_only, Direction, other_modifier>> {};

// Atoms by the shape of their step. A doubled atom rides without end.
struct orthogonal_atom : one<'W', 'D', 'H', 'R'> {};
struct diagonal_atom : one<'F', 'A', 'G', 'B'> {};
struct oblique_atom : one<'N', 'C', 'L', 'Z', 'J'> {};
struct royal_atom : one<'K', 'Q'> {};
struct orthogonal_rider : sor<twice<'W'>, twice<'D'>, twice<'H'>> {};
struct diagonal_rider : sor<twice<'F'>, twice<'A'>, twice<'G'>> {};
struct oblique_rider : sor<twice<'N'>, twice<'C'>, twice<'L'>, twice<'Z'>, twice<'J'>> {};
struct royal_rider : twice<'K'> {};

// How many steps a ride may have; 0 is without end.
struct reach : rep_min_max<1, 2, digit> {};

// Which atom follows the modifiers decides what they mean, so it is looked at first.
template <class Direction, class Rider, class Atom>
struct movement_of : seq<at<star<range<'a', 'z'>>, Atom>, modifiers<Direction>,
                         sor<Rider, seq<Atom, opt<reach>>>> {};
struct movement : sor<movement_of<orthogonal_direction, orthogonal_rider, orthogonal_atom>,
                      movement_of<diagonal_direction, diagonal_rider, diagonal_atom>,
                      movement_of<oblique_direction, oblique_rider, oblique_atom>,
                      movement_of<royal_direction, royal_rider, royal_atom>> {};

struct stray : sor<utf8::any, any> {};

struct text : seq<plus<sor<movement, stray>>, eof> {};

}  // namespace nuskha::grammar::betza
