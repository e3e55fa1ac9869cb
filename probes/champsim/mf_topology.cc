// Describes the simulated machine: nodes, capacities, latencies, from ChampSim's own objects.
#include <cctype>
#include <cxxabi.h>
#include <limits>
#include <map>
#include <set>
#include <typeinfo>

#include "cache.h"
#include "dram_controller.h"
#include "environment.h"
#include "mf_probe.h"
#include "ooo_cpu.h"
#include "ptw.h"

namespace
{
const char* domainName(uint32_t domain)
{
  switch (domain) {
  case MF_CORE: return "core";
  case MF_CACHE: return "cache";
  case MF_TLB: return "tlb";
  case MF_PREFETCHER: return "prefetcher";
  case MF_PREDICTOR: return "predictor";
  default: return "dram";
  }
}

// Numbers nodes from 1 and tells the microtracer about them.
class Nodes
{
public:
  struct Place {
    std::string parent;
    int core;
    std::string clock;
  };

  uint16_t add(const std::string& name, const char* kind, const Place& place, uint32_t domain)
  {
    mf_node(++last_, name.c_str(), kind, place.parent.c_str(), place.core, place.clock.c_str(), domainName(domain));
    return last_;
  }

  void capacity(uint16_t node, std::size_t entries)
  {
    if (entries == std::numeric_limits<std::size_t>::max())
      mf_node_set(node, "unbounded", 1);
    else
      mf_node_set(node, "capacity", entries);
  }

  // One clock for all that tick alike; it has the name of the first of them.
  std::string clock(const std::string& name, champsim::chrono::clock::duration period)
  {
    const auto found = clocks_.emplace(mf::ticks(period), name);
    if (found.second)
      mf_clock(name.c_str(), mf::ticks(period), 0);
    return found.first->second;
  }

private:
  uint16_t last_ = 0;
  std::map<uint64_t, std::string> clocks_;
};

std::string coreName(const O3_CPU& cpu) { return "cpu" + std::to_string(cpu.cpu); }

template <typename W>
uint64_t width(W bandwidth)
{
  return static_cast<uint64_t>(champsim::to_underlying(bandwidth));
}

// "spp_dev" from CACHE::prefetcher_module_model<spp_dev>; several are joined by +, the empty one is left out.
std::string moduleNames(const CACHE& cache)
{
  const auto& module = *cache.pref_module_pimpl;
  int status = 0;
  char* name = abi::__cxa_demangle(typeid(module).name(), nullptr, nullptr, &status);
  const std::string all = status == 0 && name != nullptr ? name : "";
  std::free(name);
  std::string joined, one;
  bool inside = false;
  for (const char c : all) {
    const bool ends = inside && (c == ',' || c == '>');
    if (ends && !one.empty() && one != "no")
      joined += (joined.empty() ? "" : "+") + one;
    if (ends || c == '<')
      one.clear();
    else if (inside && c != ' ')
      one += c;
    inside = inside || c == '<';
  }
  return joined;
}

std::string workloadName(const std::vector<std::string>& traces)
{
  std::string joined;
  for (const std::string& trace : traces) {
    const std::string file = trace.substr(trace.rfind('/') + 1);
    joined += (joined.empty() ? "" : "+") + file.substr(0, file.find('.'));
  }
  return joined;
}
} // namespace

// The channels between parts, which have no names of their own: who sends into one, for
// which cores, and whether it asks for translations.
struct mf_topology_builder {
  Nodes nodes{};
  std::map<const champsim::channel*, std::string> above{};  // who sends into a channel
  std::map<const champsim::channel*, std::set<int>> cores{};  // for which cores
  std::set<const champsim::channel*> translating{};
  std::vector<std::pair<std::string, std::string>> links{}; // told when both ends are known

  int coreOf(const std::vector<champsim::channel*>& upper) const
  {
    std::set<int> all;
    for (const auto* channel : upper) {
      const auto found = cores.find(channel);
      if (found != cores.end())
        all.insert(found->second.begin(), found->second.end());
    }
    return all.size() == 1 ? *all.begin() : -1;
  }

  // Returns whether anything new was learnt.
  bool spread(const std::vector<champsim::channel*>& upper, const champsim::channel* lower)
  {
    if (lower == nullptr)
      return false;
    std::set<int>& into = cores[lower];
    const std::size_t before = into.size();
    for (const auto* channel : upper) {
      const std::set<int> from = cores[channel];
      into.insert(from.begin(), from.end());
    }
    return into.size() != before;
  }

