#include "mf_topology.h"

#include <cxxabi.h>
#include <map>
#include <typeinfo>

#include "cpu/func_unit.hh"
#include "mem/mem_interface.hh"
#include "mf_cache_members.h"
#include "mf_gem5.h"
#include "mf_hooks.hh"
#include "mf_members.h"
#include "params/BaseCache.hh"
#include "params/BaseO3CPU.hh"
#include "params/FUPool.hh"
#include "params/MemInterface.hh"
#include "params/MicroflowProbe.hh"
#include "params/QueuedPrefetcher.hh"

using namespace gem5;

namespace mf
{
namespace
{
class Nodes
{
public:
  struct Place {
    std::string parent;
    int core;
    std::string clock;
    const char* domain;
  };

  uint16_t add(const std::string& name, const char* kind, const Place& place, uint64_t capacity = 0, uint64_t width = 0)
  {
    mf_node(++last_, name.c_str(), kind, place.parent.c_str(), place.core, place.clock.c_str(), place.domain);
    if (capacity != 0) mf_node_set(last_, "capacity", capacity);
    if (width != 0) mf_node_set(last_, "width", width);
    return last_;
  }

  // One clock for all that tick alike; it has the name that is given first.
  std::string clock(const std::string& name, Tick period)
  {
    const auto found = clocks_.emplace(period, name);
    if (found.second) mf_clock(name.c_str(), period, 0);
    return found.first->second;
  }

private:
  uint16_t last_ = 0;
  std::map<Tick, std::string> clocks_;
};

unsigned shiftOf(uint64_t size)
{
  unsigned shift = 0;
  while (size > 1) {
    size >>= 1;
    ++shift;
  }
  return shift;
}

// Units of one kind, and the classes of operation that they are the first to take.
void addUnits(Nodes& nodes, Core& core, const Nodes::Place& inside)
{
  core.units.assign(Num_OpClasses, 0);
  const auto& pool = static_cast<const FUPoolParams&>(unitsOf(iewOf(*core.cpu).instQueue)->params());
  unsigned number = 0;
  for (const FUDesc* units : pool.FUList) {
    if (units->number == 0) continue;
    const uint16_t node = nodes.add(inside.parent + ".fu" + std::to_string(number++), "fu", inside, units->number);
    for (const OpDesc* operation : units->opDescList) {
      if (core.units[operation->opClass] == 0) core.units[operation->opClass] = node;
    }
  }
}

void addCore(Nodes& nodes, Core& core)
{
  const auto& params = static_cast<const BaseO3CPUParams&>(core.cpu->params());
  const std::string name = core.cpu->name();
  const Nodes::Place top{"", core.id, nodes.clock("cpu", core.cpu->clockPeriod()), "core"};
  const Nodes::Place inside{name, top.core, top.clock, "core"};
  core.node = nodes.add(name, "core", top, 0, params.fetchWidth);
  // What a stage gives back, dispatch, which went before it, sees to be free a cycle later. A store's
  // entry is given back by the cache's answer, before the stages.
  const auto queue = [&](const char* what, uint64_t capacity, uint64_t width, bool nextCycle) {
    mf_node_set(nodes.add(name + "." + what, what, inside, capacity, width), "release_next_cycle", nextCycle);
  };
  queue("rob", params.numROBEntries, 0, true);
  queue("iq", params.numIQEntries, params.issueWidth, true);
  queue("lq", params.LQEntries, 0, true);
  queue("sq", params.SQEntries, 0, false);
  core.rename = nodes.add(name + ".rename", "dispatch", inside, 0, params.renameWidth);
  core.issue = nodes.add(name + ".iew", "issue", inside, 0, params.dispatchWidth);
  nodes.add(name + ".commit", "retire", inside, 0, params.commitWidth);
  nodes.add(name + ".branchPred", "predictor", {name, top.core, top.clock, "predictor"});
  addUnits(nodes, core, inside);
}

void addPrefetcher(Nodes& nodes, Cache& cache, const Nodes::Place& inside)
{
  const std::string name = cache.prefetcher->name();
  cache.prefetch = nodes.add(name, "prefetcher", {inside.parent, inside.core, inside.clock, "prefetcher"});
  cache.candidate.node = cache.prefetch;
  const auto* queued = dynamic_cast<prefetch::Queued*>(cache.prefetcher);
  if (queued == nullptr) return;
  const auto& params = static_cast<const QueuedPrefetcherParams&>(queued->params());
  nodes.add(name + ".queue", "pq", {name, inside.core, inside.clock, "prefetcher"}, params.queue_size);
}

void addCache(Nodes& nodes, Cache& cache, int core)
{
  const auto& params = static_cast<const BaseCacheParams&>(cache.cache->params());
  const std::string name = cache.cache->name();
  const Tick period = cache.cache->clockPeriod();
  const Nodes::Place top{"", core, nodes.clock(name, period), "cache"};
  const Nodes::Place inside{name, core, top.clock, "cache"};
  const unsigned line = cache.cache->getBlockSize();
  cache.lineShift = shiftOf(line);
  cache.node = nodes.add(name, "cache", top);
  mf_node_set(cache.node, "sets", params.size / (uint64_t{params.assoc} * line));
  mf_node_set(cache.node, "ways", params.assoc);
  mf_node_set(cache.node, "line_shift", cache.lineShift);
  mf_node_set(cache.node, "page_shift", PAGE_SHIFT);
  const uint64_t tag = params.tag_latency, data = params.data_latency;
  mf_node_set(cache.node, "lat_hit", (params.sequential_access ? tag + data : std::max(tag, data)) * period);
  cache.mshr = nodes.add(name + ".mshr", "mshr", inside, params.mshrs);
  // Each miss may need one more than the number at which the cache stops to take requests.
  cache.writeBuffer = nodes.add(name + ".write_buffer", "queue", inside, uint64_t{params.write_buffers} + params.mshrs);
  cache.victim.node = cache.node;
  if (cache.prefetcher != nullptr) addPrefetcher(nodes, cache, inside);
}

// Controllers are told where the tree has the calls for them. The queues of one that serves two memories
// stand at the first, and have room for those of both.
void addChannel(Nodes& nodes, Memory& memory, memory::MemInterface& interface, const Nodes::Place& inside)
{
  const auto& params = static_cast<const MemInterfaceParams&>(interface.params());
  const memory::MemCtrl& controller = *controllerOf(interface);
  if (channelOf(controller) == nullptr) machine.channels.emplace_back().controller = &controller;
  Channel& channel = *channelOf(controller);
  if (channel.reads.node == 0) {
    channel.reads.node = nodes.add(controller.name() + ".rq", "dram_queue", inside);
    channel.writes.node = nodes.add(controller.name() + ".wq", "dram_queue", inside);
  }
  channel.burstSize = interface.bytesPerBurst();
  channel.reads.capacity += params.read_buffer_size;
  channel.writes.capacity += params.write_buffer_size;
  for (const Channel::Queue* queue : {&channel.reads, &channel.writes}) mf_node_set(queue->node, "capacity", queue->capacity);
  mf_node_set(memory.node, "line_shift", shiftOf(channel.burstSize));
  memory.burst = params.tBURST;
  memory.bus = nodes.add(inside.parent + ".bus", "bus", inside);
  for (unsigned bank = 0; bank < params.ranks_per_channel * params.banks_per_rank; ++bank) {
    const uint16_t node = nodes.add(inside.parent + ".bank" + std::to_string(bank), "bank", inside);
    if (bank == 0) memory.bank = node;
  }
}

void addMemory(Nodes& nodes, Memory& memory)
{
  // Memory answers at any tick, not at those of a clock.
  const Nodes::Place top{"", -1, nodes.clock("tick", 1), "dram"};
  const std::string name = memory.memory->name();
  memory.node = nodes.add(name, "dram", top);
  auto* interface = dynamic_cast<memory::MemInterface*>(memory.memory);
  if (tellsDram && interface != nullptr) addChannel(nodes, memory, *interface, {name, top.core, top.clock, top.domain});
}

// "stride" from gem5::prefetch::Stride; several are joined by +.
std::string variant()
{
  std::string joined;
  for (const Cache& cache : machine.caches) {
    if (cache.prefetcher == nullptr) continue;
    int failed = 0;
    char* name = abi::__cxa_demangle(typeid(*cache.prefetcher).name(), nullptr, nullptr, &failed);
    std::string one = failed == 0 && name != nullptr ? name : "prefetcher";
    std::free(name);
    one = one.substr(one.rfind(':') + 1);
    for (char& c : one) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
    if (("+" + joined + "+").find("+" + one + "+") == std::string::npos) joined += (joined.empty() ? "" : "+") + one;
  }
  return joined.empty() ? "nopf" : joined;
}
} // namespace

void collect(const MicroflowProbeParams& params)
{
  int number = 0;
  for (BaseCPU* object : params.cpus) {
    auto* cpu = dynamic_cast<o3::CPU*>(object);
    fatal_if(cpu == nullptr, "microflow: %s is no O3 CPU", object->name());
    Core core;
    core.cpu = cpu;
    core.id = number++;
    machine.cores.push_back(std::move(core));
  }
  for (BaseCache* object : params.caches) {
    Cache cache;
    cache.cache = object;
    cache.mshrs = &mshrsOf(*object);
    cache.writes = &writesOf(*object);
    cache.prefetcher = prefetcherOf(*object);
    machine.caches.push_back(cache);
  }
  for (memory::AbstractMemory* object : params.memories) machine.memories.push_back({object});
}

void describe(const MicroflowProbeParams& params)
{
  Nodes nodes;
  for (Core& core : machine.cores) addCore(nodes, core);
  for (const BaseCPU* cpu : params.ahead) nodes.add(cpu->name(), "cpu_ahead", {"", -1, nodes.clock("cpu", cpu->clockPeriod()), nullptr});
  for (std::size_t i = 0; i < machine.caches.size(); ++i) addCache(nodes, machine.caches[i], i < params.caches_cpu.size() ? params.caches_cpu[i] : -1);
  for (Memory& memory : machine.memories) addMemory(nodes, memory);
  for (const std::string& link : params.links) {
    const std::size_t split = link.find('>');
    mf_link(link.substr(0, split).c_str(), link.substr(split + 1).c_str());
  }
  mf_workload(params.workload.c_str(), variant().c_str());
}
} // namespace mf
