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

}  // namespace

}  // namespace mf::mfir
