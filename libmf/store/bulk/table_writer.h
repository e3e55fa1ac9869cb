// Rows of one table of the bundle, in nearly the order of their keys, into its b-tree.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "libmf/base/temporary.h"
#include "libmf/store/bulk/index_writer.h"
#include "libmf/store/bulk/tree_writer.h"
#include "libmf/store/database.h"

namespace mf::store {

// What a table with rowids looks like: its stored columns, generated ones left out, and its indexes.
struct TableShape {
  struct Column {
    std::string name;
    bool notNull = false;
  };
  std::string name;
  uint32_t root = 0;  // page
  std::vector<Column> columns;
  size_t key = 0;  // the column that is the rowid
  std::vector<IndexShape> indexes;
};

// A row waits until the keys have gone on by WINDOW, so that those a little out of
// order find their place. One that comes later still is set aside in a temporary
// file, and inserted by SQLite at the end: few are.
class TableWriter {
 public:
  TableWriter(PageFile& pages, TableShape shape);

  const TableShape& shape() const { return shape_; }
  // `cells` in the order of the stored columns; bit c of `nulls`: column c is NULL.
  void add(std::span<const uint64_t> cells, uint64_t nulls);
  // Completes the trees; before PageFile::finish().
  void finish();
  // Rows set aside, and the indexes that SQLite must build; once it has the file again.
  // A key that was there twice is its error.
  void insertRest(Database& db);

 private:
  static constexpr uint64_t WINDOW = uint64_t{1} << 15;

  void advance(uint64_t base);
  void write(uint64_t key);
  void insertLate(const Database& db);
  void setAside(std::span<const uint64_t> cells, uint64_t nulls);

  TableShape shape_;
  TreeWriter tree_;
  std::vector<IndexWriter> indexes_;
  uint64_t notNull_ = 0;  // bit c: column c must not be NULL
  // Rows with keys from base_ to base_ + WINDOW, each at its key modulo WINDOW.
  uint64_t base_ = 0;
  size_t held_ = 0;
  std::vector<uint64_t> cells_, nulls_;
  std::vector<uint64_t> filled_;  // a bit for each place
  TemporaryFile late_;            // of each row its nulls, then its cells
};

}  // namespace mf::store
