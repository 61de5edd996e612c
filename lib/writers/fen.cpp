// The position each game ends in, or all of its main line, one FEN a line.
#include "writers/fen.hpp"

namespace nuskha::writers {
namespace {

class Fen final : public Writer {
 public:
  Fen(Output output, const Options& options)
      : output_(std::move(output)), positions_(options.positions) {}

  record::Wants wants() const override {
    return {.moves = positions_, .fen = positions_, .final_position = !positions_};
  }
  void begin_game(text::Span) override {
    lines_.clear();
    depth_ = 0;
  }
  void start(const record::StartOfPlay& start) override {
    if (positions_) add(start.fen);
  }
  void move(const record::PlayedMove& move) override {
    if (positions_ && depth_ == 0) add(move.fen);
  }
  void begin_variation(text::Span) override { ++depth_; }
  void end_variation(text::Span) override { --depth_; }
  void final_position(std::string_view fen) override { add(fen); }
  void end_game(text::Span) override {
    if (!lines_.empty()) output_(lines_);
  }

 private:
  void add(std::string_view fen) {
    lines_ += fen;
    lines_ += '\n';
  }

  Output output_;
  bool positions_;
  std::string lines_;
  int depth_ = 0;
};

}  // namespace

std::unique_ptr<Writer> make_fen(Output output, const Options& options) {
  return std::make_unique<Fen>(std::move(output), options);
}

}  // namespace nuskha::writers
