#include "replay/setup.hpp"

#include <algorithm>
#include <array>
#include <bit>

#include <fmt/format.h>

#include "record/spell.hpp"
#include "replay/claims.hpp"

namespace nuskha::replay {

using notation::Alphabet;
using record::Inventory;
using rules::Color;
using rules::PieceType;
using rules::Position;
using rules::SetupProblem;
using rules::Square;
using text::Code;

namespace {

Code code_of(SetupProblem problem) {
  switch (problem) {
    case SetupProblem::syntax:
      return Code::fen_syntax;
    case SetupProblem::board_size:
      return Code::fen_board_size;
    case SetupProblem::unknown_piece:
      return Code::fen_unknown_piece;
    case SetupProblem::missing_king:
      return Code::missing_king;
    case SetupProblem::many_kings:
      return Code::many_kings;
    case SetupProblem::opposite_check:
      return Code::opposite_check;
    case SetupProblem::pawn_on_last_rank:
      return Code::pawn_on_last_rank;
    case SetupProblem::castling_rights:
      return Code::fen_castling_rights;
    case SetupProblem::en_passant:
      return Code::fen_en_passant;
    case SetupProblem::counters:
      return Code::fen_counters;
    case SetupProblem::mode:
      return Code::fen_mode;
    case SetupProblem::kings_too_close:
      return Code::kings_too_close;
  }
  return Code::fen_syntax;
}

}  // namespace

std::uint32_t forgivable(text::Code code) {
  for (std::uint32_t bit = 1; bit <= std::uint32_t(SetupProblem::kings_too_close); bit <<= 1)
    if (code_of(SetupProblem(bit)) == code) return bit & ~rules::unforgivable_setup_problems;
  return 0;
}

namespace {

std::uint32_t faults_of(std::string_view fen, rules::AnyPosition& position) {
  return std::visit([&](auto& p) { return rules::read_fen(fen, p, false).problems; }, position);
}

bool rights_fit(std::uint32_t faults) {
  constexpr auto rights = std::uint32_t(SetupProblem::castling_rights);
  return (faults & (rules::fatal_setup_problems | rights)) == 0;
}

template <class Bits>
bool same_start(const Position<Bits>& p) {
  const rules::Variant& v = p.variant();
  const auto same_file = [&](Square a, Square b) { return v.file_of(a) == v.file_of(b); };
  bool rights[2] = {};
  for (const rules::Wing wing : {rules::Wing::king_side, rules::Wing::queen_side}) {
    const Square rooks[] = {p.castling_rook(Color::white, wing),
                            p.castling_rook(Color::black, wing)};
    for (int color = 0; color < 2; ++color) rights[color] |= rooks[color] != rules::no_square;
    if (rooks[0] != rules::no_square && rooks[1] != rules::no_square &&
        !same_file(rooks[0], rooks[1]))
      return false;
  }
  return rights[0] && rights[1] && same_file(p.king(Color::white), p.king(Color::black));
}

bool names_files(std::string_view fen) {
  for (int field = 0; field < 2; ++field)
    fen.remove_prefix(std::min(fen.find(' ') + 1, fen.size()));
  return fen.substr(0, fen.find(' ')).find_first_of("ABCDEFGHabcdefgh") != std::string_view::npos;
}

}  // namespace

VariantByRights::VariantByRights(const variants::Registry& registry) : registry_(registry) {}

std::shared_ptr<const rules::Variant> VariantByRights::variant_of(std::string_view fen) {
  if (!usual_) {
    usual_ = registry_.find(registry_.usual());
    for (const std::string& name : registry_.names()) {
      if (!registry_.spec(name)->numbered_arrays) continue;
      if (auto variant = registry_.find(name)) others_.push_back(std::move(variant));
    }
  }
  rules::AnyPosition position = rules::make_position(*usual_);
  const std::uint32_t faults = faults_of(fen, position);
  if (rights_fit(faults)) return nullptr;
  for (const auto& variant : others_) {
    const bool same_board =
        variant->files() == usual_->files() && variant->ranks() == usual_->ranks();
    if (same_board && (faults & std::uint32_t(SetupProblem::board_size))) continue;
    position = rules::make_position(*variant);
    if (rights_fit(faults_of(fen, position)) &&
        (names_files(fen) || std::visit([](const auto& p) { return same_start(p); }, position)))
      return variant;
  }
  return nullptr;
}

void report_fen(const rules::SetupReport& problems, const TagValue& fen, const Context& context,
                Reporter& reporter) {
  // Where the tag's text holds the value as it is, its parts can be pointed at.
  const std::size_t value_at = context.text_of(fen.span).find(fen.value);
  for (const auto& item : problems.items) {
    if (context.options.forgiven & std::uint32_t(item.problem)) continue;
    if (!context.findings.wants_details()) {
      context.findings.report(code_of(item.problem));
      continue;
    }
    text::Span span = fen.span;
    if (value_at != std::string_view::npos && item.length) {
      span.begin = fen.span.begin + std::uint32_t(value_at + item.offset);
      span.end = span.begin + std::uint32_t(item.length);
    }
    std::vector<text::Fix> fixes;
    if (item.replacement && value_at != std::string_view::npos)
      fixes.push_back({span, *item.replacement});
    reporter.report(code_of(item.problem), span, {item.detail}, {}, std::move(fixes));
  }
}

namespace {

template <class Bits>
class Placement {
 public:
  Placement(const Inventory& inventory, const Alphabet& alphabet, Position<Bits>& position,
            Reporter& reporter)
      : inventory_(inventory),
        alphabet_(alphabet),
        p_(position),
        v_(position.variant()),
        reporter_(reporter) {}

