// The same evidence told differently gives the same answers.
#include <gtest/gtest.h>

#include "tests/oracle/soup.h"
#include "tests/support/collect.h"

namespace mf::testing {

namespace {

const std::string FOLDER = MF_SOURCE "/tests/captures/hand";
constexpr uint32_t SEEDS = 6;

using Tables = std::map<std::string, std::vector<Row>>;

Collected collect(const Soup& of, uint32_t batch = 0) {
  return collected(soup(of), {{FOLDER}, "", batch});
}

Soup seeded(uint32_t seed) {
  Soup of;
  of.seed = seed;
  of.events = 300;
  return of;
}

// Without the columns that are allowed to differ.
Tables without(Tables tables, const std::vector<std::string>& columns) {
  for (auto& [name, rows] : tables) {
    for (Row& row : rows) {
      for (const std::string& column : columns) row.erase(column);
    }
  }
  return tables;
}

// The first row that differs, of the first table; empty: none.
std::string firstDifference(const Tables& a, const Tables& b) {
  const auto say = [](const Row& row) {
    std::string text;
    for (const auto& [name, value] : row) text += " " + name + "=" + (value ? std::to_string(*value) : "-");
    return text;
  };
  for (const auto& [name, rows] : a) {
    const auto other = b.find(name);
    if (other == b.end()) return "no " + name;
    for (size_t i = 0; i < std::min(rows.size(), other->second.size()); ++i) {
      if (rows[i] != other->second[i]) return name + "\n " + say(rows[i]) + "\n " + say(other->second[i]);
    }
    if (rows.size() != other->second.size()) return "number of " + name;
  }
  return a.size() == b.size() ? "" : "number of tables";
}

TEST(Metamorphic, ShiftedTimes) {
  for (uint32_t seed = 1; seed <= SEEDS; ++seed) {
    Soup later = seeded(seed);
    later.start += 1'000'000;
    const Collected a = collect(seeded(seed)), b = collect(later);
    EXPECT_EQ(firstDifference(a.tables, b.tables), "") << seed;   // times count from the start of the capture
  }
}

TEST(Metamorphic, ScaledClocks) {
  for (uint32_t seed = 1; seed <= SEEDS; ++seed) {
    Soup slower = seeded(seed);
    slower.timeFactor = 35;
    const Collected a = collect(seeded(seed)), b = collect(slower);
    EXPECT_EQ(firstDifference(a.tables, b.tables), "") << seed;   // times are in base units, which scale as well
    EXPECT_NE(a.model.baseUnit, b.model.baseUnit);
  }
}

TEST(Metamorphic, StepsBackWithinTheReorderWindow) {
  for (uint32_t seed = 1; seed <= SEEDS; ++seed) {
    Soup inOrder = seeded(seed), stepping = seeded(seed);
    inOrder.distinctTimes = stepping.distinctTimes = stepping.stepsBack = true;
    EXPECT_NE(soup(inOrder), soup(stepping)) << seed;
    EXPECT_EQ(firstDifference(collect(inOrder).tables, collect(stepping).tables), "") << seed;
  }
}

TEST(Metamorphic, RenamedKeys) {
  for (uint32_t seed = 1; seed <= SEEDS; ++seed) {
    Soup renamed = seeded(seed);
    renamed.keyFactor = 0x100000001;
    renamed.keyShift = 77;
    EXPECT_EQ(firstDifference(without(collect(seeded(seed)).tables, {"key"}), without(collect(renamed).tables, {"key"})), "") << seed;
  }
}

TEST(Metamorphic, SplitIntoThreads) {
  for (uint32_t seed = 1; seed <= SEEDS; ++seed) {
    Soup one = seeded(seed), four = seeded(seed);
    one.distinctTimes = true;
    four.threads = 4;
    EXPECT_EQ(firstDifference(without(collect(one).tables, {"thread"}), without(collect(four).tables, {"thread"})), "") << seed;
  }
}

// Rows may come in another order, each table's rows must be the same.
Tables sorted(Tables tables, const std::vector<std::string>& columns = {}) {
  tables = without(std::move(tables), columns);
  for (auto& [name, rows] : tables) std::sort(rows.begin(), rows.end());
  return tables;
}

TEST(Metamorphic, SizeOfBatches) {
  for (uint32_t seed = 1; seed <= SEEDS; ++seed) {
    const Tables whole = sorted(collect(seeded(seed)).tables);
    for (const uint32_t batch : {1u, 2u, 7u, 64u}) EXPECT_EQ(firstDifference(whole, sorted(collect(seeded(seed), batch).tables)), "") << seed << " " << batch;
  }
}

// Long enough for tables to be handed on in several batches before the end.
TEST(LongMetamorphic, SizeOfBatches) {
  Soup of;
  of.events = 100'000;
  const Tables whole = sorted(collect(of).tables);
  ASSERT_GT(whole.at("flows").size(), 8192u);
  for (const uint32_t batch : {1u, 1000u}) EXPECT_EQ(firstDifference(whole, sorted(collect(of, batch).tables)), "") << batch;
}

TEST(Metamorphic, BinaryAndText) {
  const Setting run{{FOLDER}, "", 0};
  for (uint32_t seed = 1; seed <= SEEDS; ++seed) {
    const std::string text = soup(seeded(seed));
    EXPECT_TRUE(textOf(text, run) == textOf(binaryOf(text, run), run)) << seed;
    EXPECT_TRUE(textOf(text, run) == textOf(binaryOf(text, run, 3), run)) << seed;
  }
}

TEST(Metamorphic, Twice) {
  const Setting run{{FOLDER}, "", 0};
  EXPECT_TRUE(textOf(soup(seeded(1)), run) == textOf(soup(seeded(1)), run));
}

}  // namespace

}  // namespace mf::testing
