// Describes the machine: nodes, capacities, latencies. And its live state, when domains open.
#include "probes/refsim/machine.h"

namespace refsim {

class Machine::Nodes {
 public:
  struct Place {
    std::string parent;
    int core;
    const char* clock;
    const char* domain;
  };

  Nodes(std::vector<std::string>& names) : names_(names) {}

  uint16_t add(const std::string& name, const char* kind, const Place& place, uint64_t capacity = 0) {
    const auto id = static_cast<uint16_t>(names_.size());
    names_.push_back(name);
    mf_node(id, name.c_str(), kind, place.parent.c_str(), place.core, place.clock, place.domain);
    if (capacity != 0) mf_node_set(id, "capacity", capacity);
    return id;
  }

 private:
  std::vector<std::string>& names_;
};

void Machine::describe(const std::string& profile) {
  const Config& config = shared_.config;
  mf_attach("refsim", profile.c_str(), "ps");
  mf_clock("core", config.period, 0);
  mf_clock("memory", config.dramPeriod, 0);
  Nodes nodes(nodeNames_);
  for (Tile& tile : tiles_) describeTile(nodes, tile);
  describeCache(nodes, *llc_, -1, true, "cache");
  describeMemory(nodes);
  for (const Tile& tile : tiles_) {
    const std::string core = "cpu" + std::to_string(tile.core->number());
    mf_link(core.c_str(), tile.l1d->name().c_str());
    mf_link(tile.l1d->name().c_str(), tile.dtlb->name().c_str());
    mf_link(tile.l1d->name().c_str(), tile.l2->name().c_str());
    mf_link(tile.dtlb->name().c_str(), tile.stlb->name().c_str());
    mf_link(tile.stlb->name().c_str(), (core + "_PTW").c_str());
    mf_link((core + "_PTW").c_str(), tile.l2->name().c_str());
    mf_link(tile.l2->name().c_str(), "LLC");
  }
  mf_link("LLC", "DRAM");
  std::string workload;
  for (const auto& source : sources_) workload += (workload.empty() ? "" : "+") + source->name();
  mf_workload(workload.c_str(), config.spp ? "spp" : "nopf");
  mf_on_snapshot([](uint32_t domains, void* machine) { static_cast<Machine*>(machine)->dump(domains); }, this);
  mf_begin();
}

void Machine::describeTile(Nodes& nodes, Tile& tile) {
  const Config& config = shared_.config;
  const int core = static_cast<int>(tile.core->number());
  const std::string name = "cpu" + std::to_string(core);
  Core::Nodes& of = tile.core->nodes;
  of.self = nodes.add(name, "core", {"", core, "core", "core"});
  mf_node_set(of.self, "width", config.fetchWidth);
  const auto part = [&](const char* what, uint64_t capacity, uint64_t width, const char* domain) {
    const uint16_t node = nodes.add(name + "." + what, what, {name, core, "core", domain}, capacity);
    if (width != 0) mf_node_set(node, "width", width);
    return node;
  };
  part("fetchq", config.fetchQueue, 0, "core");
  part("rob", config.rob, 0, "core");
  part("iq", config.iq, config.issueWidth, "core");
  part("lq", config.lq, config.loadPorts, "core");
  part("sq", config.sq, 1, "core");
  part("dispatch", 0, config.dispatchWidth, "core");
  part("retire", 0, config.retireWidth, "core");
  of.predictor = part("predictor", 0, 0, "predictor");
  describeCache(nodes, *tile.l1d, core, false, "cache");
  describeCache(nodes, *tile.dtlb, core, false, "tlb");
  describeCache(nodes, *tile.stlb, core, false, "tlb");
  Walker::Nodes& walker = tile.walker->nodes;
  walker.self = nodes.add(name + "_PTW", "walker", {"", core, "core", "tlb"});
  nodes.add(name + "_PTW.mshr", "walk_mshr", {name + "_PTW", core, "core", "tlb"}, config.walks);
  walker.rq = nodes.add(name + "_PTW.rq", "queue", {name + "_PTW", core, "core", "tlb"}, Walker::QUEUE);
  describeCache(nodes, *tile.l2, core, true, "cache");
  if (tile.spp == nullptr) return;
  const std::string cache = tile.l2->name();
  tile.l2->nodes.prefetcher = nodes.add(cache + ".spp", "prefetcher", {cache, core, "core", "prefetcher"});
  tile.l2->nodes.pq =
      nodes.add(cache + ".spp.pq", "pq", {cache + ".spp", core, "core", "prefetcher"}, config.prefetchQueue);
}

void Machine::describeCache(Nodes& nodes, Cache& cache, int core, bool hasWrites, const char* domain) {
  const Config& config = shared_.config;
  Cache::Nodes& of = cache.nodes;
  const std::string& name = cache.name();
  const CacheShape& shape = cache.shape();
  of.self = nodes.add(name, cache.isTlb() ? "tlb" : "cache", {"", core, "core", domain});
  mf_node_set(of.self, "sets", shape.sets);
  mf_node_set(of.self, "ways", shape.ways);
  mf_node_set(of.self, "width", shape.width);
  mf_node_set(of.self, "line_shift", cache.isTlb() ? config.pageShift() : LINE_SHIFT);
  mf_node_set(of.self, "page_shift", cache.isTlb() ? config.pageShift() : PAGE_SHIFT);
  mf_node_set(of.self, "lat_hit", shape.latency * config.period);
  // What an unloaded memory takes, seen from L2: lookups of L2 and LLC, then this much further.
  const Time llc = (config.l2.latency + config.llc.latency + 4) * config.period;
  const Time memory = (config.tRcd + config.tCas + config.burst + 2) * config.dramPeriod;
  if (&cache == llc_.get()) mf_node_set(of.self, "lat_nominal", llc);
  if (&cache != llc_.get() && hasWrites) mf_node_set(of.self, "lat_nominal", llc + memory);
  nodes.add(name + ".mshr", "mshr", {name, core, "core", domain}, shape.mshrs);
  of.rq = nodes.add(name + ".rq", "queue", {name, core, "core", domain}, shape.queue);
  if (hasWrites) of.wq = nodes.add(name + ".wq", "queue", {name, core, "core", domain}, shape.queue);
}

void Machine::describeMemory(Nodes& nodes) {
  const Config& config = shared_.config;
  Dram::Nodes& of = dram_->nodes;
  of.self = nodes.add("DRAM", "dram", {"", -1, "memory", "dram"});
  of.rqIn = nodes.add("DRAM.rq", "queue", {"DRAM", -1, "memory", "dram"}, Dram::QUEUE);
  of.wqIn = nodes.add("DRAM.wq", "queue", {"DRAM", -1, "memory", "dram"}, Dram::QUEUE);
  of.channel = nodes.add("DRAM.ch0", "dram", {"DRAM", -1, "memory", "dram"});
  const Nodes::Place inside{"DRAM.ch0", -1, "memory", "dram"};
  of.rq = nodes.add("DRAM.ch0.rq", "dram_queue", inside, config.dramQueue);
  of.wq = nodes.add("DRAM.ch0.wq", "dram_queue", inside, config.dramQueue);
  const Time llc = (config.l2.latency + config.llc.latency + 4) * config.period;
  mf_node_set(of.rq, "lat_nominal", llc + (config.tRcd + config.tCas + config.burst + 2) * config.dramPeriod);
  of.bus = nodes.add("DRAM.ch0.bus", "bus", inside);
  for (unsigned bank = 0; bank < config.banks; ++bank) {
    const uint16_t node = nodes.add("DRAM.ch0.bank" + std::to_string(bank), "bank", inside);
    if (bank == 0) of.bank = node;
  }
}

// ---- Live state
void Machine::dump(uint32_t domains) {
  if ((domains & MF_CORE) != 0)
    for (Tile& tile : tiles_) tile.core->dump();
  coresDue_ = true;  // they tell their states in the next cycle
  // Before the others, as which they would be taken.
  for (const Tile& tile : tiles_)
    if ((domains & MF_PREFETCHER) != 0 && tile.spp != nullptr) tile.l2->dumpPrefetches();
  dumpPackets(domains);
  for (Cache* cache : caches_) {  // inner levels first, as packets met them
    if ((domains & (cache->isTlb() ? MF_TLB : MF_CACHE)) != 0) cache->dump();
  }
  for (const Tile& tile : tiles_) {
    if ((domains & MF_TLB) != 0) tile.walker->dump();
    if ((domains & MF_PREFETCHER) != 0 && tile.spp != nullptr) tile.spp->dump();
  }
  if ((domains & MF_DRAM) != 0) dram_->dump();
}

// Every packet under way says so once, where it is nearest to memory.
void Machine::dumpPackets(uint32_t domains) const {
  if ((domains & ~static_cast<uint32_t>(MF_CORE | MF_PREDICTOR)) == 0) return;
  for (const Packet& packet : shared_.packets.all()) {
    if (packet.key == 0) continue;
    if (packet.translation)
      mf_translation_live(packet.place, packet.key, packet.op, packet.requesterWord(), packet.parent, packet.line);
    else
      mf_packet_live(packet.place, packet.key, packet.op, packet.requesterWord(), packet.inst, packet.parent);
  }
}

}  // namespace refsim
