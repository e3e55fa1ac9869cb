// What resolve makes of a core's own events: instructions, squashes, blocked heads.
#include <gtest/gtest.h>

#include "libmf/base/text.h"
#include "tests/support/collect.h"

namespace mf::testing {

namespace {

Collected run(const std::string& events) {
  return collected(
      "mfir-text 1\nheader (kind = capture, packages = [(name = \"core\")], clocks = [(name = \"clock\", period = 1)], "
      "nodes = ["
      "(id = 1, name = \"cpu0\", kind = \"core\", core = 0, clock = \"clock\"), (id = 2, name = \"cpu1\", kind = "
      "\"core\", core = 1, clock = \"clock\"), "
      "(id = 3, name = \"cpu0.rob\", kind = \"rob\", parent = \"cpu0\", core = 0, clock = \"clock\"), "
      "(id = 4, name = \"cpu0.lq\", kind = \"lq\", parent = \"cpu0\", core = 0, clock = \"clock\"), "
      "(id = 5, name = \"cpu1.rob\", kind = \"rob\", parent = \"cpu1\", core = 1, clock = \"clock\")])\n" +
          events + "end\n",
      {});
}

// Two cores number their instructions alike, and each counts its own.
TEST(Instructions, AreOfTheirCore) {
  const Collected stream =
      run("1 inst.fetch node=1 inst=7 pc=16\n1 inst.fetch node=2 inst=7 pc=32\n2 inst.fetch node=1 inst=8 pc=20\n3 "
          "inst.retire node=1 inst=7\n"
          "4 inst.retire node=1 inst=8\n5 inst.retire node=2 inst=7\n");
  const auto& insts = stream.table("insts");
  ASSERT_EQ(insts.size(), 3u);
  const uint64_t cores[] = {0, 0, 1}, places[] = {0, 1, 0}, pcs[] = {16, 20, 32};
  for (size_t i = 0; i < 3; ++i) {
    EXPECT_EQ(insts[i].at("core"), Cell(cores[i])) << i;
    EXPECT_EQ(insts[i].at("retire_idx"), Cell(places[i])) << i;
    EXPECT_EQ(insts[i].at("pc"), Cell(pcs[i])) << i;
  }
  EXPECT_EQ(stream.last.instsRetired, 3u);
  const auto& checkpoints = stream.table("checkpoints");
  ASSERT_EQ(checkpoints.size(), 2u);
  EXPECT_EQ(checkpoints[0].at("instructions"), Cell(2));
  EXPECT_EQ(checkpoints[1].at("core"), Cell(1));
  EXPECT_EQ(checkpoints[1].at("instructions"), Cell(1));
  EXPECT_EQ(checkpoints[1].at("hash"), Cell(7 * 1000003 + 32 + 1));
}

// The hash is of the retired program counters of core 0, in order, by arithmetic that no counter overflows:
// h <- (1000003 h + pc mod m + 1) mod m from 7 on, with m = 2^31 - 1. Worked out apart.
TEST(Instructions, HashOfTheRetiredOfOneCore) {
  const std::string fetched =
      "1 inst.fetch node=1 inst=1 pc=0xffffffff80000000\n1 inst.fetch node=1 inst=2 pc=0x400010\n"
      "1 inst.fetch node=1 inst=3 pc=0x400014\n1 inst.fetch node=2 inst=1 pc=0x500000\n";
  const Collected stream =
      run(fetched +
          "3 inst.retire node=1 inst=1\n3 inst.retire node=2 inst=1\n4 inst.squash node=1 inst=3 by=2\n"
          "5 inst.retire node=1 inst=2\n");
  EXPECT_EQ(stream.last.retiredHash, "1400988823");
  const Collected swapped = run(fetched + "3 inst.retire node=1 inst=2\n5 inst.retire node=1 inst=1\n");
  EXPECT_NE(swapped.last.retiredHash, stream.last.retiredHash);
}

// Micro-operations retire one by one and count as one instruction, which the last of them ends.
TEST(Instructions, OfSeveralMicroOperationsCountOnce) {
  const Collected stream =
      run("1 inst.fetch node=1 inst=1 pc=16\n1 inst.fetch node=1 inst=2 pc=16\n1 inst.fetch node=1 inst=3 pc=16\n1 inst.fetch node=1 inst=4 pc=20\n"
          "1 inst.fetch node=1 inst=5 pc=24\n3 inst.retire node=1 inst=1 more=1\n3 inst.retire node=1 inst=2 more=1\n"
          "4 inst.retire node=1 inst=3\n4 inst.retire node=1 inst=4\n5 inst.squash node=1 inst=5 by=4\n");
  const auto& insts = stream.table("insts");
  ASSERT_EQ(insts.size(), 5u);
  const uint64_t places[] = {0, 0, 0, 1}, uops[] = {0, 1, 2, 0}, last[] = {0, 0, 1, 1};
  for (size_t i = 0; i < 4; ++i) {
    EXPECT_EQ(insts[i].at("retire_idx"), Cell(places[i])) << i;
    EXPECT_EQ(insts[i].at("uop"), Cell(uops[i])) << i;
    EXPECT_EQ(insts[i].at("last_uop"), Cell(last[i])) << i;
  }
  EXPECT_EQ(insts[4].at("retire_idx"), Cell());
  EXPECT_EQ(stream.last.instsRetired, 2u);
  EXPECT_EQ(stream.last.retiredHash, "1409794562");   // of 16 and 20, as above
}

std::string event(uint64_t time, const char* name, uint64_t inst, const std::string& rest = "") {
  return cat(time, " ", name, " node=1 inst=", inst, rest, "\n");
}

// Retires instructions of core 0 with these pcs, one each cycle.
Collected retiring(const std::vector<uint64_t>& pcs) {
  std::string events;
  for (size_t i = 0; i < pcs.size(); ++i) {
    events += event(i + 1, "inst.fetch", i + 1, cat(" pc=", pcs[i]));
    events += event(i + 1, "inst.retire", i + 1);
  }
  return run(events);
}

// Iterations of rep, micro-operations: the same address again. An address that comes back later is another instruction.
TEST(Instructions, ThatFollowThemselvesCountOnce) {
  const Collected once = retiring({16, 20, 24, 20, 24});
  const Collected repeated = retiring({16, 20, 20, 20, 24, 20, 24, 24});
  EXPECT_EQ(once.last.retiredHash, repeated.last.retiredHash);
  const Row& row = repeated.table("checkpoints").at(0);
  EXPECT_EQ(repeated.table("checkpoints").size(), 1u);
  EXPECT_EQ(row.at("instructions"), Cell(5));
  EXPECT_EQ(row.at("records"), Cell(8));
  EXPECT_EQ(cat(*row.at("hash")), repeated.last.retiredHash);
  EXPECT_NE(retiring({16, 20, 24, 24}).last.retiredHash, once.last.retiredHash);
}

// A block has 4,096 instructions and all that repeats its last; what comes after does not change its row.
TEST(Instructions, AreCheckedEveryBlock) {
  std::vector<uint64_t> pcs;
  for (uint64_t i = 0; i < 4096; ++i) pcs.push_back(4 * i);
  pcs.push_back(pcs.back());
  const Collected whole = retiring(pcs);
  ASSERT_EQ(whole.table("checkpoints").size(), 1u);
  pcs.push_back(8);
  const Collected more = retiring(pcs);
  const auto& rows = more.table("checkpoints");
  ASSERT_EQ(rows.size(), 2u);
  EXPECT_EQ(rows[0].at("hash"), whole.table("checkpoints")[0].at("hash"));
  EXPECT_EQ(rows[0].at("records"), Cell(4097));
  const uint64_t blocks[] = {0, 1}, instructions[] = {4096, 4097};
  for (size_t i = 0; i < 2; ++i) {
    EXPECT_EQ(rows[i].at("block"), Cell(blocks[i])) << i;
    EXPECT_EQ(rows[i].at("instructions"), Cell(instructions[i])) << i;
  }
}

// The hash of a program that is loaded elsewhere follows from `shift`. By hand: two instructions, 1000003 + 1.
TEST(Instructions, ShiftIsWhatALoadBaseAdds) {
  constexpr uint64_t BASE = 0x555555554000, M = 2147483647;
  const Row here = retiring({16, 20}).table("checkpoints").at(0),
            there = retiring({BASE + 16, BASE + 20}).table("checkpoints").at(0);
  EXPECT_EQ(there.at("shift"), Cell(1000004));
  EXPECT_EQ(*here.at("hash"), (*there.at("hash") + M - BASE % M * *there.at("shift") % M) % M);
}

// Stages keep their first time, those that may come again their last.
TEST(Instructions, AStageThatComesAgainKeepsItsLastTime) {
  const Collected stream =
      run("1 inst.fetch node=1 inst=1\n2 inst.decode node=1 inst=1\n3 inst.decode node=1 inst=1\n4 inst.issue node=1 "
          "inst=1\n"
          "6 inst.issue node=1 inst=1\n8 inst.retire node=1 inst=1\n");
  const Row& inst = stream.table("insts").at(0);
  EXPECT_EQ(inst.at("t_decode"), Cell(2));
  EXPECT_EQ(inst.at("t_issue"), Cell(6));
  EXPECT_EQ(inst.at("n_issue"), Cell(2));
}

// Of what is there when the record begins the past is not known.
TEST(Instructions, OfTheDumpHaveNoTimes) {
  const Collected stream =
      run("1 snap inst.fetch node=1 inst=1 pc=16\n1 snap inst.issue node=1 inst=1\n8 inst.retire node=1 inst=1\n");
  const Row& inst = stream.table("insts").at(0);
  EXPECT_EQ(inst.at("pc"), Cell(16));
  EXPECT_EQ(inst.at("t_fetch"), Cell());
  EXPECT_EQ(inst.at("t_issue"), Cell());
  EXPECT_EQ(inst.at("n_issue"), Cell(0));
  EXPECT_EQ(inst.at("t_commit"), Cell(8));
  EXPECT_EQ(stream.table("flows").at(0).at("flags"), Cell(1));
}

// The branch that squashed was squashed itself.
TEST(Instructions, SquashesKnowWhatSquashedTheirCause) {
  const Collected stream =
      run("1 inst.fetch node=1 inst=1\n1 inst.fetch node=1 inst=2\n1 inst.fetch node=1 inst=3\n2 squash.begin node=1 "
          "inst=2\n"
          "2 inst.squash node=1 inst=3 by=2\n3 squash.end node=1 inst=2\n4 squash.begin node=1 inst=1\n4 inst.squash "
          "node=1 inst=2 by=1\n"
          "5 squash.end node=1 inst=1\n6 inst.retire node=1 inst=1\n");
  const auto& epochs = stream.table("epochs");
  ASSERT_EQ(epochs.size(), 2u);
  EXPECT_EQ(epochs[0].at("cause_flow"), Cell(2));
  EXPECT_EQ(epochs[0].at("parent_epoch"), Cell(2));
  EXPECT_EQ(epochs[0].at("t_recovered"), Cell(3));
  EXPECT_EQ(epochs[1].at("parent_epoch"), Cell());
  for (const Row& epoch : epochs) EXPECT_EQ(epoch.at("n_squashed"), Cell(1));
}

// A change of reason goes on with the same head; the cause is what woke that head.
TEST(Instructions, BlockedHeadsKnowWhatWokeThem) {
  const Collected stream =
      run("1 inst.fetch node=1 inst=1\n1 inst.fetch node=1 inst=2\n1 packet.send node=1 packet=5 inst=1\n1 packet.send "
          "node=1 packet=6 inst=2\n"
          "2 head.state node=1 inst=1 reason=memory\n3 lq.release node=1 inst=1 packet=5\n4 lq.release node=1 inst=2 "
          "packet=6\n"
          "5 head.state node=1 inst=1 reason=latency\n6 head.state node=1 inst=2 reason=memory\n7 head.state node=1 "
          "inst=0 reason=none\n");
  const auto& heads = stream.table("episodes");
  ASSERT_EQ(heads.size(), 3u);
  EXPECT_EQ(heads[0].at("cause"), Cell(3));
  EXPECT_EQ(heads[1].at("cause"), Cell());
  EXPECT_EQ(heads[2].at("cause"), Cell());
  const uint64_t firsts[] = {1, 0, 1}, begins[] = {2, 5, 6}, ends[] = {5, 6, 7};
  for (size_t i = 0; i < 3; ++i) {
    EXPECT_EQ(heads[i].at("first"), Cell(firsts[i])) << i;
    EXPECT_EQ(heads[i].at("t0"), Cell(begins[i])) << i;
    EXPECT_EQ(heads[i].at("t1"), Cell(ends[i])) << i;
  }
}

}  // namespace

}  // namespace mf::testing
