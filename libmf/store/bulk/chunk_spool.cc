#include "libmf/store/bulk/chunk_spool.h"

#include <algorithm>
#include <string>

#include "libmf/base/error.h"
#include "libmf/base/text.h"

namespace mf::store {

void ChunkSpool::add(const ChunkHead& head, std::string_view bytes) {
  if (!file_) file_ = openTemporary();
  writeTemporary(file_.get(), bytes.data(), bytes.size());
  kept_.push_back({head, size_, bytes.size()});
  size_ += bytes.size();
}

void ChunkSpool::insertAll(const Database& db) {
  std::sort(kept_.begin(), kept_.end(), [](const Kept& a, const Kept& b) { return a.head.id < b.head.id; });
  Statement insert = db.prepare("INSERT INTO chunks(id, n, ev1, t0, t1, data) VALUES (?1, ?2, ?3, ?4, ?5, ?6)");
  std::string bytes;
  for (const Kept& each : kept_) {
    bytes.resize(each.size);
    if (::fseeko(file_.get(), static_cast<off_t>(each.offset), SEEK_SET) != 0 ||
        readTemporary(file_.get(), bytes.data(), bytes.size()) != bytes.size())
      throw Error("cannot read a temporary file: it was cut");
    insert.bind(1, each.head.id);
    insert.bind(2, each.head.rows);
    insert.bind(3, each.head.ev1);
    insert.bind(4, each.head.t0);
    insert.bind(5, each.head.t1);
    insert.bindBlob(6, bytes);
    insert.run();
  }
}

}  // namespace mf::store
