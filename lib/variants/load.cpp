#include "variants/load.hpp"

#include <algorithm>
#include <cctype>
#include <charconv>
#include <map>
#include <optional>
#include <set>
#include <utility>

#include <fmt/format.h>

#include "rules/variant.hpp"
#include "text/nearest.hpp"
#include "variants/betza.hpp"
#include "variants/names.hpp"
#include "variants/registry.hpp"

namespace nuskha::variants {

namespace {

using rules::Movement;
using rules::PieceSpec;
using rules::RankZone;
using rules::Step;
using rules::VariantSpec;
using text::Code;
using text::Span;
using Kind = Value::Kind;
using Names = std::vector<std::string>;

bool is_piece_name(std::string_view name) {
  return !name.empty() && name.size() <= 4 &&
         std::all_of(name.begin(), name.end(), [](char c) { return c >= 'A' && c <= 'Z'; });
}

// What an alphabet may call a piece: up to four bytes, and nothing that a move's squares and marks
// are made of.
bool is_letter_name(std::string_view name) {
  return !name.empty() && name.size() <= 4 && std::all_of(name.begin(), name.end(), [](char c) {
    return (c >= 'A' && c <= 'Z') || static_cast<unsigned char>(c) >= 0x80;
  });
}

// What was probably meant by a wrong name; empty if nothing is near. A name that shares no letter
// with it is not.
std::string likely(std::string_view wrong, const Names& known) {
  const std::vector<std::string_view> candidates(known.begin(), known.end());
  const auto near = text::nearest(wrong, candidates);
  if (!near || text::edit_distance(wrong, *near) >= std::max(wrong.size(), near->size())) return {};
  return std::string(*near);
}

// Whether some number of one step ends where some number of the other does.
bool is_same_way(const Step& a, const Step& b) {
  return a.dx * b.dy == a.dy * b.dx && a.dx * b.dx + a.dy * b.dy > 0;
}

class Loader {
 public:
  Loader(const text::Source& file, const Value& document, text::Diagnostics& out)
      : file_(file), document_(document), out_(out) {}

  std::shared_ptr<const VariantSpec> run() {
    check_keys(document_, "the file",
               {"name", "aliases", "title", "note", "inherits", "board", "pieces", "alphabets",
                "abbreviation", "promotion", "castling", "settings", "added_control"});
    identity();
    if (const Value* board = required(document_, "the file", "board", Kind::table)) {
      board_size(*board);
      if (const Value* pieces = required(document_, "the file", "pieces", Kind::table)) {
        names(*pieces);
        array(*board);
        read_promotion_names();
        for (const Value& piece : pieces->members) read_piece(piece);
        check_array(*board);
        promotion();
        alphabets();
        abbreviation();
        castling();
        settings();
        added_control();
      }
    }
    pass_on_findings();
    if (failed_) return nullptr;
    return std::make_shared<const VariantSpec>(std::move(spec_));
  }

 private:
  // --- reporting

  void report(Code code, Span span, std::vector<std::string> args, std::string note = {},
              std::vector<text::Fix> fixes = {}) {
    if (text::info(code).severity == text::Severity::error) failed_ = true;
    text::Diagnostic d{.code = code, .span = span, .args = std::move(args)};
    if (!note.empty()) d.notes.push_back({std::move(note), std::nullopt});
    d.fixes = std::move(fixes);
    findings_.push_back(std::move(d));
  }
  // In the order of the text. Warnings tell of a variant that works; after an error they would
  // mostly be its echo.
  void pass_on_findings() {
    std::stable_sort(findings_.begin(), findings_.end(),
                     [](const text::Diagnostic& a, const text::Diagnostic& b) {
                       return a.span.begin < b.span.begin;
                     });
    for (text::Diagnostic& d : findings_)
      if (!failed_ || text::info(d.code).severity == text::Severity::error)
        out_.report(std::move(d));
  }
  void contradiction(Span span, std::string text) {
    report(Code::variant_contradiction, span, {std::move(text)});
  }

  // With the nearest of the names that would have been good, as a note and as a fix.
  void report_unknown(Code code, Span span, std::vector<std::string> args, std::string_view wrong,
                      const Names& known, bool fixable) {
    const std::string near = likely(wrong, known);
    if (!near.empty()) {
      std::vector<text::Fix> fixes;
      if (fixable && file_.text(span) == wrong) fixes.push_back({span, near});
      report(code, span, std::move(args), fmt::format("did you mean '{}'?", near),
             std::move(fixes));
    } else {
      report(code, span, std::move(args), fmt::format("known are {}", fmt::join(known, ", ")));
    }
  }

