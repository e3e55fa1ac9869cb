// Which domains are recorded now: regions and rules.
//
// A region and a rule are the same thing, something counted from the start of the
// measured phase that reaches a number, and then a change of gates. What is counted
// is compared inline with the next number that matters, so that it costs one test.
// Every change is written into the stream at its exact place, and domains that open
// first have their live state dumped.
#include <string.h>

#include "mf_state.h"

extern "C" {
uint32_t mf_gates = 0;
uint8_t mf_node_gates[65536];
uint64_t mf_watched_tick = UINT64_MAX;
static uint64_t unreadCounts[MF_MAX_CORES];
uint64_t* mf_retired_counts = unreadCounts;
int mf_watched_signals = 0;
uint64_t mf_watched_count[MF_MAX_CORES];
}

namespace {

const char* const DOMAINS[] = {"core", "cache", "tlb", "prefetcher", "predictor", "dram"};

struct Rule {
  mf_rule told;
  uint64_t count;  // of signals
  bool fired;
};

Rule rules[MF_MAX_RULES];
unsigned ruleCount = 0;
uint32_t wanted = 0;          // domains on while a region is open
bool regionOpen = false;
bool phaseBegan = false;
bool fromStart = false;
uint64_t phaseTick = 0;
unsigned measuredCores = 0;
uint8_t isMeasured[MF_MAX_CORES];
uint64_t referencePeriod = 0;  // ticks of a cycle in rules: of the clock declared first
uint8_t domainOf[65536];       // by node
uint16_t nodes[65536];
unsigned nodeCount = 0;
void (*dumpState)(uint32_t, void*) = nullptr;
void* dumpContext = nullptr;

void writeGate(uint16_t flags, uint32_t open, uint32_t shut, int core, const char* trigger) {
  const size_t length = strnlen(trigger, 200);
  void* at = mfControl(MF_RECORD_GATE, static_cast<uint16_t>(flags | (fromStart ? MF_GATE_FROM_START : 0)),
                       sizeof(mf_gate_record) + length + 1);
  mf_gate_record record;
  memset(&record, 0, sizeof record);
  memcpy(&record.control, at, sizeof record.control);
  record.open = open;
  record.shut = shut;
  record.core = core;
  record.time = mf_this_thread.now;
  memcpy(at, &record, sizeof record);
  memcpy(static_cast<char*>(at) + sizeof record, trigger, length);
  mfControlDone(at);
}

void setGates(uint32_t gates) {
  if (mfIsStopped()) gates = 0;
  __atomic_store_n(&mf_gates, gates, __ATOMIC_RELAXED);
  for (unsigned i = 0; i < nodeCount; i++) {
    const uint16_t node = nodes[i];
    __atomic_store_n(&mf_node_gates[node], static_cast<uint8_t>((domainOf[node] & gates) != 0), __ATOMIC_RELAXED);
  }
  mfUpdateDeciding();
}

void writeSnapshotMark(uint16_t on) { mfControlDone(mfControl(MF_RECORD_SNAPSHOT, on, sizeof(mf_control))); }

// Brings the gates to what region and rules say now.
void apply(const char* trigger) {
  const uint32_t next = regionOpen ? wanted : 0;
  const uint32_t open = next & ~mf_gates, shut = mf_gates & ~next;
  if (open == 0 && shut == 0) return;
  const bool dumps = open != 0 && dumpState != nullptr;
  writeGate(dumps ? MF_GATE_SNAPSHOT : 0, open, shut, -1, trigger);
  setGates(next);
  if (!dumps) return;
  writeSnapshotMark(1);
  dumpState(open, dumpContext);
  writeSnapshotMark(0);
}

void openRegion(int core, const char* trigger) {
  regionOpen = true;
  writeGate(MF_GATE_ROI, wanted, 0, core, trigger);
  apply(trigger);
}

void shutRegion(int core, const char* trigger) {
  writeGate(MF_GATE_ROI, 0, wanted, core, trigger);
  regionOpen = false;
  apply(trigger);
}

// What inline code compares with: the smallest number that a rule still waits for.
void watch() {
  uint64_t tick = UINT64_MAX;
  int signals = 0;
  for (unsigned i = 0; i < MF_MAX_CORES; i++) __atomic_store_n(&mf_watched_count[i], 0, __ATOMIC_RELAXED);
  for (unsigned i = 0; phaseBegan && i < ruleCount; i++) {
    const mf_rule& rule = rules[i].told;
    if (rules[i].fired) continue;
    if (rule.when == MF_WHEN_SIGNAL) signals++;
    if (rule.when == MF_WHEN_CYCLES) {
      const uint64_t at = phaseTick + rule.threshold * (referencePeriod == 0 ? 1 : referencePeriod);
      if (at < tick) tick = at;
    }
    if (rule.when == MF_WHEN_INSTS) {
      uint64_t& count = mf_watched_count[static_cast<unsigned>(rule.core) % MF_MAX_CORES];
      if (~rule.threshold > count) __atomic_store_n(&count, ~rule.threshold, __ATOMIC_RELAXED);
    }
  }
  __atomic_store_n(&mf_watched_tick, tick, __ATOMIC_RELAXED);
  __atomic_store_n(&mf_watched_signals, signals, __ATOMIC_RELAXED);
}

bool holds(const Rule& rule) {
  const mf_rule& told = rule.told;
  if (told.when == MF_WHEN_SIGNAL) return rule.count >= told.threshold;
  if (told.when == MF_WHEN_INSTS) {
    const uint64_t* count = &mf_retired_counts[static_cast<unsigned>(told.core) % MF_MAX_CORES];
    return __atomic_load_n(count, __ATOMIC_RELAXED) >= told.threshold;
  }
  return mf_this_thread.now >= phaseTick + told.threshold * (referencePeriod == 0 ? 1 : referencePeriod);
}

void fire(Rule& rule) {
  rule.fired = true;
  wanted = (wanted | rule.told.open) & ~rule.told.shut;
  if (rule.told.region == MF_REGION_BEGIN) openRegion(-1, rule.told.text);
  if (rule.told.region == MF_REGION_END && regionOpen) shutRegion(-1, rule.told.text);
  if (rule.told.region == MF_REGION_KEEP) apply(rule.told.text);
}

void fireWhatHolds() {
  if (!phaseBegan || mf_attached() == 0) return;
  for (unsigned i = 0; i < ruleCount; i++) {
    if (!rules[i].fired && holds(rules[i])) fire(rules[i]);
  }
  watch();
}

void beginPhase(int core, int phaseFromStart) {
  const bool byPhase = mf_memory->region_is_phase != 0;
  isMeasured[static_cast<unsigned>(core) % MF_MAX_CORES] = 1;
  measuredCores++;
  if (!phaseBegan) {
    phaseBegan = true;
    phaseTick = mf_this_thread.now;
  }
  fromStart = phaseFromStart != 0;
  __atomic_store_n(&mf_retired_counts[static_cast<unsigned>(core) % MF_MAX_CORES], uint64_t{0}, __ATOMIC_RELAXED);
  if (byPhase) openRegion(core, "sim");
  fireWhatHolds();
  fromStart = false;  // what opens later has a past
}

void endPhase(int core) {
  isMeasured[static_cast<unsigned>(core) % MF_MAX_CORES] = 0;
  measuredCores--;
  if (!regionOpen) return;
  if (mf_memory->region_is_phase != 0 && measuredCores == 0) return shutRegion(core, "sim");
  writeGate(MF_GATE_ROI, 0, wanted, core, "sim");
}

}  // namespace

