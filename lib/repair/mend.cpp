#include "repair/mend.hpp"

#include <algorithm>
#include <initializer_list>
#include <memory>
#include <set>
#include <utility>

#include <fmt/format.h>

#include "repair/wording.hpp"
#include "replay/token.hpp"

namespace nuskha::repair {

using text::Code;
using text::Fix;
using text::Span;

namespace {

text::CodeSet set_of(std::initializer_list<Code> codes) {
  text::CodeSet set;
  for (const Code code : codes) set.set(std::size_t(code));
  return set;
}

// Faults of notation whose finding says how to mend them.
const text::CodeSet& self_mending() {
  static const text::CodeSet codes =
      set_of({Code::missing_ampersand, Code::stray_mark, Code::stray_mark_in_note,
              Code::unclosed_bracket, Code::damaged_number});
  return codes;
}

std::string made_of(std::string_view text, const Fix& fix) {
  const std::string_view old = text.substr(fix.span.begin, fix.span.size());
  if (fix.replacement.empty()) return fmt::format("'{}' taken out", replay::on_one_line(old));
  if (!old.empty())
    return fmt::format("'{}' corrected to '{}'", replay::on_one_line(old), fix.replacement);
  return fmt::format("'{}' put in", replay::on_one_line(fix.replacement));
}

bool is_of_number(const Correction& correction) {
  return correction.faults[std::size_t(Fault::numbering)];
}

// A text that was read.
struct Document {
  explicit Document(text::Source text) : source(std::move(text)) {}

  text::Source source;
  Collector collector;
  text::DiagnosticList findings;

  const std::vector<WrittenGame>& games() const { return collector.games; }
};

class Mender {
 public:
  Mender(const text::Source& source, const readers::Dialect& dialect,
         const variants::Registry& registry, const MendOptions& options)
      : name_(source.name()),
        dialect_(dialect),
        registry_(registry),
        options_(options),
        mended_{text::Revision(source.text()), {}} {}

  Mended run(const std::map<std::uint32_t, std::string>& games) {
    read();
    for (const auto& [game, variant] : games)
      if (game < document_->games().size()) open_.push_back({game, variant, {}, {}, {}, {}});
    for (int round = 0; round < max_rounds && !open_.empty();) {
      std::vector<Decision> decisions;
      for (Open& open : open_) decisions.push_back(decide(open, round + 1 < max_rounds));
      make(decisions);
      // What was not changed, and of which nothing more was learnt, is not looked at again. There
      // are as many rounds more as there are answers.
      bool answered = false;
      std::vector<Open> still_open;
      for (std::size_t i = 0; i < open_.size(); ++i) {
        keep(decisions[i], open_[i]);
        answered = answered || decisions[i].answered;
        if (!decisions[i].fixes.empty() || decisions[i].answered)
          still_open.push_back(std::move(open_[i]));
      }
      open_ = std::move(still_open);
      round += !answered;
    }
    finish();
    return std::move(mended_);
  }

 private:
  struct InOrder {
    bool operator()(Span a, Span b) const {
      return std::pair(a.begin, a.end) < std::pair(b.begin, b.end);
    }
  };
  struct Open {
    std::uint32_t game;
    std::string variant;
    // Places in the original: of faults of notation that were mended, of questions that were asked,
    // of moves that are known to be right, and of moves before which nothing is missing.
    std::set<Span, InOrder> mended, asked, right, complete;
  };
  // What a round makes of a game.
  struct Decision {
    std::vector<Fix> fixes;
    struct Made {
      text::Diagnostic finding;
      std::vector<Span> places;  // of its fixes, in the original
      double probability = 1;
    };
    std::vector<Made> made;
    std::vector<text::Diagnostic> left;
    std::vector<MendedMove> moves;  // as they will stand there; empty if that stays as it was
    std::optional<std::uint32_t> unsure_from;  // as in MendedGame
    bool answered = false;                     // what follows from an answer is to be looked for
  };

  const text::Revision& revision() const { return mended_.revision; }

  std::unique_ptr<Document> read_text() const {
    auto document = std::make_unique<Document>(revision().source(name_));
    dialect_.read(document->source, document->collector, document->findings);
    return document;
  }
  void read() { document_ = read_text(); }

