// A game of a known variant, replayed move by move.
//
// Live, each move that is found goes on as it was played. At a main-line move that is not, the rest
// of the game goes on as text and its events are held; at the game's end the held part is checked
// on the reading that recovery.hpp singles out, for its findings alone.
#include <array>
#include <bit>
#include <tuple>
#include <utility>
#include <variant>

#include <fmt/format.h>

#include "record/result_claim.hpp"
#include "record/spell.hpp"
#include "replay/alphabet_choice.hpp"
#include "replay/claims.hpp"
#include "replay/explain.hpp"
#include "replay/game.hpp"
#include "replay/numbering.hpp"
#include "replay/recovery.hpp"
#include "replay/setup.hpp"
#include "replay/standings.hpp"
#include "rules/step.hpp"

namespace nuskha::replay {

using notation::Alphabet;
using record::CheckMark;
using record::GameResult;
using record::MoveForm;
using record::PlainMove;
using record::PlainPlayed;
using record::WrittenMove;
using rules::Color;
using rules::Move;
using rules::Outcome;
using rules::PieceType;
using rules::Position;
using rules::Square;
using rules::State;
using text::Code;
using text::Span;

namespace {

// Variations nest no deeper; what is deeper is kept as text.
constexpr std::size_t max_variation_depth = 100;
// Events held for recovery; a longer tail is not checked.
constexpr std::size_t max_tail_events = 8 * max_tail_moves;
// Events held until it is known by which alphabet the pieces are named.
constexpr std::size_t max_events_weighed = 8 * max_moves_weighed;

// `bxc6` as a move of the bishop; without a piece where the text's file is no small letter of one.
WrittenMove with_file_as_name(WrittenMove written) {
  const char letter = char('A' + written.from.file);
  if (written.piece || !written.unnamed_is_pawn || written.from.rank >= 0 ||
      (letter != 'B' && letter != 'K' && letter != 'N'))
    return {};
  written.piece = record::PieceName(std::string_view(&letter, 1));
  written.from = {};
  return written;
}

record::Side side_of(Color color) {
  return color == Color::white ? record::Side::white : record::Side::black;
}

GameResult won_by(Color color) {
  return color == Color::white ? GameResult::white_wins : GameResult::black_wins;
}

template <class Bits>
class RuledGame final : public Game, private Reporter {
 public:
  RuledGame(Context& context, std::shared_ptr<const rules::Variant> variant)
      : context_(context),
        shared_variant_(std::move(variant)),
        v_(*shared_variant_),
        alphabets_(notation::Alphabets::of(shared_variant_)),
        out_alphabet_(alphabets_->find(context.options.alphabet)),
        array_(v_),
        kept_(context) {
    if (!out_alphabet_) out_alphabet_ = &alphabets_->own();
    rules::read_fen(v_.start_fen(), array_);
    array_fen_ = rules::fen(array_);
  }

  void start(const Setup& setup) override;
  void move_number(const record::MoveNumber& number) override;
  void move(const WrittenMove& written) override;
  void moves(std::span<const PlainMove> moves) override;
  void nag(int glyph, Span span) override;
  void comment(std::string_view text, Span span) override;
  void claim(const record::ProtectionClaim& claim) override;
  void placement(const Setup& setup, const record::Inventory& inventory) override;
  void begin_variation(Span span) override;
  void end_variation(Span span) override;
  void unread(std::string_view text, Span span) override;
  void result(const record::ResultClaim& claim) override;
  bool end() override;

 private:
  // A line of play: the main line, or a variation that is still open.
  struct Line {
    explicit Line(const Position<Bits>& start) : position(start) {}
    // Before the last move: where a variation starts.
    Position<Bits> before() const {
      Position<Bits> earlier = position;
      if (moved) earlier.take_back(last, undo);
      return earlier;
    }

    Position<Bits> position;  // after the last move
    Move last;
    typename Position<Bits>::Undo undo;
    std::uint32_t ply = 0;   // moves played, counted from the game's start
    bool moved = false;      // by a move of this very line
    bool lost = false;       // the rest of the line is kept as text
    bool text_only = false;  // its brackets too
    Numbering numbering;
  };

  enum class Status { found, none, several };
  static Code failure_code(Status status) {
    return status == Status::several ? Code::undecided_move : Code::illegal_move;
  }
  struct Found {
    Status status = Status::none;
    Move move;
    bool renamed = false, promotion_guessed = false, promotion_dropped = false;
    bool small_letter = false;  // what looks like a pawn's file names another piece
    bool by_claims = false;     // several moves fit the text, one of them fits its claims
    // The text names one piece at most, and one move alone fits that and the squares.
    bool exact = false;
  };

  struct BeginVariation {
    Span span;
  };
  struct EndVariation {
    Span span;
  };
  struct Nag {
    int glyph;
    Span span;
  };
  struct Comment {
    std::string text;
    Span span;
  };
  struct Unread {
    std::string text;
    Span span;
  };
  using HeldEvent = std::variant<record::MoveNumber, WrittenMove, record::ProtectionClaim,
                                 BeginVariation, EndVariation, Nag, Comment, Unread>;
  // Why events are held: past the main line's first move that is not legal; until it is known by
  // which alphabet the pieces are named.
  enum class Holding : std::uint8_t { nothing, tail, names };

  void reset(const Setup& setup);
  void choose_alphabets();
  bool set_start(Position<Bits>& position);
  void announce(const std::string& fen, bool is_array);

  Found resolve(const Position<Bits>& position, const WrittenMove& written);
  Found relaxed(const Position<Bits>& position, const WrittenMove& written);
  Found choose(const Position<Bits>& position, const WrittenMove& written);
  bool names_by_letters(const WrittenMove& written);
  // Of a move that names a piece.
  bool leaves_names_open(const Position<Bits>& position, const WrittenMove& written);
  bool narrow_names(const Position<Bits>& position, const PlainMove& plain, Square to);
  void begin_weighing(const WrittenMove& written);
  void weigh(HeldEvent event);
  void settle_names(bool is_end = false);
  void take_verdict(const WrittenMove& first);

  template <bool Emits>
  std::size_t play_plain(std::span<const PlainMove> moves);
  void count_moves(Line& line, std::uint32_t moves);
  void follow(Line& line, const WrittenMove& written);
  void play(Line& line, const WrittenMove& written, const Found& found, bool check_claims);
  bool agrees(const Line& line, const WrittenMove& written, const Found& found,
              CheckMark mark) const;
  void check_move(const Line& line, const WrittenMove& written, const Found& found, CheckMark mark);
  void report_choice(const Line& line, const WrittenMove& written, Move chosen);
  void write_down(const Position<Bits>& before, const WrittenMove& written, const Found& found);
  void write_plain(const Position<Bits>& before, const PlainMove& plain, PieceType type,
                   Square from, Square to, PlainPlayed& out);
  void write_castling(const Position<Bits>& before, Move move, PlainPlayed& out);
  void tell_before(const Position<Bits>& before, Move move, Span span);
  void tell_played(const Line& line, CheckMark mark);
  void emit(const Line& line, const WrittenMove& written, const Found& found, CheckMark mark);
  notation::Disambiguation least_names(const Position<Bits>& before, const WrittenMove& written,
                                       const Found& found) const;
  std::string_view spell_coordinates(const Position<Bits>& before, Move move);
  void fail(Line& line, const WrittenMove& written, Status status);
  void report_failure(const Line& line, const WrittenMove& written, Status status,
                      std::optional<Move> reading);

