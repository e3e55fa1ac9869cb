# Two threads of one program on two cores of gem5 add to one counter. The second core is idle before its thread comes,
# and after; gem5 counts no such cycle, and its measured phase is of the thread alone.

$ mf-ingest < $TESTDIR/../data/gem5-threads.mft | mf-resolve | mf-tenancy | mf-edges --db threads.db
$ mf-query threads.db --check
$ mf-query threads.db reconcile --stats $TESTDIR/../data/gem5-threads.txt --all --format csv | grep -E 'numCycles|dcache.replacements|simTicks'
mf-query: 254 matched, 1689 not recorded, 0 differ, 0 not listed
simTicks,1000000,1000000.0,matched,
system.cpu0.numCycles,2001,2001.0,matched,
system.cpu0.dcache.replacements,0,0,matched,
system.cpu1.numCycles,831,831.0,matched,
system.cpu1.dcache.replacements,0,0,matched,
$ mf-query threads.db "SELECT core, t0 > 0 AS later, t1 < (SELECT max(t1) FROM roi) AS ends_before, cycles FROM roi"
core  later  ends_before  cycles
----  -----  -----------  ------
   0      0            0  2000.0
   1      1            1   830.0

# ---- A snoop takes away the very line that a fill has just brought: nothing is replaced
$ mf-query threads.db "SELECT reason, count(*) > 50 AS many FROM ev_cache_evict GROUP BY 1"
reason      many
----------  ----
invalidate     1

# ---- Whatever is squashed has an epoch, also what a thread that comes finds before it
$ mf-query threads.db "SELECT count(*) AS without FROM insts WHERE t_squash IS NOT NULL AND epoch IS NULL"
without
-------
      0

# ---- Each core's states sum to its own cycles
$ mf-query threads.db core.pics_commit --format csv | awk -F, 'NR > 1 { sum[$1] += $4 } END { print sum[0], sum[1] }'
2000 830
