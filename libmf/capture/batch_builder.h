// Turns packed event records into the columns of batches.
//
// Columns are filled in two steps, because that is what makes them cheap: add() only
// notes where each record lies and what it is; settle() then copies column by column,
// each a short loop over the records of one kind. Records must stay where they are
// until settle(), so the drain calls it before it gives room back to the simulator.
// A batch is the same however the records came in pieces: cut by count, groups in
// order of their types.
#pragma once

#include <cstdint>
#include <vector>

#include "libmf/capture/topology.h"
#include "libmf/mfir/batch.h"

namespace mf::capture {

class BatchBuilder {
 public:
  static constexpr uint32_t LIMIT = 65536;
  // Records noted before they are copied: few enough that they are still in the nearest cache.
  static constexpr uint32_t SETTLE = 2048;

  explicit BatchBuilder(const std::vector<NativeEvent>& schema);

  uint32_t kindCount() const { return static_cast<uint32_t>(kinds_.size()); }
  uint32_t recordSize(uint16_t kind) const { return kinds_[kind].size; }

  bool isFull() const { return count_ == LIMIT; }
  bool isEmpty() const { return count_ == 0; }
  void add(const char* record, uint16_t kind, uint64_t time, uint16_t thread, bool snapshot) {
    type_[count_] = kind;
    time_[count_] = time;
    thread_[count_] = thread;
    snapshot_[count_] = snapshot ? 1 : 0;
    anyThread_ |= thread != 0;
    anySnapshot_ |= snapshot;
    Kind& of = kinds_[kind];
    of.waiting[of.waitingCount++] = record;
    count_++;
    if (++unsettled_ == SETTLE) settle();
  }
  void settle();
  // Everything since the last take(); settles first.
  mfir::EventBatch take();

  uint64_t total() const { return total_; }  // events taken so far

 private:
  struct Kind {
    uint32_t size = 0;
    std::vector<NativeField> fields;
    std::vector<mfir::Values> columns;
    std::vector<const char*> waiting = std::vector<const char*>(SETTLE);
    uint32_t waitingCount = 0;
    size_t expected = 0;  // rows of the batch before: what to make room for
  };
  void settle(Kind& kind);

  std::vector<Kind> kinds_;
  uint64_t total_ = 0;
  uint32_t count_ = 0;
  uint32_t unsettled_ = 0;
  bool anyThread_ = false, anySnapshot_ = false;
  std::vector<uint16_t> type_, thread_;
  mfir::Values time_;
  std::vector<uint8_t> snapshot_;
};

}  // namespace mf::capture
