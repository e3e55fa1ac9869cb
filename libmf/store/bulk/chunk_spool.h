// Chunks on their way into the bundle: kept in a temporary file until SQLite has the
// bundle again, then inserted table by table, so that a scan reads on and on.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "libmf/base/temporary.h"
#include "libmf/store/database.h"

namespace mf::store {

// A row of `chunks` without its bytes.
struct ChunkHead {
  int64_t id;
  int64_t rows, ev1, t0, t1;
};

class ChunkSpool {
 public:
  void add(const ChunkHead& head, std::string_view bytes);
  void insertAll(const Database& db);

 private:
  struct Kept {
    ChunkHead head;
    uint64_t offset;
    size_t size;
  };
  TemporaryFile file_;
  uint64_t size_ = 0;
  std::vector<Kept> kept_;  // 56 bytes for 4,096 rows
};

}  // namespace mf::store
