#include "mf_probe.h"

namespace mf
{
Birth birth{NONE, NONE, NONE};
Pending pending{Pending::NOTHING, 0, false, false, 0, 0, nullptr};
bool retrying = false;

void accessEvent(uint16_t node, bool isTlb, const Packet& packet, uint64_t line, uint64_t page, const Lookup& lookup)
{
  if (isTlb) {
    mf_tlb_access(node, packet.id, page, packet.op, lookup.outcome, lookup.entry, lookup.useful, lookup.owner, lookup.end);
  } else {
    mf_cache_access(node, packet.id, line, page, packet.op, lookup.outcome, lookup.entry, lookup.useful, lookup.owner, lookup.end);
  }
}

namespace
{
// What had to wait for the queue below.
void settlePending()
{
  const Pending settled = pending;
  pending.kind = Pending::NOTHING;
  if (settled.kind == Pending::MISS)
    accessEvent(settled.node, settled.isTlb, *settled.packet, settled.line, settled.page, {MF_LOOKUP_MISS, MF_PACKET_END_NO, settled.entry, false, NONE});
  if (settled.kind == Pending::WALK) {
    dequeued(*settled.packet);
    mf_walk_begin(settled.node, settled.packet->id);
  }
}
} // namespace

void queuedEvents(const Packet& packet, uint16_t queue, uint64_t vaddr)
{
  settlePending();
  if (!packet.fresh) {
    mf_queue_insert(queue, packet.id);
  } else if (packet.translation) {
    mf_translation_send(queue, packet.id, packet.op, requesterOf(packet.op), birth.parent, vaddr >> LOG2_PAGE_SIZE);
  } else {
    mf_packet_send(queue, packet.id, packet.op, requesterOf(packet.op), birth.inst, birth.parent, vaddr, birth.cause);
  }
}

void refusedEvent(uint16_t node, bool isTlb, uint64_t packet, uint8_t reason, uint16_t queue)
{
  if (isTlb) {
    mf_tlb_stall(node, packet, reason, queue);
  } else {
    mf_cache_stall(node, packet, reason, queue);
  }
}

void evictEvent(const Cache& cache, uint64_t packet, uint64_t line, uint64_t page, uint32_t set, uint16_t way, bool dirty, bool unused)
{
  const uint64_t ordinal = cache.victim.ordinal - 1; // chosen just now
  if (cache.isTlb) {
    mf_tlb_evict(cache.node, packet, page, set, way, ordinal, MF_EVICT_REASON_REPLACEMENT, unused);
  } else {
    mf_cache_evict(cache.node, packet, line, set, way, ordinal, MF_EVICT_REASON_REPLACEMENT, dirty, unused);
  }
}

void fillEvent(const Cache& cache, uint64_t packet, uint64_t line, uint64_t page, uint32_t set, uint16_t way, bool prefetched, bool entry, bool install,
               uint8_t end)
{
  if (cache.isTlb) {
    mf_tlb_fill(cache.node, packet, page, set, way, prefetched, entry, install, end);
  } else {
    mf_cache_fill(cache.node, packet, line, set, way, prefetched, entry, install, end);
  }
}

void requestEvent(const Cache& cache, uint64_t line, uint64_t page, uint64_t serial, bool here, bool admitted, bool forced)
{
  mf_pf_request(cache.prefetcher, cache.request, line, page, mf_current_packet(), mf_current_chain(), serial, here,
                admitted ? MF_ADMISSION_QUEUED : MF_ADMISSION_QUEUE_FULL, forced);
}

void begin(champsim::environment& env, const std::vector<std::string>& traces)
{
  mf_attach("champsim", "champsim/default", "ps");
  mf_access::topology(env, traces);
  mf_on_snapshot(&mf_access::snapshot, &env);
  mf_begin();
}
} // namespace mf
