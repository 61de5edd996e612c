#include "readers/jsonl/reader.hpp"

#include <algorithm>
#include <iterator>
#include <limits>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include <nlohmann/json.hpp>

#include "readers/pgn/token.hpp"
#include "record/comment.hpp"
#include "record/result_claim.hpp"

namespace nuskha::readers::jsonl {
namespace {

using record::CheckMark;
using record::GameResult;
using record::MoveForm;
using record::PieceName;
using record::ResultClaim;
using record::WrittenMove;
using record::WrittenSquare;
using text::Code;
using text::Span;

constexpr std::size_t max_depth = 2 * max_variation_depth + 8;  // of arrays and objects
constexpr std::size_t max_findings = 1000;

// The members that an object may have, as docs/formats/jsonl.md lists them; those that say again
// what the game itself says are known too.
struct Member {
  enum class Kind : std::uint8_t { text, number, flag, object, array };
  std::string_view name;
  Kind kind;
  bool is_of_move = true;  // a move is none without it
};
using Kind = Member::Kind;

constexpr Member members_of_game[] = {
    {"tags", Kind::object}, {"variant", Kind::text},       {"start", Kind::text},
    {"array", Kind::flag},  {"moves", Kind::array},        {"result", Kind::text},
    {"final", Kind::text},  {"result_reason", Kind::text}, {"diagnostics", Kind::array},
};
constexpr Member members_of_item[] = {
    {"ply", Kind::number, false},
    {"number", Kind::number, false},
    {"side", Kind::text, false},
    {"san", Kind::text},
    {"dola", Kind::text, false},
    {"uci", Kind::text},
    {"form", Kind::text},
    {"piece", Kind::text},
    {"from", Kind::text},
    {"to", Kind::text},
    {"capture", Kind::flag},
    {"captured", Kind::text},
    {"en_passant", Kind::flag},
    {"promotion", Kind::text},
    {"check", Kind::flag},
    {"mate", Kind::flag},
    {"mode_piece", Kind::text},
    {"mode", Kind::text},
    {"convention", Kind::number},
    {"king_from", Kind::text},
    {"king_to", Kind::text},
    {"rook", Kind::text},
    {"rook_from", Kind::text},
    {"rook_to", Kind::text},
    {"written", Kind::text, false},
    {"original", Kind::text, false},
    {"fen", Kind::text, false},
    {"comment", Kind::text},
    {"unread", Kind::text},
    {"nag", Kind::number, false},
    {"variation", Kind::array},
    {"clk", Kind::number, false},
    {"emt", Kind::number, false},
    {"eval", Kind::number, false},
    {"eval_mate", Kind::number, false},
    {"eval_depth", Kind::number, false},
    {"csl", Kind::array, false},
    {"cal", Kind::array, false},
};

// Bytes of the line, counted as the parser takes them.
class Bytes {
 public:
  using iterator_category = std::input_iterator_tag;
  using value_type = char;
  using difference_type = std::ptrdiff_t;
  using pointer = const char*;
  using reference = const char&;

  Bytes(const char* at, const char** reached) : at_(at), reached_(reached) {}
  const char& operator*() const { return *at_; }
  Bytes& operator++() {
    ++at_;
    if (reached_) *reached_ = at_;
    return *this;
  }
  bool operator==(const Bytes& other) const { return at_ == other.at_; }
  bool operator!=(const Bytes& other) const { return at_ != other.at_; }

