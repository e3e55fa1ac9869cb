// Main memory: when it reads or writes what a packet asks for. Where the calls in the tree tell of its
// queues, mf_dram.cc says so instead.
#include "mem/abstract_mem.hh"
#include "mf_tag.h"
#include "mf_symbols.h"

using namespace gem5;
using gem5::memory::AbstractMemory;

namespace mf
{
MF_WRAP(void, memoryAccess, "_ZN4gem56memory14AbstractMemory6accessEPNS_6PacketE", AbstractMemory*, PacketPtr);

void wrap_memoryAccess(AbstractMemory* object, PacketPtr packet)
{
  if (mf_on(MF_DRAM)) {
    const auto tag = tagOf(packet);
    for (const Memory& memory : machine.memories) {
      if (memory.memory != object || memory.bus != 0 || tag == nullptr) continue;
      now();
      mf_memory_serve(memory.node, tag->key, packet->isWriteback() ? MF_PACKET_END_WRITTEN : MF_PACKET_END_NO);
    }
  }
  real_memoryAccess(object, packet);
}
} // namespace mf
