// The notation of the Dola games' author in canonical form (docs/formats/dola.md): dola, pgn and
// dola again is a fixed point.
#include "writers/dola.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <optional>
#include <vector>

#include "record/comment.hpp"
#include "record/spell.hpp"
#include "writers/movetext.hpp"
#include "writers/pgn.hpp"
#include "writers/tags.hpp"

namespace nuskha::writers {
namespace {

using record::CheckMark;
using record::GameResult;
using record::PlayedMove;
using record::ResultClaim;
using record::Side;
using text::Span;

// `1ère`, `2ème`; nothing for a round that is no plain number.
std::optional<std::string> ordinal(std::string_view round) {
  unsigned number = 0;
  const auto [end, error] = std::from_chars(round.data(), round.data() + round.size(), number);
  if (error != std::errc() || end != round.data() + round.size() || number == 0) return {};
  if (std::to_string(number) != round) return {};
  return std::to_string(number) + (number == 1 ? "ère" : "ème");
}

bool is_unknown(std::string_view value) {
  return value.empty() || value == "?" || value == "????.??.??" || value == "*";
}

struct Man {
  std::string name;  // in capitals
  std::string square;
  bool white = true;
};

// The men of a FEN's first field, from the top left corner.
std::vector<Man> men(std::string_view fen) {
  std::vector<Man> out;
  const std::string_view placement = fen.substr(0, fen.find(' '));
  std::size_t ranks = 1 + std::count(placement.begin(), placement.end(), '/');
  std::size_t file = 0;
  for (std::size_t i = 0; i < placement.size();) {
    const char c = placement[i];
    if (c == '/') {
      --ranks;
      file = 0;
      ++i;
    } else if (c >= '0' && c <= '9') {
      std::size_t run = 0;
      for (; i < placement.size() && placement[i] >= '0' && placement[i] <= '9'; ++i)
        run = 10 * run + static_cast<std::size_t>(placement[i] - '0');
      file += run;
    } else {
      std::string_view name = placement.substr(i, 1);
      ++i;
      if (c == '{') {
        const std::size_t close = std::min(placement.find('}', i), placement.size());
        name = placement.substr(i, close - i);
        i = std::min(close + 1, placement.size());
        name = name.substr(0, name.find('+'));
      }
      Man man;
      man.white = name.empty() || (name[0] >= 'A' && name[0] <= 'Z');
      for (const char letter : name)
        man.name += letter >= 'a' && letter <= 'z' ? static_cast<char>(letter - 32) : letter;
      man.square = static_cast<char>('a' + file) + std::to_string(ranks);
      out.push_back(std::move(man));
      ++file;
    }
  }
  return out;
}

// The order in which the seeds list an army; names they do not have come before the pawns.
std::size_t order(std::string_view name) {
  constexpr std::array<std::string_view, 10> seeds = {"R",  "SD", "D", "ST", "SF",
                                                      "CA", "T",  "F", "CT", "CF"};
  if (name == "P") return seeds.size() + 1;
  return std::find(seeds.begin(), seeds.end(), name) - seeds.begin();
}

class Dola final : public Writer {
 public:
  Dola(Output output, const Options& options) : output_(std::move(output)), line_(options.width) {}

  void begin_game(Span) override {
    tags_.clear();
    line_.clear();
    start_fen_.clear();
    variant_.clear();
    final_fen_.clear();
    is_array_ = true;
    moves_ = 0;
    depth_ = 0;
    last_ = CheckMark::none;
    result_ = {};
  }
  void tag(std::string_view name, std::string_view value, Span) override { tags_.add(name, value); }
  void start(const record::StartOfPlay& start) override {
    variant_ = start.variant;
    start_fen_ = start.fen;
    is_array_ = start.is_array;
  }

  void move(const PlayedMove& move) override {
    scratch_.clear();
    record::spell_dola(move.move, scratch_);
    if (depth_ > 0) {
      variation_number(move);
      variation_ += scratch_;
      return;
    }
    if (move.side == Side::white || moves_ == 0) {
      line_.line_end();
      std::string number = std::to_string(move.number) + ')';
      if (move.side == Side::black) number += " ...";
      line_.word(number);
    }
    if (move.side == Side::black) line_.word("&");
    line_.word(scratch_);
    if (!move.original.empty()) command("orig", move.original);
    last_ = move.move.check;
    last_side_ = move.side;
    ++moves_;
  }
  void nag(int glyph, Span) override {
    if (depth_ > 0)
      variation_ += " $" + std::to_string(glyph);
    else
      line_.word('$' + std::to_string(glyph));
  }
  void comment(std::string_view text, Span) override {
    if (depth_ > 0) {
      variation_ += " {";
      variation_ += text;
      variation_ += '}';
      return;
    }
    scratch_.clear();
    record::write_comment(text, scratch_);
    line_.braced(scratch_);
  }
  void unread(std::string_view text, Span) override {
    if (depth_ > 0) {
      variation_ += ' ';
      variation_ += text;
    } else {
      command("unread", text);
    }
  }
  // The notation has no variations: they are kept as a remark.
  void begin_variation(Span) override {
    if (depth_++ == 0)
      variation_.clear();
    else
      variation_ += " (";
    variation_start_ = true;
  }
  void end_variation(Span) override {
    if (--depth_ == 0)
      command("variation", variation_);
    else
      variation_ += ')';
    variation_start_ = true;
  }
  record::Wants wants() const override {
    return {.moves = true, .details = true, .final_position = true};
  }
  void final_position(std::string_view fen) override { final_fen_ = fen; }
  void result(const ResultClaim& claim) override { result_ = claim; }

