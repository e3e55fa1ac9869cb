#include "libmf/capture/batch_builder.h"

#include <algorithm>
#include <cstring>
#include <span>
#include <utility>

namespace mf::capture {

namespace {

template <typename Stored>
void copyColumn(std::span<const char* const> records, uint32_t offset, uint64_t* into) {
  for (const char* record : records) {
    Stored value;
    std::memcpy(&value, record + offset, sizeof value);
    *into++ = value;
  }
}

void copyField(std::span<const char* const> records, const NativeField& field, uint64_t* into) {
  switch (field.width) {
    case 1: return copyColumn<uint8_t>(records, field.offset, into);
    case 2: return copyColumn<uint16_t>(records, field.offset, into);
    case 4: return copyColumn<uint32_t>(records, field.offset, into);
    default: return copyColumn<uint64_t>(records, field.offset, into);
  }
}

template <typename Value>
std::vector<Value> firstOf(std::vector<Value>& values, uint32_t count) {
  return std::vector<Value>(values.begin(), values.begin() + count);
}

}  // namespace

BatchBuilder::BatchBuilder(const std::vector<NativeEvent>& schema)
    : type_(LIMIT), thread_(LIMIT), time_(LIMIT), snapshot_(LIMIT) {
  for (const NativeEvent& event : schema) {
    Kind kind;
    kind.size = event.size;
    kind.fields = event.fields;
    kind.columns.resize(event.fields.size());
    kinds_.push_back(std::move(kind));
  }
}

void BatchBuilder::settle(Kind& kind) {
  if (kind.waitingCount == 0) return;
  const std::span<const char* const> records(kind.waiting.data(), kind.waitingCount);
  for (size_t i = 0; i < kind.fields.size(); i++) {
    mfir::Values& column = kind.columns[i];
    const size_t before = column.size();
    if (before == 0) column.reserve(std::max(kind.expected, records.size()));
    column.resize(before + records.size());
    copyField(records, kind.fields[i], column.data() + before);
  }
  kind.waitingCount = 0;
}

void BatchBuilder::settle() {
  for (Kind& kind : kinds_) settle(kind);
  unsettled_ = 0;
}

mfir::EventBatch BatchBuilder::take() {
  mfir::EventBatch batch;
  batch.count = count_;
  batch.type = firstOf(type_, count_);
  batch.time = firstOf(time_, count_);
  if (anyThread_) batch.thread = firstOf(thread_, count_);
  if (anySnapshot_) batch.snapshot = firstOf(snapshot_, count_);
  settle();
  std::vector<uint32_t> rows(kinds_.size());
  for (uint32_t i = 0; i < count_; i++) rows[type_[i]]++;
  for (size_t type = 0; type < kinds_.size(); type++) {
    Kind& kind = kinds_[type];
    kind.expected = rows[type] + rows[type] / 4;
    if (rows[type] == 0) continue;
    mfir::EventGroup group;
    group.type = static_cast<uint16_t>(type);
    group.count = rows[type];
    group.fields = std::exchange(kind.columns, std::vector<mfir::Values>(kind.fields.size()));
    batch.groups.push_back(std::move(group));
  }
  total_ += count_;
  count_ = 0;
  anyThread_ = anySnapshot_ = false;
  return batch;
}

}  // namespace mf::capture
