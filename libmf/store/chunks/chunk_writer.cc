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

ChunkWriter::ChunkWriter(ChunkSpool& spool, const EventTable& table)
    : spool_(spool), stream_(table.stream), columns_(table.columns.size()) {
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
  std::string head;
  body_.clear();
  putNumber(head, columns_.size(), 2);
  for (const auto& column : columns_) {
    const size_t before = body_.size();
    encoder_.encode(column, body_);
    putNumber(head, body_.size() - before, 4);
  }
  body_.insert(0, head);
  const auto number = [](uint64_t value) { return static_cast<int64_t>(value); };
  spool_.add({chunkId(stream_, columns_[EV].front()), number(columns_[EV].size()), number(columns_[EV].back()),
              number(columns_[TIME].front()), number(columns_[TIME].back())},
             body_);
  for (auto& column : columns_) column.clear();
}

}  // namespace mf::store
