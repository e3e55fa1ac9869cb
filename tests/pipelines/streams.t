# One program on two simulators: its run on gem5, and its trace on mf-refsim. gem5 commits none of the 21 system
# calls and retires rep as one instruction; in the trace a call is an instruction, and so is each iteration.

$ mf-ingest < $TESTDIR/../data/gem5-calls.mft | mf-resolve | mf-tenancy | mf-edges --db gem5.db
$ mf-query gem5.db --check
$ mf-capture -o trace.mft -- mf-refsim --instructions 709 --trace $TESTDIR/../data/calls.champsimtrace.xz && mf-ingest < trace.mft | mf-resolve | mf-tenancy | mf-edges --db trace.db 2> log
$ mf-query --each '*.db' core.equivalence --format csv | cut -d, -f1,4-6
run,retired,instructions,hash
gem5.db,604,604,1487721549
trace.db,709,604,1487721549

# ---- Parts of it: the function sum, called every fourth time; the first 100 instructions
$ mf-query --each '*.db' core.equivalence --pc-lo 0x40103a --pc-hi 0x40104a --format csv | cut -d, -f1,4-6
run,retired,instructions,hash
gem5.db,412,412,676519180
trace.db,412,412,676519180
$ mf-query --each '*.db' core.equivalence --first 100 --format csv | cut -d, -f1,4-6
run,retired,instructions,hash
gem5.db,100,100,34647978
trace.db,100,100,34647978

# ---- The same by their definition, from the trace itself: records of 64 bytes, the address first
$ echo 'BEGIN { h = 7 } $1 != last && $1 >= lo && $1 < hi && n < first { h = (h * 1000003 + $1 + 1) % 2147483647; n++ } { last = $1 } END { print n, h }' > hash.awk; xz -dc $TESTDIR/../data/calls.champsimtrace.xz | od -An -v -t u8 -w64 > trace
$ awk -v lo=0 -v hi=1e18 -v first=1e18 -f hash.awk trace; awk -v lo=$((0x40103a)) -v hi=$((0x40104a)) -v first=1e18 -f hash.awk trace; awk -v lo=0 -v hi=1e18 -v first=100 -f hash.awk trace
604 1487721549
412 676519180
100 34647978

# ---- A call is retired and not squashed; gem5's own counts, which are without it, hold
$ mf-query gem5.db "SELECT count(*) AS calls, count(i.t_commit) AS retired, count(i.t_squash) AS squashed FROM ev_inst_retire r JOIN insts i ON i.flow = r.flow WHERE r.held"
calls  retired  squashed
-----  -------  --------
   21       21         0
$ mf-query gem5.db reconcile --stats $TESTDIR/../data/gem5-calls.txt --all --format csv | grep -E 'num(Insts|Ops|Cycles),|commitSquashedInsts,'
mf-query: 14 matched, 232 not recorded, 0 differ, 0 not listed
system.cpu.numCycles,2716,2716.0,matched,
system.cpu.commit.commitSquashedInsts,3595,3595,matched,
system.cpu.commitStats0.numInsts,583,583,matched,
system.cpu.commitStats0.numOps,2091,2091,matched,