  // The place of a part of a string's contents.
  Span part(const Value& value, std::size_t offset, std::size_t length) const {
    if (value.inherited) return value.span;
    const std::string_view raw = file_.text(value.span);
    if (raw.size() != value.string.size() + 2 || raw.substr(1, value.string.size()) != value.string)
      return value.span;
    const auto begin = std::uint32_t(value.span.begin + 1 + offset);
    return {begin, std::uint32_t(begin + length)};
  }
  Span whole(const Value& value) const { return part(value, 0, value.string.size()); }

  // --- statements

  void check_keys(const Value& table, std::string_view where, const Names& known) {
    for (const Value& member : table.members)
      if (std::find(known.begin(), known.end(), member.key) == known.end())
        report_unknown(Code::variant_unknown_key, member.key_span, {member.key, std::string(where)},
                       member.key, known, true);
  }

  bool has_kind(const Value& value, Kind kind) {
    if (value.kind == kind) return true;
    report(Code::variant_wrong_type, value.span,
           {value.key, std::string(describe(kind)), describe(value)});
    return false;
  }
  const Value* find(const Value& table, std::string_view key, Kind kind) {
    const Value* value = table.find(key);
    return value && has_kind(*value, kind) ? value : nullptr;
  }
  const Value* required(const Value& table, std::string_view where, std::string_view key,
                        Kind kind) {
    if (!table.find(key))
      report(Code::variant_missing_key, table.key_span.size() ? table.key_span : Span{},
             {std::string(where), std::string(key)});
    return find(table, key, kind);
  }
  bool flag(const Value& table, std::string_view key) {
    const Value* value = find(table, key, Kind::boolean);
    return value && value->boolean;
  }
  std::optional<int> number(const Value& value, int least, int most) {
    if (!has_kind(value, Kind::integer)) return std::nullopt;
    if (value.integer < least || value.integer > most) {
      report(
          Code::variant_bad_number, value.span,
          {value.key, std::to_string(least), std::to_string(most), std::to_string(value.integer)});
      return std::nullopt;
    }
    return int(value.integer);
  }
  // The members of a list that are strings; the others are reported.
  std::vector<const Value*> strings(const Value& list) {
    std::vector<const Value*> all;
    for (const Value& item : list.members) {
      if (item.kind == Kind::string)
        all.push_back(&item);
      else
        report(
            Code::variant_wrong_type, item.span,
            {list.key, "a list of strings", fmt::format("a list with {} in it", describe(item))});
    }
    return all;
  }

  void identity() {
    spec_.file_name = file_.name();
    const auto good_name = [&](const Value& value) {
      if (!plain_name(value.string).empty() && value.string.size() <= max_name_bytes &&
          std::none_of(value.string.begin(), value.string.end(),
                       [](char c) { return static_cast<unsigned char>(c) < 32; }))
        return true;
      report(
          Code::variant_bad_name, value.span,
          {value.string, fmt::format("a variant's name has a letter or digit and at most {} bytes",
                                     max_name_bytes)});
      return false;
    };
    if (const Value* name = required(document_, "the file", "name", Kind::string)) {
      if (good_name(*name)) spec_.name = name->string;
      spec_.span = whole(*name);
    }
    if (const Value* aliases = find(document_, "aliases", Kind::list))
      for (const Value* alias : strings(*aliases))
        if (good_name(*alias)) spec_.aliases.push_back(alias->string);
    if (const Value* title = find(document_, "title", Kind::string)) spec_.title = title->string;
    if (const Value* note = find(document_, "note", Kind::string)) spec_.note = note->string;
  }

  void board_size(const Value& board) {
    check_keys(board, "[board]",
               {"files", "ranks", "frontier", "array", "numbered_arrays", "standard_start"});
    bool known = true;
    for (const auto& [key, to, most] : {std::tuple("files", &spec_.files, rules::max_files),
                                        std::tuple("ranks", &spec_.ranks, rules::max_ranks)}) {
      const Value* value = required(board, "[board]", key, Kind::integer);
      const auto size = value ? number(*value, 2, most) : std::nullopt;
      if (size) *to = *size;
      known = known && size;
    }
    if (known && spec_.files * spec_.ranks > rules::max_squares)
      report(Code::variant_limit, board.key_span,
             {"squares", std::to_string(spec_.files * spec_.ranks),
              std::to_string(rules::max_squares)});
    if (const Value* frontier = board.find("frontier"))
      if (const auto rank = number(*frontier, 1, spec_.ranks - 1)) spec_.frontier = *rank;
    spec_.numbered_arrays = flag(board, "numbered_arrays");
    spec_.standard_start = flag(board, "standard_start");
  }

