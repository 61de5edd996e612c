// Positions that a text states: FEN tags and inventories. Internal.
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "notation/notation.hpp"
#include "replay/game.hpp"
#include "rules/fen.hpp"
#include "variants/registry.hpp"

namespace nuskha::replay {

// For a game that names no variant: the one with numbered arrays, where the castling rights of the
// FEN do not exist in the usual variant and do there. They must name the rooks' files, or be both
// sides' with kings and rooks on the same files; otherwise they are rather forgotten than meant.
class VariantByRights {
 public:
  explicit VariantByRights(const variants::Registry& registry);
  std::shared_ptr<const rules::Variant> variant_of(std::string_view fen);

 private:
  const variants::Registry& registry_;
  std::shared_ptr<const rules::Variant> usual_;  // once it was asked for, and others_ too
  std::vector<std::shared_ptr<const rules::Variant>> others_;
};

// Reports what is wrong with the FEN of a tag, each problem at its place in the text.
void report_fen(const rules::SetupReport& problems, const TagValue& fen, const Context& context,
                Reporter& reporter);

// Sets up the listed pieces. The side to move is the one that stands in check, White where neither
// does: the text does not say. Pieces stand in no mode, and nobody may castle. False when the list
// makes no position, after reporting why.
template <class Bits>
bool place(const record::Inventory& inventory, const notation::Alphabet& alphabet,
           rules::Position<Bits>& position, Reporter& reporter);

// Reports the squares where a list of the men that are left, set up, differs from the end of its
// game.
template <class Bits>
void check_final_men(const record::Inventory& inventory, const rules::Position<Bits>& listed,
                     const rules::Position<Bits>& end, Reporter& reporter);

}  // namespace nuskha::replay
