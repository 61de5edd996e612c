#include <algorithm>
#include <bit>
#include <mutex>

#include "notation/notation.hpp"

namespace nuskha::notation {

namespace {

std::uint32_t fold(std::uint32_t packed) {
  for (int i = 0; i < 4; ++i) {
    const std::uint32_t byte = packed >> (8 * i) & 0xFF;
    if (byte >= 'a' && byte <= 'z') packed -= std::uint32_t('a' - 'A') << (8 * i);
  }
  return packed;
}

std::uint32_t lower(std::uint32_t letter) {
  return letter >= 'A' && letter <= 'Z' ? letter + ('a' - 'A') : letter;
}

}  // namespace

Alphabet::Alphabet(const rules::Variant& variant, std::string_view name) : pawn_(variant.pawn()) {
  const auto& pieces = variant.pieces();
  for (std::size_t type = 0; type < pieces.size(); ++type) {
    const auto letter = pieces[type].letters.find(std::string(name));
    names_.push_back(letter == pieces[type].letters.end() ? pieces[type].short_name
                                                          : record::PieceName(letter->second));
  }

  const auto add = [&](record::PieceName called, std::size_t type) {
    const auto same = std::find_if(exact_.begin(), exact_.end(),
                                   [&](const Entry& e) { return e.packed == called.packed; });
    if (same == exact_.end())
      exact_.push_back({called.packed, std::uint32_t(1) << type});
    else
      same->types |= std::uint32_t(1) << type;
  };
  for (std::size_t type = 0; type < names_.size(); ++type) add(names_[type], type);
  // An abbreviation is of the variant's own names, and an exact name comes before it.
  const auto& spec = variant.spec();
  if (name == "own" && !spec.abbreviation.empty()) {
    const record::PieceName abbreviation(spec.abbreviation);
    std::uint32_t types = 0;
    for (const auto& full : spec.abbreviations_of)
      if (const auto type = variant.find_piece(full)) types |= std::uint32_t(1) << *type;
    if (types && !look_up(exact_, abbreviation.packed))
      exact_.push_back({abbreviation.packed, types});
  }

  for (std::size_t type = 0; type < names_.size(); ++type) {
    const auto figurine = pieces[type].letters.find(std::string(figurines));
    if (name == figurines)
      add(pieces[type].short_name, type);
    else if (figurine != pieces[type].letters.end())
      add(record::PieceName(figurine->second), type);
  }

  for (const Entry& entry : exact_) {
    const std::uint32_t folded = fold(entry.packed);
    const auto same = std::find_if(folded_.begin(), folded_.end(),
                                   [&](const Entry& e) { return e.packed == folded; });
    if (same == folded_.end())
      folded_.push_back({folded, entry.types});
    else
      same->types = 0;
  }
  const auto is_letter = [&](const Entry& entry) { return entry.packed < one_letter_.size(); };
  for (const Entry& entry : folded_)
    if (is_letter(entry))
      for (const std::uint32_t same : {entry.packed, lower(entry.packed)})
        one_letter_[same] = entry.types;
  for (const Entry& entry : exact_)
    if (is_letter(entry)) one_letter_[entry.packed] = entry.types;
  for (std::size_t letter = 0; letter < one_letter_.size(); ++letter)
    type_of_letter_[letter] = std::has_single_bit(one_letter_[letter])
                                  ? rules::PieceType(std::countr_zero(one_letter_[letter]))
                                  : rules::no_piece_type;
  type_of_letter_[0] = pawn_;
}

std::uint32_t Alphabet::look_up(const std::vector<Entry>& entries, std::uint32_t packed) {
  for (const Entry& entry : entries)
    if (entry.packed == packed) return entry.types;
  return 0;
}

std::uint32_t Alphabet::long_types(record::PieceName name) const {
  if (const std::uint32_t types = look_up(exact_, name.packed)) return types;
  return look_up(folded_, fold(name.packed));
}

Alphabets::Alphabets(const rules::Variant& variant) {
  for (const std::string& name : variant.alphabets())
    by_name_.emplace(name, Alphabet(variant, name));
  own_ = find("own");
  for (const auto& each : by_name_) {
    const auto is_same = [&](const Alphabet* known) { return known->same_names(each.second); };
    if (each.first != figurines && !is_same(own_) &&
        std::none_of(others_.begin(), others_.end(), is_same))
      others_.push_back(&each.second);
  }
}

const Alphabet* Alphabets::find(std::string_view name) const {
  const auto known = by_name_.find(name);
  return known == by_name_.end() ? nullptr : &known->second;
}

std::shared_ptr<const Alphabets> Alphabets::of(
    const std::shared_ptr<const rules::Variant>& variant) {
  using Variant = std::weak_ptr<const rules::Variant>;
  static std::mutex mutex;
  static std::map<Variant, std::shared_ptr<const Alphabets>, std::owner_less<Variant>> known;
  const std::lock_guard lock(mutex);
  if (const auto made = known.find(variant); made != known.end()) return made->second;
  std::erase_if(known, [](const auto& each) { return each.first.expired(); });
  return known.emplace(variant, std::make_shared<const Alphabets>(*variant)).first->second;
}

}  // namespace nuskha::notation