  void names(const Value& pieces) {
    for (const Value& piece : pieces.members) {
      if (!is_piece_name(piece.key))
        report(Code::variant_bad_name, piece.key_span,
               {piece.key, "a piece's name is one to four capital letters A to Z"});
      stated_names_.push_back(piece.key);
      if (!has_kind(piece, Kind::table)) {
        broken_.insert(piece.key);
        continue;
      }
      const auto is = [&](std::string_view key) {
        const Value* value = piece.find(key);
        return value && value->kind == Kind::boolean && value->boolean;
      };
      if (is("pawn")) pawns_.insert(piece.key);
      if (is("royal")) royals_.insert(piece.key);
    }
  }

  // A name that must be a piece's. False without a report where an inherited statement names a
  // piece that this variant leaves out.
  bool is_piece(std::string_view name, const Value& value, Span span) {
    if (std::find(stated_names_.begin(), stated_names_.end(), name) == stated_names_.end()) {
      report_unknown(Code::variant_unknown_piece, span, {std::string(name)}, name, stated_names_,
                     true);
      return false;
    }
    if (piece(name)) return true;
    if (!value.inherited && !broken_.contains(name))
      report(Code::variant_unknown_piece, span, {std::string(name)},
             "it is inherited, but neither the array nor promotion.to takes it over");
    return false;
  }

  // `10P`, `3`, `CT`, `.` with blanks between them.
  void array(const Value& board) {
    const Value* array = required(board, "[board]", "array", Kind::list);
    if (!array) return;
    if (array->members.empty() || int(array->members.size()) > spec_.ranks / 2) {
      report(Code::variant_bad_array, array->span,
             {fmt::format("the array has {} ranks, and a board of {} holds from 1 to {} a side",
                          array->members.size(), spec_.ranks, spec_.ranks / 2)});
      return;
    }
    for (const Value* line : strings(*array)) {
      const std::string_view text = line->string;
      Names squares;
      bool good = true;
      for (std::size_t at = 0; at < text.size();) {
        const std::size_t end = std::min(text.find(' ', at), text.size());
        if (end > at) good &= array_token(*line, at, text.substr(at, end - at), squares);
        at = end + 1;
      }
      if (good && int(squares.size()) != spec_.files)
        report(Code::variant_bad_array, whole(*line),
               {fmt::format("this rank has {} squares, and the board {} files", squares.size(),
                            spec_.files)});
      spec_.array.push_back(fmt::format("{}", fmt::join(squares, " ")));
      rows_.push_back(std::move(squares));
    }
  }
  bool array_token(const Value& line, std::size_t at, std::string_view token, Names& squares) {
    int count = 0;
    const auto [rest, error] = std::from_chars(token.data(), token.data() + token.size(), count);
    const bool counted = error == std::errc();
    std::string_view name = token.substr(std::size_t(rest - token.data()));
    if (error == std::errc::result_out_of_range ||
        (counted && (count < 1 || count > spec_.files))) {
      report(Code::variant_bad_array, part(line, at, token.size()),
             {fmt::format("'{}' does not fit into a rank of {} squares", token, spec_.files)});
      return false;
    }
    if (!counted) count = 1;
    if (name.empty()) name = ".";
    if (name != "." &&
        std::find(stated_names_.begin(), stated_names_.end(), name) == stated_names_.end()) {
      report_unknown(Code::variant_unknown_piece,
                     part(line, at + token.size() - name.size(), name.size()), {std::string(name)},
                     name, stated_names_, true);
    }
    if (name != ".") used_.insert(std::string(name));
    squares.insert(squares.end(), std::size_t(count), std::string(name));
    return true;
  }

  void read_promotion_names() {
    promotion_ = find(document_, "promotion", Kind::table);
    if (!promotion_) return;
    check_keys(*promotion_, "[promotion]", {"zone", "to"});
    promotion_to_ = find(*promotion_, "to", Kind::list);
    if (promotion_to_)
      for (const Value& item : promotion_to_->members)
        if (item.kind == Kind::string) used_.insert(item.string);
  }

  // --- zones

