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

// What one look at the values finds, and the narrowest of the codings that need no other column.
struct Shape {
  uint64_t first = 0, lowest = 0;
  size_t runs = 1;
  schema::Coding coding = schema::Coding::CONSTANT;
  uint8_t width = 0;
  bool narrow = true;  // they lie within 256 of each other
};

template <typename Value>
Shape shapeOf(std::span<const Value> values) {
  Shape shape;
  shape.first = shape.lowest = values[0];
  uint64_t highest = values[0], steps = 0;
  for (size_t i = 1; i < values.size(); ++i) {
    const uint64_t value = values[i];
    shape.lowest = std::min(shape.lowest, value);
    highest = std::max(highest, value);
    steps |= zigzag(value - values[i - 1]);
    shape.runs += value != values[i - 1];
  }
  if (shape.lowest == highest) return shape;
  const uint8_t offsetWidth = widthFor(highest - shape.lowest);
  const uint8_t deltaWidth = widthFor(steps);
  shape.coding = deltaWidth < offsetWidth ? schema::Coding::DELTA : schema::Coding::OFFSET;
  shape.width = std::min(deltaWidth, offsetWidth);
  shape.narrow = offsetWidth == 1;
  return shape;
}

template <typename Value>
void encodeRows(std::span<const Value> values, const Shape& shape, schema::ColumnData::Builder out) {
  out.setCoding(shape.coding);
  if (shape.coding == schema::Coding::DELTA) {
    out.setBase(shape.first);
    return fillWidth(out, shape.width, values.size() - 1,
                     [&](size_t i) { return zigzag(uint64_t{values[i + 1]} - uint64_t{values[i]}); });
  }
  out.setBase(shape.lowest);
  if (shape.coding == schema::Coding::CONSTANT) return;
  fillWidth(out, shape.width, values.size(), [&](size_t i) { return values[i] - shape.lowest; });
}

// Runs are worth it where they take less than half the bytes, at two for a length.
bool inRuns(const Shape& shape, size_t count) {
  constexpr size_t FEWEST = 64;
  return count >= FEWEST && shape.runs * (shape.width + 2u) * 2 < count * shape.width;
}

// Without the repeats the values have the same shape: the same range, and the same steps but those of 0.
template <typename Value>
void encodeRuns(std::span<const Value> values, const Shape& shape, schema::ColumnData::Builder out) {
  std::vector<Value> each;
  std::vector<uint64_t> lengths;
  each.reserve(shape.runs);
  lengths.reserve(shape.runs);
  for (size_t from = 0, i = 1; i <= values.size(); ++i) {
    if (i < values.size() && values[i] == values[from]) continue;
    each.push_back(values[from]);
    lengths.push_back(i - from);
    from = i;
  }
  out.setCoding(schema::Coding::RUNS);
  out.setBase(shape.runs);
  encodeRows(std::span<const Value>(each), shape, out.initValues());
  encodeRows(std::span<const uint64_t>(lengths), shapeOf(std::span<const uint64_t>(lengths)), out.initLengths());
}

template <typename Value>
void encode(std::span<const Value> values, const Shape& shape, schema::ColumnData::Builder out) {
  if (inRuns(shape, values.size())) return encodeRuns(values, shape, out);
  encodeRows(values, shape, out);
}

template <typename Value>
void encode(std::span<const Value> values, schema::ColumnData::Builder out) {
  if (!values.empty()) encode(values, shapeOf(values), out);
}

uint8_t relativeWidth(std::span<const uint64_t> values, std::span<const uint64_t> of) {
  uint64_t bits = 0;
  for (size_t i = 0; i < values.size(); ++i) bits |= values[i] == 0 ? 0 : zigzag(of[i] - values[i]);
  return bits == ~uint64_t{0} ? 8 : widthFor(bits + 1);
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
void decodeRows(schema::ColumnData::Reader in, uint32_t count, std::vector<Value>& values) {
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
    case schema::Coding::RELATIVE:
    case schema::Coding::RUNS:
      throw Error("a column has a coding that does not stand here");
  }
  throw Error("a column has an unknown coding");
}

