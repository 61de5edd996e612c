// Replays the games that a text holds and says how each one ended.
//
//   replay_score FILE
#include <iostream>
#include <string>

#include <nuskha/nuskha.hpp>

using namespace nuskha;

// What was played, as far as this program wants to know.
class Endings final : public record::PlayedEvents {
 public:
  record::Wants wants() const override {
    return {.moves = true, .details = true, .fen = true, .final_position = true};
  }
  void begin_game(text::Span) override {
    plies_ = 0;
    last_ = "none";
  }
  void tag(std::string_view name, std::string_view value, text::Span) override {
    if (name == "Variant") variant_ = value;
  }
  void move(const record::PlayedMove& move) override {
    ++plies_;
    last_.clear();
    record::spell_dola(move.move, last_);
    fen_ = move.fen;
  }
  void final_position(std::string_view fen) override { fen_ = fen; }
  void end_game(text::Span) override {
    std::cout << variant_ << ": " << plies_ << " plies, the last is " << last_ << "\n  " << fen_
              << '\n';
  }

 private:
  int plies_ = 0;
  std::string variant_, last_, fen_;
};

int main(int argc, char** argv) {
  if (argc != 2) {
    std::cerr << "usage: replay_score FILE\n";
    return 2;
  }
  const auto source = stream::read_source(argv[1]);
  if (!source) {
    std::cerr << source.error() << '\n';
    return 2;
  }
  const readers::Dialect* dialect = readers::sniff(source->text());
  if (!dialect) {
    std::cerr << "no games known to this program\n";
    return 2;
  }

  const variants::Registry registry;
  text::DiagnosticList findings;
  Endings endings;
  const replay::Counts counts =
      stream::replay_all(*source, *dialect, registry, {}, endings, findings);

  std::cout << counts.games << " games, " << counts.positions << " positions, "
            << findings.items.size() << " findings\n";
  for (const text::Diagnostic& finding : findings.items) {
    const text::Place place = source->place(finding.span.begin);
    std::cout << "  line " << place.line << ": " << finding.message() << '\n';
  }
  return findings.items.empty() ? 0 : 1;
}
