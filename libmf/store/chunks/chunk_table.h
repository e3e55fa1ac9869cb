// Read-only virtual tables over chunks: `events` and `ev_<name>`.
//
// Rows come in the order of ev. A lookup by ev decodes one chunk, of which the
// last few stay decoded; ranges of ev and of t read only the chunks they touch;
// equality on any stored column is tested on the decoded column before SQLite
// sees the row.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "libmf/store/chunks/chunk.h"
#include "libmf/store/sqlite_api.h"

namespace mf::store {

struct ChunkColumn {
  std::string name;
  Kind kind = Kind::PLAIN;
  std::shared_ptr<const std::vector<std::string>> words;  // of a CODE
  bool isCoined = false;                                  // a CODE whose 0 means none
};

struct ChunkTableSpec {
  std::string name;
  uint32_t stream = 0;
  uint64_t rows = 0;                 // for the planner
  std::vector<ChunkColumn> columns;  // ev and t first

  // What SQLite sees: every column, a CODE twice, as code and as word.
  struct Shown {
    size_t column;
    bool isWord;
  };
  std::vector<Shown> shown() const;
  std::string declaration() const;  // CREATE TABLE x(...)
};

// Makes `spec.name` a table of every schema of `db`; SQLite's code.
int registerChunkTable(sqlite3* db, ChunkTableSpec spec);

}  // namespace mf::store
