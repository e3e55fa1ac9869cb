// What the module keeps beside gem5's own objects, and how its parts find each other.
//
// Keys of instructions are gem5's sequence numbers, which start at 1 and are never reused.
// A packet's identity is ours (mf_tag.h): gem5 has only addresses of objects, which its
// allocator gives out again.
#ifndef MF_GEM5_H
#define MF_GEM5_H

#include <array>
#include <cstdint>
#include <map>
#include <vector>

#include "base/types.hh"
#include "cpu/o3/cpu.hh"
#include "cpu/o3/limits.hh"
#include "mf_encoders.h"
#include "mf_inflight.h"
#include "microtracer.h"
#include "sim/cur_tick.hh"

namespace gem5
{
class BaseCache;
class MSHRQueue;
class WriteQueue;
namespace prefetch { class Base; }
namespace memory { class AbstractMemory; class MemCtrl; class MemPacket; }
}

namespace mf
{
constexpr uint64_t NONE = 0;

// What memory has decided for later (mf_dram.cc) is told when its time has come, before anything else.
inline gem5::Tick nextDue = gem5::MaxTick;
void tellDue();
// What came while nothing was recorded is not told.
void forgetDue();
inline void now()
{
  if (gem5::curTick() >= nextDue) tellDue();
  mf_now(gem5::curTick());
}

struct Cache;

// ---- Cores
struct Core {
  gem5::o3::CPU* cpu = nullptr;
  int id = 0;
  uint16_t node = 0, rename = 0, issue = 0;
  std::vector<uint16_t> units;             // by class of operation: the functional units for it, 0 none
  Inflight inflight;
  std::vector<uint64_t> writers;           // by physical register: who writes it
  struct Load {
    uint64_t seq;
    uint16_t slot;
  };
  std::vector<Load> loads;                 // in their queue, oldest first
  std::vector<uint64_t> stores;
  const Cache* dataCache = nullptr;        // known from the first packet that it took
  uint64_t fetchPacket = NONE;             // brought what is fetched now
  uint64_t redirect = NONE;                // branch whose redirect the next fetch follows
  std::array<uint64_t, gem5::o3::MaxThreads> left{};   // by thread: the latest to leave its reorder buffer
  bool measured = false;                   // its measured phase has begun
  uint64_t retired = 0;                    // instructions, since then
  bool retiredNow = false;                 // in this cycle

  struct Squash {
    uint64_t kept = 0, cause = NONE;       // everything younger than `kept` goes
    uint8_t why = 0;
    bool walking = false;                  // the reorder buffer marks its entries
  } squash, redirected;                    // decided at commit; at decode
  uint8_t recovering = MF_DISPATCH_REASON_NONE;   // from a squash to the first renamed instruction

  std::map<uint64_t, uint64_t> violations;        // by load: the instruction that it should have waited for
  struct Refused {
    uint64_t inst = NONE;
    uint8_t reason = MF_DISPATCH_REASON_NONE;
  };
  // In this cycle, as the calls in the tree tell it; at rename the last of each reason.
  std::array<uint64_t, MF_DISPATCH_REASON_SERIALIZE + 1> refusedAtRename;
  Refused refusedAtDispatch;

  uint8_t headReason = UINT8_MAX, dispatchReason = UINT8_MAX, dispatchSlots = 0, fullReason = MF_DISPATCH_REASON_NONE;
  uint64_t headInst = NONE, dispatchInst = NONE;
};

// ---- Memory
struct Cache {
  gem5::BaseCache* cache = nullptr;
  const gem5::MSHRQueue* mshrs = nullptr;
  const gem5::WriteQueue* writes = nullptr;
  gem5::prefetch::Base* prefetcher = nullptr;
  uint16_t node = 0, mshr = 0, writeBuffer = 0, prefetch = 0;
  unsigned lineShift = 0;
  uint8_t blocked = MF_BLOCK_REASON_NONE;
  mf_site victim{"victim", 0, 0, 0}, candidate{"pf_issue", 0, 0, 0};
};

struct Memory {
  gem5::memory::AbstractMemory* memory = nullptr;
  uint16_t node = 0, bus = 0, bank = 0;    // the first bank; no bus and no banks without the calls in the tree
  gem5::Tick burst = 0;                    // how long one takes on the bus
};

// A memory controller and its queues. Only the calls in the tree tell of them.
struct Channel {
  struct Queue {
    uint16_t node = 0;
    unsigned capacity = 0;
    std::vector<const gem5::memory::MemPacket*> bursts;   // by slot; nullptr: it is free
  };
  const gem5::memory::MemCtrl* controller = nullptr;
  Queue reads, writes;
  unsigned burstSize = 0;
};

// The parts that are recorded; others are not looked at.
struct Machine {
  std::vector<Core> cores;                 // in the order of the configuration
  Core* latest = nullptr;                  // that was asked for
  std::vector<Cache> caches;
  std::vector<Memory> memories;
  std::vector<Channel> channels;
};
extern Machine machine;

// nullptr: not recorded.
inline Core* coreOf(const gem5::o3::CPU* cpu)
{
  if (machine.latest != nullptr && machine.latest->cpu == cpu) return machine.latest;
  for (Core& core : machine.cores) {
    if (core.cpu == cpu) return machine.latest = &core;
  }
  return nullptr;
}
Channel* channelOf(const gem5::memory::MemCtrl& controller);
// The same while cores are recorded, with the time set; else nullptr. What is called often asks
// mf_on before anything else: gates that are shut cost that, and a jump.
inline Core* recorded(const gem5::o3::CPU* cpu)
{
  Core* core = mf_on(MF_CORE) ? coreOf(cpu) : nullptr;
  if (core != nullptr) now();
  return core;
}

// The cache with this part: cacheWith(&Cache::mshrs, queue). nullptr: none that is recorded.
template <typename Member, typename Part>
Cache* cacheWith(Member Cache::*part, const Part* of)
{
  for (Cache& cache : machine.caches) {
    if (cache.*part == of) return &cache;
  }
  return nullptr;
}

// Each module's part of a dump of live state.
void dumpInstructions(Core& core);
void dumpCaches(uint32_t domains);
void dumpChannels();

constexpr unsigned PAGE_SHIFT = 12;
inline uint64_t lineOf(const Cache& cache, gem5::Addr address) { return address >> cache.lineShift; }
inline uint64_t pageOf(gem5::Addr address) { return address >> PAGE_SHIFT; }
inline uint64_t pageOfLine(const Cache& cache, uint64_t line) { return line >> (PAGE_SHIFT - cache.lineShift); }
} // namespace mf

#endif
