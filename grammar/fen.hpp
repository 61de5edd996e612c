// One position a line: FEN (PGN standard, section 16.1) or EPD (section 16.2), with the piece names
// and board sizes of docs/formats/fen.md. Only the line's parts; what a FEN says is for the rules
// to read.
//
// Accepts more: fewer than four fields after the placement; a last operation with a quoted operand
// and no `;`; lines that begin with `#`; blank lines.
#pragma once

#include <tao/pegtl.hpp>

namespace nuskha::grammar::fen {

using namespace tao::pegtl;

struct blanks : plus<blank> {};
struct line_end : sor<eolf, one<'\r'>> {};

struct placement_char
    : sor<alnum, one<'{', '}', '+', '~', '[', ']', '-', '*'>, range<'\x80', '\xFF'>> {};
struct rank : plus<placement_char> {};
struct placement : seq<rank, plus<one<'/'>, rank>> {};
struct side : seq<one<'w', 'b', 'W', 'B'>, at<sor<blank, line_end>>> {};
// `KQkq`, `HAha`, `-`; en passant: squares parted by commas, or `-`.
struct castling : plus<sor<alpha, one<'-'>>> {};
struct en_passant_square : seq<range<'a', 'p'>, plus<digit>> {};
struct en_passant : sor<seq<list<en_passant_square, one<','>>, at<sor<blank, line_end>>>,
                        seq<one<'-'>, at<sor<blank, line_end>>>> {};
struct counters : seq<plus<digit>, opt<blanks, plus<digit>>, at<sor<blank, line_end>>> {};
struct position
    : seq<placement, opt<blanks, side, opt<blanks, castling, opt<blanks, en_passant>>>> {};

// EPD operations: `bm Nf3; id "one; two";`
struct opcode : seq<alpha, star<sor<alnum, one<'_'>>>> {};
struct quoted : seq<one<'"'>, star<not_one<'"', '\r', '\n'>>, one<'"'>> {};
struct operand : star<sor<quoted, not_one<';', '\r', '\n'>>> {};
struct closed_operation : seq<opcode, opt<blanks, operand>, one<';'>> {};
struct last_operand : quoted {};
struct last_operation : seq<opcode, blanks, last_operand, at<star<blank>, line_end>> {};
struct operation : sor<closed_operation, last_operation> {};
struct operations : list<operation, star<blank>> {};

struct record : seq<star<blank>, position, opt<blanks, counters>, opt<blanks, operations>,
                    star<blank>, line_end> {};
struct remark : seq<star<blank>, opt<one<'#'>, star<not_one<'\r', '\n'>>>, line_end> {};

}  // namespace nuskha::grammar::fen