  std::optional<RankZone> zone(const Value& value) {
    if (value.kind == Kind::integer) {
      const auto rank = number(value, 1, spec_.ranks);
      return rank ? std::optional(RankZone{*rank, *rank}) : std::nullopt;
    }
    if (!has_kind(value, Kind::string)) return std::nullopt;
    const auto bad = [&](std::string why) {
      report(Code::variant_bad_zone, whole(value), {value.string, std::move(why)});
      return std::nullopt;
    };
    const std::string& text = value.string;
    if (text == "home" || text == "beyond") {
      if (spec_.frontier == 0) return bad("the board has no frontier");
      return text == "home" ? RankZone{1, spec_.frontier}
                            : RankZone{spec_.frontier + 1, spec_.ranks};
    }
    if (text == "last") return RankZone{spec_.ranks, spec_.ranks};
    if (text == "start") {
      const RankZone ranks = pawn_ranks();
      if (ranks.everywhere()) return bad("no pawn stands in the array");
      return ranks;
    }
    RankZone ranks;
    const char* const end = text.data() + text.size();
    auto read = std::from_chars(text.data(), end, ranks.first);
    ranks.last = ranks.first;
    if (read.ec == std::errc() && read.ptr != end && *read.ptr == '-')
      read = std::from_chars(read.ptr + 1, end, ranks.last);
    if (read.ec != std::errc() || read.ptr != end)
      return bad("zones are home, beyond, start, last, a rank as 2, or ranks as 2-4");
    if (ranks.first < 1 || ranks.last > spec_.ranks || ranks.first > ranks.last)
      return bad(fmt::format("its ranks do not lie in order from 1 to {}", spec_.ranks));
    return ranks;
  }
  RankZone zone_or_everywhere(const Value& table, std::string_view key) {
    const Value* value = table.find(key);
    return value ? zone(*value).value_or(RankZone{}) : RankZone{};
  }
  RankZone pawn_ranks() const {
    RankZone ranks;
    for (std::size_t i = 0; i < rows_.size(); ++i)
      for (const std::string& name : rows_[i])
        if (pawns_.count(name)) {
          if (ranks.everywhere()) ranks.first = int(i) + 1;
          ranks.last = int(i) + 1;
        }
    return ranks;
  }

  // --- pieces

  std::vector<Step> betza(const Value& value) {
    Betza result = parse_betza(value.string);
    for (const BetzaProblem& problem : result.problems)
      report(problem.unsupported ? Code::variant_betza_unsupported : Code::variant_bad_betza,
             part(value, problem.offset, problem.length), {value.string, problem.text});
    return std::move(result.steps);
  }

  void read_piece(const Value& value) {
    if (value.kind != Kind::table) return;
    if (value.inherited && !used_.count(value.key)) return;
    const std::string where = fmt::format("[pieces.{}]", value.key);
    PieceSpec piece;
    piece.name = value.key;
    piece.span = value.key_span;
    check_keys(value, where, {"title", "royal", "pawn", "moves", "modes", "mode_zone"});
    if (const Value* title = find(value, "title", Kind::string)) piece.title = title->string;
    piece.royal = flag(value, "royal");
    piece.pawn = flag(value, "pawn");
    if (const Value* modes = find(value, "modes", Kind::table))
      for (const Value& mode : modes->members) read_mode(mode, piece);
    if (const Value* zone = value.find("mode_zone")) {
      if (piece.modes.empty())
        contradiction(zone->key_span, fmt::format("{} has a mode_zone, and no modes", piece.name));
      piece.mode_zone = zone_or_everywhere(value, "mode_zone");
    }
    if (const Value* moves = required(value, where, "moves", Kind::list)) {
      if (moves->members.empty())
        report(Code::variant_wrong_type, moves->span, {"moves", "a list of movements", "empty"});
      for (const Value& movement : moves->members) read_movement(movement, piece);
    }
    for (const rules::ModeSpec& mode : piece.modes)
      if (std::none_of(piece.movements.begin(), piece.movements.end(), [&](const Movement& m) {
            return std::find(m.modes.begin(), m.modes.end(), mode.name) != m.modes.end();
          }))
        report(Code::variant_idle_mode, mode.span, {mode.name, piece.name});
    if (!used_.count(piece.name)) report(Code::variant_unused_piece, piece.span, {piece.name});
    spec_.pieces.push_back(std::move(piece));
  }

  void read_mode(const Value& value, PieceSpec& piece) {
    if (!is_piece_name(value.key))
      report(Code::variant_bad_name, value.key_span,
             {value.key, "a mode's name is one to four capital letters A to Z"});
    if (!has_kind(value, Kind::string)) return;
    std::vector<Step> steps = betza(value);
    for (const rules::ModeSpec& other : piece.modes)
      if (std::any_of(steps.begin(), steps.end(), [&](const Step& a) {
            return std::any_of(other.steps.begin(), other.steps.end(),
                               [&](const Step& b) { return is_same_way(a, b); });
          }))
        contradiction(whole(value), fmt::format("one movement of {} sets both its mode {} and {}",
                                                piece.name, other.name, value.key));
    piece.modes.push_back({.name = value.key,
                           .set_by = value.string,
                           .steps = std::move(steps),
                           .span = value.key_span});
  }