void mfReadRules() {
  wanted = mf_memory->domains;
  ruleCount = mf_memory->rule_count < MF_MAX_RULES ? mf_memory->rule_count : static_cast<unsigned>(MF_MAX_RULES);
  for (unsigned i = 0; i < ruleCount; i++) {
    rules[i].told = mf_memory->rules[i];
    rules[i].told.text[sizeof rules[i].told.text - 1] = 0;
  }
  watch();
}

void mfShutGates() { setGates(0); }

void mfForgetCounts() { mf_retired_counts = unreadCounts; }

void mfCloseRegion(const char* trigger) {
  if (regionOpen) shutRegion(-1, trigger);
}

void mfDeclareDomain(uint16_t node, const char* domain) {
  if (domainOf[node] == 0) nodes[nodeCount++] = node;
  domainOf[node] = 128;  // declared, of no domain
  for (unsigned i = 0; i < sizeof DOMAINS / sizeof *DOMAINS; i++) {
    if (domain != nullptr && strcmp(domain, DOMAINS[i]) == 0) domainOf[node] = static_cast<uint8_t>(1u << i);
  }
}

void mfSetReferencePeriod(uint64_t period) {
  if (referencePeriod == 0) referencePeriod = period;
}

extern "C" void mf_on_snapshot(void (*dump)(uint32_t domains, void* context), void* context) {
  MfLock lock;
  dumpState = dump;
  dumpContext = context;
}

extern "C" void mf_phase(int core, int measured, int phaseFromStart) {
  MfLock lock;
  if (mf_attached() == 0) return;
  mf_begin();
  if ((isMeasured[static_cast<unsigned>(core) % MF_MAX_CORES] != 0) == (measured != 0)) return;
  if (measured != 0) {
    beginPhase(core, phaseFromStart);
  } else {
    endPhase(core);
  }
}

extern "C" void mf_time_reached(void) {
  MfLock lock;
  fireWhatHolds();
}

extern "C" void mf_count_reached(int) {
  MfLock lock;
  fireWhatHolds();
}

extern "C" void mf_signal_given(const char* name) {
  MfLock lock;
  bool matters = false;
  for (unsigned i = 0; i < ruleCount; i++) {
    Rule& rule = rules[i];
    if (rule.fired || rule.told.when != MF_WHEN_SIGNAL || strcmp(rule.told.signal, name) != 0) continue;
    rule.count++;
    matters = matters || holds(rule);
  }
  if (matters) fireWhatHolds();
}
