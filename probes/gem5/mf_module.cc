#include "mf_module.h"

#include "base/statistics.hh"
#include "cpu/o3/cpu.hh"
#include "cpu/thread_context.hh"
#include "mf_hooks.hh"
#include "mf_listen.h"
#include "mf_members.h"
#include "mf_topology.h"

namespace mf
{
namespace
{
void dump(uint32_t domains, void*)
{
  if ((domains & MF_DRAM) != 0) forgetDue();
  now();
  if ((domains & MF_CORE) != 0) {
    for (Core& core : machine.cores) dumpInstructions(core);
  }
  dumpCaches(domains);
  if ((domains & MF_PREFETCHER) != 0) {
    for (Cache& cache : machine.caches) dumpPrefetches(cache);
  }
  if ((domains & MF_DRAM) != 0) dumpChannels();
}

bool measured = false;

// A CPU that has just taken over makes its threads active later than their contexts.
bool hasThread(const Core& core, gem5::ThreadContext::Status status)
{
  for (gem5::ThreadID thread = 0; thread < core.cpu->numThreads; ++thread) {
    if (core.cpu->getContext(thread)->status() == status) return true;
  }
  return false;
}

void beginPhase(Core& core, bool fromStart)
{
  core.measured = true;
  core.retired = 0;
  now();
  mf_phase(core.id, 1, fromStart);
}

// gem5's own statistics speak of what lies between their reset and their dump; so does the
// measured phase.
void phaseBegins()
{
  measured = true;
  for (Core& core : machine.cores) {
    core.measured = false;
    if (hasThread(core, gem5::ThreadContext::Active)) beginPhase(core, gem5::curTick() == 0);
  }
}

// gem5 resets its statistics once itself, after all objects have started: no phase begins there.
bool resetByScript = false;

void statisticsReset()
{
  if (!resetByScript) {
    resetByScript = true;
    return;
  }
  if (measured)
    warn("microflow: statistics are reset in the measured phase, which goes on and is no more theirs; "
         "with MICROFLOW_FROM_RESET=1 in the environment it begins at the first reset\n");
  phaseBegins();
}

void phaseEnds()
{
  measured = false;
  now();
  for (const Core& core : machine.cores) mf_phase(core.id, 0, 0);
}
} // namespace

// ---- In front of gem5's functions -------------------------------------------------------------------------
// A core is measured from its first thread on, and to the end of its last: other cycles gem5 does not count either.
MF_WRAP(void, activateContext, "_ZN4gem57BaseCPU15activateContextEs", gem5::BaseCPU*, gem5::ThreadID);
MF_WRAP(void, clearThread, "_ZN4gem52o36Commit11clearStatesEs", gem5::o3::Commit*, gem5::ThreadID);

void wrap_activateContext(gem5::BaseCPU* cpu, gem5::ThreadID thread)
{
  real_activateContext(cpu, thread);
  Core* core = measured ? coreOf(dynamic_cast<gem5::o3::CPU*>(cpu)) : nullptr;
  if (core != nullptr && !core->measured) beginPhase(*core, false);
}

// The last one leaves, where none waits. What its last squash left is nothing to one that comes after it.
void wrap_clearThread(gem5::o3::Commit* commit, gem5::ThreadID thread)
{
  real_clearThread(commit, thread);
  Core* core = coreOf(cpuOfCommit(*commit));
  if (core == nullptr || core->cpu->numActiveThreads() != 0 || hasThread(*core, gem5::ThreadContext::Suspended)) return;
  core->redirect = NONE;
  core->recovering = MF_DISPATCH_REASON_NONE;
  core->squash = core->redirected = Core::Squash();
  now();
  mf_phase(core->id, 0, 0);
}
} // namespace mf

namespace gem5
{
MicroflowProbe::MicroflowProbe(const Params& params) : SimObject(params)
{
  if (!mf_attach("gem5", mf::tellsDram ? "gem5/o3-dram" : "gem5/o3", "ps")) return;
  fatal_if(sim_clock::Frequency != 1000000000000, "microflow: a tick of this simulation is no picosecond");
  mf::collect(params);
}

void MicroflowProbe::regProbeListeners()
{
  for (mf::Core& core : mf::machine.cores) mf::listenTo(core);
  for (mf::Cache& cache : mf::machine.caches) mf::listenTo(cache);
  if (!mf_attached()) return;
  mf::listenToViolations();
  mf::listenToRefusals();
  mf::listenToChannels();
}

void MicroflowProbe::startup()
{
  if (!mf_attached()) return;
  mf::describe(params());
  mf_on_snapshot(mf::dump, nullptr);
  mf_begin();
  statistics::registerResetCallback(mf::statisticsReset);
  statistics::registerDumpCallback(mf::phaseEnds);
  // While another model runs ahead there is nothing to measure; a reset says when there is.
  bool ahead = params().wait_for_reset;
  for (const mf::Core& core : mf::machine.cores) ahead = ahead || core.cpu->switchedOut();
  if (!ahead) mf::phaseBegins();
}
} // namespace gem5