 private:
  const char* at_;
  const char** reached_;
};

struct Item {
  enum class Kind : std::uint8_t {
    move,
    comment,
    unread,
    nag,
    begin_variation,
    end_variation
  } kind;
  Span span;
  std::uint32_t value = 0;  // the index of a move, where a text ends in Game::texts, a glyph
};

struct Move {
  WrittenMove written;
  record::MoveNumber number;
};

struct Tag {
  std::string name, value;
  Span span;
};

struct Finding {
  Code code;
  Span span;
  std::vector<std::string> args;
};

// Everything a line says, kept until all of it is known to be readable.
struct Game {
  std::vector<Tag> tags;
  std::string variant, start;
  Span variant_span, start_span;
  std::optional<bool> array;
  std::vector<Item> items;
  std::vector<Move> moves;
  std::string texts;  // of comments and unread items, one after the other
  std::optional<GameResult> result;
  std::optional<ResultClaim::Reason> reason;
  Span result_span;
  std::vector<Finding> findings;
  std::uint32_t unlisted = 0;  // further ones that no field can be what it says
  std::vector<Finding> unknown_members;
  std::uint32_t unlisted_members = 0;
};

std::optional<WrittenSquare> read_square(std::string_view text) {
  if (text.size() < 2 || text.size() > 3 || text[0] < 'a' || text[0] > 'p') return {};
  int rank = 0;
  for (const char c : text.substr(1)) {
    if (c < '0' || c > '9') return {};
    rank = 10 * rank + (c - '0');
  }
  constexpr int most_ranks = 16;
  if (rank < 1 || rank > most_ranks || text[1] == '0') return {};
  return WrittenSquare{static_cast<std::int8_t>(text[0] - 'a'), static_cast<std::int8_t>(rank - 1)};
}

// What one object of the moves array holds, as far as it is read.
struct Fields {
  Span span;
  bool is_move = false;
  bool broken = false;  // as a move
  bool has_findings = false;
  bool says_something = false;  // that was added already
  WrittenMove move;
  bool has_squares = false;
  std::string san, uci, original;
  Span san_span, uci_span;
  std::uint32_t number = 0;
  bool black = false;
  std::optional<std::string> comment, unread;
  Span text_span;
  std::optional<int> nag;
};

class Handler {
 public:
  using number_integer_t = nlohmann::json::number_integer_t;
  using number_unsigned_t = nlohmann::json::number_unsigned_t;
  using number_float_t = nlohmann::json::number_float_t;
  using string_t = nlohmann::json::string_t;
  using binary_t = nlohmann::json::binary_t;

  // `said` are the unknown members of which there is a finding.
  Handler(std::string_view text, const char*& reached, Game& game, std::set<std::string>& said)
      : text_(text), reached_(reached), game_(game), said_(said) {}

  // A line is an object, nothing else. Null says as much as a member that is left out.
  bool null() {
    if (at(Level::items)) return misplaced(Kind::object, "null");
    return !levels_.empty();
  }
  bool boolean(bool value) {
    if (skipping()) return !levels_.empty();
    if (!is_expected(Kind::flag, value ? "true" : "false")) return true;
    if (at(Level::game))
      game_.array = value;
    else
      flag(value);
    return true;
  }
  bool number_integer(number_integer_t value) { return number({}, std::to_string(value)); }
  bool number_unsigned(number_unsigned_t value) {
    constexpr number_unsigned_t most = std::numeric_limits<std::int32_t>::max();
    return number(static_cast<std::uint32_t>(std::min(value, most)), std::to_string(value));
  }
  bool number_float(number_float_t, const string_t& text) { return number({}, text); }
  bool string(string_t& value) {
    if (skipping()) return !levels_.empty();
    if (!is_tag() && !is_expected(Kind::text, value)) return true;
    switch (levels_.back()) {
      case Level::game:
        game_text(value);
        break;
      case Level::tags:
        game_.tags.push_back({key_, std::move(value), here(value)});
        break;
      case Level::values:
        game_.tags.push_back({tag_, std::move(value), here(value)});
        break;
      case Level::item:
        item_text(value);
        break;
      case Level::items:
      case Level::other:
        break;
    }
    return true;
  }
  bool binary(binary_t&) { return true; }

  bool start_object(std::size_t) {
    if (levels_.empty()) return enter(Level::game);
    if (skipping()) return enter(Level::other);
    if (at(Level::game) && key_ == "tags") return enter(Level::tags);
    if (at(Level::items)) {
      fields_.emplace_back();
      fields_.back().span = {offset() - 1, offset()};
      return enter(Level::item);
    }
    is_expected(Kind::object, "{");
    return enter(Level::other);
  }
  bool key(string_t& name) {
    key_span_ = here(name);
    key_ = std::move(name);
    return true;
  }
  bool end_object() {
    const bool is_item = at(Level::item);
    levels_.pop_back();
    if (is_item) {
      finish_item();
      fields_.pop_back();
    }
    return true;
  }
  bool start_array(std::size_t) {
    if (levels_.empty()) return false;
    if (skipping()) return enter(Level::other);
    if (at(Level::game) && key_ == "moves") return enter(Level::items);
    if (at(Level::item) && key_ == "variation") {
      add_fields();  // what stands beside it comes before it
      fields_.back().says_something = true;
      add(Item::Kind::begin_variation, {offset() - 1, offset()});
      return enter(Level::items);
    }
    if (at(Level::tags)) {
      tag_ = key_;
      return enter(Level::values);
    }
    is_expected(Kind::array, "[");
    return enter(Level::other);
  }
  bool end_array() {
    const bool closes_variation = at(Level::items) && levels_.size() > 2;
    levels_.pop_back();
    if (closes_variation) add(Item::Kind::end_variation, {offset() - 1, offset()});
    return true;
  }
  template <typename Exception>
  bool parse_error(std::size_t, const std::string&, const Exception&) {
    return false;
  }