template <typename Value>
void decode(schema::ColumnData::Reader in, uint32_t count, std::vector<Value>& values) {
  if (in.getCoding() != schema::Coding::RUNS) return decodeRows(in, count, values);
  if (in.getBase() > count) throw Error(cat("a column has ", in.getBase(), " runs for ", count, " values"));
  const auto runs = static_cast<uint32_t>(in.getBase());
  std::vector<Value> each;
  std::vector<uint64_t> lengths;
  decodeRows(in.getValues(), runs, each);
  decodeRows(in.getLengths(), runs, lengths);
  values.clear();
  values.reserve(count);
  for (uint32_t i = 0; i < runs; ++i) {
    if (lengths[i] > count - values.size()) throw Error(cat("a column has runs for more than ", count, " values"));
    values.insert(values.end(), lengths[i], each[i]);
  }
  if (values.size() != count) throw Error(cat("a column has runs for ", values.size(), " of ", count, " values"));
}

}  // namespace

void encodeColumn(std::span<const uint64_t> values, schema::ColumnData::Builder out) { encode(values, out); }
void encodeColumn(std::span<const uint16_t> values, schema::ColumnData::Builder out) { encode(values, out); }
void encodeColumn(std::span<const uint8_t> values, schema::ColumnData::Builder out) { encode(values, out); }

// They are told relative to the first that is not narrow: what comes before the event's key are places.
void encodeColumns(const std::vector<std::vector<uint64_t>>& columns, capnp::List<schema::ColumnData>::Builder out) {
  const std::vector<uint64_t>* of = nullptr;
  unsigned ofNumber = 0;
  for (unsigned i = 0; i < out.size(); ++i) {
    const std::span values(columns[i]);
    if (values.empty()) continue;
    const Shape shape = shapeOf(values);
    const bool alone = of == nullptr || shape.width <= 1 || inRuns(shape, values.size());
    const uint8_t width = alone ? shape.width : relativeWidth(values, *of);
    if (width >= shape.width) {
      encode(values, shape, out[i]);
    } else {
      out[i].setCoding(schema::Coding::RELATIVE);
      out[i].setOf(static_cast<uint16_t>(ofNumber));
      fillWidth(out[i], width, values.size(), [&](size_t row) { return values[row] == 0 ? 0 : zigzag((*of)[row] - values[row]) + 1; });
    }
    if (of != nullptr || shape.narrow) continue;
    of = &columns[i];
    ofNumber = i;
  }
}

void decodeColumn(schema::ColumnData::Reader in, uint32_t count, std::vector<uint64_t>& values) {
  decode(in, count, values);
}
void decodeColumn(schema::ColumnData::Reader in, uint32_t count, std::vector<uint16_t>& values) {
  decode(in, count, values);
}
void decodeColumn(schema::ColumnData::Reader in, uint32_t count, std::vector<uint8_t>& values) {
  decode(in, count, values);
}

void decodeColumns(capnp::List<schema::ColumnData>::Reader in, uint32_t count, std::vector<std::vector<uint64_t>>& columns) {
  columns.reserve(in.size());
  for (const auto column : in) {
    std::vector<uint64_t>& values = columns.emplace_back();
    if (column.getCoding() != schema::Coding::RELATIVE) {
      decode(column, count, values);
      continue;
    }
    const unsigned of = column.getOf();
    if (of + 1 >= columns.size() || in[of].getCoding() == schema::Coding::RELATIVE) {
      throw Error(cat("a column is relative to column ", of, ", which it cannot be"));
    }
    values.resize(count);
    takeWidth(column, count, [&, reference = columns[of].data()](size_t i, uint64_t coded) {
      values[i] = coded == 0 ? 0 : reference[i] - unzigzag(coded - 1);
    });
  }
}

}  // namespace mf::mfir
