#include "stream/conversion.hpp"

#include <algorithm>
#include <iterator>
#include <string_view>
#include <utility>

#include "repair/suggest.hpp"
#include "stream/convert.hpp"
#include "stream/mended_pass.hpp"
#include "writers/forward.hpp"

namespace nuskha::stream {
namespace {

// Ids that are kept of what is said once a text; of names beyond it, each piece may speak again.
constexpr std::size_t max_said = 10'000;

// Sees what a game's tag is in the end, for the text may leave out what the rules tell.
class TagWatch final : public writers::Forward {
 public:
  TagWatch(std::string_view name, std::string& value, std::unique_ptr<writers::Writer> next)
      : Forward(std::move(next)), name_(name), value_(value) {}

  void begin_game(text::Span span) override {
    value_.clear();
    Forward::begin_game(span);
  }
  void tag(std::string_view name, std::string_view value, text::Span span) override {
    if (name == name_ && value_.empty()) value_ = value;
    Forward::tag(name, value, span);
  }
  void start(const record::StartOfPlay& start) override {
    if (name_ == "Variant") value_ = start.variant;
    Forward::start(start);
  }
  void result(const record::ResultClaim& claim) override {
    if (name_ == "Result") value_ = record::to_string(claim.result);
    Forward::result(claim);
  }

 private:
  std::string_view name_;
  std::string& value_;
};

// What is about the bytes that a text was made of.
bool is_of_bytes(text::Code code) {
  return code == text::Code::mixed_encoding || code == text::Code::broken_utf16 ||
         code == text::Code::code_page || code == text::Code::no_letter;
}

const text::CodeSet& unplayable() {
  static const text::CodeSet codes = [] {
    text::CodeSet set;
    for (const text::Code code : {text::Code::illegal_move, text::Code::undecided_move})
      set.set(std::size_t(code));
    return set;
  }();
  return codes;
}

}  // namespace

// Keeps the first findings, and counts the others.
class Limited final : public text::Diagnostics {
 public:
  void report(text::Diagnostic diagnostic) override {
    if (items.size() < max_findings_of_piece)
      items.push_back(std::move(diagnostic));
    else
      count(diagnostic.code);
  }
  void count(text::Code code) override { others.add(code); }
  bool only_counts() const override { return items.size() >= max_findings_of_piece; }

