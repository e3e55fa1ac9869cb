// What a campaign wants to know of one run, read from its events as they pass.
#pragma once

#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "libmf/catalog/model.h"
#include "libmf/mfir/stream.h"

namespace mf::reverse {

// An instruction that is followed, and the cache that it missed in.
struct Target {
  int64_t core = 0, retireIdx = 0;
  std::string cache;  // name of the node; empty: of a branch, which missed if it squashed others
};

struct Fate {
  bool retired = false;
  int64_t stall = 0;    // base units at the head of the reorder buffer
  bool looked = false;  // the packet that ended it, else its own, was looked up in the cache
  bool missed = false;  // and missed there, or merged with a miss
};

// The last sink of a chain: ingest, resolve, this. Reads the stream once; asks are
// answered after end().
class Observer final : public mfir::Sink {
 public:
  // Events, by number, before which the digest of all earlier ones is wanted.
  explicit Observer(std::vector<uint64_t> marks);

  void header(const mfir::Header& header) override;
  void events(mfir::EventBatch&& batch) override;
  void rows(mfir::RowBatch&& batch) override;
  void gate(const mfir::Gate& gate) override { gates_.push_back(gate); }
  void end(mfir::End&& end) override;

  // 0 when the run had fewer events.
  uint64_t digestBefore(uint64_t ev) const;
  Fate fateOf(const Target& target) const;
  // Time of the measured region of a core, in base units.
  int64_t spanOf(int64_t core) const;
  const std::string& runUid() const { return uid_; }
  uint64_t period() const { return model_.refPeriod; }

 private:
  struct Access {
    uint64_t flow, owner;  // owner: of the miss that it joined, 0 none
    uint16_t node;
    bool missed;
  };
  struct Serves {
    uint64_t inst, flow;
  };
  struct Stall {
    int64_t time = 0;              // base units
    std::vector<uint64_t> causes;  // packets whose answers ended it
  };

  std::vector<uint64_t> packetsOf(uint64_t inst) const;

  void takeAccess(const mfir::Cursor& at);
  void readRegions(const mfir::End& end);

  std::vector<uint64_t> marks_;  // ascending
  std::map<uint64_t, uint64_t> digests_;
  size_t nextMark_ = 0;
  uint64_t digest_ = 0, lastEv_ = 0, firstTime_ = UINT64_MAX;
  catalog::Model model_;
  catalog::Index access_ = catalog::NONE;  // the event of a lookup, and what it tells
  size_t node_ = 0, outcome_ = 0, owner_ = 0;
  std::vector<Access> accesses_;                                        // in order of flows once ended
  std::vector<Serves> serves_;                                          // in order of instructions once ended
  std::map<std::pair<int64_t, int64_t>, std::vector<uint64_t>> insts_;  // (core, retire_idx) -> flows
  std::map<uint64_t, Stall> stalls_;                                    // by instruction
  std::set<uint64_t> squashers_;                                        // instructions that caused a squash
  std::map<int64_t, int64_t> spans_;                                    // core -> base units
  std::vector<mfir::Gate> gates_;
  std::string uid_;
};

}  // namespace mf::reverse