  // `may_make`: else everything is proposed only.
  Decision decide(Open& open, bool may_make) {
    Decision out;
    const WrittenGame& game = document_->games()[open.game];
    const Settled settled = settled_in(open, game);
    const Repaired repaired = repair(game, registry_,
                                     {.variant = open.variant,
                                      .alphabet = options_.alphabet,
                                      .forgiven = options_.forgiven,
                                      .costs = options_.costs,
                                      .alternatives = options_.alternatives,
                                      .settled = &settled});
    const bool given_up =
        repaired.state == Repaired::State::partly && repaired.explained < game.moves.size();
    std::map<std::uint32_t, std::vector<Correction>> made;  // by written move
    if (!repaired.readings.empty() && repaired.state != Repaired::State::clean) {
      const std::vector<Correction>& all = repaired.readings.front().corrections;
      bool stopped = !may_make;
      for (std::size_t i = 0, end; i < all.size(); i = end) {
        end = unit_end(all, i);
        if (given_up && all[i].move >= repaired.explained) break;
        const std::vector<Correction> unit(all.begin() + std::ptrdiff_t(i),
                                           all.begin() + std::ptrdiff_t(end));
        std::optional<std::vector<Correction>> accepted;
        if (!stopped && is_sure(unit))
          accepted = unit;
        else if (!stopped && can_be_made(unit) && options_.ask)
          accepted = ask(open, game, unit, out.answered);
        if (accepted) {
          for (const Correction& correction : *accepted) {
            add(out, game, correction, out.answered);
            made[correction.move].push_back(correction);
          }
          if (out.answered) break;
        } else {
          for (const Correction& correction : unit) propose(out, game, likeliest(correction));
          if (!out.unsure_from && is_rather_wrong(unit) && unit[0].move < game.moves.size())
            out.unsure_from = revision().original(game.moves[unit[0].move].span).begin;
          stopped = stopped || !std::all_of(unit.begin(), unit.end(), is_harmless);
        }
      }
      if (given_up) out.left.push_back(unrepairable(game, repaired));
    }
    if (!made.empty()) out.moves = moves_after(open.game, game, made);
    if (out.fixes.empty() && may_make && !out.answered)
      mend_notation(out, open, game,
                    given_up ? game.moves[repaired.explained].span.begin : game.span.end);
    return out;
  }

  Settled settled_in(const Open& open, const WrittenGame& game) const {
    Settled settled;
    if (open.right.empty() && open.complete.empty()) return settled;
    for (std::uint32_t i = 0; i < game.moves.size(); ++i) {
      const Span place = revision().original(game.moves[i].span);
      if (open.right.contains(place)) settled.moves.insert(i);
      if (open.complete.contains(place)) settled.gaps.insert(i);
    }
    return settled;
  }

  static bool is_rather_wrong(const std::vector<Correction>& unit) {
    return std::any_of(unit.begin(), unit.end(), [](const Correction& one) {
      return one.probability > likely && !is_harmless(one);
    });
  }
  static bool can_be_made(const std::vector<Correction>& unit) {
    return std::none_of(unit.begin(), unit.end(),
                        [](const Correction& one) { return one.fixes.empty(); });
  }
  bool is_sure(const std::vector<Correction>& unit) const {
    return can_be_made(unit) &&
           std::all_of(unit.begin(), unit.end(), [&](const Correction& correction) {
             return correction.probability >= options_.accepted;
           });
  }

