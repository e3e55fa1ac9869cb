#include "libmf/capture/settings.h"

#include <gtest/gtest.h>

#include "libmf/base/error.h"

namespace mf::capture {
namespace {

std::string refusal(const std::function<void()>& act) {
  try {
    act();
  } catch (const Error& error) {
    EXPECT_EQ(error.status(), Status::MISUSE);
    return error.what();
  }
  return "accepted";
}

TEST(Settings, NamesDomains) {
  EXPECT_EQ(parseDomains("core,dram"), 33u);
  EXPECT_EQ(domainsIn(33), (std::vector<std::string>{"core", "dram"}));
  EXPECT_EQ(refusal([] { parseDomains("core,cahce"); }), "unknown domain 'cahce'; did you mean 'cache'?");
}

TEST(Settings, ReadsRegions) {
  Settings settings;
  parseRegion("sim", settings);
  EXPECT_TRUE(settings.regionIsPhase);
  parseRegion("cpu3:insts:100-2000", settings);
  EXPECT_FALSE(settings.regionIsPhase);
  ASSERT_EQ(settings.rules.size(), 2u);
  EXPECT_EQ(settings.rules[0].core, 3);
  EXPECT_EQ(settings.rules[0].threshold, 100u);
  EXPECT_EQ(settings.rules[1].threshold, 2000u);
  EXPECT_EQ(settings.rules[1].region, uint32_t{MF_REGION_END});
  for (const char* wrong : {"", "insts", "insts:5", "insts:5-", "insts:-5", "cpu:insts:1-2", "count(x):1-2", "lines:1-2"}) {
    EXPECT_NE(refusal([&] { parseRegion(wrong, settings); }).find("is not one of sim"), std::string::npos) << wrong;
  }
  EXPECT_EQ(refusal([&] { parseRegion("insts:7-7", settings); }), "region 'insts:7-7' is empty");
}

TEST(Settings, ReadsRules) {
  const mf_rule rule = parseRule("count(squash)>=1000:+core,-dram");
  EXPECT_EQ(rule.when, uint32_t{MF_WHEN_SIGNAL});
  EXPECT_STREQ(rule.signal, "squash");
  EXPECT_EQ(rule.threshold, 1000u);
  EXPECT_EQ(rule.open, 1u);
  EXPECT_EQ(rule.shut, 32u);
  for (const char* wrong : {"", "insts>=1", "insts>=:-core", "insts=1:-core", "insts>=1:core", "count()>=1:+core", "insts>=1:+"}) {
    EXPECT_NE(refusal([&] { parseRule(wrong); }).find("is not of the form"), std::string::npos) << wrong;
  }
  EXPECT_EQ(refusal([] { parseRule("insts>=1:+core,-core"); }), "rule 'insts>=1:+core,-core' opens and shuts the same domain");
}

TEST(Settings, ReadsOverrides) {
  Settings settings;
  for (const char* text : {"b/s:9=suppress", "a.x/s:10=act", "a.x/s:9=-3"}) addOverride(text, settings);
  sortOverrides(settings);
  EXPECT_EQ(settings.overrides[0].outcome, -3);
  EXPECT_EQ(settings.overrides[1].node, "a.x");
  EXPECT_EQ(settings.overrides[1].ordinal, 10u);
  EXPECT_EQ(settings.overrides[2].outcome, 0);
  for (const char* wrong : {"", "a", "a/s", "a/s:1", "a/s:x=act", "a/s:1=maybe", "/s:1=act", "a/:1=act", "a:1=act"}) {
    EXPECT_NE(refusal([&] { addOverride(wrong, settings); }).find("is not of the form"), std::string::npos) << wrong;
  }
  addOverride("b/s:9=act", settings);
  EXPECT_NE(refusal([&] { sortOverrides(settings); }).find("one decision is overridden twice"), std::string::npos);
}

}  // namespace
}  // namespace mf::capture
