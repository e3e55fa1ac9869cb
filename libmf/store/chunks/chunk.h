// A chunk: up to 4,096 consecutive rows of one table of events, column by column,
// as one BLOB of table `chunks`.
//
// Layout of the BLOB: u16 columns; u32 size of each; the columns as column_codec
// writes them. Little endian. Every column stands alone, so that a query decodes
// those it names.
//
// Chunks, rather than rows, because events are most of a bundle and are read
// either as a long range (a scan of one column of millions) or at one ev (a step
// of a walk): 10 bytes a row against 36, and scans no slower. What must be looked
// up by another key is an ordinary table (Event.ordinary of the catalog).
#pragma once

#include <cstdint>

namespace mf::store {

constexpr uint32_t CHUNK_ROWS = 4096;
constexpr unsigned STREAM_SHIFT = 44;

// What a column holds: numbers; numbers of flows and tenancies, 0 meaning none; how far
// back another event lies; codes of words.
enum class Kind { PLAIN, REF, BACK, CODE };

constexpr const char* kindName(Kind kind) {
  switch (kind) {
    case Kind::REF:
      return "ref";
    case Kind::BACK:
      return "back";
    case Kind::CODE:
      return "code";
    default:
      return "plain";
  }
}

constexpr int64_t chunkId(uint32_t stream, uint64_t firstEv) {
  return static_cast<int64_t>(uint64_t{stream} << STREAM_SHIFT | firstEv);
}
constexpr uint64_t firstEvOf(int64_t id) { return static_cast<uint64_t>(id) & ((uint64_t{1} << STREAM_SHIFT) - 1); }

}  // namespace mf::store