  void hold(HeldEvent event, Span span);
  void take(const HeldEvent& event);
  void check_tail();
  void check_draws(const Line& line, const WrittenMove& written, CheckMark mark);
  void name_loser();
  void compare_results();
  void check_result(Outcome outcome);
  void finish_result(Outcome outcome);

  [[gnu::always_inline]] void flush() {
    if (!unopened_.empty()) [[unlikely]]
      open_variations();
    if (number_) {
      if (wants_.moves) out_->move_number(*number_);
      number_.reset();
    }
    kept_.flush();
  }
  void keep(Span span) {
    if (checking_) return;
    if (number_) {
      kept_.add(number_->span);
      number_.reset();
    }
    kept_.add(span);
  }
  void open_variations() {
    for (const Span span : unopened_) out_->begin_variation(span);
    unopened_.clear();
  }
  // Behind the end of a line that was truncated.
  bool cut_off() const {
    return context_.options.truncate &&
           (holding_ == Holding::tail || too_deep_ || lines_.back().lost);
  }
  bool in_main_line() const { return lines_.size() == 1 && !too_deep_; }
  // Findings made from here on are about the line as it stands, or about its last move.
  void judge(const Line& line, std::uint32_t ply) {
    judged_ = &line;
    judged_last_ = false;
    judged_ply_ = ply;
  }
  void judge_last(const Line& line) {
    judged_ = &line;
    judged_last_ = true;
    judged_ply_ = lines_[0].ply;
  }
  // The ply of the main line that a move made now belongs to.
  std::uint32_t next_ply() const { return lines_[0].ply + (lines_.size() == 1 ? 1 : 0); }
  void report(Code code, Span span, std::vector<std::string> args,
              std::vector<text::Note> notes = {}, std::vector<text::Fix> fixes = {}) override {
    if (!context_.findings.wants_details()) return context_.findings.report(code);
    if (!context_.findings.wants(code)) return;
    text::Diagnostic diagnostic{code, span, std::move(args), std::move(notes), std::move(fixes)};
    diagnostic.ply = judged_ply_;
    if (judged_ && context_.options.positions)
      rules::write_fen(judged_last_ ? judged_->before() : judged_->position, diagnostic.fen);
    context_.findings.report(std::move(diagnostic));
  }

  Context& context_;
  std::shared_ptr<const rules::Variant> shared_variant_;
  const rules::Variant& v_;
  const std::shared_ptr<const notation::Alphabets> alphabets_;
  const Alphabet* out_alphabet_;
  const Alphabet* in_ = nullptr;            // of the moves that come in
  std::vector<const Alphabet*> others_in_;  // others that fit all the moves so far
  AlphabetChoice<Bits> choice_;
  int depth_weighed_ = 0;  // of variations, where the events that are held have come to
  std::uint32_t plies_weighed_ = 0;
  Position<Bits> array_;
  std::string array_fen_;
  // Of the last FEN without fault, for many games may begin there.
  struct KnownStart {
    std::string text;
    Position<Bits> position;
    std::string fen;
  };
  std::optional<KnownStart> known_start_;

  record::PlayedEvents nothing_;
  record::PlayedEvents* out_ = &nothing_;
  record::Wants wants_;
  const Setup* setup_ = nullptr;
  Setup placed_;  // of an inventory, whose position it states
  std::vector<Line> lines_;
  std::size_t too_deep_ = 0;
  bool reported_depth_ = false;
  std::optional<record::MoveNumber> number_;  // held until it is known whether a move follows
  KeptText kept_;
  std::vector<Span> unopened_;  // variations that are open and of which nothing went on yet
  Standings standings_;         // kept where draws are asked for
  std::optional<record::ResultClaim> result_;
  bool is_inventory_ = false, rejected_ = false;
  bool marks_checks_ = false;  // the text has marked one so far

  Holding holding_ = Holding::nothing;
  std::vector<HeldEvent> held_;
  std::vector<WrittenMove> tail_;  // moves of the main line among those that are held
  bool checking_ = false;          // reading the held tail
  bool tail_closed_ = false;       // the tail is not checked
  Reading reading_;
  std::size_t tail_move_ = 0;
  Status tail_status_ = Status::none;  // of its first move

