// Calls from gem5's own sources to the module, for what no probe point and no wrapped function shows.
// `mf-probe gem5 TREE --apply` puts the calls and this header into a tree. Each does nothing until the
// module sets its pointer: a tree with the calls builds and runs without the module.
#ifndef MF_HOOKS_HH
#define MF_HOOKS_HH

#include <cstddef>
#include <cstdint>

namespace gem5 {
class Packet;
namespace o3 {
class DynInst;
}
namespace memory {
class DRAMInterface;
class MemCtrl;
class MemPacket;
}  // namespace memory
}  // namespace gem5

namespace mf {
using Instruction = gem5::o3::DynInst;
using Burst = gem5::memory::MemPacket;
using Controller = gem5::memory::MemCtrl;

// What an instruction waits for at rename or dispatch.
enum class Full : uint8_t { ROB, IQ, LQ, SQ, REGISTERS, SERIALIZE };

struct Hooks {
  void (*violation)(const Instruction& load, const Instruction& by);
  void (*renameFull)(const Instruction& head, Full what);
  void (*dispatchFull)(const Instruction& head, Full what);
  void (*dramQueued)(const Controller&, const Burst&);
  void (*dramForwarded)(const Controller&, const gem5::Packet& read, const Burst& write);
  void (*dramMerged)(const Controller&, const gem5::Packet& write, uint64_t address);
  void (*dramBurst)(const gem5::memory::DRAMInterface&, const Burst&, bool rowHit);
  void (*dramDone)(const Controller&, const Burst&);
};

inline Hooks hooks{};

// Whether this gem5 was built with the calls of the memory controllers. Their source sets it before main.
inline bool tellsDram = false;

// `load` went before `by`, a store or an older load, that it should have waited for: it is squashed.
inline void violation(const Instruction& load, const Instruction& by) {
  if (hooks.violation) hooks.violation(load, by);
}

// `head` cannot be renamed in this cycle. Said in every cycle in which rename tries.
inline void renameFull(const Instruction& head, Full what) {
  if (hooks.renameFull) hooks.renameFull(head, what);
}

// The same for the first of `waiting` that finds none of `free` places, if there is one.
template <typename Queue>
void renameRoom(const Queue& waiting, int free, Full what) {
  const std::size_t taken = free < 0 ? 0 : static_cast<std::size_t>(free);
  if (taken < waiting.size()) renameFull(*waiting[taken], what);
}

// `head` cannot enter the issue queue, or the load or store queue, in this cycle.
inline void dispatchFull(const Instruction& head, Full what) {
  if (hooks.dispatchFull) hooks.dispatchFull(head, what);
}

// A burst enters the read or the write queue. A write is answered at once: its packet may be gone
// at the calls below, so that burst.pkt is to be read here.
inline void dramQueued(const Controller& controller, const Burst& burst) {
  if (hooks.dramQueued) hooks.dramQueued(controller, burst);
}

// A burst of `read` is answered by `write`, which waits in the write queue.
inline void dramForwarded(const Controller& controller, const gem5::Packet& read, const Burst& write) {
  if (hooks.dramForwarded) hooks.dramForwarded(controller, read, write);
}

// A burst of `write` falls on one in the write queue; `address` is that of the burst.
inline void dramMerged(const Controller& controller, const gem5::Packet& write, uint64_t address) {
  if (hooks.dramMerged) hooks.dramMerged(controller, write, address);
}

// The scheduler gives a burst to its bank; the last data comes at the burst's readyTime, which may lie
// ahead. DRAM only: non-volatile memory behind the same controller does not tell it.
inline void dramBurst(const gem5::memory::DRAMInterface& dram, const Burst& burst, bool rowHit) {
  if (hooks.dramBurst) hooks.dramBurst(dram, burst, rowHit);
}

// A burst leaves its queue: a read when its data is there, a write when it is issued.
inline void dramDone(const Controller& controller, const Burst& burst) {
  if (hooks.dramDone) hooks.dramDone(controller, burst);
}
}  // namespace mf

#endif
