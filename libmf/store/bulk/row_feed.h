// Rows in memory as a table that SQL can select from.
//
// One INSERT ... SELECT of a few thousand rows instead of an INSERT of each: the
// statement and its cursors stay open from row to row.
#pragma once

#include <sqlite3.h>

#include <cstdint>
#include <string>
#include <vector>

namespace mf::store {

struct RowFeed {
  size_t width = 0;             // at most 64
  std::vector<uint64_t> cells;  // `width` values of each row
  std::vector<uint64_t> nulls;  // of each row, bit c: column c is NULL
};

// Makes `feed` known to the connection as table `name`, with columns in the order
// of its cells. `feed` must stay where it is while `name` is selected from, and may
// change between selects; its width may not.
void registerRowFeed(sqlite3* db, const std::string& name, const RowFeed& feed);
// No statement may still use it.
void forgetRowFeed(sqlite3* db, const std::string& name);

}  // namespace mf::store
