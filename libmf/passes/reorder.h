// Puts a capture's events into the total order: by time, then thread, then the order
// in which the thread recorded them.
//
// A thread's times may step back by up to a window (a simulator evaluates a slow
// clock's component ahead of the fast one's), and threads interleave. Events are
// held until no earlier one can come: until every thread seen so far is past their
// time by the window.
#pragma once

#include <cstdint>
#include <vector>

#include "libmf/mfir/batch.h"

namespace mf::passes {

class Reorder {
 public:
  explicit Reorder(uint64_t window) : window_(window) {}

  void add(mfir::EventBatch&& batch);

  // Events before time `limit` that no later one can precede (`all`: every one before
  // it), as one batch in order; an empty batch when there is none.
  mfir::EventBatch take(bool all, uint64_t limit = UINT64_MAX);
  // Times below this are settled: no event before it is still to come.
  uint64_t settled() const { return watermark(); }

  // Events that came later than the window allows: they were put where they came.
  uint64_t lateCount() const { return late_; }
  // Adjacent events of one time and two threads: their order is by thread, not known.
  uint64_t tiedCount() const { return tied_; }
  uint64_t held() const { return pending_.count; }

 private:
  struct Key {
    uint64_t time;
    uint32_t index;   // in pending_
    uint16_t thread;
  };

  uint64_t watermark() const;
  mfir::EventBatch emit(const std::vector<Key>& keys, size_t from, size_t to) const;

  uint64_t window_;
  uint64_t lastTaken_ = 0;
  uint64_t late_ = 0;
  uint64_t tied_ = 0;
  mfir::EventBatch pending_;
  std::vector<uint64_t> newest_;   // by thread; 0: not seen
  std::vector<bool> seen_;
};

}  // namespace mf::passes