 private:
  enum class Level { game, tags, values, items, item, other };

  bool enter(Level level) {
    levels_.push_back(level);
    return levels_.size() <= max_depth;
  }
  bool at(Level level) const { return !levels_.empty() && levels_.back() == level; }
  bool skipping() const { return levels_.empty() || at(Level::other); }
  std::uint32_t offset() const { return static_cast<std::uint32_t>(reached_ - text_.data()); }

  // What was just read and is no string; the byte after a number has been looked at.
  Span here_bare(std::string_view value) const {
    const std::uint32_t end = offset();
    const auto size = static_cast<std::uint32_t>(value.size());
    for (const std::uint32_t after : {end - 1, end})
      if (size <= after && text_.substr(after - size, size) == value) return {after - size, after};
    return {end - 1, end};
  }

  // The string that was just read, without its quotes where it holds no escapes.
  Span here(std::string_view value) const {
    const std::uint32_t end = offset() - 1;
    const auto size = static_cast<std::uint32_t>(value.size());
    if (size < end && text_.substr(end - size, size) == value && text_[end - size - 1] == '"')
      return {end - size, end};
    return {end, end + 1};
  }

  void add(Item::Kind kind, Span span, std::size_t value = 0) {
    game_.items.push_back({kind, span, static_cast<std::uint32_t>(value)});
  }
  void add_text(Item::Kind kind, Span span, std::string_view text) {
    game_.texts += text;
    add(kind, span, game_.texts.size());
  }

  bool is_tag() const { return at(Level::tags) || at(Level::values); }

  void unusable(std::string_view field, std::string_view value, Span span) {
    if (game_.findings.size() <= max_findings)
      game_.findings.push_back({Code::json_field, span, {std::string(field), std::string(value)}});
    else
      ++game_.unlisted;
    if (at(Level::item)) fields_.back().has_findings = true;
  }

  // What is an element of an array of items and none.
  bool misplaced(Kind kind, std::string_view value) {
    const Span span = kind == Kind::text ? here(value) : here_bare(value);
    unusable("moves", value, span);
    add_text(Item::Kind::unread, span, value);
    return true;
  }

  // Whether the member whose value begins or stands here is one that such a value may have. Says so
  // where it is not.
  bool is_expected(Kind kind, std::string_view shown) {
    const Span span = kind == Kind::text ? here(shown) : here_bare(shown);
    if (at(Level::items)) {
      misplaced(kind, shown);
      return false;
    }
    if (is_tag()) {
      unusable(at(Level::tags) ? key_ : tag_, shown, span);
      return false;
    }
    const std::span<const Member> members =
        at(Level::game) ? std::span<const Member>(members_of_game) : members_of_item;
    const auto member = std::find_if(members.begin(), members.end(),
                                     [&](const Member& known) { return known.name == key_; });
    if (member == members.end()) {
      if (said_.size() > max_findings)
        ++game_.unlisted_members;
      else if (said_.insert(key_).second)
        game_.unknown_members.push_back({Code::json_member, key_span_, {key_}});
      return false;
    }
    if (member->kind == kind) return true;
    unusable(key_, shown, span);
    if (at(Level::item) && member->is_of_move) fields_.back().broken = true;
    return false;
  }

