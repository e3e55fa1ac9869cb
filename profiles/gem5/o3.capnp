# gem5's O3 CPU in system-call emulation, with the classic caches. The capture brings topology,
# clocks and capacities from the simulated configuration; this says what holds of all of them.
using Mf = import "/microflow/profile.capnp";

const kinds :List(Mf.KindRule) = [
  (kind = "rob", promisedAhead = true, doc = "rename counts what is on its way to dispatch as if it were in"),
  (kind = "iq", promisedAhead = true),
  (kind = "lq", promisedAhead = true),
  (kind = "sq", promisedAhead = true),
  (kind = "cache", unbounded = true, doc = "a cache's own capacity is its lines; sets and ways say so")];

const o3 :Mf.Profile = (
  name = "gem5/o3",
  simulator = "gem5",
  packages = ["core", "prefetch", "wrongpath"],
  tick = "ps",
  reference = "cpu",
  kinds = .kinds,
  absent = [
    (what = "translation.*", why = "system-call emulation translates without time"),
    (what = "walk.*", why = "system-call emulation walks no page tables"),
    (what = "queue.merge", why = "its write buffers merge nothing"),
    (what = "queue.forward", why = "its write buffers forward nothing"),
    (what = "chain.*", why = "its prefetchers do not say how they look ahead"),
    (what = "dram.*", why = "the module sees when memory serves a packet, not its queues and banks")],
  reconcile = "gem5.reconcile",
);
