# A real ChampSim run, from the capture to the cause of a stall. What is in the capture: tests/data/README.md.
$ mf-ingest $TESTDIR/../data/champsim-stencil3d-spp.mft | mf-resolve | mf-tenancy | mf-edges --db run.db
$ mf-query run.db --check

# Every number that ChampSim printed, from our rows.
$ mf-query run.db reconcile --stats $TESTDIR/../data/champsim-stencil3d-spp.json
mf-query: 146 matched, 162 not recorded, 0 differ, 0 not listed
$ mf-query run.db "SELECT insts_retired, order_exact, retired_hash FROM run"
insts_retired  order_exact  retired_hash
-------------  -----------  ------------
        40004            1  1990502680
$ mf-query run.db core.head_block
core  class   reason   episodes   cycles  pct_of_roi_cycles  pct_of_roi_cycles_class  roi_cycles
----  ------  -------  --------  -------  -----------------  -----------------------  ----------
   0  memory  memory       1121  21237.0             65.387                   65.387     32479.0
   0  core    latency      1217   1217.0              3.747                    3.747     32479.0
$ mf-query run.db core.pics_commit --format csv
core,state,pcs,cycles,pct_of_roi_cycles,roi_cycles
0,stalled,4,22455.0,69.137,32479.0
0,computing,23,10024.0,30.863,32479.0
$ mf-query run.db core.pics_dispatch --format csv
core,state,pcs,cycles,pct_of_roi_cycles,roi_cycles
0,dispatching,23,10838.0,33.369,32479.0
0,rob_full,3,10550.0,32.483,32479.0
0,lq_full,7,5564.0,17.131,32479.0
0,mispredict,0,5526.0,17.014,32479.0
0,not recorded,0,1.0,0.003,32479.0
$ mf-query run.db core.topdown --format csv
core,level1,level2,slots,pct_of_slots,all_slots
0,backend bound,memory bound,91491.0,46.949,194874.0
0,retiring,retiring,39652.0,20.348,194874.0
0,bad speculation,branch mispredicts,33296.0,17.086,194874.0
0,backend bound,core bound,27840.0,14.286,194874.0
0,frontend bound,fetch bandwidth,2242.0,1.15,194874.0
0,unknown,in flight at the end,347.0,0.178,194874.0
0,not recorded,not recorded,6.0,0.003,194874.0
$ mf-query run.db core.critical_path --format csv
core,rule,meaning,steps,cycles,unexplained_cycles,pct_of_roi_cycles,roi_cycles
0,SS,scheduling in order,36154,30726.0,30726.0,94.603,32479.0
0,DS,"dispatched, not scheduled",29,582.0,553.0,1.792,32479.0
0,XX,decode in order,2510,502.0,0.0,1.546,32479.0
0,IE,execution,132,416.0,0.0,1.281,32479.0
0,FX,"fetched, not decoded",28,84.0,0.0,0.259,32479.0
0,IW,issue width,64,64.0,0.0,0.197,32479.0
0,SI,"scheduled, not issued",29,29.0,0.0,0.089,32479.0
0,EF,waited for a redirect,28,28.0,0.0,0.086,32479.0
0,XD,"decoded, not dispatched",28,28.0,0.0,0.086,32479.0
0,CW,retirement width,17,17.0,0.0,0.052,32479.0
0,EC,"complete, not retired",2,2.0,0.0,0.006,32479.0
0,before,before the first vertex,0,1.0,0.0,0.003,32479.0
0,CC,retirement in order,4,0.0,0.0,0.0,32479.0
0,CD,reorder buffer was full,1,0.0,0.0,0.0,32479.0
0,EI,waited for an operand,102,0.0,0.0,0.0,32479.0
$ mf-query run.db core.critical_path_check --format csv
core,stage,vertices,unexplained,unexplained_cycles,contradicted,worst_cycles,pct_of_vertices
0,C,40003,0,0.0,0,0.0,0.0
0,D,39651,0,0.0,0,0.0,0.0
0,E,39875,0,0.0,0,0.0,0.0
0,F,39534,1480,13755.0,0,1111.0,3.74
0,I,39871,0,0.0,0,0.0,0.0
0,S,39652,7987,31515.0,0,1152.0,20.14
0,X,39630,2179,14775.0,0,1111.0,5.5
$ mf-query run.db prefetch.cascade --format csv
core,question,leaf,family,verdict,episodes,cycles,pct_of_memory_stall,pct_displaced_by_prefetch,memory_stall_cycles
0,0,translation,never missed at this cache,elsewhere,161,1137.0,5.35,0.0,21237.0
0,0,l1_hit,never missed at this cache,elsewhere,161,575.0,2.71,0.0,21237.0
0,1,covered,prefetched in time (residual hit latency),served,339,5060.0,23.83,2.66,21237.0
0,1,filled_below_only,prefetched into a lower level only,traced by flow,149,4463.0,21.02,4.7,21237.0
0,1,hit_demand_line,hit (residual hit latency),served,280,2820.0,13.28,0.0,21237.0
0,1,too_little_lead,too little lead time,traced by flow,8,100.0,0.47,0.0,21237.0
0,1,queued,dropped at the cache / queued,traced by flow,3,30.0,0.14,0.0,21237.0
0,2,suppressed_filter,filtered or killed before issue,reversible,10,2026.0,9.54,0.0,21237.0
0,3,first_touch_in_window,first touch in the window,no decision,10,5026.0,23.67,0.0,21237.0
$ mf-query run.db prefetch.verdicts --format csv
core,verdict,episodes,cycles,pct_of_memory_stall,memory_stall_cycles
0,served,619,7880.0,37.11,21237.0
0,no decision,10,5026.0,23.67,21237.0
0,traced by flow,160,4593.0,21.63,21237.0
0,reversible,10,2026.0,9.54,21237.0
0,elsewhere,322,1712.0,8.06,21237.0
$ mf-query run.db prefetch.fates --format csv
prefetcher,fate,prefetches,pct_of_candidates,candidates
cpu0_L2C.spp_dev,redundant: line was there,9775,54.54,17924
cpu0_L2C.spp_dev,dropped: queue full,6026,33.62,17924
cpu0_L2C.spp_dev,merged: line was on its way,1392,7.77,17924
cpu0_L2C.spp_dev,used,376,2.1,17924
cpu0_L2C.spp_dev,filled below only,322,1.8,17924
cpu0_L2C.spp_dev,in flight at the end,12,0.07,17924
cpu0_L2C.spp_dev,queued at the end,11,0.06,17924
cpu0_L2C.spp_dev,late: a demand joined it,10,0.06,17924

