#include "libmf/store/bulk/record.h"

#include <cstring>

namespace mf::store {

namespace {

// Serial types of the format: 0 NULL, 1 to 6 integers, 8 and 9 the integers 0 and 1.
constexpr unsigned char NUL = 0, ZERO = 8;

// By the bits that a number needs besides its sign: serial type, and bytes.
struct Width {
  unsigned char type, bytes;
};
constexpr Width widthOf(unsigned bits) {
  if (bits <= 7) return {1, 1};
  if (bits <= 15) return {2, 2};
  if (bits <= 23) return {3, 3};
  if (bits <= 31) return {4, 4};
  if (bits <= 47) return {5, 6};
  return {6, 8};
}

}  // namespace

size_t putVarint(unsigned char* out, uint64_t value) {
  if (value < 0x80) {
    out[0] = static_cast<unsigned char>(value);
    return 1;
  }
  if (value >> 56) {  // the ninth byte has eight bits
    out[8] = static_cast<unsigned char>(value);
    value >>= 8;
    for (int i = 7; i >= 0; --i, value >>= 7) out[i] = static_cast<unsigned char>(value | 0x80);
    return 9;
  }
  size_t size = 1;
  while (value >> (7 * size)) ++size;
  for (size_t i = 0; i < size; ++i) {
    const auto group = static_cast<unsigned char>(value >> (7 * (size - 1 - i)) & 0x7f);
    out[i] = i + 1 == size ? group : group | 0x80;
  }
  return size;
}

size_t putRecord(unsigned char* out, std::span<const uint64_t> cells, uint64_t nulls) {
  // Types of integers are one byte; so is the header's size but for the widest tables.
  const size_t header = cells.size() + (cells.size() < 127 ? 1 : 2);
  size_t body = putVarint(out, header);
  unsigned char* type = out + body;
  body = header;
  for (size_t c = 0; c < cells.size(); ++c, ++type) {
    const uint64_t value = cells[c];
    if (nulls >> c & 1) {
      *type = NUL;
    } else if (value <= 1) {
      *type = static_cast<unsigned char>(ZERO + value);
    } else {
      const uint64_t magnitude = static_cast<int64_t>(value) < 0 ? ~value : value;
      const Width width = widthOf(64 - static_cast<unsigned>(__builtin_clzll(magnitude | 1)));
      *type = width.type;
      const uint64_t big = __builtin_bswap64(value << (8 * (8 - width.bytes)));
      std::memcpy(out + body, &big, sizeof big);
      body += width.bytes;
    }
  }
  return body;
}

}  // namespace mf::store
