// The table of input dialects. A reader knows no rules: it says what the text says.
#pragma once

#include <span>
#include <string_view>

#include "record/events.hpp"
#include "text/diagnostic.hpp"
#include "text/source.hpp"

namespace nuskha::readers {

struct Dialect {
  std::string_view name;         // `--from` name, as its grammar file, folder, page and corpus
  std::string_view description;  // one line
  // Reads the whole source; never throws, never stops early.
  void (*read)(const text::Source&, record::WrittenEvents&, text::Diagnostics&);
  // How sure it is that the text is of this dialect, 0 (it is not) to 100, from the first part.
  int (*sniff)(std::string_view text);
};

std::span<const Dialect> dialects();
const Dialect* find_dialect(std::string_view name);
// The surest one; null if none gives more than 0.
const Dialect* sniff(std::string_view text);

}  // namespace nuskha::readers
