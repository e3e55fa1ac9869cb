// Entries and lines: what is counted while they are held, and what of them is left at the end.
#include <gtest/gtest.h>

#include "tests/support/collect.h"

namespace mf::testing {

namespace {

Collected run(const std::string& events) {
  return collected(
      "mfir-text 1\nheader (kind = capture, packages = [(name = \"core\")], clocks = [(name = \"clock\", period = 1)], "
      "nodes = [(id = 1, name = \"L1\", kind = \"cache\", core = 0, clock = \"clock\", sets = 1, ways = 2), "
      "(id = 2, name = \"L1.mshr\", kind = \"mshr\", parent = \"L1\", core = 0, clock = \"clock\", capacity = 2), "
      "(id = 3, name = \"cpu\", kind = \"core\", core = 0, clock = \"clock\"), (id = 4, name = \"cpu.rob\", kind = \"rob\", parent = \"cpu\", core = 0, clock = \"clock\"), "
      "(id = 5, name = \"cpu.iq\", kind = \"iq\", parent = \"cpu\", core = 0, clock = \"clock\"), "
      "(id = 6, name = \"cpu.lq\", kind = \"lq\", parent = \"cpu\", core = 0, clock = \"clock\")])\n" +
          events + "end\n",
      {});
}

std::string fill(int time, int packet, int way) {
  return std::to_string(time) + " cache.fill node=1 packet=" + std::to_string(packet) +
         " line=" + std::to_string(64 * way + 64) + " set=0 way=" + std::to_string(way) + " install=1 done=filled\n";
}

std::string access(int time, int packet, int line, const std::string& outcome) {
  return std::to_string(time) + " cache.access node=1 packet=" + std::to_string(packet) +
         " line=" + std::to_string(line) + " page=0 op=load outcome=" + outcome + "\n";
}

TEST(Tenancy, ALineCountsItsUsesAndKnowsTheFirst) {
  const Collected stream =
      run(fill(1, 10, 0) + access(2, 20, 64, "hit") + access(3, 30, 64, "hit") + access(4, 40, 128, "hit") +
          "5 cache.evict node=1 packet=50 line=64 set=0 way=0 reason=replacement\n" + access(6, 60, 64, "hit"));
  const auto& lines = stream.table("residencies");
  ASSERT_EQ(lines.size(), 1u);
  EXPECT_EQ(lines[0].at("uses"), Cell(2));
  EXPECT_EQ(lines[0].at("ev_first_use"), Cell(2));
  EXPECT_EQ(lines[0].at("first_use"), stream.table("packets")[1].at("flow"));
  EXPECT_EQ(lines[0].at("ev_evict"), Cell(5));
}

TEST(Tenancy, WhatIsHeldAtTheEndDidNotEnd) {
  const Collected stream =
      run(fill(1, 10, 0) + fill(2, 20, 1) + "3 cache.evict node=1 packet=30 line=64 set=0 way=0 reason=replacement\n");
  const auto& held = stream.table("tenancies");
  ASSERT_EQ(held.size(), 2u);
  EXPECT_EQ(held[0].at("flags"), Cell(0));
  EXPECT_EQ(held[0].at("t_rel"), Cell(3));
  EXPECT_EQ(held[1].at("flags"), Cell(2));
  EXPECT_EQ(held[1].at("t_rel"), Cell());
}

// Where a machine keeps entries longer than the instruction needs them, the record says how long:
// 1 holds its scheduler entry to 5 and its load queue entry to 9; 2, squashed at 6, its three to 7, 7 and 8.
TEST(Tenancy, EntriesAreHeldBeyondIssueDataAndSquash) {
  std::string events;
  for (const char* inst : {"1", "2"}) {
    for (const char* event : {"inst.fetch", "inst.dispatch", "inst.schedule", "lq.insert"}) {
      events += std::string("1 ") + event + " node=3 inst=" + inst + (event[0] == 'l' ? std::string(" slot=") + inst : "") + "\n";
    }
  }
  const Collected stream =
      run(events + "2 inst.issue node=3 inst=1 held=1\n4 lq.release node=3 inst=1 slot=1 reason=response held=1\n5 inst.complete node=3 inst=1\n"
          "5 iq.leave node=3 inst=1\n6 squash.begin node=3 inst=1\n6 inst.squash node=3 inst=2 by=1\n7 iq.leave node=3 inst=2\n"
          "7 lq.leave node=3 inst=2 slot=2\n8 rob.leave node=3 inst=2\n8 inst.retire node=3 inst=1\n9 lq.leave node=3 inst=1 slot=1\n");
  const auto& held = stream.table("tenancies");
  ASSERT_EQ(held.size(), 6u);
  const uint64_t nodes[] = {5, 5, 6, 4, 4, 6}, until[] = {5, 7, 7, 8, 8, 9}, flows[] = {1, 2, 2, 2, 1, 1};
  for (size_t i = 0; i < 6; ++i) {
    EXPECT_EQ(held[i].at("node"), Cell(nodes[i])) << i;
    EXPECT_EQ(held[i].at("t_rel"), Cell(until[i])) << i;
    EXPECT_EQ(held[i].at("flow"), Cell(flows[i])) << i;
  }
  EXPECT_EQ(stream.counted("tenancy", "release_without_acquire"), 0u);
}

// A system call that takes effect by a trap, which squashes the two behind it: it retires at 4, all their entries go at 7 and 8.
TEST(Tenancy, AnInstructionThatItsTrapRetiresKeepsItsEntry) {
  std::string events;
  for (const char* inst : {"1", "2", "3"}) {
    events += std::string("1 inst.fetch node=3 inst=") + inst + "\n2 inst.dispatch node=3 inst=" + inst + "\n";
  }
  const Collected stream = run(events + "4 inst.retire node=3 inst=1 held=1\n6 squash.begin node=3 inst=1 cause=exception\n"
      "6 inst.squash node=3 inst=2 by=1\n6 inst.squash node=3 inst=3 by=1\n7 rob.leave node=3 inst=1\n"
      "8 rob.leave node=3 inst=2\n8 rob.leave node=3 inst=3\n");
  const auto& held = stream.table("tenancies");
  ASSERT_EQ(held.size(), 3u);
  const uint64_t until[] = {7, 8, 8};
  for (size_t i = 0; i < 3; ++i) EXPECT_EQ(held[i].at("t_rel"), Cell(until[i])) << i;
  const auto& insts = stream.table("insts");
  ASSERT_EQ(insts.size(), 3u);
  EXPECT_EQ(insts[0].at("t_commit"), Cell(4));
  EXPECT_EQ(insts[0].at("t_squash"), Cell());
  EXPECT_EQ(stream.table("epochs")[0].at("cause_flow"), insts[0].at("flow"));
  EXPECT_EQ(stream.table("checkpoints")[0].at("instructions"), Cell(1));
}

}  // namespace

}  // namespace mf::testing