  void game_text(std::string& value) {
    if (key_ == "variant") {
      game_.variant_span = here(value);
      game_.variant = std::move(value);
    } else if (key_ == "start") {
      game_.start_span = here(value);
      game_.start = std::move(value);
    } else if (key_ == "result") {
      game_.result_span = here(value);
      game_.result = record::read_result(value);
      if (*game_.result == GameResult::unknown && value != "*")
        unusable(key_, value, game_.result_span);
    } else if (key_ == "result_reason") {
      using Reason = ResultClaim::Reason;
      if (value == "resignation")
        game_.reason = Reason::resignation;
      else if (value == "stalemate")
        game_.reason = Reason::stalemate;
      else if (value == "agreement")
        game_.reason = Reason::agreement;
      else if (value == "checkmate")
        game_.reason = Reason::checkmate;
      else
        game_.reason = Reason::token;
      if (*game_.reason == Reason::token && value != "token") unusable(key_, value, here(value));
    }
  }

  // Without a value, it is negative or a fraction, which mean nothing in what is read.
  bool number(std::optional<std::uint32_t> value, const std::string& shown) {
    if (skipping()) return !levels_.empty();
    const Span span = here_bare(shown);
    if (is_tag()) {
      game_.tags.push_back({at(Level::tags) ? key_ : tag_, shown, span});
      return true;
    }
    if (!is_expected(Kind::number, shown)) return true;
    Fields& fields = fields_.back();
    constexpr std::uint32_t last_glyph = 255, last_convention = 3;
    const auto most = key_ == "nag"          ? std::optional(last_glyph)
                      : key_ == "convention" ? std::optional(last_convention)
                                             : std::nullopt;
    if (key_ != "number" && !most) return true;
    if (!value || value > most.value_or(*value))
      unusable(key_, shown, span);
    else if (key_ == "number")
      fields.number = *value;
    else if (key_ == "convention")
      fields.move.convention = static_cast<std::uint8_t>(*value);
    else
      fields.nag = static_cast<int>(*value);
    return true;
  }

  void flag(bool value) {
    WrittenMove& move = fields_.back().move;
    if (key_ == "capture")
      move.capture = value;
    else if (key_ == "en_passant")
      move.en_passant = value;
    else if (key_ == "check" && value && move.check == CheckMark::none)
      move.check = CheckMark::check;
    else if (key_ == "mate" && value)
      move.check = CheckMark::mate;
  }

  void item_text(std::string& value) {
    Fields& fields = fields_.back();
    WrittenMove& move = fields.move;
    const Span span = here(value);
    const auto square = [&](WrittenSquare& to) {
      const auto read = read_square(value);
      if (!read) {
        unusable(key_, value, span);
        fields.broken = true;
        return;
      }
      to = *read;
    };
    const auto name = [&](PieceName& to) {
      if (value.empty() || value.size() > sizeof to.packed) {
        unusable(key_, value, span);
        fields.broken = true;
        return;
      }
      to = PieceName(value);
    };
    if (key_ == "comment") {
      fields.comment = std::move(value);
      fields.text_span = span;
    } else if (key_ == "unread") {
      fields.unread = std::move(value);
      fields.text_span = span;
    } else if (key_ == "san") {
      fields.is_move = true;
      fields.san_span = span;
      fields.san = std::move(value);
    } else if (key_ == "uci") {
      fields.is_move = true;
      fields.uci_span = span;
      fields.uci = std::move(value);
    } else if (key_ == "side") {
      fields.black = value == "black";
      if (!fields.black && value != "white") unusable(key_, value, span);
    } else if (key_ == "original") {
      fields.original = std::move(value);
    } else if (key_ == "form") {
      fields.is_move = fields.has_squares = true;
      if (value == "castle_short") {
        move.form = MoveForm::castle_short;
      } else if (value == "castle_long") {
        move.form = MoveForm::castle_long;
      } else if (value == "null_move") {
        move.form = MoveForm::null_move;
      } else if (value == "drop") {
        move.form = MoveForm::drop;
      } else {
        unusable(key_, value, span);
        fields.broken = true;
      }
    } else if (key_ == "piece") {
      name(move.piece);
    } else if (key_ == "from") {
      square(move.from);
    } else if (key_ == "to") {
      square(move.to);
      fields.is_move = fields.has_squares = true;
    } else if (key_ == "captured") {
      name(move.captured);
    } else if (key_ == "promotion") {
      name(move.promotion);
    } else if (key_ == "mode_piece") {
      name(move.mode_piece);
    } else if (key_ == "mode") {
      name(move.mode);
    } else if (key_ == "king_from") {
      square(move.king_from);
    } else if (key_ == "king_to") {
      square(move.king_to);
    } else if (key_ == "rook") {
      name(move.rook);
    } else if (key_ == "rook_from") {
      square(move.rook_from);
    } else if (key_ == "rook_to") {
      square(move.rook_to);
    }
  }

