// Squashes: decided at commit or at decode, and what they discard.
//
// An instruction is discarded at the decision: nothing of it counts from then on, although
// its entries are given back over the cycles that follow. What fetch brings until it learns
// of the squash belongs to that as well.
#include "mf_hooks.hh"
#include "mf_listen.h"
#include "mf_members.h"

using namespace gem5;
using namespace gem5::o3;

namespace mf
{
namespace
{
void discard(Core& core, Inst& inst, uint64_t cause)
{
  inst.squashed = true;
  mf_inst_squash(core.node, inst.seq, cause, 0, 0);
  core.inflight.settle(inst);
}

void discardYounger(Core& core, const Core::Squash& squash, ThreadID thread)
{
  core.inflight.eachYounger(squash.kept, [&](Inst& inst) {
    if (inst.thread == thread && !inst.squashed && !inst.trapped) discard(core, inst, squash.cause);
  });
}

// What the load that is squashed should have waited for, where the calls in the tree tell it. No pair
// outlives its load.
uint64_t awaited(Core& core, const Core::Squash& squash)
{
  const auto pair = core.violations.find(squash.cause);
  const uint64_t by = squash.why == MF_EPOCH_CAUSE_MEM_ORDER && pair != core.violations.end() ? pair->second : NONE;
  core.violations.erase(core.violations.upper_bound(squash.kept), core.violations.end());
  return by;
}

// The first that finds it out is enough.
void violated(const DynInst& load, const DynInst& by)
{
  Core* core = recorded(load.cpu);
  if (core != nullptr && core->inflight.find(by.seqNum) != nullptr) core->violations.emplace(load.seqNum, by.seqNum);
}

void begin(Core& core, Core::Squash& squash, ThreadID thread)
{
  mf_squash_begin(core.node, squash.cause, squash.why, awaited(core, squash));
  mf_signal("squash");
  if (squash.why == MF_EPOCH_CAUSE_MISPREDICT) {
    mf_branch_mispredict(core.node, squash.cause);
    mf_branch_redirect(core.node, squash.cause, &squash == &core.redirected ? MF_REDIRECT_AT_DECODE : MF_REDIRECT_AT_EXECUTE);
    mf_signal("mispredict");
  }
  core.redirect = squash.cause;
  switch (squash.why) {
  case MF_EPOCH_CAUSE_MISPREDICT: core.recovering = MF_DISPATCH_REASON_MISPREDICT; break;
  case MF_EPOCH_CAUSE_MEM_ORDER: core.recovering = MF_DISPATCH_REASON_MEM_ORDER; break;
  default: core.recovering = MF_DISPATCH_REASON_TRAP; break;
  }
  discardYounger(core, squash, thread);
}

// Where a trap, and what comes from outside, takes effect: wherever the oldest instruction is.
uint64_t oldest(Core& core, InstSeqNum kept, ThreadID thread)
{
  ROB& rob = robOf(*core.cpu);
  if (!rob.isEmpty(thread)) return rob.readHeadInst(thread)->seqNum;
  uint64_t seq = NONE;
  core.inflight.eachYounger(kept, [&](const Inst& inst) { if (inst.thread == thread && !inst.squashed) seq = inst.seq; });
  return seq;
}

// Commit decides for one of four reasons, and its own state says which.
Core::Squash decision(Core& core, InstSeqNum kept, ThreadID thread)
{
  Commit& commit = commitOf(*core.cpu);
  if (trapSquashOf(commit)[thread]) return {kept, oldest(core, kept, thread), MF_EPOCH_CAUSE_EXCEPTION, true};
  if (tcSquashOf(commit)[thread]) return {kept, oldest(core, kept, thread), MF_EPOCH_CAUSE_OTHER, true};
  if (commitStatusOf(commit)[thread] != Commit::ROBSquashing) return {kept, kept, MF_EPOCH_CAUSE_SERIALIZE, true};
  const auto& from = fromIewOf(commit);
  if (from->mispredictInst[thread]) return {kept, from->mispredictInst[thread]->seqNum, MF_EPOCH_CAUSE_MISPREDICT, true};
  return {kept, from->squashedSeqNum[thread], MF_EPOCH_CAUSE_MEM_ORDER, true};
}
} // namespace

void listenToViolations() { hooks.violation = violated; }

void squashFinished(Core& core)
{
  if (!core.squash.walking) return;
  core.squash.walking = false;
  mf_squash_end(core.node, core.squash.cause);
}

// ---- In front of gem5's functions -------------------------------------------------------------------------
MF_WRAP(void, robSquash, "_ZN4gem52o33ROB6squashEms", ROB*, InstSeqNum, ThreadID);
MF_WRAP(void, robWalk, "_ZN4gem52o33ROB8doSquashEs", ROB*, ThreadID);
MF_WRAP(void, removeInstsUntil, "_ZN4gem52o33CPU16removeInstsUntilERKms", CPU*, const InstSeqNum&, ThreadID);
MF_WRAP(void, removeInstsNotInRob, "_ZN4gem52o33CPU19removeInstsNotInROBEs", CPU*, ThreadID);

void wrap_robSquash(ROB* rob, InstSeqNum kept, ThreadID thread)
{
  Core* core = recorded(cpuOfRob(*rob));
  if (core != nullptr) {
    squashFinished(*core);   // by one of an older instruction
    core->squash = decision(*core, kept, thread);
    begin(*core, core->squash, thread);
  }
  real_robSquash(rob, kept, thread);
  if (core != nullptr && rob->isDoneSquashing(thread)) squashFinished(*core);
}

void wrap_robWalk(ROB* rob, ThreadID thread)
{
  real_robWalk(rob, thread);
  Core* core = recorded(cpuOfRob(*rob));
  if (core != nullptr && rob->isDoneSquashing(thread)) squashFinished(*core);
}

// By decode, which found a target wrong; and by fetch, a cycle or more later, for the same.
void wrap_removeInstsUntil(CPU* cpu, const InstSeqNum& kept, ThreadID thread)
{
  Core* core = recorded(cpu);
  if (core != nullptr) {
    if (core->redirected.kept != kept) {
      core->redirected = {kept, kept, MF_EPOCH_CAUSE_MISPREDICT, false};
      begin(*core, core->redirected, thread);
      mf_squash_end(core->node, kept);
    } else {
      discardYounger(*core, core->redirected, thread);
    }
  }
  real_removeInstsUntil(cpu, kept, thread);
}

// By fetch, when it learns of a squash decided at commit.
void wrap_removeInstsNotInRob(CPU* cpu, ThreadID thread)
{
  Core* core = recorded(cpu);
  if (core != nullptr && core->squash.cause != NONE) discardYounger(*core, core->squash, thread);
  real_removeInstsNotInRob(cpu, thread);
}
} // namespace mf
