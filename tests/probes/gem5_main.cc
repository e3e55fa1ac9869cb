// Drives the test's small gem5 past each place where a call goes in. With -DMODULE it listens.
#include <cstdio>

#include "cpu/o3/iew.hh"
#include "cpu/o3/lsq_unit.hh"
#include "cpu/o3/rename.hh"
#include "mem/dram_interface.hh"

using namespace gem5;
using o3::DynInst;

#ifdef MODULE
#include "microflow/mf_hooks.hh"

static const char* nameOf(mf::Full what) {
  static const char* const names[] = {"ROB", "IQ", "LQ", "SQ", "REGISTERS", "SERIALIZE"};
  return names[static_cast<int>(what)];
}

static void listen() {
  if (mf::tellsDram) std::puts("memory is told");
  using memory::DRAMInterface;
  using memory::MemCtrl;
  using memory::MemPacket;
  mf::hooks.violation = [](const DynInst& load, const DynInst& by) {
    std::printf("violation %d by %d\n", load.seqNum, by.seqNum);
  };
  mf::hooks.renameFull = [](const DynInst& head, mf::Full what) {
    std::printf("rename %d %s\n", head.seqNum, nameOf(what));
  };
  mf::hooks.dispatchFull = [](const DynInst& head, mf::Full what) {
    std::printf("dispatch %d %s\n", head.seqNum, nameOf(what));
  };
  mf::hooks.dramQueued = [](const MemCtrl&, const MemPacket& burst) { std::printf("queued %lu\n", burst.addr); };
  mf::hooks.dramForwarded = [](const MemCtrl&, const Packet&, const MemPacket& by) {
    std::printf("forwarded by %lu\n", by.addr);
  };
  mf::hooks.dramMerged = [](const MemCtrl&, const Packet&, uint64_t address) {
    std::printf("merged at %lu\n", address);
  };
  mf::hooks.dramBurst = [](const DRAMInterface&, const MemPacket& burst, bool rowHit) {
    std::printf("burst %lu %s\n", burst.addr, rowHit ? "hit" : "miss");
  };
  mf::hooks.dramDone = [](const MemCtrl&, const MemPacket& burst) { std::printf("done %lu\n", burst.addr); };
}
#else
static void listen() {}
#endif

static void order() {
  DynInst oldLoad{1, true, false, false}, store{2, false, true, false}, load{3, true, false, false},
      young{4, true, false, false};
  o3::LSQUnit unit;
  unit.loads = {&load, &young};
  unit.checkViolations(&store);  // 3 by 2
  unit.loads = {&young};
  unit.checkViolations(&store);  // a younger one than the known violator: nothing
  unit.memDepViolator = nullptr;
  unit.checkViolations(&oldLoad);  // 4 by 1
}

static void rename() {
  DynInst load{1, true, false, false}, store{2, false, true, false}, alu{3, false, false, false},
      serial{4, false, false, true};
  const auto run = [&](void (*limit)(o3::Rename&), std::deque<DynInst*> waiting) {
    o3::Rename rename{};
    rename.insts[0] = waiting;
    limit(rename);
    rename.tick();
  };
  run([](o3::Rename&) {}, {&load, &store, &alu});                   // nothing
  run([](o3::Rename& r) { r.robRoom = 0; }, {&load, &store});       // 1 ROB
  run([](o3::Rename& r) { r.iqRoom = 2; }, {&load, &store, &alu});  // 3 IQ
  run(
      [](o3::Rename& r) {
        r.robRoom = -1;
        r.renameStatus[0] = o3::Rename::Unblocking;
        std::swap(r.insts[0], r.skidBuffer[0]);
      },
      {&alu});                                                // 3 ROB
  run([](o3::Rename& r) { r.lqRoom = 0; }, {&load});          // 1 LQ
  run([](o3::Rename& r) { r.sqRoom = 0; }, {&load, &store});  // 2 SQ
  run([](o3::Rename& r) { r.registers = 0; }, {&alu});        // 3 REGISTERS
  run([](o3::Rename&) {}, {&alu, &serial});                   // 4 SERIALIZE
}

static void dispatch() {
  DynInst load{1, true, false, false}, store{2, false, true, false};
  o3::IEW iew;
  const auto run = [&] {
    iew.insts[0] = {};
    for (DynInst* inst : {&load, &store}) iew.insts[0].push(inst);
    iew.tick();
  };
  run();  // nothing
  iew.ldstQueue.sq = true;
  run();  // 2 SQ
  iew.ldstQueue.lq = true;
  run();  // 1 LQ
  iew.instQueue.full = true;
  run();  // 1 IQ
}

static void dram() {
  Packet packet;
  memory::MemCtrl controller;
  memory::DRAMInterface interface;
  controller.addToWriteQueue(&packet, 128, false);
  controller.addToWriteQueue(&packet, 130, true);
  controller.addToReadQueue(&packet, 128);
  controller.addToReadQueue(&packet, 32);
  interface.doBurstAccess(controller.readQueue[0].front(), 10);
  interface.doBurstAccess(controller.writeQueue[0].front(), 20);
  controller.processNextReqEvent(true);
  controller.processRespondEvent(controller.respQueue);
  controller.processNextReqEvent(false);
}

int main() {
  listen();
  order();
  rename();
  dispatch();
  dram();
  std::puts("done");
}
