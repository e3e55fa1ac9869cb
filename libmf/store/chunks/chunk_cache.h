// The decoded chunks of one virtual table: the last few, column by column.
#pragma once

#include <cstdint>
#include <deque>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "libmf/store/chunks/chunk.h"
#include "libmf/store/chunks/column_codec.h"
#include "libmf/store/sqlite_api.h"

namespace mf::store {

struct DecodedChunk {
  int64_t id = 0;
  uint32_t rows = 0;
  uint64_t ev1 = 0;
  std::string data;
  std::vector<std::vector<uint64_t>> columns;  // empty until asked for
};

class ChunkCache {
 public:
  ChunkCache(sqlite3* db, uint32_t stream, size_t columns) : db_(db), stream_(stream), columns_(columns) {}
  ChunkCache(const ChunkCache&) = delete;
  ChunkCache& operator=(const ChunkCache&) = delete;
  ~ChunkCache();

  // The chunk with that id, or a null pointer and error().
  std::shared_ptr<DecodedChunk> load(int64_t id);
  // The chunk whose rows span `ev`; null when there is none (error() empty) or on failure.
  std::shared_ptr<DecodedChunk> at(uint64_t ev);
  // A column, decoded at the first call; null on failure.
  const std::vector<uint64_t>* column(DecodedChunk& chunk, size_t index);

  sqlite3* db() const { return db_; }
  const std::string& error() const { return error_; }

 private:
  static constexpr size_t KEPT = 16;
  std::shared_ptr<DecodedChunk> fail(const std::string& what);

  sqlite3* db_;
  uint32_t stream_;
  size_t columns_;
  sqlite3_stmt* load_ = nullptr;
  sqlite3_stmt* seek_ = nullptr;
  std::deque<std::shared_ptr<DecodedChunk>> kept_;  // latest first
  ColumnDecoder decoder_;
  std::string error_;
};

}  // namespace mf::store
