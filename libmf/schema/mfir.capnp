@0xd1f0c0a3b6e94d03;
# The segments of a stream, of captures (.mft) and of MFIR (.mfir) alike.
#
# A stream is the magic "microflow 1\n" and then segments (libmf/mfir/framing.h):
# one header, batches, one end. Nothing follows the end; a stream without one is
# truncated, whatever else it holds.

using Cxx = import "/capnp/c++.capnp";
using import "catalog.capnp".Catalog;
using import "profile.capnp".Profile;
using import "profile.capnp".Node;
using import "profile.capnp".Clock;
$Cxx.namespace("mf::schema");

enum StreamKind { capture @0; mfir @1; }

struct Package {
  name @0 :Text;
  files @1 :List(Catalog);
}

struct NativeField {
  # How the capture itself describes an event: name and storage, so that a
  # capture stays readable without the catalog it was made with.
  name @0 :Text;
  type @1 :Text;               # ValueType's word
  of @2 :Text;
}
struct NativeEvent {
  name @0 :Text;
  domain @1 :Text;
  fields @2 :List(NativeField);
}

struct Provenance {
  program @0 :Text;
  version @1 :Text;
  arguments @2 :List(Text);
}

struct Header {
  kind @0 :StreamKind;
  simulator @1 :Text;
  profileName @2 :Text;        # profile to use unless -p names another
  tick @3 :Text;
  clocks @4 :List(Clock);
  nodes @5 :List(Node);
  schema @6 :List(NativeEvent);   # batch types index this list in a capture
  words @7 :List(Text);        # first words of the `name` type; more come in batches. MFIR: those that passes write come first
  workload @8 :Text;
  variant @9 :Text;
  overrides @10 :Text;
  packages @11 :List(Package); # MFIR: the linked catalogs, in order
  profile @12 :Profile;        # MFIR: the profile in use
  passes @13 :List(Text);      # passes applied so far
  provenance @14 :List(Provenance);
  baseUnit @15 :Text;          # MFIR: "125 ps"
  refPeriod @16 :UInt64;       # MFIR: base units per reference cycle
  tick0 @17 :UInt64;           # MFIR: tick of time 0
  suite @18 :Text;
}

enum Coding {
  constant @0;                 # every row is `base`
  offset @1;                   # row = base + unsigned of `width` bytes
  delta @2;                    # first row is `base`, each next adds a zigzag of `width` bytes
  dictionary @3;               # one byte into `table`
  relative @4;                 # in a list of columns: 0 is 0, n is column `of` of the list minus the zigzag n - 1 of `width` bytes
  runs @5;                     # `base` runs: each of `values` stands as often as its place in `lengths` says
}

struct ColumnData {
  coding @0 :Coding;
  width @1 :UInt8;             # 1, 2, 4 or 8; the lowest bytes of all rows come first, then the next
  base @2 :UInt64;
  data @3 :Data;
  table @4 :List(UInt64);
  nulls @5 :Data;              # rows only: bit i of byte i/8 set where row i is NULL
  of @6 :UInt16;               # relative: an earlier column, which is not relative itself
  values @7 :ColumnData;       # runs; neither is runs or relative itself
  lengths @8 :ColumnData;
}

struct Group {
  # The rows of one event type, in stream order.
  type @0 :UInt16;
  count @1 :UInt32;
  fields @2 :List(ColumnData);     # in the order of the event's declaration
  refs @3 :List(ColumnData);       # after resolve: the flow that each key field names, 0 none
}

struct EventBatch {
  # Consecutive events. type[i] tells which group's next row event i is.
  firstEv @0 :UInt64;          # MFIR: ev of row 0, rows are dense
  count @1 :UInt32;
  type @2 :ColumnData;
  time @3 :ColumnData;             # capture: ticks; MFIR: base units
  snapshot @4 :ColumnData;         # 1: state dumped when a domain opened, not a happening
  thread @5 :ColumnData;
  groups @6 :List(Group);
  words @7 :List(Text);        # words that the simulator coined since the last batch
  flow @8 :ColumnData;             # after resolve: the event's flow, 0 none
  prev @9 :ColumnData;             # after resolve: ev minus the flow's previous ev, 0 none
  prevGap @10 :ColumnData;         # after resolve: time since then
  tenancy @11 :ColumnData;         # after tenancy: the tenancy this event began, 0 none
}

struct NamedColumn { name @0 :Text; column @1 :ColumnData; }

struct RowBatch {
  # Rows of one table of the bundle. Integers only: words are codes, texts are
  # indexes into the words of the stream.
  table @0 :Text;
  count @1 :UInt32;
  columns @2 :List(NamedColumn);
}

struct Gate {
  # Capture: what was recorded from here on.
  time @0 :UInt64;
  open @1 :List(Text);         # domains that open
  shut @2 :List(Text);
  snapshot @3 :Bool;           # live state was dumped at the opening
  trigger @4 :Text;
  roi @5 :Bool;                # the region itself begins (open) or ends (shut); domains have gates of their own
  core @6 :Int16 = -1;         # regions per core; -1 all
  fromStart @7 :Bool;          # nothing ran before: first touches are certain
}

struct Count { name @0 :Text; rows @1 :UInt64; }

enum Severity { info @0; warning @1; error @2; }
struct Diagnostic {
  pass @0 :Text;
  code @1 :Text;
  object @2 :Text;
  severity @3 :Severity;
  count @4 :UInt64;
  firstEv @5 :UInt64;
  sample @6 :Text;
}

struct PassLog {
  pass @0 :Text;
  version @1 :Text;
  cpuSeconds @2 :Float64;
  peakRss @3 :UInt64;
  rowsIn @4 :UInt64;
  rowsOut @5 :UInt64;
  bytesIn @6 :UInt64;
  bytesOut @7 :UInt64;
  maxInflight @8 :UInt64;
}

struct End {
  events @0 :UInt64;
  counts @1 :List(Count);      # rows of each table
  diagnostics @2 :List(Diagnostic);
  passLog @3 :List(PassLog);
  endedEarly @4 :Text;         # empty, or why the simulator stopped before its end
  lastTime @5 :UInt64;
  captureBytes @6 :UInt64;
  captureCpuSeconds @7 :Float64;
  baselineSeconds @8 :Float64;
  instsRetired @9 :UInt64;
  retiredHash @10 :Text;
  orderExact @11 :Bool = true;
  gates @12 :List(Gate);       # the whole history, again, for readers that seek
  words @13 :List(Text);       # every word of the stream; code k of type `name` is word k-1, 0 none
  runUid @14 :Text;            # hash of the capture's content, not of its path or date
}

struct Segment {
  union {
    header @0 :Header;
    events @1 :EventBatch;
    rows @2 :RowBatch;
    gate @3 :Gate;
    end @4 :End;
  }
  number @5 :UInt32;           # 1, 2, ... through the stream; 0 in all of them: written before segments had numbers
}