  // What is to be made instead of these corrections, which may be none; nothing where they are left
  // alone. Each place is asked about once.
  std::optional<std::vector<Correction>> ask(Open& open, const WrittenGame& game,
                                             const std::vector<Correction>& unit, bool& answered) {
    if (!open.asked.insert(place_of(game, unit[0])).second) return std::nullopt;
    const Correction first = unit.size() == 1 ? likeliest(unit[0]) : unit[0];
    const auto answer = options_.ask({open.game, game, open.variant, first});
    if (!answer || *answer > first.alternatives.size()) return std::nullopt;
    std::vector<Correction> chosen;
    if (*answer > 0)
      chosen = first.alternatives[*answer - 1].corrections;
    else if (unit.size() == 1)
      chosen = {first};
    else
      chosen = unit;
    if (!can_be_made(chosen)) return std::nullopt;
    answered = true;
    for (const Correction& correction : chosen) open.right.insert(place_of(game, correction));
    // Where something else is to blame, this is right.
    const bool is_here = std::any_of(chosen.begin(), chosen.end(), [&](const Correction& one) {
      return one.move == unit[0].move && one.original.empty() == unit[0].original.empty();
    });
    if (is_here) return chosen;
    for (const Correction& correction : unit)
      if (!correction.original.empty())
        open.right.insert(place_of(game, correction));
      else if (correction.move < game.moves.size())
        open.complete.insert(revision().original(game.moves[correction.move].span));
    return chosen;
  }

  void propose(Decision& out, const WrittenGame& game, const Correction& correction) const {
    text::Diagnostic proposal = finding(game, correction, Code::correction_proposed);
    const bool known =
        std::any_of(out.left.begin(), out.left.end(), [&](const text::Diagnostic& one) {
          return one.span == proposal.span && one.args == proposal.args;
        });
    if (!known) out.left.push_back(std::move(proposal));
  }

  // In the original.
  Span place_of(const WrittenGame& game, const Correction& correction) const {
    if (correction.move >= game.moves.size() && !is_of_number(correction)) {
      const bool is_of_tag = !correction.fixes.empty() && game.result_tag &&
                             correction.fixes.front().span == game.result_tag->span;
      return revision().original(is_of_tag ? game.result_tag->span : game.result->span);
    }
    if (is_of_number(correction)) return revision().original(correction.fixes.front().span);
    if (!correction.original.empty()) return revision().original(game.moves[correction.move].span);
    const std::uint32_t at = correction.fixes.empty() ? game.moves[correction.move].span.begin
                                                      : correction.fixes[0].span.begin;
    return revision().original({at, at});
  }

  text::Diagnostic finding(const WrittenGame& game, const Correction& correction, Code code) const {
    text::Diagnostic out{.code = code,
                         .span = place_of(game, correction),
                         .args = {code == Code::corrected ? made(correction) : proposed(correction),
                                  describe(correction.faults)},
                         .ply = correction.ply,
                         .fen = correction.fen};
    out.notes.push_back({fmt::format("{} sure", percent(correction.probability)), {}});
    for (const Alternative& alternative : correction.alternatives)
      out.notes.push_back({other(correction, alternative), {}});
    if (code == Code::correction_proposed)
      for (Fix fix : correction.fixes) {
        fix.span = revision().original(fix.span);
        out.fixes.push_back(std::move(fix));
      }
    return out;
  }

  text::Diagnostic unrepairable(const WrittenGame& game, const Repaired& repaired) const {
    const Reading& reading = repaired.readings.front();
    text::Diagnostic out{
        .code = Code::unrepairable_game,
        .span = revision().original(game.moves[repaired.explained].span),
        .args = {std::to_string(repaired.explained), std::to_string(game.moves.size())},
        .ply = std::uint32_t(reading.moves.size() + 1),
        .fen = reading.final_fen};
    if (repaired.explained == max_moves)
      out.notes.push_back({fmt::format("of a game {} moves are looked at", max_moves), {}});
    return out;
  }

  void add(Decision& out, const WrittenGame& game, const Correction& correction,
           bool chosen) const {
    Decision::Made made{finding(game, correction, Code::corrected), {}, 1};
    if (chosen) made.finding.notes = {{"chosen when asked", {}}};
    for (const Fix& fix : correction.fixes) {
      out.fixes.push_back(fix);
      made.places.push_back(revision().original(fix.span));
    }
    made.probability = correction.probability;
    out.made.push_back(std::move(made));
  }

