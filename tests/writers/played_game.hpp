// Drives a writer by hand: the events of a game as replay would send them.
#pragma once

#include <string>
#include <string_view>
#include <utility>

#include "readers/pgn/token.hpp"
#include "record/events.hpp"
#include "writers/formats.hpp"

namespace nuskha::tests {

class PlayedGame {
 public:
  explicit PlayedGame(std::string_view format, writers::Options options = {})
      : source_("test", "…"),
        writer_(writers::find_format(format)->make([this](std::string_view s) { output += s; },
                                                   options)) {
    writer_->begin_document(source_);
  }

  writers::Writer& writer() { return *writer_; }
  PlayedGame& begin() {
    number_ = 1;
    side_ = record::Side::white;
    ply_ = 0;
    writer_->begin_game({});
    return *this;
  }
  PlayedGame& tag(std::string_view name, std::string_view value) {
    writer_->tag(name, value, {});
    return *this;
  }
  PlayedGame& start(std::string_view variant, std::string_view fen, bool is_array) {
    writer_->start({variant, fen, is_array, record::PieceName("P")});
    return *this;
  }
  // From here on, `number` and `side` belong to the next move.
  PlayedGame& at(std::uint32_t number, record::Side side) {
    number_ = number;
    side_ = side;
    return *this;
  }
  // A move in SAN or in long notation; what it leaves out is left out.
  PlayedGame& move(std::string_view text) {
    record::PlayedMove played;
    readers::pgn::read_move(text, played.move);
    return move(played);
  }
  PlayedGame& move(record::PlayedMove played) {
    if (!played.move.piece && played.move.form == record::MoveForm::plain)
      played.move.piece = record::PieceName("P");
    played.name_file = played.move.from.file >= 0 && played.name_file;
    played.number = number_;
    played.side = side_;
    played.ply = ++ply_;
    writer_->move(played);
    if (side_ == record::Side::black) ++number_;
    side_ = !side_;
    return *this;
  }
  PlayedGame& comment(std::string_view text) {
    writer_->comment(text, {});
    return *this;
  }
  PlayedGame& unread(std::string_view text) {
    writer_->unread(text, {});
    return *this;
  }
  PlayedGame& nag(int glyph) {
    writer_->nag(glyph, {});
    return *this;
  }
  PlayedGame& open() {
    writer_->begin_variation({});
    return *this;
  }
  PlayedGame& close() {
    writer_->end_variation({});
    return *this;
  }
  PlayedGame& result(record::GameResult result,
                     record::ResultClaim::Reason reason = record::ResultClaim::Reason::token) {
    writer_->result({result, reason, {}});
    return *this;
  }
  std::string end(std::string_view final_fen = {}) {
    if (!final_fen.empty()) writer_->final_position(final_fen);
    writer_->end_game({});
    return std::exchange(output, {});
  }

  std::string output;

 private:
  text::Source source_;
  std::unique_ptr<writers::Writer> writer_;
  std::uint32_t number_ = 1, ply_ = 0;
  record::Side side_ = record::Side::white;
};

}  // namespace nuskha::tests
