#include "probes/refsim/machine.h"

#include <algorithm>

#include "libmf/base/error.h"

namespace refsim {

Machine::Machine(const Config& config, std::vector<std::unique_ptr<Source>> sources, std::FILE* account)
    : sources_(std::move(sources)) {
  shared_.config = config;
  shared_.now = coreEdge_ = config.period;
  memoryEdge_ = config.dramPeriod;
  shared_.accounts = account != nullptr;
  llc_ = std::make_unique<Cache>("LLC", config.llc, false, shared_);
  if (config.inclusive) llc_->setInclusive();
  dram_ = std::make_unique<Dram>(shared_, *llc_);
  llc_->setBelow(dram_.get());
  for (unsigned i = 0; i < sources_.size(); ++i) {
    const std::string name = "cpu" + std::to_string(i);
    Tile& tile = tiles_.emplace_back();
    const auto cache = [&](const char* what, const CacheShape& shape, bool isTlb) {
      return std::make_unique<Cache>(name + "_" + what, shape, isTlb, shared_);
    };
    tile.l1d = cache("L1D", config.l1d, false);
    tile.l2 = cache("L2", config.l2, false);
    tile.dtlb = cache("DTLB", config.dtlb, true);
    tile.stlb = cache("STLB", config.stlb, true);
    tile.walker = std::make_unique<Walker>(shared_, *tile.l2, *tile.stlb);
    if (config.spp) tile.spp = std::make_unique<Spp>(*tile.l2, shared_);
    tile.core = std::make_unique<Core>(i, *sources_[i], *tile.l1d, shared_);
    tile.l1d->setBelow(tile.l2.get());
    tile.l1d->setTranslation(tile.dtlb.get());
    tile.l2->addAbove(tile.l1d.get());
    tile.l2->setBelow(llc_.get());
    tile.l2->setPrefetcher(tile.spp.get());
    llc_->addAbove(tile.l2.get());
    tile.dtlb->setBelow(tile.stlb.get());
    tile.stlb->addAbove(tile.dtlb.get());
    tile.stlb->setBelow(tile.walker.get());
    for (const auto* each : {&tile.l1d, &tile.dtlb, &tile.stlb, &tile.l2}) caches_.push_back(each->get());
    if (account == nullptr) continue;
    tile.account = std::make_unique<Account>(account, i, nodeNames_);
    tile.core->setAccount(tile.account.get());
  }
  caches_.push_back(llc_.get());
}

// ---- Time
namespace {

Time upTo(Time time, Time period) { return time == NEVER ? NEVER : (time + period - 1) / period * period; }

}  // namespace

// The next edge of each clock at which something can happen: the very next one if anything did
// since the last, else the one at which the first thing that is waited for is there.
Time Machine::nextCoreEdge() const {
  const Time period = shared_.config.period;
  if (coresDue_ || shared_.config.everyCycle) return std::max(coreEdge_, upTo(shared_.now, period));
  Time wake = NEVER;
  for (const Tile& tile : tiles_) wake = std::min(wake, tile.core->wake(coreEdge_ - period));
  for (const Cache* cache : caches_) wake = std::min(wake, cache->wake(coreEdge_ - period));
  return std::max(coreEdge_, upTo(wake, period));
}

// Memory steps before the cores: what these did at an edge of both, it sees at its next.
Time Machine::nextMemoryEdge() const {
  const Time period = shared_.config.dramPeriod;
  const bool coresStepped = coreEdge_ == shared_.now + shared_.config.period;
  const Time due = shared_.now + (coresStepped ? 1 : 0);
  const bool isDue = memoryDue_ || shared_.config.everyCycle;
  return std::max(memoryEdge_, upTo(isDue ? due : dram_->wake(memoryEdge_ - period), period));
}

void Machine::advance() {
  const Time core = nextCoreEdge(), memory = nextMemoryEdge();
  shared_.now = std::min(core, memory);
  if (shared_.now == NEVER) throw mf::Error("the machine is stuck: nothing waits for anything to come");
  shared_.active = false;
  mf_now(shared_.now);
  if (memory == shared_.now) {
    memoryEdge_ = memory + shared_.config.dramPeriod;
    memoryDue_ = false;
    dram_->step();
  }
  if (core == shared_.now) {
    coreEdge_ = core + shared_.config.period;
    coresDue_ = false;
    stepCores();
  }
  if (shared_.active) coresDue_ = memoryDue_ = true;
}

// From memory upwards, so that an answer is there when who waits for it looks.
void Machine::stepCores() {
  llc_->step();
  for (Tile& tile : tiles_) {
    if (tile.spp != nullptr) tile.spp->step();
    tile.l2->step();
    tile.walker->step();
    tile.stlb->step();
    tile.dtlb->step();
    tile.l1d->step();
    tile.core->step();
  }
}

// ---- Phases
bool Machine::reached(uint64_t instructions) const {
  const auto done = [&](const Tile& tile) {
    return tile.core->counts.instructions >= instructions || tile.core->isAtEnd();
  };
  return std::all_of(tiles_.begin(), tiles_.end(), done);
}

// And to the end of the cycle in which they were reached.
void Machine::runUntil(uint64_t instructions) {
  while (!reached(instructions)) advance();
  coresDue_ = true;
  while (nextMemoryEdge() < coreEdge_) advance();
  shared_.now = coreEdge_;
  mf_now(coreEdge_);
}

void Machine::run(uint64_t warmup, uint64_t instructions) {
  mf_now(shared_.now);
  if (warmup > 0) runUntil(warmup);
  beginPhase(warmup == 0);
  runUntil(instructions);
  endPhase();
}

void Machine::beginPhase(bool fromStart) {
  phaseBegan_ = shared_.now;
  for (Tile& tile : tiles_) tile.core->measure();
  for (Tile& tile : tiles_) tile.walker->begun = tile.walker->steps = 0;
  for (Cache* cache : caches_) cache->counts = CacheCounts{};
  dram_->counts = Dram::Counts{};
  for (const Tile& tile : tiles_) mf_phase(static_cast<int>(tile.core->number()), 1, fromStart);
}

void Machine::endPhase() {
  phaseEnded_ = shared_.now;
  for (Tile& tile : tiles_) tile.core->measured();
  for (const Tile& tile : tiles_) mf_phase(static_cast<int>(tile.core->number()), 0, 0);
}

}  // namespace refsim
