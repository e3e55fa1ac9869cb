// The life of an instruction: fetched, decoded, renamed, dispatched, executed, retired.

#include "mf_listen.h"
#include "mf_members.h"
#include "mf_gem5.h"
#include "mf_tag.h"
#include "sim/faults.hh"

using namespace gem5;
using namespace gem5::o3;

namespace mf
{
Machine machine;

namespace
{
uint8_t opclassOf(const StaticInst& inst)
{
  if (inst.isControl()) {
    if (inst.isReturn()) return MF_OPCLASS_RETURN_;
    if (inst.isCall()) return inst.isIndirectCtrl() ? MF_OPCLASS_INDIRECT_CALL : MF_OPCLASS_CALL;
    if (inst.isCondCtrl()) return MF_OPCLASS_CONDITIONAL;
    return inst.isIndirectCtrl() ? MF_OPCLASS_INDIRECT : MF_OPCLASS_JUMP;
  }
  if (inst.isAtomic()) return MF_OPCLASS_LOAD_STORE;
  if (inst.isLoad()) return MF_OPCLASS_LOAD;
  return inst.isStore() ? MF_OPCLASS_STORE : MF_OPCLASS_ALU;
}

// Micro-operations of one instruction share its address; the last of them ends it.
bool isPartial(const DynInst& inst) { return inst.isMicroop() && !inst.isLastMicroop(); }

// What is kept of it while cores are recorded, and its core.
[[gnu::always_inline]] inline Inst* inFlight(const DynInstPtr& inst, Core*& core)
{
  core = recorded(inst->cpu);
  return core == nullptr ? nullptr : core->inflight.find(inst->seqNum);
}

void complete(Core& core, Inst& known)
{
  known.completed = true;
  ROB& rob = robOf(*core.cpu);
  const bool head = !rob.isEmpty(known.thread) && rob.readHeadInst(known.thread)->seqNum == known.seq;
  mf_inst_complete(core.node, known.seq, head);
}

void fetched(Core& core, const DynInst& inst)
{
  core.inflight.add(inst.seqNum, inst.threadNumber);
  mf_inst_fetch(core.node, inst.seqNum, inst.pcState().instAddr(), opclassOf(*inst.staticInst), core.redirect);
  core.redirect = NONE;
  if (core.fetchPacket != NONE) mf_inst_fetched(core.node, inst.seqNum, core.fetchPacket);
}

} // namespace

// Who writes what it reads is known when its registers are named.
void renamed(Core& core, const DynInst& inst)
{
  Inst* known = core.inflight.find(inst.seqNum);
  if (known == nullptr || known->squashed) return;
  const uint64_t left = core.left[inst.threadNumber];
  const uint64_t* writers = core.writers.data();
  const std::size_t writable = core.writers.size();
  unsigned found = 0;
  for (int i = 0, count = static_cast<int>(inst.numSrcRegs()); i < count; ++i) {
    const PhysRegIdPtr reg = inst.renamedSrcIdx(i);
    if (reg == nullptr || reg->isFixedMapping() || reg->flatIndex() >= writable) continue;
    const uint64_t by = writers[reg->flatIndex()];
    if (by <= left) continue;   // none, or it has retired
    const auto older = static_cast<uint32_t>(inst.seqNum - by);
    unsigned same = 0;
    while (same < found && known->sources[same] != older) ++same;
    if (same == found && found < Inst::MAX_SOURCES) known->sources[found++] = older;
  }
  known->sourceCount = static_cast<uint8_t>(found);
  for (int i = 0, count = static_cast<int>(inst.numDestRegs()); i < count; ++i) {
    const PhysRegIdPtr reg = inst.renamedDestIdx(i);
    if (reg == nullptr || reg->isFixedMapping()) continue;
    if (reg->flatIndex() >= core.writers.size()) core.writers.resize(reg->flatIndex() + 1, NONE);
    core.writers[reg->flatIndex()] = inst.seqNum;
  }
}

namespace
{
// A no-operation is done when it is dispatched; nothing else says so.
void dispatched(const DynInstPtr& inst)
{
  if (!inst->isNop() || !inst->isExecuted()) return;
  Core* core = nullptr;
  Inst* known = inFlight(inst, core);
  if (known != nullptr && !known->squashed) complete(*core, *known);
}

// What needs no functional unit is not seen to issue until it executes, a cycle later.
void executes(const DynInstPtr& inst)
{
  if (inst->opClass() != No_OpClass) return;
  Core* core = nullptr;
  const Inst* known = inFlight(inst, core);
  if (known == nullptr || !known->inIq) return;
  mf_now(inst->firstIssue);
  issued(*core, *inst, 0);
  now();
}

void completed(const DynInstPtr& inst)
{
  if (!inst->isExecuted()) return;   // goes to commit to be told there that it may
  Core* core = nullptr;
  Inst* known = inFlight(inst, core);
  if (known != nullptr && !known->squashed && !known->completed) complete(*core, *known);
}

void bytesArrived(Core& core, const PacketPtr& packet)
{
  core.fetchPacket = NONE;
  if (!mf_on(MF_CORE)) return;
  if (const auto tag = tagOf(packet)) core.fetchPacket = tag->waker;
}
} // namespace

void issued(Core& core, const DynInst& inst, uint16_t unit)
{
  // One that is squashed may issue until the scheduler learns of it; its entry is free then.
  Inst* known = core.inflight.find(inst.seqNum);
  if (known == nullptr) return;
  const bool held = inst.isMemRef();   // until it completes
  mf_inst_issue(core.node, inst.seqNum, known->source(0), known->source(1), known->source(2), known->source(3), held, unit);
  for (unsigned i = 4; i < known->sourceCount; ++i) mf_inst_source(core.node, inst.seqNum, known->source(i));
  if (held) return;
  known->inIq = false;
  core.inflight.settle(*known);
}

void listenTo(Core& core)
{
  ProbeManager* manager = core.cpu->getProbeManager();
  listen<DynInstPtr>(manager, "Dispatch", dispatched);
  listen<DynInstPtr>(manager, "Execute", executes);
  listen<DynInstPtr>(manager, "ToCommit", completed);
  listen<PacketPtr>(manager, "InstAccessComplete", [&core](const PacketPtr& packet) { bytesArrived(core, packet); });
}

// What is in flight when recording begins.
void dumpInstructions(Core& core)
{
  core.inflight.clear();
  core.writers.assign(core.writers.size(), NONE);
  core.loads.clear();
  core.stores.clear();
  core.fetchPacket = core.redirect = NONE;
  core.headReason = core.dispatchReason = UINT8_MAX;   // the next cycle says them whatever they were
  core.squash = core.redirected = Core::Squash();
  for (const DynInstPtr& inst : core.cpu->instList) {
    // Of what was squashed before, the reorder buffer's entries are still to be given back.
    if (inst->isSquashed() && !inst->isInROB()) continue;
    Inst& known = core.inflight.add(inst->seqNum, inst->threadNumber);
    known.squashed = inst->isSquashed();
    mf_inst_fetch(core.node, inst->seqNum, inst->pcState().instAddr(), opclassOf(*inst->staticInst), NONE);
    known.completed = inst->isExecuted();
    known.inRob = inst->isInROB();
    known.inIq = inst->isInIQ() && !(inst->isMemRef() && inst->memOpDone());   // gem5 leaves the mark on those
    if (known.inRob) mf_inst_dispatch(core.node, inst->seqNum);
    if (known.inIq) mf_inst_schedule(core.node, inst->seqNum);
  }
  for (ThreadID thread = 0; thread < core.cpu->numThreads; ++thread) dumpMemoryQueues(core, thread);
}
} // namespace mf