  void read_movement(const Value& value, PieceSpec& piece) {
    Movement movement;
    movement.span = value.span;
    const Value* text = &value;
    if (value.kind == Kind::table) {
      check_keys(value, "a movement", {"betza", "from", "within", "mode", "jump"});
      text = find(value, "betza", Kind::string);
      if (!value.find("betza"))
        report(Code::variant_missing_key, value.span, {"a movement", "betza"});
      movement.from = zone_or_everywhere(value, "from");
      movement.within = zone_or_everywhere(value, "within");
      movement.jump = flag(value, "jump");
      if (const Value* mode = value.find("mode")) {
        if (mode->kind == Kind::string)
          read_movement_mode(*mode, piece, movement);
        else if (has_kind(*mode, Kind::list))
          for (const Value* item : strings(*mode)) read_movement_mode(*item, piece, movement);
      }
    } else if (value.kind != Kind::string) {
      report(Code::variant_wrong_type, value.span,
             {"moves", "a list of strings and tables",
              fmt::format("a list with {} in it", describe(value))});
      return;
    }
    if (!text) return;
    movement.betza = text->string;
    movement.steps = betza(*text);
    if (movement.jump) {
      if (!piece.pawn)
        contradiction(
            movement.span,
            fmt::format("only pawns jump, and {} is none: en passant takes pawns", piece.name));
      else if (std::any_of(movement.steps.begin(), movement.steps.end(),
                           [](const Step& s) { return s.capture || s.dx != 0 || s.dy != 1; }))
        contradiction(
            movement.span,
            fmt::format("a jump goes straight ahead and does not capture, as 'fmR' does and "
                        "'{}' does not",
                        movement.betza));
    }
    if (!movement.steps.empty() && !ever_possible(movement))
      report(Code::variant_idle_movement, movement.span, {movement.betza, piece.name});
    piece.movements.push_back(std::move(movement));
  }

  void read_movement_mode(const Value& value, const PieceSpec& piece, Movement& movement) {
    Names known = {"none"};
    for (const rules::ModeSpec& mode : piece.modes) known.push_back(mode.name);
    if (piece.modes.empty() || std::find(known.begin(), known.end(), value.string) == known.end()) {
      if (piece.modes.empty())
        report(Code::variant_unknown_mode, whole(value), {piece.name, value.string},
               "the piece has no modes at all");
      else
        report_unknown(Code::variant_unknown_mode, whole(value), {piece.name, value.string},
                       value.string, known, true);
      return;
    }
    movement.modes.push_back(value.string == "none" ? std::string() : value.string);
  }

  bool ever_possible(const Movement& m) const {
    const auto in = [](const RankZone& zone, int rank) {
      return zone.everywhere() || (rank >= zone.first && rank <= zone.last);
    };
    for (int rank = 1; rank <= spec_.ranks; ++rank) {
      if (!in(m.from, rank)) continue;
      for (const Step& s : m.steps) {
        const int to = rank + s.dy;
        if (to >= 1 && to <= spec_.ranks && in(m.within, to) && std::abs(s.dx) < spec_.files)
          return true;
      }
    }
    return false;
  }

  const PieceSpec* piece(std::string_view name) const {
    for (const PieceSpec& p : spec_.pieces)
      if (p.name == name) return &p;
    return nullptr;
  }

  // --- what needs the pieces

  void check_array(const Value& board) {
    const Value* array = board.find("array");
    if (!array || rows_.empty()) return;
    if (royals_.empty()) contradiction(spec_.span, "no piece is royal");
    if (royals_.size() == 1) {  // of several compile() tells
      std::ptrdiff_t kings = 0;
      for (const Names& row : rows_) kings += std::count(row.begin(), row.end(), *royals_.begin());
      if (kings != 1)
        report(Code::variant_bad_array, array->span,
               {fmt::format("the array holds {} of the royal piece {}, and must hold one", kings,
                            *royals_.begin())});
    }
    if (spec_.numbered_arrays) {
      // The array is number 518: rook, knight, bishop, queen, king and back.
      const Names& r = rows_.front();
      const bool fits = spec_.files == 8 && r.size() == 8 && r[0] == r[7] && r[1] == r[6] &&
                        r[2] == r[5] && std::set<std::string>(r.begin(), r.end()).size() == 5 &&
                        piece(r[4]) && piece(r[4])->royal;
      if (!fits)
        contradiction(board.find("numbered_arrays")->key_span,
                      "arrays are numbered where a first rank of eight has the order of chess");
    }
  }

