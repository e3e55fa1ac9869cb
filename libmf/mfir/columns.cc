#include "libmf/mfir/columns.h"

#include <algorithm>
#include <array>
#include <bit>

#include "libmf/base/error.h"
#include "libmf/base/text.h"

namespace mf::mfir {

namespace {

uint64_t zigzag(uint64_t delta) { return delta << 1 ^ (uint64_t{0} - (delta >> 63)); }
uint64_t unzigzag(uint64_t coded) { return coded >> 1 ^ (uint64_t{0} - (coded & 1)); }

uint8_t widthFor(uint64_t largest) {
  const int bits = 64 - std::countl_zero(largest);
  return bits <= 8 ? 1 : bits <= 16 ? 2 : bits <= 32 ? 4 : 8;
}

// Bytes of one significance lie together: high ones are alike, and compress to nothing.
// Some hundred values at a time: plain loops over arrays, which compilers make wide.
constexpr size_t AT_ONCE = 512;

template <typename Word, typename Next>
void fill(capnp::Data::Builder data, size_t count, Next next) {
  std::array<Word, AT_ONCE> values;
  for (size_t from = 0; from < count; from += AT_ONCE) {
    const size_t n = std::min(AT_ONCE, count - from);
    for (size_t i = 0; i < n; ++i) values[i] = static_cast<Word>(next(from + i));
    for (size_t byte = 0; byte < sizeof(Word); ++byte) {
      auto* at = data.begin() + byte * count + from;
      for (size_t i = 0; i < n; ++i) at[i] = static_cast<uint8_t>(values[i] >> (8 * byte));
    }
  }
}

template <typename Next>
void fillWidth(schema::ColumnData::Builder out, uint8_t width, size_t count, Next next) {
  out.setWidth(width);
  const auto data = out.initData(static_cast<unsigned>(count * width));
  switch (width) {
    case 1:
      return fill<uint8_t>(data, count, next);
    case 2:
      return fill<uint16_t>(data, count, next);
    case 4:
      return fill<uint32_t>(data, count, next);
    default:
      return fill<uint64_t>(data, count, next);
  }
}

// One look at the values settles the coding: the range, and the largest step.
template <typename Value>
void encode(std::span<const Value> values, schema::ColumnData::Builder out) {
  if (values.empty()) return;
  uint64_t lowest = values[0], highest = values[0], steps = 0;
  for (size_t i = 1; i < values.size(); ++i) {
    const uint64_t value = values[i];
    lowest = std::min(lowest, value);
    highest = std::max(highest, value);
    steps |= zigzag(value - values[i - 1]);
  }
  out.setBase(lowest);
  if (lowest == highest) {
    out.setCoding(schema::Coding::CONSTANT);
    return;
  }
  const uint8_t offsetWidth = widthFor(highest - lowest);
  const uint8_t deltaWidth = widthFor(steps);
  if (deltaWidth < offsetWidth) {
    out.setCoding(schema::Coding::DELTA);
    out.setBase(values[0]);
    fillWidth(out, deltaWidth, values.size() - 1,
              [&](size_t i) { return zigzag(uint64_t{values[i + 1]} - uint64_t{values[i]}); });
    return;
  }
  out.setCoding(schema::Coding::OFFSET);
  fillWidth(out, offsetWidth, values.size(), [&](size_t i) { return values[i] - lowest; });
}

template <typename Word, typename Put>
void take(const uint8_t* data, size_t count, Put put) {
  std::array<Word, AT_ONCE> values;
  for (size_t from = 0; from < count; from += AT_ONCE) {
    const size_t n = std::min(AT_ONCE, count - from);
    for (size_t byte = 0; byte < sizeof(Word); ++byte) {
      const uint8_t* at = data + byte * count + from;
      for (size_t i = 0; i < n; ++i) {
        const auto part = static_cast<Word>(static_cast<Word>(at[i]) << (8 * byte));
        values[i] = byte == 0 ? part : static_cast<Word>(values[i] | part);
      }
    }
    for (size_t i = 0; i < n; ++i) put(from + i, values[i]);
  }
}

template <typename Put>
void takeWidth(schema::ColumnData::Reader in, size_t count, Put put) {
  const uint8_t width = in.getWidth();
  const auto data = in.getData();
  if ((width != 1 && width != 2 && width != 4 && width != 8) || data.size() != count * width) {
    throw Error(cat("a column has ", data.size(), " bytes of width ", unsigned{width}, " for ", count, " values"));
  }
  switch (width) {
    case 1:
      return take<uint8_t>(data.begin(), count, put);
    case 2:
      return take<uint16_t>(data.begin(), count, put);
    case 4:
      return take<uint32_t>(data.begin(), count, put);
    default:
      return take<uint64_t>(data.begin(), count, put);
  }
}

template <typename Value>
void decode(schema::ColumnData::Reader in, uint32_t count, std::vector<Value>& values) {
  const uint64_t base = in.getBase();
  values.assign(count, static_cast<Value>(base));
  if (count == 0) return;
  switch (in.getCoding()) {
    case schema::Coding::CONSTANT:
      return;
    case schema::Coding::OFFSET:
      return takeWidth(in, count, [&](size_t i, uint64_t offset) { values[i] = static_cast<Value>(base + offset); });
    case schema::Coding::DELTA: {
      uint64_t last = base;
      return takeWidth(in, count - 1, [&](size_t i, uint64_t step) {
        last += unzigzag(step);
        values[i + 1] = static_cast<Value>(last);
      });
    }
    case schema::Coding::DICTIONARY: {
      const auto table = in.getTable();
      return takeWidth(in, count, [&](size_t i, uint64_t index) {
        if (index >= table.size())
          throw Error(cat("a column names entry ", index, " of a dictionary of ", table.size()));
        values[i] = static_cast<Value>(table[static_cast<unsigned>(index)]);
      });
    }
  }
  throw Error("a column has an unknown coding");
}

}  // namespace

void encodeColumn(std::span<const uint64_t> values, schema::ColumnData::Builder out) { encode(values, out); }
void encodeColumn(std::span<const uint16_t> values, schema::ColumnData::Builder out) { encode(values, out); }
void encodeColumn(std::span<const uint8_t> values, schema::ColumnData::Builder out) { encode(values, out); }

void decodeColumn(schema::ColumnData::Reader in, uint32_t count, std::vector<uint64_t>& values) {
  decode(in, count, values);
}
void decodeColumn(schema::ColumnData::Reader in, uint32_t count, std::vector<uint16_t>& values) {
  decode(in, count, values);
}
void decodeColumn(schema::ColumnData::Reader in, uint32_t count, std::vector<uint8_t>& values) {
  decode(in, count, values);
}

}  // namespace mf::mfir
