// Random evidence against the brute-force oracles.
#include <gtest/gtest.h>

#include "tests/oracle/differences.h"
#include "tests/oracle/joins.h"
#include "tests/oracle/soup.h"
#include "tests/oracle/tenants.h"

namespace mf::testing {

namespace {

const std::string FOLDER = MF_SOURCE "/tests/captures/hand";

void expectTruth(uint32_t seed) {
  Soup of;
  of.seed = seed;
  of.events = 50 + seed * 97 % 451;
  Collected stream;
  runPasses(soup(of), {{FOLDER}, "", seed % 5}, stream);
  const OracleJoins truth = joinByBruteForce(stream), found = joinsOf(stream);
  EXPECT_EQ(differences(found.edges, truth.edges), "") << "seed " << seed;
  EXPECT_EQ(found.missing, truth.missing) << "seed " << seed;
  EXPECT_EQ(differences(tenantsOf(stream), tenantsByBruteForce(stream)), "") << "seed " << seed;
}

TEST(Soups, AgreeWithTheOracles) {
  for (uint32_t seed = 1; seed <= 20; ++seed) expectTruth(seed);
}

TEST(LongSoups, AgreeWithTheOracles) {
  for (uint32_t seed = 21; seed <= 220; ++seed) expectTruth(seed);
}

// The hazards are there: a generator that makes none of them tests nothing.
TEST(Soups, HaveEveryHazard) {
  std::map<std::string, uint64_t> counted;
  std::map<uint64_t, uint64_t> channels;
  uint64_t joiners = 0, withdrawn = 0, told = 0;
  for (uint32_t seed = 1; seed <= 20; ++seed) {
    Soup of;
    of.seed = seed;
    of.events = 400;
    Collected stream;
    runPasses(soup(of), {{FOLDER}, "", 0}, stream);
    for (const auto& each : stream.last.diagnostics) counted[each.code] += each.count;
    for (const Row& row : stream.table("edges")) ++channels[*row.at("chan")];
    for (const Row& row : stream.table("tenancies")) joiners += row.at("owner_ten") ? 1 : 0;
    for (const Row& row : stream.table("waits")) {
      withdrawn += row.at("ev_grant") ? 0 : 1;
      told += row.at("lost_to") ? 1 : 0;
    }
  }
  for (const char* code : {"no_producer", "no_full_period", "no_winner", "no_definition", "first_touch", "key_reused", "orphan_event", "unknown_reference",
                           "release_without_acquire", "merge_without_owner", "acquire_of_held_slot"}) {
    EXPECT_GT(counted[code], 0u) << code;
  }
  for (uint64_t channel = 0; channel < 5; ++channel) EXPECT_GT(channels[channel], 30u) << channel;
  EXPECT_GT(joiners, 30u);
  EXPECT_GT(withdrawn, 50u);
  EXPECT_GT(told, 50u);
}

}  // namespace

}  // namespace mf::testing
