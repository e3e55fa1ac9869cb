@0xd1f0c0a3b6e94d01;
# What authors fill in: event schemas, lifecycles, tenancies, channels and sites.
# mfir.5 gives the meaning, mf-catalog.5 the how-to. Fields are only ever added.
#
# A package is a folder of files, each with one constant of type Catalog. The
# files of a package are read together: a name may be used in one file and
# declared in another, of the same package or of package core.

using Cxx = import "/capnp/c++.capnp";
$Cxx.namespace("mf::schema");

enum ValueType {
  # How a field is stored, and what may be joined with it.
  u64 @0;          # a plain number
  u32 @1;
  u16 @2;
  u8 @3;
  i64 @4;
  flag @5;         # 0 or 1
  word @6;         # enumerator of the enum named by `of`, one byte
  name @7;         # a word the simulator coins at run time (mf_word), two bytes
  key @8;          # native identity of a flow of kind `of`; 0 means none
  address @9;      # in address space `of` (virt, phys), of `grain` (byte, line, page)
  time @10;        # in the simulator's ticks; ingest converts it to base units
  node @11;        # a place of the topology, two bytes; the field called `node` is the event's own
}

struct Field {
  name @0 :Text;
  type @1 :ValueType;
  of @2 :Text;         # word: the enum; key: the flow kind; address: the space
  grain @3 :Text;      # address only
  flow @4 :Bool;       # this key is the flow that the event belongs to
  optional @5 :Bool;   # a capture without it is accepted; the field then reads 0
  doc @6 :Text;
}

struct Word {
  name @0 :Text;
  class @1 :Text;      # episodes: the shared class (memory, core, frontend, backend, recovery)
}

struct Enum {
  name @0 :Text;
  words @1 :List(Word);
  doc @2 :Text;
}

struct When {
  # A condition: the field's value is one of the words (of its enum), or, for a
  # flag or a number, one of "0" and "1". No field: always.
  field @0 :Text;
  words @1 :List(Text);
}

enum Role {
  # The normal form of evidence; MFIR section 2.1 of mfir.5 gives the five joins.
  produce @0;  consume @1;                        # value
  acquire @2;  coalesce @3;  release @4;  stall @5;  # occupancy
  grant @6;    deny @7;                           # arbitration
  define @8;   refer @9;                          # speculation
  write @10;   read @11;                          # state
  use @12;                                        # a hit on a resident line; no edge
}

struct Claim {
  role @0 :Role;
  on @1 :Text;
  # value, speculation: a namespace (declared by its first use); occupancy: a
  # tenancy; arbitration: a node kind; state: a state.
  key @2 :List(Text);      # value, speculation, state: the fields that form the key
  node @3 :Text;           # field with the node, when not the event's own
  flow @4 :Text;           # field with the acting flow, when not the event's own
  other @5 :Text;          # coalesce: the owner's key; deny and grant: who won (lost_to)
  when @6 :When;
  min @7 :UInt32;          # declared minimum gap, in cycles of the node's clock
  hasMin @8 :Bool;
  maybe @10 :Bool;         # consume, refer: often nobody produced, and that is no gap in the evidence
  order @9 :Bool;          # deny: for program order, which the stages tell; no row of waits
}

struct Event {
  name @0 :Text;           # dotted, lower case: inst.fetch
  domain @1 :Text;         # core, cache, tlb, prefetcher, predictor, dram
  stage @2 :Text;          # shared stage that this event marks, if any
  fields @3 :List(Field);
  claims @4 :List(Claim);
  table @5 :Text;          # name of the typed table after ev_; default: the name with _ for .
  ordinary @6 :Bool;       # an ordinary table with indexes rather than column chunks
  indexes @7 :List(Text);  # ordinary tables: column lists, "node,line,ev"
  doc @8 :Text;
}

enum Take { field @0; time @1; ev @2; node @3; count @4; flow @5; }
enum Keep { first @0; last @1; }

struct Source {
  event @0 :Text;
  take @1 :Take;           # flow: the flow that a key field names
  field @2 :Text;          # take field or flow
  when @3 :When;
}

struct Column {
  # One column of a flow kind's table, filled while the flow lives.
  name @0 :Text;
  keep @1 :Keep = first;
  from @2 :List(Source);
  of @3 :Text;             # enum of a coded column; empty for a number
  builtin @4 :Text;
  # What resolve knows itself: retire_idx, uop, last_uop (unless the field of
  # `from` says that more micro-operations follow), epoch, decision (the
  # decision with the serial number of `from`), null, or "=N", a constant.
  required @5 :Bool;       # NOT NULL
  doc @6 :Text;
}

struct Close {
  event @0 :Text;
  reason @1 :Text;         # a fixed word, or empty
  field @2 :Text;          # else the field whose word is the reason
  when @3 :When;
}

