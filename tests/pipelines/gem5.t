# A capture of gem5's O3 CPU by the module of this tree, beside gem5's own statistics.

$ mf-ingest < $TESTDIR/../data/gem5-sort.mft | mf-resolve | mf-tenancy | mf-edges --db run.db 2> log; sed 's/;.*//' log
$ mf-query run.db --check
$ mf-query run.db reconcile --stats $TESTDIR/../data/gem5-sort.txt 2>&1 > rows | sed 's/, [0-9]* not recorded//'; grep -c differs rows
mf-query: 121 matched, 0 differ, 0 not listed
0
[1]
$ mf-query run.db "SELECT simulator, insts_retired, (SELECT count(*) FROM insts WHERE t_commit IS NOT NULL) AS micro_operations, (SELECT span / P FROM k) AS cycles FROM run"
simulator  insts_retired  micro_operations  cycles
---------  -------------  ----------------  ------
gem5                1999              3558    3141

# ---- Squashes by cause, and what the wrong path held
$ mf-query run.db "SELECT cause, count(*) AS epochs, sum(n_squashed) AS squashed FROM epochs GROUP BY cause"
cause       epochs  squashed
----------  ------  --------
mispredict     180      9061
$ mf-query run.db "SELECT n.kind, n.capacity, max(t.occ) + 1 AS recovered FROM tenancies t JOIN nodes n USING (node) WHERE n.kind IN ('rob', 'iq', 'lq', 'sq') GROUP BY n.node"
kind  capacity  recovered
----  --------  ---------
rob        192        192
iq          64         58
lq          32         24
sq          32         12
$ mf-query run.db wrongpath.cost --format csv
node,kind,max_entries,capacity,full_cycles,pct_of_roi_cycles_full,wrong_path_full_cycles,pct_of_roi_cycles_wrong_path_full,dead_full_cycles,pct_of_roi_cycles_dead_full,blocked_cycles,pct_of_roi_cycles_blocked,squashed_full_cycles,pct_of_roi_cycles_squashed_full,roi_cycles
system.cpu.iq,iq,58,64,3.0,0.0955,3.0,0.0955,0.0,0.0,0.0,0.0,3.0,0.0955,3141.0
system.cpu.lq,lq,24,32,5.0,0.1592,5.0,0.1592,2.0,0.0637,0.0,0.0,5.0,0.1592,3141.0
system.cpu.rob,rob,192,192,52.0,1.6555,52.0,1.6555,52.0,1.6555,55.0,1.751,52.0,1.6555,3141.0
system.cpu.sq,sq,12,32,1.0,0.0318,1.0,0.0318,1.0,0.0318,0.0,0.0,1.0,0.0318,3141.0

# ---- What gem5 does not model
$ mf-query run.db prefetch.cascade
mf-query: prefetch.cascade cannot be answered: this machine has no prefetcher
[4]
