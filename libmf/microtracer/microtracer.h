/* The whole interface that a probe sees. C99 and C++14; libc and pthread only.
 *
 * A probe describes the machine once (mf_clock, mf_node, mf_node_set), says
 * mf_begin(), and from then on sets the time (mf_now) and calls the encoders
 * generated from the catalogs (mf_encoders.h), one for each event:
 *
 *     mf_attach("champsim", "champsim/default", "ps");
 *     mf_node(1, "cpu0", "core", "", 0, "cpu0", "core");
 *     mf_begin();
 *     ...
 *     mf_now(picoseconds);
 *     mf_inst_dispatch(1, instruction + 1);
 *
 * Without mf-capture as parent every gate is shut and all of it costs a test of
 * one word. Keys are never 0; 0 says "none". Lines and pages are numbers
 * (address >> shift), not addresses.
 */
#ifndef MICROFLOW_MICROTRACER_H
#define MICROFLOW_MICROTRACER_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#define MF_LIKELY(test) __builtin_expect(!!(test), 1)
/* Initial-exec: one load, also where a probe is part of a shared library. */
#define MF_THREAD_LOCAL __thread __attribute__((tls_model("initial-exec")))

/* Domains, one bit each, in the order of mf_domain_names. */
enum {
  MF_CORE = 1,
  MF_CACHE = 2,
  MF_TLB = 4,
  MF_PREFETCHER = 8,
  MF_PREDICTOR = 16,
  MF_DRAM = 32
};

/* Which domains are on now. Read by encoders; probes may skip work with mf_on(). */
extern uint32_t mf_gates;
#define mf_on(domains) ((__atomic_load_n(&mf_gates, __ATOMIC_RELAXED) & (uint32_t)(domains)) != 0)
/* By node id: is the domain that the node was declared with on? */
extern uint8_t mf_node_gates[65536];
#define mf_node_on(node) (__atomic_load_n(&mf_node_gates[(uint16_t)(node)], __ATOMIC_RELAXED) != 0)

/* What each thread writes with: its buffer's free part, seen as positions that only grow. For the inline functions
 * below; a probe touches none of it. */
typedef struct mf_stream {
  uint64_t position;      /* of the next record */
  uint64_t limit;         /* no record may end beyond this; 0: take the long way once */
  uintptr_t map;          /* the record at `position` lies at map + position */
  uint64_t* published;    /* mf-capture may read up to here */
  uint64_t now;           /* mf_now */
  uint64_t packet, chain; /* under way */
  uint64_t decision;      /* serial of the last one recorded */
  uint64_t next_key, last_key;
} mf_stream;
extern MF_THREAD_LOCAL mf_stream mf_this_thread;

enum { MF_MAX_CORES = 1024 };
extern uint64_t mf_watched_tick;                 /* a region or rule waits for this time */
extern uint64_t mf_watched_count[MF_MAX_CORES];  /* or for a core to have retired so many; complemented, so that 0 is never */
extern uint64_t* mf_retired_counts;
extern int mf_watched_signals;                   /* or counts signals */
extern int mf_deciding;                          /* decisions are recorded or reversed */
void mf_time_reached(void);
void mf_count_reached(int core);
void mf_signal_given(const char* name);

/* Connects to mf-capture, if that started this process. Returns 1 if so.
 * `tick` is the unit of mf_now: "ps", "fs", "cycle". */
int mf_attach(const char* simulator, const char* profile, const char* tick);
/* 1 between mf_attach that found mf-capture and the end of the capture. */
int mf_attached(void);

/* Topology, before mf_begin. Periods and latencies in ticks. */
void mf_clock(const char* name, uint64_t period, uint64_t phase);
void mf_node(uint16_t id, const char* name, const char* kind, const char* parent, int core, const char* clock,
             const char* domain);
/* capacity, width, sets, ways, line_shift, page_shift, lat_hit, lat_nominal, release_next_cycle, unbounded */
void mf_node_set(uint16_t id, const char* what, uint64_t value);
void mf_link(const char* from, const char* to);
void mf_workload(const char* workload, const char* variant);
/* The topology is complete. */
void mf_begin(void);

/* Time of the records that follow, in ticks; never goes back by more than the reorder window. */
static inline void mf_now(uint64_t tick) {
  if (tick == mf_this_thread.now) return;
  mf_this_thread.now = tick;
  mf_this_thread.limit = 0; /* the next record, if there is one, puts the time before it */
  if (!MF_LIKELY(tick < __atomic_load_n(&mf_watched_tick, __ATOMIC_RELAXED))) mf_time_reached();
}

/* Live state, dumped when domains open: `dump(domains, context)` is called then and calls encoders for every
 * live object of those domains: queue entries, resident lines, instructions in flight. Their records carry the
 * snapshot mark. */
