#include "libmf/capture/capture.h"

#include <gtest/gtest.h>

#include "every_event.h"
#include "tests/unit/capture/capture_run.h"

namespace mf::capture::test {
namespace {

TEST(Capture, KeepsEveryFieldOfEveryEvent) {
  CaptureRun capture;
  ASSERT_EQ(capture.run("", "begin phase=0 every=1 every=50 done").status, 0);
  const Recorder stream = capture.record();
  const auto schema = stream.head.get().getSchema();
  ASSERT_EQ(stream.batches.size(), 1u);
  const mfir::EventBatch& batch = stream.batches[0];
  ASSERT_EQ(batch.count, 2 * schema.size());
  const auto widthOf = [](const std::string& type) {
    if (type == "u32") return 4;
    if (type == "u16" || type == "name" || type == "node") return 2;
    return type == "u8" || type == "flag" || type == "word" ? 1 : 8;
  };
  for (unsigned i = 0; i < schema.size(); i++) {
    EXPECT_EQ(batch.type[i], i);
    const mfir::EventGroup* group = batch.find(static_cast<uint16_t>(i));
    ASSERT_NE(group, nullptr);
    const auto fields = schema[i].getFields();
    for (unsigned j = 0; j < fields.size(); j++) {
      const bool isOwnNode = fields[j].getName() == "node";
      const int width = widthOf(fields[j].getType());
      const uint64_t mask = width == 8 ? ~uint64_t{0} : (uint64_t{1} << 8 * width) - 1;
      for (const unsigned row : {0u, 1u}) {
        const uint64_t expected = isOwnNode ? 2 : everyValue(row == 0 ? 1 : 50, i, j) & mask;
        EXPECT_EQ(group->fields[j][row], expected) << schema[i].getName().cStr() << " " << fields[j].getName().cStr();
      }
    }
  }
}

TEST(Capture, DescribesTheMachine) {
  CaptureRun capture;
  ASSERT_EQ(capture.run("-p other/profile", "word=early begin phase=0 events=1 done").status, 0);
  const Recorder stream = capture.record();
  const auto header = stream.head.get();
  EXPECT_STREQ(header.getSimulator().cStr(), "fake");
  EXPECT_STREQ(header.getProfileName().cStr(), "other/profile");
  EXPECT_STREQ(header.getWorkload().cStr(), "loop");
  ASSERT_EQ(header.getNodes().size(), 3u);
  EXPECT_EQ(header.getNodes()[0].getWidth(), 4u);
  EXPECT_EQ(header.getNodes()[1].getSets(), 64u);
  EXPECT_EQ(header.getNodes()[1].getLatHit(), 1250u);
  EXPECT_STREQ(header.getNodes()[1].getServes()[0].cStr(), "cpu0");
  EXPECT_STREQ(header.getNodes()[2].getParent().cStr(), "cpu0_L1D");
  EXPECT_EQ(header.getClocks()[0].getPeriod(), 250u);
  ASSERT_EQ(header.getWords().size(), 1u);
  EXPECT_STREQ(header.getWords()[0].cStr(), "early");
}

TEST(Capture, IsTheSameTwice) {
  CaptureRun first, second;
  const std::string acts = "begin snapshot phase=0 events=150000 every=3 decide=20 word=x events=10 end=0 done";
  ASSERT_EQ(first.run("--no-provenance --buffer 16", acts).status, 0);
  ASSERT_EQ(second.run("--no-provenance", acts).status, 0);
  EXPECT_EQ(readWholeFile(first.path()), readWholeFile(second.path()));
  const Recorder stream = first.record();
  EXPECT_EQ(stream.batches[0].snapshot.at(1), 1);
  EXPECT_EQ(stream.eventCount(), stream.last.events);
}

TEST(Capture, CutsBlocksByCount) {
  CaptureRun capture;
  ASSERT_EQ(capture.run("--buffer 16", "begin phase=0 events=150000 done").status, 0);
  const Recorder stream = capture.record();
  ASSERT_EQ(stream.batches.size(), 3u);
  EXPECT_EQ(stream.batches[0].count, 65536u);
  EXPECT_EQ(stream.batches[2].count, 150000u - 2 * 65536u);
  uint64_t inst = 0;
  for (const auto& batch : stream.batches) {
    ASSERT_EQ(batch.groups.size(), 1u);
    for (uint32_t i = 0; i < batch.count; i++) {
      ASSERT_EQ(batch.groups[0].fields[1][i], ++inst);
      ASSERT_EQ(batch.time[i], inst * 250);
    }
  }
  EXPECT_EQ(stream.last.lastTime, 150000u * 250);
  EXPECT_EQ(stream.last.instsRetired, 150000u);
  EXPECT_EQ(stream.last.endedEarly, "");
}

TEST(Capture, WritesNothingWhileGatesAreShut) {
  CaptureRun capture;
  const Ran run = capture.run("", "begin events=1000 every=1 decide=3 done");
  EXPECT_EQ(run.status, 0);
  EXPECT_NE(run.err.find("no region was ever open"), std::string::npos);
  EXPECT_EQ(capture.record().last.events, 0u);
}

TEST(Capture, NamesThreads) {
  CaptureRun capture;
  ASSERT_EQ(capture.run("", "begin phase=0 threads=4 threads=3 done").status, 0);
  const Recorder stream = capture.record();
  EXPECT_EQ(stream.last.events, 7000u);
  EXPECT_EQ(stream.last.words.size(), 4u);
  std::vector<uint64_t> seen(5);
  for (const auto& batch : stream.batches) {
    for (const uint16_t thread : batch.thread) seen.at(thread)++;
  }
  EXPECT_EQ(seen[0], 0u);
  EXPECT_EQ(seen[1] + seen[2] + seen[3] + seen[4], 7000u);  // rings of threads that ended serve again
}

TEST(Capture, KeepsTheOrderOfThreadsThatTakeTurns) {
  CaptureRun capture;
  ASSERT_EQ(capture.run("--buffer 16", "begin phase=0 events=500 relay=20 events=1000 relay=3 end=0 done").status, 0);
  const Recorder stream = capture.record();
  EXPECT_TRUE(stream.last.orderExact);
  ASSERT_EQ(stream.batches.size(), 1u);
  const auto& instructions = stream.batches[0].groups.at(0).fields.at(1);
  ASSERT_EQ(instructions.size(), 24500u);
  for (uint64_t i = 0; i < instructions.size(); i++) {
    ASSERT_EQ(instructions[i], i + 1);
    ASSERT_EQ(stream.batches[0].time[i], (i + 1) * 250);
  }
}

TEST(Capture, RecordsAndReversesDecisions) {
  CaptureRun capture;
  const Ran run = capture.run(
      "--override cpu0_L1D.pf/pf_issue:1=act --override cpu0_L1D.pf/pf_issue:4=suppress --override cpu0_L1D/victim:1=7 "
      "--override cpu0_L1D.pf/pf_issue:99=act",
      "begin phase=0 decide=6 choose=3 choose=3 done");
  EXPECT_EQ(run.status, 1);
  EXPECT_EQ(run.out, "acted 3 last 1\nchose 3\nchose 7\n");
  EXPECT_EQ(run.err, "mf-capture: override 'cpu0_L1D.pf/pf_issue:99=act' never took effect: that site made no such decision\n");
  EXPECT_EQ(capture.lines("0 pf.decide node=3 packet=5 chain=6 site=pf_issue serial=1 "),
            "0 pf.decide node=3 packet=5 chain=6 site=pf_issue serial=1 reason=confidence value=40 threshold=25 line=0x64 page=0x1\n");
  const Recorder stream = capture.record();
  const auto& decisions = stream.batches.at(0).groups.at(0);
  const mfir::Values outcomes(decisions.fields[6].begin(), decisions.fields[6].end());
  EXPECT_EQ(outcomes, (mfir::Values{0, 0, 0, 1, 1, 1, 0, 0}));
  EXPECT_EQ(decisions.fields[13], (mfir::Values{0, 1, 0, 1, 0, 1, 3, 3}));  // natural
  EXPECT_EQ(decisions.fields[14], (mfir::Values{0, 1, 0, 0, 1, 0, 0, 1}));  // forced
  EXPECT_EQ(decisions.fields[10], (mfir::Values{0, 0, 0, 0, 0, 0, 3, 7}));  // choice
}

TEST(Capture, ReversesOutsideTheRegionToo) {
  CaptureRun capture;
  const Ran run = capture.run("--override cpu0_L1D.pf/pf_issue:1=act", "begin decide=4 done");
  EXPECT_EQ(run.out, "acted 3 last 0\n");
}

TEST(Capture, SaysNoWhenAnOverrideWasNeverReached) {
  const std::string unmet = "mf-capture: override 'cpu0_L1D.pf/pf_issue:4=act' never took effect: that site made no such decision\n";
  CaptureRun capture;
  Ran run = capture.run("--override cpu0_L1D.pf/pf_issue:4=act", "begin phase=0 decide=5 done");
  EXPECT_EQ(run.status, 0);
  EXPECT_EQ(run.err, "");
  run = capture.run("-q --override cpu0_L1D.pf/pf_issue:4=act", "begin phase=0 decide=4 done");
  EXPECT_EQ(run.status, 1);
  EXPECT_EQ(run.err, unmet);
  EXPECT_TRUE(capture.record().ended);
  run = capture.run("--override cpu0_L1D.pf/pf_issue:4=act", "begin phase=0 decide=4 done exit=5");
  EXPECT_EQ(run.status, 5);   // the simulator's own status goes first
  EXPECT_EQ(run.err, unmet + "mf-capture: " + MF_FAKE_SIMULATOR + " exited 5\n");
}

TEST(Capture, RefusesOverridesOfUnknownNodes) {
  CaptureRun capture;
  const Ran run = capture.run("--override nowhere/x:1=act", "begin phase=0 events=1 done");
  EXPECT_EQ(run.status, 3);
  EXPECT_EQ(run.err, "mf-capture: override 'nowhere/x:1=act' names a node that the simulator does not have\n");
  EXPECT_FALSE(capture.hasOutput());
}

}  // namespace
}  // namespace mf::capture::test
