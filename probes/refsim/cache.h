// A level of the memory hierarchy with miss registers: a cache of lines, or of translations.
//
// Packets wait in a queue, are looked up some cycles later in order, and end here, join a
// miss under way, or take a miss register and go on below. What cannot go on blocks those
// behind it. A level's own translation buffer, if it has one, is asked before the lookup.
#pragma once

#include <array>
#include <deque>
#include <string>
#include <unordered_map>
#include <vector>

#include "probes/refsim/config.h"
#include "probes/refsim/packet.h"

namespace refsim {

class Spp;

struct CacheCounts {
  struct Looked {
    uint64_t hits = 0, misses = 0, merges = 0;
  };
  std::array<Looked, 6> looked{};  // by op
  uint64_t evictions = 0, backInvalidations = 0, writebacks = 0;
  uint64_t useful = 0, useless = 0, late = 0, requested = 0, refused = 0, gated = 0;
};

// What is shared by all levels of a machine.
struct Shared {
  Time now = 0;
  Packets packets;
  bool active = false;    // something happened at this time
  bool accounts = false;  // the machine keeps its own account
  Config config;

  Packet& make(uint8_t op, unsigned core) { return packets.make(op, core); }
};

class Cache final : public Level, public Requester {
 public:
  struct Nodes {
    uint16_t self = 0, rq = 0, wq = 0, prefetcher = 0, pq = 0;
  };

  Cache(std::string name, const CacheShape& shape, bool isTlb, Shared& shared);

  void setBelow(Level* below) { below_ = below; }
  void addAbove(Cache* above) { above_.push_back(above); }
  void setTranslation(Cache* dtlb) { dtlb_ = dtlb; }
  void setPrefetcher(Spp* spp) { spp_ = spp; }
  void setInclusive() { inclusive_ = true; }

  bool hasRoom(bool write) const override;
  void take(Packet& packet, bool write) override;
  uint16_t queueNode(bool write) const override { return write ? nodes.wq : nodes.rq; }
  void answered(Packet& translation, const Packet& by) override;  // by the translation buffer

  // From below: the line of a packet that was sent there.
  void fillFrom(Packet& packet);
  // From the prefetcher: a candidate that goes to the prefetch queue if there is room.
  void prefetch(Packet& packet, uint64_t trigger, uint64_t chain, uint64_t serial);

  void step();
  // The first time after the last step, `since`, at which it may have something to do.
  Time wake(Time since) const;
  // Live state, for the snapshot.
  void dump() const;
  void dumpPrefetches() const;

  const std::string& name() const { return name_; }
  const CacheShape& shape() const { return shape_; }
  bool isTlb() const { return isTlb_; }

  Nodes nodes;
  CacheCounts counts;

 private:
  struct Line {
    uint64_t line = 0, stamp = 0;  // stamp: LRU's time, SRRIP's distance
    bool valid = false, dirty = false;
    bool prefetched = false;  // by this cache's prefetcher, not asked for since
    bool counts = false;      // that prefetch counts in the prefetcher's accuracy
  };
  struct Miss {
    Packet* owner;
    bool prefetch;  // of any prefetcher, not joined by a demand yet
    bool dirty;     // a store waits
    std::vector<Packet*> waiters;
  };
  struct Timed {
    Time at;
    Packet* packet;
  };
  struct Lookup {
    uint8_t outcome, end;
    bool entry, useful;
    uint64_t owner;
  };

  void start();
  void begin(Packet& packet);
  bool lookUp(Packet& packet);
  void hit(Packet& packet, Line& line);
  void merge(Packet& packet, Miss& miss);
  bool miss(Packet& packet);
  bool gateRefuses(Packet& packet);
  void refuse(Packet& packet, uint8_t reason, uint16_t queue);
  bool fill(Packet& packet);
  void install(Packet& packet, const Miss* miss);
  void displace(Packet& by, Line& line, uint32_t set, uint16_t way, uint8_t reason);
  void writeBack(const Packet& by, uint64_t line);
  bool invalidate(Packet& by, uint64_t line);
  void deliver(Packet& packet, const Packet& by);
  uint16_t victim(const Packet& packet, uint32_t set);
  void touch(Line& line, bool isFill);
  uint32_t setOf(uint64_t line) const { return static_cast<uint32_t>(line % shape_.sets); }
  Line* find(uint64_t line);
  uint8_t endOf(const Packet& packet, uint8_t end) const {
    return packet.birth == this ? end : uint8_t{MF_PACKET_END_NO};
  }
  uint64_t pageOf(uint64_t line) const { return isTlb_ ? line : line >> (PAGE_SHIFT - LINE_SHIFT); }
  void accessEvent(const Packet& packet, const Lookup& lookup) const;
  void fillEvent(uint64_t packet, uint64_t line, uint32_t set, uint16_t way, bool prefetched, bool entry, bool installs,
                 uint8_t end) const;
  void noteLookup(Packet& packet, uint8_t outcome);

  std::string name_;
  CacheShape shape_;
  bool isTlb_, inclusive_ = false;
  Shared& shared_;
  Level* below_ = nullptr;
  std::vector<Cache*> above_;
  Cache* dtlb_ = nullptr;
  Spp* spp_ = nullptr;

  std::vector<Line> lines_;
  std::unordered_map<uint64_t, Miss> misses_;
  std::deque<Packet*> rq_, wq_, pq_;
  std::deque<Timed> pipeline_, fills_;
  std::deque<Packet*> writes_;  // writebacks that missed: fills to come, with no miss register
  unsigned translating_ = 0;
  uint64_t clock_ = 0;  // of LRU
  mf_site victim_{"victim", 0, 0, 0}, gate_{"mshr_gate", 0, 0, 0}, admit_{"pq_admit", 0, 0, 0};
  // For the account: who removed each line from here.
  std::unordered_map<uint64_t, std::pair<uint8_t, uint64_t>> removed_;
};

}  // namespace refsim
