#include "replay/claims.hpp"

#include <bit>

#include <fmt/format.h>

#include "record/spell.hpp"

namespace nuskha::replay {

using notation::Alphabet;
using record::CheckMark;
using record::PieceName;
using record::WrittenMove;
using record::WrittenSquare;
using rules::Color;
using rules::Move;
using rules::MoveKind;
using rules::PieceType;
using rules::Position;
using rules::Square;
using text::Code;

std::string name_of(Color color) {
  return color == Color::white ? "White" : "Black";
}

std::string name_of(const rules::Variant& variant, PieceType type) {
  return variant.pieces()[type].name;
}

std::string list(const std::vector<std::string>& items, std::string_view last_joint) {
  std::string out;
  for (std::size_t i = 0; i < items.size(); ++i) {
    if (i) out += i + 1 == items.size() ? last_joint : ", ";
    out += items[i];
  }
  return out;
}

std::string names_of(const rules::Variant& variant, std::uint32_t types) {
  std::vector<std::string> names;
  for (std::size_t type = 0; type < variant.pieces().size(); ++type)
    if (types >> type & 1) names.push_back(variant.pieces()[type].name);
  return list(names, " or ");
}

template <class Bits>
std::string name_on(const Position<Bits>& position, Square square) {
  const rules::Occupant occupant = position.at(square);
  const rules::Variant& variant = position.variant();
  return fmt::format("{}'s {} on {}", name_of(occupant.color()),
                     name_of(variant, variant.type_of(occupant.state())),
                     variant.square_name(square));
}

template <class Bits>
std::optional<bool> carries(const Position<Bits>& position, Square square, PieceName movement) {
  const rules::Variant& variant = position.variant();
  const rules::Occupant occupant = position.at(square);
  std::optional<PieceType> type;
  for (std::size_t t = 0; t < variant.pieces().size(); ++t)
    if (variant.pieces()[t].short_name == movement) type = PieceType(t);
  if (type) {
    const Bits alone = Bits::of(square);
    const Bits wanted = position.capture_targets(square, occupant.color(),
                                                 variant.pieces()[*type].first_state, alone);
    if (wanted.none()) return std::nullopt;
    const Bits own = position.capture_targets(square, occupant.color(), occupant.state(), alone);
    return (wanted - own).none();
  }
  const rules::Piece& piece = variant.pieces()[variant.type_of(occupant.state())];
  for (std::size_t mode = 0; mode < piece.mode_names.size(); ++mode)
    if (PieceName(piece.mode_names[mode]) == movement)
      return variant.mode_of(occupant.state()) == int(mode) + 1;
  return std::nullopt;
}

namespace {

bool names_several(std::uint32_t types) {
  return std::popcount(types) > 1;
}

std::string spelt(WrittenSquare square) {
  std::string out;
  record::spell_square(square, out);
  return out;
}

template <class Bits>
class MoveClaims {
 public:
  MoveClaims(const MoveInPlay<Bits>& played, const WrittenMove& written, const Alphabet& alphabet,
             const text::Source* source, Reporter& reporter)
      : p_(played),
        w_(written),
        alphabet_(alphabet),
        source_(source),
        reporter_(reporter),
        variant_(played.before.variant()) {}

  void run() {
    if (p_.move.castles()) {
      if (w_.form != record::MoveForm::plain) castling();
    } else {
      piece();
      capture();
      promotion();
      if (w_.en_passant && p_.move.kind != MoveKind::en_passant)
        report(Code::en_passant_spurious, span(), {shown()});
    }
    check_marks();
    if (w_.mode) mode();
    if (w_.convention) convention();
  }

 private:
  // Coordinates alone (UCI) claim nothing by what they leave out.
  bool speaks_of_captures() const { return w_.piece || w_.unnamed_is_pawn; }

  PieceType mover() const { return variant_.type_of(p_.before.at(p_.move.from).state()); }

  void piece() {
    if (!w_.piece) return;
    const PieceType type = mover();
    if (p_.renamed) {
      const Token token(source_, w_);
      report(Code::piece_name, token.part(&TokenParts::piece),
             {token.shown(), variant_.square_name(p_.move.from), name_of(variant_, type),
              std::string(w_.piece.view())},
             {}, token.fix(&TokenParts::piece, alphabet_.name(type).view()));
    } else if (const std::uint32_t types = alphabet_.types(w_.piece); names_several(types)) {
      const Token token(source_, w_);
      report(Code::abbreviated_piece, token.part(&TokenParts::piece),
             {std::string(w_.piece.view()), names_of(variant_, types), name_of(variant_, type)}, {},
             token.fix(&TokenParts::piece, alphabet_.name(type).view()));
    }
  }