  void finish_item() {
    add_fields();
    const Fields& fields = fields_.back();
    if (fields.says_something) return;
    const Span span{fields.span.begin, offset()};
    const std::string_view written = text_.substr(span.begin, span.size());
    if (!fields.has_findings) unusable("moves", written, span);
    add_text(Item::Kind::unread, span, written);
  }

  void add_fields() {
    Fields& fields = fields_.back();
    if (fields.is_move) finish_move(fields);
    if (fields.nag) {
      const Span span = fields.is_move ? Span{offset() - 1, offset()} : fields.span;
      add(Item::Kind::nag, span, static_cast<std::size_t>(*fields.nag));
    }
    if (fields.comment) add_text(Item::Kind::comment, fields.text_span, *fields.comment);
    if (fields.unread) add_text(Item::Kind::unread, fields.text_span, *fields.unread);
    const bool says_something =
        fields.says_something || fields.is_move || fields.nag || fields.comment || fields.unread;
    Fields rest;
    rest.span = fields.span;
    rest.has_findings = fields.has_findings;
    rest.says_something = says_something;
    fields = std::move(rest);
  }

  void finish_move(Fields& fields) {
    Span span = fields.san_span.size() > 0   ? fields.san_span
                : fields.uci_span.size() > 0 ? fields.uci_span
                                             : Span{fields.span.begin, offset()};
    // Fields settle what the move is; without them its text does.
    if (!fields.has_squares && !fields.broken) {
      const CheckMark check = fields.move.check;
      const std::string& written = fields.san.empty() ? fields.uci : fields.san;
      fields.broken = !pgn::read_move(written, fields.move);
      if (fields.broken) unusable(fields.san.empty() ? "uci" : "san", written, span);
      fields.move.check = std::max(fields.move.check, check);
    } else {
      fields.move.unnamed_is_pawn = false;
      fields.move.states_quiet = fields.move.form == MoveForm::plain && !fields.move.capture;
    }
    if (fields.broken) {
      const std::string_view written = !fields.san.empty() ? fields.san
                                       : !fields.uci.empty()
                                           ? fields.uci
                                           : text_.substr(span.begin, span.size());
      add_text(Item::Kind::unread, span, written);
      return;
    }
    add(Item::Kind::move, span, game_.moves.size());
    fields.move.span = span;
    const Span number{fields.span.begin, fields.span.begin + 1};
    game_.moves.push_back({fields.move, {fields.number, fields.black, number}});
    if (!fields.original.empty()) {
      record::write_command("orig", fields.original, game_.texts);
      add(Item::Kind::comment, span, game_.texts.size());
    }
  }

  std::string_view text_;
  const char*& reached_;
  Game& game_;
  std::set<std::string>& said_;
  std::vector<Level> levels_;
  std::vector<Fields> fields_;  // of the items that are open
  std::string key_, tag_;
  Span key_span_;
};

class Lines {
 public:
  Lines(std::string_view text, record::WrittenEvents& out, text::Diagnostics& findings)
      : text_(text), out_(out), findings_(findings) {}

  void read() {
    for (std::size_t begin = 0; begin < text_.size();) {
      std::size_t end = text_.find('\n', begin);
      end = end == text_.npos ? text_.size() : end + 1;
      line(text_.substr(begin, end - begin));
      begin = end;
    }
    flush_prose(static_cast<std::uint32_t>(text_.size()));
  }

 private:
  void line(std::string_view content) {
    if (content.find_first_not_of(" \t\r\n") == content.npos) return;
    const auto begin = static_cast<std::uint32_t>(content.data() - text_.data());
    const Span span{begin, begin + static_cast<std::uint32_t>(content.size())};
    Game game;
    const char* reached = content.data();
    const char* const last = content.data() + content.size();
    Handler handler(text_, reached, game, said_);
    if (!nlohmann::json::sax_parse(Bytes(content.data(), &reached), Bytes(last, nullptr),
                                   &handler)) {
      const auto at = static_cast<std::uint32_t>(std::min(reached, last) - text_.data());
      for (const Finding& finding : game.unknown_members) said_.erase(finding.args[0]);
      report({Code::json_line, {std::max(at, begin + 1) - 1, std::max(at, begin + 1)}, {}}, 0);
      return;
    }
    flush_prose(span.begin);
    emit(game, span);
    covered_ = span.end;
  }

