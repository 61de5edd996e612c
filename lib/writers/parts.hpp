// Writing less than a game holds.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string_view>

#include "writers/formats.hpp"

namespace nuskha::writers {

// A part that may be left out, for the command line and its help.
struct PartName {
  std::string_view name;
  std::string_view description;
  bool Parts::*part;
};
std::span<const PartName> part_names();

// Hands everything on to `writer` but those parts.
std::unique_ptr<Writer> make_without(const Parts& parts, std::unique_ptr<Writer> writer);

}  // namespace nuskha::writers
