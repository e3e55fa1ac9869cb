// The calls that mf-probe puts into ChampSim. Each tests its gate first and costs that test
// while nothing is recorded; none of them changes what ChampSim does, except where mf_decide
// or mf_choose reverses a decision that the user named.
#ifndef MF_PROBE_H
#define MF_PROBE_H

#include <algorithm>
#include <string>
#include <vector>

#include "mf_adapt.h"
#include "mf_encoders.h"
#include "mf_packet.h"
#include "microtracer.h"

namespace champsim
{
struct environment;
}

namespace mf
{
constexpr uint32_t MEMORY = MF_CACHE | MF_TLB | MF_DRAM | MF_PREFETCHER;
constexpr uint64_t NONE = 0;

// Keys of instructions: 0 is taken by "none" and is ChampSim's first instruction.
inline uint64_t key(uint64_t instruction) { return instruction + 1; }

// What is known where a packet is made, until it is in its first queue.
struct Birth {
  uint64_t inst, parent, cause;
};
// An event that is certain once the packet got into the queue below, and belongs before that.
struct Pending {
  enum Kind { NOTHING, MISS, WALK } kind;
  uint16_t node;
  bool isTlb, entry;
  uint64_t line, page;
  const Packet* packet;
};
extern Birth birth;
extern Pending pending;
extern bool retrying;  // the access under way was refused before

void begin(champsim::environment& env, const std::vector<std::string>& traces);
void phaseBegins(champsim::environment& env, bool warmup);

inline void now(champsim::chrono::clock::time_point time) { mf_now(ticks(time)); }
} // namespace mf

// Defined once for all of ChampSim's classes, which name it as their friend.
struct mf_access {
  template <typename C, typename A>
  static uint32_t set(const C& cache, const A& address)
  {
    return static_cast<uint32_t>(cache.get_set_index(address));
  }
  template <typename C>
  static std::size_t prefetchQueue(const C& cache)
  {
    return cache.internal_PQ.size();
  }
  static void topology(champsim::environment& env, const std::vector<std::string>& traces);
  static void snapshot(uint32_t domains, void* env);
};

#include "mf_core.h"
#include "mf_memory.h"
#include "mf_dram.h"

#endif
