// Bad ends: whoever dies, the other says so and nothing hangs.
#include <gtest/gtest.h>

#include "tests/unit/capture/capture_run.h"

namespace mf::capture::test {
namespace {

const std::string CAPTURE = MF_CAPTURE_PROGRAM;
const std::string FAKE = MF_FAKE_SIMULATOR;

TEST(Ending, OfAKilledSimulatorKeepsWhatWasWritten) {
  CaptureRun capture;
  const Ran run = capture.run("", "begin phase=0 events=1000 kill=9");
  EXPECT_EQ(run.status, 137);
  EXPECT_EQ(run.err, "mf-capture: the capture ends early: the simulator was killed by signal 9 (Killed)\nmf-capture: " + FAKE +
                         " was killed by signal 9 (Killed)\n");
  const Recorder stream = capture.record();
  EXPECT_EQ(stream.last.events, 1000u);
  EXPECT_EQ(stream.last.endedEarly, "the simulator was killed by signal 9 (Killed)");
}

TEST(Ending, GivesTheSimulatorsStatus) {
  CaptureRun capture;
  EXPECT_EQ(capture.run("", "begin phase=0 events=10 done exit=5").err, "mf-capture: " + FAKE + " exited 5\n");
  EXPECT_EQ(capture.record().last.endedEarly, "");
  EXPECT_EQ(capture.run("", "begin phase=0 events=10 exit=5").status, 5);
  EXPECT_EQ(capture.record().last.endedEarly, "the simulator exited 5");
  EXPECT_EQ(capture.run("", "begin phase=0 events=10 exit=0").status, 0);
  EXPECT_EQ(capture.record().last.endedEarly, "");
  EXPECT_EQ(capture.run("", "begin phase=0 events=10 _exit=0").status, 0);
  EXPECT_EQ(capture.record().last.endedEarly, "the simulator exited without mf_end");
}

TEST(Ending, OfMfCaptureLetsTheSimulatorGoOn) {
  CaptureRun capture;
  const std::string out = capture.file("sim-out"), err = capture.file("sim-err");
  const Ran run = capture.shell("(" + CAPTURE + " --buffer 16 -o " + capture.path() + " -- sh -c 'exec " + FAKE +
                                " begin phase=0 forever events=100 say=fine done >" + out + " 2>" + err + "' & sleep 0.3; " +
                                "kill -9 $!); for i in 1 2 3 4 5 6 7 8 9 10; do grep -q fine " + out + " && break; sleep 0.2; done; true");
  EXPECT_EQ(readWholeFile(out), "shut, attached 1\nfine\n");
  EXPECT_EQ(readWholeFile(err), "microflow: mf-capture is gone; the simulation goes on unrecorded\n");
  EXPECT_FALSE(capture.hasOutput());
}

TEST(Ending, OfTheReaderEndsTheSimulator) {
  CaptureRun capture;
  const Ran run = capture.shell("{ " + CAPTURE + " -- " + FAKE + " begin phase=0 forever; echo $? >&2; } | head -c 100000 >" +
                                capture.file("part"));
  EXPECT_TRUE(run.err.ends_with("141\n")) << run.err;  // the simulator may have a last word, as its region shuts
  EXPECT_EQ(readWholeFile(capture.file("part")).size(), 100000u);
}

TEST(Ending, OfAQuietReaderIsNoticed) {
  CaptureRun capture;
  const Ran run = capture.shell("{ " + CAPTURE + " -- " + FAKE + " begin sleep=20000; echo $? >&2; } | true");
  EXPECT_EQ(run.err, "141\n");
}

TEST(Ending, OnAFullDiskIsAFailure) {
  CaptureRun capture;
  const Ran run = capture.shell(CAPTURE + " -z 0 -o /dev/full -- " + FAKE + " begin phase=0 forever");
  EXPECT_EQ(run.status, 3);
  EXPECT_NE(run.err.find("No space left on device"), std::string::npos) << run.err;
}

TEST(Ending, WithoutMicrotracerIsSaid) {
  CaptureRun capture;
  Ran run = capture.shell(CAPTURE + " -o " + capture.path() + " -- true");
  EXPECT_EQ(run.status, 3);
  EXPECT_EQ(run.err, "mf-capture: 'true' never attached: it has no microtracer in it, or its probe does not call mf_attach()\n");
  EXPECT_FALSE(capture.hasOutput());
  run = capture.shell(CAPTURE + " -o " + capture.path() + " -- false");
  EXPECT_EQ(run.status, 1);
  EXPECT_EQ(run.err, "mf-capture: nothing was recorded\nmf-capture: false exited 1\n");
  run = capture.shell(CAPTURE + " -o " + capture.path() + " -- no-such-simulator");
  EXPECT_EQ(run.status, 3);
  EXPECT_EQ(run.err, "mf-capture: cannot run 'no-such-simulator': No such file or directory\n");
}

TEST(Ending, ReachesTheSimulatorOnInterrupts) {
  CaptureRun capture;
  const Ran run = capture.shell("(" + CAPTURE + " -o " + capture.path() + " -- " + FAKE + " begin phase=0 forever & sleep 0.3; kill -TERM $!; wait $!)");
  EXPECT_EQ(run.status, 143);
  EXPECT_EQ(capture.record().last.endedEarly, "the simulator was killed by signal 15 (Terminated)");
}

TEST(Fork, LeavesTheChildUnrecorded) {
  CaptureRun capture;
  const Ran run = capture.run("", "begin phase=0 events=10 fork events=10 done");
  EXPECT_EQ(run.status, 0);
  EXPECT_EQ(run.out, "child: gates 0 attached 0\n");
  EXPECT_EQ(capture.record().last.events, 20u);
}

TEST(Wrapper, MayCloseDescriptorsAndEndFirst) {
  CaptureRun capture;
  const std::string sim = FAKE + " begin phase=0 events=1000 sleep=300 events=1000 done";
  Ran run = capture.shell(CAPTURE + " -o " + capture.path() + " -- bash -c 'for f in /proc/self/fd/*; do n=${f##*/}; [ $n -gt 2 ] && eval \"exec $n>&-\"; done; " + sim + "; true'");
  EXPECT_EQ(run.status, 0) << run.err;
  EXPECT_EQ(capture.record().last.events, 2000u);
  run = capture.shell(CAPTURE + " -o " + capture.path() + " -- sh -c '" + sim + " & sleep 0.1'");
  EXPECT_EQ(run.status, 0) << run.err;
  EXPECT_EQ(capture.record().last.events, 2000u);
}

TEST(Wrapper, WithTwoSimulatorsRecordsTheFirst) {
  CaptureRun capture;
  const std::string sim = FAKE + " begin phase=0 events=1000 done";
  const Ran run = capture.shell(CAPTURE + " -o " + capture.path() + " -- sh -c '" + sim + "; " + sim + "; true'");
  EXPECT_EQ(run.status, 0);
  EXPECT_EQ(run.err, "mf-capture: only the first simulator was recorded; 1 more attached\n");
  EXPECT_EQ(capture.record().last.events, 1000u);
}

TEST(Output, OfTheSimulatorIsLeftAlone) {
  CaptureRun capture;
  EXPECT_EQ(capture.run("", "begin phase=0 say=hello done").out, "hello\n");
  Ran run = capture.shell(CAPTURE + " -- " + FAKE + " begin phase=0 say=hello done >" + capture.path());
  EXPECT_EQ(run.err, "hello\n");
  EXPECT_TRUE(capture.record().ended);
  run = capture.shell(CAPTURE + " --sim-stdout " + capture.file("said") + " -- " + FAKE + " begin phase=0 say=hello done >" + capture.path());
  EXPECT_EQ(run.err, "");
  EXPECT_EQ(readWholeFile(capture.file("said")), "hello\n");
}

TEST(Alone, TheSimulatorRunsWithItsGatesShut) {
  CaptureRun capture;
  const Ran run = capture.shell(FAKE + " begin phase=0 events=10 decide=2 forever done");
  EXPECT_EQ(run.status, 0);
  EXPECT_EQ(run.out, "acted 1 last 0\nshut, attached 0\n");
}

TEST(Alone, ACaptureThatIsGoneIsSaid) {
  CaptureRun capture;
  const Ran run = capture.shell("MICROFLOW_CAPTURE=999999999:3 " + FAKE + " begin phase=0 events=10 done");
  EXPECT_EQ(run.status, 0);
  EXPECT_EQ(run.err, "microflow: cannot reach mf-capture (999999999:3); the simulation goes on unrecorded\n");
}

}  // namespace
}  // namespace mf::capture::test
