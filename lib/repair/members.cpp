#include "repair/members.hpp"

#include <algorithm>
#include <utility>

#include "record/spell.hpp"
#include "text/ascii.hpp"
#include "text/json.hpp"

namespace nuskha::repair {

using record::CheckMark;
using record::MoveForm;
using text::Fix;
using text::is_blank;
using text::Span;

namespace {

// How far an object is looked for on each side of the token.
constexpr std::uint32_t most_looked_at = 4000;

// What the members hold, in the order of the format: docs/formats/jsonl.md.
std::vector<std::pair<std::string_view, std::string>> values(const record::PlayedMove& played,
                                                             record::PieceName pawn) {
  const record::WrittenMove& move = played.move;
  std::vector<std::pair<std::string_view, std::string>> out;
  const auto text = [&](std::string_view key, std::string_view value) {
    std::string json;
    if (!value.empty()) text::append_json_string(value, json);
    out.emplace_back(key, std::move(json));
  };
  const auto square = [&](std::string_view key, record::WrittenSquare value) {
    std::string spelt;
    if (value) record::spell_square(value, spelt);
    text(key, spelt);
  };
  const auto flag = [&](std::string_view key, bool value) {
    out.emplace_back(key, value ? "true" : "");
  };
  std::string spelt;
  record::spell_san(played, pawn, spelt);
  text("san", spelt);
  spelt.clear();
  record::spell_dola(move, spelt);
  text("dola", spelt);
  text("uci", played.uci);
  text("form", move.form == MoveForm::castle_short  ? "castle_short"
               : move.form == MoveForm::castle_long ? "castle_long"
                                                    : "");
  text("piece", move.piece.view());
  square("from", move.from);
  square("to", move.to);
  flag("capture", move.capture);
  text("captured", move.captured.view());
  flag("en_passant", move.en_passant);
  text("promotion", move.promotion.view());
  flag("check", move.check != CheckMark::none);
  flag("mate", move.check == CheckMark::mate);
  text("mode_piece", move.mode_piece.view());
  text("mode", move.mode.view());
  out.emplace_back("convention", move.convention ? std::to_string(move.convention) : "");
  square("king_from", move.king_from);
  square("king_to", move.king_to);
  text("rook", move.rook.view());
  square("rook_from", move.rook_from);
  square("rook_to", move.rook_to);
  return out;
}

}  // namespace

std::optional<Members> Members::around(const text::Source& source, Span token) {
  const std::string_view text = source.text();
  const auto is_quote = [&](std::uint32_t at) {
    if (text[at] != '"') return false;
    std::uint32_t slashes = 0;
    while (slashes < at && text[at - slashes - 1] == '\\') ++slashes;
    return slashes % 2 == 0;
  };
  std::uint32_t begin = token.begin;
  if (begin < text.size() && text[begin] != '{') {
    if (begin == 0 || !is_quote(begin - 1)) return std::nullopt;
    const std::uint32_t least = begin > most_looked_at ? begin - most_looked_at : 0;
    bool quoted = false;
    for (--begin; begin > least && (quoted || text[begin] != '{');)
      if (is_quote(--begin)) quoted = !quoted;
    if (text[begin] != '{') return std::nullopt;
  }
  Members out;
  out.text_ = text;
  const auto end = std::uint32_t(std::min<std::size_t>(text.size(), token.end + most_looked_at));
  std::uint32_t at = begin + 1;
  const auto skip_blanks = [&] {
    while (at < end && is_blank(text[at])) ++at;
  };
  const auto take_string = [&] {
    const std::uint32_t from = at++;
    while (at < end && !is_quote(at)) ++at;
    if (at < end) ++at;
    return Span{from, at};
  };
  for (;;) {
    skip_blanks();
    if (at >= end || text[at] != '"') return std::nullopt;
    const Span key = take_string();
    skip_blanks();
    if (at >= end || text[at] != ':') return std::nullopt;
    ++at;
    skip_blanks();
    if (at >= end || text[at] == '{' || text[at] == '[') return std::nullopt;
    Span value{at, at};
    if (text[at] == '"') {
      value = take_string();
    } else {
      while (at < end && text[at] != ',' && text[at] != '}' && !is_blank(text[at])) ++at;
      value.end = at;
    }
    out.members_.push_back({text.substr(key.begin + 1, key.size() - 2),
                            text.substr(value.begin, value.size()),
                            {key.begin, value.end}});
    skip_blanks();
    if (at >= end) return std::nullopt;
    if (text[at++] == '}') break;
    if (text[at - 1] != ',') return std::nullopt;
  }
  out.object_ = {begin, at};
  if (token.end > at) return std::nullopt;
  return out;
}

bool Members::has(std::string_view key) const {
  return std::any_of(members_.begin(), members_.end(),
                     [&](const Member& member) { return member.key == key; });
}

std::vector<Fix> Members::rewrite(const record::PlayedMove& right, record::PieceName pawn) const {
  const auto find = [&](std::string_view key) {
    return std::find_if(members_.begin(), members_.end(),
                        [&](const Member& member) { return member.key == key; });
  };
  // Without squares the text alone says what the move is.
  const bool has_fields = has("to") || has("form");
  std::vector<Fix> fixes;
  std::string added;
  for (const auto& [key, value] : values(right, pawn)) {
    const auto there = find(key);
    if (there == members_.end()) {
      const bool is_spelling = key == "san" || key == "dola" || key == "uci";
      const bool is_note = key == "mode" || key == "mode_piece" || key == "convention";
      if (has_fields && !is_spelling && !is_note && !value.empty())
        added += ",\"" + std::string(key) + "\":" + value;
      continue;
    }
    if (there->value == value) continue;
    if (!value.empty()) {
      const auto begin = there->span.end - std::uint32_t(there->value.size());
      // The quotes stay.
      const bool quoted = value.front() == '"' && there->value.front() == '"';
      fixes.push_back({{begin + quoted, there->span.end - quoted},
                       quoted ? value.substr(1, value.size() - 2) : value});
    } else if (there == members_.begin()) {
      const bool alone = members_.size() == 1;
      fixes.push_back({{there->span.begin, alone ? there->span.end : members_[1].span.begin}, ""});
    } else {
      fixes.push_back({{(there - 1)->span.end, there->span.end}, ""});
    }
  }
  if (!added.empty()) fixes.push_back({{object_.end - 1, object_.end - 1}, added});
  return fixes;
}

Fix Members::take_out() const {
  Span span = object_;
  while (span.end < text_.size() && is_blank(text_[span.end])) ++span.end;
  if (span.end < text_.size() && text_[span.end] == ',') {
    ++span.end;
    while (span.end < text_.size() && is_blank(text_[span.end])) ++span.end;
    return {span, ""};
  }
  span = object_;
  while (span.begin > 0 && is_blank(text_[span.begin - 1])) --span.begin;
  if (span.begin > 0 && text_[span.begin - 1] == ',') return {{span.begin - 1, span.end}, ""};
  return {object_, ""};
}

Fix Members::put_in(std::string_view san) const {
  std::string text = "{\"san\":";
  text::append_json_string(san, text);
  return {{object_.begin, object_.begin}, text + "},"};
}

}  // namespace nuskha::repair
