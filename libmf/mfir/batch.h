// Batches of a stream, decoded: what passes work on.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace mf::mfir {

using Values = std::vector<uint64_t>;

// The rows of one event type within a batch, in stream order.
struct EventGroup {
  uint16_t type = 0;            // index into the header's schema (capture) or the model's events (MFIR)
  uint32_t count = 0;
  std::vector<Values> fields;   // in the order of the event's declaration; i64 as two's complement
  std::vector<Values> refs;     // after resolve: flow named by each key field, in order of the key fields; 0 none
};

// Consecutive events. Event i is the next unread row of the group of its type.
struct EventBatch {
  uint64_t firstEv = 0;          // ev of row 0; the others follow without a gap. Captures: 0
  uint32_t count = 0;
  std::vector<uint16_t> type;
  Values time;                   // captures: ticks; MFIR: base units
  std::vector<uint8_t> snapshot; // 1: live state dumped when a domain opened; empty: none
  std::vector<uint16_t> thread;  // empty: all 0
  std::vector<EventGroup> groups;
  std::vector<std::string> words;  // words coined since the batch before (type `name` counts on through the stream)

  // Added by resolve; empty before.
  Values flow;                   // flow of the event, 0 none
  Values prev;                   // ev minus the ev of the flow's previous event, 0 none
  Values prevGap;                // time since that event
  // Added by tenancy; empty before.
  Values tenancy;                // tenancy that the event began, 0 none

  EventGroup& group(uint16_t eventType);              // made when missing
  const EventGroup* find(uint16_t eventType) const;   // nullptr when missing
};

// Walks a batch in stream order:
//   for (Cursor at(batch); at.next();) use(at.group().fields[0][at.row()]);
class Cursor {
 public:
  explicit Cursor(const EventBatch& batch);
  bool next();
  uint32_t index() const { return index_; }             // row of the batch
  uint64_t ev() const { return batch_.firstEv + index_; }
  uint64_t time() const { return batch_.time[index_]; }
  uint16_t type() const { return batch_.type[index_]; }
  uint64_t flow() const { return batch_.flow.empty() ? 0 : batch_.flow[index_]; }
  uint64_t tenancy() const { return batch_.tenancy.empty() ? 0 : batch_.tenancy[index_]; }
  uint16_t thread() const { return batch_.thread.empty() ? uint16_t{0} : batch_.thread[index_]; }
  bool snapshot() const { return !batch_.snapshot.empty() && batch_.snapshot[index_] != 0; }
  const EventGroup& group() const { return *group_; }
  uint32_t groupIndex() const { return groupIndex_; }   // of group() in batch.groups
  uint32_t row() const { return row_; }                 // row of group()

 private:
  const EventBatch& batch_;
  std::vector<uint32_t> groupOf_;   // by type: index of its group
  std::vector<uint32_t> nextRow_;   // by group
  uint32_t index_ = UINT32_MAX;
  uint32_t row_ = 0;
  uint32_t groupIndex_ = 0;
  const EventGroup* group_ = nullptr;
};

// Rows of one table. A cell is an integer or NULL; words and texts are codes.
struct RowBatch {
  struct Column {
    std::string name;
    Values values;               // 0 where NULL
    std::vector<bool> nulls;     // empty: no NULL in this column
    bool isNull(size_t row) const { return !nulls.empty() && nulls[row]; }
  };

  std::string table;             // "flows", "insts", "tenancies"
  uint32_t count = 0;
  std::vector<Column> columns;

  RowBatch() = default;
  RowBatch(std::string tableName, const std::vector<std::string>& columnNames);
  const Column* find(std::string_view name) const;

  // Appends a row cell by cell, in column order: put(v) or putNull(), then endRow().
  void put(uint64_t value);
  void putNull();
  void endRow();
  void clear();                  // keeps the columns

 private:
  size_t at_ = 0;
};

}  // namespace mf::mfir
