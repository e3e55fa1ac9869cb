#include "libmf/query/reduce.h"

#include <gtest/gtest.h>

#include "libmf/base/error.h"

namespace mf::query {
namespace {

Analysis leaves() {
  return parseAnalysis(
      "x.leaves", "here",
      "-- L.\n-- @column leaf TEXT\n-- @column cycles REAL\n-- @column pct REAL\n-- @column all_cycles REAL\n"
      "-- @column steps_median INTEGER\n-- @column relative_density REAL\n-- @share pct cycles all_cycles\nSELECT 1");
}

Row row(const char* leaf, double cycles, double all, long long median) {
  return {textCell(leaf),   realCell(cycles, 1), realCell(100 * cycles / all, 3),
          realCell(all, 1), integerCell(median), realCell(static_cast<double>(median) / 2, 1)};
}

std::vector<RunRows> runs() {
  std::vector<RunRows> two(2);
  for (RunRows& each : two)
    each.rows.columns = {"leaf", "cycles", "pct", "all_cycles", "steps_median", "relative_density"};
  two[0].run = "a.db";
  two[0].rows.rows = {row("early", 10, 100, 2), row("late", 90, 100, 5)};
  two[1].run = "b.db";
  two[1].weight = 3;
  two[1].rows.rows = {row("early", 300, 300, 4)};
  return two;
}

std::string cell(const RowList& list, size_t r, const std::string& column) {
  for (size_t i = 0; i < list.columns.size(); ++i) {
    if (list.columns[i] == column) return list.rows.at(r)[i].text;
  }
  return "no such column";
}

TEST(Reduce, PooledIsARatioOfSums) {
  const RowList out = reduce(leaves(), runs(), Reduction::POOLED);
  ASSERT_EQ(out.rows.size(), 2u);
  EXPECT_EQ(cell(out, 0, "pct"), "77.500");  // 310 of 400
  EXPECT_EQ(cell(out, 1, "pct"), "22.500");  // 90 of 400: the run without the leaf counts too
  EXPECT_EQ(cell(out, 0, "cycles"), "310");
  EXPECT_EQ(cell(out, 0, "steps_median"), "3.000");
  EXPECT_EQ(cell(out, 0, "relative_density"), "1.500");
  EXPECT_EQ(cell(out, 1, "runs"), "1");
}

TEST(Reduce, MeanOfSharesCountsAMissingRowAsNothing) {
  const RowList out = reduce(leaves(), runs(), Reduction::MEAN_OF_SHARES);
  EXPECT_EQ(cell(out, 0, "pct"), "55.000");  // (10 + 100) / 2
  EXPECT_EQ(cell(out, 1, "pct"), "45.000");  // (90 + 0) / 2
  EXPECT_EQ(cell(out, 1, "steps_median"), "5.000") << "a median of nothing is not 0";
}

TEST(Reduce, Weighted) {
  const RowList out = reduce(leaves(), runs(), Reduction::WEIGHTED);
  EXPECT_EQ(cell(out, 0, "pct"), "77.500");  // (10 + 3 * 100) / 4
  EXPECT_EQ(weightOf({{"b", 2.0}}, "runs/b.db"), 2.0);
  EXPECT_THROW(weightOf({{"b", 2.0}}, "runs/c.db"), Error);
}

TEST(Reduce, RefusesAnAmbiguousKey) {
  auto two = runs();
  two[0].rows.rows.push_back(row("late", 1, 100, 1));
  EXPECT_THROW(reduce(leaves(), two, Reduction::POOLED), Error);
  EXPECT_THROW(reductionOf("mean"), Error);
}

}  // namespace
}  // namespace mf::query
