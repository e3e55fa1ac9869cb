#include "libmf/query/statistics.h"

#include <gtest/gtest.h>

#include "libmf/base/error.h"

namespace mf::query {
namespace {

TEST(Statistics, JsonBecomesPaths) {
  const auto out = readStatistics(
      R"([{"roi": {"cores": [{"cycles": 12, "ipc": 1.5e1}], "a \"b\"": "t", "none": null, "empty": [], "o": {}}}])",
      "x");
  const Statistics expected{{"0.roi.cores.0.cycles", "12"}, {"0.roi.cores.0.ipc", "1.5e1"}, {"0.roi.a \"b\"", "t"}};
  EXPECT_EQ(out, expected);
}

TEST(Statistics, LinesOfNameAndValue) {
  const auto out = readStatistics("---- Begin ----\nsimTicks   123  # ticks\nsystem.cpu.ipc  0.5\nhist | 3\n", "x");
  const Statistics expected{{"simTicks", "123"}, {"system.cpu.ipc", "0.5"}};
  EXPECT_EQ(out, expected);
}

TEST(Statistics, OfSeveralDumpsAreRefused) {
  const std::string dump = "---------- Begin Simulation Statistics ----------\nsimTicks 1 # ticks\n---------- End Simulation Statistics   ----------\n";
  EXPECT_EQ(readStatistics(dump, "x").size(), 1u);
  EXPECT_THROW(readStatistics(dump + dump, "x"), Error);
}

TEST(Statistics, MistakesAreNamed) {
  for (const char* bad : {"{\"a\": }", "[1, 2", "{\"a\": 1} x", "", "{1: 2}", "[\"abc"}) {
    EXPECT_THROW(readStatistics(bad, "'stats.json'"), Error) << bad;
  }
  try {
    readStatistics("{\n\"a\": 1,\n\"b\": ?\n}", "'stats.json'");
    FAIL();
  } catch (const Error& error) {
    EXPECT_STREQ(error.what(), "'stats.json' line 3: expected a value");
  }
  EXPECT_THROW(readStatistics(std::string(100000, '['), "x"), Error) << "no stack is deep enough for that";
}

}  // namespace
}  // namespace mf::query
