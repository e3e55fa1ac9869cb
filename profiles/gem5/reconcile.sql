-- What gem5's own statistics say, counted again from the record.
--
-- Paths are those of stats.txt: "system.cpu.dcache.ReadReq.hits::cpu.data". A row with a
-- value is compared; a row without gives the reason why paths of its pattern are not
-- recorded. gem5 prints no line for a requestor that asked for nothing.
--
-- @column path TEXT path, or a pattern of paths
-- @column value REAL
-- @column reason TEXT
WITH dumped AS MATERIALIZED (SELECT ev FROM events WHERE snapshot = 1),
cores AS (SELECT node, core, name FROM nodes WHERE kind = 'core'),
-- ---- The core
-- A system call, which its trap retires, counts as none.
retired(node, stat, n) AS (
  SELECT node, 'commitStats0.numInsts', sum(NOT more AND NOT coalesce(held, 0))
  FROM ev_inst_retire GROUP BY node
  UNION ALL
  SELECT node, 'commitStats0.numOps', sum(NOT coalesce(held, 0))
  FROM ev_inst_retire GROUP BY node),
refused AS (
  SELECT r.node, r.reason, count(*) AS n
  FROM ev_dispatch_refuse r GROUP BY r.node, r.reason),
stages(child, stat, reasons) AS (VALUES
  ('rename', 'rename.ROBFullEvents', 'rob_full'), ('rename', 'rename.IQFullEvents', 'iq_full'),
  ('rename', 'rename.LQFullEvents', 'lq_full'), ('rename', 'rename.SQFullEvents', 'sq_full'),
  ('rename', 'rename.fullRegistersEvents', 'registers'),
  ('iew', 'iew.iqFullEvents', 'iq_full'), ('iew', 'iew.lsqFullEvents', 'lq_full sq_full')),
redirected AS (SELECT node, at, count(*) AS n FROM ev_branch_redirect GROUP BY node, at),
forwarded AS (
  SELECT node, count(*) AS n FROM ev_lq_release WHERE reason = 'forward' GROUP BY node),
inserted(node, stat, n) AS (
  SELECT node, 'iew.dispLoadInsts', count(*) FROM ev_lq_insert WHERE ev NOT IN dumped GROUP BY node
  UNION ALL
  SELECT node, 'iew.dispStoreInsts', count(*) FROM ev_sq_insert WHERE ev NOT IN dumped GROUP BY node),
gone(node, stat, n) AS (
  SELECT e.node, 'lsq0.squashedLoads', count(*)
  FROM ev_lq_leave e JOIN insts i ON i.flow = e.flow WHERE i.t_squash IS NOT NULL GROUP BY e.node
  UNION ALL
  SELECT node, 'lsq0.squashedStores', count(*) FROM ev_sq_drop GROUP BY node
  UNION ALL
  SELECT node, 'commit.commitSquashedInsts', count(*) FROM ev_rob_leave GROUP BY node),
-- ---- Caches
-- Names of requestors leave out the system's.
asked AS (
  SELECT n.node, a.command, a.outcome, a.op,
    CASE WHEN p.flow IS NOT NULL THEN substr(pn.name, instr(pn.name, '.') + 1)
      WHEN f.kind = 'packet' AND a.op = 'writeback' THEN 'writebacks'
      ELSE substr(c.name, instr(c.name, '.') + 1)
        || CASE WHEN a.op = 'ifetch' THEN '.inst' ELSE '.data' END END AS requestor,
    count(*) AS n, sum(a.useful) AS useful
  FROM ev_access a JOIN nodes n ON n.node = a.node
  JOIN flows f ON f.flow = a.flow
  LEFT JOIN prefetches p ON p.flow = a.flow LEFT JOIN nodes pn ON pn.node = p.node
  LEFT JOIN cores c ON c.core = f.core
  WHERE a.ev NOT IN dumped
  GROUP BY 1, 2, 3, 4, 5),
looked AS (  -- a prefetch of the cache's own is not looked up, but issued
  SELECT n.name AS cache, n.node, a.command, a.requestor,
    sum(a.n) FILTER (WHERE a.outcome = 'hit' AND NOT own) AS hits,
    sum(a.n) FILTER (WHERE a.outcome IN ('miss', 'merge') AND NOT own) AS misses,
    sum(a.n) FILTER (WHERE a.outcome = 'merge') AS mshrHits,
    sum(a.n) FILTER (WHERE a.outcome = 'miss' AND a.op <> 'writeback') AS mshrMisses
  FROM (SELECT *, command = 'HardPFReq' OR command IS NULL AS own FROM asked) a
  JOIN nodes n ON n.node = a.node
  GROUP BY n.node, a.command, a.requestor),
