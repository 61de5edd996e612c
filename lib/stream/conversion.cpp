#include "stream/conversion.hpp"

#include <string_view>
#include <utility>

#include "stream/convert.hpp"

namespace nuskha::stream {

Converted::Converted(Piece&& piece)
    : source(std::move(piece).source()),
      dialect(piece.dialect),
      is_first(piece.is_first),
      is_last(piece.is_last),
      is_whole(piece.is_whole),
      continues(piece.continues) {}

Conversion::Conversion(const variants::Registry& registry, ConversionOptions options)
    : registry_(registry), options_(std::move(options)) {}

std::unique_ptr<PieceWork::Result> Conversion::work(Piece&& piece) {
  const std::uint32_t first_game = piece.first_game;
  auto converted = std::make_unique<Converted>(std::move(piece));
  convert(*converted, first_game);
  return converted;
}

// The numbers stand in findings, in titles and in what writers made of findings, so all is done
// again; it is seldom wanted.
void Conversion::renumber(Result& result, std::uint32_t first_game) {
  auto& piece = static_cast<Converted&>(result);
  piece.findings.clear();
  piece.out.clear();
  piece.titles.clear();
  convert(piece, first_game);
}

bool Conversion::take(Result& result, std::uint64_t bytes_read) {
  auto& piece = static_cast<Converted&>(result);
  if (piece.is_first) games_ = 0;
  games_ += piece.games;
  if (piece.is_last && piece.dialect && games_ == 0) {
    const auto end = std::uint32_t(piece.source.text().size());
    const text::Span span = piece.is_first ? text::Span{} : text::Span{end, end};
    piece.findings.push_back({.code = text::Code::no_games, .span = span});
  }
  return take_piece(piece, bytes_read);
}

void Conversion::convert(Converted& piece, std::uint32_t first_game) const {
  text::DiagnosticList findings;
  if (!piece.dialect) {
    report_unknown_dialect(piece.source, findings);
  } else {
    if (piece.continues)
      findings.report(
          {.code = text::Code::text_cut,
           .args = {std::to_string(piece.dialect->cut ? max_game_bytes : max_document_bytes)}});
    Options options;
    options.replay = options_.replay;
    options.is_piece = true;
    options.replay.first_game = first_game;
    if (options_.titles)
      options.on_game = [&](const GameDone& game) {
        piece.titles.push_back({game.number, std::string(game.title), game.rejected});
      };
    const auto append = [&](std::string_view bytes) { piece.out += bytes; };
    const auto writer = options_.format ? options_.format->make(append, options_.writing)
                                        : std::make_unique<writers::Writer>();
    piece.counts =
        stream::convert(piece.source, *piece.dialect, registry_, options, *writer, findings);
  }
  piece.games = std::uint32_t(piece.counts.games + piece.counts.positions);
  piece.findings = std::move(findings.items);
}

}  // namespace nuskha::stream
