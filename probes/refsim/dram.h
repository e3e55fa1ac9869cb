// One channel of memory with its own clock: banks with an open row each, one bus. Of what is
// ready, a request to an open row goes first, then the oldest. Writes wait until they are many.
#pragma once

#include <deque>
#include <optional>
#include <vector>

#include "probes/refsim/cache.h"

namespace refsim {

class Dram final : public Level {
 public:
  struct Nodes {
    uint16_t self = 0, rqIn = 0, wqIn = 0, channel = 0, rq = 0, wq = 0, bus = 0, bank = 0;  // bank: the first
  };
  struct Counts {
    uint64_t rowHits[2] = {0, 0}, rowMisses[2] = {0, 0};  // of reads, of writes
    uint64_t forwards = 0, merges = 0;
  };

  Dram(Shared& shared, Cache& above);

  bool hasRoom(bool write) const override { return (write ? wqIn_ : rqIn_).size() < QUEUE; }
  void take(Packet& packet, bool write) override;
  uint16_t queueNode(bool write) const override { return write ? nodes.wqIn : nodes.rqIn; }
  void step();
  Time wake(Time since) const;
  void dump() const;

  static constexpr unsigned QUEUE = 16;
  Nodes nodes;
  Counts counts;

 private:
  struct Entry {
    Packet* packet = nullptr;
    uint64_t order = 0, row = 0;
    uint32_t bank = 0;
    bool started = false, rowHit = false;
    uint64_t refusedFor = 0;  // packet that held its bank, or the bus, when it was refused last
    Time ready = 0;
  };
  struct Bank {
    std::optional<uint64_t> row;  // open
    Entry* entry = nullptr;       // being served
  };

  void finish();
  void insert(bool write);
  Entry* sameLine(std::vector<Entry>& queue, uint64_t line);
  bool wantsWrites() const;
  void turn();
  bool couldStart(const Entry& entry) const {
    return entry.packet != nullptr && !entry.started && banks_[entry.bank].entry == nullptr;
  }
  void refused(Entry& entry, uint16_t node, const Packet& holder);
  void startBank();
  Entry* pick();
  void grant(Entry& entry);
  void startBus();
  void startBurst();
  std::vector<Entry>& queue() { return writing_ ? wq_ : rq_; }
  void release(Entry& entry) {
    entry = Entry{};
    --held_;
  }

  Shared& shared_;
  Cache& above_;
  std::deque<Packet*> rqIn_, wqIn_;
  std::vector<Entry> rq_, wq_;
  std::vector<Bank> banks_;
  Entry* burst_ = nullptr;  // on the bus
  Time busFree_ = 0;
  unsigned held_ = 0, writes_ = 0;
  uint64_t order_ = 0;
  bool writing_ = false;
  mf_site schedule_{"schedule", 0, 0, 0};
};

}  // namespace refsim
