// A TOML file as a tree of values in the order of the text, each with its place. Internal to
// variants; the only user of the TOML library is document.cpp.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "text/diagnostic.hpp"
#include "text/source.hpp"

namespace nuskha::variants {

// Limits of a file. Nesting is bounded through the dots: each level costs a dot or a bracket, and
// the TOML library bounds the brackets.
inline constexpr std::size_t max_file_bytes = 65536;
inline constexpr std::size_t max_file_dots = 2000;

struct Value {
  enum class Kind : std::uint8_t { boolean, integer, string, list, table, other };
  Kind kind = Kind::table;
  bool boolean = false;
  std::int64_t integer = 0;
  std::string string;          // of Kind::other: what it is
  std::vector<Value> members;  // of a list or table
  std::string key;             // in the table it is a member of
  text::Span key_span;
  text::Span span;
  // Taken over from another file: both spans are those of the statement that inherits.
  bool inherited = false;

  const Value* find(std::string_view name) const;  // a table's member
};

std::string_view describe(Value::Kind kind);  // "a list"
std::string describe(const Value& value);     // the same; for Kind::other what it is

// The file's table. Nothing after an error was reported.
std::optional<Value> parse_document(const text::Source& file, text::Diagnostics& diagnostics);

// The child's statements over the parent's: tables are merged key by key, anything else replaces
// what it overrides, and `false` takes an inherited statement back that is not itself true or
// false. What comes from the parent gets `inherited` and that place.
Value merge(Value parent, Value child, text::Span inherits);

}  // namespace nuskha::variants
