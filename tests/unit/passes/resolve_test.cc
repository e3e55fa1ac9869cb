// Identity, where keys are used again.
#include <gtest/gtest.h>

#include "libmf/base/error.h"
#include "tests/support/collect.h"

namespace mf::testing {

namespace {

const std::string FOLDER = MF_SOURCE "/tests/captures/hand";
const std::string HEADER =
    "mfir-text 1\nheader (kind = capture, simulator = \"hand\", packages = [(name = \"hand\")], clocks = [(name = \"clock\", period = 1)], "
    "nodes = [(id = 1, name = \"core0\", kind = \"core\", core = 0, clock = \"clock\")])\n";

Collected run(const std::string& events) {
  return collected(HEADER + events + "end\n", {{FOLDER}, "", 0});
}

// Two clocks of 500 and 625 ps have a unit of 125 ps; a time between two of them is no time of theirs.
TEST(Ingest, ATimeBetweenUnitsIsRefused) {
  const auto timed = [](const char* second) {
    Collected stream;
    runPasses(std::string("mfir-text 1\nheader (kind = capture, simulator = \"hand\", tick = \"ps\", packages = [(name = \"hand\")], "
                          "clocks = [(name = \"fast\", period = 500), (name = \"slow\", period = 625)], "
                          "nodes = [(id = 1, name = \"core0\", kind = \"core\", core = 0, clock = \"fast\")])\n"
                          "2000 unit.open node=1 unit=1\n") + second + " unit.step node=1 unit=1\nend\n",
              {{FOLDER}, "", 0}, stream);
    return stream.last.lastTime;
  };
  EXPECT_EQ(timed("2625") - timed("2000"), 5u);
  try {
    timed("2626");
    FAIL() << "accepted";
  } catch (const Error& error) {
    EXPECT_NE(std::string(error.what()).find("clock_mismatch: tick 2626 is no multiple of the base unit, 125 ps"), std::string::npos) << error.what();
  }
}

// The unit that the key named until now is the parent of the one that takes the key over.
TEST(Resolve, AFlowMayBeTheParentOfItsSuccessor) {
  const Collected stream = run("1 unit.open node=1 unit=1\n2 unit.open node=1 unit=1 parent=1\n");
  const auto& flows = stream.table("flows");
  ASSERT_EQ(flows.size(), 2u);
  EXPECT_EQ(flows[0].at("flow"), Cell(1));
  EXPECT_EQ(flows[1].at("parent"), Cell(1));
  EXPECT_EQ(flows[1].at("incarnation"), Cell(1));
}

// `brief` keeps one closed flow; the third closing forgets the first while its user is at work.
TEST(Resolve, ForgetsClosedFlowsBeyondRetain) {
  const Collected stream = run(
      "1 brief.open node=1 brief=1\n1 brief.open node=1 brief=2\n1 unit.open node=1 unit=1\n2 brief.close node=1 brief=1\n"
      "3 brief.use node=1 unit=1 from=1\n4 brief.close node=1 brief=2\n5 brief.use node=1 unit=1 from=1\n6 brief.use node=1 unit=1 from=2\n");
  EXPECT_EQ(stream.counted("resolve", "unknown_reference"), 1u);
}

TEST(Resolve, CountsAnEventOfNobodyAndOpensItsFlow) {
  const Collected stream = run("1 unit.step node=1 unit=5\n2 unit.step node=1 unit=5\n");
  EXPECT_EQ(stream.counted("resolve", "orphan_event"), 1u);
  ASSERT_EQ(stream.table("flows").size(), 1u);
  EXPECT_EQ(stream.table("flows")[0].at("flags"), Cell(16 | 2));
  EXPECT_EQ(stream.table("units")[0].at("steps"), Cell(2));
}

TEST(Resolve, CountsPlacesThatTheTopologyLacks) {
  const Collected stream = run("1 unit.open node=77 unit=1\n");
  EXPECT_EQ(stream.counted("resolve", "unknown_node"), 1u);
}

// Passes write words of their own while the simulator still coins new ones, and no code may
// mean two things. `pick` has no site by name, so the core and prefetch catalogs serve.
TEST(Words, KeepTheirMeaningHoweverTheyCome) {
  std::string capture =
      "mfir-text 1\nheader (kind = capture, packages = [(name = \"prefetch\")], words = [\"early\", \"retired\"], clocks = [(name = \"clock\", period = 1)], "
      "nodes = [(id = 1, name = \"core0\", kind = \"core\", core = 0, clock = \"clock\"), (id = 2, name = \"pf\", kind = \"prefetcher\", clock = \"clock\")])\n";
  const auto decide = [](int time, const std::string& site, const std::string& reason) {
    return std::to_string(time) + " pf.decide node=2 packet=1 site=" + site + " reason=" + reason + "\n";
  };
  capture += "1 packet.send node=1 packet=1\n" + decide(2, "early", "retired");
  capture += "3 inst.fetch node=1 inst=1\n4 inst.squash node=1 inst=1\n" + decide(5, "late", "early");
  capture += "6 inst.fetch node=1 inst=2\n7 inst.retire node=1 inst=2\n" + decide(8, "later", "late") + "end\n";
  for (const uint32_t batch : {0u, 1u, 2u}) {
    Collected stream;
    runPasses(capture, {{}, "", batch}, stream);
    const auto word = [&](const Cell& code) { return stream.last.words.at(code.value() - 1); };
    std::vector<std::string> said;
    for (const Row& row : stream.table("decisions")) said.push_back(word(Cell(*row.at("site_name") + 1)) + " " + word(row.at("reason")));
    EXPECT_EQ(said, (std::vector<std::string>{"early retired", "late early", "later late"})) << batch;
    std::vector<std::string> reasons;
    for (const Row& row : stream.table("flows")) {
      if (*row.at("close_reason") != 0) reasons.push_back(word(row.at("close_reason")));
    }
    EXPECT_EQ(reasons, (std::vector<std::string>{"squashed", "retired"})) << batch;
  }
}

TEST(Passes, RefuseAStreamTwiceAndOutOfOrder) {
  const std::string whole = textOf(HEADER + "1 unit.open node=1 unit=1\nend\n", {{FOLDER}, "", 0});
  Collected out;
  try {
    runPasses(whole, {{FOLDER}, "", 0}, out);
    FAIL() << "accepted";
  } catch (const Error& error) {
    EXPECT_NE(std::string(error.what()).find("already applied"), std::string::npos) << error.what();
  }
}

}  // namespace

}  // namespace mf::testing
