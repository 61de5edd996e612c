#include "render.hpp"

#include <algorithm>
#include <array>
#include <optional>
#include <vector>

#include <fmt/format.h>

#include "rules/fen.hpp"
#include "text/utf8.hpp"

namespace nuskha::tools {
namespace {

using rules::Color;
using rules::Occupant;
using rules::Piece;
using rules::Square;
using rules::Variant;

constexpr std::string_view figurine_alphabet = "figurine";
// Unicode's white chess symbols and how far after each its black one comes.
struct FigurineRange {
  char32_t first, last, to_black;
};
constexpr std::array<FigurineRange, 11> white_figurines = {{
    {0x2654, 0x2659, 6},    // the six pieces
    {0x1FA06, 0x1FA06, 1},  // the knight turned by 45 degrees
    {0x1FA09, 0x1FA0E, 6},  // the six turned by 90
    {0x1FA1B, 0x1FA1B, 1},  // the knight by 135
    {0x1FA1E, 0x1FA23, 6},  // the six by 180
    {0x1FA30, 0x1FA30, 1},
    {0x1FA33, 0x1FA38, 6},
    {0x1FA45, 0x1FA45, 1},
    {0x1FA48, 0x1FA48, 1},  // the equihopper
    {0x1FA4B, 0x1FA4B, 1},
    {0x1FA4E, 0x1FA50, 3},  // knight and queen, rook or bishop in one
}};

// The black counterpart of a white figurine; nothing for every other name.
std::optional<std::string> black_figurine(std::string_view name) {
  const text::CodePoint c = text::decode_utf8(name, 0);
  if (c.size != name.size()) return std::nullopt;
  for (const FigurineRange& range : white_figurines)
    if (c.value >= range.first && c.value <= range.last) {
      std::string black;
      text::append_utf8(c.value + range.to_black, black);
      return black;
    }
  return std::nullopt;
}

std::string in_case(std::string name, Color color) {
  if (color == Color::black)
    std::transform(name.begin(), name.end(), name.begin(),
                   [](char c) { return c >= 'A' && c <= 'Z' ? char(c + 32) : c; });
  return name;
}

std::string cell(const Variant& variant, Occupant occupant, BoardStyle style) {
  if (!occupant) return style == BoardStyle::ascii ? "." : "";
  const Piece& piece = variant.pieces()[variant.type_of(occupant.state())];
  std::string name = in_case(piece.name, occupant.color());
  if (style == BoardStyle::unicode) {
    const auto found = piece.letters.find(std::string(figurine_alphabet));
    if (found != piece.letters.end())
      if (const auto black = black_figurine(found->second))
        name = occupant.color() == Color::white ? found->second : *black;
  }
  if (const int mode = variant.mode_of(occupant.state()); mode > 0)
    name += '+' + in_case(piece.mode_names[std::size_t(mode - 1)], occupant.color());
  return name;
}

void append_padded(std::string_view text, std::size_t width, std::string& out) {
  out += text;
  out.append(width - std::min(width, text::count_code_points(text)), ' ');
}

void end_line(std::string& out) {
  out.erase(out.find_last_not_of(' ') + 1);
  out += '\n';
}

struct Drawing {
  const Variant& variant;
  std::vector<std::string> cells;  // by square
  std::size_t width;
};

std::string draw_ascii(const Drawing& drawing) {
  const Variant& variant = drawing.variant;
  std::string out;
  for (int rank = variant.ranks() - 1; rank >= 0; --rank) {
    fmt::format_to(std::back_inserter(out), "{:2}  ", rank + 1);
    for (int file = 0; file < variant.files(); ++file) {
      append_padded(drawing.cells[variant.square(file, rank)], drawing.width, out);
      out += ' ';
    }
    end_line(out);
    if (rank > 0 && rank == variant.spec().frontier) {
      out += "    ";
      out.append(std::size_t(variant.files()) * (drawing.width + 1) - 1, '-');
      out += '\n';
    }
  }
  out += "    ";
  for (int file = 0; file < variant.files(); ++file) {
    append_padded(std::string(1, char('a' + file)), drawing.width, out);
    out += ' ';
  }
  end_line(out);
  return out;
}

std::string draw_unicode(const Drawing& drawing) {
  const Variant& variant = drawing.variant;
  std::string out;
  const auto rule = [&](std::string_view left, std::string_view line, std::string_view cross,
                        std::string_view right) {
    out += "   ";
    out += left;
    for (int file = 0; file < variant.files(); ++file) {
      if (file > 0) out += cross;
      for (std::size_t i = 0; i < drawing.width + 2; ++i) out += line;
    }
    out += right;
    out += '\n';
  };
  rule("┌", "─", "┬", "┐");
  for (int rank = variant.ranks() - 1; rank >= 0; --rank) {
    fmt::format_to(std::back_inserter(out), "{:2} │", rank + 1);
    for (int file = 0; file < variant.files(); ++file) {
      out += ' ';
      append_padded(drawing.cells[variant.square(file, rank)], drawing.width, out);
      out += " │";
    }
    out += '\n';
    if (rank == 0)
      rule("└", "─", "┴", "┘");
    else if (rank == variant.spec().frontier)
      rule("╞", "═", "╪", "╡");
    else
      rule("├", "─", "┼", "┤");
  }
  out += "    ";
  for (int file = 0; file < variant.files(); ++file) {
    out += ' ';
    append_padded(std::string(1, char('a' + file)), drawing.width, out);
    out += "  ";
  }
  end_line(out);
  return out;
}

}  // namespace

std::string draw_board(const rules::AnyPosition& position, BoardStyle style) {
  return std::visit(
      [&](const auto& p) {
        Drawing drawing{p.variant(), {}, 1};
        for (int s = 0; s < p.variant().squares(); ++s) {
          drawing.cells.push_back(cell(p.variant(), p.at(Square(s)), style));
          drawing.width = std::max(drawing.width, text::count_code_points(drawing.cells.back()));
        }
        return style == BoardStyle::ascii ? draw_ascii(drawing) : draw_unicode(drawing);
      },
      position);
}

std::string describe_state(const rules::AnyPosition& position) {
  return std::visit(
      [](const auto& p) -> std::string {
        const Variant& variant = p.variant();
        const std::string_view side = p.side() == Color::white ? "White" : "Black";
        std::string from;
        p.checkers().each([&](unsigned s) {
          if (!from.empty()) from += " and ";
          from += variant.pieces()[variant.type_of(p.at(Square(s)).state())].name +
                  variant.square_name(Square(s));
        });
        switch (p.outcome()) {
          case rules::Outcome::checkmate:
            return fmt::format("{} is mated by {}", side, from);
          case rules::Outcome::stalemate:
            return fmt::format("stalemate: {} has no legal move", side);
          case rules::Outcome::none:
            break;
        }
        if (from.empty()) return fmt::format("{} to move", side);
        return fmt::format("{} to move, in check from {}", side, from);
      },
      position);
}

std::string fen_of(const rules::AnyPosition& position) {
  return std::visit([](const auto& p) { return rules::fen(p); }, position);
}

}  // namespace nuskha::tools
