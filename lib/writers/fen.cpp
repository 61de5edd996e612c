// The position each game ends in, one FEN a line.
#include "writers/fen.hpp"

namespace nuskha::writers {
namespace {

class Fen final : public Writer {
 public:
  explicit Fen(Output output) : output_(std::move(output)) {}
  void begin_game(text::Span) override { line_.clear(); }
  void final_position(std::string_view fen) override { line_ = fen; }
  void end_game(text::Span) override {
    if (line_.empty()) return;
    line_ += '\n';
    output_(line_);
  }

 private:
  Output output_;
  std::string line_;
};

}  // namespace

std::unique_ptr<Writer> make_fen(Output output, const Options&) {
  return std::make_unique<Fen>(std::move(output));
}

}  // namespace nuskha::writers
