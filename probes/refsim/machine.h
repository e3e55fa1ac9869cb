// The whole machine, its clocks, its measured phase.
#pragma once

#include <cstdio>
#include <memory>
#include <string>
#include <vector>

#include "probes/refsim/core.h"
#include "probes/refsim/dram.h"
#include "probes/refsim/spp.h"
#include "probes/refsim/walker.h"

namespace refsim {

class Machine {
 public:
  // One core for each source. `account`: where each core's account of its stalls goes, or nullptr.
  Machine(const Config& config, std::vector<std::unique_ptr<Source>> sources, std::FILE* account);

  // Attaches to mf-capture, if that started this process, and describes the machine.
  void describe(const std::string& profile);
  // Until every core has retired `warmup` instructions, and then `instructions` more in the
  // measured phase. Throws mf::Error if nothing moves any more.
  void run(uint64_t warmup, uint64_t instructions);
  // What was counted in the measured phase, as JSON.
  void writeStatistics(std::FILE* out) const;

 private:
  struct Tile {
    std::unique_ptr<Cache> l1d, l2, dtlb, stlb;
    std::unique_ptr<Walker> walker;
    std::unique_ptr<Spp> spp;
    std::unique_ptr<Core> core;
    std::unique_ptr<Account> account;
  };
  class Nodes;

  void describeTile(Nodes& nodes, Tile& tile);
  void describeCache(Nodes& nodes, Cache& cache, int core, bool hasWrites, const char* domain);
  void describeMemory(Nodes& nodes);
  void dump(uint32_t domains);
  void dumpPackets(uint32_t domains) const;

  bool reached(uint64_t instructions) const;
  void runUntil(uint64_t instructions);
  void advance();
  void stepCores();
  Time nextCoreEdge() const;
  Time nextMemoryEdge() const;
  void beginPhase(bool fromStart);
  void endPhase();

  Shared shared_;
  std::vector<std::unique_ptr<Source>> sources_;
  std::unique_ptr<Cache> llc_;
  std::unique_ptr<Dram> dram_;
  std::vector<Tile> tiles_;
  std::vector<Cache*> caches_;
  std::vector<std::string> nodeNames_{""};
  Time coreEdge_ = 0, memoryEdge_ = 0;  // earliest at which each clock may step next
  Time phaseBegan_ = 0, phaseEnded_ = 0;
  bool coresDue_ = true, memoryDue_ = true;  // something happened since they stepped last
};

}  // namespace refsim
