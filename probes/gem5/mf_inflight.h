// Instructions in flight, by sequence number.
#ifndef MF_INFLIGHT_H
#define MF_INFLIGHT_H

#include <cstdint>
#include <vector>

namespace mf
{
struct Inst {
  static constexpr unsigned MAX_SOURCES = 12;
  uint64_t seq = 0;                  // 0: this place is free
  int16_t thread = 0;
  bool inRob = false, inIq = false;
  bool squashed = false;             // and said so
  bool trapped = false;              // took effect by a trap, and retired; its entry is still there
  bool completed = false;
  uint8_t sourceCount = 0;
  uint64_t packet = 0;               // whose answer came last
  uint32_t sources[MAX_SOURCES];     // instructions in flight that write what it reads: how much older they are

  void reset(uint64_t newSeq, int16_t newThread)
  {
    seq = newSeq;
    thread = newThread;
    inRob = inIq = squashed = trapped = completed = false;
    sourceCount = 0;
    packet = 0;
  }
  uint64_t source(unsigned i) const { return i < sourceCount ? seq - sources[i] : 0; }
};

// A ring over sequence numbers: they are dense, and few are in flight together. It grows when
// two of them would share a place.
class Inflight
{
public:
  Inst* find(uint64_t seq)
  {
    Inst& place = ring_[seq & (ring_.size() - 1)];
    return place.seq == seq && seq != 0 ? &place : nullptr;
  }

  Inst& add(uint64_t seq, int16_t thread)
  {
    while (ring_[seq & (ring_.size() - 1)].seq != 0 && ring_[seq & (ring_.size() - 1)].seq != seq) grow();
    Inst& place = ring_[seq & (ring_.size() - 1)];
    place.reset(seq, thread);
    if (seq > youngest_) youngest_ = seq;
    return place;
  }

  void remove(uint64_t seq)
  {
    if (Inst* place = find(seq)) place->seq = 0;
  }

  // A squashed instruction is kept while it has an entry anywhere: commit takes none into the reorder
  // buffer while it squashes, but the scheduler may have it.
  void settle(Inst& inst)
  {
    if (inst.squashed && !inst.inRob && !inst.inIq) inst.seq = 0;
  }

  void clear()
  {
    for (Inst& place : ring_) place.seq = 0;
    youngest_ = 0;
  }

  // From the youngest down to those younger than `kept`.
  template <typename F>
  void eachYounger(uint64_t kept, F&& take)
  {
    const uint64_t oldest = youngest_ >= ring_.size() ? youngest_ - ring_.size() + 1 : 1;
    for (uint64_t seq = youngest_; seq > kept && seq >= oldest; --seq) {
      if (Inst* inst = find(seq)) take(*inst);
    }
  }

private:
  void grow()
  {
    std::vector<Inst> old(ring_.size() * 2);
    old.swap(ring_);
    for (const Inst& inst : old) {
      if (inst.seq != 0) ring_[inst.seq & (ring_.size() - 1)] = inst;
    }
  }

  std::vector<Inst> ring_ = std::vector<Inst>(1024);
  uint64_t youngest_ = 0;
};
} // namespace mf

#endif
