// Regions and rules, as they appear in the stream.
#include <gtest/gtest.h>

#include "libmf/base/text.h"
#include "tests/unit/capture/capture_run.h"

namespace mf::capture::test {
namespace {

// One line for each gate: what opened, what shut, when, why, and how many events came before it.
std::string story(const Recorder& stream) {
  std::string text;
  for (size_t i = 0; i < stream.gates.size(); i++) {
    const mfir::Gate& gate = stream.gates[i];
    uint64_t before = 0;
    for (size_t j = 0; j < stream.batchesBeforeGate[i]; j++) before += stream.batches[j].count;
    text += cat(gate.time / 250, gate.roi ? cat(" roi ", gate.core) : std::string(), gate.open.empty() ? "" : " +" + join(gate.open, ",+"),
                gate.shut.empty() ? "" : " -" + join(gate.shut, ",-"), gate.snapshot ? " snapshot" : "",
                gate.fromStart ? " fromStart" : "", " (", gate.trigger, ") after ", before, "\n");
  }
  return text;
}

std::string storyOf(const std::string& options, const std::string& acts) {
  CaptureRun capture;
  EXPECT_EQ(capture.run(options, acts).status, 0);
  return story(capture.record());
}

TEST(Gates, FollowTheSimulatorsPhase) {
  EXPECT_EQ(storyOf("--domains core,cache", "begin events=5 phase=0 events=10 end=0 events=10 done"),
            "5 roi 0 +core,+cache (sim) after 0\n"
            "5 +core,+cache (sim) after 0\n"
            "15 roi 0 -core,-cache (sim) after 10\n"
            "15 -core,-cache (sim) after 10\n");
}

TEST(Gates, StayOpenUntilTheLastCoreEnds) {
  EXPECT_EQ(storyOf("--domains core", "begin phase=0 phase=1 events=10 end=1 events=10 end=0 done"),
            "0 roi 0 +core fromStart (sim) after 0\n"
            "0 +core fromStart (sim) after 0\n"
            "0 roi 1 +core fromStart (sim) after 0\n"
            "10 roi 1 -core (sim) after 10\n"
            "20 roi 0 -core (sim) after 20\n"
            "20 -core (sim) after 20\n");
}

TEST(Gates, AreShutAtTheEnd) {
  EXPECT_EQ(storyOf("--domains core", "begin phase=0 events=10 done"),
            "0 roi 0 +core fromStart (sim) after 0\n"
            "0 +core fromStart (sim) after 0\n"
            "10 roi -1 -core (end) after 10\n"
            "10 -core (end) after 10\n");
}

TEST(Gates, DumpLiveState) {
  CaptureRun capture;
  ASSERT_EQ(capture.run("--domains core,cache --when 'insts>=4:-cache' --when 'insts>=8:+cache'",
                        "begin snapshot events=2 phase=0 events=10 end=0 done").status, 0);
  const Recorder stream = capture.record();
  EXPECT_EQ(story(stream),
            "2 roi 0 +core,+cache (sim) after 0\n"
            "2 +core,+cache snapshot (sim) after 0\n"
            "4 -cache (insts>=4:-cache) after 4\n"
            "8 +cache snapshot (insts>=8:+cache) after 8\n"
            "12 roi 0 -core,-cache (sim) after 13\n"
            "12 -core,-cache (sim) after 13\n");
  EXPECT_EQ(capture.lines("500 snap"), "500 snap inst.dispatch node=1 inst=777\n500 snap cache.fill node=2 line=0x378 install=1\n");
  EXPECT_EQ(capture.lines("2000"), "2000 inst.dispatch node=1 inst=8\n2000 snap cache.fill node=2 line=0x378 install=1\n");
}

TEST(Gates, OpenAtInstructionsOfAnyCore) {
  const std::string acts = "begin phase=0 events=10 end=0 done";
  EXPECT_EQ(storyOf("--domains core --roi insts:3-7", acts),
            "3 roi -1 +core (insts:3-7) after 0\n3 +core (insts:3-7) after 0\n"
            "7 roi -1 -core (insts:3-7) after 4\n7 -core (insts:3-7) after 4\n");
  EXPECT_EQ(storyOf("--domains core --roi insts:0-7", acts),
            "0 roi -1 +core fromStart (insts:0-7) after 0\n0 +core fromStart (insts:0-7) after 0\n"
            "7 roi -1 -core (insts:0-7) after 7\n7 -core (insts:0-7) after 7\n");
  EXPECT_EQ(storyOf("--domains core --roi cpu1:insts:3-7", acts), "");
}

TEST(Gates, OpenAtCycles) {
  EXPECT_EQ(storyOf("--domains core --roi cycles:3-7", "begin events=100 phase=0 events=10 done"),
            "103 roi -1 +core (cycles:3-7) after 0\n103 +core (cycles:3-7) after 0\n"
            "107 roi -1 -core (cycles:3-7) after 4\n107 -core (cycles:3-7) after 4\n");
}

TEST(Gates, CountSignalsFromThePhaseOn) {
  EXPECT_EQ(storyOf("--domains core --when 'count(squash)>=2:+dram,-core'",
                    "begin signal=squash phase=0 events=1 signal=squash signal=other events=1 signal=squash events=5 signal=squash done"),
            "0 roi 0 +core fromStart (sim) after 0\n"
            "0 +core fromStart (sim) after 0\n"
            "2 +dram -core (count(squash)>=2:+dram,-core) after 2\n"
            "7 roi -1 -dram (end) after 2\n"
            "7 -dram (end) after 2\n");
}

}  // namespace
}  // namespace mf::capture::test
