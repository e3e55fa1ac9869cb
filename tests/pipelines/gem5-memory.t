# Captures from a tree with the calls of mf-probe: memory's queues, banks and bus, beside gem5's own statistics.

$ mf-ingest < $TESTDIR/../data/gem5-join.mft | mf-resolve | mf-tenancy | mf-edges --db run.db 2> log; sed 's/;.*//' log
$ mf-query run.db --check
$ mf-query run.db reconcile --stats $TESTDIR/../data/gem5-join.txt 2>&1 > rows | sed 's/, [0-9]* not recorded//'; grep -c differs rows
mf-query: 290 matched, 0 differ, 0 not listed
0
[1]
$ mf-query run.db "SELECT simulator, profile, insts_retired FROM run"
simulator  profile       insts_retired
---------  ------------  -------------
gem5       gem5/o3-dram            931

# ---- Nobody holds more entries than there are; two bursts of 5 ns never share the bus; what is served is in its row
$ mf-query run.db "SELECT n.name, n.capacity, max(t.occ) + 1 AS held FROM tenancies t JOIN nodes n USING (node) WHERE n.kind = 'dram_queue' GROUP BY n.node"
name              capacity  held
----------------  --------  ----
system.memory.rq        32     6
system.memory.wq        64    33
$ mf-query run.db "SELECT sum(gap < 5000) AS overlaps FROM (SELECT lead(e.t) OVER (PARTITION BY b.node ORDER BY e.t) - e.t AS gap FROM ev_dram_bus b JOIN events e USING (ev))"
overlaps
--------
       0
$ mf-query run.db "SELECT row_hit, open IS row AS is_open, count(*) AS n FROM (SELECT row, row_hit, lag(row) OVER (PARTITION BY node ORDER BY ev) AS open FROM ev_dram_bank) WHERE row_hit AND open IS NOT NULL GROUP BY 1, 2"
row_hit  is_open   n
-------  -------  --
      1        1  60
$ mf-query run.db "SELECT close_reason, count(*) AS packets FROM flows WHERE flow IN (SELECT flow FROM ev_dram_insert) GROUP BY 1"
close_reason  packets
------------  -------
n/a                31
filled             37
written            37

# ---- A statistic that gem5 does not have yet is no part of what is not recorded
$ sed '/^system.cpu.numCycles/a system.cpu.newInsts 1\nsystem.cpu.newAccesses 1\nsystem.cpu.newCycles 1\nsystem.memory.newReqs 1\nsystem.memory.dram.newBursts 1\nsystem.cpu.rename.newFullEvents 1\nsystem.l2.newHits::total 1' $TESTDIR/../data/gem5-join.txt > more.txt
$ mf-query run.db reconcile --stats more.txt 2> log | grep unlisted | awk '{ print $1 }'; sed 's/.*differ, //' log
system.cpu.newInsts
system.cpu.newAccesses
system.cpu.newCycles
system.memory.newReqs
system.memory.dram.newBursts
system.cpu.rename.newFullEvents
system.l2.newHits::total
7 not listed

# ---- Who is refused, and why
$ mf-query run.db "SELECT n.name, r.reason, count(*) AS n FROM ev_dispatch_refuse r JOIN nodes n USING (node) GROUP BY 1, 2"
name               reason      n
-----------------  --------  ---
system.cpu.rename  lq_full    26
system.cpu.rename  rob_full  400

# ---- A load went before a store: the squash names both, and the store's address is what it waited for
$ mf-ingest < $TESTDIR/../data/gem5-forward.mft | mf-resolve | mf-tenancy | mf-edges --db forward.db 2> log; sed 's/;.*//' log
$ mf-query forward.db --check
$ mf-query forward.db "SELECT i.opclass AS load, s.opclass AS awaited, s.seq < i.seq AS older, i.t_issue < s.t_issue AS too_early, i.t_squash IS NOT NULL AS squashed FROM ev_squash_begin b JOIN insts i USING (flow) JOIN insts s ON s.flow = b.awaited WHERE b.cause = 'mem_order'"
load  awaited  older  too_early  squashed
----  -------  -----  ---------  --------
load  store        1          1         1
$ mf-query forward.db "SELECT e.chan, t.name AS since FROM ev_squash_begin b JOIN edges e ON e.v = b.ev JOIN events u ON u.ev = e.u JOIN event_types t ON t.type = u.type WHERE b.cause = 'mem_order'"
chan   since
-----  --------
value  sq.ready