  void promotion() {
    const auto pawn = std::find_if(spec_.pieces.begin(), spec_.pieces.end(),
                                   [](const PieceSpec& p) { return p.pawn; });
    if (pawn == spec_.pieces.end()) {
      if (promotion_ && !promotion_->inherited)
        contradiction(promotion_->key_span, "[promotion] is stated, and no piece is a pawn");
      return;
    }
    spec_.promotion_zone = {spec_.ranks, spec_.ranks};
    if (promotion_)
      if (const Value* value = promotion_->find("zone"))
        if (const auto ranks = zone(*value)) {
          spec_.promotion_zone = *ranks;
          if (ranks->first <= pawn_ranks().last)
            contradiction(value->span, "pawns stand in the promotion zone at the start");
        }
    if (!promotion_to_) {
      for (const PieceSpec& p : spec_.pieces)
        if (!p.royal && !p.pawn) spec_.promotes_to.push_back(p.name);
      return;
    }
    if (promotion_to_->members.empty())
      contradiction(promotion_to_->span, "pawns must promote, and promotion.to names no piece");
    for (const Value* item : strings(*promotion_to_)) {
      if (!is_piece(item->string, *item, whole(*item))) continue;
      const PieceSpec& to = *piece(item->string);
      if (to.royal || to.pawn)
        contradiction(whole(*item), fmt::format("no pawn promotes to {}, which is {}", to.name,
                                                to.royal ? "royal" : "a pawn itself"));
      else if (std::find(spec_.promotes_to.begin(), spec_.promotes_to.end(), to.name) !=
               spec_.promotes_to.end())
        contradiction(whole(*item), fmt::format("{} is named twice in promotion.to", to.name));
      else
        spec_.promotes_to.push_back(to.name);
    }
  }

  void alphabets() {
    const Value* alphabets = find(document_, "alphabets", Kind::table);
    if (!alphabets) return;
    for (const Value& alphabet : alphabets->members) {
      if (alphabet.key == "own" || alphabet.key.empty())
        report(Code::variant_bad_name, alphabet.key_span,
               {alphabet.key, "the alphabet 'own' is made of the pieces' names"});
      if (!has_kind(alphabet, Kind::table)) continue;
      for (const Value& letter : alphabet.members) {
        if (!has_kind(letter, Kind::string)) continue;
        if (!is_letter_name(letter.string)) {
          report(Code::variant_bad_name, letter.span,
                 {letter.string,
                  "an alphabet's name for a piece is up to four bytes of capital or non-Latin "
                  "letters"});
          continue;
        }
        if (!is_piece(letter.key, letter, letter.key_span)) continue;
        for (PieceSpec& p : spec_.pieces)
          if (p.name == letter.key && letter.string != p.name)
            p.letters[alphabet.key] = letter.string;
      }
      std::map<std::string, std::string> taken;
      for (const PieceSpec& p : spec_.pieces) {
        const auto own = p.letters.find(alphabet.key);
        const std::string& letter = own == p.letters.end() ? p.name : own->second;
        const auto [other, is_new] = taken.emplace(letter, p.name);
        if (is_new) continue;
        if (alphabet.inherited) {
          forget_alphabet(alphabet.key);
          break;
        }
        const Value* at =
            alphabet.find(p.name) ? alphabet.find(p.name) : alphabet.find(other->second);
        report(
            Code::variant_name_taken, at ? at->span : alphabet.key_span,
            {letter, other->second, fmt::format("{} in the alphabet '{}'", p.name, alphabet.key)});
      }
    }
  }

  // One that the parent has and in which a piece of this game would have another's name.
  void forget_alphabet(const std::string& name) {
    for (PieceSpec& p : spec_.pieces) p.letters.erase(name);
  }

  void abbreviation() {
    const Value* table = find(document_, "abbreviation", Kind::table);
    if (!table) return;
    check_keys(*table, "[abbreviation]", {"name", "of"});
    const Value* name = required(*table, "[abbreviation]", "name", Kind::string);
    const Value* of = required(*table, "[abbreviation]", "of", Kind::list);
    if (!name || !of) return;
    if (!is_piece_name(name->string))
      report(Code::variant_bad_name, name->span,
             {name->string, "an abbreviation is one to four capital letters A to Z"});
    if (piece(name->string))
      report(Code::variant_name_taken, name->span,
             {name->string, name->string, "the abbreviation"});
    for (const Value* item : strings(*of))
      if (is_piece(item->string, *item, whole(*item)))
        spec_.abbreviations_of.push_back(item->string);
    if (!spec_.abbreviations_of.empty())
      spec_.abbreviation = name->string;
    else if (!of->inherited)
      report(Code::variant_wrong_type, of->span, {"of", "a list of pieces", "empty"});
  }

