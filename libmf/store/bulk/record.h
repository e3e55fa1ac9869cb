// Rows of integers in SQLite's record format.
#pragma once

#include <cstdint>
#include <span>

namespace mf::store {

constexpr size_t MOST_COLUMNS = 64;  // nulls of a row are the bits of one number
constexpr size_t MOST_RECORD = 2 + 9 * MOST_COLUMNS;

// SQLite's varint: big-endian groups of seven bits, nine bytes at most. Returns its size.
size_t putVarint(unsigned char* out, uint64_t value);

// The record of a row: `cells` are signed numbers, bit c of `nulls` makes cell c NULL.
// Returns its size, at most MOST_RECORD.
size_t putRecord(unsigned char* out, std::span<const uint64_t> cells, uint64_t nulls);

}  // namespace mf::store
