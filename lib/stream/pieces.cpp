#include "stream/pieces.hpp"

#include <algorithm>
#include <utility>

#include "text/code_page.hpp"
#include "text/utf8.hpp"

namespace nuskha::stream {
namespace {

constexpr std::string_view utf8_mark = "\xEF\xBB\xBF";
constexpr std::string_view little_endian_mark = "\xFF\xFE", big_endian_mark = "\xFE\xFF";
constexpr std::size_t read_bytes = 256 * 1024;
// A text that is not longer is read without the memory for a whole piece being touched.
constexpr std::size_t short_bytes = 16 * 1024;

std::uint64_t count_line_feeds(std::string_view text) {
  std::uint64_t count = 0;
  // So many at once that a byte holds their number, since bytes are counted many at a time.
  constexpr std::size_t block = 240;
  for (; text.size() >= block; text.remove_prefix(block)) {
    std::uint8_t part = 0;
    for (std::size_t i = 0; i < block; ++i) part = std::uint8_t(part + (text[i] == '\n'));
    count += part;
  }
  return count + std::uint64_t(std::count(text.begin(), text.end(), '\n'));
}

// A lone CR ends a line as well, as in text::Place.
std::uint64_t count_line_ends(std::string_view text) {
  std::uint64_t count = count_line_feeds(text);
  for (std::size_t at = text.find('\r'); at != text.npos; at = text.find('\r', at + 1))
    count += text.substr(at + 1, 1) != "\n";
  return count;
}

// Zeros in most bytes of one parity, and none in the others: UTF-16 of which most is ASCII.
bool alternates(std::string_view bytes, std::size_t zeros) {
  constexpr std::size_t looked_at = 128;
  bytes = bytes.substr(0, looked_at);
  const std::size_t pairs = bytes.size() / 2;
  std::size_t count = 0;
  for (std::size_t i = 0; i < pairs; ++i) {
    if (bytes[2 * i + 1 - zeros] == 0) return false;
    count += bytes[2 * i + zeros] == 0;
  }
  return pairs >= 4 && count * 4 >= pairs * 3;
}

struct Letter {
  char32_t value;
  std::size_t size;  // 0: more bytes are needed to tell
};

// As text::Source decodes it: what is no letter reads as U+FFFD.
Letter decode_utf16(std::string_view bytes, bool big_endian, bool is_end) {
  const auto unit = [&](std::size_t i) {
    const unsigned a = static_cast<unsigned char>(bytes[i]);
    const unsigned b = static_cast<unsigned char>(bytes[i + 1]);
    return big_endian ? a << 8 | b : b << 8 | a;
  };
  if (bytes.size() < 2) return {text::replacement_character, is_end ? bytes.size() : 0};
  const unsigned high = unit(0);
  if (high < 0xD800 || high > 0xDFFF) return {high, 2};
  if (high < 0xDC00) {
    if (bytes.size() < 4) return {text::replacement_character, is_end ? 2u : 0u};
    const unsigned low = unit(2);
    if (low >= 0xDC00 && low <= 0xDFFF)
      return {0x10000 + ((high & 0x3FF) << 10 | (low & 0x3FF)), 4};
  }
  return {text::replacement_character, 2};
}

std::size_t utf8_size(char32_t c) {
  return c < 0x80 ? 1 : c < 0x800 ? 2 : c < 0x10000 ? 3 : 4;
}

}  // namespace

text::Source Piece::source() && {
  text::Source source(std::move(name), std::move(bytes), first_place, first_byte);
  source.set_parts(std::move(parts));
  return source;
}

PieceReader::PieceReader(InputReader& input, const readers::Dialect* dialect,
                         std::size_t piece_bytes)
    : input_(input),
      dialect_(dialect),
      piece_bytes_(piece_bytes),
      name_(input.text_name()),
      is_file_(input.text_is_file()) {}

PieceReader::Letters PieceReader::letters_of(std::string_view bytes) {
  const text::Utf8Survey seen = text::survey_utf8(bytes);
  if (seen.stray == 0) return seen.multi_byte == 0 ? Letters::ascii : Letters::utf8;
  if (seen.is_mixed()) return Letters::mixed;
  return text::is_code_page_850(bytes) ? Letters::code_page_850 : Letters::other;
}

// Over a piece of the text, whose last line mostly is whole.
void PieceReader::advance(text::Place& place, std::string_view piece, Letters letters) {
  place.line += count_line_ends(piece);
  const std::size_t line = piece.find_last_of("\r\n") + 1;
  if (line > 0) place.column = 1;
  const std::string_view rest = piece.substr(line);
  if (rest.empty()) return;
  if (letters == Letters::other || letters == Letters::code_page_850) {
    place.column += rest.size();
    return;
  }
  for (std::size_t at = 0; at < rest.size(); ++place.column)
    at += std::max(text::decode_utf8(rest, at).size, 1u);
}

// So that buffer_ holds `size` bytes, unless the text ends before.
void PieceReader::fill(std::size_t size) {
  while (buffer_.size() < size && !input_ended_) {
    if (wide_ == Wide::no) {
      const std::size_t before = buffer_.size();
      buffer_.resize(size);
      const std::size_t got = input_.read(std::span(buffer_).subspan(before));
      input_ended_ = before + got < size;
      buffer_.resize(before + got);
      continue;
    }
    const std::size_t before = pending_wide_.size();
    pending_wide_.resize(before + read_bytes);
    const std::size_t got = input_.read(std::span(pending_wide_).subspan(before));
    input_ended_ = got < read_bytes;
    pending_wide_.resize(before + got);
    convert_pending();
  }
}

void PieceReader::convert_pending() {
  std::size_t at = 0;
  while (at < pending_wide_.size()) {
    const Letter letter = decode_utf16(std::string_view(pending_wide_).substr(at),
                                       wide_ == Wide::big_endian, input_ended_);
    if (letter.size == 0) break;
    text::append_utf8(letter.value, buffer_);
    at += letter.size;
  }
  wide_bytes_.append(pending_wide_, 0, at);
  pending_wide_.erase(0, at);
}

void PieceReader::start() {
  started_ = true;
  buffer_.reserve(piece_bytes_ + readers::cut_lookahead);
  fill(std::min(short_bytes, piece_bytes_));
  fill(piece_bytes_ + readers::cut_lookahead);
  const std::string_view head = buffer_;
  if (head.starts_with(little_endian_mark) || alternates(head, 1))
    wide_ = Wide::little_endian;
  else if (head.starts_with(big_endian_mark) || alternates(head, 0))
    wide_ = Wide::big_endian;
  if (wide_ != Wide::no) {
    const bool has_mark = head.starts_with(little_endian_mark) || head.starts_with(big_endian_mark);
    byte_ = has_mark ? little_endian_mark.size() : 0;
    pending_wide_ = buffer_.substr(byte_);
    buffer_.clear();
    convert_pending();
  }
  if (dialect_ == nullptr) {
    const text::Source first_part(name_, buffer_);
    dialect_ = readers::sniff(first_part.text());
  }
}

// How much of buffer_ the next piece takes.
PieceReader::Part PieceReader::choose() {
  const bool is_whole_document = dialect_ != nullptr && dialect_->cut == nullptr;
  const std::size_t limit = is_whole_document ? max_document_bytes : dialect_->max_game_bytes;
  // What is cut nowhere is read anew with more behind it.
  constexpr std::size_t growth = 4;
  for (std::size_t wanted = piece_bytes_ + readers::cut_lookahead;; wanted *= growth) {
    wanted = std::min(wanted, limit + readers::cut_lookahead);
    fill(wanted);
    if (input_ended_ && buffer_.size() <= piece_bytes_) return {buffer_.size(), 0, false};
    if (!is_whole_document) {
      readers::Cut cut = dialect_->cut(buffer_, piece_bytes_);
      const bool is_certain = input_ended_ || cut.size + readers::cut_lookahead <= buffer_.size();
      if (cut.size > 0 && cut.size <= limit && is_certain)
        return {
            cut.size, cut.games, false, cut.is_first, std::move(cut.parts), std::move(cut.places)};
    }
    if (input_ended_ && buffer_.size() <= limit) return {buffer_.size(), 0, false};
    if (buffer_.size() >= limit + readers::cut_lookahead || input_ended_) break;
  }
  // An end of a line, or else a blank, is looked for near the limit alone: tags stay with their
  // moves.
  for (const char* ends : {"\r\n", " "})
    if (const std::size_t size = buffer_.find_last_of(ends, limit - 1) + 1; size > limit / 2)
      return {size + (buffer_[size - 1] == '\r' && buffer_[size] == '\n'), 1, true, true};
  std::size_t size = limit;
  while (size > limit - 4 && text::continues_code_point(buffer_[size])) --size;
  return {size, 1, true, true};
}

bool PieceReader::next(Piece& piece) {
  if (ready_.empty()) {
    if (started_ && buffer_.empty()) return false;
    if (!started_) start();
    if (dialect_ == nullptr) {
      const bool is_whole = input_ended_ && buffer_.size() <= piece_bytes_;
      buffer_.resize(std::min(buffer_.size(), piece_bytes_));
      take({buffer_.size(), 0, false});
      ready_.back().is_whole = is_whole;
    } else {
      take(choose());
    }
  }
  piece = std::move(ready_.front());
  ready_.pop_front();
  piece.is_cut = piece.is_last && input_.text_is_cut();
  return true;
}

void PieceReader::take(const Part& part) {
  std::string rest;
  if (!input_ended_) rest.reserve(piece_bytes_ + readers::cut_lookahead);
  rest.append(buffer_, part.size);
  buffer_.resize(part.size);
  const std::string_view text = buffer_;
  if (wide_ != Wide::no) {
    make_piece(take_wide(part.size), text, part, Letters::utf8);
  } else {
    const Letters letters = letters_of(text);
    const bool is_one = part.is_one || dialect_ == nullptr || dialect_->cut == nullptr ||
                        letters == Letters::ascii || letters == Letters::utf8;
    if (is_one)
      make_piece({}, text, part, letters);
    else
      take_runs(part);
  }
  buffer_ = std::move(rest);
  ready_.back().is_last = buffer_.empty();
}

// `bytes` empty: those of buffer_, which is `text`.
void PieceReader::make_piece(std::string bytes, std::string_view text, const Part& part,
                             Letters letters) {
  Piece& piece = ready_.emplace_back();
  const bool is_as_cut = wide_ == Wide::no && text.size() == part.size &&
                         (letters == Letters::ascii || letters == Letters::utf8) &&
                         !text.starts_with(utf8_mark);
  if (is_as_cut) piece.parts = part.parts;
  piece.name = name_;
  piece.dialect = dialect_;
  piece.is_file = is_file_;
  piece.first_place = place_;
  piece.first_byte = byte_;
  piece.first_game = game_;
  piece.games = part.games;
  piece.is_first = !std::exchange(is_under_way_, true);
  piece.is_last = false;
  piece.continues = std::exchange(continues_, part.is_forced);
  advance(place_, text, letters);
  game_ += part.games;
  if (wide_ != Wide::no) {
    byte_ += bytes.size();
    piece.first_byte -= little_endian_mark.size();
    bytes.insert(0, wide_ == Wide::little_endian ? little_endian_mark : big_endian_mark);
    piece.bytes = std::move(bytes);
  } else {
    byte_ += text.size();
    piece.bytes = text.size() == buffer_.size() ? std::move(buffer_) : std::string(text);
  }
}

// What the next `size` bytes of UTF-8 were converted from.
std::string PieceReader::take_wide(std::size_t size) {
  std::size_t at = 0;
  for (std::size_t converted = 0; converted < size;) {
    const Letter letter =
        decode_utf16(std::string_view(wide_bytes_).substr(at), wide_ == Wide::big_endian, true);
    converted += utf8_size(letter.value);
    at += letter.size;
  }
  std::string bytes = wide_bytes_.substr(0, at);
  wide_bytes_.erase(0, at);
  return bytes;
}

// Of games that have the same encoding.
void PieceReader::take_runs(const Part& part) {
  std::string_view left = buffer_;
  std::string_view run = left.substr(0, 0);
  Letters letters = Letters::ascii;
  std::uint32_t games = 0;
  auto place = part.places.begin();
  std::size_t size_before = 0;
  std::uint32_t games_before = 0;
  while (!left.empty()) {
    readers::Cut cut;
    if (part.places.empty()) {
      cut = dialect_->cut(left, 1);
    } else if (place != part.places.end()) {
      cut.size = place->size - size_before;
      cut.games = place->games - games_before;
      size_before = place->size;
      games_before = place->games;
      ++place;
    }
    const std::string_view game = left.substr(0, cut.size > 0 ? cut.size : left.size());
    const Letters here = letters_of(game);
    if (here != Letters::ascii && letters != Letters::ascii && here != letters) {
      make_piece({}, run, {run.size(), games, false}, letters);
      run = left.substr(0, 0);
      letters = Letters::ascii;
      games = 0;
    }
    if (letters == Letters::ascii) letters = here;
    run = std::string_view(run.data(), run.size() + game.size());
    games += std::max(cut.games, 1u);
    left.remove_prefix(game.size());
  }
  make_piece({}, run, {run.size(), games, part.is_forced}, letters);
}

}  // namespace nuskha::stream