  void end_game(Span) override {
    if (result_.result == GameResult::unknown)
      if (const Tag* tag = tags_.find("Result")) result_.result = record::read_result(tag->value);
    out_.clear();
    write_tags();
    const bool position = moves_ == 0 && !is_array_ && !final_fen_.empty();
    write_heading(position);
    if (position) write_inventory();
    line_.line_end();
    const std::string_view end = result_text();
    if (!end.empty()) line_.word(end);
    line_.line_end();
    out_ += line_.text();
    out_ += '\n';
    output_(out_);
  }

 private:
  void command(std::string_view name, std::string_view text) {
    scratch_.clear();
    record::write_command(name, text, scratch_);
    line_.braced(scratch_);
  }

  void variation_number(const PlayedMove& move) {
    const bool white = move.side == Side::white;
    if (!variation_.empty() && variation_.back() != '(') variation_ += ' ';
    if (white || variation_start_) {
      variation_ += std::to_string(move.number);
      variation_ += white ? ") " : ") ... ";
    }
    if (!white) variation_ += "& ";
    variation_start_ = false;
  }

  // Those that heading, score and result do not state.
  void write_tags() {
    const Tag* round = tags_.find("Round");
    for (const Tag& tag : tags_) {
      if (tag.name == "Variant" || tag.name == "SetUp" || tag.name == "FEN") continue;
      if (tag.name == "Result" || is_unknown(tag.value)) continue;
      if (tag.name == "Event" && is_heading(tag.value)) continue;
      if (&tag == round && ordinal(tag.value)) continue;
      write_tag(tag.name, tag.value);
    }
    if (!is_array_) write_tag("FEN", start_fen_);
  }

  void write_tag(std::string_view name, std::string_view value) {
    out_ += '[';
    for (const char c : name) out_ += is_tag_name_char(c) ? c : '_';
    out_ += " \"";
    write_tag_value(value, out_);
    out_ += "\"]\n";
  }

  std::string_view variant_name() const {
    const Tag* tag = tags_.find("Variant");
    return tag ? std::string_view(tag->value) : variant_;
  }

  // `1èrePartie de X`, `Position finale de la deuxième partie`: what the heading says again, from
  // Variant and Round.
  bool is_heading(std::string_view event) const {
    constexpr std::string_view final_position = "Position finale de la ";
    const bool position = event.starts_with(final_position);
    if (position) event.remove_prefix(final_position.size());
    const std::size_t word = event.find("artie");
    constexpr std::size_t longest_ordinal = 24;
    if (word == event.npos || word == 0 || word > longest_ordinal) return false;
    const bool numbered = event[0] >= '0' && event[0] <= '9';
    if (!position && !numbered && word > 1) return false;
    const std::string_view rest = event.substr(word + std::string_view("artie").size());
    constexpr std::string_view of = " de ";
    return (rest.empty() && position) ||
           (rest.starts_with(of) && rest.substr(of.size()) == variant_name());
  }

  void write_heading(bool position) {
    const Tag* round = tags_.find("Round");
    if (position) out_ += "Position finale de la ";
    if (const auto number = round ? ordinal(round->value) : std::nullopt) out_ += *number + ' ';
    out_ += position ? "partie de " : "Partie de ";
    out_ += variant_name();
    out_ += " :\n";
  }

  void write_inventory() {
    std::vector<Man> all = men(final_fen_);
    std::stable_sort(all.begin(), all.end(),
                     [](const Man& a, const Man& b) { return order(a.name) < order(b.name); });
    for (const bool white : {true, false}) {
      const auto count =
          std::count_if(all.begin(), all.end(), [&](const Man& man) { return man.white == white; });
      line_.line_end();
      line_.word(white ? "Blancs" : "Noirs");
      line_.word('(' + std::to_string(count));
      line_.word("pièces)");
      line_.word(":");
      auto left = count;
      for (const Man& man : all)
        if (man.white == white) line_.word(man.name + man.square + (--left > 0 ? " ;" : " ."));
    }
  }

  std::string_view result_text() const {
    if (result_.reason == ResultClaim::Reason::checkmate) return {};
    switch (result_.result) {
      case GameResult::white_wins:
        return mated_by(Side::white) ? "" : "Les noirs abandonnent";
      case GameResult::black_wins:
        return mated_by(Side::black) ? "" : "Les blancs abandonnent";
      case GameResult::draw:
        return result_.reason == ResultClaim::Reason::stalemate ? "pat" : "nulle";
      case GameResult::unknown:
        break;
    }
    return {};
  }
  bool mated_by(Side side) const { return last_ == CheckMark::mate && last_side_ == side; }

  Output output_;
  Tags tags_;
  Movetext line_;
  std::string start_fen_, variant_, final_fen_;
  bool is_array_ = true;
  std::size_t moves_ = 0;
  int depth_ = 0;
  bool variation_start_ = false;
  CheckMark last_ = CheckMark::none;
  Side last_side_ = Side::white;
  ResultClaim result_;
  std::string scratch_, variation_, out_;
};

}  // namespace

std::unique_ptr<Writer> make_dola(Output output, const Options& options) {
  return std::make_unique<Dola>(std::move(output), options);
}

}  // namespace nuskha::writers
