#include "libmf/store/chunks/column_codec.h"

#include <zstd.h>

#include <algorithm>
#include <cstring>

#include "libmf/base/error.h"
#include "libmf/base/made.h"
#include "libmf/base/text.h"

namespace mf::store {

namespace {

constexpr unsigned CONSTANT = 0, OFFSET = 1, DELTA = 2;
constexpr size_t HEAD_BYTES = 9;
// Chunks are small and many: the fastest level loses 4 % against level 3.
constexpr int LEVEL = 1;

unsigned widthOf(uint64_t largest) {
  if (largest <= 0xff) return 1;
  if (largest <= 0xffff) return 2;
  return largest <= 0xffffffff ? 4 : 8;
}

uint64_t zigzag(uint64_t difference) { return difference << 1 ^ (0 - (difference >> 63)); }
uint64_t unzigzag(uint64_t value) { return value >> 1 ^ (0 - (value & 1)); }

// What each coding would store: the largest value says its width, the sum its entropy, roughly.
struct Shape {
  uint64_t smallest, largest, largestStep = 0;
  double offsets = 0, steps = 0;
};

Shape shapeOf(std::span<const uint64_t> values) {
  const auto [low, high] = std::minmax_element(values.begin(), values.end());
  Shape shape{*low, *high};
  for (size_t i = 1; i < values.size(); ++i) {
    const uint64_t step = zigzag(values[i] - values[i - 1]);
    shape.largestStep = std::max(shape.largestStep, step);
    shape.steps += static_cast<double>(step);
    shape.offsets += static_cast<double>(values[i] - shape.smallest);
  }
  return shape;
}

void putHead(std::string& out, unsigned coding, unsigned width, uint64_t base) {
  out += static_cast<char>(coding | width << 4);
  for (unsigned i = 0; i < 8; ++i) out += static_cast<char>(base >> (8 * i));
}

template <typename Value>
void fillPlanes(std::string& planes, size_t rows, unsigned width, Value value) {
  planes.resize(rows * width);
  for (size_t i = 0; i < rows; ++i) {
    const uint64_t each = value(i);
    for (unsigned b = 0; b < width; ++b) planes[b * rows + i] = static_cast<char>(each >> (8 * b));
  }
}

}  // namespace

ColumnEncoder::ColumnEncoder() : zstd_(made(ZSTD_createCCtx())) {}
ColumnEncoder::~ColumnEncoder() { ZSTD_freeCCtx(static_cast<ZSTD_CCtx*>(zstd_)); }

void ColumnEncoder::encode(std::span<const uint64_t> values, std::string& out) {
  const Shape shape = values.empty() ? Shape{0, 0} : shapeOf(values);
  if (shape.smallest == shape.largest) return putHead(out, CONSTANT, 0, shape.smallest);
  const unsigned offsetWidth = widthOf(shape.largest - shape.smallest), stepWidth = widthOf(shape.largestStep);
  const bool delta = stepWidth < offsetWidth || (stepWidth == offsetWidth && shape.steps < shape.offsets);
  if (delta) {
    putHead(out, DELTA, stepWidth, values[0]);
    fillPlanes(planes_, values.size(), stepWidth,
               [&](size_t i) { return i == 0 ? 0 : zigzag(values[i] - values[i - 1]); });
  } else {
    putHead(out, OFFSET, offsetWidth, shape.smallest);
    fillPlanes(planes_, values.size(), offsetWidth, [&](size_t i) { return values[i] - shape.smallest; });
  }
  const size_t at = out.size();
  out.resize(at + ZSTD_compressBound(planes_.size()));
  const size_t size = ZSTD_compressCCtx(static_cast<ZSTD_CCtx*>(zstd_), out.data() + at, out.size() - at,
                                        planes_.data(), planes_.size(), LEVEL);
  if (ZSTD_isError(size)) throw Error(cat("cannot compress: ", ZSTD_getErrorName(size)));
  out.resize(at + size);
}

ColumnDecoder::ColumnDecoder() : zstd_(made(ZSTD_createDCtx())) {}
ColumnDecoder::~ColumnDecoder() { ZSTD_freeDCtx(static_cast<ZSTD_DCtx*>(zstd_)); }

bool ColumnDecoder::decode(std::string_view coded, std::span<uint64_t> out) {
  if (coded.size() < HEAD_BYTES) return false;
  const unsigned coding = static_cast<unsigned char>(coded[0]) & 15, width = static_cast<unsigned char>(coded[0]) >> 4;
  uint64_t base = 0;
  for (unsigned i = 0; i < 8; ++i) base |= uint64_t{static_cast<unsigned char>(coded[1 + i])} << (8 * i);
  if (coding == CONSTANT) {
    std::fill(out.begin(), out.end(), base);
    return true;
  }
  if (coding > DELTA || width == 0 || width > 8) return false;
  const size_t rows = out.size();
  planes_.resize(rows * width);
  const size_t size = ZSTD_decompressDCtx(static_cast<ZSTD_DCtx*>(zstd_), planes_.data(), planes_.size(),
                                          coded.data() + HEAD_BYTES, coded.size() - HEAD_BYTES);
  if (size != planes_.size()) return false;
  std::fill(out.begin(), out.end(), 0);
  for (unsigned b = 0; b < width; ++b) {
    const auto* plane = reinterpret_cast<const unsigned char*>(planes_.data()) + b * rows;
    for (size_t i = 0; i < rows; ++i) out[i] |= uint64_t{plane[i]} << (8 * b);
  }
  if (coding == OFFSET) {
    for (uint64_t& value : out) value += base;
  } else {
    uint64_t last = base;
    for (uint64_t& value : out) value = last += unzigzag(value);
  }
  return true;
}

}  // namespace mf::store