void mf_on_snapshot(void (*dump)(uint32_t domains, void* context), void* context);

/* The simulator's own measured phase begins or ends on a core; `from_start`: nothing ran before it. */
void mf_phase(int core, int measured, int from_start);
/* Instructions that `core` has retired since mf_phase began, told each time that it changes. Drives regions. */
static inline void mf_retired(int core, uint64_t count) {
  const unsigned at = (unsigned)core % MF_MAX_CORES;
  __atomic_store_n(&mf_retired_counts[at], count, __ATOMIC_RELAXED);
  if (!MF_LIKELY(~count > __atomic_load_n(&mf_watched_count[at], __ATOMIC_RELAXED))) mf_count_reached(core);
}
/* A signal that rules may count: mf_signal("squash"). Counted from the start of the measured phase. */
static inline void mf_signal(const char* name) {
  if (!MF_LIKELY(__atomic_load_n(&mf_watched_signals, __ATOMIC_RELAXED) == 0)) mf_signal_given(name);
}
/* The simulator ends normally. Also done at exit. */
void mf_end(void);

/* A word coined by the simulator: a reason, a site. The same text always gives the same number; 0 is no word. */
uint16_t mf_word(const char* text);

/* ---- Decisions -------------------------------------------------------------------------------------------
 * A site is one decision point of one node. Ordinals count at every call, capture on or off. */
typedef struct mf_site {
  const char* name;  /* "pf_issue" */
  uint16_t node;
  uint16_t word;     /* of name; 0 until first recorded */
  uint64_t ordinal;  /* of the next decision */
} mf_site;

typedef struct mf_evidence {
  uint64_t packet;     /* the access under way, 0: what mf_current() says */
  uint64_t chain;      /* the lookahead it belongs to, 0 none */
  uint64_t line, page; /* what it is about */
  int64_t value, threshold;
  const char* reason;  /* why so: "confidence", "filter"; NULL none */
  uint8_t retry;       /* taken again for a retried access */
} mf_evidence;

int mf_decide_now(mf_site* site, int natural, const mf_evidence* evidence);
int64_t mf_choose_now(mf_site* site, int64_t natural, const mf_evidence* evidence);

/* Records whether the hardware acts (natural != 0), and returns what takes effect. */
static inline int mf_decide(mf_site* site, int natural, const mf_evidence* evidence) {
  if (MF_LIKELY(__atomic_load_n(&mf_deciding, __ATOMIC_RELAXED) == 0)) {
    site->ordinal++;
    return natural;
  }
  return mf_decide_now(site, natural, evidence);
}
/* Records which of several it picks, and returns what takes effect. */
static inline int64_t mf_choose(mf_site* site, int64_t natural, const mf_evidence* evidence) {
  if (MF_LIKELY(__atomic_load_n(&mf_deciding, __ATOMIC_RELAXED) == 0)) {
    site->ordinal++;
    return natural;
  }
  return mf_choose_now(site, natural, evidence);
}
/* Serial number of the last decision recorded on this thread, 0 none; consumed by the next request made from it. */
static inline uint64_t mf_last_decision(void) { return mf_this_thread.decision; }
static inline void mf_forget_decision(void) { mf_this_thread.decision = 0; }

/* The packet and chain under way on this thread, which modules that know neither are given. */
static inline uint64_t mf_current_packet(void) { return mf_this_thread.packet; }
static inline uint64_t mf_current_chain(void) { return mf_this_thread.chain; }
static inline void mf_set_current(uint64_t packet, uint64_t chain) {
  mf_this_thread.packet = packet;
  mf_this_thread.chain = chain;
}

/* A fresh key, unique in the process. */
uint64_t mf_key_of_next_block(void);
static inline uint64_t mf_key(void) {
  if (!MF_LIKELY(mf_this_thread.next_key < mf_this_thread.last_key)) return mf_key_of_next_block();
  return mf_this_thread.next_key++;
}

/* ---- For generated encoders ------------------------------------------------------------------------------ */
void* mf_reserve_slowly(size_t size);
/* Room for a record of `size` bytes (a multiple of 8) in this thread's buffer; waits while it is full. */
static inline void* mf_reserve(size_t size) {
  if (!MF_LIKELY(mf_this_thread.position + size <= mf_this_thread.limit)) return mf_reserve_slowly(size);
  return (void*)(mf_this_thread.map + (uintptr_t)mf_this_thread.position);
}
/* Publishes it. */
static inline void mf_publish(size_t size) {
  mf_this_thread.position += size;
  __atomic_store_n(mf_this_thread.published, mf_this_thread.position, __ATOMIC_RELEASE);
}

#ifdef __cplusplus
}
#endif
#endif
