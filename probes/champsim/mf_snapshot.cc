// Live state, said again whenever domains open: what is in flight, in queues and in caches.
//
// Without it every warm line would look cold and every queue emptier than it is. Lines are
// given without the packet that brought them, since that ended before.
#include <set>

#include "cache.h"
#include "dram_controller.h"
#include "environment.h"
#include "mf_probe.h"
#include "ooo_cpu.h"
#include "ptw.h"

namespace
{
using mf::key;
using mf::NONE;

// ---- Instructions
template <typename Q>
void fetchedInstructions(const O3_CPU& cpu, const Q& queue, bool decoded)
{
  for (const auto& instr : queue) {
    mf_inst_fetch(cpu.mf_.node, key(instr.instr_id), mf::number(instr.ip), mf::opclassOf(instr), NONE);
    if (decoded)
      mf_inst_decode(cpu.mf_.node, key(instr.instr_id));
  }
}

void reorderBuffer(const O3_CPU& cpu)
{
  for (const auto& instr : cpu.ROB) {
    mf_inst_dispatch(cpu.mf_.node, key(instr.instr_id));
    if (instr.scheduled && !instr.executed)
      mf_inst_schedule(cpu.mf_.node, key(instr.instr_id));
  }
}

void memoryQueues(const O3_CPU& cpu)
{
  std::ptrdiff_t slot = 0;
  for (const auto& entry : cpu.LQ) {
    if (entry.has_value())
      mf::loadInserted(cpu, *entry, slot, entry->virtual_address);
    slot++;
  }
  for (const auto& entry : cpu.SQ) {
    mf::storeInserted(cpu, entry);
    if (entry.fetch_issued)
      mf::storeReady(cpu, entry);
  }
}

void instructions(O3_CPU& cpu)
{
  fetchedInstructions(cpu, cpu.ROB, true);
  fetchedInstructions(cpu, cpu.DISPATCH_BUFFER, true);
  fetchedInstructions(cpu, cpu.DIB_HIT_BUFFER, false);
  fetchedInstructions(cpu, cpu.DECODE_BUFFER, false);
  fetchedInstructions(cpu, cpu.IFETCH_BUFFER, false);
  reorderBuffer(cpu);
  memoryQueues(cpu);
  // The next cycle says its states whatever they were.
  cpu.mf_.headReason = cpu.mf_.dispatchReason = cpu.mf_.scheduleReason = UINT8_MAX;
}

// ---- Packets
class Packets
{
public:
  // Says once that the packet is under way.
  template <typename P>
  void live(uint16_t node, const P& holder)
  {
    const mf::Packet& packet = holder.mf_;
    if (packet.id == NONE || !seen_.insert(packet.id).second)
      return;
    if (packet.translation)
      mf_translation_live(node, packet.id, packet.op, mf::requesterOf(packet.op), NONE, mf::pageOf(holder.v_address));
    else
      mf_packet_live(node, packet.id, packet.op, mf::requesterOf(packet.op), instructionOf(holder), NONE);
  }

  template <typename Q>
  void queue(uint16_t node, const Q& queue)
  {
    for (const auto& request : queue) {
      live(node, request);
      if (node != 0 && request.mf_.id != NONE)
        mf_queue_insert(node, request.mf_.id);
    }
  }

  template <typename Q>
  void all(uint16_t node, const Q& holders)
  {
    for (const auto& holder : holders)
      live(node, holder);
  }

  void channel(const champsim::channel& channel)
  {
    queue(channel.mf_.rq, channel.RQ);
    queue(channel.mf_.wq, channel.WQ);
    queue(channel.mf_.pq, channel.PQ);
  }

  template <typename Q>
  void missRegisters(const CACHE& cache, const Q& entries)
  {
    for (const auto& entry : entries) {
      live(cache.mf_.node, entry);
      mf::access(cache, entry, {MF_LOOKUP_MISS, MF_PACKET_END_NO, true, false, NONE});
    }
  }

