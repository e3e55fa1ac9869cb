// Instructions in flight, by sequence number.
#ifndef MF_INFLIGHT_H
#define MF_INFLIGHT_H

#include <cstddef>
#include <cstdint>
#include <memory>
#include <utility>

namespace mf
{
struct Inst {
  static constexpr unsigned MAX_SOURCES = 12;
  static constexpr uint64_t FREE = UINT64_MAX;
  uint64_t seq = FREE;               // FREE: nobody has this place
  int16_t thread = 0;
  bool inRob = false, inIq = false;
  bool squashed = false;             // and said so
  bool trapped = false;              // took effect by a trap, and retired; its entry is still there
  bool completed = false;
  uint8_t sourceCount = 0;
  uint64_t packet = 0;               // whose answer came last
  uint32_t sources[MAX_SOURCES];     // instructions in flight that write what it reads: how much older they are

  uint64_t source(unsigned i) const { return i < sourceCount ? seq - sources[i] : 0; }
};

// A ring over sequence numbers: they are dense, and few are in flight together. It grows when
// two of them would share a place.
class Inflight
{
public:
  Inst* find(uint64_t seq)
  {
    Inst& place = placeOf(seq);
    return place.seq == seq ? &place : nullptr;
  }

  Inst& add(uint64_t seq, int16_t thread)
  {
    while (placeOf(seq).seq != Inst::FREE && placeOf(seq).seq != seq) grow();
    Inst& place = placeOf(seq);
    place = Inst();
    place.seq = seq;
    place.thread = thread;
    if (seq > youngest_) youngest_ = seq;
    return place;
  }

  // A squashed instruction is kept while it has an entry anywhere: commit takes none into the reorder
  // buffer while it squashes, but the scheduler may have it.
  void settle(Inst& inst)
  {
    if (inst.squashed && !inst.inRob && !inst.inIq) inst.seq = Inst::FREE;
  }

  void clear()
  {
    for (std::size_t i = 0; i < size_; ++i) ring_[i].seq = Inst::FREE;
    youngest_ = 0;
  }

  // From the youngest down to those younger than `kept`.
  template <typename F>
  void eachYounger(uint64_t kept, F&& take)
  {
    const uint64_t oldest = youngest_ >= size_ ? youngest_ - size_ + 1 : 1;
    for (uint64_t seq = youngest_; seq > kept && seq >= oldest; --seq) {
      if (Inst* inst = find(seq)) take(*inst);
    }
  }

private:
  Inst& placeOf(uint64_t seq) { return ring_[seq & (size_ - 1)]; }

  void grow()
  {
    const std::unique_ptr<Inst[]> old = std::exchange(ring_, std::make_unique<Inst[]>(size_ * 2));
    size_ *= 2;
    for (std::size_t i = 0; i < size_ / 2; ++i) {
      if (old[i].seq != Inst::FREE) placeOf(old[i].seq) = old[i];
    }
  }

  std::size_t size_ = 1024;          // a power of 2
  std::unique_ptr<Inst[]> ring_ = std::make_unique<Inst[]>(size_);
  uint64_t youngest_ = 0;
};
} // namespace mf

#endif