# Capacities are recovered, and never exceeded.
$ mf-query run.db "SELECT n.name, max(t.occ) + 1 AS recovered, n.capacity FROM tenancies t JOIN nodes n USING (node) WHERE n.kind IN ('rob', 'lq', 'sq', 'mshr', 'pq') GROUP BY n.node ORDER BY n.name" --format csv
name,recovered,capacity
LLC.mshr,10,64
cpu0.lq,128,128
cpu0.rob,352,352
cpu0.sq,24,72
cpu0_DTLB.mshr,1,8
cpu0_L1D.mshr,6,16
cpu0_L2C.mshr,6,32
cpu0_L2C.spp_dev.pq,16,16
cpu0_STLB.mshr,1,16

# The story of a line that a prefetch pushed out.
$ mf-explain run.db --episode 10785 | grep .
Episode 10785, core 0: load #38221 at 0x4000001239
  blocked at the head of the reorder buffer for 33 cycles, from 31446 to 31479 (memory, class memory)
Where the time went, in cycles
         1  until packet.send        cpu0_L1D.rq_cpu0      own service
         3  until queue.remove       cpu0_L1D.rq_cpu0      own service
         1  until   tlb.access       cpu0_DTLB             own service
         1  until packet.translated  cpu0_L1D              value: waited for tlb.access of translation 534254
         1  until queue.remove       cpu0_L2C.rq_cpu0_L1D  own service
         5  until cache.access       cpu0_L2C              own service
        10  until cache.access       LLC                   own service
         6  until cache.evict        cpu0_L2C              own service
         3  until cache.evict        cpu0_L1D              own service
         1  until lq.release         cpu0                  value: waited for cache.fill of packet 534248 (load, line 0x36c8b50)
         1  until head.state         cpu0                  own service
        33  in all: cpu0_L2C 11, LLC 10, cpu0_L1D 4, cpu0_L1D.rq_cpu0 4, cpu0 2, cpu0_DTLB 1, cpu0_L2C.rq_cpu0_L1D 1
Why
  packet 534248 (load, line 0x36c8b50) missed in cpu0_L1D, cpu0_L2C; answered by LLC
                                 cache.access at cpu0_L2C, packet 534248 (load, line 0x36c8b50)
  because of              -6178  cache.evict at cpu0_L2C, prefetch 521440 (prefetch, line 0x3946f50)
                                 decision: cpu0_L2C/victim #1684 chose way 4
                                 what that prefetch brought was first used 51 cycles later
  before that               -28  pf.request at cpu0_L2C.spp_dev (5 events between)
  after (value)              -0  pf.decide at cpu0_L2C.spp_dev, packet 521410 (load, line 0x3946f4f)
                                 decision: cpu0_L2C.spp_dev/pf_issue #347283 act (confidence), 90 against 25
  before that                -0  pf.decide at cpu0_L2C.spp_dev
                                 decision: cpu0_L2C.spp_dev/filter #151183 act (filter)
  before that                -0  pf.decide at cpu0_L2C.spp_dev
                                 decision: cpu0_L2C.spp_dev/chain_continue #105605 act (confidence), 90 against 25
  before that                -8  packet.send at cpu0_L1D.rq_cpu0 (6 events between)
  asked for by               -1  inst.issue at cpu0, load #30531 at 0x4000001239
  Here it ends: an instruction asked: load #30531 at 0x4000001239.
Waited for on the way, in cycles of this stall
         1  translation 534254
About this line, before the access
  requested by cpu0_L2C.spp_dev, for a lower level only in cycle 31391; sent down: cycle 31399; filled: never; ended as redundant
  cpu0_L2C.spp_dev/pq_admit #150771 act, 2 against 16
  cpu0_L2C.spp_dev/pf_issue #356377 act (confidence), 88 against 25
  cpu0_L2C.spp_dev/filter #154645 act (filter)
  cpu0_L2C.spp_dev/chain_continue #108032 act (confidence), 88 against 25

# The same bytes through files as through pipes.
$ mf-ingest --no-provenance $TESTDIR/../data/champsim-stencil3d-spp.mft -o a; mf-resolve --no-provenance a -o b; mf-tenancy --no-provenance b -o c; mf-edges --no-provenance --db filed.db c
$ mf-ingest --no-provenance $TESTDIR/../data/champsim-stencil3d-spp.mft | mf-resolve --no-provenance | mf-tenancy --no-provenance | mf-edges --no-provenance --db piped.db
$ cmp filed.db piped.db