  // The faults of notation up to `end` of a game whose moves are all settled there.
  void mend_notation(Decision& out, Open& open, const WrittenGame& game, std::uint32_t end) const {
    for (const text::Diagnostic& found : document_->findings.items) {
      if (!self_mending()[std::size_t(found.code)] || found.fixes.empty()) continue;
      if (found.span.begin < game.span.begin || found.span.end > end) continue;
      const Span place = revision().original(found.span);
      if (!open.mended.insert(place).second) continue;
      Decision::Made made{{.code = Code::corrected,
                           .span = place,
                           .args = {made_of(revision().text(), found.fixes[0]), found.message()}},
                          {},
                          1};
      for (Fix fix : found.fixes) {
        made.places.push_back(revision().original(fix.span));
        out.fixes.push_back(std::move(fix));
      }
      out.made.push_back(std::move(made));
    }
  }

  std::vector<MendedMove> moves_after(
      std::uint32_t index, const WrittenGame& game,
      const std::map<std::uint32_t, std::vector<Correction>>& made) const {
    const auto known = mended_.games.find(index);
    std::vector<MendedMove> before(game.moves.size() + 1);
    if (known != mended_.games.end() && !known->second.moves.empty()) before = known->second.moves;
    std::vector<MendedMove> after;
    std::vector<std::string> taken_out;
    const auto add = [&](MendedMove move) {
      move.taken_out.insert(move.taken_out.begin(), taken_out.begin(), taken_out.end());
      taken_out.clear();
      after.push_back(std::move(move));
    };
    for (std::uint32_t i = 0; i < before.size(); ++i) {
      bool stays = true;
      if (const auto found = made.find(i); found != made.end())
        for (const Correction& correction : found->second) {
          if (i == game.moves.size()) break;  // the result
          if (is_of_number(correction)) continue;
          if (correction.original.empty()) {
            add({not_written, {}});
            continue;
          }
          std::optional<std::string>& original = before[i].original;
          if (!original) original = correction.original;
          stays = !correction.meant.empty();
        }
      if (stays) {
        add(std::move(before[i]));
        continue;
      }
      for (std::string& text : before[i].taken_out) taken_out.push_back(std::move(text));
      if (*before[i].original != not_written) taken_out.push_back(std::move(*before[i].original));
    }
    return after;
  }

  // Makes the changes of a round in the text. A game that is not read as expected then is left as
  // it was.
  void make(std::vector<Decision>& decisions) {
    for (;;) {
      std::vector<Fix> fixes;
      for (const Decision& decision : decisions)
        fixes.insert(fixes.end(), decision.fixes.begin(), decision.fixes.end());
      if (fixes.empty()) return;
      text::Revision before = mended_.revision;
      std::vector<bool> wrong(decisions.size());
      bool all_wrong = !mended_.revision.change(std::move(fixes));
      bool some_wrong = all_wrong;
      if (!all_wrong) {
        auto document = read_text();
        all_wrong = document->games().size() != document_->games().size();
        for (std::size_t i = 0; i < decisions.size() && !all_wrong; ++i)
          wrong[i] = !decisions[i].fixes.empty() &&
                     document->games()[open_[i].game].moves.size() != expected(decisions[i], i);
        some_wrong = all_wrong || std::find(wrong.begin(), wrong.end(), true) != wrong.end();
        if (!some_wrong) {
          document_ = std::move(document);
          return;
        }
      }
      mended_.revision = std::move(before);
      for (std::size_t i = 0; i < decisions.size(); ++i)
        if (all_wrong || wrong[i]) decisions[i] = decide(open_[i], false);
    }
  }
  std::size_t expected(const Decision& decision, std::size_t open) const {
    if (!decision.moves.empty()) return decision.moves.size() - 1;
    return document_->games()[open_[open].game].moves.size();
  }

  void keep(Decision& decision, Open& open) {
    MendedGame& game = mended_.games[open.game];
    if (!decision.moves.empty()) game.moves = std::move(decision.moves);
    for (Decision::Made& made : decision.made) made_.push_back({open.game, std::move(made)});
    left_[open.game] = std::move(decision.left);
    game.unsure_from = decision.unsure_from;
  }

