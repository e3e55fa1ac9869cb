// What the probe keeps inside ChampSim's own objects. Copied into a tree by mf-probe; see README.md.
//
// A packet is copied by value from request to lookup to miss register to request again, and
// ChampSim gives it no name. `mf_` travels in all of these, so that one key follows it from
// the requester to the answer.
#ifndef MF_PACKET_H
#define MF_PACKET_H

#include <cstdint>

#include "microtracer.h"

struct mf_access;  // sees private members; a friend of ChampSim's classes

namespace mf
{
// Eight bytes, since ChampSim copies it along whenever it moves a request.
struct Packet {
  uint64_t id : 40;                    // its key
  uint64_t queue : 14;                 // node of the queue it waits in, 0 none
  uint64_t op : 3;                     // MF_OP_...; of a translation: of the packet that is translated
  uint64_t above : 1;                  // a miss register further up waits for it under the same key
  uint64_t fresh : 1;                  // not in any queue yet
  uint64_t translation : 1;            // asks for a translation
  mutable uint64_t tried : 1;          // looked up here before and refused
  mutable uint64_t stalled : 1;

  Packet() : Packet(0, 0) {}
  Packet(uint64_t key, uint8_t what)
      : id(key & 0xffffffffff), queue(0), op(what & 7u), above(0), fresh(0), translation(0), tried(0), stalled(0)
  {
  }
  void waitsIn(uint16_t node) { queue = node & 0x3fffu; }
};

// Nodes of a channel's queues.
struct Channel {
  uint16_t rq = 0, wq = 0, pq = 0;
};

struct Cache {
  uint16_t node = 0, prefetcher = 0;  // prefetcher 0: none of note
  uint32_t domain = MF_CACHE;         // or MF_TLB
  bool isTlb = false;
  bool refilled = false;              // this fill was refused before: its victim is chosen again
  bool forced = false;                // the next request is owed to a reversed decision
  bool admitForced = false;           // and is taken even if the queue is full
  uint64_t request = 0;               // key of the prefetch that is being requested
  mf_site victim{"victim", 0, 0, 0}, admit{"pq_admit", 0, 0, 0};
};

struct Core {
  uint16_t node = 0;
  uint8_t headReason = 0, dispatchReason = 0, dispatchSlots = 0, scheduleReason = 0;
  uint64_t headInst = 0, dispatchInst = 0, scheduleInst = 0;
  uint64_t dispatched = 0;        // youngest instruction in the reorder buffer
  uint64_t mispredicted = 0;      // youngest mispredicted branch
  uint64_t freed = 0;             // youngest retired instruction that gave registers back
  uint64_t redirect = 0;          // branch whose redirect the next fetch follows
};

struct Walker {
  uint16_t node = 0;
};

struct Dram {
  uint16_t node = 0, rq = 0, wq = 0, bus = 0, bank = 0;  // bank: the first of them
};
} // namespace mf

#endif