  bool run() {
    p_ = Position<Bits>(v_);
    first_.fill(nullptr);
    army(Color::white, inventory_.white);
    army(Color::black, inventory_.black);
    for (const Color c : {Color::white, Color::black})
      if (p_.king(c) == rules::no_square)
        fail(Code::missing_king, army_of(c).span,
             {fmt::format("there is no {} king", c == Color::white ? "white" : "black")});
    if (!good_) return false;
    const bool white_in_check = in_check(Color::white), black_in_check = in_check(Color::black);
    if (black_in_check && !white_in_check) p_.set_side(Color::black);
    p_.finish_setup();
    if (white_in_check && black_in_check)
      reporter_.report(Code::opposite_check, whole(), {"both kings stand in check"});
    const auto& apart = v_.tables<Bits>().kings_apart;
    if (!apart.empty() && apart[p_.king(Color::white)].has(p_.king(Color::black)))
      reporter_.report(Code::kings_too_close, whole(),
                       {"the kings stand a cavalier's move apart (convention 1)"});
    return true;
  }

 private:
  const Inventory::Army& army_of(Color c) const {
    return c == Color::white ? inventory_.white : inventory_.black;
  }
  text::Span whole() const {
    return {std::min(inventory_.white.span.begin, inventory_.black.span.begin),
            std::max(inventory_.white.span.end, inventory_.black.span.end)};
  }
  bool in_check(Color c) const { return p_.attackers(p_.king(c), !c, p_.occupied()).any(); }

  void fail(Code code, text::Span span, std::vector<std::string> args,
            std::vector<text::Note> notes = {}) {
    good_ = false;
    reporter_.report(code, span, std::move(args), std::move(notes));
  }

  void army(Color c, const Inventory::Army& army) {
    for (const record::NamedSquare& named : army.pieces) piece(c, named);
    if (army.stated_total >= 0 && army.pieces.size() != std::size_t(army.stated_total))
      reporter_.report(
          Code::inventory_total, army.total_span,
          {name_of(c), std::to_string(army.pieces.size()), std::to_string(army.stated_total)});
  }

