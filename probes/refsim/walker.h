// The page walker: reads the levels of a page table, one after another, through L2.
#pragma once

#include <deque>
#include <vector>

#include "probes/refsim/cache.h"

namespace refsim {

class Walker final : public Level, public Requester {
 public:
  struct Nodes {
    uint16_t self = 0, rq = 0;
  };

  Walker(Shared& shared, Level& memory, Cache& stlb)
      : shared_(shared), memory_(memory), stlb_(stlb), levels_(shared.config.hugePages ? 3 : 4) {}

  bool hasRoom(bool) const override { return rq_.size() < QUEUE; }
  void take(Packet& packet, bool write) override;
  uint16_t queueNode(bool) const override { return nodes.rq; }
  void answered(Packet& read, const Packet& by) override;
  void step();
  void dump() const;

  static constexpr unsigned QUEUE = 8;
  Nodes nodes;
  uint64_t begun = 0, steps = 0;

 private:
  struct Walk {
    Packet* translation;
    unsigned level;  // the next to read, levels_ when all are known
    bool reading;
  };
  void read(Walk& walk);

  Shared& shared_;
  Level& memory_;
  Cache& stlb_;
  const unsigned levels_;  // tables that a walk reads
  std::deque<Packet*> rq_;
  std::vector<Walk> walks_;
};

}  // namespace refsim