  void castling() {
    const Value* table = find(document_, "castling", Kind::table);
    if (!table) return;
    check_keys(*table, "[castling]", {"rooks", "short", "long"});
    const Value* wings[2] = {find(*table, "short", Kind::table), find(*table, "long", Kind::table)};
    if (!wings[0] && !wings[1]) {
      const Value* rooks = table->find("rooks");
      if (!table->find("short") && !table->find("long") && !(rooks && rooks->inherited))
        report(Code::variant_missing_key, table->key_span, {"[castling]", "short"});
      return;
    }
    const Value* rooks = required(*table, "[castling]", "rooks", Kind::list);
    if (!rooks) return;
    Names castling_pieces;
    for (const Value* item : strings(*rooks))
      if (is_piece(item->string, *item, whole(*item))) castling_pieces.push_back(item->string);

    int king_file = -1, king_rank = 0;
    for (std::size_t r = 0; r < rows_.size(); ++r)
      for (std::size_t f = 0; f < rows_[r].size(); ++f)
        if (const PieceSpec* p = piece(rows_[r][f]); p && p->royal) {
          king_file = int(f);
          king_rank = int(r) + 1;
        }
    if (king_file < 0) return;  // compile() asks for the king
    for (int wing = 0; wing < 2; ++wing) {
      if (!wings[wing]) continue;
      const char* const key = wing == 0 ? "short" : "long";
      const std::string where = fmt::format("castling.{}", key);
      check_keys(*wings[wing], where, {"king", "rook"});
      rules::CastlingSpec castle;
      castle.span = wings[wing]->key_span;
      castle.rooks = castling_pieces;
      for (const auto& [name, to] :
           {std::pair("king", &castle.king_to), std::pair("rook", &castle.rook_to)}) {
        const Value* square = required(*wings[wing], where, name, Kind::string);
        if (!square) continue;
        if (is_square_of_rank(square->string, king_rank))
          *to = square->string;
        else
          report(
              Code::variant_bad_square, whole(*square),
              {square->string, fmt::format("castling squares lie on White's rank {}, files a to {}",
                                           king_rank, char('a' + spec_.files - 1))});
      }
      if (!castle.king_to.empty() && castle.king_to == castle.rook_to)
        contradiction(castle.span, fmt::format("king and rook both castle to {}", castle.king_to));
      const Names& row = rows_[std::size_t(king_rank - 1)];
      const auto king = row.begin() + king_file;
      const auto [from, to] = wing == 0 ? std::pair(king, row.end()) : std::pair(row.begin(), king);
      if (std::none_of(from, to, [&](const std::string& name) {
            return std::find(castling_pieces.begin(), castling_pieces.end(), name) !=
                   castling_pieces.end();
          }))
        contradiction(castle.span,
                      fmt::format("no piece that may castle stands {} of the king in the array",
                                  wing == 0 ? "right" : "left"));
      (wing == 0 ? spec_.castle_short : spec_.castle_long) = std::move(castle);
    }
  }
  bool is_square_of_rank(std::string_view square, int rank) const {
    return square.size() >= 2 && square[0] >= 'a' && square[0] < 'a' + spec_.files &&
           square.substr(1) == std::to_string(rank);
  }

  void settings() {
    const Value* table = find(document_, "settings", Kind::table);
    if (!table) return;
    check_keys(*table, "[settings]",
               {"kings_apart", "king_takes_leaper", "repetition", "repetition_ends", "move_rule",
                "move_rule_ends"});
    const auto leaps = [&](const char* key, bool& on, std::string& text, std::vector<Step>& steps) {
      const Value* value = find(*table, key, Kind::string);
      if (!value) return;
      on = true;
      text = value->string;
      steps = betza(*value);
      if (std::any_of(steps.begin(), steps.end(), [](const Step& s) { return s.range != 1; }))
        contradiction(whole(*value), fmt::format("{} takes leaps, and '{}' rides", key, text));
    };
    leaps("kings_apart", spec_.kings_apart, spec_.kings_apart_by, spec_.kings_apart_steps);
    leaps("king_takes_leaper", spec_.king_takes_leaper, spec_.king_takes_leaper_by,
          spec_.king_takes_leaper_steps);
    const auto limit = [&](const char* key, int most, int& setting) -> const Value* {
      const Value* value = table->find(key);
      if (value)
        if (const auto n = number(*value, 0, most)) setting = *n;
      return value;
    };
    for (const auto& [key, setting] : {std::pair("repetition", &spec_.repetition),
                                       std::pair("repetition_ends", &spec_.repetition_ends)})
      if (const Value* value = limit(key, 1000, *setting); value && *setting == 1)
        contradiction(value->span, "every position occurs once");
    limit("move_rule", 10000, spec_.move_rule);
    limit("move_rule_ends", 10000, spec_.move_rule_ends);
  }

