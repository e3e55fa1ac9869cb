// What the machine is made of. Latencies are in cycles of the core, those of memory in its own clock.
#pragma once

#include <cstdint>

namespace refsim {

using Time = uint64_t;  // picoseconds
constexpr Time NEVER = UINT64_MAX;

constexpr unsigned LINE_SHIFT = 6;
constexpr unsigned PAGE_SHIFT = 12;  // of the pages that prefetchers keep to
constexpr unsigned HUGE_PAGE_SHIFT = 21;

enum class Policy { LRU, SRRIP };
enum class Predictor { BIMODAL, GSHARE };

struct CacheShape {
  unsigned sets, ways, mshrs, queue, width, latency;
};

struct Config {
  Time period = 250;
  unsigned fetchWidth = 4, dispatchWidth = 4, issueWidth = 4, retireWidth = 4, squashWidth = 8;
  unsigned rob = 128, iq = 48, lq = 32, sq = 24, fetchQueue = 32;
  unsigned decodeLatency = 2, dispatchLatency = 2, redirectLatency = 1, loadPorts = 2;
  Predictor predictor = Predictor::GSHARE;

  CacheShape l1d{64, 8, 8, 16, 2, 4};
  CacheShape l2{512, 8, 16, 16, 1, 10};
  CacheShape llc{1024, 8, 32, 32, 1, 20};
  CacheShape dtlb{16, 4, 8, 16, 2, 1};
  CacheShape stlb{64, 8, 8, 16, 1, 8};
  unsigned walks = 4;
  Policy policy = Policy::LRU;
  bool inclusive = false;
  bool hugePages = false;
  unsigned pageShift() const { return hugePages ? HUGE_PAGE_SHIFT : PAGE_SHIFT; }  // of what is translated

  bool spp = true;
  unsigned chains = 1, chainDepth = 8, prefetchQueue = 16, prefetchThreshold = 25, fillThreshold = 90;
  unsigned reservedMshrs = 2;  // of L2, never taken by a prefetch

  Time dramPeriod = 625;
  unsigned banks = 8, rowLines = 128, dramQueue = 32, tCas = 20, tRcd = 20, tRp = 20, burst = 4;

  uint64_t seed = 1;
  bool everyCycle = false;  // simulate also those in which nothing can happen
};

}  // namespace refsim
