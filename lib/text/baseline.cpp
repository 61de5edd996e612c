#include "text/baseline.hpp"

#include <algorithm>
#include <charconv>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace nuskha::text {
namespace {

// 0 where the line is no finding with an id.
std::uint64_t id_of(const std::string& line) {
  const auto finding = nlohmann::json::parse(line, nullptr, false);
  if (!finding.is_object()) return 0;
  const auto member = finding.find("id");
  if (member == finding.end() || !member->is_string()) return 0;
  const std::string& digits = member->get_ref<const std::string&>();
  std::uint64_t id = 0;
  const char* const end = digits.data() + digits.size();
  const auto parsed = std::from_chars(digits.data(), end, id, 16);
  return digits.size() == 16 && parsed.ec == std::errc() && parsed.ptr == end ? id : 0;
}

}  // namespace

Result<Baseline> Baseline::read(std::istream& in) {
  Baseline baseline;
  std::string line;
  for (std::uint64_t number = 1; std::getline(in, line); ++number) {
    if (line.find_first_not_of(" \t\r") == std::string::npos) continue;
    const std::uint64_t id = id_of(line);
    if (id == 0) return Failure{fmt::format("line {} is no finding with an id", number)};
    baseline.entries_.push_back({id, number});
  }
  auto& entries = baseline.entries_;
  std::stable_sort(entries.begin(), entries.end(),
                   [](const Entry& a, const Entry& b) { return a.id < b.id; });
  entries.erase(std::unique(entries.begin(), entries.end(),
                            [](const Entry& a, const Entry& b) { return a.id == b.id; }),
                entries.end());
  baseline.met_ = std::make_unique<std::atomic<bool>[]>(entries.size());
  return baseline;
}

bool Baseline::knows(std::uint64_t id) const {
  const auto entry =
      std::lower_bound(entries_.begin(), entries_.end(), id,
                       [](const Entry& known, std::uint64_t wanted) { return known.id < wanted; });
  if (entry == entries_.end() || entry->id != id) return false;
  met_[std::size_t(entry - entries_.begin())].store(true, std::memory_order_relaxed);
  return true;
}

std::vector<std::uint64_t> Baseline::not_met() const {
  std::vector<std::uint64_t> lines;
  for (std::size_t i = 0; i < entries_.size(); ++i)
    if (!met_[i].load(std::memory_order_relaxed)) lines.push_back(entries_[i].line);
  std::sort(lines.begin(), lines.end());
  return lines;
}

}  // namespace nuskha::text
