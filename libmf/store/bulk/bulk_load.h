// The bulk of a bundle, written past SQLite: it makes the tables, closes the file, this
// fills them, and it opens the file again for all that is left.
#pragma once

#include <map>
#include <string>

#include "libmf/store/bulk/chunk_spool.h"
#include "libmf/store/bulk/table_writer.h"

namespace mf::store {

// Every empty table of `db` whose key is its rowid, by name; its indexes among them.
std::map<std::string, TableShape> tableShapes(const Database& db);

class BulkLoad {
 public:
  // `path` must not be open; `name`: what messages call it.
  BulkLoad(const std::string& path, const std::string& name, std::map<std::string, TableShape> shapes);

  // Where the rows of a table go; null when there is no such table.
  TableWriter* table(const std::string& name);
  ChunkSpool& chunks() { return chunks_; }

  // The file is SQLite's again.
  void finish();
  // What only SQLite can insert.
  void insertRest(Database& db);

 private:
  PageFile pages_;
  std::map<std::string, TableShape> shapes_;
  std::map<std::string, TableWriter> writers_;
  ChunkSpool chunks_;
};

}  // namespace mf::store