  void queues(champsim::channel& channel, const std::string& below, const Nodes::Place& place, uint32_t domain)
  {
    const auto sender = above.find(&channel);
    const std::string from = sender == above.end() ? "unknown" : sender->second;
    const Nodes::Place own{place.parent, coreOf({&channel}), place.clock};   // the sender's, also at a shared level
    const auto one = [&](const char* name, std::size_t size) {
      if (size == 0)
        return uint16_t{0};
      const uint16_t node = nodes.add(below + "." + name + "_" + from, "queue", own, domain);
      nodes.capacity(node, size);
      return node;
    };
    channel.mf_.rq = one("rq", channel.rq_size());
    channel.mf_.wq = one("wq", channel.wq_size());
    channel.mf_.pq = one("pq", channel.pq_size());
    if (sender != above.end())
      links.emplace_back(from, below);
  }
};

namespace
{
void addCore(Nodes& nodes, O3_CPU& cpu)
{
  const std::string name = coreName(cpu);
  const Nodes::Place top{"", static_cast<int>(cpu.cpu), nodes.clock(name, cpu.clock_period)};
  const Nodes::Place inside{name, top.core, top.clock};
  cpu.mf_.node = nodes.add(name, "core", top, MF_CORE);
  mf_node_set(cpu.mf_.node, "width", width(cpu.FETCH_WIDTH));
  const auto child = [&](const char* what, std::size_t capacity, uint64_t wide, uint32_t domain) {
    const uint16_t node = nodes.add(name + "." + what, what, inside, domain);
    if (capacity != 0)
      mf_node_set(node, "capacity", capacity);
    if (wide != 0)
      mf_node_set(node, "width", wide);
  };
  child("rob", cpu.ROB_SIZE, 0, MF_CORE);
  child("iq", width(cpu.SCHEDULER_SIZE), width(cpu.EXEC_WIDTH), MF_CORE);
  child("lq", cpu.LQ.size(), width(cpu.LQ_WIDTH), MF_CORE);
  child("sq", cpu.SQ_SIZE, width(cpu.SQ_WIDTH), MF_CORE);
  child("dispatch", 0, width(cpu.DISPATCH_WIDTH), MF_CORE);
  child("retire", 0, width(cpu.RETIRE_WIDTH), MF_CORE);
  child("predictor", 0, 0, MF_PREDICTOR);
}

void addCache(mf_topology_builder& builder, CACHE& cache)
{
  Nodes& nodes = builder.nodes;
  mf::Cache& state = cache.mf_;
  const Nodes::Place top{"", builder.coreOf(cache.upper_levels), nodes.clock(cache.NAME, cache.clock_period)};
  const Nodes::Place inside{cache.NAME, top.core, top.clock};
  state.isTlb = false;
  for (const auto* channel : cache.upper_levels)
    state.isTlb = state.isTlb || builder.translating.count(channel) != 0;
  state.domain = state.isTlb ? MF_TLB : MF_CACHE;
  state.node = nodes.add(cache.NAME, state.isTlb ? "tlb" : "cache", top, state.domain);
  mf_node_set(state.node, "sets", cache.NUM_SET);
  mf_node_set(state.node, "ways", cache.NUM_WAY);
  mf_node_set(state.node, "width", width(cache.MAX_TAG));
  mf_node_set(state.node, "line_shift", static_cast<uint64_t>(champsim::to_underlying(cache.OFFSET_BITS)));
  mf_node_set(state.node, "page_shift", LOG2_PAGE_SIZE);
  mf_node_set(state.node, "lat_hit", mf::ticks(cache.HIT_LATENCY));
  const uint16_t mshr = nodes.add(cache.NAME + ".mshr", "mshr", inside, state.domain);
  mf_node_set(mshr, "capacity", cache.MSHR_SIZE);
  state.victim.name = state.isTlb ? "tlb_victim" : "victim";
  state.victim.node = state.node;
  const std::string module = moduleNames(cache);
  if (!module.empty()) {
    state.prefetcher = nodes.add(cache.NAME + "." + module, "prefetcher", inside, MF_PREFETCHER);
    const uint16_t queue = nodes.add(cache.NAME + "." + module + ".pq", "pq", {cache.NAME + "." + module, top.core, top.clock}, MF_PREFETCHER);
    nodes.capacity(queue, cache.PQ_SIZE);
    state.admit.node = state.prefetcher;
  }
  for (auto* channel : cache.upper_levels)
    builder.queues(*channel, cache.NAME, inside, state.domain);
}

void addWalker(mf_topology_builder& builder, PageTableWalker& walker, const std::vector<champsim::channel*>& upper)
{
  Nodes& nodes = builder.nodes;
  const Nodes::Place top{"", builder.coreOf(upper), nodes.clock(walker.NAME, walker.clock_period)};
  const Nodes::Place inside{walker.NAME, top.core, top.clock};
  walker.mf_.node = nodes.add(walker.NAME, "walker", top, MF_TLB);
  const uint16_t registers = nodes.add(walker.NAME + ".mshr", "walk_mshr", inside, MF_TLB);
  mf_node_set(registers, "capacity", walker.MSHR_SIZE);
  for (auto* channel : upper)
    builder.queues(*channel, walker.NAME, inside, MF_TLB);
}

void addMemory(mf_topology_builder& builder, MEMORY_CONTROLLER& dram, const std::vector<champsim::channel*>& upper)
{
  Nodes& nodes = builder.nodes;
  const Nodes::Place top{"", -1, nodes.clock("DRAM", dram.clock_period)};
  nodes.add("DRAM", "dram", top, MF_DRAM);
  for (auto* channel : upper)
    builder.queues(*channel, "DRAM", {"DRAM", -1, top.clock}, MF_DRAM);
  for (std::size_t i = 0; i < dram.channels.size(); i++) {
    DRAM_CHANNEL& channel = dram.channels[i];
    mf::Dram& state = channel.mf_;
    const std::string name = "DRAM.ch" + std::to_string(i);
    const Nodes::Place inside{name, -1, top.clock};
    state.node = nodes.add(name, "dram", {"DRAM", -1, top.clock}, MF_DRAM);
    state.rq = nodes.add(name + ".rq", "dram_queue", inside, MF_DRAM);
    state.wq = nodes.add(name + ".wq", "dram_queue", inside, MF_DRAM);
    mf_node_set(state.rq, "capacity", channel.RQ.size());
    mf_node_set(state.wq, "capacity", channel.WQ.size());
    state.bus = nodes.add(name + ".bus", "bus", inside, MF_DRAM);
    for (std::size_t bank = 0; bank < channel.bank_request_capacity(); bank++) {
      const uint16_t node = nodes.add(name + ".bank" + std::to_string(bank), "bank", inside, MF_DRAM);
      if (bank == 0)
        state.bank = node;
    }
  }
}
} // namespace