// ---- In front of gem5's functions -------------------------------------------------------------------------
namespace mf
{
MF_WRAP_IF(mf_on(MF_CORE), CPU::ListIt, addInst, "_ZN4gem52o33CPU7addInstERKNS_14RefCountingPtrINS0_7DynInstEEE", (CPU* cpu, const DynInstPtr& inst), (cpu, inst));
MF_WRAP_IF(mf_on(MF_CORE), void, decodeTick, "_ZN4gem52o36Decode4tickEv", (Decode* decode), (decode));
MF_WRAP_IF(mf_on(MF_CORE), void, insertInst, "_ZN4gem52o33ROB10insertInstERKNS_14RefCountingPtrINS0_7DynInstEEE", (ROB* rob, const DynInstPtr& inst), (rob, inst));
MF_WRAP_IF(!machine.cores.empty(), void, retireHead, "_ZN4gem52o33ROB10retireHeadEs", (ROB* rob, ThreadID thread), (rob, thread));
MF_WRAP(void, trap, "_ZN4gem52o33CPU4trapERKSt10shared_ptrINS_9FaultBaseEEsRKNS_14RefCountingPtrINS_10StaticInstEEE", CPU*, const Fault&, ThreadID,
        const StaticInstPtr&);

CPU::ListIt recorded_addInst(CPU* cpu, const DynInstPtr& inst)
{
  if (Core* core = recorded(cpu)) fetched(*core, *inst);
  return real_addInst(cpu, inst);
}

void recorded_decodeTick(Decode* decode)
{
  real_decodeTick(decode);
  Core* core = recorded(cpuOfDecode(*decode));
  if (core == nullptr) return;
  const auto& sent = *decodedOf(*decode);
  for (int i = 0; i < sent.size; ++i) {
    const Inst* known = core->inflight.find(sent.insts[i]->seqNum);
    if (known != nullptr && !known->squashed) mf_inst_decode(core->node, known->seq);
  }
}

void recorded_insertInst(ROB* rob, const DynInstPtr& inst)
{
  real_insertInst(rob, inst);
  Core* core = nullptr;
  Inst* known = inFlight(inst, core);
  if (known == nullptr || known->squashed) return;
  known->inRob = true;
  mf_inst_dispatch(core->node, inst->seqNum);
}

void recorded_retireHead(ROB* rob, ThreadID thread)
{
  const DynInst& inst = *rob->readHeadInst(thread);
  Core* core = coreOf(inst.cpu);
  if (core == nullptr) return real_retireHead(rob, thread);
  const bool squashed = inst.isSquashed(), partial = isPartial(inst);
  core->left[thread] = inst.seqNum;
  if (Inst* known = core->inflight.find(inst.seqNum)) {
    now();
    if (!squashed) mf_inst_retire(core->node, inst.seqNum, partial);
    else if (known->inRob) mf_rob_leave(core->node, inst.seqNum);
    known->seq = Inst::FREE;
  }
  core->retiredNow = core->retiredNow || !squashed;
  real_retireHead(rob, thread);
  if (!squashed && !partial) mf_retired(core->id, ++core->retired);
}

// An emulated system call is the oldest instruction and takes effect here. gem5 neither commits nor
// counts it: it goes with what its trap squashes, some cycles later.
void wrap_trap(CPU* cpu, const Fault& fault, ThreadID thread, const StaticInstPtr& inst)
{
  Core* core = dynamic_cast<SESyscallFault*>(fault.get()) != nullptr ? coreOf(cpu) : nullptr;
  if (core != nullptr) {
    const uint64_t head = robOf(*cpu).readHeadInst(thread)->seqNum;
    core->retiredNow = true;
    if (Inst* known = mf_on(MF_CORE) ? core->inflight.find(head) : nullptr) {
      now();
      mf_inst_retire(core->node, head, false, true);
      known->trapped = true;
    }
  }
  real_trap(cpu, fault, thread, inst);
  if (core != nullptr) mf_retired(core->id, ++core->retired);
}
} // namespace mf
