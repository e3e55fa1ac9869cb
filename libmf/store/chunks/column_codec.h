// A column of integers as few bytes: the coding of one column within one chunk.
//
// Layout: one byte of coding and width, eight bytes of base, then, unless the
// column is constant, a zstd frame of the rows. Rows are kept as offsets from the
// smallest value or as zigzag differences, at the smallest of 1, 2, 4 and 8
// bytes, byte planes apart: the upper planes of slowly changing values are then
// runs of zeroes, which zstd takes for nearly nothing.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

namespace mf::store {

class ColumnEncoder {
 public:
  ColumnEncoder();
  ColumnEncoder(const ColumnEncoder&) = delete;
  ColumnEncoder& operator=(const ColumnEncoder&) = delete;
  ~ColumnEncoder();

  // Appends the coded column to `out`.
  void encode(std::span<const uint64_t> values, std::string& out);

 private:
  void* zstd_;  // ZSTD_CCtx
  std::string planes_;
};

class ColumnDecoder {
 public:
  ColumnDecoder();
  ColumnDecoder(const ColumnDecoder&) = delete;
  ColumnDecoder& operator=(const ColumnDecoder&) = delete;
  ~ColumnDecoder();

  // Fills `out`, whose size is the number of rows. False when the bytes are not a column of that many.
  bool decode(std::string_view coded, std::span<uint64_t> out);

 private:
  void* zstd_;  // ZSTD_DCtx
  std::string planes_;
};

}  // namespace mf::store