void mf_access::topology(champsim::environment& env, const std::vector<std::string>& traces)
{
  mf_topology_builder builder;
  std::set<std::string> modules;
  for (O3_CPU& cpu : env.cpu_view()) {
    for (auto* channel : {cpu.L1I_bus.lower_level, cpu.L1D_bus.lower_level}) {
      builder.above[channel] = coreName(cpu);
      builder.cores[channel].insert(static_cast<int>(cpu.cpu));
    }
  }
  for (CACHE& cache : env.cache_view()) {
    builder.above[cache.lower_level] = cache.NAME;
    if (cache.lower_translate != nullptr) {
      builder.above[cache.lower_translate] = cache.NAME;
      builder.translating.insert(cache.lower_translate);
    }
    modules.insert(moduleNames(cache));
  }
  for (PageTableWalker& walker : env.ptw_view())
    builder.above[walker.lower_level] = walker.NAME;

  // Which cores a part serves, and which caches hold translations, both follow the channels downwards.
  for (bool learns = true; learns;) {
    learns = false;
    for (CACHE& cache : env.cache_view()) {
      learns = builder.spread(cache.upper_levels, cache.lower_level) || learns;
      learns = builder.spread(cache.upper_levels, cache.lower_translate) || learns;
      bool isTlb = false;
      for (const auto* channel : cache.upper_levels)
        isTlb = isTlb || builder.translating.count(channel) != 0;
      learns = (isTlb && builder.translating.insert(cache.lower_level).second) || learns;
    }
    for (PageTableWalker& walker : env.ptw_view())
      learns = builder.spread(walker.upper_levels, walker.lower_level) || learns;
  }

  for (O3_CPU& cpu : env.cpu_view())
    addCore(builder.nodes, cpu);
  for (CACHE& cache : env.cache_view())
    addCache(builder, cache);
  for (PageTableWalker& walker : env.ptw_view())
    addWalker(builder, walker, walker.upper_levels);
  addMemory(builder, env.dram_view(), env.dram_view().queues);
  for (const auto& link : builder.links)
    mf_link(link.first.c_str(), link.second.c_str());

  modules.erase("");
  std::string variant;
  for (const std::string& module : modules)
    variant += (variant.empty() ? "" : "+") + module;
  mf_workload(workloadName(traces).c_str(), variant.empty() ? "nopf" : variant.c_str());
}
