// PGN export format (PGN standard of 1994, sections 3.2 and 8), with the names and tags that the
// other variants need (docs/formats/pgn.md).
#include "writers/pgn.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <cstring>
#include <vector>

#include "record/comment.hpp"
#include "record/spell.hpp"
#include "text/utf8.hpp"
#include "writers/movetext.hpp"
#include "writers/tags.hpp"

namespace nuskha::writers {
namespace {

using record::GameResult;
using record::PieceName;
using record::PlainPlayed;
using record::PlayedMove;
using record::Side;
using text::Span;

constexpr std::array<std::string_view, 7> roster = {"Event", "Site",  "Date",  "Round",
                                                    "White", "Black", "Result"};

// Whether there is nothing in it that a tag's value may not have as it is: no control character, no
// quote, no backslash. Eight bytes are looked at at once.
bool is_plain(std::string_view value) {
  constexpr std::uint64_t ones = 0x0101010101010101, high_bits = 0x8080808080808080;
  const auto has_zero = [](std::uint64_t bytes) { return (bytes - ones) & ~bytes; };
  std::uint64_t odd = 0;
  const auto look_at = [&](std::uint64_t bytes) {
    odd |= ((bytes - ones * ' ') & ~bytes) | has_zero(bytes ^ ones * 0x7F) |
           has_zero(bytes ^ ones * '"') | has_zero(bytes ^ ones * '\\');
  };
  std::uint64_t bytes = ones * ' ';
  if (value.size() < sizeof bytes) {
    for (std::size_t i = 0; i < value.size(); ++i)
      bytes ^= std::uint64_t(static_cast<unsigned char>(value[i]) ^ ' ') << 8 * i;
    look_at(bytes);
  } else {
    // The last eight may have been looked at in part.
    const std::size_t last = value.size() - sizeof bytes;
    for (std::size_t at = 0;; at = std::min(at + sizeof bytes, last)) {
      std::memcpy(&bytes, value.data() + at, sizeof bytes);
      look_at(bytes);
      if (at == last) break;
    }
  }
  return (odd & high_bits) == 0;
}

// Without these nobody can read the moves.
constexpr std::array<std::string_view, 4> needed = {"FEN", "PieceNames", "SetUp", "Variant"};

// The size of the array if it is none of them.
template <std::size_t size>
std::size_t place_in(const std::array<std::string_view, size>& names, std::string_view name) {
  return std::size_t(std::find(names.begin(), names.end(), name) - names.begin());
}

std::string_view unknown_value(std::string_view name) {
  return name == "Date" ? "????.??.??" : "?";
}

class Pgn final : public Writer {
 public:
  Pgn(Output output, const Options& options)
      : output_(std::move(output)), options_(options), moves_(options.width) {}

  record::Wants wants() const override {
    return {.moves = true,
            .names = options_.moves == MoveStyle::san,
            .details = options_.annotate,
            .uci = options_.moves == MoveStyle::uci};
  }

  void begin_game(Span) override {
    tags_.clear();
    are_plain_ = true;
    moves_.clear();
    stated_ = false;
    number_due_ = true;
    pawn_ = PieceName("P");
  }
  void tag(std::string_view name, std::string_view value, Span span) override {
    // As it will be read, for by that it is sorted, and a pair that comes twice is told.
    const auto is_odd = [](char c) { return !is_tag_name_char(c); };
    if (std::any_of(name.begin(), name.end(), is_odd)) [[unlikely]] {
      scratch_.assign(name);
      std::replace_if(scratch_.begin(), scratch_.end(), is_odd, '_');
      name = scratch_;
    }
    // A value is one line of printing characters (PGN standard, section 7).
    if (!is_plain(value)) [[unlikely]] {
      are_plain_ = false;
      value_.assign(value);
      std::replace_if(value_.begin(), value_.end(), text::is_control, ' ');
      value = value_;
    }
    if (value.empty() && place_in(roster, name) < roster.size()) value = unknown_value(name);
    tags_.add(name, value, span);
  }
  void start(const record::StartOfPlay& start) override { pawn_ = start.pawn; }

  void moves(std::span<const PlainPlayed> moves) override {
    switch (options_.moves) {
      case MoveStyle::san:
        return spell_row<MoveStyle::san>(moves);
      case MoveStyle::lan:
        return spell_row<MoveStyle::lan>(moves);
      case MoveStyle::uci:
        return spell_row<MoveStyle::uci>(moves);
    }
  }
  void move(const PlayedMove& move) override {
    if (move.side == Side::white || number_due_) {
      char* const number = moves_.begin_word();
      char* end = std::to_chars(number, number + Movetext::room, move.number).ptr;
      for (int dots = move.side == Side::white ? 1 : 3; dots; --dots) *end++ = '.';
      moves_.end_word(end, true);
    }
    number_due_ = false;
    spell(move);
    if (!move.original.empty()) command("orig", move.original);
    if (options_.annotate && move.move.mode) {
      const PieceName piece = move.move.mode_piece  ? move.move.mode_piece
                              : move.move.promotion ? move.move.promotion
                                                    : move.move.piece;
      std::string mode(piece.view());
      mode += '+';
      mode += move.move.mode.view();
      command("mode", mode);
    }
  }
  void nag(int glyph, Span) override { moves_.word('$' + std::to_string(glyph)); }
  void comment(std::string_view text, Span) override {
    scratch_.clear();
    record::write_comment(text, scratch_);
    moves_.braced(scratch_);
    number_due_ = true;
  }
  void unread(std::string_view text, Span) override { command("unread", text); }
  void begin_variation(Span) override {
    moves_.open('(');
    number_due_ = true;
  }
  void end_variation(Span) override {
    moves_.close(')');
    number_due_ = true;
  }
  void result(const record::ResultClaim& claim) override {
    result_ = claim.result;
    stated_ = true;
  }