  const Line* judged_ = nullptr;
  bool judged_last_ = false;
  std::uint32_t judged_ply_ = 0;
  std::vector<Move> moves_, other_moves_;
  record::PlayedMove played_;
  bool played_is_plain_ = false;     // played_.move holds what write_down_plain() sets, and no more
  std::array<PlainPlayed, 64> row_;  // as many at a time go on together
  std::array<char, record::longest_move> uci_;
  std::string fen_;
};

// ---- setting up

template <class Bits>
void RuledGame<Bits>::reset(const Setup& setup) {
  setup_ = &setup;
  out_ = &context_.out;
  wants_ = out_->wants();
  lines_.clear();
  too_deep_ = 0;
  reported_depth_ = false;
  number_.reset();
  unopened_.clear();
  result_.reset();
  is_inventory_ = rejected_ = checking_ = tail_closed_ = marks_checks_ = false;
  holding_ = Holding::nothing;
  held_.clear();
  tail_move_ = 0;
  judged_ = nullptr;
  judged_ply_ = 0;
  played_ = {};
  played_is_plain_ = false;
  choose_alphabets();
}

template <class Bits>
void RuledGame<Bits>::choose_alphabets() {
  others_in_.clear();
  if (setup_->piece_names) {
    in_ = alphabets_->find(setup_->piece_names->value);
    if (in_) return;
    report(Code::unknown_piece_names, setup_->piece_names->span,
           {setup_->piece_names->value, v_.name()});
  }
  const std::string& asked_for = context_.options.input_alphabet;
  in_ = asked_for.empty() ? nullptr : alphabets_->find(asked_for);
  if (in_) return;
  in_ = &alphabets_->own();
  others_in_ = alphabets_->others();
}

// Tags that say where the game starts, as every reader needs them, and the start itself.
template <class Bits>
void RuledGame<Bits>::announce(const std::string& fen, bool is_array) {
  const bool standard = v_.spec().standard_start;
  const Span variant_span = setup_->variant ? setup_->variant->span : Span{};
  const Span fen_span = setup_->fen ? setup_->fen->span : Span{};
  if (!standard) out_->tag("Variant", v_.name(), variant_span);
  if (setup_->fen || !standard || !is_array) {
    out_->tag("SetUp", "1", setup_->set_up ? setup_->set_up->span : fen_span);
    out_->tag("FEN", fen, fen_span);
  }
  if (!out_alphabet_->same_names(alphabets_->own()))
    out_->tag("PieceNames", context_.options.alphabet,
              setup_->piece_names ? setup_->piece_names->span : Span{});
  out_->start({v_.name(), fen, is_array, out_alphabet_->pawn()});
}

template <class Bits>
bool RuledGame<Bits>::set_start(Position<Bits>& position) {
  if (!setup_->fen) {
    if (setup_->set_up && setup_->set_up->value == "1")
      report(Code::setup_without_fen, setup_->set_up->span, {});
    if (v_.spec().numbered_arrays)
      report(Code::array_not_stated, setup_->variant ? setup_->variant->span : Span{}, {v_.name()});
    return true;
  }
  if (setup_->set_up && setup_->set_up->value == "0")
    report(Code::setup_denied, setup_->set_up->span, {});
  else if (!setup_->set_up && context_.options.tag_pairs)
    report(Code::fen_without_setup, setup_->fen->span, {});
  if (known_start_ && known_start_->text == setup_->fen->value) {
    position = known_start_->position;
    fen_ = known_start_->fen;
    return true;
  }
  const rules::SetupReport problems =
      rules::read_fen(setup_->fen->value, position, context_.findings.wants_details());
  report_fen(problems, *setup_->fen, context_, *this);
  if (!problems.playable(context_.options.forgiven)) return false;
  fen_.clear();
  rules::write_fen(position, fen_);
  if (problems.problems == 0) known_start_ = {setup_->fen->value, position, fen_};
  return true;
}

template <class Bits>
void RuledGame<Bits>::start(const Setup& setup) {
  reset(setup);
  Position<Bits>& position = lines_.emplace_back(array_).position;
  const bool playable = set_start(position);
  if (!playable) {
    lines_[0].lost = rejected_ = true;
    announce(setup_->fen->value, false);
    return;
  }
  if (context_.options.draws) standings_.start(position.key());
  if (!setup_->fen) fen_ = array_fen_;
  announce(fen_, fen_ == v_.start_fen() && !v_.spec().numbered_arrays);
}

template <class Bits>
void RuledGame<Bits>::placement(const Setup& setup, const record::Inventory& inventory) {
  std::optional<Position<Bits>> end;
  if (context_.ended == this) end = lines_[0].position;
  reset(setup);
  is_inventory_ = true;
  others_in_.clear();
  Position<Bits> position(v_);
  const bool good = place(inventory, *in_, position, *this);
  lines_.emplace_back(position);
  if (!good) {
    lines_[0].lost = rejected_ = true;
    if (setup_->variant) out_->tag("Variant", setup_->variant->value, setup_->variant->span);
    keep(inventory.white.span);
    keep(inventory.black.span);
    return;
  }
  if (end) check_final_men(inventory, position, *end, *this);
  placed_ = setup;
  placed_.fen = TagValue{rules::fen(position), inventory.white.span};
  setup_ = &placed_;
  announce(placed_.fen->value, false);
}

// ---- events

template <class Bits>
void RuledGame<Bits>::move_number(const record::MoveNumber& number) {
  if (holding_ != Holding::nothing) return hold(number, number.span);
  Line& line = lines_.back();
  if (line.lost || too_deep_) return keep(number.span);
  if (unopened_.empty()) flush();
  const auto truth = std::uint32_t(line.position.move_number());
  const record::Side side = side_of(line.position.side());
  if (!line.numbering.agrees(number.number, number.states_black, truth, side)) {
    judge(line, next_ply());
    line.numbering.look_closer(number, truth, side, *this);
  }
  if (!checking_) number_ = number;
}

template <class Bits>
void RuledGame<Bits>::move(const WrittenMove& written) {
  if (holding_ != Holding::nothing) return hold(written, written.span);
  Line& line = lines_.back();
  if (line.lost || too_deep_) return keep(written.span);
  const bool names_matter = !others_in_.empty() && names_by_letters(written);
  if (!names_matter && !checking_) [[likely]] {
    const Move move = notation::usual_move(line.position, *in_, written);
    if (!move.passes()) {
      Found found{Status::found, move};
      found.exact = true;
      return play(line, written, found, true);
    }
  }
  if (names_matter && !checking_ && leaves_names_open(line.position, written))
    return begin_weighing(written);
  follow(line, written);
}

template <class Bits>
void RuledGame<Bits>::moves(std::span<const PlainMove> moves) {
  while (!moves.empty()) {
    const Line& line = lines_.back();
    std::size_t played = 0;
    if (holding_ == Holding::nothing && !line.lost && !too_deep_ && !wants_.details &&
        !context_.options.draws)
      played = wants_.moves ? play_plain<true>(moves) : play_plain<false>(moves);
    if (played == 0) {
      record::tell(moves.front(), *this);
      played = 1;
    }
    moves = moves.subspan(played);
  }
}

// Plays moves as long as they are right in all they say, and nothing else is to be done. How many.
template <class Bits>
template <bool Emits>
std::size_t RuledGame<Bits>::play_plain(std::span<const PlainMove> moves) {
  const auto& tables = v_.tables<Bits>();
  Line& line = lines_.back();
  Position<Bits>& position = line.position;
  bool names_are_open = !others_in_.empty();
  bool may_be_mate = false;  // the last check, unless a move follows
  bool marks_checks = false;
  std::size_t played = 0;
  const std::size_t longest = !Emits ? moves.size() : wants_.fen ? 1 : row_.size();
  const std::size_t count = std::min(moves.size(), longest);
  const auto step_of = [&](const PlainMove& plain, Color side) -> rules::UsualStep<Bits> {
    if (plain.form != MoveForm::plain) return {};
    const PieceType type = in_->type_of(plain.name());
    const Square to = notation::square_of(v_, plain.to);
    if (type == rules::no_piece_type || to == rules::no_square) return {};
    return {tables.usual[int(side)][type], to, plain.capture};
  };
  rules::UsualStep<Bits> next = step_of(moves[0], position.side());
  for (; played < count; ++played) {
    const rules::UsualStep<Bits> step = next;
    if (played + 1 < count) next = step_of(moves[played + 1], !position.side());
    const PlainMove& plain = moves[played];
    if (plain.number_size > 0 &&
        !line.numbering.agrees(plain.number, plain.states_black,
                               std::uint32_t(position.move_number()), side_of(position.side())))
      break;
    if (plain.form != MoveForm::plain) [[unlikely]] {
      const auto wing =
          plain.form == MoveForm::castle_short ? rules::Wing::king_side : rules::Wing::queen_side;
      const auto move = notation::castling(position, wing);
      if (!move || !position.is_legal(*move)) break;
      line.last = *move;
      if constexpr (Emits) write_castling(position, *move, row_[played]);
      line.undo = position.play(*move);
    } else {
      const Square from = position.sole_step(
          step, plain.from ? notation::squares_of<Bits>(v_, plain.from) : tables.geometry->board);
      if (from == rules::no_square) break;
      if (names_are_open && plain.piece) [[unlikely]] {
        if (!narrow_names(position, plain, step.to)) break;
        names_are_open = !others_in_.empty();
      }
      if constexpr (Emits)
        write_plain(position, plain, step.piece->type, from, step.to, row_[played]);
      line.last = {from, step.to};
      position.step(step, from, line.undo);
    }
    if (position.in_check() != plain.check) {
      position.take_back(line.last, line.undo);
      break;
    }
    may_be_mate = plain.check;
    marks_checks |= plain.check;
    if constexpr (Emits) {
      row_[played].written = &plain;
      row_[played].ply = line.ply + std::uint32_t(played) + 1;
      if (wants_.key) row_[played].key = position.key();
    }
  }
  if (may_be_mate && !position.has_legal()) {
    position.take_back(line.last, line.undo);
    --played;
  }
  if (played == 0) return 0;
  marks_checks_ |= marks_checks;
  flush();
  count_moves(line, std::uint32_t(played));
  if constexpr (Emits) {
    if (wants_.fen) {
      fen_.clear();
      rules::write_fen(position, fen_);
      row_[0].fen = fen_;
    }
    out_->moves(std::span(row_).first(played));
  }
  return played;
}

template <class Bits>
inline void RuledGame<Bits>::count_moves(Line& line, std::uint32_t moves) {
  line.moved = line.moved || moves > 0;
  line.ply += moves;
  if (lines_.size() > 1) return;
  context_.counts.plies += moves;
  context_.findings.set_ply(line.ply);
}

template <class Bits>
void RuledGame<Bits>::nag(int glyph, Span span) {
  if (holding_ == Holding::names) return weigh(Nag{glyph, span});
  if (holding_ != Holding::nothing || lines_.back().lost || too_deep_) return keep(span);
  flush();
  out_->nag(glyph, span);
}

template <class Bits>
void RuledGame<Bits>::comment(std::string_view text, Span span) {
  if (holding_ == Holding::names) return weigh(Comment{std::string(text), span});
  if (cut_off()) return;
  flush();
  out_->comment(text, span);
}

template <class Bits>
void RuledGame<Bits>::unread(std::string_view text, Span span) {
  if (holding_ == Holding::names) return weigh(Unread{std::string(text), span});
  if (cut_off()) return;
  flush();
  lines_.back().numbering.lose_count();
  out_->unread(text, span);
}

template <class Bits>
void RuledGame<Bits>::claim(const record::ProtectionClaim& claim) {
  if (holding_ == Holding::names) return weigh(claim);
  if (holding_ == Holding::tail) {
    if (!tail_closed_) held_.emplace_back(claim);
    return;
  }
  const Line& line = lines_.back();
  if (line.lost || too_deep_ || !line.moved || line.last.passes()) return;
  judge_last(line);
  check_protection(line.position, line.last.to, claim, *in_, *this);
}

template <class Bits>
void RuledGame<Bits>::begin_variation(Span span) {
  if (holding_ != Holding::nothing) return hold(BeginVariation{span}, span);
  if (too_deep_ || lines_.size() > max_variation_depth) {
    if (!reported_depth_) {
      judge_last(lines_[0]);
      report(Code::variation_depth, span, {std::to_string(max_variation_depth)});
    }
    reported_depth_ = true;
    ++too_deep_;
    return keep(span);
  }
  const Line& parent = lines_.back();
  Line line(parent.before());
  line.ply = parent.moved ? parent.ply - 1 : parent.ply;
  line.numbering = parent.numbering;
  if (parent.lost || !parent.moved) {
    if (!parent.lost) {
      judge(parent, lines_[0].ply);
      report(Code::variation_without_move, span, {});
    }
    line.lost = line.text_only = true;
    keep(span);
  } else {
    flush();
    // Of a variation that is truncated before its first move nothing is left.
    unopened_.push_back(span);
    if (!context_.options.truncate) open_variations();
  }
  lines_.push_back(line);
}

template <class Bits>
void RuledGame<Bits>::end_variation(Span span) {
  if (holding_ != Holding::nothing) return hold(EndVariation{span}, span);
  if (too_deep_) {
    --too_deep_;
    return keep(span);
  }
  if (lines_.size() == 1) return keep(span);
  const bool text_only = lines_.back().text_only;
  if (text_only) {
    keep(span);
  } else if (!unopened_.empty()) {
    unopened_.pop_back();
  } else {
    flush();
    out_->end_variation(span);
  }
  lines_.pop_back();
}

template <class Bits>
void RuledGame<Bits>::result(const record::ResultClaim& claim) {
  if (!result_) result_ = claim;
}

// ---- finding the move

template <class Bits>
auto RuledGame<Bits>::resolve(const Position<Bits>& position, const WrittenMove& written) -> Found {
  notation::candidates(position, *in_, written, moves_);
  if (moves_.size() == 1) [[likely]] {
    Found found{Status::found, moves_[0]};
    found.exact = !written.piece || std::has_single_bit(in_->types(written.piece));
    found.promotion_guessed = moves_[0].promotion != rules::no_piece_type && !written.promotion;
    return found;
  }
  if (moves_.empty()) return relaxed(position, written);
  return choose(position, written);
}

// ---- by which alphabet pieces are named

// What is proposed for a game that begins with figurines is spelled with them.
template <class Bits>
bool RuledGame<Bits>::names_by_letters(const WrittenMove& written) {
  const record::PieceName name = written.piece ? written.piece : written.promotion;
  if (!notation::is_figurine(name)) return bool(name);
  const Alphabet* const figurines = alphabets_->find(notation::figurines);
  if (in_ == &alphabets_->own() && figurines) in_ = figurines;
  return false;
}

// Own names first. Whether the move makes it necessary to look further: no move by them, or another
// piece's move by others. Alphabets that a move contradicts which fits are out for the rest of the
// game.
template <class Bits>
bool RuledGame<Bits>::leaves_names_open(const Position<Bits>& position,
                                        const WrittenMove& written) {
  const record::PieceName name = written.piece ? written.piece : written.promotion;
  const std::uint32_t types = in_->types(name);
  const auto fits = [&](const Alphabet& alphabet, std::vector<Move>& moves) {
    notation::candidates(position, alphabet, written, moves);
    return !moves.empty();
  };
  if (!types || !fits(*in_, moves_))
    return std::any_of(others_in_.begin(), others_in_.end(), [&](const Alphabet* other) {
      const std::uint32_t other_types = other->types(name);
      return other_types && other_types != types && (!types || fits(*other, other_moves_));
    });
  bool open = false;
  std::erase_if(others_in_, [&](const Alphabet* other) {
    const std::uint32_t other_types = other->types(name);
    if (other_types == types) return false;
    const bool other_fits = other_types && fits(*other, other_moves_);
    // Hardly anyone names pawns, and engines name nothing but promotions, in English.
    open = open || (other_fits && written.piece && name != other->pawn());
    return !other_fits;
  });
  return open;
}

// The same of a move that fits by own names; false where that is not told at first sight.
template <class Bits>
bool RuledGame<Bits>::narrow_names(const Position<Bits>& position, const PlainMove& plain,
                                   Square to) {
  const PieceType type = in_->type_of(plain.name());
  const record::PieceName name = plain.name();
  const auto may_fit = [&](const Alphabet* other) {
    const std::uint32_t types = other->types(name);
    if (types >> type & 1) return true;
    for (std::uint32_t rest = types; rest; rest &= rest - 1)
      if (position.reaching(PieceType(std::countr_zero(rest)), to).any()) return true;
    return false;
  };
  std::erase_if(others_in_, [&](const Alphabet* other) { return !may_fit(other); });
  return std::all_of(others_in_.begin(), others_in_.end(),
                     [&](const Alphabet* other) { return other->types(name) == in_->types(name); });
}

template <class Bits>
void RuledGame<Bits>::begin_weighing(const WrittenMove& written) {
  holding_ = Holding::names;
  choice_.begin(lines_[0].position, *in_, others_in_);
  depth_weighed_ = int(lines_.size()) - 1;
  plies_weighed_ = lines_[0].ply;
  weigh(written);
}

template <class Bits>
void RuledGame<Bits>::weigh(HeldEvent event) {
  if (std::holds_alternative<BeginVariation>(event)) ++depth_weighed_;
  if (std::holds_alternative<EndVariation>(event) && depth_weighed_) --depth_weighed_;
  if (const auto* written = std::get_if<WrittenMove>(&event)) {
    choice_.read(*written, depth_weighed_ == 0);
    if (depth_weighed_ == 0) context_.findings.set_ply(++plies_weighed_);
  }
  held_.push_back(std::move(event));
  // Nothing but moves decides, so what comes between them must not pile up.
  if (!choice_.is_open() || held_.size() >= max_events_weighed) settle_names();
}

template <class Bits>
void RuledGame<Bits>::settle_names(bool is_end) {
  holding_ = Holding::nothing;
  const std::vector<HeldEvent> events = std::move(held_);
  held_.clear();
  take_verdict(std::get<WrittenMove>(events.front()));
  // Nothing comes that could tell more: held again, the moves would be lost.
  if (is_end) others_in_.clear();
  for (const HeldEvent& event : events) take(event);
}

template <class Bits>
void RuledGame<Bits>::take_verdict(const WrittenMove& first) {
  const auto [chosen, equals] = choice_.verdict();
  if (chosen == in_) return others_in_.clear();
  in_ = chosen;
  others_in_ = equals;
  if (!context_.findings.wants(Code::piece_names_guessed)) return;
  std::vector<std::string> names;
  for (const auto& named : alphabets_->by_name()) {
    const auto is_same = [&](const Alphabet* known) { return known->same_names(named.second); };
    if (is_same(chosen) || std::any_of(equals.begin(), equals.end(), is_same))
      names.push_back(named.first);
  }
  judge(lines_.back(), next_ply());
  report(Code::piece_names_guessed, first.span, {list(names, " or ")});
}

template <class Bits>
auto RuledGame<Bits>::relaxed(const Position<Bits>& position, const WrittenMove& written) -> Found {
  if (written.form != MoveForm::plain) return {};
  if (const WrittenMove named = with_file_as_name(written); named.piece) {
    notation::candidates(position, *in_, named, moves_);
    if (moves_.size() == 1) {
      Found found{Status::found, moves_[0]};
      found.small_letter = true;
      return found;
    }
  }
  if (written.from.whole() && written.to.whole() && (written.piece || written.unnamed_is_pawn)) {
    WrittenMove unnamed = written;
    unnamed.piece = {};
    unnamed.unnamed_is_pawn = false;
    notation::candidates(position, *in_, unnamed, moves_);
    if (!moves_.empty()) {
      Found found = choose(position, unnamed);
      found.renamed = true;
      return found;
    }
  }
  if (written.promotion) {
    WrittenMove plain = written;
    plain.promotion = {};
    notation::candidates(position, *in_, plain, moves_);
    if (moves_.size() == 1 && moves_[0].promotion == rules::no_piece_type) {
      Found found{Status::found, moves_[0]};
      found.promotion_dropped = true;
      return found;
    }
  }
  return {};
}

// Of several moves the one that the claims single out.
template <class Bits>
auto RuledGame<Bits>::choose(const Position<Bits>& position, const WrittenMove& written) -> Found {
  Found found{Status::found, moves_[0]};
  bool only_promotions = !written.promotion;
  for (const Move move : moves_)
    only_promotions = only_promotions && move.from == moves_[0].from && move.to == moves_[0].to &&
                      move.promotion != rules::no_piece_type;
  found.promotion_guessed = only_promotions;
  if (moves_.size() == 1) return found;
  int best = 0, second = 0;
  for (std::size_t i = 0; i < moves_.size(); ++i) {
    // A check that is not marked is likelier than a piece other than the first.
    int cost = only_promotions && written.check == CheckMark::none
                   ? 0
                   : distance(position, *in_, written, moves_[i], max_distance, marks_checks_);
    // The piece that a mode note names is what the pawn became.
    if (only_promotions && written.mode_piece &&
        !(in_->types(written.mode_piece) >> moves_[i].promotion & 1))
      cost += Costs::promotion;
    if (i == 0 || cost < best) {
      second = i == 0 ? cost + 1 : best;
      best = cost;
      found.move = moves_[i];
    } else {
      second = i == 1 ? cost : std::min(second, cost);
    }
  }
  if (only_promotions) return found;
  found.by_claims = best < second;
  if (!found.by_claims) found.status = Status::several;
  return found;
}

// ---- playing it

template <class Bits>
void RuledGame<Bits>::follow(Line& line, const WrittenMove& written) {
  Found found = resolve(line.position, written);
  if (checking_ && lines_.size() == 1) {
    const std::size_t index = tail_move_++;
    const bool sure = index < reading_.sure;
    if (sure && (found.status != Status::found || found.move != reading_.moves[index])) {
      report_failure(line, written, found.status == Status::none ? Status::none : Status::several,
                     reading_.moves[index]);
      found = {Status::found, reading_.moves[index]};
      play(line, written, found, false);
      return;
    }
  }
  if (found.status != Status::found) return fail(line, written, found.status);
  play(line, written, found, true);
}

template <class Bits>
[[gnu::always_inline]] inline void RuledGame<Bits>::play(Line& line, const WrittenMove& written,
                                                         const Found& found, bool check_claims) {
  if (found.by_claims) [[unlikely]]
    report_choice(line, written, found.move);
  if (found.small_letter) [[unlikely]] {
    judge(line, next_ply());
    report(Code::small_piece_letter, written.span, {Token(context_.source, written).shown()});
  }
  const bool emits = wants_.moves && !checking_;
  if (emits) write_down(line.position, written, found);
  marks_checks_ |= written.check != CheckMark::none;
  line.last = found.move;
  line.undo = line.position.play(found.move);
  line.moved = true;
  ++line.ply;
  CheckMark mark = CheckMark::none;
  if (line.position.in_check())
    mark = line.position.has_legal() ? CheckMark::check : CheckMark::mate;
  if (check_claims && !agrees(line, written, found, mark)) [[unlikely]]
    check_move(line, written, found, mark);
  if (checking_) return;
  if (lines_.size() == 1) {
    ++context_.counts.plies;
    context_.findings.set_ply(line.ply);
    if (context_.options.draws) check_draws(line, written, mark);
  }
  if (emits)
    emit(line, written, found, mark);
  else
    flush();
}

// Most moves are written as they are played, and claim nothing that needs a closer look.
template <class Bits>
inline bool RuledGame<Bits>::agrees(const Line& line, const WrittenMove& written,
                                    const Found& found, CheckMark mark) const {
  return written.check == mark && written.capture == bool(line.undo.taken) && found.exact &&
         !found.promotion_guessed && !found.move.passes() && !written.claims_more();
}

template <class Bits>
void RuledGame<Bits>::check_move(const Line& line, const WrittenMove& written, const Found& found,
                                 CheckMark mark) {
  judge_last(line);
  if (!found.move.passes())
    check_move_claims<Bits>({line.before(), line.position, found.move, mark, found.renamed,
                             found.promotion_guessed, found.promotion_dropped},
                            written, *in_, context_.source, *this);
  else if (lines_.size() == 1)
    report(Code::null_move, written.span, {Token(context_.source, written).shown()});
}

template <class Bits>
void RuledGame<Bits>::report_choice(const Line& line, const WrittenMove& written, Move chosen) {
  judge(line, next_ply());
  std::vector<std::string> spelt;
  notation::candidates(line.position, *in_, written, moves_);
  for (const Move move : moves_) spelt.push_back(spell_like(line.position, *in_, move, written));
  report(Code::ambiguous_move, written.span,
         {Token(context_.source, written).shown(), list(spelt, " or "),
          spell_like(line.position, *in_, chosen, written)});
}

// What is told of a move, as far as it is known before the move is played.
template <class Bits>
void RuledGame<Bits>::write_down(const Position<Bits>& before, const WrittenMove& written,
                                 const Found& found) {
  if (!wants_.details && !found.move.castles() && !found.move.passes()) {
    if (!std::exchange(played_is_plain_, true)) played_.move = {};
    notation::write_down_plain(before, *out_alphabet_, found.move, played_.move);
  } else {
    played_is_plain_ = false;
    const auto style = wants_.details ? notation::Style::full : notation::Style::plain;
    played_.move = notation::write_down(before, *out_alphabet_, found.move, style, CheckMark::none);
  }
  if (wants_.names) {
    const auto need = least_names(before, written, found);
    played_.name_file = need.file;
    played_.name_rank = need.rank;
  }
  tell_before(before, found.move, written.span);
}

// The same of a move that is played as it stands, and was found by its piece and target alone where
// it names no more.
template <class Bits>
inline void RuledGame<Bits>::write_plain(const Position<Bits>& before, const PlainMove& plain,
                                         PieceType type, Square from, Square to, PlainPlayed& out) {
  out.piece = out_alphabet_->name(type);
  out.from = notation::written_square(v_, from);
  out.to = plain.to;
  if (wants_.names) {
    const bool pawn_capture = type == v_.pawn() && plain.capture;
    notation::Disambiguation need{pawn_capture, false};
    if (plain.from.rank >= 0 || (plain.from.file >= 0 && !pawn_capture))
      need = notation::disambiguation(before, Move{from, to});
    out.name_file = need.file;
    out.name_rank = need.rank;
  }
  out.number = std::uint32_t(before.move_number());
  out.side = side_of(before.side());
}

template <class Bits>
[[gnu::noinline]] void RuledGame<Bits>::write_castling(const Position<Bits>& before, Move move,
                                                       PlainPlayed& out) {
  const WrittenMove squares = notation::write_down(before, *out_alphabet_, move,
                                                   notation::Style::coordinate, CheckMark::none);
  out.piece = {};
  out.from = squares.from;
  out.to = squares.to;
  out.name_file = out.name_rank = false;
  out.number = std::uint32_t(before.move_number());
  out.side = side_of(before.side());
}

template <class Bits>
inline void RuledGame<Bits>::tell_before(const Position<Bits>& before, Move move, Span span) {
  played_.move.span = span;
  played_.number = std::uint32_t(before.move_number());
  played_.side = side_of(before.side());
  if (wants_.uci) played_.uci = spell_coordinates(before, move);
}

template <class Bits>
void RuledGame<Bits>::emit(const Line& line, const WrittenMove& written, const Found& found,
                           CheckMark mark) {
  flush();
  played_.written = &written;
  played_.original = {};
  if (found.renamed || found.promotion_guessed || found.promotion_dropped)
    played_.original = context_.text_of(written.span);
  tell_played(line, mark);
}

template <class Bits>
inline void RuledGame<Bits>::tell_played(const Line& line, CheckMark mark) {
  played_.move.check = mark;
  played_.ply = line.ply;
  if (wants_.fen) {
    fen_.clear();
    rules::write_fen(line.position, fen_);
    played_.fen = fen_;
  }
  if (wants_.key) played_.key = line.position.key();
  out_->move(played_);
}

// SAN's disambiguation. A text that needed less to name one move alone shows that less is enough.
template <class Bits>
notation::Disambiguation RuledGame<Bits>::least_names(const Position<Bits>& before,
                                                      const WrittenMove& written,
                                                      const Found& found) const {
  const bool exact = found.exact && written.form == MoveForm::plain && written.from.rank < 0 &&
                     (written.piece || written.unnamed_is_pawn);
  if (exact) {
    const State state = before.at(found.move.from).state();
    const bool pawn_capture = v_.tables<Bits>().state_info[state].pawn &&
                              before.capture_square(found.move) != rules::no_square;
    if (written.from.file < 0 || pawn_capture) return {pawn_capture, false};
  }
  return notation::disambiguation(before, found.move);
}

// Until the next one is spelled.
template <class Bits>
std::string_view RuledGame<Bits>::spell_coordinates(const Position<Bits>& before, Move move) {
  if (move.passes()) return "0000";
  record::WrittenSquare from = notation::written_square(v_, move.from);
  record::WrittenSquare to = notation::written_square(v_, move.to);
  if (move.castles()) [[unlikely]] {
    const WrittenMove squares = notation::write_down(before, *out_alphabet_, move,
                                                     notation::Style::coordinate, CheckMark::none);
    from = squares.from;
    to = squares.to;
  }
  char* end = record::spell_square(to, record::spell_square(from, uci_.data()));
  if (move.promotion != rules::no_piece_type)
    for (const char c : v_.pieces()[move.promotion].short_name.view())
      *end++ = c >= 'A' && c <= 'Z' ? char(c + 32) : c;
  return {uci_.data(), end};
}

template <class Bits>
void RuledGame<Bits>::fail(Line& line, const WrittenMove& written, Status status) {
  const bool main = lines_.size() == 1;
  // The first move of a tail is known not to come after the end.
  const bool looked_at = checking_ && main && tail_move_ == 1;
  if (!looked_at && !line.position.has_legal()) {
    judge(line, next_ply());
    report(
        Code::game_over, written.span,
        {Token(context_.source, written).shown(), line.position.in_check() ? "mate" : "stalemate"});
    if (main && !checking_) {
      holding_ = Holding::tail;
      rejected_ = tail_closed_ = true;
      return keep(written.span);
    }
    line.lost = true;
    return keep(written.span);
  }
  if (main && !checking_) {
    // Its finding is made at the end of the game, when it is known what the rest says about it.
    holding_ = Holding::tail;
    rejected_ = true;
    tail_status_ = status;
    return hold(written, written.span);
  }
  report_failure(line, written, status, std::nullopt);
  line.lost = true;
  keep(written.span);
}

template <class Bits>
void RuledGame<Bits>::report_failure(const Line& line, const WrittenMove& written, Status status,
                                     std::optional<Move> reading) {
  const Position<Bits>& position = line.position;
  judge(line, next_ply());
  if (!context_.findings.wants_details()) return report(failure_code(status), written.span, {});
  const Token token(context_.source, written);
  std::vector<text::Note> notes;
  notes.reserve(2);
  std::vector<text::Fix> fixes;
  std::string spelt_reading;
  if (reading) {
    spelt_reading = spell_like(position, *in_, *reading, written);
    notes.push_back({"the checks go on as if it were '" + spelt_reading + "'", {}});
    fixes = token.rewrite(notation::write_down(position, *in_, *reading, notation::Style::full),
                          spelt_reading);
  } else if (lines_.size() == 1) {
    notes.push_back({"the rest of the game is not checked", {}});
  }

  if (status == Status::several) {
    notation::candidates(position, *in_, written, moves_);
    std::vector<std::string> spelt;
    for (const Move move : moves_) spelt.push_back(spell_like(position, *in_, move, written));
    report(Code::undecided_move, written.span, {token.shown(), list(spelt, " or ")},
           std::move(notes), std::move(fixes));
    return;
  }
  std::vector<NearMove> near;
  if (checking_ && lines_.size() == 1) near = std::move(reading_.nearest);
  if (near.empty()) nearest(position, *in_, written, near, max_proposals);
  if (!near.empty()) {
    std::vector<std::string> spelt;
    for (const NearMove& move : near) {
      if (spelt.size() == max_proposals) break;
      const bool is_reading = reading && *reading == move.move;
      spelt.push_back(
          "'" + (is_reading ? spelt_reading : spell_like(position, *in_, move.move, written)) +
          "'");
    }
    notes.insert(
        notes.begin(),
        {(spelt.size() > 1 ? "nearest legal moves: " : "nearest legal move: ") + list(spelt, ", "),
         {}});
  }
  std::vector<std::string> args(2);
  args[0] = token.shown();
  args[1] = explain(position, *in_, written);
  report(Code::illegal_move, written.span, std::move(args), std::move(notes), std::move(fixes));
}

// ---- the rest of a game after a move that is not legal

template <class Bits>
void RuledGame<Bits>::hold(HeldEvent event, Span span) {
  if (holding_ == Holding::names) return weigh(std::move(event));
  keep(span);
  if (tail_closed_) return;
  if (held_.size() >= max_tail_events) {
    // Only the first move's own finding is made.
    held_.resize(1);
    tail_closed_ = true;
    return;
  }
  held_.push_back(std::move(event));
}

template <class Bits>
void RuledGame<Bits>::take(const HeldEvent& event) {
  if (const auto* number = std::get_if<record::MoveNumber>(&event))
    move_number(*number);
  else if (const auto* written = std::get_if<WrittenMove>(&event))
    move(*written);
  else if (const auto* protection = std::get_if<record::ProtectionClaim>(&event))
    claim(*protection);
  else if (const auto* begin = std::get_if<BeginVariation>(&event))
    begin_variation(begin->span);
  else if (const auto* end = std::get_if<EndVariation>(&event))
    end_variation(end->span);
  else if (const auto* glyph = std::get_if<Nag>(&event))
    nag(glyph->glyph, glyph->span);
  else if (const auto* remark = std::get_if<Comment>(&event))
    comment(remark->text, remark->span);
  else if (const auto* text = std::get_if<Unread>(&event))
    unread(text->text, text->span);
}

template <class Bits>
void RuledGame<Bits>::check_tail() {
  if (held_.empty()) return;
  std::vector<WrittenMove>& line = tail_;
  line.clear();
  int depth = 0;
  for (const HeldEvent& event : held_) {
    if (std::holds_alternative<BeginVariation>(event)) ++depth;
    if (std::holds_alternative<EndVariation>(event) && depth) --depth;
    if (const auto* move = std::get_if<WrittenMove>(&event); move && depth == 0)
      line.push_back(*move);
  }
  const auto named = std::find_if(line.begin(), line.end(), [](const WrittenMove& written) {
    const record::PieceName name = written.piece ? written.piece : written.promotion;
    return name && !notation::is_figurine(name);
  });
  const Alphabet* const read_by = in_;
  if (!others_in_.empty() && named != line.end() && !AlphabetChoice<Bits>::is_settled(*in_, line)) {
    choice_.begin(lines_[0].position, *in_, others_in_);
    for (std::size_t i = 0; i < std::min(line.size(), max_moves_weighed); ++i)
      choice_.read(line[i], true);
    take_verdict(*named);
  }
  reading_ = {};
  // Where nothing comes after the move and nothing tells what it may stand for, nobody asks.
  const bool ends_open = !setup_->result && (!result_ || result_->result == GameResult::unknown);
  const bool matters = held_.size() > 1 || !ends_open || context_.findings.wants_details();
  if (!matters && in_ == read_by) {
    judge(lines_[0], next_ply());
    return report(failure_code(tail_status_), line.front().span, {});
  }
  if (!tail_closed_ && matters) reading_ = read_tail<Bits>(lines_[0].position, *in_, line);
  checking_ = true;
  holding_ = Holding::nothing;
  out_ = &nothing_;
  wants_ = {};
  for (const HeldEvent& event : held_) {
    take(event);
    if (lines_[0].lost) return;
  }
  check_result(lines_[0].position.outcome());
}

// ---- the end

// Who resigned, where the text does not say: the loser by the tag, or else the side to move.
template <class Bits>
void RuledGame<Bits>::name_loser() {
  if (!result_ || !record::names_nobody(*result_)) return;
  const GameResult tag =
      setup_->result ? record::read_result(setup_->result->value) : GameResult::unknown;
  if (tag == GameResult::white_wins || tag == GameResult::black_wins)
    result_->result = tag;
  else if (!rejected_)
    result_->result = won_by(!lines_[0].position.side());
  else
    result_->reason = record::ResultClaim::Reason::token;  // as good as `*`
  judged_ = nullptr;
  report(Code::odd_result, result_->span,
         {on_one_line(context_.text_of(result_->span)), std::string(to_string(result_->result))});
}

// What the text says of the result in two places, whatever was played.
template <class Bits>
void RuledGame<Bits>::compare_results() {
  if (!result_) return;
  auto difference = result_difference(*setup_, *result_);
  if (!difference) return;
  // How a game that was not played to its end stands then is not known.
  if (rejected_)
    judged_ = nullptr;
  else
    judge_last(lines_[0]);
  report(difference->code, difference->span, std::move(difference->args),
         std::move(difference->notes));
}

template <class Bits>
void RuledGame<Bits>::check_result(Outcome outcome) {
  const Position<Bits>& position = lines_[0].position;
  judge_last(lines_[0]);
  const GameResult tag =
      setup_->result ? record::read_result(setup_->result->value) : GameResult::unknown;
  const GameResult stated = result_ ? result_->result : tag;
  const Span span = result_ ? result_->span : setup_->result ? setup_->result->span : Span{};
  const bool states_end = result_ && record::is_of_position(*result_);
  // `*` says that the game is not at its end. A guess of how it went on does not deny that.
  const bool is_open =
      !checking_ && !states_end && (result_ || (setup_->result && setup_->result->value == "*"));
  const bool states_result = stated != GameResult::unknown || is_open;
  if (!states_result && !states_end) return;
  if (outcome != Outcome::none && states_result) {
    const GameResult truth =
        outcome == Outcome::checkmate ? won_by(!position.side()) : GameResult::draw;
    const std::string end =
        name_of(position.side()) + (outcome == Outcome::checkmate ? " is mated" : " is stalemated");
    if (stated == GameResult::unknown)
      report(Code::result_open, span, {end});
    else if (stated != truth)
      report(Code::result_claim, span, {std::string(to_string(stated)), end});
  }
  if (result_ && result_->reason == record::ResultClaim::Reason::checkmate &&
      outcome == Outcome::none)
    report(Code::mate_claim, result_->span,
           {fmt::format("{} has legal moves", name_of(position.side()))});
  if (result_ && result_->reason == record::ResultClaim::Reason::stalemate &&
      outcome != Outcome::stalemate)
    report(Code::stalemate_claim, result_->span,
           {outcome == Outcome::checkmate
                ? fmt::format("{} is mated", name_of(position.side()))
                : fmt::format("{} has legal moves", name_of(position.side()))});
}

// That a limit of the rules is reached: when it is, and not again at each move that follows.
template <class Bits>
void RuledGame<Bits>::check_draws(const Line& line, const WrittenMove& written, CheckMark mark) {
  const int clock = line.position.halfmove_clock();
  const int times = standings_.add(line.position.key(), clock);
  if (mark == CheckMark::mate) return;
  judge_last(line);
  const auto check = [&](Code code, int count, int limit, int reached, const char* consequence) {
    if (limit > 0 && count == limit)
      report(code, written.span,
             {Token(context_.source, written).shown(), std::to_string(reached), consequence});
  };
  const rules::VariantSpec& spec = v_.spec();
  for (const auto& [repetition, moves, consequence] :
       {std::tuple(spec.repetition, spec.move_rule, "a draw may be claimed"),
        std::tuple(spec.repetition_ends, spec.move_rule_ends, "the game ends in a draw")}) {
    check(Code::repetition, times, repetition, times, consequence);
    check(Code::move_rule, clock, 2 * moves, moves, consequence);
  }
}

// The result goes on as stated; what the text leaves out is taken from the position, then the tag.
template <class Bits>
void RuledGame<Bits>::finish_result(Outcome outcome) {
  using Reason = record::ResultClaim::Reason;
  record::ResultClaim played;  // what the position says
  // A text that leaves the result open is not contradicted.
  if (!result_ || result_->result != GameResult::unknown) {
    if (outcome == Outcome::checkmate) {
      played.result = won_by(!lines_[0].position.side());
      played.reason = Reason::checkmate;
    }
    if (outcome == Outcome::stalemate) {
      played.result = GameResult::draw;
      played.reason = Reason::stalemate;
    }
  }
  if (result_) {
    record::ResultClaim claim = *result_;
    if (claim.result == played.result && played.result != GameResult::unknown)
      claim.reason = played.reason;
    out_->result(rejected_ ? record::without_position(claim) : claim);
    return;
  }
  if (played.result == GameResult::unknown && setup_->result) {
    played.result = record::read_result(setup_->result->value);
    played.span = setup_->result->span;
  }
  if (played.result != GameResult::unknown) out_->result(played);
}

template <class Bits>
bool RuledGame<Bits>::end() {
  if (holding_ == Holding::names) settle_names(true);
  while (lines_.size() > 1 || too_deep_) end_variation({});
  flush();
  name_loser();
  compare_results();
  if (rejected_) {
    finish_result(Outcome::none);
    check_tail();
    return false;
  }
  const Outcome how = lines_[0].position.outcome();
  check_result(how);
  if (wants_.final_position) {
    fen_.clear();
    rules::write_fen(lines_[0].position, fen_);
    out_->final_position(fen_);
  }
  finish_result(how);
  return true;
}

}  // namespace

std::unique_ptr<Game> make_game(Context& context, std::shared_ptr<const rules::Variant> variant) {
  switch (variant->bitboard_bits()) {
    case 64:
      return std::make_unique<RuledGame<rules::Bits64>>(context, std::move(variant));
    case 128:
      return std::make_unique<RuledGame<rules::Bits128>>(context, std::move(variant));
    default:
      return std::make_unique<RuledGame<rules::Bits256>>(context, std::move(variant));
  }
}

}  // namespace nuskha::replay