  std::vector<text::Diagnostic> items;
  text::Tally others;
};

Converted::Converted(Piece&& piece)
    : source(std::move(piece).source()),
      dialect(piece.dialect),
      is_first(piece.is_first),
      is_last(piece.is_last),
      is_file(piece.is_file),
      is_cut(piece.is_cut),
      is_whole(piece.is_whole),
      continues(piece.continues),
      number(piece.number),
      first_game(piece.first_game) {}

Conversion::Conversion(const variants::Registry& registry, ConversionOptions options)
    : registry_(registry), options_(std::move(options)) {}

std::unique_ptr<PieceWork::Result> Conversion::work(Piece&& piece) {
  auto converted = std::make_unique<Converted>(std::move(piece));
  convert(*converted);
  return converted;
}

// The numbers stand in findings, in titles and in what writers made of findings, so all is done
// again; it is seldom wanted.
void Conversion::renumber(Result& result, std::uint32_t first_game) {
  auto& piece = static_cast<Converted&>(result);
  piece.first_game = first_game;
  convert(piece);
}

bool Conversion::take(Result& result, std::uint64_t bytes_read) {
  auto& piece = static_cast<Converted&>(result);
  if (options_.select && !options_.select->same(piece.number, all_games_ + 1, piece.games)) {
    piece.number = all_games_ + 1;
    convert(piece);
  }
  all_games_ += piece.games;
  if (piece.is_first) games_ = 0;
  games_ += piece.games;
  if (piece.is_last && !piece.is_cut && piece.dialect && games_ == 0) {
    const auto end = std::uint32_t(piece.source.text().size());
    const text::Span span = piece.is_first ? text::Span{} : text::Span{end, end};
    piece.findings.push_back({.code = text::Code::no_games, .span = span});
  }
  recognise(piece);
  return take_piece(piece, bytes_read);
}

// Findings outside of games, which replay does not see or cannot name: the name of their file,
// without its folder, tells them from others.
void Conversion::recognise(Converted& piece) {
  if (piece.is_first) {
    said_.clear();
    said_of_bytes_.reset();
  }
  const std::string_view path = piece.source.name();
  const std::string_view name = path.substr(path.rfind('/') + 1);
  const text::Baseline* baseline = options_.replay.muted.baseline;
  std::erase_if(piece.findings, [&](text::Diagnostic& finding) {
    if (finding.id != 0) return false;
    finding.id = text::fingerprint(finding, name);
    // These are said once a piece.
    if (finding.code == text::Code::json_member) {
      if (said_.contains(finding.id)) return true;
      if (said_.size() < max_said) said_.insert(finding.id);
    } else if (is_of_bytes(finding.code) || finding.code == text::Code::nul_bytes) {
      if (said_of_bytes_[std::size_t(finding.code)]) return true;
      said_of_bytes_.set(std::size_t(finding.code));
    }
    return baseline && baseline->knows(finding.id);
  });
}

void Conversion::convert(Converted& piece) const {
  piece.changes.clear();
  Limited findings;
  if (options_.mending) {
    Suspects suspects(options_.profile, repair::mendable(), piece.first_game, findings);
    replay(piece, piece.source, nullptr, &suspects, suspects);
    if (!suspects.games.empty()) mend(piece, suspects, findings);
  } else if (options_.suggest) {
    Suspects suspects(options_.profile, unplayable(), piece.first_game, findings);
    replay(piece, piece.source, nullptr, &suspects, suspects);
    if (!suspects.games.empty()) suggest(piece, suspects, findings);
  } else {
    replay(piece, piece.source, nullptr, nullptr, findings);
  }
  piece.games = std::uint32_t(piece.counts.games + piece.counts.positions + piece.counts.unwanted);
  piece.unlisted = piece.counts.unlisted;
  piece.unlisted.add(findings.others);
  if (const std::uint64_t others = findings.others.total(); others > 0) {
    const auto end = std::uint32_t(piece.source.text().size());
    findings.items.push_back({.code = text::Code::unlisted_findings,
                              .span = {end, end},
                              .args = {std::to_string(others)}});
  }
  piece.findings = std::move(findings.items);
}

void Conversion::suggest(const Converted& piece, const Suspects& suspects,
                         Limited& findings) const {
  repair::Collector collector;
  text::DiagnosticList of_reader;
  piece.dialect->read(piece.source, collector, of_reader);
  std::uint32_t last = 0;  // game with a suggestion
  for (text::Diagnostic& finding : findings.items) {
    if (finding.game == last || !unplayable()[std::size_t(finding.code)]) continue;
    const std::uint32_t game = finding.game - piece.first_game;
    const auto suspect = suspects.games.find(game);
    if (suspect == suspects.games.end() || game >= collector.games.size()) continue;
    const auto& moves = collector.games[game].moves;
    const auto move = std::find_if(moves.begin(), moves.end(), [&](const auto& written) {
      return written.span == finding.span;
    });
    if (move == moves.end()) continue;  // it stands in a variation
    last = finding.game;
    std::vector<text::Note> notes =
        repair::suggest(collector.games[game], std::uint32_t(move - moves.begin()), registry_,
                        {.variant = suspect->second,
                         .alphabet = options_.replay.input_alphabet,
                         .forgiven = options_.replay.forgiven});
    std::move(notes.begin(), notes.end(), std::back_inserter(finding.notes));
  }
}

void Conversion::mend(Converted& piece, const Suspects& suspects, Limited& findings) const {
  const repair::Mended mended =
      repair::mend(piece.source, *piece.dialect, registry_, suspects.games, *options_.mending);
  MendedPass pass(mended, piece.source, piece.first_game, findings);
  // That is told by the original alone.
  Limited of_games;
  std::swap(of_games, findings);
  for (text::Diagnostic& finding : of_games.items)
    if (is_of_bytes(finding.code)) findings.report(std::move(finding));
  replay(piece, mended.revision.source(piece.source.name(), piece.source.place(0)), &pass, nullptr,
         pass);
  pass.put_in_order(findings.items);
  piece.changes = mended.revision.changes();
}

void Conversion::replay(Converted& piece, const text::Source& source, MendedPass* mended,
                        Suspects* suspects, text::Diagnostics& findings) const {
  piece.out = options_.split_by.empty() ? Spool(max_output_in_memory) : Spool();
  piece.written.clear();
  piece.titles.clear();
  piece.counts = {};
  piece.skipped = 0;
  if (!piece.dialect) {
    if (!piece.is_cut) report_unknown_dialect(source, findings);
    return;
  }
  if (piece.continues)
    findings.report({.code = text::Code::text_cut,
                     .args = {std::to_string(piece.dialect->cut ? piece.dialect->max_game_bytes
                                                                : max_document_bytes)}});
  Options options;
  options.replay = options_.replay;
  options.profile = options_.profile;
  options.is_piece = true;
  if (options_.format) options.move_bytes = options_.format->move_bytes;
  options.replay.first_game = piece.first_game;
  const auto append = [&](std::string_view bytes) { piece.out.append(bytes); };
  auto writer = options_.format ? options_.format->make(append, options_.writing)
                                : std::make_unique<writers::Writer>();
  options.replay.positions |= writer->wants_diagnostics();
  std::string value;
  if (!options_.split_by.empty())
    writer = std::make_unique<TagWatch>(options_.split_by, value, std::move(writer));
  std::size_t kept = 0;  // bytes of the output up to the last game that stays
  const bool leaves_out = options_.format && options_.format->leaves_out;
  if (options_.titles || options_.skip_errors || leaves_out || !options_.split_by.empty())
    options.on_game = [&](const GameDone& game) {
      if (options_.titles)
        piece.titles.push_back(
            {game.number, std::string(game.title), game.rejected && game.has_errors});
      if (options_.skip_errors && game.has_errors) {
        piece.out.shrink(kept);
        ++piece.skipped;
        return;
      }
      if (leaves_out && piece.out.size() == kept) {
        ++piece.skipped;
        return;
      }
      kept = piece.out.size();
      if (!options_.split_by.empty()) piece.written.push_back({kept, value});
    };
  if (options_.select)
    options.wants = [&](std::uint32_t game) {
      return options_.select->has(piece.number + game - piece.first_game);
    };
  if (suspects) writer = suspects->watch(options, std::move(writer));
  if (mended) {
    writer = mended->restore(options, std::move(writer));
    piece.counts = replay_all(source, *piece.dialect, registry_, options, *writer, findings);
    return;
  }
  piece.counts = stream::convert(source, *piece.dialect, registry_, options, *writer, findings);
}

}  // namespace nuskha::stream
