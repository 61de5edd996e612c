#include "variants/document.hpp"

#include <algorithm>
#include <exception>

#include <toml++/toml.h>

namespace nuskha::variants {

namespace {

// From the line and column of the TOML library (code points; a line ends with a line feed) to
// offsets.
class Places {
 public:
  explicit Places(std::string_view text) : end_(std::uint32_t(text.size())) {
    lines_.push_back(0);
    for (std::uint32_t i = 0; i < text.size(); ++i) {
      if ((static_cast<unsigned char>(text[i]) & 0xC0) == 0x80) continue;
      code_points_.push_back(i);
      if (text[i] == '\n') lines_.push_back(code_points_.size());
    }
  }

  std::uint32_t offset(const toml::source_position& place) const {
    if (place.line == 0 || place.column == 0) return 0;
    if (place.line > lines_.size()) return end_;
    const std::size_t index = lines_[place.line - 1] + place.column - 1;
    return index < code_points_.size() ? code_points_[index] : end_;
  }
  text::Span span(const toml::source_region& region) const {
    const std::uint32_t begin = offset(region.begin);
    return {begin, std::max(begin, offset(region.end))};
  }

 private:
  std::vector<std::uint32_t> code_points_;
  std::vector<std::size_t> lines_;  // indices into code_points_
  std::uint32_t end_;
};

Value convert(const toml::node& node, const Places& places) {
  Value value;
  value.span = places.span(node.source());
  if (const auto* boolean = node.as_boolean()) {
    value.kind = Value::Kind::boolean;
    value.boolean = boolean->get();
  } else if (const auto* integer = node.as_integer()) {
    value.kind = Value::Kind::integer;
    value.integer = integer->get();
  } else if (const auto* string = node.as_string()) {
    value.kind = Value::Kind::string;
    value.string = string->get();
  } else if (const auto* array = node.as_array()) {
    value.kind = Value::Kind::list;
    for (const toml::node& item : *array) value.members.push_back(convert(item, places));
  } else if (const auto* table = node.as_table()) {
    value.kind = Value::Kind::table;
    for (const auto& [key, item] : *table) {
      Value member = convert(item, places);
      member.key = std::string(key.str());
      member.key_span = places.span(key.source());
      value.members.push_back(std::move(member));
    }
    std::stable_sort(
        value.members.begin(), value.members.end(),
        [](const Value& a, const Value& b) { return a.key_span.begin < b.key_span.begin; });
  } else {
    value.kind = Value::Kind::other;
    value.string = node.is_floating_point() ? "a fraction" : "a date or time";
  }
  return value;
}

void mark_inherited(Value& value, text::Span inherits) {
  value.inherited = true;
  value.span = value.key_span = inherits;
  for (Value& member : value.members) mark_inherited(member, inherits);
}

void override_with(Value& parent, Value child) {
  for (Value& statement : child.members) {
    const auto old = std::find_if(parent.members.begin(), parent.members.end(),
                                  [&](const Value& m) { return m.key == statement.key; });
    const bool is_false = statement.kind == Value::Kind::boolean && !statement.boolean;
    if (old == parent.members.end()) {
      parent.members.push_back(std::move(statement));
    } else if (is_false && old->kind != Value::Kind::boolean) {
      parent.members.erase(old);
    } else if (old->kind == Value::Kind::table && statement.kind == Value::Kind::table) {
      override_with(*old, std::move(statement));
    } else {
      *old = std::move(statement);
    }
  }
  parent.inherited = false;
  parent.span = child.span;
  parent.key_span = child.key_span;
}

}  // namespace

const Value* Value::find(std::string_view name) const {
  for (const Value& member : members)
    if (member.key == name) return &member;
  return nullptr;
}

std::string_view describe(Value::Kind kind) {
  switch (kind) {
    case Value::Kind::boolean:
      return "true or false";
    case Value::Kind::integer:
      return "a whole number";
    case Value::Kind::string:
      return "a string";
    case Value::Kind::list:
      return "a list";
    case Value::Kind::table:
      return "a table";
    case Value::Kind::other:
      break;
  }
  return "something else";
}

std::string describe(const Value& value) {
  return value.kind == Value::Kind::other ? value.string : std::string(describe(value.kind));
}

std::optional<Value> parse_document(const text::Source& file, text::Diagnostics& diagnostics) {
  const std::string_view text = file.text();
  const auto too_much = [&](std::string what, std::size_t limit) {
    diagnostics.report({.code = text::Code::variant_file_too_large,
                        .args = {std::move(what), std::to_string(limit)}});
    return std::nullopt;
  };
  if (text.size() > max_file_bytes) return too_much("bytes", max_file_bytes);
  if (std::size_t(std::count(text.begin(), text.end(), '.')) > max_file_dots)
    return too_much("dots", max_file_dots);
  const Places places(text);
  const auto fault = [&](std::string_view why, text::Span span) {
    diagnostics.report(
        {.code = text::Code::variant_syntax, .span = span, .args = {std::string(why)}});
    return std::nullopt;
  };
  // The TOML library tells of its errors by exceptions; none leaves this function.
  try {
    return convert(toml::parse(text), places);
  } catch (const toml::parse_error& error) {
    std::string_view why = error.description();
    for (const std::string_view opening : {"Error while parsing ", "Encountered "})
      if (why.substr(0, opening.size()) == opening) why.remove_prefix(opening.size());
    return fault(why, places.span(error.source()));
  } catch (const std::exception& error) {
    return fault(error.what(), {});
  }
}

Value merge(Value parent, Value child, text::Span inherits) {
  mark_inherited(parent, inherits);
  override_with(parent, std::move(child));
  return parent;
}

}  // namespace nuskha::variants
