# The reference machine running its built-in programs: wrong paths and all.
using Mf = import "/microflow/profile.capnp";

const programs :Mf.Profile = (
  name = "refsim/programs",
  simulator = "refsim",
  packages = ["core", "prefetch", "wrongpath"],
  tick = "ps",
  reference = "core",
  kinds = [
    (kind = "cache", unbounded = true, doc = "a cache's own capacity is its lines; sets and ways say so"),
    (kind = "tlb", unbounded = true)],
  absent = [
    (what = "schedule.state", why = "its scheduler is entered at dispatch, which says when it is full"),
    (what = "inst.registers", why = "its registers are as many as its reorder buffer needs"),
    (what = "inst.fetched", why = "instructions are fetched without a cache"),
    (what = "queue.merge", why = "its queues merge nothing, its miss registers do"),
    (what = "queue.forward", why = "its queues forward nothing, memory's write queue does"),
    (what = "dram.refresh", why = "its memory needs no refresh")],
  reconcile = "refsim.reconcile",
);
