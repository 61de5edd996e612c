// Asks a person at a terminal which of several readings is right.
#pragma once

#include <cstddef>
#include <functional>
#include <istream>
#include <optional>
#include <string_view>

#include "render.hpp"
#include "repair/mend.hpp"
#include "variants/registry.hpp"

namespace nuskha::tools {

class Interview {
 public:
  Interview(std::istream& in, std::function<void(std::string_view)> out,
            const variants::Registry& registry, BoardStyle style)
      : in_(in), out_(std::move(out)), registry_(registry), style_(style) {}

  // As repair::MendOptions::ask. At the end of the input, and after `q`, everything is left alone.
  std::optional<std::size_t> ask(const repair::Question& question);

 private:
  void show(const repair::Question& question);

  std::istream& in_;
  std::function<void(std::string_view)> out_;
  const variants::Registry& registry_;
  BoardStyle style_;
  bool is_over_ = false;
};

}  // namespace nuskha::tools
