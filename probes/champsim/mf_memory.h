// Packets through queues, caches, translation and walkers. Part of mf_probe.h.
#ifndef MF_MEMORY_H
#define MF_MEMORY_H

namespace mf
{
inline uint8_t requesterOf(uint8_t op)
{
  if (op == MF_OP_PREFETCH) return MF_REQUESTER_PREFETCH;
  if (op == MF_OP_WALK) return MF_REQUESTER_WALK;
  return op == MF_OP_WRITEBACK ? MF_REQUESTER_WRITEBACK : MF_REQUESTER_DEMAND;
}

// How a packet that found or brought its line ends, unless a miss register above still waits for it.
inline uint8_t endOf(const Packet& packet, uint8_t end) { return packet.above ? uint8_t{MF_PACKET_END_NO} : end; }

// ---- Birth ------------------------------------------------------------------------------------------------
inline Packet born(uint8_t op)
{
  Packet packet(mf_key(), op);
  packet.fresh = 1;
  return packet;
}

template <typename R>
void load(R& request)
{
  request.mf_ = born(MF_OP_LOAD);
  birth = {key(request.instr_id), NONE, NONE};
}

template <typename R>
void store(R& request)
{
  request.mf_ = born(MF_OP_STORE);
  birth = {key(request.instr_id), NONE, NONE};
}

// One packet brings the bytes of many instructions; the first is why it was sent.
template <typename R>
void instructionFetch(R& request)
{
  request.mf_ = born(MF_OP_IFETCH);
  birth = {NONE, NONE, key(request.instr_id)};
}

template <typename R>
void writeback(R& request, const Packet& displacing)
{
  request.mf_ = born(MF_OP_WRITEBACK);
  birth = {NONE, displacing.id, NONE};
}

inline Packet translationOf(const Packet& translated)
{
  Packet packet = born(translated.op);
  packet.translation = 1;
  birth = {NONE, translated.id, NONE};
  return packet;
}

inline Packet walkRead(const Packet& translation)
{
  Packet packet = born(MF_OP_WALK);
  birth = {NONE, translation.id, NONE};
  return packet;
}

// The request that a miss sends down: the same packet, for which this level waits or does not.
inline Packet below(const Packet& packet, bool waits)
{
  Packet sent = packet;
  sent.queue = 0;
  if (waits) sent.above = 1;
  sent.tried = sent.stalled = 0;
  return sent;
}

// ---- Queues -----------------------------------------------------------------------------------------------
void queuedEvents(const Packet& packet, uint16_t queue, uint64_t vaddr);

template <typename R>
void queued(R& request, uint16_t queue)
{
  request.mf_.waitsIn(queue);
  if (mf_on(MEMORY)) queuedEvents(request.mf_, queue, number(request.v_address));
  request.mf_.fresh = 0;
}

inline void dequeued(const Packet& packet)
{
  if (packet.queue != 0) mf_queue_remove(packet.queue, packet.id);
}

// It leaves a channel's queue or, if not `channel`, the prefetch queue or the translation stash.
inline void looksUp(Packet& packet, bool channel, uint16_t prefetcher)
{
  if (channel) dequeued(packet);
  if (!channel && packet.queue != 0) mf_pf_issue(prefetcher, packet.id);
  packet.queue = 0;
}

inline void queueMerged(const Packet& packet, const Packet& owner)
{
  mf_queue_merge(packet.queue, packet.id, owner.id, endOf(packet, MF_PACKET_END_MERGED));
}

inline void queueForwarded(const Packet& packet, const Packet& owner)
{
  mf_queue_forward(packet.queue, packet.id, owner.id, endOf(packet, MF_PACKET_END_FORWARDED));
}

// ---- Lookups ----------------------------------------------------------------------------------------------
struct Lookup {
  uint8_t outcome, end;
  bool entry, useful;
  uint64_t owner;
};
void accessEvent(uint16_t node, bool isTlb, const Packet& packet, uint64_t line, uint64_t page, const Lookup& lookup);

template <typename C, typename P>
void access(const C& cache, const P& packet, const Lookup& lookup)
{
  const bool isTlb = cache.mf_.isTlb;
  accessEvent(cache.mf_.node, isTlb, packet.mf_, isTlb ? 0 : lineOf(packet.address), isTlb ? pageOf(packet.v_address) : pageOf(packet.address), lookup);
}

template <typename C, typename P>
void hit(const C& cache, const P& packet, bool isHit, bool useful)
{
  if (!isHit || !mf_on(cache.mf_.domain)) return;
  const bool redundant = packet.mf_.op == MF_OP_PREFETCH && !packet.mf_.translation;
  const uint8_t end = redundant ? MF_PACKET_END_REDUNDANT : MF_PACKET_END_HIT;
  access(cache, packet, {MF_LOOKUP_HIT, endOf(packet.mf_, end), false, useful, NONE});
}

// Around the prefetcher's hook: modules are not told whose access it is.
template <typename C, typename P>
void operating(const C& cache, const P& packet)
{
  if (cache.mf_.prefetcher == 0) return;
  retrying = packet.mf_.tried != 0;
  packet.mf_.tried = 1;
  mf_set_current(packet.mf_.id, NONE);
}

template <typename C>
void operated(const C& cache)
{
  if (cache.mf_.prefetcher == 0) return;
  retrying = false;
  mf_set_current(NONE, NONE);
  mf_forget_decision();
}

template <typename C, typename P, typename M>
void merged(const C& cache, const P& packet, const M& entry)
{
  using type = decltype(packet.type);
  if (!mf_on(cache.mf_.domain | MF_PREFETCHER)) return;
  const bool late = entry.type == type::PREFETCH && packet.type != type::PREFETCH;
  if (late) mf_pf_late(cache.mf_.node, entry.mf_.id, packet.mf_.id);
  access(cache, packet, {MF_LOOKUP_MERGE, endOf(packet.mf_, MF_PACKET_END_MERGED), false, late && entry.prefetch_from_this, entry.mf_.id});
}

void refusedEvent(uint16_t node, bool isTlb, uint64_t packet, uint8_t reason, uint16_t queue);

template <typename C, typename P>
void refused(const C& cache, const P& packet, uint8_t reason, uint16_t queue)
{
  pending.kind = Pending::NOTHING;
  if (packet.mf_.stalled) return;
  packet.mf_.stalled = 1;
  if (mf_on(cache.mf_.domain)) refusedEvent(cache.mf_.node, cache.mf_.isTlb, packet.mf_.id, reason, queue);
}

// A miss, if the queue below takes it.
template <typename C, typename P>
void forwarding(const C& cache, const P& packet, bool entry)
{
  if (!mf_on(cache.mf_.domain)) return;
  const bool isTlb = cache.mf_.isTlb;
  pending = {Pending::MISS, cache.mf_.node, isTlb, entry, isTlb ? 0 : lineOf(packet.address), isTlb ? pageOf(packet.v_address) : pageOf(packet.address), &packet.mf_};
}

// A writeback that misses is a fill to come; it takes no miss register.
template <typename C, typename P>
void writeMissed(const C& cache, const P& packet)
{
  if (mf_on(cache.mf_.domain)) access(cache, packet, {MF_LOOKUP_MISS, MF_PACKET_END_NO, false, false, NONE});
}

// ---- Fills ------------------------------------------------------------------------------------------------
// The choice can be reversed like any decision. Its record is the eviction, which carries its
// ordinal; a record of the decision beside that would count it twice.
inline int64_t chooseUnrecorded(mf_site* site, int64_t natural, const mf_evidence* evidence)
{
  const uint32_t gates = mf_gates;
  mf_gates = gates & ~static_cast<uint32_t>(MF_PREFETCHER);
  const int64_t choice = mf_choose(site, natural, evidence);
  mf_gates = gates;
  return choice;
}

template <typename C, typename M>
long victim(C& cache, const M& fill, long way)
{
  if (!mf_deciding) {
    cache.mf_.victim.ordinal++;
    return way;
  }
  mf_evidence evidence{fill.mf_.id, NONE, lineOf(fill.address), pageOf(fill.address), 0, 0, nullptr, cache.mf_.refilled};
  return static_cast<long>(chooseUnrecorded(&cache.mf_.victim, way, &evidence));
}

void evictEvent(const Cache& cache, uint64_t packet, uint64_t line, uint64_t page, uint32_t set, uint16_t way, bool dirty, bool unused);
void fillEvent(const Cache& cache, uint64_t packet, uint64_t line, uint64_t page, uint32_t set, uint16_t way, bool prefetched, bool entry, bool install, uint8_t end);

// The fill is certain now; `block` is what it displaces, nullptr where it is bypassed.
template <typename C, typename M, typename B>
void filling(C& cache, const M& fill, long way, const B* block)
{
  cache.mf_.refilled = false;
  if (mf_on(cache.mf_.domain) && block != nullptr && block->valid) {
    evictEvent(cache.mf_, fill.mf_.id, lineOf(block->address), pageOf(block->v_address), mf_access::set(cache, fill.address), static_cast<uint16_t>(way),
               block->dirty, block->prefetch);
  }
  if (cache.mf_.prefetcher != 0) mf_set_current(fill.mf_.id, NONE);
}

template <typename C, typename M>
void filled(C& cache, const M& fill, long way, bool install)
{
  if (cache.mf_.prefetcher != 0) mf_set_current(NONE, NONE);
  if (!mf_on(cache.mf_.domain)) return;
  using type = decltype(fill.type);
  const bool isWriteback = fill.type == type::WRITE && !cache.match_offset_bits;
  const uint8_t end = endOf(fill.mf_, isWriteback ? MF_PACKET_END_WRITTEN : MF_PACKET_END_FILLED);
  fillEvent(cache.mf_, fill.mf_.id, lineOf(fill.address), pageOf(fill.v_address), mf_access::set(cache, fill.address), static_cast<uint16_t>(way),
            install && fill.prefetch_from_this, !isWriteback, install, end);
}

// ---- Prefetch requests of any module ----------------------------------------------------------------------
void requestEvent(const Cache& cache, uint64_t line, uint64_t page, uint64_t serial, bool here, bool admitted, bool forced);

// Whether the prefetch queue refuses a candidate. Its lines are virtual where the cache prefetches virtually.
template <typename C, typename A>
bool refuses(C& cache, const A& address, bool here, bool full)
{
  Cache& state = cache.mf_;
  state.request = mf_key();
  if (!mf_deciding) {
    state.admit.ordinal++;
    return full;
  }
  const uint64_t line = cache.virtual_prefetch ? 0 : lineOf(address), page = cache.virtual_prefetch ? 0 : pageOf(address);
  const uint64_t serial = mf_last_decision();
  const auto occupancy = static_cast<int64_t>(mf_access::prefetchQueue(cache));
  mf_evidence evidence{NONE, NONE, line, page, occupancy, static_cast<int64_t>(cache.PQ_SIZE), full ? "queue_cap" : nullptr, retrying};
  const bool admitted = mf_decide(&state.admit, !full, &evidence) != 0 || state.admitForced;
  mf_forget_decision();
  requestEvent(state, line, page, serial, here, admitted, admitted == full || state.admitForced);
  state.admitForced = false;
  return !admitted;
}

template <typename C>
Packet requested(const C& cache, uint16_t queue)
{
  Packet packet(cache.mf_.request, MF_OP_PREFETCH);
  packet.waitsIn(queue);
  return packet;
}

// ---- Translation ------------------------------------------------------------------------------------------
template <typename C, typename P>
void translated(const C& cache, const P& packet, uint64_t translation)
{
  if (mf_on(MF_TLB)) mf_packet_translated(cache.mf_.node, packet.mf_.id, translation, lineOf(packet.address));
}

// A walk, if the cache takes its first read.
template <typename W, typename R>
void walkBegins(const W& walker, const R& request)
{
  if (mf_on(MF_TLB)) pending = {Pending::WALK, walker.mf_.node, true, false, 0, 0, &request.mf_};
}

inline void walkAsked() { pending.kind = Pending::NOTHING; }

template <typename W, typename M>
void walkStep(const W& walker, const M& walk, uint64_t read)
{
  mf_walk_step(walker.mf_.node, walk.mf_.id, static_cast<uint8_t>(walk.translation_level), read);
}

template <typename W, typename M>
void walkEnds(const W& walker, const M& walk)
{
  mf_walk_end(walker.mf_.node, walk.mf_.id);
}
} // namespace mf

#endif
