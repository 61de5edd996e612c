// The notation of the Dola games' author, as in his recorded games of 2003 and as other typists
// write it. Rules only; docs/formats/dola.md explains each under the name it has here.
//
// A document is French text in which scores, headings and lists of men stand; what a token means (a
// move of a game, or a move that a sentence mentions) is for the reader to say. The grammar is a
// loop over tokens that never fails: what is nothing else is a word, a mark or white space.
//
// Source: the recorded games in corpus/dola/ (there is no standard).
// Accepts more than those: any case; piece names of one or two capitals for games that have others;
// `X`, `×`, `:` as capture marks; every dash; castling with letters; check and mate in words or as
// `#`; `e.p.`; promotion without `=`; numbers as `1.`, `1-`, `1°)`, `1...` or bare; a move without
// its dash, piece name or square of departure; notes in square brackets or never closed; accents
// lost; PGN tags, remarks in braces, numeric glyphs and `0000` for a null move, which the writer
// uses. Accepts less: no file beyond p and no rank beyond 16; no blank line, and no more than one
// line end, inside a token; no variations.
#pragma once

#include <tao/pegtl.hpp>

#include "grammar/lexical.hpp"

namespace nuskha::grammar::dola {

using namespace tao::pegtl;
using lexical::any_char;
using lexical::apostrophe;
using lexical::blank;
using lexical::blanks;
using lexical::dash;
using lexical::degree;
using lexical::ellipsis;
using lexical::gap;
using lexical::letter;
using lexical::letter_a;
using lexical::letter_e;
using lexical::line_end;
using lexical::white_space;
using lexical::word;
using lexical::word_char;
using lexical::word_end;

// --- squares ---

struct file : sor<range<'a', 'p'>, range<'A', 'P'>> {};
// Two digits first: `f10` is no f1.
struct rank : sor<seq<one<'1'>, range<'0', '6'>>, range<'1', '9'>> {};
struct square : seq<file, rank> {};
struct short_number : seq<rep_min_max<1, 4, digit>, not_at<digit>> {};
// A move number may follow at once (`Pe9-e73)`), other digits may not.
struct square_end : sor<not_at<digit>, at<short_number, sor<one<')', '.'>, degree>>> {};

// --- piece names ---

// Longest first: `CFf2` is a CF on f2, not a C on f... of something. A name counts only before what
// must follow it, so that `Cf2` and `cf2` are still a C on f2.
struct two_letter_name
    : sor<TAO_PEGTL_ISTRING("CT"), TAO_PEGTL_ISTRING("CF"), TAO_PEGTL_ISTRING("CA"),
          TAO_PEGTL_ISTRING("ST"), TAO_PEGTL_ISTRING("SF"), TAO_PEGTL_ISTRING("SD")> {};
struct one_letter_name : one<'P', 'R', 'D', 'T', 'F', 'C', 'p', 'r', 'd', 't', 'f', 'c'> {};
// Names of other games, in capitals only.
struct other_name : upper {};
template <class Next>
struct name_before : sor<seq<two_letter_name, at<Next>>, seq<one_letter_name, at<Next>>,
                         seq<other_name, other_name, at<Next>>, seq<other_name, at<Next>>> {};
struct square_next : seq<opt<blank>, square> {};

// Pieces in words: `Dame`, `SuperTours`, `Cavalier Fou`.
struct piece_word
    : seq<opt<TAO_PEGTL_ISTRING("super"), opt<sor<dash, blank>>>,
          sor<TAO_PEGTL_ISTRING("roi"), TAO_PEGTL_ISTRING("dame"), TAO_PEGTL_ISTRING("tour"),
              TAO_PEGTL_ISTRING("fou"), TAO_PEGTL_ISTRING("pion"),
              seq<TAO_PEGTL_ISTRING("cavalier"), opt<one<'s', 'S'>>,
                  opt<opt<sor<dash, blank>>,
                      sor<TAO_PEGTL_ISTRING("tour"), TAO_PEGTL_ISTRING("fou"),
                          TAO_PEGTL_ISTRING("arabe")>>>>,
          opt<one<'s', 'S'>>, word_end> {};

// --- a move: its squares ---

struct piece : name_before<square_next> {};
struct captured : name_before<square_next> {};
struct from : square {};
struct to : square {};

struct capture_sign : sor<one<'x', 'X'>, utf8::one<0x00D7, 0x2715, 0x2716, 0x2A2F>> {};
struct stray_dashes : plus<dash> {};
struct capture_mark : seq<gap, opt<stray_dashes>, capture_sign, opt<stray_dashes>, gap> {};
struct quiet_mark : seq<gap, dash, opt<stray_dashes>, gap> {};
// Tight, because `: ` begins a remark.
struct colon_mark : one<':'> {};
struct tight_dash : dash {};

struct captures : seq<sor<capture_mark, colon_mark>, opt<captured, opt<blank>>, to> {};
// A captured piece after a dash only where nothing parts them: `Rm1 - Dh13` is two men of a list.
struct goes : sor<seq<quiet_mark, to>, seq<tight_dash, captured, to>> {};
struct long_move : seq<piece, opt<blank>, from, sor<captures, goes>, square_end> {};
struct dashless_move : seq<piece, from, to, square_end> {};
struct short_piece : name_before<capture_sign> {};
struct tight_capture : capture_sign {};
struct short_capture : seq<short_piece, tight_capture, opt<captured, opt<blank>>, to, square_end> {
};
struct unnamed_move
    : seq<from, sor<seq<tight_capture, opt<captured>, to>, seq<tight_dash, to>>, square_end> {};

// --- castling ---

struct castling_sign : one<'0', 'O', 'o'> {};
struct castling_dash : seq<blanks, dash, blanks> {};
struct long_castling
    : seq<castling_sign, opt<castling_dash>, castling_sign, opt<castling_dash>, castling_sign> {};
struct short_castling : seq<castling_sign, opt<castling_dash>, castling_sign> {};
struct long_castling_words : seq<TAO_PEGTL_ISTRING("grand"), gap, TAO_PEGTL_ISTRING("roque")> {};
struct short_castling_words : seq<TAO_PEGTL_ISTRING("petit"), gap, TAO_PEGTL_ISTRING("roque")> {};
struct castling_end : not_at<sor<word_char, seq<dash, digit>>> {};
struct castling_piece : name_before<square_next> {};
struct castling_from : square {};
struct castling_to : square {};
struct castling_half : seq<castling_piece, opt<blank>, castling_from, gap, dash, gap, castling_to> {
};
struct open_bracket : one<'(', '['> {};
struct close_bracket : one<')', ']'> {};
// The place where a bracket that was never closed must have ended.
struct unclosed : at<gap, sor<eof, one<'&', '|', '(', '['>, line_end,
                              seq<short_number, blanks, one<')', '.'>>, long_move>> {};
template <class Separator>
struct castling_halves
    : seq<gap, open_bracket, gap, castling_half, opt<gap, opt<Separator>, gap, castling_half>> {};
struct castling_separator : sor<one<',', ';', '/'>, TAO_PEGTL_ISTRING("et")> {};
struct closed_castling_squares
    : seq<castling_halves<sor<castling_separator, one<'&'>>>, gap, close_bracket> {};
// Tried before it is read, so that its halves are not read twice.
struct castling_squares : sor<seq<at<closed_castling_squares>, closed_castling_squares>,
                              seq<castling_halves<castling_separator>, unclosed>> {};
struct castling : seq<sor<long_castling, short_castling, long_castling_words, short_castling_words>,
                      castling_end, opt<castling_squares>> {};

// --- a move: what may follow its squares ---

struct promotion_name : sor<piece_word, name_before<word_end>> {};
struct promotion : seq<one<'=', '/'>, gap, promotion_name> {};
// `Pf3-e1SD`
struct tight_promotion : sor<seq<rep<2, upper>, word_end>, seq<upper, word_end>> {};

// `mat en 3` is a remark.
struct mate_ahead
    : seq<gap,
          sor<TAO_PEGTL_ISTRING("en"), TAO_PEGTL_ISTRING("dans"), TAO_PEGTL_ISTRING("imparable")>,
          word_end> {};
struct check_noun : seq<letter_e, TAO_PEGTL_ISTRING("ch"),
                        opt<letter_e, one<'c', 'C'>, opt<one<'s', 'S'>>>, word_end, opt<one<'.'>>> {
};
struct mate_word : seq<opt<check_noun, gap>, opt<TAO_PEGTL_ISTRING("et"), gap>,
                       TAO_PEGTL_ISTRING("mat"), word_end, not_at<mate_ahead>> {};
struct mate_mark : sor<one<'#'>, utf8::one<0x2021>, mate_word> {};
struct double_check_mark : sor<string<'+', '+'>, seq<TAO_PEGTL_ISTRING("double"), gap, check_noun>,
                               seq<check_noun, gap, TAO_PEGTL_ISTRING("double"), word_end>> {};
struct check_word
    : seq<check_noun, not_at<gap, TAO_PEGTL_ISTRING("perp")>,
          opt<gap, TAO_PEGTL_ISTRING("au"), gap, TAO_PEGTL_ISTRING("roi"), word_end>> {};
struct check_mark : sor<one<'+'>, utf8::one<0x2020>, check_word> {};
struct check_marks : sor<mate_mark, double_check_mark, check_mark> {};
struct en_passant
    : sor<seq<one<'e', 'E'>, opt<one<'.'>>, blanks, one<'p', 'P'>, word_end, opt<one<'.'>>>,
          seq<opt<TAO_PEGTL_ISTRING("prise"), gap>, TAO_PEGTL_ISTRING("en"), gap,
              TAO_PEGTL_ISTRING("passant"), word_end>> {};

// Notes in brackets: what the piece carries after the move, which convention allowed it.
struct note_stray
    : plus<sor<one<'+', '-', '=', '.', ',', ';', ':', '*', '\'', '"', '_', '~', '^', '`'>, dash>> {
};
struct mode_name
    : seq<sor<TAO_PEGTL_ISTRING("CT"), TAO_PEGTL_ISTRING("CF"), TAO_PEGTL_ISTRING("CA")>,
          word_end> {};
struct stray_before_equals
    : plus<sor<one<'+', '.', ',', ';', ':', '*', '\'', '"', '_', '~', '^', '`'>, dash>> {};
struct mode_equals : seq<gap, opt<stray_before_equals>, gap, one<'='>> {};
struct mode_plus : seq<gap, one<'+'>> {};
struct mode_piece : name_before<mode_equals> {};
struct mode_piece_again : name_before<mode_plus> {};
struct full_mode : seq<mode_piece, mode_equals, gap, opt<note_stray>, gap, mode_piece_again,
                       mode_plus, opt<note_stray>, gap, mode_name> {};
struct half_mode_piece : name_before<mode_plus> {};
struct half_mode : seq<half_mode_piece, mode_plus, gap, mode_name> {};
struct bare_mode : seq<opt<one<'+'>, gap>, mode_name> {};
struct convention_number : range<'1', '3'> {};
struct convention
    : seq<TAO_PEGTL_ISTRING("conv"), opt<TAO_PEGTL_ISTRING("ention")>, opt<one<'.'>>, blanks,
          opt<one<'n', 'N'>, degree, blanks>, convention_number, word_end, opt<one<'.'>>> {};
struct noted_promotion : seq<opt<one<'='>, gap>, promotion_name> {};
struct note_item
    : sor<convention, full_mode, half_mode, bare_mode, check_marks, en_passant, noted_promotion> {};
struct note_separator : sor<one<',', ';', '&', '/'>, TAO_PEGTL_ISTRING("et")> {};
struct note_end
    : seq<at<gap, opt<note_stray>, gap, close_bracket>, gap, opt<note_stray>, gap, close_bracket> {
};
struct note : seq<open_bracket, gap, note_item, star<gap, note_separator, gap, note_item>,
                  sor<note_end, unclosed>> {};
struct tight_mode : seq<one<'+'>, mode_name> {};
struct glyph : sor<seq<one<'!', '?'>, opt<one<'!', '?'>>, not_at<one<'!', '?'>>>,
                   seq<one<'$'>, rep_min_max<1, 3, digit>, not_at<digit>>> {};
// A mark that has no meaning there, between the move and its check mark or note: `Pe4-e5-+`.
struct inner_stray : seq<plus<sor<dash, one<'*', '_', '~', '^', '`', '\'', '"', '.', ',', ';'>>>,
                         at<sor<one<'+', '#'>, note>>> {};
struct after_move
    : sor<seq<gap, sor<promotion, note, tight_mode, check_marks, en_passant, convention>>,
          seq<blanks, glyph>, inner_stray> {};

// Not `--`: a stray dash or two is what the seeds have.
struct null_move : seq<rep<4, one<'0'>>, castling_end> {};

struct move : seq<sor<long_move, dashless_move, short_capture, unnamed_move, castling, null_move>,
                  opt<tight_promotion>, star<after_move>> {};

// What was meant as a move and is none: `Pe4-z5`, `CT3-g5`, `Pe4-`.
struct unreadable_move
    : seq<rep_min_max<1, 4, letter>, plus<digit>, sor<dash, capture_sign, colon_mark>,
          sor<plus<word_char>, at<sor<blank, line_end, one<'&', '|'>, eof>>>,
          star<sor<dash, word_char>>> {};
// A man and its square: in lists, in remarks, and as a move that names no square of departure.
struct man_piece : name_before<square_next> {};
struct man_square : square {};
struct man : seq<man_piece, opt<blank>, man_square, word_end> {};
struct short_move_end
    : at<star<sor<blank, line_end, one<'|'>>>,
         sor<eof, one<'&', ',', ';', '.'>, ellipsis, short_number, long_move, castling>> {};
struct short_move : seq<man, star<after_move>, short_move_end> {};

// --- move numbers ---

struct dots : sor<ellipsis, seq<one<'.'>, one<'.'>, star<one<'.'>>>> {};
struct number_value : seq<not_at<one<'0'>>, rep_min_max<1, 7, digit>, not_at<digit>> {};
struct numbered_move : sor<long_move, dashless_move, castling> {};
struct number : seq<number_value,
                    sor<seq<opt<degree>, gap, one<')'>, opt<blanks, dots>>,
                        seq<degree, opt<one<'.'>>>, seq<blanks, sor<dots, one<'.'>>, not_at<digit>>,
                        seq<blanks, sor<dash, one<'/', ':'>>, at<gap, numbered_move>>,
                        at<blanks, opt<one<'|'>, blanks>, sor<long_move, dashless_move>>>> {};

// --- results ---

struct white_side : seq<opt<TAO_PEGTL_ISTRING("les"), gap>, TAO_PEGTL_ISTRING("blanc"),
                        opt<one<'s', 'S'>>, word_end> {};
struct black_side : seq<opt<TAO_PEGTL_ISTRING("les"), gap>, TAO_PEGTL_ISTRING("noir"),
                        opt<one<'s', 'S'>>, word_end> {};
struct side : sor<white_side, black_side> {};
struct have : opt<TAO_PEGTL_ISTRING("ont"), gap> {};
struct participle : seq<letter_e, opt<one<'s', 'S'>>> {};
struct resignation : sor<seq<side, gap, have, TAO_PEGTL_ISTRING("abandonn"),
                             sor<TAO_PEGTL_ISTRING("ent"), participle>, word_end>,
                         seq<TAO_PEGTL_ISTRING("abandon"),
                             opt<gap, TAO_PEGTL_ISTRING("des"), gap, side>, word_end>> {};
struct victory : sor<seq<side, gap, have, TAO_PEGTL_ISTRING("gagn"),
                         sor<TAO_PEGTL_ISTRING("ent"), participle>, word_end>,
                     seq<sor<TAO_PEGTL_ISTRING("gain"), TAO_PEGTL_ISTRING("victoire")>, gap,
                         opt<TAO_PEGTL_ISTRING("des"), gap>, side>> {};
struct defeat : seq<side, gap, have, TAO_PEGTL_ISTRING("perd"),
                    sor<TAO_PEGTL_ISTRING("ent"), TAO_PEGTL_ISTRING("u")>, word_end> {};
struct mated : seq<side, gap, TAO_PEGTL_ISTRING("sont"), gap,
                   opt<check_noun, gap, TAO_PEGTL_ISTRING("et"), gap>, TAO_PEGTL_ISTRING("mat"),
                   opt<one<'s', 'S'>>, word_end> {};
struct stalemate : seq<opt<side, gap, TAO_PEGTL_ISTRING("sont"), gap>, TAO_PEGTL_ISTRING("pat"),
                       opt<one<'s', 'S'>>, word_end> {};
struct agreement_reason
    : seq<gap, TAO_PEGTL_ISTRING("par"), gap,
          sor<seq<TAO_PEGTL_ISTRING("accord"),
                  opt<gap, sor<TAO_PEGTL_ISTRING("mutuel"), TAO_PEGTL_ISTRING("commun")>>>,
              seq<TAO_PEGTL_ISTRING("r"), letter_e, TAO_PEGTL_ISTRING("p"), letter_e,
                  TAO_PEGTL_ISTRING("tition"),
                  opt<gap, TAO_PEGTL_ISTRING("de"), opt<one<'s', 'S'>>, gap,
                      TAO_PEGTL_ISTRING("coups")>>,
              seq<check_noun, gap, TAO_PEGTL_ISTRING("perp"), letter_e, TAO_PEGTL_ISTRING("tuel")>>,
          word_end> {};
struct agreement
    : seq<opt<sor<TAO_PEGTL_ISTRING("partie"), TAO_PEGTL_ISTRING("match")>, gap>,
          sor<TAO_PEGTL_ISTRING("nulle"), TAO_PEGTL_ISTRING("nul"), TAO_PEGTL_ISTRING("remise")>,
          word_end, opt<agreement_reason>> {};
struct score_dash : seq<blanks, sor<dash, one<':'>>, blanks> {};
struct half
    : sor<utf8::one<0x00BD>, string<'1', '/', '2'>, string<'0', ',', '5'>, string<'0', '.', '5'>> {
};
struct white_wins : seq<one<'1'>, score_dash, one<'0'>> {};
struct black_wins : seq<one<'0'>, score_dash, one<'1'>> {};
struct drawn : seq<half, opt<score_dash, half>> {};
struct score : seq<sor<white_wins, black_wins, drawn>,
                   not_at<sor<castling_sign, word_char, dash, one<')'>>>> {};
struct no_result : one<'*'> {};
struct result_word : seq<TAO_PEGTL_ISTRING("r"), letter_e, TAO_PEGTL_ISTRING("sultat"), word_end,
                         gap, opt<one<':'>, gap>> {};
struct result
    : seq<opt<result_word>,
          sor<score, resignation, victory, defeat, mated, stalemate, agreement, no_result>> {};

// --- headings ---

struct ordinal_digits : short_number {};
struct ordinal_suffix
    : sor<seq<opt<one<'i', 'I'>>, letter_e, one<'m', 'M'>, letter_e>,
          seq<letter_e, one<'r', 'R'>, letter_e>, TAO_PEGTL_ISTRING("re"), TAO_PEGTL_ISTRING("er"),
          TAO_PEGTL_ISTRING("nde"), TAO_PEGTL_ISTRING("nd"), letter_e, degree> {};
struct ordinal_ending : seq<one<'i', 'I'>, letter_e, one<'m', 'M'>, letter_e> {};
struct ordinal_word
    : sor<seq<TAO_PEGTL_ISTRING("premi"), letter_e, TAO_PEGTL_ISTRING("re")>,
          TAO_PEGTL_ISTRING("seconde"),
          seq<sor<TAO_PEGTL_ISTRING("deux"), TAO_PEGTL_ISTRING("trois"), TAO_PEGTL_ISTRING("quatr"),
                  TAO_PEGTL_ISTRING("cinqu"), TAO_PEGTL_ISTRING("six"), TAO_PEGTL_ISTRING("sept"),
                  TAO_PEGTL_ISTRING("huit"), TAO_PEGTL_ISTRING("neuv"), TAO_PEGTL_ISTRING("dix"),
                  TAO_PEGTL_ISTRING("onz"), TAO_PEGTL_ISTRING("douz")>,
              ordinal_ending>> {};
struct ordinal : sor<seq<ordinal_digits, opt<blank>, ordinal_suffix>, ordinal_word> {};
struct roman : seq<plus<one<'I', 'V', 'X', 'L'>>, word_end> {};
struct game_digits : short_number {};
struct number_sign
    : sor<seq<one<'n', 'N'>, opt<sor<degree, one<'o', 'O', '.'>>>>,
          seq<TAO_PEGTL_ISTRING("num"), opt<letter_e, TAO_PEGTL_ISTRING("ro")>, opt<one<'.'>>>,
          one<'#'>> {};
struct game_number : seq<opt<number_sign, gap>, sor<seq<game_digits, word_end>, roman>> {};

// A game's name counts when the family's prefix begins it, or when nothing but a colon follows.
struct name_part : plus<letter> {};
struct family_prefix : TAO_PEGTL_ISTRING("dola") {};
struct family_name
    : seq<family_prefix,
          sor<seq<gap, dash, gap, name_part>, rep_min<3, letter>, seq<blank, at<upper>, name_part>,
              seq<blank, name_part, at<blanks, sor<one<':'>, line_end, eof>>>>,
          word_end> {};
struct article : seq<sor<TAO_PEGTL_ISTRING("la"), TAO_PEGTL_ISTRING("le"), TAO_PEGTL_ISTRING("les"),
                         TAO_PEGTL_ISTRING("l"), TAO_PEGTL_ISTRING("une"), TAO_PEGTL_ISTRING("un"),
                         TAO_PEGTL_ISTRING("cette")>,
                     word_end> {};
struct own_name
    : seq<not_at<article>, word, rep_opt<3, sor<dash, blank>, word>, at<gap, one<':'>>> {};
struct game_name : sor<family_name, own_name> {};
struct of_game : seq<gap,
                     sor<seq<sor<TAO_PEGTL_ISTRING("de"), TAO_PEGTL_ISTRING("du")>, word_end, gap>,
                         seq<one<'d', 'D'>, apostrophe>>,
                     game_name> {};
struct partie : seq<TAO_PEGTL_ISTRING("partie"), word_end> {};
struct heading_core
    : sor<seq<ordinal, gap, partie, opt<of_game>>, seq<partie, gap, game_number, opt<of_game>>,
          seq<partie, of_game, opt<blanks, not_at<number>, game_number>>> {};
struct heading_end
    : at<blanks, sor<eof, line_end, dash, one<':', '(', ',', '.', ';', '|', '_'>, digit>> {};
struct heading : seq<opt<TAO_PEGTL_ISTRING("la"), gap>, heading_core, heading_end> {};
// `Suite(1ère Partie de …)`: a game that goes on in the next column.
struct suite_word
    : seq<TAO_PEGTL_ISTRING("suite"), word_end,
          opt<gap, TAO_PEGTL_ISTRING("et"), gap, TAO_PEGTL_ISTRING("fin"), word_end>> {};
struct suite
    : sor<seq<suite_word, gap,
              sor<seq<open_bracket, gap, opt<TAO_PEGTL_ISTRING("de"), gap>,
                      opt<TAO_PEGTL_ISTRING("la"), gap>, heading_core, gap, opt<close_bracket>>,
                  seq<TAO_PEGTL_ISTRING("de"), gap, TAO_PEGTL_ISTRING("la"), gap, heading_core>,
                  at<sor<one<':', '|', '.'>, line_end, short_number>>>,
              gap, opt<one<':'>>>,
          seq<open_bracket, gap, suite_word, gap, close_bracket, gap, opt<one<':'>>>,
          seq<heading_core, gap, open_bracket, gap, suite_word, gap, close_bracket, gap,
              opt<one<':'>>>> {};

struct tag_name : seq<alpha, star<sor<alnum, one<'_', '-', '+', '.'>>>> {};
struct tag_escape : seq<one<'\\'>, one<'"', '\\'>> {};
struct tag_value : star<sor<tag_escape, seq<not_at<sor<one<'"'>, line_end>>, any_char>>> {};
struct tag : seq<one<'['>, blanks, tag_name, plus<blank>, one<'"'>, tag_value, one<'"'>, blanks,
                 one<']'>> {};

struct side_colon : seq<blanks, one<':'>> {};
struct other_player : seq<blanks, opt<sor<dash, one<',', ';'>>>, blanks, side, side_colon> {};
struct player_name
    : seq<letter, rep_opt<80, not_at<other_player>,
                          sor<letter, one<'.', ',', '-', ' '>, apostrophe, dash, blank>>> {};
struct player_end : at<sor<eof, line_end, one<'|', ';', '('>, other_player>> {};
struct player : seq<side, side_colon, blanks, player_name, player_end> {};

// --- lists of men ---

struct count_value : short_number {};
struct men_word : seq<TAO_PEGTL_ISTRING("pi"), letter_e, TAO_PEGTL_ISTRING("ce"),
                      opt<one<'s', 'S'>>, word_end> {};
struct army_count : sor<seq<open_bracket, gap, count_value, gap, men_word, gap, close_bracket>,
                        seq<gap, count_value, gap, men_word>> {};
struct army_head : seq<side, gap, opt<army_count>, gap, one<':'>, not_at<blanks, digit>> {};
struct label : seq<piece_word, gap, one<':'>> {};
struct total
    : seq<TAO_PEGTL_ISTRING("total"), word_end, gap, opt<one<':', '='>>, gap, count_value, gap,
          opt<men_word, opt<gap, sor<TAO_PEGTL_ISTRING("blanche"), TAO_PEGTL_ISTRING("noire")>,
                            opt<one<'s', 'S'>>, word_end>>> {};
struct position_words
    : rep_opt<160, not_at<sor<one<':', '|', '{', '['>, seq<line_end, blanks, line_end>>>,
              any_char> {};
struct position_heading
    : seq<TAO_PEGTL_ISTRING("position"), word_end, gap,
          opt<sor<TAO_PEGTL_ISTRING("finale"), TAO_PEGTL_ISTRING("initiale"),
                  seq<TAO_PEGTL_ISTRING("apr"), letter_e, TAO_PEGTL_ISTRING("s")>,
                  TAO_PEGTL_ISTRING("du"), TAO_PEGTL_ISTRING("de")>,
              word_end, position_words>,
          one<':'>> {};
// What a position's heading says of its game; scanned for with search<>.
struct position_game
    : sor<ordinal, seq<partie, of_game>, seq<partie, gap, game_number>, family_name> {};

// --- remarks ---

// `Dame protégée par Te8 (T=T+CT) et Pf6`: the one claim that is checked.
struct protected_word
    : seq<sor<seq<TAO_PEGTL_ISTRING("prot"), letter_e, one<'g', 'G'>, letter_e>,
              seq<one<'d', 'D'>, letter_e, TAO_PEGTL_ISTRING("fendu")>,
              seq<TAO_PEGTL_ISTRING("gard"), letter_e>, TAO_PEGTL_ISTRING("soutenu")>,
          opt<letter_e>, opt<one<'s', 'S'>>, word_end> {};
struct protected_next : seq<gap, opt<TAO_PEGTL_ISTRING("est"), gap>, protected_word> {};
struct protected_piece
    : seq<sor<piece_word, name_before<seq<word_end, protected_next>>>, at<protected_next>> {};
struct protector_piece : sor<name_before<square_next>, piece_word> {};
struct protector_square : square {};
struct protector
    : seq<opt<sor<seq<article, gap>, seq<one<'l', 'L'>, apostrophe>>>, protector_piece, gap,
          opt<sor<TAO_PEGTL_ISTRING("en"), TAO_PEGTL_ISTRING("de"), TAO_PEGTL_ISTRING("sur")>, gap>,
          protector_square, word_end, opt<gap, note>> {};
struct protector_separator : sor<one<',', ';', '&', '+'>, seq<TAO_PEGTL_ISTRING("et"), word_end>> {
};
struct claim
    : seq<opt<protected_piece, gap, opt<TAO_PEGTL_ISTRING("est"), gap>>, protected_word, gap,
          TAO_PEGTL_ISTRING("par"), word_end, gap, protector,
          star<gap, protector_separator, gap, opt<TAO_PEGTL_ISTRING("par"), gap>, protector>> {};

// --- the document ---

struct bar : plus<sor<one<'|'>, utf8::one<0x00A6, 0x2502, 0x2503, 0x2551>>> {};
struct ruler : sor<rep_min<3, one<'_'>>, rep_min<4, dash>, rep_min<3, one<'='>>,
                   rep_min<3, one<'*'>>, rep_min<3, utf8::range<0x2500, 0x2501>>> {};
struct ampersand : plus<one<'&'>> {};
struct comma : plus<one<',', ';'>> {};
struct colon : one<':'> {};
struct full_stop : one<'.'> {};
struct open_brace : one<'{'> {};
struct opening : one<'(', '['> {};
struct closing : one<')', ']'> {};
// The name of a game of the family anywhere in the text: later games that name none are of it.
struct mention : seq<family_prefix, sor<seq<dash, name_part>, rep_min<3, letter>>, word_end,
                     not_at<one<'@'>>> {};
// Signs of no meaning; a run of the same one is one token.
struct mark : sor<plus<dash>, plus<one<'+'>>, plus<one<'*'>>, plus<one<'.'>>, any_char> {};

// By what they begin with, so that few alternatives are tried for each.
struct letter_item : sor<suite, heading, position_heading, player, army_head, total, label, move,
                         unreadable_move, man, result, mention, word> {};
struct digit_item : sor<suite, heading, number, move, result, word> {};
struct sign_item : sor<ruler, bar, ampersand, comma, dots, colon, full_stop, tag, suite, result,
                       open_brace, opening, closing, glyph, mark> {};
struct item
    : sor<white_space, seq<at<letter>, letter_item>, seq<at<digit>, digit_item>, sign_item> {};
struct document : seq<star<item>, eof> {};

template <class... Rules>
struct search : star<sor<Rules..., word, any_char>> {};

}  // namespace nuskha::grammar::dola
