#include "libmf/store/chunks/chunk_cache.h"

#include <algorithm>

namespace mf::store {

namespace {

uint64_t number(const std::string& data, size_t at, unsigned bytes) {
  uint64_t value = 0;
  for (unsigned i = 0; i < bytes; ++i) value |= uint64_t{static_cast<unsigned char>(data[at + i])} << (8 * i);
  return value;
}

// Where the bytes of a column lie; nothing when the chunk is not laid out so.
std::optional<std::string_view> bytesOf(const std::string& data, size_t index, size_t columns) {
  const size_t head = 2 + 4 * columns;
  if (data.size() < head || number(data, 0, 2) != columns) return std::nullopt;
  size_t at = head;
  for (size_t i = 0; i < index; ++i) at += number(data, 2 + 4 * i, 4);
  const size_t size = number(data, 2 + 4 * index, 4);
  if (at + size > data.size()) return std::nullopt;
  return std::string_view(data).substr(at, size);
}

}  // namespace

ChunkCache::~ChunkCache() {
  sqlite3_finalize(load_);
  sqlite3_finalize(seek_);
}

std::shared_ptr<DecodedChunk> ChunkCache::fail(const std::string& what) {
  error_ = what;
  return nullptr;
}

std::shared_ptr<DecodedChunk> ChunkCache::load(int64_t id) {
  const auto found = std::find_if(kept_.begin(), kept_.end(), [&](const auto& each) { return each->id == id; });
  if (found != kept_.end()) {
    auto chunk = *found;
    if (found != kept_.begin()) {
      kept_.erase(found);
      kept_.push_front(chunk);
    }
    return chunk;
  }
  if (!load_ && sqlite3_prepare_v2(db_, "SELECT n, ev1, data FROM main.chunks WHERE id = ?1", -1, &load_, nullptr)) {
    return fail(sqlite3_errmsg(db_));
  }
  sqlite3_bind_int64(load_, 1, id);
  auto chunk = std::make_shared<DecodedChunk>();
  const int code = sqlite3_step(load_);
  if (code == SQLITE_ROW) {
    chunk->id = id;
    chunk->rows = static_cast<uint32_t>(sqlite3_column_int64(load_, 0));
    chunk->ev1 = static_cast<uint64_t>(sqlite3_column_int64(load_, 1));
    const auto* bytes = static_cast<const char*>(sqlite3_column_blob(load_, 2));
    const int size = sqlite3_column_bytes(load_, 2);
    if (bytes) chunk->data.assign(bytes, static_cast<size_t>(size));
    chunk->columns.resize(columns_);
  }
  sqlite3_reset(load_);
  if (code != SQLITE_ROW) return fail("a chunk of events cannot be read");
  if (chunk->rows == 0 || chunk->rows > CHUNK_ROWS) return fail("a chunk of events is damaged");
  kept_.push_front(chunk);
  if (kept_.size() > KEPT) kept_.pop_back();
  return chunk;
}

std::shared_ptr<DecodedChunk> ChunkCache::at(uint64_t ev) {
  error_.clear();
  if (ev >> STREAM_SHIFT) return nullptr;
  for (const auto& each : kept_) {
    if (firstEvOf(each->id) <= ev && ev <= each->ev1) return load(each->id);
  }
  if (!seek_ &&
      sqlite3_prepare_v2(db_, "SELECT max(id) FROM main.chunks WHERE id BETWEEN ?1 AND ?2", -1, &seek_, nullptr)) {
    return fail(sqlite3_errmsg(db_));
  }
  sqlite3_bind_int64(seek_, 1, chunkId(stream_, 0));
  sqlite3_bind_int64(seek_, 2, chunkId(stream_, ev));
  const bool found = sqlite3_step(seek_) == SQLITE_ROW && sqlite3_column_type(seek_, 0) != SQLITE_NULL;
  const int64_t id = found ? sqlite3_column_int64(seek_, 0) : 0;
  sqlite3_reset(seek_);
  return found ? load(id) : nullptr;
}

const std::vector<uint64_t>* ChunkCache::column(DecodedChunk& chunk, size_t index) {
  std::vector<uint64_t>& values = chunk.columns[index];
  if (!values.empty()) return &values;
  values.resize(chunk.rows);
  const auto bytes = bytesOf(chunk.data, index, columns_);
  if (bytes && decoder_.decode(*bytes, values)) return &values;
  values.clear();
  error_ = "a chunk of events is damaged";
  return nullptr;
}

}  // namespace mf::store
