# Who waits behind a miss that was not asked to be writable, in each of 16 lines: a store, and a load behind it (behind.s).

$ mf-ingest < $TESTDIR/../data/gem5-behind.mft | mf-resolve | mf-tenancy | mf-edges --db behind.db
$ mf-query behind.db --check

# ---- The answer is writable and serves all: the first load's miss is filled, the others are merged with it. What
# the branch behind the last line was thought to bring is still under way when the program ends
$ mf-query behind.db "SELECT p.op, f.close_reason, count(*) AS n, count(DISTINCT p.line) AS lines FROM packets p JOIN flows f USING (flow) WHERE p.op <> 'ifetch' GROUP BY 1, 2"
op     close_reason   n  lines
-----  ------------  --  -----
load   n/a            1      1
load   filled        16     16
load   merged        16     16
store  merged        16     16
$ mf-query behind.db "SELECT count(*) AS joins, count(DISTINCT j.flow) AS packets, sum(p.op = 'store') AS stores, sum(o.line = p.line) AS same_line, sum(f.t_close = o.t_fill) AS at_the_fill FROM ev_mshr_join j JOIN flows f USING (flow) JOIN packets p USING (flow) JOIN packets o ON o.flow = j.owner"
joins  packets  stores  same_line  at_the_fill
-----  -------  ------  ---------  -----------
   24       24      16         24           24

# ---- A load is woken by the fill of the miss it waited behind
$ mf-query behind.db "SELECT count(*) AS loads, sum(s.t = o.t_fill) AS told FROM ev_mshr_join j JOIN packets p USING (flow) JOIN packets o ON o.flow = j.owner JOIN events r ON r.flow = (SELECT inst FROM flows WHERE flow = p.flow) JOIN ev_lq_release q ON q.ev = r.ev JOIN edges e ON e.v = r.ev AND e.chan = 'value' JOIN events s ON s.ev = e.u WHERE p.op = 'load'"
loads  told
-----  ----
    8     8
