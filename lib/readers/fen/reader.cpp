#include "readers/fen/reader.hpp"

#include <algorithm>
#include <string>
#include <vector>

#include "grammar/fen.hpp"

namespace nuskha::readers::fen {
namespace {

namespace rules = grammar::fen;
using text::Span;

struct Operation {
  std::string_view code, operand, whole;
};

struct Record {
  std::string_view position, counters;
  std::size_t fields = 0;
  std::string_view opcode, operand;
  std::vector<Operation> operations;
};

template <typename Rule>
struct Action : tao::pegtl::nothing<Rule> {};

template <std::string_view Record::*Member>
struct Keep {
  template <typename Input>
  static void apply(const Input& in, Record& record) {
    record.*Member = {in.begin(), in.size()};
  }
};
template <>
struct Action<rules::position> : Keep<&Record::position> {};
template <>
struct Action<rules::counters> : Keep<&Record::counters> {};
template <>
struct Action<rules::operand> : Keep<&Record::operand> {};
template <>
struct Action<rules::last_operand> : Keep<&Record::operand> {};
template <>
struct Action<rules::opcode> {
  template <typename Input>
  static void apply(const Input& in, Record& record) {
    record.opcode = {in.begin(), in.size()};
    record.operand = {};
  }
};
template <>
struct Action<rules::en_passant> {
  static void apply0(Record& record) { record.fields = 4; }
};
template <>
struct Action<rules::operation> {
  template <typename Input>
  static void apply(const Input& in, Record& record) {
    record.operations.push_back({record.opcode, record.operand, {in.begin(), in.size()}});
  }
};

template <typename Rule>
bool matches(std::string_view line, Record& record) {
  tao::pegtl::memory_input<tao::pegtl::tracking_mode::lazy> input(line.data(),
                                                                  line.data() + line.size(), "");
  return tao::pegtl::parse<tao::pegtl::seq<Rule, tao::pegtl::eof>, Action>(input, record);
}

std::string_view unquoted(std::string_view operand) {
  while (!operand.empty() && (operand.back() == ' ' || operand.back() == '\t'))
    operand.remove_suffix(1);
  if (operand.size() >= 2 && operand.front() == '"' && operand.back() == '"')
    operand = operand.substr(1, operand.size() - 2);
  return operand;
}

class Lines {
 public:
  Lines(std::string_view text, record::WrittenEvents& out, text::Diagnostics& findings)
      : text_(text), out_(out), findings_(findings) {}

  void read() {
    for (std::size_t begin = 0; begin < text_.size();) {
      std::size_t end = text_.find('\n', begin);
      end = end == text_.npos ? text_.size() : end + 1;
      // A line may end in a lone CR.
      for (std::size_t cr; (cr = text_.substr(begin, end - begin).find('\r')) != text_.npos;) {
        cr += begin;
        const std::size_t next = cr + 1 < end && text_[cr + 1] == '\n' ? cr + 2 : cr + 1;
        line(begin, next);
        begin = next;
      }
      if (begin < end) line(begin, end);
      begin = end;
    }
    flush_prose(text_.size());
  }

 private:
  void line(std::size_t begin, std::size_t end) {
    const std::string_view content = text_.substr(begin, end - begin);
    Record record;
    if (matches<rules::record>(content, record)) {
      flush_prose(begin);
      game(record, span(content));
      covered_ = end;
      return;
    }
    if (matches<rules::remark>(content, record)) return;
    if (++findings_given_ > max_findings) {
      findings_.count(text::Code::no_position);
      if (findings_given_ == max_findings + 1)
        findings_.report({.code = text::Code::more_findings,
                          .span = span(content),
                          .args = {std::to_string(max_findings)}});
      return;
    }
    std::string_view shown = content.substr(0, content.find_last_not_of("\r\n ") + 1);
    text::Diagnostic finding{.code = text::Code::no_position, .span = span(shown)};
    constexpr std::size_t longest = 40;
    if (shown.size() > longest) {
      std::size_t size = longest;
      while (size > 0 && (shown[size] & 0xC0) == 0x80) --size;
      finding.args = {std::string(shown.substr(0, size)) + "…"};
    } else {
      finding.args = {std::string(shown)};
    }
    findings_.report(std::move(finding));
  }

  void game(const Record& record, Span whole) {
    out_.begin_game(whole);
    out_.tag("SetUp", "1", span(record.position));
    std::string_view half_moves, full_moves;
    for (const Operation& operation : record.operations) {
      if (operation.code == "hmvc") half_moves = unquoted(operation.operand);
      if (operation.code == "fmvn") full_moves = unquoted(operation.operand);
      if (operation.code == "id")
        out_.tag("Event", unquoted(operation.operand), span(operation.whole));
    }
    std::string fen(record.position);
    if (!record.counters.empty()) {
      fen = text_.substr(static_cast<std::size_t>(record.position.data() - text_.data()),
                         static_cast<std::size_t>(record.counters.end() - record.position.begin()));
    } else if (record.fields == 4) {
      // EPD has no counters; its operations may.
      fen += ' ';
      fen += half_moves.empty() ? "0" : half_moves;
      fen += ' ';
      fen += full_moves.empty() ? "1" : full_moves;
    }
    out_.tag("FEN", fen, span(record.position));
    for (const Operation& operation : record.operations) {
      if (operation.code == "hmvc" || operation.code == "fmvn" || operation.code == "id") continue;
      out_.comment(operation.whole, span(operation.whole));
    }
    out_.end_game(whole);
  }

  // Lines that hold no position, up to there.
  void flush_prose(std::size_t end) {
    if (covered_ < end)
      out_.prose({static_cast<std::uint32_t>(covered_), static_cast<std::uint32_t>(end)});
    covered_ = end;
  }

  Span span(std::string_view part) const {
    const auto begin = static_cast<std::uint32_t>(part.data() - text_.data());
    return {begin, begin + static_cast<std::uint32_t>(part.size())};
  }

  std::string_view text_;
  record::WrittenEvents& out_;
  text::Diagnostics& findings_;
  std::size_t covered_ = 0;
  std::size_t findings_given_ = 0;
};

}  // namespace

void read(const text::Source& source, record::WrittenEvents& out, text::Diagnostics& findings) {
  out.begin_document(source);
  Lines(source.text(), out, findings).read();
  out.end_document();
}

int sniff(std::string_view text) {
  // The first line that is no remark.
  while (!text.empty()) {
    const std::size_t end = std::min(text.find_first_of("\r\n"), text.size());
    const std::string_view line = text.substr(0, end);
    Record record;
    if (!matches<rules::remark>(line, record)) {
      if (!matches<rules::record>(line, record)) return 0;
      const auto ranks = std::count(record.position.begin(), record.position.end(), '/') + 1;
      const bool has_side = record.position.find(' ') != record.position.npos;
      return ranks >= 4 ? (has_side ? 95 : 70) : 0;
    }
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return 0;
}

}  // namespace nuskha::readers::fen
