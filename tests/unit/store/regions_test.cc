#include "libmf/store/regions.h"

#include <gtest/gtest.h>

namespace mf::store {
namespace {

mfir::Gate gate(uint64_t time, std::vector<std::string> open, std::vector<std::string> shut, bool roi = false,
                int core = -1) {
  mfir::Gate each;
  each.time = time;
  each.open = std::move(open);
  each.shut = std::move(shut);
  each.roi = roi;
  each.core = core;
  each.snapshot = !each.open.empty();
  return each;
}

TEST(Regions, CoresEndAtTheirOwnTimes) {
  const auto regions =
      regionsOf({gate(10, {"core"}, {}, true), gate(10, {"core"}, {}), gate(50, {}, {"core"}, true, 0),
                 gate(70, {}, {"core"}, true, 1), gate(70, {}, {"core"})},
                {0, 1}, 0, 90, false);
  ASSERT_EQ(regions.roi.size(), 2u);
  EXPECT_EQ(regions.roi[0].t1, 50u);
  EXPECT_EQ(regions.roi[1].t1, 70u);
  ASSERT_EQ(regions.coverage.size(), 1u);
  EXPECT_EQ(regions.coverage[0].t0, 10u);
  EXPECT_EQ(regions.coverage[0].t1, 70u) << "recorded while any core is";
}

TEST(Regions, ADomainMayOpenTwice) {
  const auto regions = regionsOf({gate(0, {"core", "dram"}, {}), gate(20, {}, {"dram"}), gate(40, {"dram"}, {}),
                                  gate(60, {}, {"core", "dram"})},
                                 {0}, 0, 60, false);
  ASSERT_EQ(regions.coverage.size(), 3u);
  EXPECT_EQ(regions.coverage[1].domain, "dram");
  EXPECT_EQ(regions.coverage[1].t1, 20u);
  EXPECT_EQ(regions.coverage[2].t0, 40u);
  EXPECT_TRUE(regions.coverage[2].complete);
}

TEST(Regions, AnEarlyEndMakesTheRestUncertain) {
  const auto regions = regionsOf({gate(5, {"cache"}, {}, true), gate(5, {"cache"}, {})}, {0}, 0, 33, true);
  ASSERT_EQ(regions.coverage.size(), 2u);
  EXPECT_EQ(regions.coverage[0].t1, 33u);
  EXPECT_TRUE(regions.coverage[0].complete);
  EXPECT_FALSE(regions.coverage[1].complete);
  EXPECT_EQ(regions.roi[0].t1, 33u);
}

TEST(Regions, AGateOfTheRegionSaysNothingOfDomains) {
  const auto regions = regionsOf({gate(5, {"cache", "core"}, {}, true), gate(5, {"cache"}, {})}, {0}, 0, 33, false);
  ASSERT_EQ(regions.coverage.size(), 1u);
  EXPECT_EQ(regions.coverage[0].domain, "cache");
}

TEST(Regions, WithoutGatesAllIsTheRegion) {
  const auto regions = regionsOf({}, {0, 3}, 7, 20, false);
  ASSERT_EQ(regions.roi.size(), 2u);
  EXPECT_EQ(regions.roi[1].core, 3);
  EXPECT_EQ(regions.roi[1].t0, 7u);
  EXPECT_EQ(regions.roi[1].t1, 20u);
}

}  // namespace
}  // namespace mf::store