groups(command, grouped) AS (VALUES
  ('ReadReq', 'demand'), ('WriteReq', 'demand'), ('WriteLineReq', 'demand'),
  ('ReadExReq', 'demand'), ('ReadCleanReq', 'demand'), ('ReadSharedReq', 'demand'),
  ('ReadReq', 'overall'), ('WriteReq', 'overall'), ('WriteLineReq', 'overall'),
  ('ReadExReq', 'overall'), ('ReadCleanReq', 'overall'), ('ReadSharedReq', 'overall'),
  ('SoftPFReq', 'overall'), ('SoftPFExReq', 'overall'), ('HardPFReq', 'overall')),
counted AS (
  SELECT cache, command || '.' AS prefix, '' AS grouped, requestor, hits, misses, mshrHits, mshrMisses
  FROM looked
  UNION ALL
  SELECT l.cache, '', g.grouped, l.requestor, sum(l.hits), sum(l.misses), sum(l.mshrHits),
    sum(l.mshrMisses)
  FROM looked l JOIN groups g ON g.command = l.command
  GROUP BY l.cache, g.grouped, l.requestor),
whats(what) AS (VALUES ('Hits'), ('Misses'), ('Accesses'), ('MshrHits'), ('MshrMisses')),
per AS (
  SELECT cache, requestor, prefix || CASE grouped WHEN '' THEN lower(substr(what, 1, 1)) ELSE
      grouped || substr(what, 1, 1) END || substr(what, 2) AS stat,
    coalesce(CASE what WHEN 'Hits' THEN hits WHEN 'Misses' THEN misses
      WHEN 'Accesses' THEN coalesce(hits, 0) + coalesce(misses, 0)
      WHEN 'MshrHits' THEN mshrHits ELSE mshrMisses END, 0) AS n
  FROM counted, whats),
replaced(node, stat, n) AS (
  SELECT node, 'replacements', count(*) FROM ev_cache_evict WHERE reason = 'replacement' GROUP BY node),
prefetched(node, stat, n) AS (
  SELECT node, 'pfIdentified', sum(reason IS NOT 'page_rule') FROM ev_decide GROUP BY node
  UNION ALL
  SELECT node, 'pfInCache', sum(reason = 'redundant') FROM ev_decide GROUP BY node
  UNION ALL
  SELECT node, 'pfBufferHit', sum(reason = 'filter') FROM ev_decide GROUP BY node
  UNION ALL
  SELECT node, 'pfRemovedFull', count(*) FROM ev_pf_drop WHERE reason = 'displaced' GROUP BY node
  UNION ALL
  SELECT node, 'pfRemovedDemand', count(*) FROM ev_pf_drop WHERE reason = 'demanded' GROUP BY node
  UNION ALL
  SELECT node, 'pfIssued', count(*) FROM ev_pf_issue GROUP BY node),
served(node, stat, n) AS (
  SELECT node, 'numReads::total', sum(done <> 'written') FROM ev_memory_serve GROUP BY node
  UNION ALL
  SELECT node, 'numWrites::total', sum(done = 'written') FROM ev_memory_serve GROUP BY node),
-- What each node of a kind counts, from 0 where nothing happened.
expected(kind, stat) AS (VALUES ('cache', 'replacements'), ('prefetcher', 'pfIdentified'),
  ('prefetcher', 'pfInCache'), ('prefetcher', 'pfBufferHit'), ('prefetcher', 'pfRemovedFull'),
  ('prefetcher', 'pfRemovedDemand'), ('prefetcher', 'pfIssued'),
  ('dram', 'numReads::total'), ('dram', 'numWrites::total'))
SELECT 'simTicks' AS path, max(span) * 1.0 AS value, NULL AS reason FROM k
UNION ALL
-- From the very start, the cycle at tick 0 is one of them; a reset leaves out the one it falls into.
SELECT c.name || '.numCycles', k.span * 1.0 / k.P
  + EXISTS (SELECT 1 FROM coverage v WHERE v.domain = 'core' AND v.from_start), NULL
FROM cores c JOIN k ON k.core = c.core
UNION ALL
SELECT c.name || '.' || s.stat,
  coalesce((SELECT sum(r.n) FROM refused r JOIN nodes n ON n.node = r.node
    WHERE n.name = c.name || '.' || s.child AND instr(s.reasons, r.reason)), 0), NULL
FROM cores c CROSS JOIN stages s
UNION ALL
SELECT c.name || '.commit.branchMispredicts',
  coalesce((SELECT n FROM redirected r WHERE r.node = c.node AND r.at = 'execute'), 0), NULL
FROM cores c
UNION ALL
SELECT c.name || '.lsq0.forwLoads', coalesce((SELECT n FROM forwarded f WHERE f.node = c.node), 0), NULL
FROM cores c
UNION ALL
SELECT c.name || '.' || x.stat, x.n, NULL
FROM cores c
JOIN (SELECT * FROM retired UNION ALL SELECT * FROM inserted UNION ALL SELECT * FROM gone) x
  ON x.node = c.node
