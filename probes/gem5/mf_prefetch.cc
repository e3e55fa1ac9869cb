// What a prefetcher with a queue proposes, and what becomes of it; with no edit of any prefetcher.
//
// Queued::notify asks the prefetcher for addresses and offers each to the queue. Its counters
// before and after an offer say what became of it; the queue before and after, which entries
// were given up for it.
#include <map>

#include "mf_cache_members.h"
#include "mf_listen.h"
#include "mf_tag.h"

using namespace gem5;
using gem5::prefetch::Queued;

namespace mf
{
namespace
{
// What the queue holds, by line.
std::map<const Queued*, std::map<uint64_t, uint64_t>> queued;

// One notification of a prefetcher.
struct Round {
  Cache* cache;
  Queued* prefetcher;
  uint64_t trigger;
  uint64_t candidate = 0;              // line under offer
  bool offering = false;
  double identified = 0, full = 0, inCache = 0, inQueue = 0;   // as gem5 had counted them
};
Round* round = nullptr;

bool holds(const Queued& prefetcher, const Cache& cache, uint64_t line)
{
  for (const auto& entry : queueOf(const_cast<Queued&>(prefetcher))) {
    if (lineOf(cache, entry.pkt->getAddr()) == line) return true;
  }
  return false;
}

void decide(const Round& at, bool acts, const char* reason, uint64_t serial)
{
  mf_site& site = at.cache->candidate;
  if (site.word == 0) site.word = mf_word(site.name);
  mf_pf_decide(at.cache->prefetch, at.trigger, NONE, site.word, site.ordinal++, serial, acts ? MF_DECISION_OUTCOME_ACT : MF_DECISION_OUTCOME_SUPPRESS,
               reason == nullptr ? 0 : mf_word(reason), 0, 0, 0, at.candidate, pageOfLine(*at.cache, at.candidate), acts, 0, 0);
}

void request(const Cache& cache, uint64_t key, uint64_t line, uint64_t trigger, uint64_t serial)
{
  mf_pf_request(cache.prefetch, key, line, pageOfLine(cache, line), trigger, NONE, serial, 1, MF_ADMISSION_QUEUED, 0);
}

// Entries that left the queue without being asked for.
void givenUp(const Round& at, uint8_t reason)
{
  auto& known = queued[at.prefetcher];
  for (auto entry = known.begin(); entry != known.end();) {
    if (holds(*at.prefetcher, *at.cache, entry->first)) {
      ++entry;
      continue;
    }
    mf_pf_drop(at.cache->prefetch, entry->second, reason);
    entry = known.erase(entry);
  }
}

void countBefore(Round& at)
{
  const auto& counted = candidateStatistics(*at.prefetcher);
  at.identified = counted.pfIdentified.value();
  at.full = counted.pfRemovedFull.value();
  at.inCache = counted.pfInCache.value();
  at.inQueue = counted.pfBufferHit.value();
}

// What became of the candidate under offer.
void settle(Round& at)
{
  if (!at.offering) return;
  at.offering = false;
  const auto& counted = candidateStatistics(*at.prefetcher);
  auto& known = queued[at.prefetcher];
  if (counted.pfIdentified.value() == at.identified) return decide(at, false, "page_rule", 0);
  if (counted.pfInCache.value() != at.inCache) return decide(at, false, "redundant", 0);
  if (counted.pfBufferHit.value() != at.inQueue) return decide(at, false, "filter", 0);
  if (counted.pfRemovedFull.value() != at.full) givenUp(at, MF_PF_DROP_REASON_DISPLACED);
  if (known.count(at.candidate) != 0) return decide(at, false, "filter_last", 0);   // gem5 filters it and does not count it
  if (!holds(*at.prefetcher, *at.cache, at.candidate)) return decide(at, false, "untranslated", 0);
  const uint64_t key = mf_key();
  decide(at, true, nullptr, key);
  request(*at.cache, key, at.candidate, at.trigger, key);
  known[at.candidate] = key;
}
// The key of what leaves the queue. What had to be translated got into it unseen: it is requested now.
uint64_t leaves(const Cache& cache, const Queued* prefetcher, uint64_t line)
{
  auto& known = queued[prefetcher];
  const auto entry = known.find(line);
  if (entry == known.end()) {
    const uint64_t key = mf_key();
    request(cache, key, line, NONE, NONE);
    return key;
  }
  const uint64_t key = entry->second;
  known.erase(entry);
  return key;
}
} // namespace

// ---- In front of gem5's functions -------------------------------------------------------------------------
MF_WRAP(void, notify, "_ZN4gem58prefetch6Queued6notifyERKNS_19CacheAccessProbeArgERKNS0_4Base12PrefetchInfoE", Queued*, const CacheAccessProbeArg&,
        const prefetch::Base::PrefetchInfo&);
MF_WRAP(bool, samePage, "_ZNK4gem58prefetch4Base8samePageEmm", const prefetch::Base*, Addr, Addr);
MF_WRAP(PacketPtr, getPacket, "_ZN4gem58prefetch6Queued9getPacketEv", Queued*);

void wrap_notify(Queued* prefetcher, const CacheAccessProbeArg& access, const prefetch::Base::PrefetchInfo& info)
{
  Cache* cache = mf_on(MF_PREFETCHER) ? cacheWith(&Cache::prefetcher, prefetcher) : nullptr;
  if (cache == nullptr) return real_notify(prefetcher, access, info);
  now();
  const auto tag = tagOf(access.pkt);
  Round at{cache, prefetcher, tag == nullptr ? NONE : tag->key};
  countBefore(at);
  round = &at;
  real_notify(prefetcher, access, info);
  round = nullptr;
  settle(at);
  givenUp(at, MF_PF_DROP_REASON_DEMANDED);
}

// Each candidate is compared with the trigger's page before it is offered.
bool wrap_samePage(const prefetch::Base* prefetcher, Addr candidate, Addr trigger)
{
  const bool same = real_samePage(prefetcher, candidate, trigger);
  if (round == nullptr || round->prefetcher != prefetcher) return same;
  const uint64_t line = lineOf(*round->cache, candidate);
  // The offer itself asks once more, of the same two: as they are, or the other way round.
  if (round->offering && (round->candidate == line || round->candidate == lineOf(*round->cache, trigger))) return same;
  settle(*round);
  if (queued[round->prefetcher].size() > queueOf(*round->prefetcher).size()) givenUp(*round, MF_PF_DROP_REASON_DEMANDED);
  countBefore(*round);
  round->candidate = line;
  round->offering = true;
  return same;
}

PacketPtr wrap_getPacket(Queued* prefetcher)
{
  const PacketPtr packet = real_getPacket(prefetcher);
  Cache* cache = packet != nullptr && mf_on(MF_PREFETCHER) ? cacheWith(&Cache::prefetcher, prefetcher) : nullptr;
  if (cache == nullptr) return packet;
  now();
  const uint64_t key = leaves(*cache, prefetcher, lineOf(*cache, packet->getAddr()));
  newTag(packet->req, key, cache);
  mf_pf_issue(cache->prefetch, key);
  // The cache drops it if the line came meanwhile, and says so only to a counter.
  const Addr address = packet->getBlockAddr(1u << cache->lineShift);
  const uint64_t line = lineOf(*cache, address), page = pageOf(address);
  if (cache->cache->inCache(address, packet->isSecure()))
    mf_cache_access(cache->node, key, line, page, MF_OP_PREFETCH, MF_LOOKUP_HIT, 0, 0, NONE, MF_PACKET_END_REDUNDANT, 0);
  else if (mshrsOf(*cache->cache).findMatch(address, packet->isSecure()) != nullptr || writesOf(*cache->cache).findMatch(address, packet->isSecure()) != nullptr)
    mf_cache_access(cache->node, key, line, page, MF_OP_PREFETCH, MF_LOOKUP_REJECT, 0, 0, NONE, MF_PACKET_END_DROPPED, 0);
  return packet;
}

void dumpPrefetches(Cache& cache)
{
  auto* prefetcher = dynamic_cast<Queued*>(cache.prefetcher);
  if (prefetcher == nullptr) return;
  auto& known = queued[prefetcher];
  known.clear();
  for (const auto& entry : queueOf(*prefetcher)) {
    const uint64_t line = lineOf(cache, entry.pkt->getAddr()), key = mf_key();
    known[line] = key;
    request(cache, key, line, NONE, NONE);
  }
}
} // namespace mf
