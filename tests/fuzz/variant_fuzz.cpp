// Any bytes as a variant file. Laws: places lie inside the text; what loads without an error
// compiles or says why not; its resolved file loads to a specification that resolves to the same
// file; its array is a position that can be read and moved in.
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <variant>
#include <vector>

#include "rules/fen.hpp"
#include "rules/position.hpp"
#include "variants/registry.hpp"

using namespace nuskha;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const text::Source file("fuzz.toml", std::string(reinterpret_cast<const char*>(data), size));
  variants::Registry registry;
  text::DiagnosticList findings;
  const auto variant = registry.add(file, findings);
  bool has_error = false;
  for (const text::Diagnostic& d : findings.items) {
    if (d.span.begin > d.span.end || d.span.end > file.text().size()) std::abort();
    for (const text::Fix& fix : d.fixes)
      if (fix.span.begin >= fix.span.end || fix.span.end > file.text().size()) std::abort();
    has_error |= text::info(d.code).severity == text::Severity::error;
  }
  if (has_error == (variant != nullptr)) std::abort();
  if (!variant) return 0;

  const std::string resolved = variants::resolved_file(variant->spec());
  text::DiagnosticList again_findings;
  const auto again =
      variants::load(text::Source("resolved.toml", resolved), registry, again_findings);
  if (!again || variants::resolved_file(*again) != resolved) std::abort();

  auto any = rules::make_position(*variant);
  std::visit(
      [&](auto& position) {
        if (!rules::read_fen(variant->start_fen(), position).playable()) std::abort();
        std::vector<rules::Move> moves;
        position.legal_moves(moves);
        if (moves.size() != position.count_legal()) std::abort();
        if (!moves.empty()) position.play(moves.front());
      },
      any);
  return 0;
}