  void end_game(Span) override {
    if (!stated_) {
      const Tag* tag = tags_.find("Result");
      result_ = tag ? record::read_result(tag->value) : GameResult::unknown;
    }
    out_.clear();
    write_tags();
    out_ += '\n';
    moves_.word(to_string(result_));
    output_(out_);
    output_(moves_.text());
    output_("\n\n");
  }

 private:
  void spell(const PlayedMove& move) {
    static_assert(record::longest_move <= Movetext::room);
    const bool is_ascii = move.move.piece.is_ascii() && move.move.promotion.is_ascii();
    switch (options_.moves) {
      case MoveStyle::san:
        return moves_.end_word(record::spell_san(move, pawn_, moves_.begin_word()), is_ascii);
      case MoveStyle::lan:
        return moves_.end_word(record::spell_lan(move.move, pawn_, moves_.begin_word()), is_ascii);
      case MoveStyle::uci:
        return moves_.end_word(std::copy(move.uci.begin(), move.uci.end(), moves_.begin_word()),
                               is_ascii);
    }
  }

  template <MoveStyle style>
  void spell_row(std::span<const PlainPlayed> moves) {
    constexpr std::size_t longest_number = 16;
    char* end = moves_.begin_words((longest_number + record::longest_move) * moves.size());
    bool number_is_due = number_due_, is_usual = true;
    for (const PlainPlayed& move : moves) {
      if (number_is_due || move.side == Side::white) {
        end = std::to_chars(end, end + longest_number, move.number).ptr;
        for (int dots = move.side == Side::white ? 1 : 3; dots; --dots) *end++ = '.';
        *end++ = ' ';
        number_is_due = false;
      }
      is_usual &= record::is_usual(move);
      if constexpr (style == MoveStyle::uci) {
        end = record::spell_usual_coordinates(move, end);
      } else {
        end = record::spell_usual(move, pawn_, style == MoveStyle::lan, end);
      }
      *end++ = ' ';
    }
    if (!is_usual) [[unlikely]]
      return Writer::moves(moves);
    moves_.end_words(end);
    number_due_ = false;
  }

  void command(std::string_view name, std::string_view text) {
    if (options_.without.comments) return;
    scratch_.clear();
    record::write_command(name, text, scratch_);
    moves_.braced(scratch_);
    number_due_ = true;
  }

  void write_tags() {
    const bool as_in_input = options_.tags == TagOrder::input;
    sorted_.clear();
    std::array<const Tag*, roster.size()> first_of{};
    for (const Tag& tag : tags_) {
      const std::size_t place = place_in(roster, tag.name);
      if (place < roster.size() && tag.is_first) first_of[place] = &tag;
      if (as_in_input || (place == roster.size() && (options_.tags == TagOrder::sorted ||
                                                     place_in(needed, tag.name) < needed.size())))
        sorted_.push_back(&tag);
    }
    // Pairs of one name stay as they came.
    std::sort(sorted_.begin(), sorted_.end(), [&](const Tag* a, const Tag* b) {
      const int order =
          as_in_input ? int(a->at > b->at) - int(a->at < b->at) : a->name.compare(b->name);
      return order != 0 ? order < 0 : a < b;
    });
    if (!as_in_input)
      for (std::size_t i = 0; i < roster.size(); ++i) write_roster_tag(roster[i], first_of[i]);
    for (const Tag* tag : sorted_)
      write_tag(tag->name, tag->name == "Result" ? to_string(result_) : tag->value);
    if (as_in_input)
      for (std::size_t i = 0; i < roster.size(); ++i)
        if (!first_of[i]) write_roster_tag(roster[i], nullptr);
  }

  void write_roster_tag(std::string_view name, const Tag* tag) {
    if (name == "Result") return write_tag(name, to_string(result_));
    if (!tag) return write_tag(name, unknown_value(name));
    for (; tag; tag = tags_.next(*tag)) write_tag(name, tag->value);
  }

  void write_tag(std::string_view name, std::string_view value) {
    out_ += '[';
    out_ += name;
    out_ += " \"";
    if (are_plain_)
      out_ += value;
    else
      write_tag_value(value, out_);
    out_ += "\"]\n";
  }

  Output output_;
  Options options_;
  Tags tags_;
  bool are_plain_ = true;  // the tags' values
  Movetext moves_;
  PieceName pawn_{"P"};
  GameResult result_ = GameResult::unknown;
  bool stated_ = false;     // a result event came
  bool number_due_ = true;  // the next move has its number before it, even Black's
  std::string scratch_, value_, out_;
  std::vector<const Tag*> sorted_;
};

}  // namespace

bool is_tag_name_char(char c) {
  return static_cast<unsigned char>(c) > 0x20 && c != 0x7F && c != '"' && c != '[' && c != ']';
}

void write_tag_value(std::string_view value, std::string& out) {
  const auto is_plain = [](char c) { return c != '"' && c != '\\' && !text::is_control(c); };
  for (auto at = value.begin();;) {
    const auto odd = std::find_if_not(at, value.end(), is_plain);
    out.append(at, odd);
    if (odd == value.end()) return;
    if (text::is_control(*odd)) {
      out += ' ';
    } else {
      out += '\\';
      out += *odd;
    }
    at = odd + 1;
  }
}

std::unique_ptr<Writer> make_pgn(Output output, const Options& options) {
  return std::make_unique<Pgn>(std::move(output), options);
}

}  // namespace nuskha::writers
