// A request and what becomes of it: one object from the requester to the answer.
#pragma once

#include <cstdint>
#include <deque>
#include <vector>

#include "mf_encoders.h"

namespace refsim {

class Level;
struct Packet;

// Who is told when a packet is answered; `by` is the packet whose response it was.
class Requester {
 public:
  virtual ~Requester() = default;
  virtual void answered(Packet& packet, const Packet& by) = 0;
};

// What the machine's own account of stalls keeps with a packet; see account.h.
struct Facts {
  uint16_t served = 0;        // node that had the line, 0 none of its own
  bool missed = false;        // at the prefetcher's cache
  uint8_t remover = 0;        // requester whose fill had pushed the line out there
  uint64_t removerKey = 0;    // 0: it never was there
  const char* lostSite = "";  // the latest decision against the line
  uint64_t lostOrdinal = 0;
};

struct Packet {
  uint64_t key = 0;         // 0: free
  uint8_t op = MF_OP_LOAD;  // MF_OP_...; of a translation: of the packet that is translated
  uint8_t core = 0;
  bool translation = false;  // its `line` is a virtual page
  bool fresh = true;         // not in any queue yet
  bool here = true;          // a prefetch: to be filled where it is born, not only below
  bool forced = false;       // born of a reversed decision: trains nothing, counts nowhere
  bool stalled = false;      // refused at this level before
  uint16_t place = 0;        // node where it is, nearest to memory
  uint64_t line = 0, vaddr = 0;
  uint64_t inst = 0;         // key of the instruction it serves, 0 none
  uint64_t parent = 0;       // key of the packet that caused it, 0 none
  uint16_t slot = 0;         // a load: its entry in the load queue
  Packet* serves = nullptr;  // the packet that waits for it
  Level* birth = nullptr;    // the first level it asked: no level above waits for it
  Requester* requester = nullptr;
  Facts facts;

  bool isDemand() const { return op == MF_OP_LOAD || op == MF_OP_STORE; }
  uint8_t requesterWord() const {
    static const uint8_t WORDS[] = {MF_REQUESTER_DEMAND, MF_REQUESTER_DEMAND,   MF_REQUESTER_DEMAND,
                                    MF_REQUESTER_WALK,   MF_REQUESTER_PREFETCH, MF_REQUESTER_WRITEBACK};
    return WORDS[op];
  }
};

// A level that takes packets from above, into a queue for reads and one for writes.
class Level {
 public:
  virtual ~Level() = default;
  virtual bool hasRoom(bool write) const = 0;
  virtual void take(Packet& packet, bool write) = 0;
  virtual uint16_t queueNode(bool write) const = 0;
};

// Says that the packet enters a queue: born there, or come from above.
void entersQueue(Packet& packet, uint16_t queue);

class Packets {
 public:
  Packet& make(uint8_t op, unsigned core) {
    if (free_.empty()) {
      all_.emplace_back();
      free_.push_back(&all_.back());
    }
    Packet& packet = *free_.back();
    free_.pop_back();
    packet = Packet{};
    packet.key = mf_key();
    packet.op = op;
    packet.core = static_cast<uint8_t>(core);
    return packet;
  }
  void release(Packet& packet) {
    packet.key = 0;
    free_.push_back(&packet);
  }
  const std::deque<Packet>& all() const { return all_; }

 private:
  std::deque<Packet> all_;
  std::vector<Packet*> free_;
};

}  // namespace refsim
