// Memory controllers, as the calls in the tree tell of them: queues, banks, rows, bus.
//
// A read holds its entry until its data is there, a write until it is issued; its bank and bus serve it
// later, and memory.serve says when it is written. gem5 knows at issue when the bus will be taken: that is
// told when it happens.
#include "mem/dram_interface.hh"
#include "mem/mem_ctrl.hh"
#include "mf_hooks.hh"
#include "mf_listen.h"
#include "mf_tag.h"

#include <algorithm>
#include <unordered_map>

using namespace gem5;

namespace mf
{
namespace
{
struct Entry {
  Channel* channel;
  uint64_t key, inst;
  uint16_t slot;
  uint8_t op;
  bool write, ends;                  // its packet ends here
  bool issued = false;               // to a bank; what comes of a write then is in `due`
};
std::unordered_map<const Burst*, Entry> entries;

// What happens when the time has come.
struct Due {
  const Memory* memory;
  Entry entry;
  bool rowHit, written;              // not written: its burst starts
};
std::multimap<Tick, Due> due;

// How many bursts of a packet that takes several are to come.
std::unordered_map<uint64_t, uint64_t> left;

Channel::Queue& queueOf(const Entry& entry) { return entry.write ? entry.channel->writes : entry.channel->reads; }

uint16_t freeSlot(Channel::Queue& queue)
{
  const auto free = std::find(queue.bursts.begin(), queue.bursts.end(), nullptr);
  const auto slot = static_cast<uint16_t>(free - queue.bursts.begin());
  if (free == queue.bursts.end()) queue.bursts.push_back(nullptr);
  return slot;
}

// How a burst's packet ends with it, when it is the last one.
uint8_t endOf(const Entry& entry, uint8_t end)
{
  const auto more = left.find(entry.key);
  if (more != left.end() && --more->second > 0) return MF_PACKET_END_NO;
  if (more != left.end()) left.erase(more);
  return entry.ends ? end : uint8_t{MF_PACKET_END_NO};
}

void later(Tick when, const Due& what)
{
  if (!mf_on(MF_DRAM)) forgetDue();
  due.emplace(when, what);
  nextDue = due.begin()->first;
}

// What comes next, and how its packet ends with it.
std::pair<Due, uint8_t> takeDue()
{
  const Due what = due.begin()->second;
  due.erase(due.begin());
  nextDue = due.empty() ? MaxTick : due.begin()->first;
  return {what, what.written ? endOf(what.entry, MF_PACKET_END_WRITTEN) : uint8_t{MF_PACKET_END_NO}};
}

uint8_t requesterOf(uint8_t op) { return op == MF_OP_WRITEBACK ? MF_REQUESTER_WRITEBACK : MF_REQUESTER_DEMAND; }

// One burst of a packet takes an entry. What no cache has told of is born here.
Entry enter(Channel& channel, const gem5::Packet& packet, bool write)
{
  auto* asked = const_cast<PacketPtr>(&packet);
  auto tag = tagOf(asked);
  const bool born = tag == nullptr;
  if (born) tag = newTag(packet.req, mf_key(), nullptr);
  const bool served = packet.req->hasInstSeqNum() && !packet.req->isInstFetch();
  Entry entry{&channel, tag->key, served ? packet.req->getReqInstSeqNum() : NONE, 0, opOf(asked), write, tag->origin == nullptr || packet.isWriteback()};
  entry.slot = freeSlot(queueOf(entry));
  const uint64_t offset = packet.getAddr() % channel.burstSize;
  const uint64_t bursts = (offset + packet.getSize() + channel.burstSize - 1) / channel.burstSize;
  if (bursts > 1) left.emplace(entry.key, bursts);
  if (!mf_on(MF_DRAM)) return entry;
  now();
  if (born) mf_packet_send(queueOf(entry).node, entry.key, entry.op, requesterOf(entry.op), entry.inst, NONE, 0, NONE, 1);
  mf_dram_insert(queueOf(entry).node, entry.key, entry.slot);
  return entry;
}

void queued(const Controller& controller, const Burst& burst)
{
  Channel* channel = channelOf(controller);
  if (channel == nullptr) return;
  const Entry entry = enter(*channel, *burst.pkt, burst.isWrite());
  queueOf(entry).bursts[entry.slot] = &burst;
  entries.emplace(&burst, entry);
}

// What a write in the queue answers or takes in has an entry for no time.
void forwarded(const Controller& controller, const gem5::Packet& read, const Burst& write)
{
  const auto owner = entries.find(&write);
  if (owner == entries.end()) return;
  const Entry entry = enter(*channelOf(controller), read, false);
  mf_dram_forward(queueOf(entry).node, entry.key, entry.slot, owner->second.key, endOf(entry, MF_PACKET_END_FORWARDED));
}

void merged(const Controller& controller, const gem5::Packet& write, uint64_t address)
{
  Channel* channel = channelOf(controller);
  const auto owner = std::find_if(entries.begin(), entries.end(), [&](const auto& each) {
    return each.second.channel == channel && each.second.write && each.first->addr / channel->burstSize == address / channel->burstSize;
  });
  if (owner == entries.end()) return;
  const Entry entry = enter(*channel, write, true);
  mf_dram_merge(queueOf(entry).node, entry.key, entry.slot, owner->second.key, endOf(entry, MF_PACKET_END_MERGED));
}

void issued(const memory::DRAMInterface& dram, const Burst& burst, bool rowHit)
{
  const auto found = entries.find(&burst);
  if (found == entries.end()) return;
  const auto memory = std::find_if(machine.memories.begin(), machine.memories.end(), [&](const Memory& each) { return each.memory == &dram; });
  Entry& entry = found->second;
  entry.issued = true;
  later(burst.readyTime - memory->burst, {&*memory, entry, rowHit, false});
  if (entry.write) later(burst.readyTime, {&*memory, entry, rowHit, true});
  if (!mf_on(MF_DRAM)) return;
  now();
  mf_dram_bank(static_cast<uint16_t>(memory->bank + burst.bankId), entry.key, burst.row, rowHit);
}

void done(const Controller&, const Burst& burst)
{
  const auto found = entries.find(&burst);
  if (found == entries.end()) return;
  Entry entry = found->second;
  entries.erase(found);
  queueOf(entry).bursts[entry.slot] = nullptr;
  uint8_t end = MF_PACKET_END_NO;
  if (!entry.write) {
    entry.ends = tagOf(burst.pkt)->origin == nullptr;
    end = endOf(entry, MF_PACKET_END_FILLED);
  } else if (!entry.issued) {
    end = endOf(entry, MF_PACKET_END_WRITTEN);
  }
  if (!mf_on(MF_DRAM)) return;
  now();
  mf_dram_done(queueOf(entry).node, entry.key, entry.slot, end);
}
} // namespace

Channel* channelOf(const Controller& controller)
{
  for (Channel& channel : machine.channels) {
    if (channel.controller == &controller) return &channel;
  }
  return nullptr;
}

void tellDue()
{
  while (curTick() >= nextDue) {
    const Tick when = nextDue;
    const auto [what, end] = takeDue();
    if (!mf_on(MF_DRAM)) continue;
    mf_now(when);
    if (what.written) mf_memory_serve(what.memory->node, what.entry.key, end);
    else mf_dram_bus(what.memory->bus, what.entry.key, what.rowHit, what.entry.write);
  }
}

void forgetDue()
{
  while (curTick() > nextDue) takeDue();
}

void dumpChannels()
{
  const auto live = [](uint16_t node, const Entry& entry) {
    mf_packet_live(node, entry.key, entry.op, requesterOf(entry.op), entry.inst, NONE);
  };
  for (const Channel& channel : machine.channels) {
    for (const Channel::Queue* queue : {&channel.reads, &channel.writes}) {
      for (const Burst* burst : queue->bursts) {
        if (burst == nullptr) continue;
        const Entry& entry = entries.at(burst);
        live(queue->node, entry);
        mf_dram_insert(queue->node, entry.key, entry.slot);
      }
    }
  }
  for (const auto& [when, what] : due) {
    if (what.written) live(what.memory->node, what.entry);
  }
}

void listenToChannels()
{
  hooks.dramQueued = queued;
  hooks.dramForwarded = forwarded;
  hooks.dramMerged = merged;
  hooks.dramBurst = issued;
  hooks.dramDone = done;
}
} // namespace mf
