#include "libmf/query/analysis.h"

#include <gtest/gtest.h>

#include "libmf/base/error.h"

namespace mf::query {
namespace {

constexpr const char* TEXT =
    "-- What it answers.\n"
    "--\n"
    "-- Longer text,\n"
    "-- in two lines.\n"
    "--\n"
    "-- @uses   core.a core.b\n"
    "-- @needs  prefetch\n"
    "-- @param  :min_cycles INTEGER 0   ignore shorter ones\n"
    "-- @param  :name TEXT 'a b' which\n"
    "-- @column leaf TEXT the leaf\n"
    "-- @column cycles REAL\n"
    "-- @share  pct cycles *\n"
    "SELECT 1; \n";

TEST(Analysis, ReadsItsHeader) {
  const Analysis a = parseAnalysis("core.x", "here", TEXT);
  EXPECT_EQ(a.title, "What it answers.");
  EXPECT_EQ(a.text, "Longer text,\nin two lines.");
  EXPECT_EQ(a.sql, "SELECT 1");
  EXPECT_EQ(a.uses, (std::vector<std::string>{"core.a", "core.b"}));
  ASSERT_EQ(a.parameters.size(), 2u);
  EXPECT_EQ(a.parameters[0].name, "min_cycles");
  EXPECT_EQ(a.parameters[0].doc, "ignore shorter ones");
  EXPECT_EQ(a.parameters[1].standard, "a b");
  EXPECT_EQ(a.key, std::vector<std::string>{"leaf"}) << "text columns name a row";
  ASSERT_EQ(a.shares.size(), 1u);
  EXPECT_EQ(a.shares[0].whole, "*");
  EXPECT_EQ(a.package(), "core");
}

TEST(Analysis, ReadsTheKeyOfATable) {
  const Analysis a = parseAnalysis("core.x", "here", "-- T.\n-- @table cascade key(core, ep)\nSELECT 1");
  EXPECT_EQ(a.form, Analysis::Form::TABLE);
  EXPECT_EQ(a.object, "cascade");
  EXPECT_EQ(a.objectKey, (std::vector<std::string>{"core", "ep"}));
}

TEST(Analysis, NamesTheLineOfAMistake) {
  try {
    parseAnalysis("core.x", "here", "-- T.\n-- @parm :a INTEGER 0\nSELECT 1");
    FAIL();
  } catch (const Error& error) {
    EXPECT_STREQ(error.what(),
                 "unknown tag '@parm'; did you mean '@param'?\n  while reading line 2 of analysis 'core.x'");
  }
  EXPECT_THROW(parseAnalysis("core.x", "here", "-- T.\n"), Error);
  EXPECT_THROW(parseAnalysis("core.x", "here", "-- T.\n-- @param a INTEGER 0\nSELECT 1"), Error);
}

}  // namespace
}  // namespace mf::query
