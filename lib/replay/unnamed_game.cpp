// A game whose text names no variant: a bare score, typed without its heading. It is chess unless
// its first moves say otherwise: then it is the variant that most of them are legal in.
#include <algorithm>
#include <functional>
#include <vector>

#include "notation/notation.hpp"
#include "replay/game.hpp"
#include "rules/fen.hpp"

namespace nuskha::replay {
namespace {

// Moves looked at before a variant is chosen.
inline constexpr std::size_t moves_looked_at = 40;

// How many of the moves, from the first on, are legal one after the other.
template <class Bits>
std::size_t moves_played(rules::Position<Bits>& position, const std::string& start,
                         const notation::Alphabet& alphabet,
                         const std::vector<record::WrittenMove>& moves) {
  if (!rules::read_fen(start, position).playable()) return 0;
  std::vector<rules::Move> found;
  std::size_t played = 0;
  for (; played < moves.size(); ++played) {
    notation::candidates(position, alphabet, moves[played], found);
    if (found.size() != 1) break;
    position.play(found[0]);
  }
  return played;
}

class UnnamedGame final : public Game {
 public:
  UnnamedGame(Context& context, const variants::Registry& registry, std::string usual,
              std::function<Game&(std::string_view)> game_of)
      : context_(context),
        registry_(registry),
        usual_(std::move(usual)),
        game_of_(std::move(game_of)) {}

  void start(const Setup& setup) override {
    setup_ = &setup;
    held_.clear();
    moves_.clear();
    game_ = nullptr;
  }
  void move(const record::WrittenMove& move) override {
    if (game_) return game_->move(move);
    if (is_settled_by(move)) {
      choose();
      return game_->move(move);
    }
    moves_.push_back(move);
    held_.push_back([move](Game& game) { game.move(move); });
    if (!is_explicit(move) || moves_.size() >= moves_looked_at) choose();
  }
  void moves(std::span<const record::PlainMove> moves) override {
    if (!game_ && is_settled_by(moves.front())) choose();
    for (; !game_ && !moves.empty(); moves = moves.subspan(1)) record::tell(moves.front(), *this);
    if (!moves.empty()) game_->moves(moves);
  }
  void move_number(const record::MoveNumber& number) override {
    pass([number](Game& game) { game.move_number(number); });
  }
  void nag(int glyph, text::Span span) override {
    pass([=](Game& game) { game.nag(glyph, span); });
  }
  void comment(std::string_view text, text::Span span) override {
    pass([text = std::string(text), span](Game& game) { game.comment(text, span); });
  }
  void claim(const record::ProtectionClaim& claim) override {
    pass([claim](Game& game) { game.claim(claim); });
  }
  void placement(const Setup& setup, const record::Inventory& inventory) override {
    game_ = &game_of_(usual_);
    game_->placement(setup, inventory);
  }
  void begin_variation(text::Span span) override {
    choose();
    game_->begin_variation(span);
  }
  void end_variation(text::Span span) override {
    choose();
    game_->end_variation(span);
  }
  void unread(std::string_view text, text::Span span) override {
    pass([text = std::string(text), span](Game& game) { game.unread(text, span); });
  }
  void result(const record::ResultClaim& claim) override {
    choose();
    game_->result(claim);
  }
  bool end() override {
    choose();
    return game_->end();
  }

 private:
  template <class Move>
  static bool is_explicit(const Move& move) {
    return bool(move.piece) && move.from.whole();
  }
  // SAN is what everybody writes who means chess, and a beginning that chess allows is chess.
  template <class Move>
  bool is_settled_by(const Move& first) const {
    return moves_.empty() && !is_explicit(first);
  }
  template <class F>
  void pass(F&& event) {
    if (game_)
      event(*game_);
    else
      held_.push_back(std::forward<F>(event));
    // Nothing but moves decides, so what comes between them must not pile up.
    if (held_.size() >= 8 * moves_looked_at) choose();
  }

  std::size_t played(const rules::Variant& variant) const {
    rules::AnyPosition position = rules::make_position(variant);
    const std::string& start = setup_->fen ? setup_->fen->value : variant.start_fen();
    const notation::Alphabet alphabet(variant, "own");
    return std::visit([&](auto& p) { return moves_played(p, start, alphabet, moves_); }, position);
  }

  void choose() {
    if (game_) return;
    std::string best = usual_;
    if (!moves_.empty() && moves_[0].piece && moves_[0].from.whole()) {
      std::size_t most = played(*registry_.find(usual_));
      for (const std::string& name : registry_.names()) {
        if (most == moves_.size()) break;
        const auto variant = registry_.find(name);
        if (!variant) continue;
        if (const std::size_t n = played(*variant); n > most) {
          most = n;
          best = name;
        }
      }
      if (best != usual_)
        context_.findings.report({.code = text::Code::variant_guessed,
                                  .span = moves_[0].span,
                                  .args = {best, std::to_string(most)}});
    }
    game_ = &game_of_(best);
    game_->start(*setup_);
    for (const auto& event : held_) event(*game_);
    held_.clear();
  }

  Context& context_;
  const variants::Registry& registry_;
  std::string usual_;
  std::function<Game&(std::string_view)> game_of_;
  const Setup* setup_ = nullptr;
  std::vector<std::function<void(Game&)>> held_;
  std::vector<record::WrittenMove> moves_;
  Game* game_ = nullptr;
};

}  // namespace

std::unique_ptr<Game> make_unnamed_game(Context& context, const variants::Registry& registry,
                                        std::string usual,
                                        std::function<Game&(std::string_view)> game_of) {
  return std::make_unique<UnnamedGame>(context, registry, std::move(usual), std::move(game_of));
}

}  // namespace nuskha::replay
