// The private and protected members of gem5's caches, prefetchers and memory that the module reads.
#ifndef MF_CACHE_MEMBERS_H
#define MF_CACHE_MEMBERS_H

#include "mem/cache/base.hh"
#include "mem/cache/mshr.hh"
#include "mem/cache/mshr_queue.hh"
#include "mem/cache/prefetch/queued.hh"
#include "mem/cache/queue.hh"
#include "mem/cache/tags/base.hh"
#include "mem/cache/write_queue.hh"
#include "mem/mem_interface.hh"
#include "mf_symbols.h"

#pragma GCC diagnostic ignored "-Wnon-template-friend"

namespace mf
{
MF_MEMBER(mshrsOf, gem5::BaseCache, mshrQueue);
MF_MEMBER(writesOf, gem5::BaseCache, writeBuffer);
MF_MEMBER(tagsOf, gem5::BaseCache, tags);
MF_MEMBER(prefetcherOf, gem5::BaseCache, prefetcher);
MF_MEMBER(blockedOf, gem5::BaseCache, blocked);
MF_MEMBER(temporaryOf, gem5::BaseCache, tempBlock);
MF_MEMBER(targetsOf, gem5::MSHR, targets);
MF_MEMBER(deferredOf, gem5::MSHR, deferredTargets);
MF_MEMBER(missesOf, gem5::Queue<gem5::MSHR>, allocatedList);
MF_MEMBER(writesIn, gem5::Queue<gem5::WriteQueueEntry>, allocatedList);
MF_MEMBER(controllerOf, gem5::memory::MemInterface, ctrl);
MF_MEMBER(queueOf, gem5::prefetch::Queued, pfq);
MF_MEMBER(candidateStatistics, gem5::prefetch::Queued, statsQueued);
} // namespace mf

#endif
