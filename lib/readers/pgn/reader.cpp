#include "readers/pgn/reader.hpp"

#include <algorithm>
#include <vector>

#include "readers/pgn/actions.hpp"
#include "readers/pgn/split.hpp"
#include "readers/pgn/token.hpp"

namespace nuskha::readers::pgn {

namespace {

// Up to the end of the text, or to the first token after which `stop()` is true.
template <class Stop>
void read_until(const Stop& stop, const text::Source& source, record::WrittenEvents& out,
                text::Diagnostics& findings) {
  const std::string_view text = source.text();
  Builder builder(text, out, findings);
  State state(builder, text.data());
  Splitter splitter(text, source.parts());
  for (text::Span stretch; splitter.next(stretch);) {
    builder.begin_stretch(stretch, splitter.tags_in_comments());
    tao::pegtl::memory_input<tao::pegtl::tracking_mode::lazy> input(text.data() + stretch.begin,
                                                                    text.data() + stretch.end, "");
    while (!input.empty() && tao::pegtl::parse<rules::item, Action>(input, state))
      if (stop()) return;
    builder.end_stretch();
  }
  builder.end_text();
}

class Tally final : public record::WrittenEvents {
 public:
  void begin_game(text::Span) override { ++games; }
  void tag(std::string_view, std::string_view, text::Span) override { ++tags; }
  void move(const record::WrittenMove& move) override {
    ++moves;
    move_bytes += move.span.size();
  }
  void result(const record::ResultClaim&) override { ++results; }
  void comment(std::string_view, text::Span) override { ++comments; }
  void unread(std::string_view text, text::Span span) override {
    // What a comment keeps was known to be no move when it was written.
    if (text.size() != span.size()) return;
    ++unread_texts;
    unread_bytes += text.size();
  }
  void prose(text::Span span) override { prose_bytes += span.size(); }

  std::uint32_t games = 0;
  std::size_t tags = 0, moves = 0, results = 0, comments = 0;
  std::size_t unread_texts = 0;
  std::size_t move_bytes = 0, unread_bytes = 0, prose_bytes = 0;
};

// Where the last game begins that does so within `target` bytes, or else the first after it.
class Beginning final : public record::WrittenEvents {
 public:
  Beginning(const text::Source& source, std::size_t target) : source_(source), target_(target) {}
  void begin_game(text::Span span) override {
    const std::size_t byte = source_.byte_offset(span.begin);
    const bool is_better = byte <= target_ || place.size == 0;
    if (span.begin > 0 && is_better) place = {byte, games_, place.size == 0};
    is_behind_ = byte >= target_;
    ++games_;
  }
  // Games that begin further on change nothing.
  bool is_known() const { return is_behind_ && place.size > 0; }

  Cut place;

 private:
  const text::Source& source_;
  std::size_t target_;
  bool is_behind_ = false;
  std::uint32_t games_ = 0;
};

class Only final : public record::WrittenEvents {
 public:
  void move(const record::WrittenMove& move) override {
    ++moves;
    move_read = move;
  }
  void nag(int, text::Span) override { others = true; }
  void comment(std::string_view, text::Span) override { others = true; }
  void unread(std::string_view, text::Span) override { others = true; }
  void begin_variation(text::Span) override { others = true; }

  std::size_t moves = 0;
  bool others = false;
  record::WrittenMove move_read;
};

class NoFindings final : public text::Diagnostics {
 public:
  void report(text::Diagnostic) override {}
  bool only_counts() const override { return true; }
};

}  // namespace

void read(const text::Source& source, record::WrittenEvents& out, text::Diagnostics& findings) {
  out.begin_document(source);
  read_until([] { return false; }, source, out, findings);
  out.end_document();
}

bool read_move(std::string_view token, record::WrittenMove& move) {
  // As the only move of a game, between a number and a result.
  const text::Source source("", "1. " + std::string(token) + " *");
  Only only;
  NoFindings nothing;
  read(source, only, nothing);
  if (only.moves != 1 || only.others) return false;
  move = only.move_read;
  move.span.begin -= 3;
  move.span.end -= 3;
  return move.span.begin == 0 && move.span.end == token.size();
}

int sniff(std::string_view text) {
  constexpr std::size_t enough = 16 * 1024;
  const text::Source head("", std::string(text.substr(0, enough)));
  Tally tally;
  NoFindings nothing;
  read(head, tally, nothing);
  // A text of another notation has moves that this one can read, and between them what it cannot.
  const bool readable =
      tally.unread_bytes <= tally.move_bytes / 2 && tally.unread_texts <= tally.moves / 4;
  if (tally.tags > 0) return readable ? 100 : 40;
  if (tally.moves > 1) return readable && tally.prose_bytes < text.size() / 2 ? 60 : 5;
  if (tally.results > 0 || tally.comments > 0) return 10;
  return tally.moves > 0 ? 5 : 0;
}

namespace {

std::uint32_t games_in(std::string_view stretch) {
  const text::Source source("", std::string(stretch));
  Tally tally;
  NoFindings nothing;
  read(source, tally, nothing);
  return tally.games;
}

}  // namespace

Cut cut(std::string_view text, std::size_t target) {
  Cut best;
  std::uint32_t games = 0;
  std::vector<text::Span> untagged;
  std::vector<std::uint32_t> parts;
  std::size_t parts_in_best = 0;
  bool says_all = true;  // a part's place is all that read() asks the splitter for
  Splitter splitter(text);
  for (text::Span stretch; splitter.next(stretch);) {
    parts.push_back(stretch.begin);
    says_all = says_all && splitter.tags_in_comments().empty();
    // A stretch with tags is one game nearly always; others are read to know.
    if (text[stretch.begin] == '[')
      ++games;
    else
      untagged.push_back(stretch);
    if (!splitter.is_apart()) continue;
    if (stretch.end > target && best.size > 0) break;
    for (const text::Span span : untagged) games += games_in(text.substr(span.begin, span.size()));
    untagged.clear();
    best.size = stretch.end;
    best.games = games;
    parts_in_best = parts.size();
    best.places.push_back({stretch.end, games});
    if (stretch.end >= target) break;
  }
  if (says_all) {
    parts.resize(parts_in_best);
    best.parts = std::move(parts);
  }
  if (best.size > 0 || text.size() <= target) return best;
  // Games that nothing parts but that the reader can tell.
  const text::Source source("", std::string(text));
  Beginning beginning(source, target);
  NoFindings nothing;
  read_until([&] { return beginning.is_known(); }, source, beginning, nothing);
  return beginning.place;
}

}  // namespace nuskha::readers::pgn
