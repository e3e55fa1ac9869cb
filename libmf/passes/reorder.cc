#include "libmf/passes/reorder.h"

#include <algorithm>

namespace mf::passes {

namespace {

// Rows of `from` at the cursor, put at the end of `to`.
void copyRow(const mfir::EventBatch& from, uint32_t index, uint32_t groupIndex, uint32_t row, mfir::EventBatch& to,
             std::vector<int>& groupOf) {
  const mfir::EventGroup& source = from.groups[groupIndex];
  if (groupOf[groupIndex] < 0) {
    groupOf[groupIndex] = static_cast<int>(to.groups.size());
    to.groups.emplace_back();
    to.groups.back().type = source.type;
    to.groups.back().fields.resize(source.fields.size());
  }
  mfir::EventGroup& target = to.groups[static_cast<size_t>(groupOf[groupIndex])];
  ++target.count;
  for (size_t i = 0; i < source.fields.size(); ++i) target.fields[i].push_back(source.fields[i][row]);
  ++to.count;
  to.type.push_back(source.type);
  to.time.push_back(from.time[index]);
  to.snapshot.push_back(from.snapshot.empty() ? uint8_t{0} : from.snapshot[index]);
  to.thread.push_back(from.thread.empty() ? uint16_t{0} : from.thread[index]);
}

// Appends all of `batch`, whose columns may be absent, to `to`, whose are not.
void append(mfir::EventBatch& to, const mfir::EventBatch& batch) {
  to.count += batch.count;
  to.type.insert(to.type.end(), batch.type.begin(), batch.type.end());
  to.time.insert(to.time.end(), batch.time.begin(), batch.time.end());
  to.snapshot.resize(to.count - batch.count);
  to.thread.resize(to.count - batch.count);
  if (!batch.snapshot.empty()) to.snapshot.insert(to.snapshot.end(), batch.snapshot.begin(), batch.snapshot.end());
  if (!batch.thread.empty()) to.thread.insert(to.thread.end(), batch.thread.begin(), batch.thread.end());
  to.snapshot.resize(to.count);
  to.thread.resize(to.count);
  for (const mfir::EventGroup& group : batch.groups) {
    mfir::EventGroup& target = to.group(group.type);
    target.count += group.count;
    target.fields.resize(group.fields.size());
    for (size_t i = 0; i < group.fields.size(); ++i) {
      target.fields[i].insert(target.fields[i].end(), group.fields[i].begin(), group.fields[i].end());
    }
  }
}

}  // namespace

void Reorder::add(mfir::EventBatch&& batch) {
  for (uint32_t i = 0; i < batch.count; ++i) {
    const uint16_t thread = batch.thread.empty() ? uint16_t{0} : batch.thread[i];
    if (thread >= newest_.size()) {
      newest_.resize(size_t{thread} + 1, 0);
      seen_.resize(size_t{thread} + 1, false);
    }
    seen_[thread] = true;
    newest_[thread] = std::max(newest_[thread], batch.time[i]);
    if (batch.time[i] < lastTaken_) {
      ++late_;
      batch.time[i] = lastTaken_;
    }
  }
  append(pending_, batch);
}

uint64_t Reorder::watermark() const {
  uint64_t lowest = UINT64_MAX;
  for (size_t i = 0; i < newest_.size(); ++i) {
    if (seen_[i]) lowest = std::min(lowest, newest_[i]);
  }
  return lowest == UINT64_MAX || lowest < window_ ? 0 : lowest - window_;
}

mfir::EventBatch Reorder::take(bool all, uint64_t limit) {
  if (pending_.count == 0) return {};
  std::vector<Key> keys(pending_.count);
  for (uint32_t i = 0; i < pending_.count; ++i) keys[i] = {pending_.time[i], i, pending_.thread[i]};
  const auto before = [](const Key& a, const Key& b) { return a.time != b.time ? a.time < b.time : a.thread < b.thread; };
  if (!std::is_sorted(keys.begin(), keys.end(), before)) std::stable_sort(keys.begin(), keys.end(), before);
  if (!all) limit = std::min(limit, watermark());
  const auto end = std::partition_point(keys.begin(), keys.end(), [&](const Key& key) { return key.time < limit; });
  const auto taken = static_cast<size_t>(end - keys.begin());
  if (taken == 0) return {};
  for (size_t i = 1; i < taken; ++i) {
    if (keys[i].time == keys[i - 1].time && keys[i].thread != keys[i - 1].thread) ++tied_;
  }
  mfir::EventBatch out = emit(keys, 0, taken);
  lastTaken_ = keys[taken - 1].time;
  // What stays keeps the order in which it came: sort() is stable on that.
  std::sort(keys.begin() + static_cast<std::ptrdiff_t>(taken), keys.end(), [](const Key& a, const Key& b) { return a.index < b.index; });
  pending_ = taken == keys.size() ? mfir::EventBatch() : emit(keys, taken, keys.size());
  return out;
}

mfir::EventBatch Reorder::emit(const std::vector<Key>& keys, size_t from, size_t to) const {
  // Where each pending event's row is.
  std::vector<std::pair<uint32_t, uint32_t>> rows(pending_.count);
  for (mfir::Cursor at(pending_); at.next();) rows[at.index()] = {at.groupIndex(), at.row()};
  mfir::EventBatch out;
  out.type.reserve(to - from);
  out.time.reserve(to - from);
  std::vector<int> groupOf(pending_.groups.size(), -1);
  for (size_t i = from; i < to; ++i) {
    const auto [group, row] = rows[keys[i].index];
    copyRow(pending_, keys[i].index, group, row, out, groupOf);
  }
  return out;
}

}  // namespace mf::passes
