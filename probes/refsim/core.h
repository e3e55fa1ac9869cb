// An out-of-order core: fetch along predictions, rename, reorder buffer, scheduler, load and
// store queues. A wrong path is really fetched and executed; a squash walks it back out of the
// reorder buffer, some entries a cycle, undoing the renames.
//
// core.cc: completion, retirement, issue. frontend.cc: fetch to dispatch. lsq.cc: loads and
// stores. squash.cc: recovery.
#pragma once

#include <array>
#include <deque>
#include <memory>
#include <queue>
#include <vector>

#include "probes/refsim/account.h"
#include "probes/refsim/branch.h"
#include "probes/refsim/cache.h"
#include "probes/refsim/isa.h"

namespace refsim {

struct CoreCounts {
  uint64_t instructions = 0, dispatched = 0, squashed = 0;
  uint64_t squashes[2] = {0, 0};  // mispredict, mem_order
  uint64_t forwards = 0;
  std::array<uint64_t, 10> lostSlots{};  // dispatch slots by MF_DISPATCH_REASON_...
  std::array<uint64_t, 6> headCycles{};  // by MF_HEAD_REASON_...
};

class Core final : public Requester {
 public:
  struct Nodes {
    uint16_t self = 0, predictor = 0;
  };

  Core(unsigned number, Source& source, Cache& l1d, Shared& shared);

  void step();
  Time wake(Time since) const;
  void answered(Packet& load, const Packet& by) override;
  bool isAtEnd() const { return ended_ && front_.empty() && head_ == tail_ && sq_.empty(); }
  // The measured phase begins now, and counts with it; or it ends.
  void measure();
  void measured();
  // Live state, for the snapshot.
  void dump();

  unsigned number() const { return number_; }
  void setAccount(Account* account) { account_ = account; }

  Nodes nodes;
  CoreCounts counts;

 private:
  struct Producer {
    uint64_t key = 0, at = 0;  // place in the reorder buffer
  };
  struct Load {
    uint64_t vaddr = 0, from = 0;  // key of the store that gave the data, 0 memory
    bool asked = false, done = false;
    uint16_t slot = 0;
  };
  struct Inst {
    uint64_t key = 0;
    Instruction is;
    std::array<Producer, 4> sources{};
    std::array<Producer, 2> undo{};  // who wrote its targets before
    std::array<Load, 4> loads{};
    uint8_t loadCount = 0, loadsLeft = 0, storeCount = 0;
    bool issued = false, executed = false, completed = false;
    bool predicted = false, mispredicted = false, forced = false;
    uint64_t history = 0;  // of branches before it
    Time ready = 0;        // for decode, then for dispatch
    StallCause cause;      // what its last load waited for
  };
  struct LoadEntry {
    uint64_t key = 0, at = 0;
    unsigned index = 0;
  };
  struct StoreEntry {
    uint64_t key, at, vaddr;
    bool ready, retired;
  };
  struct Done {
    Time at;
    uint64_t place, key;
    bool operator>(const Done& other) const { return at != other.at ? at > other.at : key > other.key; }
  };
  struct Squash {
    bool walking = false;
    uint64_t first = 0, cause = 0;  // place of the first to go; key of the instruction that caused it
    uint8_t why = 0, reason = MF_DISPATCH_REASON_NONE;  // of the epoch; of lost dispatch slots
  };

  Inst& at(uint64_t place) { return rob_[place & mask_]; }
  const Inst& at(uint64_t place) const { return rob_[place & mask_]; }
  bool isLive(const Producer& producer) const {
    return producer.key != 0 && producer.at >= head_ && producer.at < tail_ && at(producer.at).key == producer.key;
  }
  bool isDoomed(uint64_t place) const { return squash_.walking && place >= squash_.first; }

  // core.cc
  void completeWhatIsDue();
  void execute(uint64_t place, Inst& inst);
  void complete(uint64_t place, Inst& inst);
  unsigned retire();
  void headState(unsigned retired);
  void issue();
  bool isReady(const Inst& inst) const;
  void issueOne(uint64_t place, Inst& inst);
  // Adds what the present states have cost until now, and forgets them.
  void settle();
  // frontend.cc
  void fetch();
  bool predict(Inst& inst);
  void decode();
  void dispatch();
  uint8_t dispatchObstacle() const;
  void dispatchOne();
  void dispatchState(uint8_t reason, unsigned slots);
  // lsq.cc
  void sendLoads();
  bool sendLoad(uint16_t slot);
  void forward(Inst& inst, Load& load, const StoreEntry& store);
  void loadDone(uint64_t place, Inst& inst);
  void storesReady(uint64_t place, Inst& inst);
  void findViolation(uint64_t place, uint64_t key, uint64_t vaddr);
  void drainStores();
  // squash.cc
  void mispredicted(uint64_t place, Inst& inst);
  void squashFrom(uint64_t first, uint64_t cause, uint8_t why, const Path& resume, uint64_t history);
  void walk();
  void discard(uint64_t place, Inst& inst);

  unsigned number_;
  Source& source_;
  Cache& l1d_;
  Shared& shared_;
  const Config& config_;
  Account* account_ = nullptr;

  // Front end: the first `decoded_` of front_ are decoded.
  std::deque<Inst> front_;
  size_t decoded_ = 0;
  Path path_;
  BranchPredictor predictor_;
  uint64_t history_ = 0, nextKey_ = 1;
  uint64_t redirect_ = 0;      // the branch whose redirect the next fetch follows
  uint64_t fetchBlocked_ = 0;  // a mispredicted branch beyond which nothing can be fetched
  Time fetchResumes_ = 0;
  bool ended_ = false;

  // Reorder buffer: places head_ to tail_, which only grow but for squashes.
  std::vector<Inst> rob_;
  uint64_t mask_, head_ = 0, tail_ = 0;
  std::array<Producer, 256> renames_{};
  std::vector<uint64_t> iq_;  // places, oldest first
  bool mayIssue_ = false;     // something changed since all of iq_ was found waiting
  std::priority_queue<Done, std::vector<Done>, std::greater<>> executing_;
  std::vector<uint64_t> completing_;  // places whose last data came
  std::vector<LoadEntry> lq_;
  std::vector<uint16_t> freeLoads_;
  std::vector<uint16_t> toSend_;  // slots of loads whose address is known
  std::deque<StoreEntry> sq_;
  std::array<bool, 1024> cautious_{};  // loads that were squashed wait for older stores, for a while
  static constexpr uint64_t CAUTION = 4096;
  uint64_t retired_ = 0;
  Squash squash_;
  uint8_t recovering_ = MF_DISPATCH_REASON_NONE;  // nothing was dispatched since that squash

  // States as last told, and since when.
  uint8_t headReason_ = 0, dispatchReason_ = 0;
  unsigned dispatchSlots_ = 0;
  uint64_t headInst_ = 0, dispatchInst_ = 0;
  Time headSince_ = 0, dispatchSince_ = 0;
};

}  // namespace refsim
