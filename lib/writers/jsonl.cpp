// JSON Lines: one object a game (docs/formats/jsonl.md). Keys always come in the same order; a key
// whose fact does not apply is left out.
#include "writers/jsonl.hpp"

#include <charconv>
#include <optional>
#include <string>
#include <vector>

#include "record/annotation.hpp"
#include "record/spell.hpp"
#include "text/json.hpp"
#include "text/render.hpp"
#include "writers/tags.hpp"

namespace nuskha::writers {
namespace {

using record::CheckMark;
using record::GameResult;
using record::MoveForm;
using record::PieceName;
using record::PlayedMove;
using record::ResultClaim;
using record::Side;
using record::WrittenSquare;
using text::append_json_string;
using text::Span;

std::string_view to_string(ResultClaim::Reason reason) {
  switch (reason) {
    case ResultClaim::Reason::resignation:
      return "resignation";
    case ResultClaim::Reason::stalemate:
      return "stalemate";
    case ResultClaim::Reason::agreement:
      return "agreement";
    case ResultClaim::Reason::checkmate:
      return "checkmate";
    case ResultClaim::Reason::token:
      break;
  }
  return "token";
}

std::string_view to_string(MoveForm form) {
  switch (form) {
    case MoveForm::castle_short:
      return "castle_short";
    case MoveForm::castle_long:
      return "castle_long";
    case MoveForm::null_move:
      return "null_move";
    case MoveForm::drop:
      return "drop";
    case MoveForm::plain:
      break;
  }
  return "plain";
}

// A game with more than this of moves is written as it comes, its moves before all else.
constexpr std::size_t moves_in_memory = 1024 * 1024;

class Jsonl final : public Writer {
 public:
  Jsonl(Output output, const Options& options)
      : output_(std::move(output)), positions_(options.positions) {}

  record::Wants wants() const override {
    return {.moves = true,
            .names = true,
            .details = true,
            .uci = true,
            .fen = positions_,
            .final_position = true};
  }
  void begin_document(const text::Source& source) override { source_ = &source; }
  void end_document() override { source_ = nullptr; }

  void begin_game(Span) override {
    tags_.clear();
    moves_.clear();
    moves_first_ = false;
    findings_.clear();
    variant_.clear();
    start_fen_.clear();
    final_fen_.clear();
    is_array_ = true;
    result_.reset();
    pawn_ = PieceName("P");
  }
  void tag(std::string_view name, std::string_view value, Span) override { tags_.add(name, value); }
  void start(const record::StartOfPlay& start) override {
    variant_ = start.variant;
    start_fen_ = start.fen;
    is_array_ = start.is_array;
    pawn_ = start.pawn;
  }

  void move(const PlayedMove& played) override {
    const record::WrittenMove& move = played.move;
    begin_item();
    moves_ += '{';
    number("ply", played.ply);
    number("number", played.number);
    member("side", played.side == Side::white ? "white" : "black");
    spelled_.clear();
    record::spell_san(played, pawn_, spelled_);
    member("san", spelled_);
    spelled_.clear();
    record::spell_dola(move, spelled_);
    member("dola", spelled_);
    if (!played.uci.empty()) member("uci", played.uci);
    if (move.form != MoveForm::plain) member("form", to_string(move.form));
    name("piece", move.piece);
    square("from", move.from);
    square("to", move.to);
    if (move.capture) flag("capture");
    name("captured", move.captured);
    if (move.en_passant) flag("en_passant");
    name("promotion", move.promotion);
    if (move.check != CheckMark::none) flag("check");
    if (move.check == CheckMark::mate) flag("mate");
    name("mode_piece", move.mode_piece);
    name("mode", move.mode);
    if (move.convention != 0) number("convention", move.convention);
    square("king_from", move.king_from);
    square("king_to", move.king_to);
    name("rook", move.rook);
    square("rook_from", move.rook_from);
    square("rook_to", move.rook_to);
    if (played.written && source_) member("written", source_->text(played.written->span));
    if (!played.original.empty()) member("original", played.original);
    if (positions_ && !played.fen.empty()) member("fen", played.fen);
    end_object();
  }
  void nag(int glyph, Span) override {
    begin_item();
    moves_ += '{';
    number("nag", static_cast<std::uint64_t>(glyph));
    end_object();
  }
  void comment(std::string_view text, Span) override {
    begin_item();
    moves_ += '{';
    member("comment", text);
    if (text.find("[%") != text.npos) annotate(record::read_annotation(text));
    end_object();
  }
  void unread(std::string_view text, Span) override { text_item("unread", text); }
  void begin_variation(Span) override {
    begin_item();
    moves_ += "{\"variation\":[";
  }
  void end_variation(Span) override { moves_ += "]}"; }
  void final_position(std::string_view fen) override { final_fen_ = fen; }
  void result(const ResultClaim& claim) override { result_ = claim; }

  bool wants_diagnostics() const override { return true; }
  void diagnostic(const text::Diagnostic& diagnostic, const text::Source& source) override {
    if (!findings_.empty()) findings_ += ',';
    text::append_json(diagnostic, source, findings_);
  }