UNION ALL
SELECT cache || '.' || stat || '::' || requestor, n, NULL FROM per
UNION ALL
SELECT cache || '.' || stat || '::total', sum(n), NULL FROM per GROUP BY cache, stat
UNION ALL
SELECT n.name || '.' || e.stat, coalesce(x.n, 0), NULL
FROM nodes n JOIN expected e ON e.kind = n.kind
LEFT JOIN (SELECT * FROM replaced UNION ALL SELECT * FROM prefetched UNION ALL SELECT * FROM served) x
  ON x.node = n.node AND x.stat = e.stat
UNION ALL
SELECT * FROM (VALUES
  ('host*', NULL, 'the host''s, not the machine''s'),
  ('simSeconds', NULL, 'simTicks in another unit'), ('simFreq', NULL, 'no statistic'),
  ('finalTick', NULL, 'counts from before the region'),
  ('simInsts', NULL, 'counts from before the region'), ('simOps', NULL, 'counts from before the region'),
  ('*numIssuedDist*', NULL, 'a distribution, with what issues after the decision that squashes it'),
  ('*clock', NULL, 'no statistic'), ('*voltage', NULL, 'no statistic'),
  ('*power_state*', NULL, 'power is not recorded'), ('*pwrState*', NULL, 'power is not recorded'),
  ('*Energy*', NULL, 'power is not recorded'), ('*averagePower*', NULL, 'power is not recorded'),
  ('*bus.*', NULL, 'crossbars and snoop filters are not recorded'),
  ('*atency*', NULL, 'a sum or mean of latencies that gem5 takes from when a packet may be looked up'),
  ('*issRate*', NULL, 'a ratio of statistics that are compared'),
  ('*avgBlocked*', NULL, 'a ratio of its other statistics'),
  ('*blockedCauses*', NULL, 'counts blockings on end; cache.block tells those of different cause'),
  ('*blockedCycles*', NULL, 'cycles of cache.block, which gem5 counts at its own clock edges'),
  ('*unusedPrefetches*', NULL, 'a ratio of its other statistics'),
  ('*writebacks*', NULL, 'the record does not tell writebacks from messages of clean evictions'),
  ('*CleanEvict*', NULL, 'a message to snoop filters, which nobody looks up'),
  ('*.tags.*', NULL, 'accesses to arrays and occupancies by task are not recorded'),
  ('*.pf*', NULL, 'accuracy as gem5''s prefetchers count it themselves'),
  ('*prefetcher*', NULL, 'accuracy as gem5''s prefetchers count it themselves'),
  ('*MemDepUnit*', NULL, 'predictions of memory dependence are not recorded'),
  ('*branchPred*', NULL, 'of the predictor the record has mispredictions and redirects alone'),
  ('*mmu*', NULL, 'system-call emulation translates without time'),
  ('*walker_cache.*', NULL, 'system-call emulation walks no page tables'),
  ('*.fetch.*', NULL, 'of fetch the record has its instructions and packets'),
  ('*.decode.*', NULL, 'a squashed instruction counts to the decision in the record'),
  ('*.rename.*', NULL, 'cycles of stages, and what is renamed after the decision that squashes it'),
  ('*.iew.*', NULL, 'cycles of stages, and what is dispatched after the decision that squashes it'),
  ('*.rob.*', NULL, 'accesses to arrays are not recorded'),
  ('*.lsq0.*', NULL, 'replays and answers to squashed loads are not recorded'),
  ('*.commit.*', NULL, 'a distribution, or kinds of instructions'),
  ('*Stats0.*', NULL, 'kinds of instructions and rates'),
  ('*thread_*', NULL, 'the same for each thread'),
  ('*workload*', NULL, 'of the emulated system'), ('*numWorkItems*', NULL, 'of the emulated system'),
  ('*work_item*', NULL, 'of the emulated system'),
  ('*.cpi', NULL, 'a ratio of statistics that are compared'),
  ('*.ipc', NULL, 'a ratio of statistics that are compared'),
  ('*Cycles', NULL, 'idle cycles are not told from others'),
  ('*timesIdled', NULL, 'idle cycles are not told from others'),
  ('*nsts*', NULL, 'of the scheduler, with what issues after the decision that squashes it'),
  ('*Inst*', NULL, 'of the scheduler, with what issues after the decision that squashes it'),
  ('*fuBusy*', NULL, 'with what is refused after the decision that squashes it'),
  ('*statFuBusy*', NULL, 'with what is refused after the decision that squashes it'),
  ('*issueRate', NULL, 'a ratio of its other statistics'),
  ('*Accesses', NULL, 'accesses to arrays are not recorded'),
  ('*squashed*', NULL, 'walks of the scheduler are not recorded'),
  ('*numSwp', NULL, 'software prefetches are not told apart'),
  ('*mem*', NULL, 'of memory''s queues and banks the record has nothing but when it serves a packet'))
