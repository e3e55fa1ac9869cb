// The retired stream of each core, by its hash: what two runs of one program have in
// common, whatever simulated them.
//
// An instruction that follows itself counts once. Nothing but a repetition can follow
// itself: an iteration of `rep`, which one simulator retires one by one and another as
// one, or the next micro-operation of the same instruction. (A loop of a single branch
// would be the exception, and counts once on every simulator too.)
//
// The hash of the pcs: h <- (1000003 h + pc mod m + 1) mod m from 7 on, m = 2^31 - 1, so
// that SQL can compute it and no product overflows. `shift` is what the hash gains if
// every pc is one higher: a program loaded at base b has the hash h - b shift, mod m.
#pragma once

#include <string>
#include <vector>

#include "libmf/passes/pass.h"

namespace mf::passes {

class RetiredStreams {
 public:
  // A checkpoint after so many instructions of a core, and one at its last.
  static constexpr uint64_t BLOCK = 4096;

  RetiredStreams(mfir::Sink& out, std::map<std::string, uint64_t>& counts);

  void take(size_t core, uint64_t pc);
  void finish();
  // Of core 0.
  std::string hash() const;

 private:
  struct Stream {
    uint64_t hash = 7, shift = 0;
    uint64_t instructions = 0, records = 0;  // records: with those that follow themselves
    uint64_t last = 0;                       // pc
  };
  void checkpoint(size_t core);

  std::vector<Stream> streams_;  // by core
  Table rows_;
  uint64_t next_ = 1;
};

}  // namespace mf::passes
