#include "readers/dola/score.hpp"

#include <algorithm>
#include <utility>

namespace nuskha::readers::dola {
namespace {

using text::Code;
using text::Diagnostic;
using text::Span;

// The columns of a table that was read row by row, as runs of move numbers: the numbers 1, 15, 2,
// 16, 3 are the columns 1, 2, 3 and 15, 16.
struct Columns {
  std::vector<std::vector<std::size_t>> blocks;  // by column: indices into the numbers

  static constexpr std::size_t max_columns = 6;

  // False where the numbers are no such table.
  bool find(const std::vector<std::uint32_t>& numbers) {
    bool second_row = false;
    for (std::size_t i = 0; i < numbers.size(); ++i) {
      // The column that this number goes on from. One number may be left out, from the second row
      // on.
      std::vector<std::size_t>* column = nullptr;
      for (const std::uint32_t step : {1u, 2u}) {
        if (column || (step == 2 && !second_row)) break;
        for (auto& candidate : blocks)
          if (numbers[candidate.back()] + step == numbers[i]) column = &candidate;
      }
      if (!column) {
        if (blocks.size() == max_columns) return false;
        column = &blocks.emplace_back();
      }
      column->push_back(i);
      second_row = second_row || column->size() > 1;
    }
    if (blocks.size() < 2) return false;
    // The first row has one number of each column, in their order; columns follow one another; only
    // the last may be a single number.
    for (std::size_t c = 0; c < blocks.size(); ++c) {
      if (blocks[c].front() != c) return false;
      const bool last = c + 1 == blocks.size();
      if (!last && (blocks[c].size() < 2 || numbers[blocks[c].back()] >= numbers[blocks[c + 1][0]]))
        return false;
    }
    return true;
  }
};

}  // namespace

// Long enough to be recognised, short enough for one line.
std::string excerpt(std::string_view text) {
  constexpr std::size_t most = 40;
  if (text.size() <= most) return std::string(text);
  std::size_t end = most;
  while (end > 0 && (text[end] & 0xC0) == 0x80) --end;
  return std::string(text.substr(0, end)) + "…";
}

Diagnostic make_finding(Code code, Span span, std::vector<std::string> args) {
  Diagnostic finding;
  finding.code = code;
  finding.span = span;
  finding.args = std::move(args);
  return finding;
}

void Score::begin(std::uint32_t offset) {
  ++game_;
  begin_ = head_end_ = offset;
  plies_ = ampersands_ = missing_ = findings_ = emitted_ = 0;
  flushed_ = false;
}

void Score::tag(std::string_view name, std::string_view value, Span span) {
  if (std::none_of(tags_.begin(), tags_.end(), [&](const Tag& tag) { return tag.name == name; }))
    tags_.push_back({std::string(name), std::string(value), span});
}

std::string_view Score::tag(std::string_view name) const {
  for (const Tag& tag : tags_)
    if (tag.name == name) return tag.value;
  return {};
}

void Score::hold(Element element) {
  // A result may yet be taken back.
  if (elements_.size() >= max_held && results_.empty()) flush();
  elements_.push_back(element);
}

void Score::number(record::MoveNumber number) {
  hold({Kind::number, number.states_black, number.number, number.span});
}

void Score::move(const record::WrittenMove& move) {
  ++plies_;
  hold({Kind::move, false, 0, move.span});
  elements_.back().value = static_cast<std::uint32_t>(moves_.size());
  moves_.push_back(move);
}

void Score::nag(int glyph, Span span) {
  hold({Kind::nag, false, static_cast<std::uint32_t>(glyph), span});
}

void Score::comment(std::string text, Span span) {
  hold({Kind::comment, false, 0, span});
  elements_.back().value = static_cast<std::uint32_t>(comments_.size());
  comments_.push_back(std::move(text));
}

void Score::claim(record::ProtectionClaim claim) {
  hold({Kind::claim, false, 0, claim.span});
  elements_.back().value = static_cast<std::uint32_t>(claims_.size());
  claims_.push_back(std::move(claim));
}

void Score::unread(std::string text, Span span, bool instead_of_move) {
  hold({Kind::unread, instead_of_move, 0, span});
  elements_.back().value = static_cast<std::uint32_t>(comments_.size());
  comments_.push_back(std::move(text));
}

void Score::placement(record::Inventory inventory) {
  placement_ = std::move(inventory);
  hold({Kind::placement, false, 0, {}});
}

void Score::result(const record::ResultClaim& claim) {
  hold({Kind::result, false, 0, claim.span});
  elements_.back().value = static_cast<std::uint32_t>(results_.size());
  results_.push_back(claim);
}

void Score::finding(Diagnostic finding, Of of) {
  if (++findings_ > max_findings) return diagnostics_.count(finding.code);
  hold({Kind::finding, of == Of::next_move, 0, finding.span});
  elements_.back().value = static_cast<std::uint32_t>(held_findings_.size());
  held_findings_.push_back(std::move(finding));
}

void Score::missing_ampersand(Span before) {
  ++missing_;
  hold({Kind::missing_ampersand, true, 0, before});
}

void Score::number_states_black() {
  if (!elements_.empty() && elements_.back().kind == Kind::number) elements_.back().next = true;
}

record::WrittenMove* Score::last_move() {
  if (elements_.empty() || elements_.back().kind != Kind::move) return nullptr;
  return &moves_[elements_.back().value];
}

void Score::take_result_back() {
  for (auto element = elements_.rbegin(); element != elements_.rend(); ++element) {
    if (element->kind != Kind::result) continue;
    const std::string_view said = text_.substr(element->span.begin, element->span.size());
    const Span span = element->span;
    element->kind = Kind::comment;
    element->value = static_cast<std::uint32_t>(comments_.size());
    comments_.emplace_back(said);
    results_.clear();
    finding(make_finding(Code::moves_after_result, span, {excerpt(said)}));
    return;
  }
}

void Score::report(Diagnostic finding, std::uint32_t ply) {
  finding.game = game_;
  finding.ply = ply;
  diagnostics_.report(std::move(finding));
}

void Score::emit(const Element& element) {
  switch (element.kind) {
    case Kind::number:
      events_.move_number({element.value, element.next, element.span});
      break;
    case Kind::move:
      ++emitted_;
      events_.move(moves_[element.value]);
      break;
    case Kind::nag:
      events_.nag(static_cast<int>(element.value), element.span);
      break;
    case Kind::comment:
      events_.comment(comments_[element.value], element.span);
      break;
    case Kind::claim:
      events_.claim(claims_[element.value]);
      break;
    case Kind::unread:
      if (element.next) ++emitted_;
      events_.unread(comments_[element.value], element.span);
      break;
    case Kind::placement:
      events_.placement(placement_);
      break;
    case Kind::result:
      events_.result(results_[element.value]);
      break;
    case Kind::finding:
      report(std::move(held_findings_[element.value]), emitted_ + (element.next ? 1 : 0));
      break;
    case Kind::missing_ampersand:
      // Only where the score otherwise uses `&`.
      if (ampersands_ <= missing_) break;
      if (++findings_ > max_findings) {
        diagnostics_.count(Code::missing_ampersand);
      } else {
        const Span span = element.span;
        Diagnostic finding = make_finding(Code::missing_ampersand, span,
                                          {excerpt(text_.substr(span.begin, span.size()))});
        finding.fixes.push_back({{span.begin, span.begin}, "& ", 0});
        report(std::move(finding), emitted_ + 1);
      }
      break;
  }
}

void Score::order_columns() {
  std::vector<std::uint32_t> numbers;
  std::vector<std::size_t> begins;  // of each block: a number and what follows it
  for (std::size_t i = 0; i < elements_.size(); ++i) {
    if (elements_[i].kind != Kind::number) continue;
    if (!numbers.empty() && numbers.back() == elements_[i].value) continue;  // `12) … 12... …`
    numbers.push_back(elements_[i].value);
    begins.push_back(i);
  }
  if (std::is_sorted(numbers.begin(), numbers.end())) return;
  Columns columns;
  if (!columns.find(numbers)) return;

  std::vector<Element> ordered(elements_.begin(), elements_.begin() + begins.front());
  for (const auto& column : columns.blocks)
    for (const std::size_t block : column) {
      const std::size_t end = block + 1 < begins.size() ? begins[block + 1] : elements_.size();
      ordered.insert(ordered.end(), elements_.begin() + begins[block], elements_.begin() + end);
    }
  const Element& second = elements_[begins[columns.blocks[1].front()]];
  if (++findings_ <= max_findings)
    report(make_finding(Code::columns_side_by_side, second.span,
                        {std::to_string(columns.blocks.size()), std::to_string(second.value)}),
           0);
  else
    diagnostics_.count(Code::columns_side_by_side);
  elements_ = std::move(ordered);
  // A result ends the game, in whatever cell it stands.
  std::stable_partition(elements_.begin(), elements_.end(),
                        [](const Element& e) { return e.kind != Kind::result; });
}

void Score::flush() {
  if (!flushed_) {
    events_.begin_game({begin_, head_end_});
    for (const Tag& tag : tags_) events_.tag(tag.name, tag.value, tag.span);
    tags_.clear();
  }
  flushed_ = true;
  for (const Element& element : elements_) emit(element);
  elements_.clear();
  moves_.clear();
  comments_.clear();
  claims_.clear();
  results_.clear();
  held_findings_.clear();
}

void Score::end(std::uint32_t offset) {
  if (!flushed_) {
    events_.begin_game({begin_, head_end_});
    for (const Tag& tag : tags_) events_.tag(tag.name, tag.value, tag.span);
    tags_.clear();
    flushed_ = true;
    order_columns();
  }
  flush();
  if (findings_ > max_findings)
    report(make_finding(Code::further_findings, {offset, offset},
                        {std::to_string(findings_ - max_findings)}),
           0);
  events_.end_game({begin_, offset});
}

}  // namespace nuskha::readers::dola
