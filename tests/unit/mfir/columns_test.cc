#include "libmf/mfir/columns.h"

#include <capnp/message.h>
#include <gtest/gtest.h>

#include <limits>
#include <random>

#include "libmf/base/error.h"

namespace mf::mfir {

namespace {

constexpr uint64_t MOST = std::numeric_limits<uint64_t>::max();

template <typename Value>
void expectBack(const std::vector<Value>& values) {
  capnp::MallocMessageBuilder message;
  auto column = message.initRoot<schema::ColumnData>();
  encodeColumn(std::span<const Value>(values), column);
  std::vector<Value> back;
  decodeColumn(column.asReader(), static_cast<uint32_t>(values.size()), back);
  EXPECT_EQ(back, values);
}

size_t bytesOf(const std::vector<uint64_t>& values) {
  capnp::MallocMessageBuilder message;
  auto column = message.initRoot<schema::ColumnData>();
  encodeColumn(std::span<const uint64_t>(values), column);
  return column.getData().size();
}

TEST(Columns, EdgeValues) {
  expectBack<uint64_t>({});
  expectBack<uint64_t>({0});
  expectBack<uint64_t>({MOST});
  expectBack<uint64_t>({0, MOST});
  expectBack<uint64_t>({MOST, 0, MOST, 0});
  expectBack<uint64_t>({MOST, MOST, MOST});
  expectBack<uint64_t>({MOST - 1, MOST, 0, 1, 2});           // steps over the end of the numbers
  expectBack<uint64_t>({1ull << 63, (1ull << 63) - 1, 0});
  expectBack<uint16_t>({0, 65535, 1, 65534});
  expectBack<uint8_t>({255, 0, 255, 254});
}

TEST(Columns, EveryWidthAtItsBorder) {
  for (const uint64_t border : {uint64_t{0xff}, uint64_t{0xffff}, uint64_t{0xffffffff}}) {
    for (const uint64_t top : {border - 1, border, border + 1}) {
      expectBack<uint64_t>({0, top, 0, top});
      expectBack<uint64_t>({5, 5 + top / 2, 5, 5 + top});
      expectBack<uint64_t>({MOST - top, MOST});
    }
  }
}

TEST(Columns, StepsAreSmall) {
  std::vector<uint64_t> times;
  for (uint64_t i = 0; i < 4096; ++i) times.push_back(1'000'000'000'000 + 3 * i);
  EXPECT_LE(bytesOf(times), times.size());
  std::vector<uint64_t> same(4096, 77);
  EXPECT_EQ(bytesOf(same), 0u);
  expectBack(times);
}

TEST(Columns, RepeatedValuesAreTakenInRuns) {
  std::vector<uint64_t> times;
  for (uint64_t i = 0; i < 40960; ++i) times.push_back(1'000'000 + 500 * (i / 40 + i / 4096));
  EXPECT_LE(bytesOf(times), times.size() / 16);
  expectBack(times);
  expectBack(std::vector<uint8_t>(times.begin(), times.end()));
  std::vector<uint16_t> onlyTheEnds(1000, 7);
  onlyTheEnds.front() = 65535;
  onlyTheEnds.back() = 0;
  expectBack(onlyTheEnds);
}

using Columns64 = std::vector<std::vector<uint64_t>>;

// Bytes of each column; they must come back as they were.
std::vector<size_t> bytesTogether(const Columns64& columns) {
  capnp::MallocMessageBuilder message;
  auto list = message.initRoot<schema::Group>().initFields(static_cast<unsigned>(columns.size()));
  encodeColumns(columns, list);
  Columns64 back;
  decodeColumns(list.asReader(), static_cast<uint32_t>(columns[0].size()), back);
  EXPECT_EQ(back, columns);
  std::vector<size_t> bytes;
  for (const auto column : list.asReader()) bytes.push_back(column.getData().size());
  return bytes;
}

TEST(Columns, KeysThatLieNearEachOther) {
  std::mt19937_64 random(2);
  Columns64 columns(4);
  for (uint64_t i = 0; i < 1000; ++i) {
    const uint64_t inst = 1'000'000 + random() % 100'000;
    columns[0].push_back(1 + i % 2);                                      // a node
    columns[1].push_back(inst);
    columns[2].push_back(random() % 3 == 0 ? 0 : inst - random() % 100);  // 0 is none
    columns[3].push_back(inst + random() % 200 - 100);
  }
  EXPECT_EQ(bytesTogether(columns), (std::vector<size_t>{1000, 4000, 1000, 2000}));
}

TEST(Columns, RunsOfAKeyTakeLessThanDistances) {
  Columns64 columns(2);
  for (uint64_t i = 0; i < 4096; ++i) {
    columns[1].push_back(i < 2048 ? 1'000'000 : 1'080'000);
    columns[0].push_back(columns[1][i] + i * 7919 % 4000);
  }
  EXPECT_EQ(bytesTogether(columns)[1], 0u);  // its data are those of its values and lengths
}

TEST(Columns, KeysThatLieFarApart) {
  bytesTogether({{MOST, 1000, 1, 0}, {0, MOST, 1, 1ull << 63}, {1, MOST - 1, 0, 5}});
  bytesTogether({{1ull << 63, 1ull << 62, 300, 9}, {1, 1ull << 62, 301, 0}});
  bytesTogether({{}, {}});
  std::mt19937_64 random(3);
  for (int round = 0; round < 200; ++round) {
    Columns64 columns(3, std::vector<uint64_t>(1 + random() % 100));
    for (auto& column : columns) {
      const uint64_t mask = MOST >> (random() % 64);
      for (uint64_t& value : column) value = random() % 4 == 0 ? 0 : (round % 2 == 0 ? columns[0][0] : 0) + (random() & mask);
    }
    bytesTogether(columns);
  }
}

TEST(Columns, RandomValues) {
  std::mt19937_64 random(1);
  for (int round = 0; round < 200; ++round) {
    const uint64_t mask = MOST >> (random() % 64);
    std::vector<uint64_t> values(1 + random() % 50);
    for (uint64_t& value : values) value = (round % 2 == 0 ? random() % 16 : 0) + (random() & mask);
    expectBack(values);
  }
}

TEST(Columns, RefuseDataOfAnotherLength) {
  capnp::MallocMessageBuilder message;
  auto column = message.initRoot<schema::ColumnData>();
  encodeColumn(std::span<const uint64_t>(std::vector<uint64_t>{1, 1000, 3}), column);
  std::vector<uint64_t> back;
  EXPECT_THROW(decodeColumn(column.asReader(), 4, back), Error);
  EXPECT_THROW(decodeColumn(column.asReader(), 2, back), Error);
  column.setWidth(3);
  EXPECT_THROW(decodeColumn(column.asReader(), 3, back), Error);
}

TEST(Columns, RefuseADictionaryWithoutTheEntry) {
  capnp::MallocMessageBuilder message;
  auto column = message.initRoot<schema::ColumnData>();
  column.setCoding(schema::Coding::DICTIONARY);
  column.setWidth(1);
  column.setData(kj::ArrayPtr<const kj::byte>(reinterpret_cast<const kj::byte*>("\0\1\2"), 3));
  column.initTable(2);
  std::vector<uint64_t> back;
  EXPECT_THROW(decodeColumn(column.asReader(), 3, back), Error);
}

TEST(Columns, RefuseDamagedRuns) {
  using Damage = void (*)(schema::ColumnData::Builder);
  const std::vector<std::pair<const char*, Damage>> damages = {
      {"more runs than rows", [](schema::ColumnData::Builder column) { column.setBase(MOST); }},
      {"fewer runs", [](schema::ColumnData::Builder column) { column.setBase(2); }},
      {"no lengths", [](schema::ColumnData::Builder column) { column.disownLengths(); }},
      {"lengths beyond all numbers", [](schema::ColumnData::Builder column) { column.getLengths().setBase(MOST); }},
      {"runs of runs", [](schema::ColumnData::Builder column) { column.getValues().setCoding(schema::Coding::RUNS); }},
      {"one row more", [](schema::ColumnData::Builder column) { column.getLengths().setBase(column.getLengths().getBase() + 1); }},
  };
  std::vector<uint64_t> values(1000, 5), back;
  values.resize(2000, 9);
  values.resize(2500, 11);
  for (const auto& [name, damage] : damages) {
    capnp::MallocMessageBuilder message;
    auto column = message.initRoot<schema::ColumnData>();
    encodeColumn(std::span<const uint64_t>(values), column);
    ASSERT_EQ(column.getCoding(), schema::Coding::RUNS);
    ASSERT_EQ(column.getBase(), 3u);
    for (const uint32_t count : {2u, 2499u, 2501u}) EXPECT_THROW(decodeColumn(column.asReader(), count, back), Error) << count;
    EXPECT_NO_THROW(decodeColumn(column.asReader(), 2500, back));
    damage(column);
    EXPECT_THROW(decodeColumn(column.asReader(), 2500, back), Error) << name;
  }
}

TEST(Columns, RefuseWhatIsRelativeToNothing) {
  capnp::MallocMessageBuilder message;
  auto list = message.initRoot<schema::Group>().initFields(2);
  encodeColumns({{1'000'000, 1'070'000, 1'000'500}, {1'000'001, 1'070'000, 0}}, list);
  ASSERT_EQ(list[1].getCoding(), schema::Coding::RELATIVE);
  for (const uint16_t of : std::vector<uint16_t>{1, 2, 65535}) {
    list[1].setOf(of);
    Columns64 back;
    EXPECT_THROW(decodeColumns(list.asReader(), 3, back), Error) << of;
  }
  list[1].setOf(0);
  list[0].setCoding(schema::Coding::RELATIVE);
  Columns64 back;
  EXPECT_THROW(decodeColumns(list.asReader(), 3, back), Error);
  std::vector<uint64_t> alone;
  EXPECT_THROW(decodeColumn(list[1].asReader(), 3, alone), Error);
}

}  // namespace

}  // namespace mf::mfir
