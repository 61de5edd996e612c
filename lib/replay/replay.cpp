#include "replay/replay.hpp"

#include <map>

#include "replay/game.hpp"
#include "replay/setup.hpp"
#include "replay/tag_check.hpp"

namespace nuskha::replay {

struct Replay::Impl {
  Impl(const variants::Registry& known, record::PlayedEvents& out, text::Diagnostics& sink,
       Options chosen)
      : registry(known),
        options(std::move(chosen)),
        findings(sink, options.muted, counts.unlisted, options.first_game - 1),
        context{out, findings, counts, options},
        tags(context) {}

  Game& game_of(const std::shared_ptr<const rules::Variant>& variant) {
    auto& made = games[variant];
    if (!made) made = make_game(context, variant);
    return *made;
  }
  // Null where no variant has that name. Most texts name one all through.
  Game* game_called(std::string_view name) {
    if (name != last_name || !last_game) {
      const auto variant = registry.find(name);
      if (!variant) return nullptr;
      last_name = name;
      last_game = &game_of(variant);
    }
    return last_game;
  }
  // The tags are complete: choose who replays the game.
  Game& begin() {
    tags.complete();
    if (!setup.variant && options.variant.empty()) {
      if (const auto variant = setup.fen ? by_rights.variant_of(setup.fen->value) : nullptr) {
        findings.report({.code = text::Code::variant_by_rights,
                         .span = setup.fen->span,
                         .args = {variant->name()}});
        game = &game_of(variant);
        return *game;
      }
      if (!unnamed_game)
        unnamed_game = make_unnamed_game(context, registry, registry.usual(),
                                         [this](std::string_view name) -> Game& {
                                           game = game_called(name);  // which takes what comes next
                                           return *game;
                                         });
      game = unnamed_game.get();
      return *game;
    }
    const std::string& name = setup.variant ? setup.variant->value : options.variant;
    game = game_called(name);
    if (!game) {
      findings.report({.code = text::Code::unknown_variant,
                       .span = setup.variant ? setup.variant->span : text::Span{},
                       .args = {name}});
      if (!text_game) text_game = make_text_game(context);
      game = text_game.get();
    }
    return *game;
  }
  Game& started() {
    if (!game) begin().start(setup);
    return *game;
  }

  const variants::Registry& registry;
  Options options;
  Counts counts;
  Findings findings;
  Context context;
  TagCheck tags;
  VariantByRights by_rights{registry};
  std::map<std::shared_ptr<const rules::Variant>, std::unique_ptr<Game>> games;
  std::unique_ptr<Game> text_game, unnamed_game;
  std::string last_name;
  Game* last_game = nullptr;  // of that name
  Game* game = nullptr;       // of the game that is being read, once its tags are
  Setup setup;
  bool is_inventory = false;
  std::string round, last_round;
  std::uint32_t number = 0;
  std::uint64_t plies_before = 0;  // of the counts, when the game began
};

Replay::Replay(const variants::Registry& registry, record::PlayedEvents& out,
               text::Diagnostics& findings, Options options)
    : impl_(std::make_unique<Impl>(registry, out, findings, std::move(options))) {}
Replay::~Replay() = default;

text::Diagnostics& Replay::diagnostics() {
  return impl_->findings;
}
const Counts& Replay::counts() const {
  return impl_->counts;
}
std::uint32_t Replay::game_number() const {
  return impl_->number;
}
void Replay::pass_over_game() {
  impl_->context.ended = nullptr;
  ++impl_->number;
  ++impl_->counts.unwanted;
}

void Replay::begin_document(const text::Source& source) {
  impl_->context.source = &source;
  impl_->number = impl_->options.first_game - 1;
  impl_->context.out.begin_document(source);
}

void Replay::end_document() {
  impl_->context.out.end_document();
  impl_->context.source = nullptr;
}

void Replay::prose(text::Span span) {
  impl_->counts.prose_bytes += span.size();
  impl_->context.out.prose(span);
}

void Replay::begin_game(text::Span span) {
  Impl& impl = *impl_;
  impl.setup.clear();
  impl.game = nullptr;
  impl.is_inventory = false;
  impl.last_round.swap(impl.round);
  impl.round.clear();
  impl.plies_before = impl.counts.plies;
  impl.findings.begin_game(++impl.number);
  impl.tags.begin_game(span);
  impl.context.out.begin_game(span);
}

void Replay::tag(std::string_view name, std::string_view value, text::Span span) {
  Impl& impl = *impl_;
  name = impl.tags.tag(name, value, span);
  Setup& setup = impl.setup;
  const auto take = [&](std::optional<TagValue>& slot) {
    if (!slot) slot = TagValue{std::string(value), span};
  };
  if (name == "Result") take(setup.result);
  if (name == "Round") impl.round = value;
  // These come out again, put right, when the game starts.
  if (!impl.game) {
    if (name == "Variant" || name == "FEN") {
      if (!is_unknown(value)) take(name == "FEN" ? setup.fen : setup.variant);
      return;
    }
    if (name == "SetUp") return take(setup.set_up);
    if (name == "PieceNames") return take(setup.piece_names);
  }
  impl.context.out.tag(name, value, span);
}

void Replay::move_number(const record::MoveNumber& number) {
  impl_->started().move_number(number);
}
void Replay::move(const record::WrittenMove& move) {
  impl_->started().move(move);
}
void Replay::moves(std::span<const record::PlainMove> moves) {
  impl_->started().moves(moves);
}
void Replay::nag(int glyph, text::Span span) {
  impl_->started().nag(glyph, span);
}
void Replay::comment(std::string_view text, text::Span span) {
  // Before the first move it may stand between the tags.
  if (!impl_->game) return impl_->context.out.comment(text, span);
  impl_->game->comment(text, span);
}
void Replay::claim(const record::ProtectionClaim& claim) {
  impl_->started().claim(claim);
}
void Replay::placement(const record::Inventory& inventory) {
  Impl& impl = *impl_;
  if (impl.game) return;
  impl.is_inventory = true;
  if (!impl.round.empty() && !impl.last_round.empty() && impl.round != impl.last_round)
    impl.context.ended = nullptr;
  impl.begin().placement(impl.setup, inventory);
}
void Replay::begin_variation(text::Span span) {
  impl_->started().begin_variation(span);
}
void Replay::end_variation(text::Span span) {
  impl_->started().end_variation(span);
}
void Replay::unread(std::string_view text, text::Span span) {
  impl_->started().unread(text, span);
}
void Replay::result(const record::ResultClaim& claim) {
  impl_->started().result(claim);
}

void Replay::end_game(text::Span span) {
  Impl& impl = *impl_;
  Counts& counts = impl.counts;
  const bool replayed = impl.started().end();
  if (replayed) impl.tags.check_ply_count(counts.plies - impl.plies_before);
  impl.context.out.played(span);
  ++(impl.is_inventory ? counts.positions : counts.games);
  const bool has_end = replayed && !impl.is_inventory && counts.plies != impl.plies_before;
  impl.context.ended = has_end ? impl.game : nullptr;
  if (!replayed) ++counts.rejected;
  const Findings::Found found = impl.findings.end_game([&] { return impl.tags.identity(span); });
  ++(found.findings ? counts.with_findings : counts.clean);
  if (found.errors) ++counts.with_errors;
  impl.context.out.end_game(span);
  impl.game = nullptr;
}

}  // namespace nuskha::replay