  template <typename Q>
  void walks(const PageTableWalker& walker, const Q& entries)
  {
    for (const auto& entry : entries) {
      live(walker.mf_.node, entry);
      mf_walk_begin(walker.mf_.node, entry.mf_.id);
    }
  }

  template <typename Q>
  void memoryQueue(uint16_t node, const Q& entries)
  {
    uint16_t slot = 0;
    for (const auto& entry : entries) {
      if (entry.has_value()) {
        live(node, *entry);
        mf_dram_insert(node, entry->mf_.id, slot);
      }
      slot++;
    }
  }

private:
  // Instructions wait for loads and stores only; walkers and memory channels do not know for which.
  template <typename P>
  static uint64_t instructionOf(const P& holder)
  {
    return holder.mf_.op == MF_OP_LOAD || holder.mf_.op == MF_OP_STORE ? served(holder, 0) : NONE;
  }
  template <typename P>
  static auto served(const P& holder, int) -> decltype(key(holder.instr_id))
  {
    return key(holder.instr_id);
  }
  template <typename P>
  static uint64_t served(const P&, long)
  {
    return NONE;
  }

  std::set<uint64_t> seen_;
};

void lines(const CACHE& cache)
{
  std::size_t at = 0;
  for (const auto& block : cache.block) {
    const auto set = static_cast<uint32_t>(at / cache.NUM_WAY);
    const auto way = static_cast<uint16_t>(at % cache.NUM_WAY);
    at++;
    if (block.valid)
      mf::fillEvent(cache.mf_, NONE, mf::lineOf(block.address), mf::pageOf(block.v_address), set, way, block.prefetch, false, true, MF_PACKET_END_NO);
  }
}

template <typename Q>
void queuedPrefetches(const CACHE& cache, const Q& queue)
{
  for (const auto& entry : queue) {
    const bool isVirtual = cache.virtual_prefetch;
    mf_pf_request(cache.mf_.prefetcher, entry.mf_.id, isVirtual ? 0 : mf::lineOf(entry.address), isVirtual ? 0 : mf::pageOf(entry.address), NONE, NONE, 0,
                  !entry.skip_fill, MF_ADMISSION_QUEUED, false);
  }
}
} // namespace

void mf_access::snapshot(uint32_t domains, void* context)
{
  auto& env = *static_cast<champsim::environment*>(context);
  Packets packets;
  if ((domains & MF_CORE) != 0) {
    for (O3_CPU& cpu : env.cpu_view())
      instructions(cpu);
  }
  for (CACHE& cache : env.cache_view()) {
    if ((domains & MF_PREFETCHER) != 0 && cache.mf_.prefetcher != 0)
      queuedPrefetches(cache, cache.internal_PQ);
    if ((domains & cache.mf_.domain) == 0)
      continue;
    for (const auto* channel : cache.upper_levels)
      packets.channel(*channel);
    packets.all(cache.mf_.node, cache.inflight_tag_check);
    packets.all(cache.mf_.node, cache.translation_stash);
    packets.missRegisters(cache, cache.MSHR);
    packets.all(cache.mf_.node, cache.inflight_writes);
    lines(cache);
  }
  for (PageTableWalker& walker : env.ptw_view()) {
    if ((domains & MF_TLB) == 0)
      continue;
    for (const auto* channel : walker.upper_levels)
      packets.channel(*channel);
    packets.walks(walker, walker.MSHR);
    packets.walks(walker, walker.finished);
    packets.walks(walker, walker.completed);
  }
  if ((domains & MF_DRAM) != 0) {
    for (const auto* channel : env.dram_view().queues)
      packets.channel(*channel);
    for (const DRAM_CHANNEL& channel : env.dram_view().channels) {
      packets.memoryQueue(channel.mf_.rq, channel.RQ);
      packets.memoryQueue(channel.mf_.wq, channel.WQ);
    }
  }
}

void mf::phaseBegins(champsim::environment& env, bool warmup)
{
  if (warmup)
    return;
  for (O3_CPU& cpu : env.cpu_view()) {
    mf::now(cpu.current_time);
    mf_phase(static_cast<int>(cpu.cpu), 1, cpu.num_retired == 0);
  }
}
