// What the joins forget, and when: passes close flows a million events late, which no
// capture of a test is long enough for.
#include "libmf/passes/channels/channels.h"

#include <gtest/gtest.h>

namespace mf::passes {

namespace {

constexpr size_t RETAINED = 65536;

catalog::Model model() {
  catalog::Model made;
  made.namespaces = {"reg", "mem"};
  made.nodes.resize(2);
  made.nodes[0].capacity = 1;
  return made;
}

Producers::Key flow(uint64_t number) {
  Producers::Key key;
  key.value = number;
  key.byFlow = true;
  return key;
}

TEST(Channels, AProducerIsKeptForSoManyClosingsMore) {
  const catalog::Model of = model();
  Producers producers(of, catalog::Channel::VALUE);
  producers.produce(0, flow(1), 10, 100);
  producers.produce(1, flow(1), 11, 110);
  producers.closed(1);
  for (uint64_t other = 2; other <= RETAINED; ++other) producers.closed(other);
  EXPECT_EQ(producers.latest(0, flow(1)).ev, 10u);
  EXPECT_EQ(producers.latest(1, flow(1)).time, 110u);
  EXPECT_FALSE(producers.expired(1));
  producers.closed(RETAINED + 1);
  EXPECT_EQ(producers.latest(0, flow(1)).ev, 0u);
  EXPECT_TRUE(producers.expired(1));
  EXPECT_FALSE(producers.expired(2));
}

TEST(Channels, WhoIsGoneIsNoLongerRefused) {
  const catalog::Model of = model();
  Occupancies occupancies(of);
  for (const uint64_t each : {1, 2}) occupancies.stall(0, each);
  occupancies.closed(1);
  EXPECT_FALSE(occupancies.takeStall(0, 1));
  EXPECT_TRUE(occupancies.takeStall(0, 2));
  EXPECT_FALSE(occupancies.takeStall(0, 2));
  Arbiters arbiters(of);
  for (const uint64_t each : {1, 2}) arbiters.deny(0, each, 0);
  arbiters.closed(1);
  EXPECT_FALSE(arbiters.takeDenial(0, 1).has_value());
  EXPECT_TRUE(arbiters.takeDenial(0, 2).has_value());
}

}  // namespace

}  // namespace mf::passes
