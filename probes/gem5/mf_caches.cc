// Lookups, misses and their registers, fills, evictions, write buffers.
//
// A lookup happens inside BaseCache::recvTimingReq, a fill inside recvTimingResp; what the
// functions called there do is told with the packet that is under way.
#include <unordered_map>

#include "mf_cache_members.h"
#include "mf_listen.h"
#include "mf_tag.h"
#include "mem/cache/cache_probe_arg.hh"

using namespace gem5;

namespace mf
{
namespace
{
// What a cache is doing now.
struct UnderWay {
  Cache* cache = nullptr;
  PacketPtr packet = nullptr;
  uint64_t key = NONE;
  bool isWriteback = false, isFill = false, prefetch = false, told = false;
  const CacheBlk* block = nullptr;   // just installed
};
UnderWay underWay;

class Doing
{
public:
  explicit Doing(const UnderWay& what) : before_(underWay) { underWay = what; }
  ~Doing() { underWay = before_; }
  Doing(const Doing&) = delete;
  Doing& operator=(const Doing&) = delete;

private:
  UnderWay before_;
};

// By miss register: whose it is, and the cache.
struct Owner {
  uint64_t key;
  Cache* cache;
  bool prefetch;                     // and no demand has joined
  bool answered;                     // or never to be: a locked read that hit holds it
};
std::unordered_map<const MSHR*, Owner> owners;

uint16_t commandWord(const PacketPtr packet)
{
  static std::unordered_map<int, uint16_t> words;
  uint16_t& word = words[packet->cmd.toInt()];
  if (word == 0) word = mf_word(packet->cmdString().c_str());
  return word;
}

uint8_t requesterOf(uint8_t op)
{
  if (op == MF_OP_PREFETCH) return MF_REQUESTER_PREFETCH;
  return op == MF_OP_WRITEBACK ? MF_REQUESTER_WRITEBACK : MF_REQUESTER_DEMAND;
}

// The instruction behind it; a packet of instructions serves many and has none.
uint64_t instOf(const PacketPtr packet) { return packet->req->hasInstSeqNum() && !packet->req->isInstFetch() ? packet->req->getReqInstSeqNum() : NONE; }

// Messages to snoop filters and cache maintenance are no lookups of ours.
bool isLookup(const PacketPtr packet) { return packet->cmd != MemCmd::CleanEvict && !packet->req->isCacheMaintenance() && !packet->req->isUncacheable(); }

struct Lookup {
  uint8_t outcome;
  uint8_t done = MF_PACKET_END_NO;
  bool entry = false, useful = false;
  uint64_t owner = NONE;
};

void access(const Cache& cache, const PacketPtr packet, uint64_t key, const Lookup& lookup)
{
  const Addr address = packet->getAddr();
  mf_cache_access(cache.node, key, lineOf(cache, address), pageOf(address), opOf(packet), lookup.outcome, lookup.entry, lookup.useful, lookup.owner,
                  lookup.done, commandWord(packet));
}

uint8_t endAt(const Cache& cache, const Tag& tag, uint8_t end) { return tag.origin == &cache ? end : uint8_t{MF_PACKET_END_NO}; }

// A writeback installs its line in the lookup itself.
void writebackArrives(const Cache& cache, const PacketPtr packet, const Tag& tag)
{
  const bool here = cache.cache->inCache(packet->getAddr(), packet->isSecure());
  const bool sunk = !here && packet->cmd == MemCmd::WritebackClean && mshrsOf(*cache.cache).findMatch(packet->getBlockAddr(1u << cache.lineShift), packet->isSecure());
  if (here) access(cache, packet, tag.key, {MF_LOOKUP_HIT, MF_PACKET_END_HIT});
  else access(cache, packet, tag.key, {MF_LOOKUP_MISS, static_cast<uint8_t>(sunk ? MF_PACKET_END_DROPPED : MF_PACKET_END_NO)});
}

void hit(Cache& cache, const CacheAccessProbeArg& arg)
{
  if (!mf_on(MF_CACHE) || underWay.cache != &cache || underWay.packet != arg.pkt || underWay.isWriteback || underWay.key == NONE) return;
  const auto tag = tagOf(arg.pkt);
  if (tag == nullptr) return;
  now();
  const bool useful = cache.prefetcher != nullptr && arg.cache.hasBeenPrefetched(arg.pkt->getAddr(), arg.pkt->isSecure());
  access(cache, arg.pkt, tag->key, {MF_LOOKUP_HIT, endAt(cache, *tag, MF_PACKET_END_HIT), false, useful});
}

uint8_t blockReason(uint8_t mask)
{
  if (mask & (1u << BaseCache::Blocked_NoMSHRs)) return MF_BLOCK_REASON_MSHR_FULL;
  if (mask & (1u << BaseCache::Blocked_NoTargets)) return MF_BLOCK_REASON_TARGETS_FULL;
  return mask != 0 ? MF_BLOCK_REASON_WRITES_FULL : MF_BLOCK_REASON_NONE;
}

void settleBlocked(Cache& cache)
{
  const uint8_t reason = blockReason(blockedOf(*cache.cache));
  if (reason == cache.blocked) return;
  cache.blocked = reason;
  mf_cache_block(cache.node, reason);
}

void filled(Cache& cache, const PacketPtr packet)
{
  if (underWay.told) return;
  underWay.told = true;
  const auto tag = tagOf(packet);
  const CacheBlk* block = underWay.block;
  uint8_t end = MF_PACKET_END_NO;
  if (underWay.isWriteback) end = MF_PACKET_END_WRITTEN;
  else if (tag != nullptr) end = endAt(cache, *tag, MF_PACKET_END_FILLED);
  mf_cache_fill(cache.node, underWay.key, lineOf(cache, packet->getAddr()), block == nullptr ? 0 : block->getSet(),
                static_cast<uint16_t>(block == nullptr ? 0 : block->getWay()), underWay.prefetch && block != nullptr, 0, block != nullptr, end);
}

// Who waited behind a miss, and now has a place among what it answers: all but the first `before`.
void join(MSHR& mshr, const Owner& owner, std::size_t before)
{
  const Cache& cache = *owner.cache;
  const auto& targets = targetsOf(mshr);
  for (auto target = std::next(targets.begin(), static_cast<std::ptrdiff_t>(before)); target != targets.end(); ++target) {
    const auto tag = tagOf(target->pkt);
    if (tag == nullptr) continue;
    if (tag->origin == &cache) tag->waker = owner.key;
    mf_mshr_join(cache.mshr, tag->key, owner.key, endAt(cache, *tag, MF_PACKET_END_MERGED));
  }
}

void promote(MSHR* mshr, void (*real)(MSHR*))
{
  const auto before = targetsOf(*mshr).size();
  real(mshr);
  const auto owner = mf_on(MF_CACHE) && targetsOf(*mshr).size() != before ? owners.find(mshr) : owners.end();
  if (owner == owners.end()) return;
  now();
  join(*mshr, owner->second, before);
}

void fill(Cache& cache, const CacheAccessProbeArg& arg)
{
  if (!mf_on(MF_CACHE) || underWay.cache != &cache || !underWay.isFill) return;
  now();
  filled(cache, arg.pkt);
}
} // namespace

uint8_t opOf(const PacketPtr packet)
{
  if (packet->isEviction() || packet->cmd == MemCmd::WriteClean) return MF_OP_WRITEBACK;
  if (packet->req->isInstFetch()) return MF_OP_IFETCH;
  if (packet->cmd == MemCmd::HardPFReq || packet->req->isPrefetch()) return MF_OP_PREFETCH;
  return packet->needsWritable() || packet->isWrite() ? MF_OP_STORE : MF_OP_LOAD;
}

std::shared_ptr<Tag> newTag(const RequestPtr& request, uint64_t key, const Cache* origin)
{
  auto tag = std::make_shared<Tag>(key);
  tag->origin = origin;
  request->setExtension(tag);
  return tag;
}

Core* sending = nullptr;

void refused(const Cache& cache, PacketPtr packet)
{
  static constexpr uint8_t REASONS[] = {0, MF_STALL_REASON_MSHR_FULL, MF_STALL_REASON_TARGETS_FULL, MF_STALL_REASON_WRITES_FULL};
  const uint8_t reason = blockReason(blockedOf(*cache.cache));
  if (reason == MF_BLOCK_REASON_NONE) return;   // its port was taken
  const auto tag = arrived(packet, cache);
  if (tag->refused) return;
  tag->refused = true;
  mf_cache_stall(cache.node, tag->key, REASONS[reason], 0);
}

std::shared_ptr<Tag> arrived(PacketPtr packet, const Cache& cache)
{
  if (sending != nullptr) sending->dataCache = &cache;
  if (auto tag = tagOf(packet)) return tag;
  auto tag = newTag(packet->req, mf_key(), &cache);
  const uint8_t op = opOf(packet);
  mf_packet_send(cache.node, tag->key, op, requesterOf(op), instOf(packet), NONE, packet->req->hasVaddr() ? packet->req->getVaddr() : 0, NONE, 1);
  return tag;
}

void listenTo(Cache& cache)
{
  ProbeManager* manager = cache.cache->getProbeManager();
  listen<CacheAccessProbeArg>(manager, "Hit", [&cache](const CacheAccessProbeArg& arg) { hit(cache, arg); });
  listen<CacheAccessProbeArg>(manager, "Fill", [&cache](const CacheAccessProbeArg& arg) { fill(cache, arg); });
}

// ---- In front of gem5's functions: lookups and misses -----------------------------------------------------
MF_WRAP(void, recvTimingReq, "_ZN4gem59BaseCache13recvTimingReqEPNS_6PacketE", BaseCache*, PacketPtr);
MF_WRAP(void, recvTimingResp, "_ZN4gem59BaseCache14recvTimingRespEPNS_6PacketE", BaseCache*, PacketPtr);
MF_WRAP(MSHR*, allocateMshr, "_ZN4gem59MSHRQueue8allocateEmjPNS_6PacketEmlb", MSHRQueue*, Addr, unsigned, PacketPtr, Tick, Counter, bool);
MF_WRAP(void, deallocateMshr, "_ZN4gem59MSHRQueue10deallocateEPNS_4MSHRE", MSHRQueue*, MSHR*);
MF_WRAP(void, mshrInService, "_ZN4gem59MSHRQueue13markInServiceEPNS_4MSHREb", MSHRQueue*, MSHR*, bool);
MF_WRAP(void, allocateTarget, "_ZN4gem54MSHR14allocateTargetEPNS_6PacketEmlb", MSHR*, PacketPtr, Tick, Counter, bool);
MF_WRAP(bool, promoteDeferred, "_ZN4gem54MSHR22promoteDeferredTargetsEv", MSHR*);
MF_WRAP(void, promoteReadable, "_ZN4gem54MSHR15promoteReadableEv", MSHR*);
MF_WRAP(void, promoteWritable, "_ZN4gem54MSHR15promoteWritableEv", MSHR*);

void wrap_recvTimingReq(BaseCache* object, PacketPtr packet)
{
  Cache* cache = mf_on(MF_CACHE) ? cacheWith(&Cache::cache, object) : nullptr;
  if (cache == nullptr) return real_recvTimingReq(object, packet);
  now();
  UnderWay what{cache, packet};
  if (isLookup(packet)) {
    const auto tag = arrived(packet, *cache);
    what.key = tag->key;
    what.isWriteback = packet->isWriteback();
    if (what.isWriteback) writebackArrives(*cache, packet, *tag);
  }
  const Doing doing(what);
  real_recvTimingReq(object, packet);
  settleBlocked(*cache);
}

void wrap_recvTimingResp(BaseCache* object, PacketPtr packet)
{
  Cache* cache = mf_on(MF_CACHE) ? cacheWith(&Cache::cache, object) : nullptr;
  if (cache == nullptr) return real_recvTimingResp(object, packet);
  now();
  const auto owner = owners.find(dynamic_cast<MSHR*>(packet->senderState));
  UnderWay what{cache, packet};
  what.isFill = owner != owners.end() && !owner->second.answered;
  if (what.isFill) {
    what.key = owner->second.key;
    what.prefetch = owner->second.prefetch;
    owner->second.answered = true;
  }
  const Doing doing(what);
  real_recvTimingResp(object, packet);
  settleBlocked(*cache);
}

// A miss takes a register: of a lookup, or of a prefetch that leaves its queue.
MSHR* wrap_allocateMshr(MSHRQueue* queue, Addr address, unsigned size, PacketPtr packet, Tick when, Counter order, bool allocates)
{
  MSHR* mshr = real_allocateMshr(queue, address, size, packet, when, order, allocates);
  Cache* cache = mf_on(MF_CACHE | MF_PREFETCHER) ? cacheWith(&Cache::mshrs, queue) : nullptr;
  if (cache == nullptr) return mshr;
  const bool another = underWay.cache == cache && underWay.key != NONE && underWay.packet != packet && packet->cmd != MemCmd::HardPFReq;
  auto tag = tagOf(packet);
  if (tag == nullptr && another) tag = newTag(packet->req, underWay.key, tagOf(underWay.packet)->origin);   // a software prefetch, answered at once
  if (tag == nullptr) return mshr;
  now();
  // A locked read that hits holds a register of its own until its write; any other packet misses.
  const bool holds = another && packet->isLockedRMW();
  owners[mshr] = {tag->key, cache, opOf(packet) == MF_OP_PREFETCH, holds};
  if (holds) mf_mshr_take(cache->mshr, tag->key);
  else access(*cache, packet, tag->key, {MF_LOOKUP_MISS, MF_PACKET_END_NO, true});
  return mshr;
}

void wrap_allocateTarget(MSHR* mshr, PacketPtr packet, Tick when, Counter order, bool allocates)
{
  const auto owner = owners.find(mshr);
  const auto tag = mf_on(MF_CACHE) && owner != owners.end() && underWay.key != NONE ? tagOf(packet) : nullptr;
  const bool late = tag != nullptr && owner->second.prefetch && packet->isDemand();
  const auto waiting = tag == nullptr ? 0 : deferredOf(*mshr).size();
  real_allocateTarget(mshr, packet, when, order, allocates);
  if (tag == nullptr) return;
  now();
  const Cache& cache = *owner->second.cache;
  const bool deferred = deferredOf(*mshr).size() != waiting;
  if (late) mf_pf_late(cache.node, owner->second.key, tag->key);
  owner->second.prefetch = owner->second.prefetch && !late;
  if (!deferred && tag->origin == &cache) tag->waker = owner->second.key;
  const uint8_t end = deferred ? uint8_t{MF_PACKET_END_NO} : endAt(cache, *tag, MF_PACKET_END_MERGED);
  access(cache, packet, tag->key, {MF_LOOKUP_MERGE, end, false, false, owner->second.key});
}

// What asked for more than the miss under way would bring takes the register over.
bool wrap_promoteDeferred(MSHR* mshr)
{
  const bool goesOn = real_promoteDeferred(mshr);
  const auto owner = mf_on(MF_CACHE) ? owners.find(mshr) : owners.end();
  if (!goesOn || owner == owners.end()) return goesOn;
  now();
  Cache& cache = *owner->second.cache;
  if (underWay.isFill) filled(cache, underWay.packet);
  mf_mshr_leave(cache.mshr, owner->second.key);
  const auto tag = tagOf(mshr->getTarget()->pkt);
  if (tag == nullptr) {
    owners.erase(owner);
    return goesOn;
  }
  owner->second.key = tag->key;
  owner->second.prefetch = false;
  owner->second.answered = false;
  mf_mshr_take(cache.mshr, tag->key);
  join(*mshr, owner->second, 1);
  return goesOn;
}

// Its answer serves them after all.
void wrap_promoteReadable(MSHR* mshr) { promote(mshr, real_promoteReadable); }
void wrap_promoteWritable(MSHR* mshr) { promote(mshr, real_promoteWritable); }

void wrap_mshrInService(MSHRQueue* queue, MSHR* mshr, bool pending)
{
  real_mshrInService(queue, mshr, pending);
  const auto owner = mf_on(MF_CACHE) ? owners.find(mshr) : owners.end();
  if (owner == owners.end()) return;
  now();
  mf_mshr_send(owner->second.cache->node, owner->second.key);
}

void wrap_deallocateMshr(MSHRQueue* queue, MSHR* mshr)
{
  const auto owner = owners.find(mshr);
  if (owner != owners.end()) {
    if (mf_on(MF_CACHE)) {
      now();
      if (underWay.isFill) filled(*owner->second.cache, underWay.packet);   // an answer that installs nothing
      mf_mshr_leave(owner->second.cache->mshr, owner->second.key);
    }
    owners.erase(owner);
  }
  real_deallocateMshr(queue, mshr);
}

// ---- Lines ------------------------------------------------------------------------------------------------
MF_WRAP(void, invalidateBlock, "_ZN4gem59BaseCache15invalidateBlockEPNS_8CacheBlkE", BaseCache*, CacheBlk*);
MF_WRAP(void, insertBlock, "_ZN4gem58BaseTags11insertBlockEPNS_6PacketEPNS_8CacheBlkE", BaseTags*, PacketPtr, CacheBlk*);

void wrap_invalidateBlock(BaseCache* object, CacheBlk* block)
{
  Cache* cache = mf_on(MF_CACHE) ? cacheWith(&Cache::cache, object) : nullptr;
  if (cache != nullptr && block->isValid() && block != temporaryOf(*object)) {
    now();
    const uint64_t line = lineOf(*cache, tagsOf(*object)->regenerateBlkAddr(block));
    // A snoop that waited for the fill takes the very line away again.
    const bool replaced = underWay.cache == cache && (underWay.isFill || underWay.isWriteback) && underWay.key != NONE &&
                          line != lineOf(*cache, underWay.packet->getAddr());
    const uint64_t ordinal = replaced ? cache->victim.ordinal++ : 0;
    mf_cache_evict(cache->node, replaced ? underWay.key : NONE, line, block->getSet(),
                   static_cast<uint16_t>(block->getWay()), ordinal, replaced ? MF_EVICT_REASON_REPLACEMENT : MF_EVICT_REASON_INVALIDATE,
                   block->isSet(CacheBlk::DirtyBit), block->wasPrefetched());
  }
  real_invalidateBlock(object, block);
}

void wrap_insertBlock(BaseTags* tags, PacketPtr packet, CacheBlk* block)
{
  real_insertBlock(tags, packet, block);
  if (!mf_on(MF_CACHE) || underWay.cache == nullptr || tagsOf(*underWay.cache->cache) != tags) return;
  underWay.block = block;
  if (underWay.isWriteback) filled(*underWay.cache, packet);
}

// ---- Write buffers ----------------------------------------------------------------------------------------
MF_WRAP(WriteQueueEntry*, allocateWrite, "_ZN4gem510WriteQueue8allocateEmjPNS_6PacketEml", WriteQueue*, Addr, unsigned, PacketPtr, Tick, Counter);
MF_WRAP(void, writeInService, "_ZN4gem510WriteQueue13markInServiceEPNS_15WriteQueueEntryE", WriteQueue*, WriteQueueEntry*);

WriteQueueEntry* wrap_allocateWrite(WriteQueue* queue, Addr address, unsigned size, PacketPtr packet, Tick when, Counter order)
{
  if (Cache* cache = mf_on(MF_CACHE) ? cacheWith(&Cache::writes, queue) : nullptr) {
    now();
    if (const auto tag = tagOf(packet)) mf_queue_insert(cache->writeBuffer, tag->key);
    else mf_packet_send(cache->writeBuffer, newTag(packet->req, mf_key(), nullptr)->key, MF_OP_WRITEBACK, MF_REQUESTER_WRITEBACK, NONE,
                        underWay.cache == cache ? underWay.key : NONE, 0);
  }
  return real_allocateWrite(queue, address, size, packet, when, order);
}

void wrap_writeInService(WriteQueue* queue, WriteQueueEntry* entry)
{
  const PacketPtr packet = entry->getTarget()->pkt;
  Cache* cache = mf_on(MF_CACHE) ? cacheWith(&Cache::writes, queue) : nullptr;
  const auto tag = cache == nullptr ? nullptr : tagOf(packet);
  if (tag != nullptr) {
    now();
    // A clean eviction tells a snoop filter; nobody below looks it up.
    mf_queue_remove(cache->writeBuffer, tag->key, packet->cmd == MemCmd::CleanEvict ? MF_PACKET_END_DROPPED : MF_PACKET_END_NO);
  }
  real_writeInService(queue, entry);
}

// ---- Live state -------------------------------------------------------------------------------------------
namespace
{
uint64_t liveKey(const PacketPtr packet, const Cache& cache)
{
  const auto tag = tagOf(packet);
  if (tag == nullptr) return newTag(packet->req, mf_key(), &cache)->key;
  if (tag->origin == nullptr && !packet->isWriteback()) tag->origin = &cache;   // memory was the first to tell of it
  return tag->key;
}

void dumpMisses(Cache& cache)
{
  for (MSHR* mshr : missesOf(const_cast<MSHRQueue&>(*cache.mshrs))) {
    const PacketPtr packet = mshr->getTarget()->pkt;
    const uint64_t key = liveKey(packet, cache);
    const uint8_t op = opOf(packet);
    owners[mshr] = {key, &cache, op == MF_OP_PREFETCH, false};
    mf_packet_live(cache.node, key, op, requesterOf(op), instOf(packet), NONE);
    access(cache, packet, key, {MF_LOOKUP_MISS, MF_PACKET_END_NO, true});
  }
}

void dumpWrites(Cache& cache)
{
  for (WriteQueueEntry* entry : writesIn(const_cast<WriteQueue&>(*cache.writes))) {
    const PacketPtr packet = entry->getTarget()->pkt;
    const uint64_t key = liveKey(packet, cache);
    mf_packet_live(cache.node, key, MF_OP_WRITEBACK, MF_REQUESTER_WRITEBACK, NONE, NONE);
    mf_queue_insert(cache.writeBuffer, key);
  }
}

void dumpLines(Cache& cache)
{
  tagsOf(*cache.cache)->forEachBlk([&cache](CacheBlk& block) {
    if (!block.isValid()) return;
    mf_cache_fill(cache.node, NONE, lineOf(cache, tagsOf(*cache.cache)->regenerateBlkAddr(&block)), block.getSet(), static_cast<uint16_t>(block.getWay()),
                  block.wasPrefetched(), 0, 1, MF_PACKET_END_NO);
  });
}
} // namespace

// Caches nearest to the core come first in the configuration: a miss is told where it began.
void dumpCaches(uint32_t domains)
{
  if ((domains & MF_CACHE) == 0) return;
  owners.clear();
  for (Cache& cache : machine.caches) {
    cache.blocked = MF_BLOCK_REASON_NONE;
    settleBlocked(cache);
    dumpMisses(cache);
    dumpWrites(cache);
    dumpLines(cache);
  }
}
} // namespace mf
