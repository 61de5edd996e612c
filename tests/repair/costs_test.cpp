#include "repair/costs.hpp"

#include <catch2/catch.hpp>

#include "repair/builtin.hpp"

using namespace nuskha;
using repair::Costs;
using repair::Fault;

namespace {

std::string typed() {
  for (const repair::BuiltinFile& file : repair::builtin_files())
    if (file.name == "typed") return std::string(file.text);
  return {};
}

// "3:5 message" for each finding about the model with one change.
std::vector<std::string> faults_of(std::string_view right, std::string_view wrong) {
  std::string text = typed();
  const std::size_t at = text.find(right);
  REQUIRE(at != std::string::npos);
  const text::Source source("model.toml", text.replace(at, right.size(), wrong));
  text::DiagnosticList findings;
  CHECK_FALSE(repair::load_costs(source, findings));
  std::vector<std::string> out;
  for (const text::Diagnostic& d : findings.items)
    out.push_back(std::string(source.text(d.span)) + ": " + d.message());
  return out;
}

}  // namespace

TEST_CASE("costs: the built-in models load") {
  CHECK(repair::builtin_costs_names() == std::vector<std::string>{"handwriting", "typed"});
  for (const std::string& name : repair::builtin_costs_names()) {
    INFO(name);
    CHECK(repair::builtin_costs(name));
  }
  CHECK_FALSE(repair::builtin_costs("telepathy"));
}

TEST_CASE("costs: what is written for what") {
  const Costs& typed = *repair::builtin_costs("typed");
  const Costs& hand = *repair::builtin_costs("handwriting");
  CHECK(typed.miswritten("e", "e") == 0);
  CHECK(typed.miswritten("e", "f") == 600);
  CHECK(typed.miswritten("e", "h") == 780);
  CHECK(typed.miswritten("g", "h") == 550);
  CHECK(typed.miswritten("11", "1") == 600);
  CHECK(typed.miswritten("1", "10") == 750);
  CHECK(typed.miswritten("CT", "CF") == 780);
  CHECK(hand.miswritten("c", "e") == 500);
  CHECK(hand.miswritten("7", "1") == 500);
  CHECK(hand.miswritten("K", "R") == 500);
  CHECK(typed.of(Fault::check_unmarked) == 250);
  CHECK(repair::describe(repair::Faults().set(0).set(2)) == "another square; another piece's name");
  CHECK(repair::name(Fault::swapped) == "swapped");
}

TEST_CASE("costs: what is wrong with a file is said at its place") {
  using Messages = std::vector<std::string>;
  CHECK(faults_of("alike = 550", "alike = -1") ==
        Messages{"-1: 'alike' must be from 0 to 100000, not -1"});
  CHECK(faults_of("alike = 550", "alike = 5.5") ==
        Messages{"5.5: 'alike' must be a whole number, not a fraction"});
  CHECK(faults_of("swapped = 600", "swoped = 600") ==
        Messages{"faults: [faults] needs 'swapped'", "swoped: unknown key 'swoped' in [faults]"});
  CHECK(faults_of("\"as\"", "\"asd\"") ==
        Messages{"\"asd\": 'asd' is no pair of two ASCII characters"});
  CHECK(faults_of("[characters]", "[letters]").size() == 2);
  CHECK(faults_of("other = 780", "other = ").size() == 1);
  // The parser's findings are about models too.
  const auto code_of = [](std::string text) {
    const text::Source source("model.toml", std::move(text));
    text::DiagnosticList findings;
    CHECK_FALSE(repair::load_costs(source, findings));
    REQUIRE(findings.items.size() == 1);
    return findings.items[0].code;
  };
  CHECK(code_of("other = = 3\n") == text::Code::cost_model_syntax);
  CHECK(code_of(std::string(2 << 20, '#')) == text::Code::cost_model_too_large);
}
