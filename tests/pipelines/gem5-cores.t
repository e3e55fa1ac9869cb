# Two cores of gem5, which share L2 and memory; the program of one ends long before the other's, and gem5 counts
# no cycle of that core any more.

$ mf-ingest < $TESTDIR/../data/gem5-cores.mft | mf-resolve | mf-tenancy | mf-edges --db cores.db
$ mf-query cores.db --check
$ mf-query cores.db reconcile --stats $TESTDIR/../data/gem5-cores.txt --all --format csv | grep -E 'commitStats0.numInsts|numCycles|l2.overallMisses::cpu..data,'
mf-query: 225 matched, 1684 not recorded, 0 differ, 0 not listed
system.cpu0.numCycles,2716,2716.0,matched,
system.cpu0.commitStats0.numInsts,583,583,matched,
system.cpu0.commitStats0.numInstsNotNOP,583,,not recorded,kinds of instructions and rates
system.cpu1.numCycles,925,925.0,matched,
system.cpu1.commitStats0.numInsts,158,158,matched,
system.cpu1.commitStats0.numInstsNotNOP,158,,not recorded,kinds of instructions and rates
system.l2.overallMisses::cpu0.data,2,2,matched,
system.l2.overallMisses::cpu1.data,3,3,matched,

# ---- Each retires its own program: 16 rounds, as a core alone does (streams.t); and 5 rounds, of the trace of 16
# the first instruction and the last rounds
$ mf-query cores.db core.equivalence --format csv | cut -d, -f1,3-5
core,retired,instructions,hash
0,604,604,1487721549
1,165,165,1905755414
$ xz -dc $TESTDIR/../data/calls.champsimtrace.xz | od -An -v -t u8 -w64 | awk '$1 != last { pc[++n] = $1 } { last = $1 } END { h = (7 * 1000003 + pc[1] + 1) % 2147483647; for (i = n - 163; i <= n; i++) h = (h * 1000003 + pc[i] + 1) % 2147483647; print h }'
1905755414

# ---- Nothing that an instruction waits for is another core's
$ mf-query cores.db "SELECT count(*) > 10000 AS edges, sum(a.core <> b.core) AS across FROM edges e JOIN events x ON x.ev = e.u JOIN events y ON y.ev = e.v JOIN flows a ON a.flow = x.flow JOIN flows b ON b.flow = y.flow"
edges  across
-----  ------
    1       0
