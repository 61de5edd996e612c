#include "repair/miswrite.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "rules/fen.hpp"

namespace nuskha::miswrite {

using record::CheckMark;
using record::MoveForm;
using record::PieceName;
using record::WrittenMove;

template <class Bits>
Sheet Scribe<Bits>::write(const rules::Position<Bits>& start,
                          const std::vector<rules::Move>& moves) {
  Sheet sheet;
  std::string fen;
  rules::write_fen(start, fen);
  const bool is_array = fen == variant_.start_fen() && variant_.spec().standard_start;
  if (notation_ == Notation::dola) {
    sheet.heading = fmt::format("1ère Partie de {} :\n", variant_.name());
  } else {
    sheet.heading = fmt::format("[Event \"?\"]\n[Variant \"{}\"]\n", variant_.name());
    if (!is_array) sheet.heading += fmt::format("[SetUp \"1\"]\n[FEN \"{}\"]\n", fen);
    sheet.heading += '\n';
  }
  rules::Position<Bits> position = start;
  for (const rules::Move move : moves) {
    Cell cell;
    cell.move = notation::write_down(position, alphabet_, move, spelling_.style);
    cell.text = spelling_.spell(cell.move);
    if (position.side() == rules::Color::white || sheet.cells.empty())
      cell.number = position.move_number();
    cell.ply = int(sheet.cells.size());
    sheet.cells.push_back(std::move(cell));
    position.play(move);
  }
  const rules::Outcome outcome = position.outcome();
  const bool black_wins = outcome == rules::Outcome::checkmate
                              ? position.side() == rules::Color::white
                              : random_.below(2) == 0;
  if (outcome == rules::Outcome::stalemate)
    sheet.ending = notation_ == Notation::dola ? "pat" : "1/2-1/2";
  else if (notation_ != Notation::dola)
    sheet.ending = black_wins ? "0-1" : "1-0";
  else if (outcome == rules::Outcome::none)
    sheet.ending = black_wins ? "Les blancs abandonnent" : "Les noirs abandonnent";
  set(sheet);
  return sheet;
}

template <class Bits>
void Scribe<Bits>::set(Sheet& sheet) const {
  sheet.text = sheet.heading;
  sheet.begins.clear();
  const bool dola = notation_ == Notation::dola;
  for (std::size_t i = 0; i < sheet.cells.size(); ++i) {
    const Cell& cell = sheet.cells[i];
    if (cell.number) {
      if (i > 0) sheet.text += dola || cell.number % 5 == 0 ? '\n' : ' ';
      sheet.text += fmt::format("{}{} ", cell.number, dola ? ')' : '.');
    } else {
      sheet.text += dola ? " & " : " ";
    }
    sheet.begins.push_back(std::uint32_t(sheet.text.size()));
    sheet.text += cell.text + cell.remark;
  }
  sheet.text += fmt::format("{}{}\n", dola ? '\n' : ' ', sheet.ending);
}

// Every other time a neighbour.
template <class Bits>
std::int8_t Scribe<Bits>::another(std::int8_t coordinate, int limit) {
  for (;;) {
    const int other =
        random_.below(2) ? random_.below(limit) : coordinate + (random_.below(2) ? 1 : -1);
    if (other >= 0 && other < limit && other != coordinate) return std::int8_t(other);
  }
}

template <class Bits>
PieceName Scribe<Bits>::another(PieceName name, bool promoted) {
  for (;;) {
    const auto type = rules::PieceType(random_.below(int(variant_.spec().pieces.size())));
    if (promoted && (type == variant_.king() || type == variant_.pawn())) continue;
    // SAN has no name for a pawn.
    const PieceName other =
        type == variant_.pawn() && notation_ != Notation::dola ? PieceName() : alphabet_.name(type);
    if (other != name && (other || !promoted)) return other;
  }
}

template <class Bits>
std::string Scribe<Bits>::junk() {
  constexpr std::array words = {"xx", "Zz9", "e", "Q", "f44", "????", "a9z"};
  if (random_.below(3) == 0) return words[std::size_t(random_.below(int(words.size())))];
  WrittenMove move;
  const auto square = [&] {
    return record::WrittenSquare{std::int8_t(random_.below(variant_.files())),
                                 std::int8_t(random_.below(variant_.ranks()))};
  };
  move.piece = another(PieceName());
  move.states_quiet = true;
  if (notation_ != Notation::san) move.from = square();
  move.to = square();
  return spelling_.spell(move);
}

// False where the cell has no place for that.
template <class Bits>
bool Scribe<Bits>::spoil(Cell& cell, Kind kind) {
  WrittenMove& move = cell.move;
  const bool plain = move.form == MoveForm::plain;
  const auto coordinate = [&](std::int8_t& written, int limit) {
    if (!plain || written < 0) return false;
    written = another(written, limit);
    return true;
  };
  const auto mark = [&](CheckMark from, CheckMark to) {
    if (move.check != from) return false;
    move.check = to;
    return true;
  };
  const bool names_captured = notation_ == Notation::dola;
  const bool is_pawn = !move.piece || move.piece == alphabet_.pawn();
  switch (kind) {
    case Kind::file_from:
      return coordinate(move.from.file, variant_.files());
    case Kind::rank_from:
      return coordinate(move.from.rank, variant_.ranks());
    case Kind::file_to:
      return coordinate(move.to.file, variant_.files());
    case Kind::rank_to:
      return coordinate(move.to.rank, variant_.ranks());
    case Kind::piece:
      if (!plain || move.promotion) return false;
      move.piece = another(move.piece);
      return true;
    case Kind::abbreviated: {
      PieceName& name = random_.below(2) ? move.piece : move.captured;
      if (!plain || name.view().size() != 2 || name.view()[0] != 'C') return false;
      name = PieceName("C");
      return true;
    }
    case Kind::disambiguation_missing:
      if (notation_ != Notation::san || is_pawn || !move.from) return false;
      move.from = {};
      return true;
    case Kind::disambiguation_wrong:
      if (notation_ != Notation::san || is_pawn || !move.from) return false;
      return move.from.file >= 0 ? coordinate(move.from.file, variant_.files())
                                 : coordinate(move.from.rank, variant_.ranks());
    case Kind::capture_missing:
      if (!plain || !move.capture) return false;
      move.capture = move.en_passant = false;
      move.captured = PieceName();
      return true;
    case Kind::capture_invented:
      if (!plain || move.capture) return false;
      move.capture = true;
      if (names_captured) move.captured = another(alphabet_.name(variant_.king()));
      return true;
    case Kind::check_missing:
      return mark(CheckMark::check, CheckMark::none);
    case Kind::check_invented:
      return mark(CheckMark::none, CheckMark::check);
    case Kind::mate_missing:
      return mark(CheckMark::mate, random_.below(2) ? CheckMark::check : CheckMark::none);
    case Kind::mate_invented:
      return mark(CheckMark::check, CheckMark::mate);
    case Kind::captured:
      if (!move.captured) return false;
      move.captured = another(move.captured);
      return true;
    case Kind::promotion:
      if (!move.promotion) return false;
      move.promotion = random_.below(3) ? another(move.promotion, true) : PieceName();
      return true;
    case Kind::castling_side:
      if (plain) return false;
      move.form =
          move.form == MoveForm::castle_short ? MoveForm::castle_long : MoveForm::castle_short;
      return true;
    default:
      return false;
  }
}

template <class Bits>
bool Scribe<Bits>::rearrange(Sheet& sheet, std::size_t at, Kind kind, const Sheet& other) {
  std::vector<Cell>& cells = sheet.cells;
  const auto place = cells.begin() + std::ptrdiff_t(at);
  const auto exchange = [](Cell& a, Cell& b) {
    std::swap(a, b);
    std::swap(a.number, b.number);
  };
  // Takes `count` cells out. Every other time nobody notices, and what follows moves up into their
  // places.
  const auto leave_out = [&](std::size_t count) {
    if (at + count >= cells.size()) return false;
    if (random_.below(2))
      for (std::size_t i = cells.size() - 1; i >= at + count; --i)
        cells[i].number = cells[i - count].number;
    else if (count == 1 && cells[at].number)
      cells[at + 1].number = cells[at].number;
    cells.erase(place, place + std::ptrdiff_t(count));
    return true;
  };
  switch (kind) {
    case Kind::duplicated:
    case Kind::junk: {
      Cell cell = cells[at];
      if (kind == Kind::junk) cell.text = junk();
      cell.ply = -1;
      cell.number = 0;
      cells.insert(place + 1, cell);
      return true;
    }
    case Kind::garbled: {
      std::string& text = cells[at].text;
      const std::size_t where = std::size_t(random_.below(int(text.size())));
      if (static_cast<unsigned char>(text[where]) >= 128) return false;
      if (random_.below(2))
        text[where] = "?*_%"[random_.below(4)];
      else
        text.erase(where, 1);
      return !text.empty();
    }
    case Kind::half_move_left_out:
      return leave_out(1);
    case Kind::whole_move_left_out:
      return cells[at].number && leave_out(2);
    case Kind::swapped:
      if (at + 1 >= cells.size() || cells[at].text == cells[at + 1].text) return false;
      exchange(cells[at], cells[at + 1]);
      return true;
    case Kind::columns: {
      const std::size_t lines = std::size_t(3 + random_.below(20));
      if (!cells[at].number || at + 6 > cells.size()) return false;
      for (std::size_t i = at; i + 1 < std::min(at + 2 * lines, cells.size()); i += 2)
        exchange(cells[i], cells[i + 1]);
      return true;
    }
    case Kind::numbering: {
      if (!cells[at].number) return false;
      if (random_.below(3) == 0) {
        cells[at].number += 1 + random_.below(20);
        return true;
      }
      const int slip = random_.below(2) ? 1 : -1;
      for (std::size_t i = at; i < cells.size(); ++i)
        if (cells[i].number) cells[i].number += slip;
      return true;
    }
    case Kind::foreign_line: {
      // A second first line would begin another game.
      if (!cells[at].number || at == 0) return false;
      const std::size_t from = std::size_t(random_.below(int(other.cells.size() / 2))) * 2;
      if (from + 2 > other.cells.size()) return false;
      std::vector<Cell> line(other.cells.begin() + std::ptrdiff_t(from),
                             other.cells.begin() + std::ptrdiff_t(from + 2));
      line[0].number = cells[at].number;
      line[0].ply = line[1].ply = -1;
      cells.insert(place, line.begin(), line.end());
      return true;
    }
    default:
      return false;
  }
}

template <class Bits>
bool Scribe<Bits>::miswrite(Sheet& sheet, Kind kind, const Sheet& other) {
  constexpr int attempts = 500;
  for (int i = 0; i < attempts && !sheet.cells.empty(); ++i) {
    const std::size_t at = std::size_t(random_.below(int(sheet.cells.size())));
    if (kind >= Kind::duplicated) {
      if (!rearrange(sheet, at, kind, other)) continue;
    } else {
      Cell& cell = sheet.cells[at];
      const std::string before = cell.text;
      Cell spoilt = cell;
      if (cell.ply < 0 || !spoil(spoilt, kind)) continue;
      spoilt.text = spelling_.spell(spoilt.move);
      if (spoilt.text == before) continue;
      cell = std::move(spoilt);
    }
    set(sheet);
    return true;
  }
  return false;
}

template class Scribe<rules::Bits64>;
template class Scribe<rules::Bits128>;
template class Scribe<rules::Bits256>;

}  // namespace nuskha::miswrite
