// One index of the bundle, written whole once all rows are there.
//
// The entries wait in a temporary file; they are sorted as plain numbers, a memory
// full at a time, and merged into the pages: a quarter of the CPU that CREATE INDEX
// takes, which sorts by decoding records.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "libmf/base/temporary.h"
#include "libmf/store/bulk/tree_writer.h"

namespace mf::store {

struct IndexShape {
  std::string name;
  uint32_t root = 0;            // page
  std::vector<size_t> columns;  // by their place among the stored columns of the table
  // Only SQLite knows its entries: a condition, an expression, more columns than MOST.
  bool opaque = false;
};

class IndexWriter {
 public:
  static constexpr size_t MOST = 3;  // columns, besides the rowid

  IndexWriter(PageFile& pages, IndexShape shape);

  // Of a row: the arguments of TableWriter::add, and its rowid.
  void add(std::span<const uint64_t> cells, uint64_t nulls, uint64_t rowid);
  void finish();
  // Left for REINDEX to fill.
  const std::string* opaque() const { return opaque_ ? &shape_.name : nullptr; }

 private:
  PageFile& pages_;
  IndexShape shape_;
  bool opaque_;
  size_t count_ = 0;
  TemporaryFile entries_;
};

}  // namespace mf::store
