#include "libmf/store/chunks/chunk_writer.h"

#include <algorithm>

#include "libmf/store/chunks/chunk.h"

namespace mf::store {

namespace {

void putNumber(std::string& out, uint64_t value, unsigned bytes) {
  for (unsigned i = 0; i < bytes; ++i) out += static_cast<char>(value >> (8 * i));
}

constexpr size_t EV = 0, TIME = 1;  // every table begins with these two columns

}  // namespace

ChunkWriter::ChunkWriter(const Database& db, const EventTable& table)
    : db_(db), stream_(table.stream), columns_(table.columns.size()) {
  for (auto& column : columns_) column.reserve(CHUNK_ROWS);
}

void ChunkWriter::add(std::span<const std::span<const uint64_t>> columns) {
  const size_t count = columns[EV].size();
  for (size_t from = 0; from < count;) {
    const size_t take = std::min(count - from, CHUNK_ROWS - columns_[EV].size());
    for (size_t c = 0; c < columns_.size(); ++c) {
      const auto rows = columns[c].subspan(from, take);
      columns_[c].insert(columns_[c].end(), rows.begin(), rows.end());
    }
    from += take;
    if (columns_[EV].size() == CHUNK_ROWS) write();
  }
}

void ChunkWriter::finish() {
  if (!columns_[EV].empty()) write();
}

void ChunkWriter::write() {
  if (!insert_) insert_ = db_.prepare("INSERT INTO chunks(id, n, ev1, t0, t1, data) VALUES (?1, ?2, ?3, ?4, ?5, ?6)");
  std::string head;
  body_.clear();
  putNumber(head, columns_.size(), 2);
  for (const auto& column : columns_) {
    const size_t before = body_.size();
    encoder_.encode(column, body_);
    putNumber(head, body_.size() - before, 4);
  }
  body_.insert(0, head);
  insert_.bind(1, chunkId(stream_, columns_[EV].front()));
  insert_.bind(2, static_cast<int64_t>(columns_[EV].size()));
  insert_.bind(3, static_cast<int64_t>(columns_[EV].back()));
  insert_.bind(4, static_cast<int64_t>(columns_[TIME].front()));
  insert_.bind(5, static_cast<int64_t>(columns_[TIME].back()));
  insert_.bindBlob(6, body_);
  insert_.run();
  for (auto& column : columns_) column.clear();
}

}  // namespace mf::store
