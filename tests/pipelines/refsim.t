# The reference machine, from the run to the cause of a stall, in one pipe.
$ mf-capture -- mf-refsim --instructions 3000 --stats run.json hash | mf-ingest | mf-resolve | mf-tenancy | mf-edges --db run.db
$ mf-query run.db --check
$ mf-query run.db reconcile --stats run.json
mf-query: 164 matched, 0 not recorded, 0 differ, 0 not listed

# Two clocks that are no multiples of each other, and one unit that divides both.
$ mf-query run.db "SELECT base_unit, (SELECT group_concat(name || ' ' || period, ', ') FROM clocks) AS clocks, profile FROM run"
base_unit  clocks            profile
---------  ----------------  ---------------
125 ps     core 2, memory 5  refsim/programs
$ mf-query run.db core.head_block
core  class   reason   episodes   cycles  pct_of_roi_cycles  pct_of_roi_cycles_class  roi_cycles
----  ------  -------  --------  -------  -----------------  -----------------------  ----------
   0  memory  memory        274  20232.0             81.502                   81.502     24824.0
   0  core    latency       202    604.0              2.433                    3.239     24824.0
   0  core    execute       200    200.0              0.806                    3.239     24824.0

# What was squashed, and why: a branch's wrong path, and what a branch down a wrong path squashed.
$ mf-query run.db "SELECT cause, count(*) AS epochs, sum(n_squashed) AS squashed, sum(parent_epoch IS NOT NULL) AS nested FROM epochs GROUP BY cause"
cause       epochs  squashed  nested
----------  ------  --------  ------
mispredict     278     30318      48
$ mf-query run.db "SELECT reason, class, sum(slots * (t1 - t0)) / 2 AS slots_lost FROM episodes WHERE kind = 'dispatch_block' GROUP BY reason ORDER BY 3 DESC, 1"
reason           class     slots_lost
---------------  --------  ----------
rob_full         backend        54100
mispredict       recovery       12452
fetch_bandwidth  frontend        3490
iq_full          backend         1976
fetch_latency    frontend          16

# Capacities are recovered, and never exceeded.
$ mf-query run.db "SELECT n.name, max(t.occ) + 1 AS recovered, n.capacity FROM tenancies t JOIN nodes n USING (node) WHERE n.kind IN ('rob', 'iq', 'lq', 'sq', 'mshr', 'walk_mshr', 'pq') GROUP BY n.node ORDER BY n.name" --format csv
name,recovered,capacity
LLC.mshr,12,32
cpu0.iq,48,48
cpu0.lq,22,32
cpu0.rob,128,128
cpu0_DTLB.mshr,8,8
cpu0_L1D.mshr,8,8
cpu0_L2.mshr,12,16
cpu0_PTW.mshr,4,4
cpu0_STLB.mshr,8,8

# Of every channel there are edges.
$ mf-query run.db "SELECT chan, count(*) > 0 AS some FROM edges GROUP BY chan"
chan         some
-----------  ----
arbitration     1
occupancy       1
speculation     1
state           1
value           1
$ mf-explain run.db --top 1 | sed -n '/in all:/p; /^Why/,$p' | grep .
       896  in all: DRAM.ch0.bus 650, LLC 107, cpu0_L2 55, DRAM.ch0.rq 50, cpu0_STLB 9, LLC.rq 5, cpu0_L1D 5, cpu0_L2.rq 5, DRAM.rq 4, cpu0_DTLB 2, cpu0_DTLB.rq 1, cpu0_L1D.rq 1, cpu0_PTW.rq 1, cpu0_STLB.rq 1
Why
  packet 1 (load, line 0x39fa7880c869) missed in cpu0_L1D, cpu0_L2, LLC
                                 cache.access at LLC, packet 1 (load, line 0x39fa7880c869)
  Here it ends: nothing on record brought or removed this line before: its first touch in the window.
Waited for on the way, in cycles of this stall
       694  translation 2
       145    packet 14 (walk, line 0x4000000000000) missed in cpu0_L2, LLC: nothing on record brought or removed this line before: its first touch in the window
       195    packet 39 (walk, line 0x4100000000000) missed in cpu0_L2, LLC: nothing on record brought or removed this line before: its first touch in the window
       195    packet 43 (walk, line 0x4200000000010) missed in cpu0_L2, LLC: nothing on record brought or removed this line before: its first touch in the window
       145    packet 47 (walk, line 0x430000000218e) missed in cpu0_L2, LLC: nothing on record brought or removed this line before: its first touch in the window