  void capture() {
    const rules::Occupant taken = p_.before.captured(p_.move);
    if (!taken) {
      if (!w_.capture && !w_.captured) return;
      const Token token(source_, w_);
      report(Code::capture_spurious, token.part(&TokenParts::captured),
             {token.shown(), variant_.square_name(p_.move.to)}, {},
             token.fix_capture(w_.from.whole() ? "-" : ""));
      return;
    }
    const PieceType type = variant_.type_of(taken.state());
    if (!w_.capture && speaks_of_captures()) {
      const Token token(source_, w_);
      std::string mark = "x";
      if (w_.piece && w_.from.whole()) mark += alphabet_.name(type).view();
      report(Code::capture_unmarked, token.part(&TokenParts::to),
             {token.shown(), name_of(variant_, type)}, {}, token.fix_capture(mark));
      return;
    }
    if (!w_.captured) return;
    const std::uint32_t types = alphabet_.types(w_.captured);
    const bool wrong = !(types >> type & 1);
    if (!wrong && !names_several(types)) return;
    const Token token(source_, w_);
    auto fix = token.fix(&TokenParts::captured, alphabet_.name(type).view());
    if (wrong)
      report(Code::captured_name, token.part(&TokenParts::captured),
             {token.shown(), std::string(w_.captured.view()),
              name_on(p_.before, p_.before.capture_square(p_.move))},
             {}, std::move(fix));
    else
      report(Code::abbreviated_captured, token.part(&TokenParts::captured),
             {std::string(w_.captured.view()), names_of(variant_, types), name_of(variant_, type)},
             {}, std::move(fix));
  }

  void promotion() {
    if (p_.promotion_guessed) {
      const Token token(source_, w_);
      const std::string name(alphabet_.name(p_.move.promotion).view());
      report(Code::promotion_unnamed, span(), {token.shown(), name_of(variant_, p_.move.promotion)},
             {}, token.fix(&TokenParts::promotion, "=" + name));
    } else if (p_.promotion_dropped) {
      const Token token(source_, w_);
      report(Code::promotion_spurious, token.part(&TokenParts::promotion),
             {token.shown(), std::string(w_.promotion.view()), variant_.square_name(p_.move.to)});
    }
  }

  void check_marks() {
    // The marks a text leaves out are a claim only where it is written with marks at all.
    const bool states_marks = w_.form != record::MoveForm::plain || w_.piece || w_.unnamed_is_pawn;
    const CheckMark truth = p_.mark;
    if (w_.check == truth) return;
    switch (w_.check) {
      case CheckMark::none:
        if (!states_marks) return;
        if (truth == CheckMark::mate)
          mark(Code::mate_unmarked, {});
        else
          mark(Code::check_unmarked, "+");
        return;
      case CheckMark::check:
        if (truth == CheckMark::mate)
          mark(Code::mate_unmarked, {});
        else
          mark(Code::check_spurious, "");
        return;
      case CheckMark::double_check:
        // `++` also stands for mate in older books.
        if (truth == CheckMark::none)
          mark(Code::check_spurious, "");
        else if (truth == CheckMark::check && !p_.after.checkers().many())
          mark(Code::double_check_spurious, "+");
        return;
      case CheckMark::mate:
        mark(Code::mate_spurious, truth == CheckMark::check ? std::optional("+") : "");
        return;
    }
  }

  // A fix without a replacement has none: how mate is written differs between notations.
  void mark(Code code, std::optional<std::string_view> replacement) {
    const Token token(source_, w_);
    std::vector<text::Fix> fixes;
    if (replacement) fixes = token.fix(&TokenParts::check, *replacement);
    std::vector<std::string> args{token.shown()};
    if (code == Code::check_unmarked || code == Code::mate_unmarked ||
        code == Code::mate_spurious || code == Code::double_check_spurious)
      args.push_back(name_of(p_.after.side()));
    report(code,
           code == Code::check_unmarked || code == Code::mate_unmarked
               ? span()
               : token.part(&TokenParts::check),
           std::move(args), {}, std::move(fixes));
  }

  void mode() {
    const Square at = p_.move.to;
    const PieceType type = variant_.type_of(p_.after.at(at).state());
    if (w_.mode_piece && !(alphabet_.types(w_.mode_piece) >> type & 1)) {
      report(Code::mode_piece, span(),
             {shown(), std::string(w_.mode_piece.view()), name_of(variant_, type),
              variant_.square_name(at)});
      return;
    }
    const auto carried = carries(p_.after, at, w_.mode);
    if (!carried || *carried) return;
    const rules::Piece& piece = variant_.pieces()[type];
    const int actual = variant_.mode_of(p_.after.at(at).state());
    const std::string truth =
        actual ? fmt::format("it carries {}", piece.mode_names[std::size_t(actual - 1)])
               : std::string("it does not");
    report(Code::mode_claim, span(),
           {shown(), piece.name, variant_.square_name(at), std::string(w_.mode.view()), truth});
  }