  void end_game(Span) override {
    out_ = "{";
    if (moves_first_) {
      output_(moves_);
      out_ = "],";
    }
    out_ += "\"tags\":{";
    write_tags();
    out_ += '}';
    text_member("variant", variant_);
    text_member("start", start_fen_);
    out_ += is_array_ ? ",\"array\":true" : ",\"array\":false";
    if (!moves_first_) {
      out_ += ",\"moves\":[";
      output_(out_);
      output_(moves_);
      out_ = "]";
    }
    const Tag* tag = tags_.find("Result");
    const GameResult result = result_ ? result_->result
                              : tag   ? record::read_result(tag->value)
                                      : GameResult::unknown;
    text_member("result", record::to_string(result));
    if (result_) text_member("result_reason", to_string(result_->reason));
    text_member("final", final_fen_);
    out_ += ",\"diagnostics\":[";
    out_ += findings_;
    out_ += "]}\n";
    output_(out_);
  }

 private:
  void write_tags() {
    // A name is a key once; its further values make the value an array.
    for (const Tag* tag = tags_.begin(); tag != tags_.end(); ++tag) {
      if (!tag->is_first) continue;
      if (tag != tags_.begin()) out_ += ',';
      append_json_string(tag->name, out_);
      out_ += ':';
      const Tag* other = tags_.next(*tag);
      if (other != nullptr) out_ += '[';
      append_json_string(tag->value, out_);
      if (other != nullptr) {
        for (; other != nullptr; other = tags_.next(*other)) {
          out_ += ',';
          append_json_string(other->value, out_);
        }
        out_ += ']';
      }
    }
  }

  void begin_item() {
    if (!moves_.empty() && moves_.back() != '[') moves_ += ',';
  }
  void begin_member(std::string_view key) {
    if (moves_.back() != '{') moves_ += ',';
    moves_ += '"';
    moves_ += key;
    moves_ += "\":";
  }
  void member(std::string_view key, std::string_view value) {
    begin_member(key);
    append_json_string(value, moves_);
  }
  void number(std::string_view key, std::uint64_t value) {
    begin_member(key);
    moves_ += std::to_string(value);
  }
  void flag(std::string_view key) {
    begin_member(key);
    moves_ += "true";
  }
  void name(std::string_view key, PieceName value) {
    if (value) member(key, value.view());
  }
  void square(std::string_view key, WrittenSquare value) {
    if (!value) return;
    spelled_.clear();
    record::spell_square(value, spelled_);
    member(key, spelled_);
  }
  void end_object() {
    moves_ += '}';
    if (moves_.size() < moves_in_memory) return;
    if (!moves_first_) output_("{\"moves\":[");
    moves_first_ = true;
    output_(std::string_view(moves_).substr(0, moves_.size() - 1));
    moves_ = '}';  // which tells that a comma is due
  }
  void real(std::string_view key, const std::optional<double>& value) {
    if (!value) return;
    begin_member(key);
    char digits[32];
    const auto [end, error] = std::to_chars(digits, digits + sizeof digits, *value);
    moves_.append(digits, end);
  }
  void whole(std::string_view key, const std::optional<int>& value) {
    if (!value) return;
    begin_member(key);
    moves_ += std::to_string(*value);
  }
  void drawings(std::string_view key, const std::vector<record::Drawing>& drawings) {
    if (drawings.empty()) return;
    begin_member(key);
    moves_ += '[';
    for (const record::Drawing& drawing : drawings) {
      if (&drawing != drawings.data()) moves_ += ',';
      spelled_.assign(1, drawing.color);
      record::spell_square(drawing.from, spelled_);
      record::spell_square(drawing.to, spelled_);
      append_json_string(spelled_, moves_);
    }
    moves_ += ']';
  }
  void annotate(const record::Annotation& annotation) {
    real("clk", annotation.clock);
    real("emt", annotation.elapsed);
    if (annotation.evaluation) {
      real("eval", annotation.evaluation->pawns);
      whole("eval_mate", annotation.evaluation->mate);
      whole("eval_depth", annotation.evaluation->depth);
    }
    drawings("csl", annotation.squares);
    drawings("cal", annotation.arrows);
  }
  void text_item(std::string_view key, std::string_view text) {
    begin_item();
    moves_ += '{';
    member(key, text);
    end_object();
  }
  void text_member(std::string_view key, std::string_view value) {
    if (value.empty()) return;
    out_ += ",\"";
    out_ += key;
    out_ += "\":";
    append_json_string(value, out_);
  }

  Output output_;
  bool positions_;
  const text::Source* source_ = nullptr;
  Tags tags_;
  std::string variant_, start_fen_, final_fen_;
  bool is_array_ = true;
  PieceName pawn_{"P"};
  std::optional<ResultClaim> result_;
  std::string moves_, findings_, spelled_, out_;
  bool moves_first_ = false;
};

}  // namespace

std::unique_ptr<Writer> make_jsonl(Output output, const Options& options) {
  return std::make_unique<Jsonl>(std::move(output), options);
}

}  // namespace nuskha::writers
