@0xd1f0c0a3b6e94d02;
# What one simulated machine is called and how big it is. mf-profile.5.

using Cxx = import "/capnp/c++.capnp";
$Cxx.namespace("mf::schema");

struct Clock {
  name @0 :Text;
  period @1 :UInt64;       # ticks
  phase @2 :UInt64;
}

struct Node {
  # One place of the topology. Times are in ticks of the simulator.
  id @0 :UInt16;           # what events carry
  name @1 :Text;
  kind @2 :Text;           # core, rob, iq, lq, sq, cache, mshr, rq, wq, pq, tlb, prefetcher, ...
  parent @3 :Text;         # name of the containing node
  core @4 :Int16 = -1;     # -1: shared
  clock @5 :Text;
  capacity @6 :UInt64;     # 0: not given
  unbounded @7 :Bool;      # declared to have no enforced limit
  width @8 :UInt32;
  sets @9 :UInt32;
  ways @10 :UInt32;
  lineShift @11 :UInt8;
  pageShift @12 :UInt8;
  latHit @13 :UInt64;
  latNominal @14 :UInt64;
  releaseNextCycle @15 :Bool;  # a freed entry can be given away only in the next cycle
  inclusiveOf @16 :Text;
  serves @17 :List(Text);  # nodes whose requests come here: links
  domain @18 :Text;        # core, cache, tlb, ...: whose gate its events pass
}

struct FieldMap {
  to @0 :Text;             # field of the shared event
  from @1 :Text;           # field of the native event
  num @2 :UInt64 = 1;      # exact ratio; a remainder is an error
  den @3 :UInt64 = 1;
  words @4 :List(WordMap); # enumerators by name
}
struct WordMap { from @0 :Text; to @1 :Text; }

struct Map {
  # A native event that has another name than the shared one.
  native @0 :Text;
  event @1 :Text;
  fields @2 :List(FieldMap);   # fields not listed keep their names
  whenField @3 :Text;
  whenWords @4 :List(Text);
}

struct KindRule {
  # Applies to every node of a kind that the capture describes.
  kind @0 :Text;
  releaseNextCycle @1 :Bool;
  unbounded @2 :Bool;          # with `doc` saying why
  doc @3 :Text;
  promisedAhead @4 :Bool;      # an entry is spoken for on the way to it: a refusal may come before all are taken
}

struct Absent {
  what @0 :Text;               # event, package or event prefix with .*
  why @1 :Text;
}

struct Change {
  node @0 :Text;
  capacity @1 :UInt64;
  latNominal @2 :UInt64;
}

struct Profile {
  name @0 :Text;
  simulator @1 :Text;
  packages @2 :List(Text);
  tick @3 :Text;               # unit of a tick: ps, fs, cycle
  reference @4 :Text;          # the clock whose cycles tools print
  clocks @5 :List(Clock);      # when the capture does not bring its own
  nodes @6 :List(Node);        # likewise
  maps @7 :List(Map);
  kinds @8 :List(KindRule);
  absent @9 :List(Absent);
  changes @10 :List(Change);
  reconcile @11 :Text;         # analysis that lists the simulator's statistics
  doc @12 :Text;
}
