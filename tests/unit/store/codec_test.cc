#include <gtest/gtest.h>

#include <random>
#include <vector>

#include "libmf/store/chunks/column_codec.h"

namespace mf::store {
namespace {

std::vector<uint64_t> roundTrip(const std::vector<uint64_t>& values, size_t* size = nullptr) {
  ColumnEncoder encoder;
  ColumnDecoder decoder;
  std::string coded;
  encoder.encode(values, coded);
  if (size) *size = coded.size();
  std::vector<uint64_t> back(values.size());
  EXPECT_TRUE(decoder.decode(coded, back));
  return back;
}

TEST(Codec, KeepsEveryKindOfColumn) {
  std::mt19937_64 random(1);
  for (int round = 0; round < 200; ++round) {
    std::vector<uint64_t> values(1 + random() % 5000);
    const unsigned shape = static_cast<unsigned>(random() % 5), bits = 1 + static_cast<unsigned>(random() % 63);
    uint64_t last = random();
    for (uint64_t& value : values) {
      const uint64_t noise = random() % (uint64_t{1} << bits);
      if (shape == 0) value = 42;
      if (shape == 1) value = last += noise;
      if (shape == 2) value = noise;
      if (shape == 3) value = random();
      if (shape == 4) value = random() % 2 ? noise : 0 - noise;
    }
    ASSERT_EQ(roundTrip(values), values) << "shape " << shape << " bits " << bits;
  }
}

TEST(Codec, AConstantColumnCostsNineBytes) {
  size_t size = 0;
  roundTrip(std::vector<uint64_t>(4096, 7), &size);
  EXPECT_EQ(size, 9u);
}

TEST(Codec, SmallSignedValuesStaySmall) {
  std::vector<uint64_t> values;
  for (int i = 0; i < 4096; ++i) values.push_back(static_cast<uint64_t>(int64_t{i % 5} - 2));
  size_t size = 0;
  EXPECT_EQ(roundTrip(values, &size), values);
  EXPECT_LT(size, 200u);
}

TEST(Codec, RefusesWhatIsNoColumn) {
  ColumnEncoder encoder;
  ColumnDecoder decoder;
  std::string coded;
  encoder.encode(std::vector<uint64_t>{1, 5, 900}, coded);
  std::vector<uint64_t> out(3);
  EXPECT_FALSE(decoder.decode(coded.substr(0, coded.size() - 1), out));
  EXPECT_FALSE(decoder.decode("", out));
  std::vector<uint64_t> more(4);
  EXPECT_FALSE(decoder.decode(coded, more));
  for (size_t i = 0; i < coded.size(); ++i) {
    std::string bad = coded;
    bad[i] = static_cast<char>(bad[i] ^ 0x55);
    decoder.decode(bad, out);  // any answer, no crash
  }
}

}  // namespace
}  // namespace mf::store