# Loads that passed a store they should have waited for; and two cores, of which one takes lines from the other.
$ mf-capture -o run.mft -- mf-refsim --instructions 2000 forward; mf-ingest run.mft | mf-resolve | mf-tenancy | mf-edges --db run.db
$ mf-query run.db "SELECT cause, count(*) AS epochs, (SELECT count(*) FROM v_wp) AS wrong_path FROM epochs GROUP BY cause"
cause       epochs  wrong_path
----------  ------  ----------
mem_order        2         855
mispredict      30         855
$ mf-query run.db "SELECT reason, count(*) AS loads FROM ev_lq_release GROUP BY reason"
reason    loads
--------  -----
forward     296
response      1
squash       10
$ mf-capture -o run.mft -- mf-refsim --instructions 2000 --l2 16 --llc 32 --inclusive contention; mf-ingest run.mft | mf-resolve | mf-tenancy | mf-edges --db run.db
$ mf-query run.db "SELECT n.name, r.evict_reason, f.core AS by_core, count(*) > 0 AS some FROM residencies r JOIN nodes n ON n.node = r.node JOIN flows f ON f.flow = r.evict_by WHERE n.kind = 'cache' AND n.core = 0 OR n.name = 'LLC' GROUP BY 1, 2, 3"
name      evict_reason     by_core  some
--------  ---------------  -------  ----
LLC       replacement            0     1
LLC       replacement            1     1
cpu0_L1D  back_invalidate        0     1
cpu0_L1D  back_invalidate        1     1
cpu0_L2   back_invalidate        0     1
cpu0_L2   back_invalidate        1     1

# One decision turns out the other way, and the prefetch that it brings is marked.
$ mf-capture -o run.mft --override cpu0_L2.spp/pf_issue:10=act -- mf-refsim --instructions 2000 holes; mf-ingest run.mft | mf-resolve | mf-tenancy | mf-edges --db run.db
$ mf-query run.db "SELECT s.name, d.ord, d.outcome, d.natural, d.reason, d.value, d.threshold FROM decisions d JOIN sites s ON s.site = d.site WHERE d.forced"
name      ord  outcome  natural  reason  value  threshold
--------  ---  -------  -------  ------  -----  ---------
pf_issue   10  act            1  filter     60         25
$ mf-query run.db "SELECT count(*) AS forced FROM ev_pf_request WHERE forced"
forced
------
     1

# A trace has no wrong path, and says so. (This run is the demo's, and the stall is the one shown there.)
$ mf-capture -o run.mft -- mf-refsim --warmup 10000 --instructions 50000 --stats run.json $TESTDIR/../data/stencil3d.champsimtrace.xz; mf-ingest run.mft | mf-resolve | mf-tenancy | mf-edges --db run.db
$ mf-query run.db reconcile --stats run.json
mf-query: 164 matched, 0 not recorded, 0 differ, 0 not listed
$ mf-query run.db "SELECT workload, profile, insts_retired, (SELECT count(*) FROM insts WHERE t_squash IS NOT NULL) AS squashed, (SELECT count(*) FROM ev_branch_mispredict) AS mispredicted FROM run"
workload   profile        insts_retired  squashed  mispredicted
---------  -------------  -------------  --------  ------------
stencil3d  refsim/traces          49997         0            35
$ mf-query run.db prefetch.verdicts
core  verdict         episodes   cycles  pct_of_memory_stall  memory_stall_cycles
----  --------------  --------  -------  -------------------  -------------------
   0  traced by flow       818  43750.0                88.52              49426.0
   0  no decision           27   4857.0                 9.83              49426.0
   0  bounded                5    330.0                 0.67              49426.0
   0  served                12    228.0                 0.46              49426.0
   0  elsewhere              5    179.0                 0.36              49426.0
   0  reversible             2     82.0                 0.17              49426.0
$ mf-explain run.db --episode 9139 | grep -E 'blocked|arbitration|requested'
  blocked at the head of the reorder buffer for 374 cycles, from 48484 to 48858 (memory, class memory)
        60  until dram.bank       DRAM.ch0.bank3  arbitration: waited for dram.bank of prefetch 54867 (prefetch, line 0x2cb3c5d0b694) at DRAM.ch0.bank3
  requested by cpu0_L2.spp, for a lower level only in cycle 48335; sent down: cycle 48346; filled: cycle 48856; ended as filled

# Mistakes.
$ mf-refsim strem
mf-refsim: no program 'strem'; did you mean 'stream'?
see mf-refsim(1)
[2]
$ mf-refsim --policy fifo stream
mf-refsim: --policy is lru or srrip, not 'fifo'
see mf-refsim(1)
[2]
$ mf-refsim nothing.champsimtrace
mf-refsim: cannot read trace 'nothing.champsimtrace': No such file or directory
[3]
$ xz -dc $TESTDIR/../data/stencil3d.champsimtrace.xz | head -c 1000 > cut.champsimtrace; mf-refsim cut.champsimtrace
mf-refsim: trace 'cut.champsimtrace' ends inside record 15
[3]
$ head -c 3000 $TESTDIR/../data/stencil3d.champsimtrace.xz > cut.xz; mf-refsim ./cut.xz
xz: (stdin): Unexpected end of input
mf-refsim: cannot expand trace './cut.xz' with xz
[3]
$ mf-refsim --stats /dev/full --instructions 100 stream
mf-refsim: cannot write '/dev/full': No space left on device
[3]
