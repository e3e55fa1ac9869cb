#include "libmf/mfir/batch.h"

#include <algorithm>

namespace mf::mfir {

EventGroup& EventBatch::group(uint16_t eventType) {
  for (EventGroup& each : groups) {
    if (each.type == eventType) return each;
  }
  groups.emplace_back();
  groups.back().type = eventType;
  return groups.back();
}

const EventGroup* EventBatch::find(uint16_t eventType) const {
  for (const EventGroup& each : groups) {
    if (each.type == eventType) return &each;
  }
  return nullptr;
}

Cursor::Cursor(const EventBatch& batch) : batch_(batch), nextRow_(batch.groups.size(), 0) {
  uint16_t highest = 0;
  for (const EventGroup& each : batch.groups) highest = std::max(highest, each.type);
  groupOf_.assign(size_t{highest} + 1, 0);
  for (uint32_t i = 0; i < batch.groups.size(); ++i) groupOf_[batch.groups[i].type] = i;
}

bool Cursor::next() {
  if (++index_ >= batch_.count) return false;
  groupIndex_ = groupOf_[batch_.type[index_]];
  group_ = &batch_.groups[groupIndex_];
  row_ = nextRow_[groupIndex_]++;
  return true;
}

RowBatch::RowBatch(std::string tableName, const std::vector<std::string>& columnNames) : table(std::move(tableName)) {
  for (const std::string& name : columnNames) columns.push_back({name, {}, {}});
}

const RowBatch::Column* RowBatch::find(std::string_view name) const {
  for (const Column& column : columns) {
    if (column.name == name) return &column;
  }
  return nullptr;
}

void RowBatch::put(uint64_t value) {
  Column& column = columns[at_++];
  column.values.push_back(value);
  if (!column.nulls.empty()) column.nulls.push_back(false);
}

void RowBatch::putNull() {
  Column& column = columns[at_++];
  column.nulls.resize(column.values.size(), false);
  column.values.push_back(0);
  column.nulls.push_back(true);
}

void RowBatch::endRow() {
  at_ = 0;
  ++count;
}

void RowBatch::clear() {
  count = 0;
  at_ = 0;
  for (Column& column : columns) {
    column.values.clear();
    column.nulls.clear();
  }
}

}  // namespace mf::mfir
