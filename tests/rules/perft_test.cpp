#include "rules/perft.hpp"

#include <catch2/catch.hpp>

#include "reference/reference_position.hpp"
#include "rules/fen.hpp"
#include "rules/perft_table.hpp"
#include "variants/chess960.hpp"
#include "variants/registry.hpp"

using namespace nuskha;

TEST_CASE("perft gives the counts of the tables", "[perft][each_variant]") {
  // Every count up to this many nodes.
  const std::uint64_t limit = tests::test_limit("NUSKHA_PERFT_NODES", 200'000'000, 1'000'000);
  const variants::Registry registry;
  for (const tests::PerftTable& table : tests::perft_tables()) {
    const auto variant = registry.find(table.variant);
    INFO(table.variant);
    REQUIRE(variant);
    rules::AnyPosition any = rules::make_position(*variant);
    for (const tests::PerftEntry& entry : table.entries) {
      if (entry.id == "start") CHECK(entry.fen == variant->start_fen());
      if (entry.id.starts_with("array "))
        CHECK(entry.fen == variants::numbered_start_fen(std::stoi(entry.id.substr(6))));
      std::visit(
          [&](auto& position) {
            INFO(entry.id << ": " << entry.fen);
            REQUIRE(rules::read_fen(entry.fen, position).problems == 0);
            for (const auto& [depth, nodes] : entry.counts) {
              INFO("depth " << depth);
              if (nodes <= limit) CHECK(rules::perft(position, depth) == nodes);
            }
          },
          any);
    }
  }
}

TEST_CASE("the reference position gives the counts of the tables", "[reference][each_variant]") {
  const std::uint64_t limit = tests::test_limit("NUSKHA_REFERENCE_NODES", 1'000'000, 50'000);
  const variants::Registry registry;
  for (const tests::PerftTable& table : tests::perft_tables()) {
    const auto spec = registry.spec(table.variant);
    INFO(table.variant);
    REQUIRE(spec);
    for (const tests::PerftEntry& entry : table.entries) {
      INFO(entry.id << ": " << entry.fen);
      const reference::Position position = reference::read_fen(*spec, entry.fen);
      for (const auto& [depth, nodes] : entry.counts) {
        INFO("depth " << depth);
        if (nodes <= limit) CHECK(reference::perft(position, depth) == nodes);
      }
    }
  }
}
