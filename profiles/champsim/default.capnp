# ChampSim, master of 2024-12 and later. The capture brings topology, clocks and
# capacities from the simulated configuration; this says what holds of all of them.
using Mf = import "/microflow/profile.capnp";

const default :Mf.Profile = (
  name = "champsim/default",
  simulator = "champsim",
  packages = ["core", "prefetch"],
  tick = "ps",
  reference = "cpu0",
  kinds = [
    (kind = "walk_mshr", unbounded = true, doc = "the walker's MSHR_SIZE is declared and never enforced (src/ptw.cc)"),
    (kind = "cache", unbounded = true, doc = "a cache's own capacity is its lines; sets and ways say so"),
    (kind = "tlb", unbounded = true)],
  absent = [
    (what = "inst.squash", why = "ChampSim replays a trace and fetches nothing beyond a mispredicted branch"),
    (what = "squash.*", why = "ChampSim replays a trace and fetches nothing beyond a mispredicted branch"),
    (what = "wrongpath", why = "ChampSim has no wrong path")],
  reconcile = "champsim.reconcile",
);