  void emit(const Game& game, Span span) {
    // They are no fault of this game, in which they stand first.
    for (const Finding& finding : game.unknown_members) report(finding, 0);
    count(Code::json_member, game.unlisted_members);
    ++games_;
    out_.begin_game(span);
    const auto has_tag = [&](std::string_view name) {
      return std::any_of(game.tags.begin(), game.tags.end(),
                         [&](const Tag& tag) { return tag.name == name; });
    };
    for (const Tag& tag : game.tags) out_.tag(tag.name, tag.value, tag.span);
    if (!game.variant.empty() && !has_tag("Variant"))
      out_.tag("Variant", game.variant, game.variant_span);
    if (!game.array.value_or(false) && !game.start.empty() && !has_tag("FEN"))
      out_.tag("FEN", game.start, game.start_span);
    for (const Finding& finding : game.findings) report(finding, games_);
    count(Code::json_field, game.unlisted);
    std::size_t text_begin = 0;
    const auto text = [&](const Item& item) {
      const std::size_t begin = std::exchange(text_begin, item.value);
      return std::string_view(game.texts).substr(begin, item.value - begin);
    };
    for (const Item& item : game.items) {
      switch (item.kind) {
        case Item::Kind::move:
          emit(game.moves[item.value]);
          break;
        case Item::Kind::comment:
          out_.comment(text(item), item.span);
          break;
        case Item::Kind::unread:
          out_.unread(text(item), item.span);
          break;
        case Item::Kind::nag:
          out_.nag(static_cast<int>(item.value), item.span);
          break;
        case Item::Kind::begin_variation:
          out_.begin_variation(item.span);
          break;
        case Item::Kind::end_variation:
          out_.end_variation(item.span);
          break;
      }
    }
    if (game.result && game.reason) {
      ResultClaim claim{*game.result, *game.reason, game.result_span};
      // Who resigned is left open here, not to be found out.
      if (record::names_nobody(claim)) claim.reason = ResultClaim::Reason::token;
      out_.result(claim);
    }
    out_.end_game(span);
  }

  void emit(const Move& move) {
    if (move.number.number > 0) out_.move_number(move.number);
    out_.move(move.written);
  }

  void report(const Finding& finding, std::uint32_t number) {
    ++findings_given_;
    if (findings_given_ > max_findings) findings_.count(finding.code);
    if (findings_given_ > max_findings + 1) return;
    text::Diagnostic diagnostic{.code = finding.code, .span = finding.span, .args = finding.args};
    if (findings_given_ > max_findings) {
      diagnostic.code = Code::more_findings;
      diagnostic.args = {std::to_string(max_findings)};
    }
    diagnostic.game = number;
    findings_.report(std::move(diagnostic));
  }

  void count(Code code, std::uint32_t times) {
    for (; times > 0; --times) findings_.count(code);
  }

  void flush_prose(std::uint32_t end) {
    if (covered_ < end) out_.prose({covered_, end});
    covered_ = end;
  }

  std::string_view text_;
  record::WrittenEvents& out_;
  text::Diagnostics& findings_;
  std::set<std::string> said_;
  std::uint32_t covered_ = 0;
  std::uint32_t games_ = 0;
  std::size_t findings_given_ = 0;
};

}  // namespace

void read(const text::Source& source, record::WrittenEvents& out, text::Diagnostics& findings) {
  out.begin_document(source);
  Lines(source.text(), out, findings).read();
  out.end_document();
}

int sniff(std::string_view text) {
  const std::size_t begin = text.find_first_not_of(" \t\r\n");
  if (begin == text.npos || text[begin] != '{') return 0;
  const std::size_t next = text.find_first_not_of(" \t", begin + 1);
  if (next == text.npos || text[next] != '"') return 0;
  const std::string_view line = text.substr(begin, text.find('\n', begin) - begin);
  const bool ours = line.find("\"moves\"") != line.npos || line.find("\"tags\"") != line.npos;
  return ours ? 100 : 30;
}

}  // namespace nuskha::readers::jsonl
