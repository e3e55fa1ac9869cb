// What the machine counted itself, as JSON.
#include "probes/refsim/machine.h"

namespace refsim {

namespace {

// Objects in objects, in the order written.
class Json {
 public:
  explicit Json(std::FILE* out) : out_(out) { open(); }
  ~Json() {
    close();
    std::fputc('\n', out_);
  }
  void open(const std::string& name = "") {
    if (!name.empty()) key(name);
    std::fputc('{', out_);
    first_ = true;
  }
  void close() {
    std::fputc('}', out_);
    first_ = false;
  }
  void put(const std::string& name, uint64_t value) {
    key(name);
    std::fprintf(out_, "%llu", static_cast<unsigned long long>(value));
  }

 private:
  void key(const std::string& name) {
    std::fprintf(out_, "%s\n\"%s\": ", first_ ? "" : ",", name.c_str());
    first_ = false;
  }
  std::FILE* out_;
  bool first_ = true;
};

// Words of the catalog, in its order.
const char* const HEAD_REASONS[] = {"none", "schedule", "execute", "memory", "store", "latency"};
const char* const DISPATCH_REASONS[] = {"none",      "rob_full",      "iq_full",         "lq_full",    "sq_full",
                                        "registers", "fetch_latency", "fetch_bandwidth", "mispredict", "mem_order"};
const char* const OPS[] = {"load", "store", "ifetch", "walk", "prefetch", "writeback"};

void writeCore(Json& json, const Core& core, uint64_t cycles) {
  const CoreCounts& counts = core.counts;
  json.open("cpu" + std::to_string(core.number()));
  json.put("cycles", cycles);
  json.put("instructions", counts.instructions);
  json.put("dispatched", counts.dispatched);
  json.put("squashed", counts.squashed);
  json.put("squashes_mispredict", counts.squashes[MF_EPOCH_CAUSE_MISPREDICT]);
  json.put("squashes_mem_order", counts.squashes[MF_EPOCH_CAUSE_MEM_ORDER]);
  json.put("forwards", counts.forwards);
  json.open("head_cycles");
  for (size_t i = 1; i < counts.headCycles.size(); ++i) json.put(HEAD_REASONS[i], counts.headCycles[i]);
  json.close();
  json.open("lost_slots");
  for (size_t i = 1; i < counts.lostSlots.size(); ++i) json.put(DISPATCH_REASONS[i], counts.lostSlots[i]);
  json.close();
  json.close();
}

void writeCache(Json& json, const Cache& cache) {
  const CacheCounts& counts = cache.counts;
  json.open(cache.name());
  for (size_t op = 0; op < counts.looked.size(); ++op) {
    json.open(OPS[op]);
    json.put("hit", counts.looked[op].hits);
    json.put("miss", counts.looked[op].misses);
    json.put("merge", counts.looked[op].merges);
    json.close();
  }
  json.put("evictions", counts.evictions);
  json.put("back_invalidations", counts.backInvalidations);
  json.put("writebacks", counts.writebacks);
  json.put("useful", counts.useful);
  json.put("useless", counts.useless);
  json.put("late", counts.late);
  json.put("prefetches_requested", counts.requested);
  json.put("prefetches_refused", counts.refused);
  json.put("prefetches_gated", counts.gated);
  json.close();
}

}  // namespace

void Machine::writeStatistics(std::FILE* out) const {
  Json json(out);
  for (const Tile& tile : tiles_) {
    writeCore(json, *tile.core, (phaseEnded_ - phaseBegan_) / shared_.config.period);
    const std::string name = "cpu" + std::to_string(tile.core->number());
    json.open(name + "_PTW");
    json.put("walks", tile.walker->begun);
    json.put("steps", tile.walker->steps);
    json.close();
  }
  for (const Cache* cache : caches_) writeCache(json, *cache);
  json.open("DRAM");
  const Dram::Counts& counts = dram_->counts;
  json.put("read_row_hits", counts.rowHits[0]);
  json.put("read_row_misses", counts.rowMisses[0]);
  json.put("write_row_hits", counts.rowHits[1]);
  json.put("write_row_misses", counts.rowMisses[1]);
  json.put("forwards", counts.forwards);
  json.put("merges", counts.merges);
  json.close();
}

}  // namespace refsim
