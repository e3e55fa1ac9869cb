// Truth for the passes: each rule of MFIR section 5.1 as a capture written by hand, with
// what must come of it worked out by hand, in the same file.
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>

#include "tests/oracle/differences.h"
#include "tests/oracle/joins.h"
#include "tests/oracle/tenants.h"
#include "tests/support/hand_capture.h"

namespace mf::testing {

namespace {

const std::string FOLDER = MF_SOURCE "/tests/captures/hand";
const std::string PACKAGES = MF_SOURCE "/tests/packages";

std::vector<std::string> captures() {
  std::vector<std::string> names{"linebuffer"};   // a package of the tests, with its capture
  for (const auto& entry : std::filesystem::directory_iterator(FOLDER)) {
    if (entry.path().extension() == ".txt") names.push_back(entry.path().stem().string());
  }
  std::sort(names.begin(), names.end());
  return names;
}

std::string joined(const std::vector<std::string>& lines) {
  std::string text;
  for (const std::string& line : lines) text += line + "\n";
  return text;
}

class HandCaptures : public ::testing::TestWithParam<std::string> {
 protected:
  bool isPackage = GetParam() == "linebuffer";
  HandCapture capture = readHandCapture((isPackage ? PACKAGES : FOLDER) + "/" + GetParam() + ".txt");
  Collected run(uint32_t batch) const {
    Collected stream;
    runPasses(capture.text, {{isPackage ? PACKAGES + "/linebuffer" : FOLDER}, "", batch}, stream);
    return stream;
  }
};

TEST_P(HandCaptures, GiveJustWhatTheyExpect) {
  const Collected stream = run(0);
  for (const auto& [kind, lines] : capture.expected) EXPECT_EQ(joined(rendered(kind, stream, capture.names)), joined(lines)) << kind;
}

TEST_P(HandCaptures, GiveTheSameEventByEvent) {
  const Collected stream = run(1);
  for (const auto& [kind, lines] : capture.expected) EXPECT_EQ(joined(rendered(kind, stream, capture.names)), joined(lines)) << kind;
}

TEST_P(HandCaptures, AgreeWithTheOracles) {
  const Collected stream = run(0);
  const OracleJoins truth = joinByBruteForce(stream), found = joinsOf(stream);
  EXPECT_EQ(differences(found.edges, truth.edges), "");
  EXPECT_EQ(found.missing, truth.missing);
  EXPECT_EQ(differences(tenantsOf(stream), tenantsByBruteForce(stream)), "");
}

// What gates do to identities and entries, which the oracles do not model.
TEST(GateCaptures, ADomainGoesOffAndOn) {
  const HandCapture capture = readHandCapture(MF_SOURCE "/tests/captures/gates/off-and-on.txt");
  for (const uint32_t batch : {0u, 1u}) {
    Collected stream;
    runPasses(capture.text, {{FOLDER}, "", batch}, stream);
    for (const auto& [kind, lines] : capture.expected) EXPECT_EQ(joined(rendered(kind, stream, capture.names)), joined(lines)) << kind;
  }
}

std::string asName(const ::testing::TestParamInfo<std::string>& info) {
  std::string name = info.param;
  std::replace(name.begin(), name.end(), '-', '_');
  return name;
}

INSTANTIATE_TEST_SUITE_P(All, HandCaptures, ::testing::ValuesIn(captures()), asName);

TEST(HandCapturesFolder, HasEveryRule) {
  const auto names = captures();
  for (const char* rule : {"v1", "v2", "o1", "o2", "o3", "a1", "a2", "a3", "s1", "s2", "s3", "h1", "h2", "h3", "h4", "fig1"}) {
    EXPECT_TRUE(std::any_of(names.begin(), names.end(), [&](const auto& name) { return name.starts_with(rule); })) << rule;
  }
}

}  // namespace

}  // namespace mf::testing
