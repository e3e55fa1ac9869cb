/* The memory that a simulator and mf-capture share, and the records in it. C99 and C++.
 *
 * mf-capture makes one memfd: this header, the override table, then the rings.
 * It says where in the environment variable MICROFLOW_CAPTURE=PID:FD; the simulator
 * opens /proc/PID/fd/FD, which also works below wrapper scripts that close
 * descriptors, or else the inherited descriptor FD. mf-capture holds a write lock
 * (fcntl) on the memfd while it lives: the kernel lets go of it however
 * mf-capture ends, so a simulator that waits can tell death from slowness.
 *
 * A ring has one writer, a thread of the simulator, and one reader. `head` and
 * `tail` are positions that only grow; the byte at position p lies at p modulo the
 * ring's size. A record never crosses the end of the ring: MF_RECORD_PAD fills the rest.
 *
 * A record is a multiple of 8 bytes and begins with its kind. Kinds below
 * MF_RECORD_FIRST_CONTROL are events, numbered as in the schema text and packed as it
 * says; the others are struct mf_control and what follows it.
 */
#ifndef MICROFLOW_SHARED_H
#define MICROFLOW_SHARED_H

#include <stdint.h>

#define MF_SHARED_MAGIC "mf-ring"
#define MF_SHARED_VARIABLE "MICROFLOW_CAPTURE"
enum { MF_SHARED_VERSION = 1, MF_MAX_RINGS = 64, MF_MAX_RULES = 64, MF_SHARED_CORES = 1024, MF_MAX_CONTROL = 2048 };

enum mf_record_kind {
  MF_RECORD_FIRST_CONTROL = 0xFFE0,
  MF_RECORD_PAD = 0xFFE0,      /* size: to the end of the ring */
  MF_RECORD_STEP = 0xFFE1,     /* time advances by `size` (8 bytes in all) */
  MF_RECORD_TIME = 0xFFE2,     /* time is the u64 that follows */
  MF_RECORD_SETUP = 0xFFE3,    /* topology: texts, each ended by 0 */
  MF_RECORD_SCHEMA = 0xFFE4,   /* a piece of the schema text, `argument` bytes */
  MF_RECORD_WORD = 0xFFE5,     /* word number `argument`: a text ended by 0 */
  MF_RECORD_BEGIN = 0xFFE6,    /* the topology is complete */
  MF_RECORD_GATE = 0xFFE7,     /* struct mf_gate_record, a text ended by 0 */
  MF_RECORD_SNAPSHOT = 0xFFE8, /* `argument`: whether the events that follow are live state being dumped */
  MF_RECORD_END = 0xFFE9,      /* `argument`: 1 mf_end() was called, 0 only at exit */
  MF_RECORD_TURN = 0xFFEA      /* struct mf_turn_record: another thread writes from here on */
};

struct mf_control {
  uint16_t kind;
  uint16_t argument;
  uint32_t size; /* of the whole record (MF_RECORD_STEP: the step) */
};

/* What gives the records of several threads one order. Whoever writes after another thread did takes the next
 * turn, and says how far that one had come: all of that is earlier. Threads that hand the simulation to each
 * other are recorded exactly; truly parallel ones are in order at the points where they take turns. */
struct mf_turn_record {
  struct mf_control control; /* argument: ring of the turn before, 0xFFFF none */
  uint64_t turn;             /* 1, 2, ... */
  uint64_t previous_head;
};

enum { MF_GATE_SNAPSHOT = 1, MF_GATE_ROI = 2, MF_GATE_FROM_START = 4 };

struct mf_gate_record {
  struct mf_control control; /* argument: MF_GATE_ bits */
  uint32_t open, shut;       /* domains */
  int32_t core;              /* -1 all */
  uint32_t reserved;
  uint64_t time;
};

enum mf_rule_when { MF_WHEN_INSTS = 1, MF_WHEN_CYCLES = 2, MF_WHEN_SIGNAL = 3 };
enum mf_rule_region { MF_REGION_KEEP = 0, MF_REGION_BEGIN = 1, MF_REGION_END = 2 };

/* What happens when something has been counted from the start of the measured phase. */
struct mf_rule {
  uint32_t when;
  int32_t core; /* MF_WHEN_INSTS */
  uint64_t threshold;
  uint32_t open, shut;
  uint32_t region;
  uint32_t reserved;
  char signal[64];
  char text[128]; /* as the user gave it: the trigger in the stream */
};

struct mf_override {
  uint64_t ordinal;
  int64_t outcome;
  uint32_t found;   /* the simulator has the node */
  uint32_t applied; /* and came to the decision */
  char node_name[64];
  char site[48];
};

/* Head and tail have a cache line each: they are written by different processors. */
struct mf_ring {
  uint64_t head;
  uint64_t waits; /* how often the writer found it full */
  uint64_t reserved1[6];
  uint64_t tail;
  uint64_t reserved2[7];
};

struct mf_shared {
  char magic[8];
  uint32_t version;
  uint32_t ring_bytes;       /* a power of 2 */
  uint64_t total_bytes;
  uint64_t rings_offset;     /* of the first ring's bytes */
  uint64_t overrides_offset;
  uint32_t override_count;   /* sorted by node name, site, ordinal */
  uint32_t rule_count;
  uint32_t domains;          /* on when a region opens */
  uint32_t region_is_phase;  /* the region is the simulator's measured phase; else rules say so */
  int32_t consumer;          /* process */
  uint32_t closed;           /* mf-capture gave up: write nothing more */
  int32_t producer;          /* process that attached, 0 none */
  uint32_t refused;          /* simulators that came second */
  uint32_t ring_count;       /* rings ever used */
  uint32_t ended;            /* the end record is published */
  struct mf_rule rules[MF_MAX_RULES];
  uint64_t retired[MF_SHARED_CORES];
  struct mf_ring rings[MF_MAX_RINGS];
};

#endif