  void added_control() {
    const Value* list = find(document_, "added_control", Kind::list);
    if (!list) return;
    for (const Value& item : list->members) {
      if (item.kind != Kind::table) {
        report(Code::variant_wrong_type, item.span,
               {"added_control", "a list of tables",
                fmt::format("a list with {} in it", describe(item))});
        continue;
      }
      check_keys(item, "[[added_control]]", {"piece", "by", "adds"});
      rules::AddedControlSpec rule;
      rule.span = item.span;
      const Value* values[3] = {};
      for (int i = 0; i < 3; ++i) {
        const char* const key = i == 0 ? "piece" : i == 1 ? "by" : "adds";
        values[i] = find(item, key, Kind::string);
        if (!item.find(key))
          report(Code::variant_missing_key, item.span, {"[[added_control]]", key});
      }
      if (!values[0] || !values[1] || !values[2]) continue;
      if (!is_piece(values[0]->string, *values[0], whole(*values[0]))) continue;
      rule.piece = values[0]->string;
      rule.by = values[1]->string;
      rule.adds = values[2]->string;
      rule.by_steps = betza(*values[1]);
      rule.adds_steps = betza(*values[2]);
      if (spec_.frontier == 0)
        contradiction(rule.span, "added control acts over a frontier, and the board has none");
      for (PieceSpec& p : spec_.pieces) p.minor |= p.name == rule.piece;
      spec_.added_control.push_back(std::move(rule));
    }
  }

  const text::Source& file_;
  const Value& document_;
  text::Diagnostics& out_;
  std::vector<text::Diagnostic> findings_;
  bool failed_ = false;
  VariantSpec spec_;
  Names stated_names_;                         // of all pieces, left out or not
  std::set<std::string, std::less<>> broken_;  // of those, the ones that are no tables
  std::set<std::string> pawns_, royals_;
  std::set<std::string> used_;  // named by the array or promotion.to
  std::vector<Names> rows_;     // the array, square by square
  const Value* promotion_ = nullptr;
  const Value* promotion_to_ = nullptr;
};

// What says who a variant is and where it starts is never inherited.
void forget_identity(Value& document) {
  const auto forget = [](Value& table, std::initializer_list<std::string_view> keys) {
    std::erase_if(table.members, [&](const Value& m) {
      return std::find(keys.begin(), keys.end(), m.key) != keys.end();
    });
  };
  forget(document, {"name", "aliases", "title", "note", "inherits"});
  for (Value& member : document.members)
    if (member.key == "board") forget(member, {"standard_start"});
}

}  // namespace

Loaded load_file(const text::Source& file, const Parents& parents, text::Diagnostics& diagnostics) {
  std::optional<Value> document = parse_document(file, diagnostics);
  if (!document) return {};
  if (const Value* inherits = document->find("inherits")) {
    if (inherits->kind != Kind::string) {
      diagnostics.report({.code = Code::variant_wrong_type,
                          .span = inherits->span,
                          .args = {"inherits", "a string", describe(*inherits)}});
      return {};
    }
    const std::shared_ptr<const Value> parent = parents.find(inherits->string);
    if (!parent) {
      text::Diagnostic d{
          .code = Code::variant_unknown_parent, .span = inherits->span, .args = {inherits->string}};
      const Names names = parents.names();
      const std::string near = likely(inherits->string, names);
      d.notes.push_back({near.empty() ? fmt::format("known are {}", fmt::join(names, ", "))
                                      : fmt::format("did you mean '{}'?", near),
                         std::nullopt});
      diagnostics.report(std::move(d));
      return {};
    }
    Value base = *parent;
    forget_identity(base);
    const Span place = inherits->span;
    document = merge(std::move(base), std::move(*document), place);
  }
  auto shared = std::make_shared<const Value>(std::move(*document));
  std::shared_ptr<const VariantSpec> spec = Loader(file, *shared, diagnostics).run();
  if (!spec) return {};
  return {std::move(spec), std::move(shared)};
}

}  // namespace nuskha::variants
