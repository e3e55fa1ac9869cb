// Threads write their events in batches of their own; time makes one order of them.
#include "libmf/passes/reorder.h"

#include <gtest/gtest.h>

namespace mf::passes {

namespace {

mfir::EventBatch batch(uint16_t thread, std::vector<uint64_t> times) {
  mfir::EventBatch made;
  made.count = static_cast<uint32_t>(times.size());
  made.type.assign(times.size(), 0);
  made.thread.assign(times.size(), thread);
  made.snapshot.assign(times.size(), 0);
  made.group(0).count = made.count;
  made.time = std::move(times);
  return made;
}

std::vector<uint64_t> timesOf(const mfir::EventBatch& taken) { return {taken.time.begin(), taken.time.end()}; }

TEST(Reorder, NothingLeavesBeforeTheSlowestThreadHasPassedIt) {
  Reorder order(2);
  order.add(batch(0, {1, 5, 100}));
  order.add(batch(1, {2, 10}));
  EXPECT_EQ(timesOf(order.take(false, UINT64_MAX)), (std::vector<uint64_t>{1, 2, 5}));
  order.add(batch(1, {50}));
  EXPECT_EQ(timesOf(order.take(true, UINT64_MAX)), (std::vector<uint64_t>{10, 50, 100}));
}

TEST(Reorder, WithinOneTimeTheLowerThreadIsFirst) {
  Reorder order(0);
  order.add(batch(1, {5, 7}));
  order.add(batch(0, {5, 7}));
  const mfir::EventBatch taken = order.take(true, UINT64_MAX);
  EXPECT_EQ(timesOf(taken), (std::vector<uint64_t>{5, 5, 7, 7}));
  EXPECT_EQ(std::vector<uint16_t>(taken.thread.begin(), taken.thread.end()), (std::vector<uint16_t>{0, 1, 0, 1}));
  EXPECT_EQ(order.tiedCount(), 2u);
}

}  // namespace

}  // namespace mf::passes
