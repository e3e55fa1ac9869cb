// The thread that empties the simulator's buffers.
#pragma once

#include <atomic>
#include <exception>
#include <thread>

#include "libmf/capture/decoder.h"
#include "libmf/capture/memory.h"

namespace mf::capture {

class Drain {
 public:
  Drain(Memory& memory, Decoder& decoder);

  // Takes what is left and stops. Call it when the simulator writes no more.
  void finish();
  // What ended the draining before its time, if anything did.
  bool hasFailed() const { return failed_; }
  void rethrow() const {
    if (failure_) std::rethrow_exception(failure_);
  }
  // No thread wrote anything after another had taken its turn.
  bool orderIsExact() const { return orderIsExact_; }

 private:
  void run(const std::stop_token& stop);
  size_t pass();
  size_t advance(uint32_t ring);
  bool takeTurn(uint32_t ring, const Memory::Piece& piece);
  size_t take(uint32_t ring, size_t bytes);

  Memory& memory_;
  Decoder& decoder_;
  uint64_t turn_ = 0;      // the one that ring current_ has
  uint32_t current_ = 0;
  bool orderIsExact_ = true;
  std::atomic<bool> failed_ = false;
  std::exception_ptr failure_;
  std::jthread thread_;  // last: it uses the others
};

}  // namespace mf::capture
