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
  Collected stream;
  runPasses(HEADER + events + "end\n", {{FOLDER}, "", 0}, stream);
  return stream;
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
