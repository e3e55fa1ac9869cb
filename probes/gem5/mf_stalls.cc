// Why a core does not go on: at rename, where entries are asked for, at dispatch and at commit.
//
// gem5 counts a refusal where it decides it; the counters before and after a stage's cycle
// say which. The calls in the tree, if it has them, say for which instruction; else the first
// that is left is named. States are told when they change, never once a cycle.
#include "mf_hooks.hh"
#include "mf_listen.h"
#include "mf_members.h"

using namespace gem5;
using namespace gem5::o3;

namespace mf
{
namespace
{
constexpr ThreadID FIRST_THREAD = 0;

// The counters of Rename that say why, and what they say.
struct Refusals {
  static constexpr unsigned COUNT = 5;
  static constexpr uint8_t REASONS[COUNT] = {MF_DISPATCH_REASON_ROB_FULL, MF_DISPATCH_REASON_IQ_FULL, MF_DISPATCH_REASON_LQ_FULL,
                                             MF_DISPATCH_REASON_SQ_FULL, MF_DISPATCH_REASON_REGISTERS};
  double at[COUNT];

  explicit Refusals(Rename& rename)
  {
    const auto& counted = renameStatistics(rename);
    at[0] = counted.ROBFullEvents.value();
    at[1] = counted.IQFullEvents.value();
    at[2] = counted.LQFullEvents.value();
    at[3] = counted.SQFullEvents.value();
    at[4] = counted.fullRegistersEvents.value();
  }
};

uint8_t reasonOf(Full what)
{
  switch (what) {
  case Full::ROB: return MF_DISPATCH_REASON_ROB_FULL;
  case Full::IQ: return MF_DISPATCH_REASON_IQ_FULL;
  case Full::LQ: return MF_DISPATCH_REASON_LQ_FULL;
  case Full::SQ: return MF_DISPATCH_REASON_SQ_FULL;
  case Full::REGISTERS: return MF_DISPATCH_REASON_REGISTERS;
  case Full::SERIALIZE: break;
  }
  return MF_DISPATCH_REASON_SERIALIZE;
}

void refusedAtRename(const DynInst& inst, Full what)
{
  Core* core = inst.threadNumber == FIRST_THREAD ? coreOf(inst.cpu) : nullptr;
  if (core != nullptr) core->refusedAtRename[reasonOf(what)] = inst.seqNum;
}

void refusedAtDispatch(const DynInst& inst, Full what)
{
  Core* core = inst.threadNumber == FIRST_THREAD ? coreOf(inst.cpu) : nullptr;
  if (core != nullptr) core->refusedAtDispatch = {inst.seqNum, reasonOf(what)};
}

void refuse(Core& core, uint16_t node, uint64_t inst, uint8_t reason)
{
  mf_dispatch_refuse(node, inst, reason);
  core.fullReason = reason;
}

template <typename Queues>
uint64_t firstOf(const Queues& skid, const Queues& insts)
{
  if (!skid[FIRST_THREAD].empty()) return skid[FIRST_THREAD].front()->seqNum;
  return insts[FIRST_THREAD].empty() ? NONE : insts[FIRST_THREAD].front()->seqNum;
}

uint8_t renameReason(const Core& core, Rename& rename, unsigned renamed)
{
  const auto status = renameStatusOf(rename)[FIRST_THREAD];
  if (core.recovering != MF_DISPATCH_REASON_NONE) return core.recovering;
  if (status == Rename::SerializeStall) return MF_DISPATCH_REASON_SERIALIZE;
  if (core.fullReason != MF_DISPATCH_REASON_NONE) return core.fullReason;
  return renamed == 0 ? MF_DISPATCH_REASON_FETCH_LATENCY : MF_DISPATCH_REASON_FETCH_BANDWIDTH;
}

void renameState(Core& core, Rename& rename, unsigned renamed, uint64_t next)
{
  const unsigned width = renameWidthOf(rename);
  const auto left = static_cast<uint8_t>(renamed < width ? width - renamed : 0);
  if (renamed > 0) core.recovering = MF_DISPATCH_REASON_NONE;
  const uint8_t reason = left == 0 ? uint8_t{MF_DISPATCH_REASON_NONE} : renameReason(core, rename, renamed);
  if (reason == MF_DISPATCH_REASON_NONE) next = NONE;
  if (reason == core.dispatchReason && left == core.dispatchSlots && next == core.dispatchInst) return;
  core.dispatchReason = reason;
  core.dispatchSlots = left;
  core.dispatchInst = next;
  mf_dispatch_state(core.node, next, reason, left);
}

// What holds up the head alone, whether commit walks a squash meanwhile or not; the walk, if the head is ready.
// A fault, and what executes at commit, wait for the stores before to be written.
uint8_t headReason(const Core& core, const DynInst& head)
{
  const auto status = commitStatusOf(commitOf(*core.cpu))[FIRST_THREAD];
  if (status == Commit::TrapPending || status == Commit::FetchTrapPending) return MF_HEAD_REASON_TRAP;
  const bool waits = head.getFault() != NoFault || !head.isExecuted();
  if (head.isSquashed() || (status == Commit::ROBSquashing && head.readyToCommit())) return MF_HEAD_REASON_SQUASH;
  if (head.readyToCommit() && waits && iewOf(*core.cpu).hasStoresToWB(FIRST_THREAD)) return MF_HEAD_REASON_STORE;
  if (!head.isIssued()) return MF_HEAD_REASON_SCHEDULE;
  if (head.isExecuted()) return MF_HEAD_REASON_LATENCY;
  if (head.isLoad()) return MF_HEAD_REASON_MEMORY;
  return head.isStore() ? MF_HEAD_REASON_STORE : MF_HEAD_REASON_EXECUTE;
}

void headState(Core& core)
{
  ROB& rob = robOf(*core.cpu);
  uint8_t reason = MF_HEAD_REASON_NONE;
  uint64_t inst = NONE;
  if (!rob.isEmpty(FIRST_THREAD)) {
    const DynInstPtr& head = rob.readHeadInst(FIRST_THREAD);
    inst = head->seqNum;
    if (!core.retiredNow) reason = headReason(core, *head);
  }
  if (reason == core.headReason && (reason == MF_HEAD_REASON_NONE || inst == core.headInst)) return;
  core.headReason = reason;
  core.headInst = inst;
  mf_head_state(core.node, inst, reason);
}
} // namespace

void listenToRefusals()
{
  hooks.renameFull = refusedAtRename;
  hooks.dispatchFull = refusedAtDispatch;
}

// ---- In front of gem5's functions -------------------------------------------------------------------------
MF_WRAP_IF(mf_on(MF_CORE), void, renameTick, "_ZN4gem52o36Rename4tickEv", (Rename* rename), (rename));
MF_WRAP_IF(mf_on(MF_CORE), void, iewTick, "_ZN4gem52o33IEW4tickEv", (IEW* iew), (iew));
MF_WRAP_IF(!machine.cores.empty(), void, commitTick, "_ZN4gem52o36Commit4tickEv", (Commit* commit), (commit));

void recorded_renameTick(Rename* rename)
{
  Core* core = recorded(cpuOfRename(*rename));
  if (core == nullptr) return real_renameTick(rename);
  core->refusedAtRename.fill(NONE);
  const Refusals before(*rename);
  real_renameTick(rename);
  const Refusals after(*rename);
  const auto& told = core->refusedAtRename;
  const uint64_t next = firstOf(renameSkidOf(*rename), renameInstsOf(*rename));
  bool refused = false;
  for (unsigned i = 0; i < Refusals::COUNT; ++i) {
    if (before.at[i] == after.at[i]) continue;
    refuse(*core, core->rename, told[Refusals::REASONS[i]] == NONE ? next : told[Refusals::REASONS[i]], Refusals::REASONS[i]);
    refused = true;
  }
  if (told[MF_DISPATCH_REASON_SERIALIZE] != NONE)
    mf_dispatch_refuse(core->rename, told[MF_DISPATCH_REASON_SERIALIZE], MF_DISPATCH_REASON_SERIALIZE);
  const auto& sent = *renamedOf(*rename);
  for (int i = 0; i < sent.size; ++i) renamed(*core, *sent.insts[i]);
  // What it was blocked for stays so until it goes on.
  if (!refused && renameStatusOf(*rename)[FIRST_THREAD] != Rename::Blocked) core->fullReason = MF_DISPATCH_REASON_NONE;
  renameState(*core, *rename, static_cast<unsigned>(sent.size), next);
}

void recorded_iewTick(IEW* iew)
{
  Core* core = recorded(cpuOfIew(*iew));
  if (core == nullptr) return real_iewTick(iew);
  core->refusedAtDispatch = {};
  const auto& counted = iewStatistics(*iew);
  const double iq = counted.iqFullEvents.value(), lsq = counted.lsqFullEvents.value();
  real_iewTick(iew);
  if (iq == counted.iqFullEvents.value() && lsq == counted.lsqFullEvents.value()) return;
  const Core::Refused& told = core->refusedAtDispatch;
  if (told.reason != MF_DISPATCH_REASON_NONE) return refuse(*core, core->issue, told.inst, told.reason);
  const auto& waiting = iewSkidOf(*iew)[FIRST_THREAD].empty() ? iewInstsOf(*iew)[FIRST_THREAD] : iewSkidOf(*iew)[FIRST_THREAD];
  if (waiting.empty()) return;
  const DynInst& next = *waiting.front();
  const uint8_t reason = iq != counted.iqFullEvents.value() ? MF_DISPATCH_REASON_IQ_FULL
                         : next.isLoad()                    ? MF_DISPATCH_REASON_LQ_FULL
                                                            : MF_DISPATCH_REASON_SQ_FULL;
  refuse(*core, core->issue, next.seqNum, reason);
}

void recorded_commitTick(Commit* commit)
{
  Core* core = coreOf(cpuOfCommit(*commit));
  if (core != nullptr) core->retiredNow = false;
  real_commitTick(commit);
  if (core == nullptr) return;
  now();  // also while nothing is recorded: a region may begin by time
  if (mf_on(MF_CORE)) headState(*core);
}
} // namespace mf