  void convention() {
    const std::uint8_t truth = notation::convention(p_.before, p_.move);
    if (truth == w_.convention) return;
    report(Code::convention_claim, span(),
           {shown(), std::to_string(w_.convention),
            truth ? fmt::format("convention {}", truth) : std::string("no convention")});
  }

  void castling() {
    const WrittenMove truth = right();
    const auto differs = [](WrittenSquare written, WrittenSquare actual) {
      return (written.file >= 0 && written.file != actual.file) ||
             (written.rank >= 0 && written.rank != actual.rank);
    };
    if (differs(w_.king_from, truth.king_from) || differs(w_.king_to, truth.king_to) ||
        differs(w_.rook_from, truth.rook_from) || differs(w_.rook_to, truth.rook_to))
      report(Code::castling_squares, span(),
             {shown(), spelt(truth.king_from), spelt(truth.king_to), spelt(truth.rook_from),
              spelt(truth.rook_to)},
             {}, {{span(), spelt_right()}});
    if (w_.rook) {
      const Square rook = notation::square_of(variant_, truth.rook_from);
      const PieceType type = variant_.type_of(p_.before.at(rook).state());
      if (!(alphabet_.types(w_.rook) >> type & 1))
        report(Code::castling_rook, span(),
               {shown(), std::string(w_.rook.view()), name_of(variant_, type),
                variant_.square_name(rook)});
    }
  }

  WrittenMove right() const {
    return notation::write_down(p_.before, alphabet_, p_.move, notation::Style::full, p_.mark);
  }
  std::string spelt_right() const {
    std::string out;
    record::spell_dola(right(), out);
    return out;
  }
  text::Span span() const { return w_.span; }
  std::string shown() const { return Token(source_, w_).shown(); }
  void report(Code code, text::Span at, std::vector<std::string> args,
              std::vector<text::Note> notes = {}, std::vector<text::Fix> fixes = {}) {
    reporter_.report(code, at, std::move(args), std::move(notes), std::move(fixes));
  }

  const MoveInPlay<Bits>& p_;
  const WrittenMove& w_;
  const Alphabet& alphabet_;
  const text::Source* source_;
  Reporter& reporter_;
  const rules::Variant& variant_;
};

}  // namespace

template <class Bits>
void check_move_claims(const MoveInPlay<Bits>& played, const WrittenMove& written,
                       const Alphabet& alphabet, const text::Source* source, Reporter& reporter) {
  MoveClaims<Bits>(played, written, alphabet, source, reporter).run();
}

template <class Bits>
void check_protection(const Position<Bits>& after, Square target,
                      const record::ProtectionClaim& claim, const Alphabet& alphabet,
                      Reporter& reporter) {
  const rules::Variant& variant = after.variant();
  const Color us = !after.side();
  const std::string target_name = variant.square_name(target);
  if (claim.piece) {
    const PieceType type = variant.type_of(after.at(target).state());
    if (!(alphabet.types(claim.piece) >> type & 1))
      reporter.report(Code::protected_piece, claim.span,
                      {std::string(claim.piece.view()), name_of(variant, type), target_name});
  }
  const Bits protectors = after.attackers(target, us, after.occupied());
  for (const record::NamedSquare& named : claim.protectors) {
    const Square at = notation::square_of(variant, named.square);
    const std::string shown = std::string(named.piece.view()) + spelt(named.square);
    const rules::Occupant there = at == rules::no_square ? rules::Occupant{} : after.at(at);
    const bool right_piece =
        there && there.color() == us &&
        (!named.piece || (alphabet.types(named.piece) >> variant.type_of(there.state()) & 1));
    if (!right_piece) {
      reporter.report(Code::protector_absent, named.span,
                      {shown, there ? name_on(after, at) : spelt(named.square) + " is empty"});
      continue;
    }
    if (!protectors.has(at))
      reporter.report(Code::protection_claim, named.span, {shown, target_name});
    if (named.mode) {
      const auto carried = carries(after, at, named.mode);
      if (carried && !*carried)
        reporter.report(Code::protector_mode, named.span, {shown, std::string(named.mode.view())});
    }
  }
}

#define NUSKHA_INSTANTIATE(Bits)                                                          \
  template std::string name_on<Bits>(const Position<Bits>&, Square);                      \
  template std::optional<bool> carries<Bits>(const Position<Bits>&, Square, PieceName);   \
  template void check_move_claims<Bits>(const MoveInPlay<Bits>&, const WrittenMove&,      \
                                        const Alphabet&, const text::Source*, Reporter&); \
  template void check_protection<Bits>(                                                   \
      const Position<Bits>&, Square, const record::ProtectionClaim&, const Alphabet&, Reporter&);
NUSKHA_INSTANTIATE(rules::Bits64)
NUSKHA_INSTANTIATE(rules::Bits128)
NUSKHA_INSTANTIATE(rules::Bits256)
#undef NUSKHA_INSTANTIATE

}  // namespace nuskha::replay