  // Words that stay as text are no moves to who reads the mended text.
  void leave_out_words() {
    for (auto& [index, game] : mended_.games) {
      if (game.moves.empty()) continue;
      const std::vector<record::WrittenMove>& written = document_->games()[index].moves;
      std::vector<std::string> taken_out;
      std::vector<MendedMove> moves;
      for (std::size_t i = 0; i < game.moves.size(); ++i) {
        MendedMove& move = game.moves[i];
        move.taken_out.insert(move.taken_out.begin(), taken_out.begin(), taken_out.end());
        const bool is_word = i < written.size() && says_nothing(written[i]);
        taken_out = is_word ? std::move(move.taken_out) : std::vector<std::string>();
        if (!is_word) moves.push_back(std::move(move));
      }
      game.moves = std::move(moves);
    }
  }

  // Gives each change to the correction that made it.
  void finish() {
    leave_out_words();
    std::vector<text::Fix> changes = revision().changes();
    std::stable_sort(made_.begin(), made_.end(), [](const auto& a, const auto& b) {
      return a.second.places.front().begin < b.second.places.front().begin;
    });
    auto first = made_.begin();
    for (text::Fix& change : changes) {
      const auto touched = [&](const Decision::Made& made) {
        return std::any_of(made.places.begin(), made.places.end(), [&](Span place) {
          return place.begin <= change.span.end && change.span.begin <= place.end;
        });
      };
      const auto is_before = [&](const Decision::Made& made) {
        return std::all_of(made.places.begin(), made.places.end(),
                           [&](Span place) { return place.end < change.span.begin; });
      };
      while (first != made_.end() && is_before(first->second)) ++first;
      const auto one =
          std::find_if(first, made_.end(), [&](const auto& made) { return touched(made.second); });
      if (one == made_.end()) continue;
      change.confidence = one->second.probability;
      one->second.finding.fixes.push_back(std::move(change));
    }
    for (auto& [game, made] : made_)
      mended_.games[game].findings.push_back(std::move(made.finding));
    for (auto& [game, left] : left_) {
      auto& findings = mended_.games[game].findings;
      findings.insert(findings.end(), left.begin(), left.end());
      std::stable_sort(findings.begin(), findings.end(),
                       [](const auto& a, const auto& b) { return a.span.begin < b.span.begin; });
    }
  }

  const std::string name_;
  const readers::Dialect& dialect_;
  const variants::Registry& registry_;
  const MendOptions& options_;
  Mended mended_;
  std::unique_ptr<Document> document_;
  std::vector<Open> open_;
  std::vector<std::pair<std::uint32_t, Decision::Made>> made_;
  std::map<std::uint32_t, std::vector<text::Diagnostic>> left_;
};

}  // namespace

const text::CodeSet& mendable() {
  static const text::CodeSet codes = self_mending() | set_of({Code::unreadable_move,
                                                              Code::unreadable_text,
                                                              Code::missing_dash,
                                                              Code::illegal_move,
                                                              Code::ambiguous_move,
                                                              Code::undecided_move,
                                                              Code::game_over,
                                                              Code::piece_name,
                                                              Code::abbreviated_piece,
                                                              Code::captured_name,
                                                              Code::abbreviated_captured,
                                                              Code::capture_spurious,
                                                              Code::capture_unmarked,
                                                              Code::en_passant_spurious,
                                                              Code::promotion_unnamed,
                                                              Code::promotion_spurious,
                                                              Code::check_unmarked,
                                                              Code::check_spurious,
                                                              Code::mate_unmarked,
                                                              Code::mate_spurious,
                                                              Code::double_check_spurious,
                                                              Code::mode_claim,
                                                              Code::mode_piece,
                                                              Code::convention_claim,
                                                              Code::castling_squares,
                                                              Code::castling_rook,
                                                              Code::protected_piece,
                                                              Code::protector_absent,
                                                              Code::protection_claim,
                                                              Code::protector_mode,
                                                              Code::result_claim,
                                                              Code::result_tag,
                                                              Code::stalemate_claim,
                                                              Code::mate_claim,
                                                              Code::skipped_number,
                                                              Code::repeated_number,
                                                              Code::number_order,
                                                              Code::final_men});
  return codes;
}

Mended mend(const text::Source& source, const readers::Dialect& dialect,
            const variants::Registry& registry, const std::map<std::uint32_t, std::string>& games,
            const MendOptions& options) {
  return Mender(source, dialect, registry, options).run(games);
}

}  // namespace nuskha::repair
