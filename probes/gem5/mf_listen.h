// Listeners on gem5's own probe points. They live as long as the simulation.
#ifndef MF_LISTEN_H
#define MF_LISTEN_H

#include <functional>
#include <memory>
#include <vector>

#include "mf_gem5.h"
#include "sim/probe/probe.hh"

namespace mf
{
inline std::vector<std::unique_ptr<gem5::ProbeListener>>& listeners()
{
  static std::vector<std::unique_ptr<gem5::ProbeListener>> all;
  return all;
}

template <typename T>
void listen(gem5::ProbeManager* manager, const char* point, std::function<void(const T&)> take)
{
  listeners().emplace_back(new gem5::ProbeListenerArgFunc<T>(manager, point, std::move(take)));
}

void listenTo(Core& core);
void listenTo(Cache& cache);
void dumpPrefetches(Cache& cache);
// To the calls in the tree, if it has them.
void listenToViolations();
void listenToRefusals();
void listenToChannels();

// ---- Between the parts of the core
void renamed(Core& core, const gem5::o3::DynInst& inst);
void issued(Core& core, const gem5::o3::DynInst& inst, uint16_t unit);
void dumpMemoryQueues(Core& core, int16_t thread);
void squashFinished(Core& core);
} // namespace mf

#endif
