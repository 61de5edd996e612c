#include "record/events.hpp"

#include <array>
#include <string>

#include "record/spell.hpp"

namespace nuskha::record {

std::string_view to_string(GameResult result) {
  switch (result) {
    case GameResult::white_wins:
      return "1-0";
    case GameResult::black_wins:
      return "0-1";
    case GameResult::draw:
      return "1/2-1/2";
    case GameResult::unknown:
      break;
  }
  return "*";
}

GameResult read_result(std::string_view text) {
  if (text == "1-0") return GameResult::white_wins;
  if (text == "0-1") return GameResult::black_wins;
  if (text == "1/2-1/2") return GameResult::draw;
  if (text == "*") return GameResult::unknown;
  // Dashes of every length, colons and slashes are one; so are the ways to write a half, and the
  // letters that look like a digit.
  std::string plain;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const std::string_view rest = text.substr(i);
    if (rest.starts_with("\u2013") || rest.starts_with("\u2014") || rest.starts_with("\u2212")) {
      plain += '-';
      i += 2;
    } else if (rest.starts_with("1/2")) {
      plain += 'h';
      i += 2;
    } else if (rest.starts_with("\u00BD")) {
      plain += 'h';
      i += 1;
    } else if (rest.starts_with("0.5") || rest.starts_with("0,5")) {
      plain += 'h';
      i += 2;
    } else if (text[i] == ':' || text[i] == '/') {
      plain += '-';
    } else if (text[i] == 'O' || text[i] == 'o') {
      plain += '0';
    } else if (text[i] == 'I' || text[i] == 'l' || text[i] == '|') {
      plain += '1';
    } else if (text[i] != ' ') {
      plain += text[i];
    }
  }
  if ((plain.starts_with('(') && plain.ends_with(')')) ||
      (plain.starts_with('[') && plain.ends_with(']')))
    plain = plain.substr(1, plain.size() - 2);
  if (plain == "1-0" || plain == "+--") return GameResult::white_wins;
  if (plain == "0-1" || plain == "--+") return GameResult::black_wins;
  if (plain == "h-h" || plain == "h" || plain == "=-=") return GameResult::draw;
  return GameResult::unknown;
}

void tell(const PlainPlayed& played, PlayedEvents& to) {
  const PlainMove& plain = *played.written;
  if (plain.number_size > 0) to.move_number(number_of(plain));
  const WrittenMove written = plain.written();
  PlayedMove move;
  move.move.form = plain.form;
  move.move.piece = played.piece;
  if (plain.form == MoveForm::plain) {
    move.move.from = played.from;
    move.move.to = played.to;
  }
  move.move.capture = plain.capture;
  move.move.check = written.check;
  move.move.span = written.span;
  move.name_file = played.name_file;
  move.name_rank = played.name_rank;
  move.ply = played.ply;
  move.number = played.number;
  move.side = played.side;
  move.written = &written;
  move.fen = played.fen;
  move.key = played.key;
  std::array<char, 2 * longest_square> uci;
  move.uci = {uci.data(), spell_square(played.to, spell_square(played.from, uci.data()))};
  to.move(move);
}

}  // namespace nuskha::record
