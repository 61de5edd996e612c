// A specification written out as a file that inherits nothing.

#include <algorithm>
#include <map>
#include <utility>

#include <fmt/format.h>

#include "variants/registry.hpp"

namespace nuskha::variants {

namespace {

using rules::RankZone;
using rules::VariantSpec;

std::string quoted(std::string_view text) {
  std::string out = "\"";
  for (const char c : text) {
    if (c == '"' || c == '\\')
      (out += '\\') += c;
    else if (static_cast<unsigned char>(c) < 32 || c == 127)
      out += fmt::format("\\u{:04X}", int(c));
    else
      out += c;
  }
  return out + '"';
}

std::string list(const std::vector<std::string>& items) {
  std::string out = "[";
  for (const std::string& item : items) (out += out.size() > 1 ? ", " : "") += quoted(item);
  return out + "]";
}

// `10P` for ten pawns in a row, `3` for three empty squares.
std::string shortened(std::string_view rank) {
  std::string out;
  for (std::size_t at = 0; at < rank.size();) {
    const std::string_view square = rank.substr(at, rank.find(' ', at) - at);
    int count = 0;
    while (rank.substr(at, square.size() + 1) == std::string(square) + ' ' ||
           rank.substr(at) == square) {
      ++count;
      at = std::min(at + square.size() + 1, rank.size());
    }
    if (!out.empty()) out += ' ';
    if (square == ".")
      out += std::to_string(count);
    else if (count > 1)
      out += std::to_string(count) + std::string(square);
    else
      out += square;
  }
  return out;
}

// Bare where TOML allows it.
std::string key(std::string_view name) {
  const bool bare = !name.empty() && std::all_of(name.begin(), name.end(), [](char c) {
    return (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '_' ||
           c == '-';
  });
  return bare ? std::string(name) : quoted(name);
}

std::string zone_name(const RankZone& zone, const VariantSpec& spec) {
  if (spec.frontier > 0 && zone == RankZone{1, spec.frontier}) return "home";
  if (spec.frontier > 0 && zone == RankZone{spec.frontier + 1, spec.ranks}) return "beyond";
  if (zone == RankZone{spec.ranks, spec.ranks}) return "last";
  return zone.first == zone.last ? fmt::format("{}", zone.first)
                                 : fmt::format("{}-{}", zone.first, zone.last);
}

std::string movement(const rules::Movement& m, const VariantSpec& spec) {
  std::string out = quoted(m.betza);
  if (m.from.everywhere() && m.within.everywhere() && m.modes.empty() && !m.jump) return out;
  out = "{ betza = " + out;
  if (!m.from.everywhere()) out += fmt::format(", from = \"{}\"", zone_name(m.from, spec));
  if (!m.within.everywhere()) out += fmt::format(", within = \"{}\"", zone_name(m.within, spec));
  if (!m.modes.empty()) {
    std::vector<std::string> modes = m.modes;
    std::replace(modes.begin(), modes.end(), std::string(), std::string("none"));
    out += ", mode = " + (modes.size() == 1 ? quoted(modes[0]) : list(modes));
  }
  if (m.jump) out += ", jump = true";
  return out + " }";
}

}  // namespace

std::string resolved_file(const VariantSpec& spec) {
  std::string out;
  const auto line = [&](std::string_view name, std::string_view value) {
    fmt::format_to(std::back_inserter(out), "{} = {}\n", name, value);
  };
  line("name", quoted(spec.name));
  if (!spec.aliases.empty()) line("aliases", list(spec.aliases));
  if (!spec.title.empty()) line("title", quoted(spec.title));
  if (!spec.note.empty()) line("note", quoted(spec.note));

  out += "\n[board]\n";
  line("files", std::to_string(spec.files));
  line("ranks", std::to_string(spec.ranks));
  if (spec.frontier > 0) line("frontier", std::to_string(spec.frontier));
  std::vector<std::string> array;
  for (const std::string& rank : spec.array) array.push_back(shortened(rank));
  line("array", list(array));
  if (spec.numbered_arrays) line("numbered_arrays", "true");
  if (spec.standard_start) line("standard_start", "true");

  for (const rules::PieceSpec& piece : spec.pieces) {
    out += fmt::format("\n[pieces.{}]\n", key(piece.name));
    if (!piece.title.empty()) line("title", quoted(piece.title));
    if (piece.royal) line("royal", "true");
    if (piece.pawn) line("pawn", "true");
    std::string moves = "[";
    for (const rules::Movement& m : piece.movements)
      (moves += moves.size() > 1 ? ", " : "") += movement(m, spec);
    line("moves", moves + "]");
    if (piece.modes.empty()) continue;
    std::string modes = "{ ";
    for (const rules::ModeSpec& mode : piece.modes)
      modes += fmt::format("{}{} = {}", modes.size() > 2 ? ", " : "", key(mode.name),
                           quoted(mode.set_by));
    line("modes", modes + " }");
    if (!piece.mode_zone.everywhere()) line("mode_zone", quoted(zone_name(piece.mode_zone, spec)));
  }

  std::map<std::string, std::string> alphabets;
  for (const rules::PieceSpec& piece : spec.pieces)
    for (const auto& [alphabet, letter] : piece.letters) {
      std::string& row = alphabets[alphabet];
      row += fmt::format("{}{} = {}", row.empty() ? "" : ", ", key(piece.name), quoted(letter));
    }
  if (!alphabets.empty()) out += "\n[alphabets]\n";
  for (const auto& [alphabet, row] : alphabets) line(key(alphabet), "{ " + row + " }");

  if (!spec.abbreviation.empty()) {
    out += "\n[abbreviation]\n";
    line("name", quoted(spec.abbreviation));
    line("of", list(spec.abbreviations_of));
  }
  if (!spec.promotion_zone.everywhere()) {
    out += "\n[promotion]\n";
    line("zone", quoted(zone_name(spec.promotion_zone, spec)));
    line("to", list(spec.promotes_to));
  }
  if (spec.castle_short.present() || spec.castle_long.present()) {
    out += "\n[castling]\n";
    line("rooks", list((spec.castle_short.present() ? spec.castle_short : spec.castle_long).rooks));
    for (const auto& [name, castle] :
         {std::pair("short", &spec.castle_short), std::pair("long", &spec.castle_long)})
      if (castle->present())
        line(name,
             fmt::format("{{ king = \"{}\", rook = \"{}\" }}", castle->king_to, castle->rook_to));
  }
  out += "\n[settings]\n";
  if (spec.kings_apart) line("kings_apart", quoted(spec.kings_apart_by));
  if (spec.king_takes_leaper) line("king_takes_leaper", quoted(spec.king_takes_leaper_by));
  line("repetition", std::to_string(spec.repetition));
  line("repetition_ends", std::to_string(spec.repetition_ends));
  line("move_rule", std::to_string(spec.move_rule));
  line("move_rule_ends", std::to_string(spec.move_rule_ends));

  for (const rules::AddedControlSpec& rule : spec.added_control) {
    out += "\n[[added_control]]\n";
    line("piece", quoted(rule.piece));
    line("by", quoted(rule.by));
    line("adds", quoted(rule.adds));
  }
  return out;
}

}  // namespace nuskha::variants
