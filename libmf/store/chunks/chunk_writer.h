// Events into chunks.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "libmf/store/bulk/chunk_spool.h"
#include "libmf/store/chunks/column_codec.h"
#include "libmf/store/event_layout.h"

namespace mf::store {

// Gathers the rows of one table and writes a chunk whenever 4,096 are there.
class ChunkWriter {
 public:
  ChunkWriter(ChunkSpool& spool, const EventTable& table);

  // Rows column by column, in the order of the table's columns; all of one size.
  void add(std::span<const std::span<const uint64_t>> columns);
  // Writes what is left.
  void finish();

 private:
  void write();

  ChunkSpool& spool_;
  uint32_t stream_;
  std::vector<std::vector<uint64_t>> columns_;
  ColumnEncoder encoder_;
  std::string body_;
};

}  // namespace mf::store
