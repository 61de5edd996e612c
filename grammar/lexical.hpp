// Lexical rules that the grammars of hand-typed texts share: blanks, line ends, dashes and letters
// in all the shapes that word processors make of them. Text is UTF-8 (text::Source sees to that).
#pragma once

#include <tao/pegtl.hpp>

namespace nuskha::grammar::lexical {

namespace pegtl = tao::pegtl;

// Of any width: tab, no-break, thin, zero-width, ideographic, byte order mark.
struct blank
    : pegtl::sor<pegtl::one<' ', '\t', '\v', '\f'>,
                 pegtl::utf8::one<0x00A0, 0x1680, 0x200B, 0x202F, 0x205F, 0x2060, 0x3000, 0xFEFF>,
                 pegtl::utf8::range<0x2000, 0x200A>> {};
struct line_end : pegtl::sor<pegtl::string<'\r', '\n'>, pegtl::one<'\n', '\r'>,
                             pegtl::utf8::one<0x0085, 0x2028, 0x2029>> {};
struct blanks : pegtl::star<blank> {};
// What may stand inside a token of a wrapped text: never a blank line, so that a token never
// reaches from one paragraph into the next.
struct gap : pegtl::seq<blanks, pegtl::opt<line_end, blanks>> {};
struct white_space : pegtl::plus<pegtl::sor<blank, line_end>> {};

// Hyphens, dashes and the minus sign.
struct dash
    : pegtl::sor<pegtl::one<'-'>, pegtl::utf8::range<0x2010, 0x2015>, pegtl::utf8::one<0x2212>> {};
struct apostrophe : pegtl::sor<pegtl::one<'\'', '`'>, pegtl::utf8::one<0x00B4, 0x2018, 0x2019>> {};
struct ellipsis : pegtl::utf8::one<0x2026> {};
struct degree : pegtl::utf8::one<0x00B0, 0x00BA> {};

// Letters of every script, accents typed apart from their letter, and letter-like signs; no
// punctuation and no symbols.
struct letter
    : pegtl::sor<pegtl::alpha,
                 pegtl::utf8::ranges<0x00C0, 0x00D6, 0x00D8, 0x00F6, 0x00F8, 0x1FFF, 0x2C00, 0x2DFF,
                                     0x3040, 0xFDFF, 0xFE70, 0xFEFC, 0x10000, 0x1EFFF>> {};
struct word_char : pegtl::sor<letter, pegtl::digit> {};
struct word : pegtl::plus<word_char> {};
struct word_end : pegtl::not_at<word_char> {};
struct any_char : pegtl::sor<pegtl::utf8::any, pegtl::any> {};

// A letter with its accent, without it, or with the accent typed apart.
struct accent : pegtl::utf8::range<0x0300, 0x036F> {};
struct letter_e
    : pegtl::seq<pegtl::sor<pegtl::one<'e', 'E'>,
                            pegtl::utf8::one<0xC8, 0xC9, 0xCA, 0xCB, 0xE8, 0xE9, 0xEA, 0xEB>>,
                 pegtl::opt<accent>> {};
struct letter_a
    : pegtl::seq<pegtl::sor<pegtl::one<'a', 'A'>, pegtl::utf8::one<0xC0, 0xC2, 0xE0, 0xE2>>,
                 pegtl::opt<accent>> {};

}  // namespace nuskha::grammar::lexical