struct Open {
  event @0 :Text;
  when @1 :When;
}

enum Reuse { error @0; implicitClose @1; }

struct Flow {
  name @0 :Text;           # the kind: inst, packet, prefetch
  base @1 :Text;           # kind whose keys this one shares (a prefetch is a packet)
  table @2 :Text;          # its table; empty: none of its own
  opens @3 :List(Open);
  closes @4 :List(Close);  # and those of the base
  parent @5 :List(Text);   # fields of the opening event, in order of preference
  perCore @6 :Bool;        # the same key on two cores is two flows
  reuse @7 :Reuse;
  retain @8 :UInt32 = 65536;   # how many closed flows stay addressable as producers
  columns @9 :List(Column);
  indexes @10 :List(Text);
  doc @11 :Text;
  alsoBase @12 :Bool;      # its flows have a row in the base's table too; columns of one name agree
}

struct Residency {
  # A tenancy of cache lines: what fills residencies.
  line @0 :Text;           # acquiring event's field with the line
  set @1 :Text;
  way @2 :Text;
  byPrefetch @3 :Text;     # flag of the acquiring event
  useLine @4 :Text;        # field of the `use` claims' events with the line
  evictReason @5 :Text;    # field of the releasing event, enum of reasons
  evictDecision @6 :Text;  # site whose decision, on the releasing event, chose the victim
}

struct Tenancy {
  name @0 :Text;           # rob, mshr, line: what claims name in `on`
  kind @1 :Text;           # node kind whose nodes are held; the claim's node or its only child of that kind
  slot @2 :Text;           # acquiring and releasing events' field with the entry, if entries have numbers
  reason @3 :Text;         # releasing event's field with the reason
  residency @4 :Residency;
  folded @5 :Text;
  # Kind table whose rows carry this tenancy, e.g. insts: one tenancy a flow at most,
  # so columns <name>_acq, <name>_rel and <name>_occ replace a row; `tenancies` is a view over both.
  doc @6 :Text;
}

struct State {
  name @0 :Text;
  kind @1 :Text;           # node kind
  key @2 :Text;            # "address phys line" and the like: what keys must be
  initialAbsent @3 :Bool;  # a read with no write is a first touch, not missing evidence
  logged @4 :Bool;         # its writes go to state_versions
  doc @5 :Text;
}

struct Site {
  # Where a mechanism decides. One row of decisions for each such event.
  name @0 :Text;           # pf_issue; with `by` the word of that field names the site
  event @1 :Text;
  by @2 :Text;             # field (enum or name) that holds the site's name
  kind @3 :Text;           # node kind the site belongs to: the event's node or its child; empty: the node itself
  ordinal @4 :Text;
  outcome @5 :Text;        # field of enum outcome (act, suppress); empty: always act
  reason @6 :Text;
  value @7 :Text;
  threshold @8 :Text;
  choice @9 :Text;
  target @10 :Text;
  page @11 :Text;
  effect @12 :Text;        # key of the flow it created
  subject @13 :Text;       # key of the flow in which it was taken; default the event's own
  natural @14 :Text;       # what the hardware computed, when a reversal took effect
  forced @15 :Text;
  retry @16 :Text;         # flag: the same decision taken again for a retried access
  when @17 :When;
}

struct Episode {
  # A stretch of one state, from one event to the next of the same core.
  name @0 :Text;           # head_block, dispatch_block
  event @1 :Text;
  reason @2 :Text;         # field of an enum whose words have classes; the word `none` ends it
  slots @3 :Text;
  causeEvent @4 :Text;     # the last such event of the same flow names the cause
  causeField @5 :Text;
  causeLine @6 :Text;      # table column of the cause's kind with the line
  doc @7 :Text;
}

struct Epoch {
  # Recoveries. The event that squashes and the one that marks a victim.
  event @0 :Text;
  cause @1 :Text;          # field of enum epoch_cause
  recovered @2 :Text;      # event that ends the recovery
  member @3 :Text;         # event of each discarded flow
}

struct Verdict {
  # What a leaf of a cascade means: data, not code.
  question @0 :UInt8;
  leaf @1 :Text;           # or a pattern, suppressed_*; the longest that fits counts
  family @2 :Text;
  verdict @3 :Text;
}

struct Catalog {
  name @0 :Text;           # for messages; the package is the folder's name
  version @1 :UInt32 = 1;
  enums @2 :List(Enum);
  events @3 :List(Event);
  flows @4 :List(Flow);
  tenancies @5 :List(Tenancy);
  states @6 :List(State);
  sites @7 :List(Site);
  episodes @8 :List(Episode);
  epochs @9 :List(Epoch);
  verdicts @10 :List(Verdict);
  doc @11 :Text;
}
