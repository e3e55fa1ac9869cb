// The machine's own account of why the oldest instruction did not retire, for tests: computed
// from its state, not from the events it tells.
#pragma once

#include <cstdint>
#include <cstdio>
#include <string>
#include <vector>

#include "probes/refsim/config.h"
#include "probes/refsim/packet.h"

namespace refsim {

// What a load waited for: the packet whose answer woke it, and what the machine knows of that.
struct StallCause {
  uint64_t packet = 0;  // 0: no packet; a store in the queue gave the data
  Facts facts;
};

// One line for each stretch:
//   core retire_index t0 t1 class reason served packet remover remover_packet site ordinal
// Times in picoseconds of the measured phase; "-" where there is nothing to say. `remover` and `site` are told where
// the packet missed at the prefetcher's cache: whose fill had pushed the line out there, and
// the latest decision against it since it was asked for last.
class Account {
 public:
  Account(std::FILE* file, unsigned core, const std::vector<std::string>& nodeNames)
      : file_(file), core_(core), names_(nodeNames) {}

  enum class State { NONE, WAITS_TO_EXECUTE, WAITS_FOR_DATA, EXECUTES };

  void begin(Time now);
  // The head after retirement in this cycle; `key` 0: there is none, or it retires at will.
  void observe(Time now, uint64_t key, State state, uint64_t retired);
  // The head's last data came.
  void dataCame(uint64_t key, const StallCause& cause);
  void end(Time now);

 private:
  void close(Time now);

  std::FILE* file_;
  unsigned core_;
  const std::vector<std::string>& names_;
  bool measuring_ = false;
  uint64_t key_ = 0, index_ = 0;
  State state_ = State::NONE;
  Time phase_ = 0, since_ = 0;
  StallCause cause_;
};

}  // namespace refsim
