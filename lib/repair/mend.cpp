#include "repair/mend.hpp"

#include <algorithm>
#include <initializer_list>
#include <memory>

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
  static const text::CodeSet codes = set_of({Code::missing_ampersand, Code::stray_mark,
                                             Code::stray_mark_in_note, Code::unclosed_bracket});
  return codes;
}

std::string made_of(std::string_view text, const Fix& fix) {
  const std::string_view old = text.substr(fix.span.begin, fix.span.size());
  if (fix.replacement.empty()) return fmt::format("'{}' taken out", replay::on_one_line(old));
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
      if (game < document_->games().size()) open_.push_back({game, variant, {}});
    for (int round = 0; round < max_rounds && !open_.empty(); ++round) {
      std::vector<Decision> decisions;
      for (Open& open : open_) decisions.push_back(decide(open, round + 1 < max_rounds));
      make(decisions);
      // What was not changed is not looked at again.
      std::vector<Open> still_open;
      for (std::size_t i = 0; i < open_.size(); ++i) {
        keep(decisions[i], open_[i]);
        if (!decisions[i].fixes.empty()) still_open.push_back(std::move(open_[i]));
      }
      open_ = std::move(still_open);
    }
    finish();
    return std::move(mended_);
  }

 private:
  struct Open {
    std::uint32_t game;
    std::string variant;
    std::vector<std::uint32_t> settled;  // places in the original, not to be looked at again
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
    const Repaired repaired = repair(game, registry_,
                                     {.variant = open.variant,
                                      .forgiven = options_.forgiven,
                                      .costs = options_.costs,
                                      .alternatives = options_.alternatives});
    std::map<std::uint32_t, std::vector<Correction>> made;  // by written move
    if (!repaired.readings.empty() && repaired.state != Repaired::State::clean) {
      const Reading& reading = repaired.readings.front();
      const std::vector<Correction>& all = reading.corrections;
      bool stopped = !may_make;
      for (std::size_t i = 0; i < all.size();) {
        const std::size_t end = unit_end(all, i);
        std::vector<Correction> unit(all.begin() + std::ptrdiff_t(i),
                                     all.begin() + std::ptrdiff_t(end));
        const Verdict verdict = stopped ? Verdict::left : judge(open, game, unit);
        if (verdict != Verdict::left) {
          for (const Correction& correction : unit) {
            add(out, game, correction, verdict != Verdict::sure);
            made[correction.move].push_back(correction);
          }
          // Another choice than the reading's: what follows is to be read anew.
          if (verdict == Verdict::changed) break;
        } else {
          for (const Correction& correction : unit)
            out.left.push_back(finding(game, correction, Code::correction_proposed));
          stopped = stopped || !std::all_of(unit.begin(), unit.end(), is_harmless);
        }
        i = end;
      }
      if (repaired.state == Repaired::State::partly && repaired.explained < game.moves.size())
        out.left.push_back(unrepairable(game, repaired));
    }
    if (!made.empty()) out.moves = moves_after(open.game, game, made);
    if (out.fixes.empty() && may_make) mend_notation(out, open, game);
    return out;
  }

  // Corrections that are made together or not at all.
  static std::size_t unit_end(const std::vector<Correction>& all, std::size_t begin) {
    const auto has = [&](std::size_t i, Fault fault) {
      return i < all.size() && all[i].faults[std::size_t(fault)];
    };
    const Correction& first = all[begin];
    if (begin + 1 < all.size() && are_exchanged(first.faults) &&
        are_exchanged(all[begin + 1].faults) && first.move + 1 == all[begin + 1].move)
      return begin + 2;
    if (has(begin, Fault::whole_move_left_out) && has(begin + 1, Fault::whole_move_left_out) &&
        first.move == all[begin + 1].move)
      return begin + 2;
    return begin + 1;
  }

  // Whether that place was; from now on it is.
  static bool is_settled(Open& open, Span place) {
    if (std::find(open.settled.begin(), open.settled.end(), place.begin) != open.settled.end())
      return true;
    open.settled.push_back(place.begin);
    return false;
  }

  enum class Verdict : std::uint8_t {
    left,     // they are not made
    sure,     // they are, being sure enough,
    chosen,   // or because someone chose so,
    changed,  // who chose an alternative, which the unit is now
  };
  Verdict judge(Open& open, const WrittenGame& game, std::vector<Correction>& unit) {
    double probability = 1;
    for (const Correction& correction : unit) {
      if (correction.fixes.empty()) return Verdict::left;
      probability = std::min(probability, correction.probability);
    }
    if (probability >= options_.accepted) return Verdict::sure;
    if (!options_.ask) return Verdict::left;
    if (is_settled(open, place_of(game, unit[0]))) return Verdict::left;
    if (unit.size() > 1) unit[0].alternatives.clear();
    const auto answer = options_.ask({open.game, game, open.variant, unit[0]});
    if (!answer || *answer > unit[0].alternatives.size()) return Verdict::left;
    if (*answer == 0) return Verdict::chosen;
    const Alternative alternative = unit[0].alternatives[*answer - 1];
    if (alternative.fixes.empty()) return Verdict::left;
    Correction& chosen = unit[0];
    chosen.faults = alternative.faults;
    chosen.meant = alternative.meant;
    chosen.fixes = alternative.fixes;
    chosen.probability = alternative.probability;
    chosen.alternatives.clear();
    return Verdict::changed;
  }

  // In the original.
  Span place_of(const WrittenGame& game, const Correction& correction) const {
    if (correction.move >= game.moves.size())
      return revision().original(game.result ? game.result->span : game.span);
    if (is_of_number(correction)) return revision().original(correction.fixes.front().span);
    if (!correction.original.empty()) return revision().original(game.moves[correction.move].span);
    const std::uint32_t at = correction.fixes.empty() ? game.moves[correction.move].span.begin
                                                      : correction.fixes[0].span.begin;
    return revision().original({at, at});
  }

  // What the text will say, which may spell the move in a way of its own.
  static Correction as_made(const WrittenGame& game, Correction correction) {
    if (correction.original.empty() || correction.meant.empty() || correction.fixes.empty() ||
        correction.move >= game.moves.size())
      return correction;
    const Span token = game.moves[correction.move].span;
    text::Revision revision(correction.original);
    std::vector<Fix> fixes = correction.fixes;
    for (Fix& fix : fixes) {
      if (fix.span.begin < token.begin || fix.span.end > token.end) return correction;
      fix.span = {fix.span.begin - token.begin, fix.span.end - token.begin};
    }
    if (revision.change(std::move(fixes))) correction.meant = replay::on_one_line(revision.text());
    return correction;
  }

  text::Diagnostic finding(const WrittenGame& game, const Correction& correction, Code code) const {
    text::Diagnostic out{.code = code,
                         .span = place_of(game, correction),
                         .args = {code == Code::corrected ? made(as_made(game, correction))
                                                          : proposed(as_made(game, correction)),
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
    return {.code = Code::unrepairable_game,
            .span = revision().original(game.moves[repaired.explained].span),
            .args = {std::to_string(repaired.explained), std::to_string(game.moves.size())},
            .ply = std::uint32_t(reading.moves.size() + 1),
            .fen = reading.final_fen};
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

  // The faults of notation of a game whose moves are all settled.
  void mend_notation(Decision& out, Open& open, const WrittenGame& game) const {
    for (const text::Diagnostic& found : document_->findings.items) {
      if (!self_mending()[std::size_t(found.code)] || found.fixes.empty()) continue;
      if (found.span.begin < game.span.begin || found.span.end > game.span.end) continue;
      const Span place = revision().original(found.span);
      if (is_settled(open, place)) continue;
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
  }

  // Gives each change to the correction that made it.
  void finish() {
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
  static const text::CodeSet codes =
      self_mending() |
      set_of({Code::unreadable_move,    Code::unreadable_text,      Code::missing_dash,
              Code::illegal_move,       Code::ambiguous_move,       Code::undecided_move,
              Code::game_over,          Code::piece_name,           Code::abbreviated_piece,
              Code::captured_name,      Code::abbreviated_captured, Code::capture_spurious,
              Code::capture_unmarked,   Code::en_passant_spurious,  Code::promotion_unnamed,
              Code::promotion_spurious, Code::check_unmarked,       Code::check_spurious,
              Code::mate_unmarked,      Code::mate_spurious,        Code::double_check_spurious,
              Code::mode_claim,         Code::mode_piece,           Code::convention_claim,
              Code::castling_squares,   Code::castling_rook,        Code::protected_piece,
              Code::protector_absent,   Code::protection_claim,     Code::protector_mode,
              Code::result_claim,       Code::stalemate_claim,      Code::mate_claim,
              Code::skipped_number,     Code::repeated_number,      Code::number_order});
  return codes;
}

Mended mend(const text::Source& source, const readers::Dialect& dialect,
            const variants::Registry& registry, const std::map<std::uint32_t, std::string>& games,
            const MendOptions& options) {
  return Mender(source, dialect, registry, options).run(games);
}

}  // namespace nuskha::repair
