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
struct Packet {
  uint64_t id = 0;
  uint16_t queue = 0;          // node of the queue it waits in, 0 none
  uint8_t op = 0;              // MF_OP_...; of a translation: of the packet that is translated
  bool above = false;          // a miss register further up waits for it under the same id
  bool fresh = false;          // not in any queue yet
  bool translation = false;    // asks for a translation
  mutable bool tried = false;  // looked up here before and refused
  mutable bool stalled = false;
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
  bool admitForced = false;           // a reversed decision: the next request is taken even if the queue is full
  uint64_t request = 0;               // key of the prefetch that is being requested
  mf_site victim{"victim", 0, 0, 0}, admit{"pq_admit", 0, 0, 0};
};

struct Core {
  uint16_t node = 0;
  uint8_t headReason = 0, dispatchReason = 0, dispatchSlots = 0;
  uint64_t headInst = 0, dispatchInst = 0;
  uint64_t dispatched = 0;        // youngest instruction in the reorder buffer
  uint64_t mispredicted = 0;      // youngest mispredicted branch
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
