#include "replay/tag_check.hpp"

#include <algorithm>
#include <charconv>
#include <cstring>
#include <type_traits>

#include <fmt/format.h>

#include "record/spell.hpp"
#include "replay/claims.hpp"
#include "replay/token.hpp"
#include "text/ascii.hpp"

namespace nuskha::replay {

using text::Code;
using text::is_digit;
using text::Span;

namespace {

enum class Kind : std::uint8_t {
  roster,
  date,
  time,
  eco,
  elo,
  ply_count,
  set_up,
  result,
  start,
  free
};

struct Known {
  std::string_view name;
  Kind kind;
  int place = -1;  // in the roster
};

// The names that are met most, by their length (PGN standard, sections 8.1 and 9, and those of
// ChessBase, Lichess, Chess.com and TWIC).
constexpr std::array table = {
    Known{"ECO", Kind::eco},
    Known{"FEN", Kind::start},
    Known{"NIC", Kind::free},
    Known{"Date", Kind::date, 2},
    Known{"Link", Kind::free},
    Known{"Mode", Kind::free},
    Known{"Site", Kind::roster, 1},
    Known{"Time", Kind::time},
    Known{"Black", Kind::roster, 5},
    Known{"Board", Kind::free},
    Known{"Event", Kind::roster, 0},
    Known{"Round", Kind::roster, 3},
    Known{"SetUp", Kind::set_up},
    Known{"White", Kind::roster, 4},
    Known{"Result", Kind::result, 6},
    Known{"Source", Kind::free},
    Known{"EndDate", Kind::date},
    Known{"EndTime", Kind::free},
    Known{"Opening", Kind::free},
    Known{"UTCDate", Kind::date},
    Known{"UTCTime", Kind::time},
    Known{"Variant", Kind::start},
    Known{"BlackElo", Kind::elo},
    Known{"PlyCount", Kind::ply_count},
    Known{"WhiteElo", Kind::elo},
    Known{"Annotator", Kind::free},
    Known{"BlackTeam", Kind::free},
    Known{"EventDate", Kind::date},
    Known{"EventType", Kind::free},
    Known{"Variation", Kind::free},
    Known{"WhiteTeam", Kind::free},
    Known{"BlackTitle", Kind::free},
    Known{"CurrentUrl", Kind::free},
    Known{"SourceDate", Kind::date},
    Known{"WhiteTitle", Kind::free},
    Known{"BlackFideId", Kind::free},
    Known{"EventRounds", Kind::free},
    Known{"SourceTitle", Kind::free},
    Known{"Termination", Kind::free},
    Known{"TimeControl", Kind::free},
    Known{"WhiteFideId", Kind::free},
    Known{"EventCountry", Kind::free},
    Known{"SourceQuality", Kind::free},
    Known{"EventCategory", Kind::free},
    Known{"BlackRatingDiff", Kind::free},
    Known{"WhiteRatingDiff", Kind::free},
    Known{"SourceVersionDate", Kind::date},
};

constexpr std::array<std::string_view, 7> roster = {"Event", "Site",  "Date",  "Round",
                                                    "White", "Black", "Result"};

constexpr std::size_t longest_name = table.back().name.size();

// The first eight bytes of a name of known length, in one number.
constexpr std::uint64_t packed(std::string_view name) {
  std::uint64_t bytes = 0;
  std::uint32_t first = 0, last = 0;
  if (std::is_constant_evaluated() || name.size() < sizeof first) {
    for (std::size_t i = 0; i < name.size() && i < sizeof bytes; ++i)
      bytes |= std::uint64_t(static_cast<unsigned char>(name[i])) << (8 * i);
    return bytes;
  }
  if (name.size() >= sizeof bytes) {
    std::memcpy(&bytes, name.data(), sizeof bytes);
    return bytes;
  }
  // These may overlap.
  std::memcpy(&first, name.data(), sizeof first);
  std::memcpy(&last, name.data() + name.size() - sizeof last, sizeof last);
  return first | std::uint64_t(last) << 8 * (name.size() - sizeof last);
}

constexpr auto packed_names = [] {
  std::array<std::uint64_t, table.size()> names{};
  for (std::size_t i = 0; i < names.size(); ++i) names[i] = packed(table[i].name);
  return names;
}();

// Where the names of each length begin in the table.
constexpr auto first_of_length = [] {
  std::array<std::uint8_t, longest_name + 2> first{};
  for (std::size_t length = 0; length < first.size(); ++length) {
    std::uint8_t i = 0;
    while (i < table.size() && table[i].name.size() < length) ++i;
    first[length] = i;
  }
  return first;
}();

static_assert([] {
  for (std::size_t i = 1; i < table.size(); ++i)
    if (table[i].name.size() < table[i - 1].name.size()) return false;
  return true;
}());

int find_known(std::string_view name) {
  if (name.size() > longest_name) return -1;
  const std::uint64_t bytes = packed(name);
  const std::size_t end = first_of_length[name.size() + 1];
  for (std::size_t i = first_of_length[name.size()]; i < end; ++i)
    if (packed_names[i] == bytes && (name.size() <= sizeof bytes || table[i].name == name))
      return int(i);
  return -1;
}

// Of the names by whose values anything goes: who writes `[fen "…"]` means FEN.
int find_in_other_case(std::string_view name) {
  const auto is_meant = [name](const Known& known) {
    return known.kind != Kind::free && known.name.size() == name.size() &&
           std::equal(name.begin(), name.end(), known.name.begin(),
                      [](char a, char b) { return text::lower(a) == text::lower(b); });
  };
  const auto* const meant = std::find_if(table.begin(), table.end(), is_meant);
  return meant == table.end() ? -1 : int(meant - table.begin());
}

std::uint64_t hash_of(std::string_view name) {
  std::uint64_t hash = 14695981039346656037U;
  for (const char c : name) hash = (hash ^ static_cast<unsigned char>(c)) * 1099511628211U;
  return hash;
}

// Groups of digits or `?` with a sign between them: "dddd.dd.dd".
bool has_form(std::string_view text, std::string_view form) {
  if (text.size() != form.size()) return false;
  for (std::size_t i = 0; i < text.size(); ++i)
    if (form[i] == 'd' ? !is_digit(text[i]) && text[i] != '?' : text[i] != form[i]) return false;
  return true;
}

// Of digits; -1 where one of them is not known.
int number(std::string_view digits) {
  int n = 0;
  for (const char c : digits) {
    if (!is_digit(c)) return -1;
    n = 10 * n + (c - '0');
  }
  return n;
}

// A date of a day that every month of every year has.
bool is_common_day(std::string_view date) {
  if (date.size() != 10 || date[4] != '.' || date[7] != '.' || number(date.substr(0, 4)) < 0)
    return false;
  const int month = number(date.substr(5, 2)), day = number(date.substr(8, 2));
  return month > 0 && month <= 12 && day > 0 && day <= 28;
}

// Why no day has that date ("February 2023 has 28 days"); empty for a day, or where it cannot be
// told.
std::string no_such_day(std::string_view date) {
  constexpr std::array<std::string_view, 12> names = {
      "January", "February", "March",     "April",   "May",      "June",
      "July",    "August",   "September", "October", "November", "December"};
  constexpr std::array<int, 12> days = {31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};
  const int year = number(date.substr(0, 4)), month = number(date.substr(5, 2)),
            day = number(date.substr(8, 2));
  if (month == 0 || month > 12) return "months are 01 to 12";
  if (day == 0 || day > 31) return "days are 01 to 31";
  if (month < 0 || day < 0) return {};
  int last = days[std::size_t(month) - 1];
  const bool leap = year < 0 || (year % 4 == 0 && (year % 100 != 0 || year % 400 == 0));
  if (month == 2 && !leap) last = 28;
  if (day <= last) return {};
  return fmt::format("{}{} has {} days", names[std::size_t(month) - 1],
                     year < 0 ? std::string() : fmt::format(" {:04}", year), last);
}

// The standard's `B90` and `B90/05`; Scid's `B90a` and `B90z1`.
bool is_eco(std::string_view text) {
  if (text.size() < 3 || text[0] < 'A' || text[0] > 'E' || !is_digit(text[1]) || !is_digit(text[2]))
    return false;
  std::string_view rest = text.substr(3);
  if (rest.empty()) return true;
  const bool slash = rest[0] == '/';
  if (!slash && (rest[0] < 'a' || rest[0] > 'z')) return false;
  rest.remove_prefix(1);
  return rest.size() <= 2 && rest.size() >= std::size_t(slash) &&
         std::all_of(rest.begin(), rest.end(), is_digit);
}

constexpr int least_rating = 100, highest_rating = 4000;

constexpr bool may_be_rating(int rating) {
  return rating == 0 || (rating >= least_rating && rating <= highest_rating);
}

bool is_rating(std::string_view value) {
  int rating = 0;
  const auto parsed = std::from_chars(value.data(), value.data() + value.size(), rating);
  return parsed.ec == std::errc() && parsed.ptr == value.data() + value.size() &&
         may_be_rating(rating);
}

// As nearly all values are, whatever else is right too.
bool is_usual(Kind kind, std::string_view value) {
  switch (kind) {
    case Kind::start:
    case Kind::free:
      return true;
    case Kind::roster:
      return !value.empty();
    case Kind::date:
      return is_common_day(value);
    case Kind::elo:
      return value.size() == 4 && may_be_rating(number(value));
    case Kind::eco:
      return is_eco(value);
    case Kind::result:
      return value == "1-0" || value == "0-1" || value == "1/2-1/2";
    default:
      return false;
  }
}

// How much of the moves tells games without a roster apart.
constexpr std::uint32_t identity_length = 120;

}  // namespace

bool is_unknown(std::string_view value) {
  return std::all_of(value.begin(), value.end(),
                     [](char c) { return c == '?' || c == '.' || c == '-' || c == ' '; });
}

void TagCheck::begin_game(Span game) {
  game_ = game;
  seen_ = 0;
  others_.clear();
  any_ = {};
  end_ = game.begin;
  states_a_name_ = false;
  last_of_roster_ = -1;
  first_other_.clear();
  ply_count_ = -1;
}

void TagCheck::report(Code code, Span span, std::vector<std::string> args,
                      std::vector<text::Note> notes) {
  context_.findings.report({.code = code,
                            .span = span,
                            .args = std::move(args),
                            .notes = std::move(notes),
                            .fixes = {},
                            .fen = {}});
}

Span TagCheck::at(std::string_view value, Span span) const {
  const std::size_t place = context_.text_of(span).rfind(value);
  if (value.empty() || place == std::string_view::npos) return span;
  return {span.begin + std::uint32_t(place), span.begin + std::uint32_t(place + value.size())};
}

std::string_view TagCheck::tag(std::string_view name, std::string_view value, Span span) {
  if (any_.size() == 0) any_ = span;
  end_ = std::max(end_, span.end);
  int known = find_known(name);
  if (known < 0) {
    known = find_in_other_case(name);
    if (known < 0) {
      if (context_.options.tag_pairs) other_tag(name, span);
      return name;
    }
    const std::string_view standard = table[std::size_t(known)].name;
    report(Code::tag_case, at(name, span), {std::string(name), std::string(standard)});
    name = standard;
  }
  const Known& tag = table[std::size_t(known)];
  const std::uint64_t bit = std::uint64_t(1) << known;
  const bool twice = seen_ & bit;
  if (!twice) first_[std::size_t(known)] = span;
  seen_ |= bit;
  if (context_.options.tag_pairs) {
    if (twice) {
      report_twice(name, first_[std::size_t(known)], span);
      return name;
    }
    if (tag.place > last_of_roster_ && first_other_.empty())
      last_of_roster_ = tag.place;
    else if (tag.place >= 0)
      report_order(tag.place, name, span);
    else if (first_other_.empty())
      first_other_ = name;
  }
  if (!states_a_name_ || !is_usual(tag.kind, value)) check_value(known, value, span);
  return name;
}

void TagCheck::other_tag(std::string_view name, Span span) {
  if (first_other_.empty()) first_other_ = name;
  const std::uint64_t hash = hash_of(name);
  const auto twin = std::find_if(others_.begin(), others_.end(),
                                 [hash](const OtherName& other) { return other.hash == hash; });
  if (twin != others_.end()) return report_twice(name, twin->span, span);
  if (others_.size() < max_other_names) others_.push_back({hash, span});
}

void TagCheck::report_twice(std::string_view name, Span first, Span again) {
  const bool same = context_.text_of(first) == context_.text_of(again);
  report(Code::duplicate_tag, again,
         {std::string(name), same ? "with the same value" : "with another value"},
         {{"it stands here first", first}});
}

// Of a tag of the roster that comes late.
void TagCheck::report_order(int place, std::string_view name, Span span) {
  const bool is_before = place < last_of_roster_;
  report(Code::roster_order, span,
         {std::string(name), is_before ? std::string(roster[std::size_t(last_of_roster_)])
                                       : on_one_line(first_other_)});
  last_of_roster_ = std::max(last_of_roster_, place);
}

void TagCheck::check_date(std::string_view name, std::string_view value, Span span) {
  if (is_unknown(value)) return;
  if (!has_form(value, "dddd.dd.dd"))
    return report(Code::tag_date, at(value, span), {std::string(name), on_one_line(value)});
  if (const std::string reason = no_such_day(value); !reason.empty())
    report(Code::tag_day, at(value, span), {std::string(name), std::string(value), reason});
}

void TagCheck::check_value(int known, std::string_view value, Span span) {
  const Known& tag = table[std::size_t(known)];
  const std::string_view name = tag.name;
  const Kind kind = tag.kind;
  if (kind == Kind::start || kind == Kind::free) return;
  if (value.empty()) {
    if (context_.options.tag_pairs)
      report(Code::empty_tag, span,
             {std::string(name), kind == Kind::date     ? "????.??.??"
                                 : kind == Kind::time   ? "??:??:??"
                                 : kind == Kind::result ? "*"
                                                        : "?"});
    return;
  }
  const auto odd = [&](Code code) {
    report(code, at(value, span), {std::string(name), on_one_line(value)});
  };
  const auto expected = [&](std::string_view what) {
    report(Code::tag_value, at(value, span),
           {std::string(name), on_one_line(value), std::string(what)});
  };
  switch (kind) {
    case Kind::start:
    case Kind::free:
      break;
    case Kind::roster:
      if (tag.place != 3 && !is_unknown(value)) states_a_name_ = true;
      break;
    case Kind::date:
      if (tag.place >= 0 && !is_unknown(value)) states_a_name_ = true;
      check_date(name, value, span);
      break;
    case Kind::time:
      if (is_unknown(value)) break;
      if (!has_form(value, "dd:dd:dd") || number(value.substr(0, 2)) > 23 ||
          number(value.substr(3, 2)) > 59 || number(value.substr(6, 2)) > 59)
        odd(Code::tag_time);
      break;
    case Kind::eco:
      if (!is_eco(value) && !is_unknown(value)) odd(Code::tag_eco);
      break;
    case Kind::elo:
      if (!is_rating(value) && !is_unknown(value))
        report(Code::tag_elo, at(value, span),
               {std::string(name), on_one_line(value), std::to_string(least_rating),
                std::to_string(highest_rating)});
      break;
    case Kind::ply_count: {
      const auto parsed = std::from_chars(value.data(), value.data() + value.size(), ply_count_);
      ply_count_span_ = at(value, span);
      if (parsed.ec == std::errc() && parsed.ptr == value.data() + value.size() && ply_count_ >= 0)
        break;
      ply_count_ = -1;
      if (!is_unknown(value)) expected("a whole number");
      break;
    }
    case Kind::set_up:
      if (value != "0" && value != "1" && !is_unknown(value)) expected("0 or 1");
      break;
    case Kind::result: {
      const record::GameResult result = record::read_result(value);
      if (value == to_string(result) || is_unknown(value)) break;
      if (result == record::GameResult::unknown)
        expected("1-0, 0-1, 1/2-1/2 or *");
      else
        report(Code::odd_result, at(value, span),
               {on_one_line(value), std::string(to_string(result))});
      break;
    }
  }
}

void TagCheck::complete() {
  if (!context_.options.tag_pairs || !context_.findings.wants(Code::missing_roster_tag)) return;
  std::vector<std::string> missing;
  for (const std::string_view name : roster)
    if (!(seen_ >> find_known(name) & 1)) missing.emplace_back(name);
  if (missing.empty()) return;
  const Span span = any_.size() ? any_ : Span{game_.begin, game_.begin};
  report(Code::missing_roster_tag, span, {list(missing, " and ")});
}

void TagCheck::check_ply_count(std::uint64_t plies) {
  if (ply_count_ >= 0 && std::uint64_t(ply_count_) != plies)
    report(Code::ply_count, ply_count_span_,
           {std::to_string(ply_count_),
            plies == 1 ? std::string("1 ply") : fmt::format("{} plies", plies)});
}

std::string TagCheck::identity(Span game) const {
  std::string text;
  for (const std::string_view name : roster) {
    if (name == "Result") continue;
    const int known = find_known(name);
    if (seen_ >> known & 1) text += context_.text_of(first_[std::size_t(known)]);
    text += '\n';
  }
  if (states_a_name_ || !context_.source) return text;
  const std::uint32_t begin = std::min(end_, game.end);
  for (const char c :
       context_.text_of({begin, begin + std::min(game.end - begin, identity_length)}))
    if (static_cast<unsigned char>(c) > 0x20) text += c;
  return text;
}

}  // namespace nuskha::replay
