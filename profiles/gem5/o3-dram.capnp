# The same in a tree with the calls of `mf-probe gem5 TREE --apply`, which tell of the queues and
# banks of memory.
using Mf = import "/microflow/profile.capnp";
using O3 = import "o3.capnp";

const o3Dram :Mf.Profile = (
  name = "gem5/o3-dram",
  simulator = "gem5",
  packages = ["core", "prefetch", "wrongpath"],
  tick = "ps",
  reference = "cpu",
  kinds = O3.kinds,
  absent = [
    (what = "translation.*", why = "system-call emulation translates without time"),
    (what = "walk.*", why = "system-call emulation walks no page tables"),
    (what = "queue.merge", why = "its write buffers merge nothing"),
    (what = "queue.forward", why = "its write buffers forward nothing"),
    (what = "chain.*", why = "its prefetchers do not say how they look ahead"),
    (what = "dram.wait", why = "its scheduler does not say whom it passes over"),
    (what = "dram.refresh", why = "refreshes are not told"),
    (what = "dram.mode", why = "the direction of the bus is told with each burst")],
  reconcile = "gem5.reconcile",
);