  void piece(Color c, const record::NamedSquare& named) {
    std::string square;
    record::spell_square(named.square, square);
    const std::string shown = std::string(named.piece.view()) + square;
    const std::uint32_t types = alphabet_.types(named.piece);
    if (!types)
      return fail(Code::inventory_piece, named.span,
                  {shown, fmt::format("is no piece of {}", v_.name())});
    if (std::popcount(types) > 1)
      return fail(Code::inventory_piece, named.span,
                  {shown, fmt::format("may be {}", names_of(v_, types))});
    const Square at = notation::square_of(v_, named.square);
    if (at == rules::no_square)
      return fail(Code::off_board, named.span,
                  {shown, std::to_string(v_.files()), std::to_string(v_.ranks())});
    if (const record::NamedSquare* earlier = first_[at]) {
      reporter_.report(Code::square_twice, named.span, {shown, name_on(p_, at)},
                       {{"it is listed here first", earlier->span}});
      return;
    }
    const PieceType type = PieceType(std::countr_zero(types));
    const rules::Piece& piece = v_.pieces()[type];
    if (piece.royal && p_.king(c) != rules::no_square)
      return fail(
          Code::many_kings, named.span,
          {fmt::format("a second {} king, on {}", c == Color::white ? "white" : "black", square)},
          {{"the first king is here", first_[p_.king(c)]->span}});
    if (piece.pawn && v_.tables<Bits>().promotion_zone[int(c)].has(at))
      reporter_.report(Code::pawn_on_last_rank, named.span, {fmt::format("a pawn on {}", square)});
    p_.put(at, c, piece.first_state);
    first_[at] = &named;
  }

  const Inventory& inventory_;
  const Alphabet& alphabet_;
  Position<Bits>& p_;
  const rules::Variant& v_;
  Reporter& reporter_;
  std::array<const record::NamedSquare*, Bits::capacity> first_;
  bool good_ = true;
};

}  // namespace

template <class Bits>
bool place(const Inventory& inventory, const Alphabet& alphabet, Position<Bits>& position,
           Reporter& reporter) {
  return Placement<Bits>(inventory, alphabet, position, reporter).run();
}

template <class Bits>
void check_final_men(const Inventory& inventory, const Position<Bits>& listed,
                     const Position<Bits>& end, Reporter& reporter) {
  constexpr std::size_t most_named = 6;
  const rules::Variant& v = end.variant();
  const auto same = [&](rules::Occupant a, rules::Occupant b) {
    if (!a || !b) return !a && !b;
    return a.color() == b.color() && v.type_of(a.state()) == v.type_of(b.state());
  };
  std::vector<std::string> wrong;
  (listed.occupied() | end.occupied()).each([&](unsigned at) {
    const auto square = Square(at);
    const rules::Occupant there = listed.at(square), right = end.at(square);
    if (same(there, right)) return;
    std::string said = there ? fmt::format("{} is listed", name_on(listed, square)) : "";
    if (right)
      said += fmt::format("{}{} {}", there ? ", where " : "", name_on(end, square),
                          there ? "stands" : "is not listed");
    else
      said += ", where nothing stands";
    wrong.push_back(std::move(said));
  });
  if (wrong.empty()) return;
  if (wrong.size() > most_named) {
    const std::size_t others = wrong.size() - most_named;
    wrong.resize(most_named);
    wrong.push_back(fmt::format("{} other squares differ", others));
  }
  reporter.report(Code::final_men,
                  {std::min(inventory.white.span.begin, inventory.black.span.begin),
                   std::max(inventory.white.span.end, inventory.black.span.end)},
                  {fmt::format("{}", fmt::join(wrong, "; "))});
}

#define NUSKHA_INSTANTIATE(Bits)                                               \
  template void check_final_men<Bits>(const Inventory&, const Position<Bits>&, \
                                      const Position<Bits>&, Reporter&);
NUSKHA_INSTANTIATE(rules::Bits64)
NUSKHA_INSTANTIATE(rules::Bits128)
NUSKHA_INSTANTIATE(rules::Bits256)
#undef NUSKHA_INSTANTIATE

template bool place<rules::Bits64>(const Inventory&, const Alphabet&, Position<rules::Bits64>&,
                                   Reporter&);
template bool place<rules::Bits128>(const Inventory&, const Alphabet&, Position<rules::Bits128>&,
                                    Reporter&);
template bool place<rules::Bits256>(const Inventory&, const Alphabet&, Position<rules::Bits256>&,
                                    Reporter&);

}  // namespace nuskha::replay
