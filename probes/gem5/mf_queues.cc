// The scheduler and the queues of loads and stores: who holds an entry, and until when.
#include "mf_listen.h"
#include "mf_members.h"
#include "mf_tag.h"

using namespace gem5;
using namespace gem5::o3;

namespace mf
{
namespace
{
void scheduled(InstructionQueue* queue, const DynInstPtr& inst)
{
  Core* core = recorded(cpuOfIq(*queue));
  Inst* known = core == nullptr ? nullptr : core->inflight.find(inst->seqNum);
  if (known == nullptr || known->squashed) return;
  known->inIq = true;
  mf_inst_schedule(core->node, inst->seqNum);
}

void leavesScheduler(Core& core, Inst& inst)
{
  inst.inIq = false;
  mf_iq_leave(core.node, inst.seq);
  core.inflight.settle(inst);
}

// Stores leave oldest first, when the cache has taken them.
void storesLeft(Core& core, std::size_t before, std::size_t after)
{
  for (std::size_t n = before; n > after && !core.stores.empty(); --n) {
    mf_sq_release(core.node, core.stores.front());
    core.stores.erase(core.stores.begin());
  }
}

// Entries are numbered on and on; the place in the ring is the slot.
uint16_t slotOf(LSQUnit& unit, const DynInst& load) { return static_cast<uint16_t>(static_cast<std::size_t>(load.lqIdx) % unit.loadQueue.capacity()); }

// The store whose bytes a forwarded load took: the youngest older one that covers it.
uint64_t forwarder(LSQUnit& unit, const DynInst& load, Addr from, Addr to)
{
  auto store = load.sqIt;
  for (int left = unit.numStores(); left > 0; --left) {
    --store;
    if (!store->valid()) break;
    const DynInstPtr& inst = store->instruction();
    if (store->size() != 0 && from >= inst->effAddr && to <= inst->effAddr + store->size()) return inst->seqNum;
  }
  return NONE;
}
} // namespace

// Stores wait in their queue beyond retirement.
void dumpMemoryQueues(Core& core, ThreadID thread)
{
  LSQUnit& unit = lsqUnitsOf(iewOf(*core.cpu).ldstQueue)[thread];
  for (auto& entry : unit.loadQueue) {
    const uint64_t seq = entry.valid() ? entry.instruction()->seqNum : NONE;
    const Inst* known = core.inflight.find(seq);
    if (known == nullptr) continue;
    core.loads.push_back({seq, slotOf(unit, *entry.instruction())});
    mf_lq_insert(core.node, seq, core.loads.back().slot, 0);
  }
  for (auto& entry : unit.storeQueue) {
    const uint64_t seq = entry.valid() ? entry.instruction()->seqNum : NONE;
    if (seq == NONE || entry.instruction()->isSquashed()) continue;
    core.stores.push_back(seq);
    mf_sq_insert(core.node, seq, 0);
  }
}

// ---- In front of gem5's functions: the scheduler ----------------------------------------------------------
MF_WRAP_IF(mf_on(MF_CORE), void, iqInsert, "_ZN4gem52o316InstructionQueue6insertERKNS_14RefCountingPtrINS0_7DynInstEEE", (InstructionQueue* queue, const DynInstPtr& inst), (queue, inst));
MF_WRAP_IF(mf_on(MF_CORE), void, iqInsertNonSpec, "_ZN4gem52o316InstructionQueue13insertNonSpecERKNS_14RefCountingPtrINS0_7DynInstEEE", (InstructionQueue* queue, const DynInstPtr& inst), (queue, inst));
MF_WRAP_IF(mf_on(MF_CORE), void, iqInsertBarrier, "_ZN4gem52o316InstructionQueue13insertBarrierERKNS_14RefCountingPtrINS0_7DynInstEEE", (InstructionQueue* queue, const DynInstPtr& inst), (queue, inst));
MF_WRAP_IF(mf_on(MF_CORE), int, iqWake, "_ZN4gem52o316InstructionQueue14wakeDependentsERKNS_14RefCountingPtrINS0_7DynInstEEE", (InstructionQueue* queue, const DynInstPtr& inst), (queue, inst));
MF_WRAP(void, iqSquash, "_ZN4gem52o316InstructionQueue6squashEs", InstructionQueue*, ThreadID);
MF_WRAP_IF(mf_on(MF_CORE), int, getUnit, "_ZN4gem52o36FUPool7getUnitENS_5enums7OpClassE", (FUPool* units, OpClass opclass), (units, opclass));

void recorded_iqInsert(InstructionQueue* queue, const DynInstPtr& inst)
{
  scheduled(queue, inst);
  real_iqInsert(queue, inst);
}

void recorded_iqInsertNonSpec(InstructionQueue* queue, const DynInstPtr& inst)
{
  scheduled(queue, inst);
  real_iqInsertNonSpec(queue, inst);
}

void recorded_iqInsertBarrier(InstructionQueue* queue, const DynInstPtr& inst)
{
  scheduled(queue, inst);
  real_iqInsertBarrier(queue, inst);
}

// Instructions that access memory keep their entry until they complete.
int recorded_iqWake(InstructionQueue* queue, const DynInstPtr& inst)
{
  const int woken = real_iqWake(queue, inst);
  Core* core = inst->isMemRef() ? recorded(cpuOfIq(*queue)) : nullptr;
  Inst* known = core == nullptr ? nullptr : core->inflight.find(inst->seqNum);
  if (known != nullptr && known->inIq) leavesScheduler(*core, *known);
  return woken;
}

void wrap_iqSquash(InstructionQueue* queue, ThreadID thread)
{
  real_iqSquash(queue, thread);
  Core* core = recorded(cpuOfIq(*queue));
  if (core == nullptr) return;
  core->inflight.eachYounger(core->squash.kept, [&](Inst& inst) {
    if (inst.thread == thread && inst.squashed && inst.inIq) leavesScheduler(*core, inst);
  });
}

// Asked for the instruction that is first among the ready ones of its class.
int recorded_getUnit(FUPool* units, OpClass opclass)
{
  const int unit = real_getUnit(units, opclass);
  for (Core& core : machine.cores) {
    InstructionQueue& queue = iewOf(*core.cpu).instQueue;
    if (unitsOf(queue) != units) continue;
    const DynInst& inst = *readyOf(queue)[opclass].top();
    const uint16_t node = core.units[opclass];
    now();
    if (unit != FUPool::NoFreeFU) {
      issued(core, inst, node);
    } else if (const Inst* known = core.inflight.find(inst.seqNum)) {
      if (!known->squashed && node != 0) mf_issue_deny(node, known->seq);
    }
  }
  return unit;
}

// ---- Loads and stores -------------------------------------------------------------------------------------
MF_WRAP_IF(mf_on(MF_CORE), void, insertLoad, "_ZN4gem52o37LSQUnit10insertLoadERKNS_14RefCountingPtrINS0_7DynInstEEE", (LSQUnit* unit, const DynInstPtr& inst), (unit, inst));
MF_WRAP_IF(mf_on(MF_CORE), void, insertStore, "_ZN4gem52o37LSQUnit11insertStoreERKNS_14RefCountingPtrINS0_7DynInstEEE", (LSQUnit* unit, const DynInstPtr& inst), (unit, inst));
MF_WRAP_IF(mf_on(MF_CORE), void, commitLoads, "_ZN4gem52o37LSQUnit11commitLoadsERm", (LSQUnit* unit, InstSeqNum& youngest), (unit, youngest));
MF_WRAP(void, lsqSquash, "_ZN4gem52o37LSQUnit6squashERKm", LSQUnit*, const InstSeqNum&);
MF_WRAP_IF(mf_on(MF_CORE), void, writebackStores, "_ZN4gem52o37LSQUnit15writebackStoresEv", (LSQUnit* unit), (unit));
MF_WRAP_IF(mf_on(MF_CORE), void, completeDataAccess, "_ZN4gem52o37LSQUnit18completeDataAccessEPNS_6PacketE", (LSQUnit* unit, PacketPtr packet), (unit, packet));
MF_WRAP_IF(mf_on(MF_CACHE), bool, trySendPacket, "_ZN4gem52o37LSQUnit13trySendPacketEbPNS_6PacketE", (LSQUnit* unit, bool isLoad, PacketPtr packet), (unit, isLoad, packet));
MF_WRAP_IF(mf_on(MF_CORE), bool, recvTimingResp, "_ZN4gem52o37LSQUnit14recvTimingRespEPNS_6PacketE", (LSQUnit* unit, PacketPtr packet), (unit, packet));
MF_WRAP_IF(mf_on(MF_CORE), Fault, lsqRead, "_ZN4gem52o37LSQUnit4readEPNS0_3LSQ10LSQRequestEl", (LSQUnit* unit, LSQ::LSQRequest* request, ssize_t place), (unit, request, place));
MF_WRAP_IF(mf_on(MF_CORE), Fault, lsqWrite, "_ZN4gem52o37LSQUnit5writeEPNS0_3LSQ10LSQRequestEPhl", (LSQUnit* unit, LSQ::LSQRequest* request, uint8_t* data, ssize_t place), (unit, request, data, place));

void recorded_insertLoad(LSQUnit* unit, const DynInstPtr& inst)
{
  real_insertLoad(unit, inst);
  Core* core = recorded(cpuOfLsqUnit(*unit));
  const Inst* known = core == nullptr ? nullptr : core->inflight.find(inst->seqNum);
  if (known == nullptr || known->squashed) return;
  core->loads.push_back({inst->seqNum, slotOf(*unit, *inst)});
  mf_lq_insert(core->node, inst->seqNum, core->loads.back().slot, 0);
}

void recorded_insertStore(LSQUnit* unit, const DynInstPtr& inst)
{
  real_insertStore(unit, inst);
  Core* core = recorded(cpuOfLsqUnit(*unit));
  const Inst* known = core == nullptr ? nullptr : core->inflight.find(inst->seqNum);
  if (known == nullptr || known->squashed) return;
  core->stores.push_back(inst->seqNum);
  mf_sq_insert(core->node, inst->seqNum, 0);
}

void recorded_commitLoads(LSQUnit* unit, InstSeqNum& youngest)
{
  real_commitLoads(unit, youngest);
  Core* core = recorded(cpuOfLsqUnit(*unit));
  if (core == nullptr) return;
  std::size_t gone = 0;
  for (; gone < core->loads.size() && core->loads[gone].seq <= youngest; ++gone) mf_lq_leave(core->node, core->loads[gone].seq, core->loads[gone].slot);
  core->loads.erase(core->loads.begin(), core->loads.begin() + static_cast<std::ptrdiff_t>(gone));
}

void wrap_lsqSquash(LSQUnit* unit, const InstSeqNum& kept)
{
  const int stores = unit->numStores();
  real_lsqSquash(unit, kept);
  Core* core = recorded(cpuOfLsqUnit(*unit));
  if (core == nullptr) return;
  for (; !core->loads.empty() && core->loads.back().seq > kept; core->loads.pop_back())
    mf_lq_leave(core->node, core->loads.back().seq, core->loads.back().slot);
  // Stores that have retired stay, whatever is younger.
  for (int n = unit->numStores(); n < stores && !core->stores.empty(); ++n, core->stores.pop_back()) mf_sq_drop(core->node, core->stores.back());
}

void recorded_writebackStores(LSQUnit* unit)
{
  const auto before = static_cast<std::size_t>(unit->numStores());
  real_writebackStores(unit);
  const auto after = static_cast<std::size_t>(unit->numStores());
  if (after == before) return;
  if (Core* core = recorded(cpuOfLsqUnit(*unit))) storesLeft(*core, before, after);
}

bool recorded_trySendPacket(LSQUnit* unit, bool isLoad, PacketPtr packet)
{
  Core* core = coreOf(cpuOfLsqUnit(*unit));
  sending = core;
  const bool sent = real_trySendPacket(unit, isLoad, packet);
  sending = nullptr;
  if (sent || core == nullptr || core->dataCache == nullptr) return sent;
  now();
  refused(*core->dataCache, packet);
  return sent;
}

// The answer's packet is told before gem5 gives it to the instruction.
bool recorded_recvTimingResp(LSQUnit* unit, PacketPtr packet)
{
  if (Core* core = recorded(cpuOfLsqUnit(*unit))) {
    const auto* request = dynamic_cast<LSQ::LSQRequest*>(packet->senderState);
    const auto tag = tagOf(packet);
    // A squashed load's request outlives it.
    Inst* known = request == nullptr || tag == nullptr ? nullptr : core->inflight.find(packet->req->getReqInstSeqNum());
    if (known != nullptr) known->packet = tag->waker;
  }
  return real_recvTimingResp(unit, packet);
}

void recorded_completeDataAccess(LSQUnit* unit, PacketPtr packet)
{
  Core* core = recorded(cpuOfLsqUnit(*unit));
  const auto before = static_cast<std::size_t>(unit->numStores());
  if (core != nullptr) {
    const DynInstPtr inst = dynamic_cast<LSQ::LSQRequest*>(packet->senderState)->instruction();
    const Inst* known = core->inflight.find(inst->seqNum);
    if (known != nullptr && !known->squashed && inst->isLoad()) mf_lq_release(core->node, inst->seqNum, slotOf(*unit, *inst), MF_LQ_END_RESPONSE, known->packet, NONE, 1);
  }
  real_completeDataAccess(unit, packet);
  if (core != nullptr) storesLeft(*core, before, static_cast<std::size_t>(unit->numStores()));
}

// A load that an older store in the queue answers counts among gem5's forwarded loads.
Fault recorded_lsqRead(LSQUnit* unit, LSQ::LSQRequest* request, ssize_t place)
{
  Core* core = recorded(cpuOfLsqUnit(*unit));
  if (core == nullptr) return real_lsqRead(unit, request, place);
  auto& counted = lsqStatistics(*unit).forwLoads;
  const double before = counted.value();
  const DynInstPtr load = request->instruction();
  const Addr from = request->mainReq()->getVaddr();
  const Addr to = from + request->mainReq()->getSize();
  Fault fault = real_lsqRead(unit, request, place);
  if (counted.value() != before && core->inflight.find(load->seqNum) != nullptr)
    mf_lq_release(core->node, load->seqNum, slotOf(*unit, *load), MF_LQ_END_FORWARD, NONE, forwarder(*unit, *load, from, to), 1);
  return fault;
}

Fault recorded_lsqWrite(LSQUnit* unit, LSQ::LSQRequest* request, uint8_t* data, ssize_t place)
{
  if (Core* core = recorded(cpuOfLsqUnit(*unit))) {
    const Inst* known = core->inflight.find(request->instruction()->seqNum);
    if (known != nullptr && !known->squashed) mf_sq_ready(core->node, known->seq);
  }
  return real_lsqWrite(unit, request, data, place);
}
} // namespace mf
