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
-- ---- Who asks. Names of requestors leave out the system's.
prefetchers(flow, node) AS (
  SELECT flow, node FROM prefetches
  UNION ALL  -- those under way when recording began
  SELECT a.flow, min(n.node) FROM ev_access a JOIN nodes n ON n.parent = a.node AND n.kind = 'prefetcher'
  WHERE a.ev IN dumped AND a.command = 'HardPFReq' GROUP BY a.flow),
requestors(flow, requestor) AS (
  SELECT f.flow,
    CASE WHEN p.flow IS NOT NULL THEN substr(pn.name, instr(pn.name, '.') + 1)
      WHEN k.op = 'writeback' THEN 'writebacks'
      ELSE substr(c.name, instr(c.name, '.') + 1)
        || CASE WHEN k.op = 'ifetch' THEN '.inst' ELSE '.data' END END
  FROM flows f LEFT JOIN packets k ON k.flow = f.flow
  LEFT JOIN prefetchers p ON p.flow = f.flow LEFT JOIN nodes pn ON pn.node = p.node
  LEFT JOIN cores c ON c.core = f.core
  WHERE f.kind IN ('packet', 'prefetch')),
-- ---- Caches. A writeback for which there is no line hits the one that it makes.
asked AS (
  SELECT a.node, a.command, a.op, r.requestor,
    CASE WHEN a.op = 'writeback' AND a.outcome = 'miss' AND a.done <> 'dropped' THEN 'hit' ELSE a.outcome END AS outcome,
    count(*) AS n
  FROM ev_access a JOIN requestors r ON r.flow = a.flow
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
-- ---- Memory, where it is recorded
memories AS (
  SELECT node, name, line_shift
  FROM nodes WHERE kind = 'dram' AND EXISTS (SELECT 1 FROM coverage WHERE domain = 'dram')),
queues AS (
  SELECT q.node, q.capacity, m.node AS memory, m.line_shift,
    substr(q.name, 1, length(q.name) - 3) AS controller, substr(q.name, -2) = 'wq' AS write
  FROM nodes q JOIN memories m ON m.node = q.parent WHERE q.kind = 'dram_queue'),
senders AS (  -- where those are recorded who could have sent it
  SELECT * FROM requestors
  WHERE (SELECT count(DISTINCT domain) FROM coverage WHERE domain IN ('cache', 'prefetcher')) = 2),
sides(write, side, reads) AS (VALUES (0, 'read', 'Rd'), (1, 'write', 'Wr')),
bursts AS MATERIALIZED (
  SELECT i.node, i.flow, t.occ, coalesce(t.ev_rel, 0) IN (SELECT ev FROM ev_dram_forward) AS forwarded,
    coalesce(t.ev_rel, 0) IN (SELECT ev FROM ev_dram_merge) AS merged
  FROM ev_dram_insert i LEFT JOIN tenancies t ON t.node = i.node AND t.ev_acq = i.ev
  WHERE i.ev NOT IN dumped),
lengths(n) AS (
  SELECT 0 UNION ALL SELECT n + 1 FROM lengths WHERE n + 1 < (SELECT max(capacity) FROM queues)),
controlled(path, n) AS (
  SELECT q.controller || '.' || s.side || 'Reqs', count(DISTINCT b.flow)
  FROM queues q JOIN sides s ON s.write = q.write LEFT JOIN bursts b ON b.node = q.node GROUP BY q.node
  UNION ALL
  SELECT q.controller || '.' || s.side || 'Bursts', count(b.flow)
  FROM queues q JOIN sides s ON s.write = q.write LEFT JOIN bursts b ON b.node = q.node GROUP BY q.node
  UNION ALL
  SELECT q.controller || '.servicedByWrQ', coalesce(sum(b.forwarded), 0)
  FROM queues q LEFT JOIN bursts b ON b.node = q.node WHERE NOT q.write GROUP BY q.node
  UNION ALL
  SELECT q.controller || '.bytesReadWrQ', coalesce(sum(b.forwarded), 0) << q.line_shift
  FROM queues q LEFT JOIN bursts b ON b.node = q.node WHERE NOT q.write GROUP BY q.node
  UNION ALL
  SELECT q.controller || '.mergedWrBursts', coalesce(sum(b.merged), 0)
  FROM queues q LEFT JOIN bursts b ON b.node = q.node WHERE q.write GROUP BY q.node
  UNION ALL
  SELECT q.controller || '.' || lower(s.reads) || 'QLenPdf::' || l.n, count(b.flow)
  FROM queues q JOIN sides s ON s.write = q.write JOIN lengths l ON l.n < q.capacity
  LEFT JOIN bursts b ON b.node = q.node AND b.occ = l.n AND NOT b.forwarded AND NOT b.merged
  GROUP BY q.node, l.n
  UNION ALL
  SELECT q.controller || '.requestor' || upper(substr(s.side, 1, 1)) || substr(s.side, 2) || 'Accesses::' || r.requestor,
    count(*)
  FROM queues q JOIN sides s ON s.write = q.write JOIN bursts b ON b.node = q.node
  JOIN senders r ON r.flow = b.flow GROUP BY q.node, r.requestor),
banks AS (
  SELECT n.node, n.parent AS memory, n.node - min(n.node) OVER (PARTITION BY n.parent) AS bank
  FROM nodes n JOIN memories m ON m.node = n.parent WHERE n.kind = 'bank'),
accessed AS MATERIALIZED (
  SELECT e.node, e.row_hit,
    e.flow IN (SELECT i.flow FROM ev_dram_insert i JOIN queues q ON q.node = i.node WHERE q.write) AS write
  FROM ev_dram_bank e WHERE e.ev NOT IN dumped),
banked AS (
  SELECT m.name, m.line_shift, b.bank, s.side, s.reads, s.write, count(a.node) AS n, coalesce(sum(a.row_hit), 0) AS hits
  FROM banks b JOIN memories m ON m.node = b.memory CROSS JOIN sides s
  LEFT JOIN accessed a ON a.node = b.node AND a.write = s.write
  GROUP BY b.node, s.write),
dram(path, n) AS (
  SELECT name || '.perBank' || reads || 'Bursts::' || bank, n FROM banked
  UNION ALL
  SELECT name || '.' || side || 'Bursts', sum(n) FROM banked GROUP BY name, write
  UNION ALL
  SELECT name || '.' || side || 'RowHits', sum(hits) FROM banked GROUP BY name, write
  UNION ALL
  SELECT name || '.dramBytes' || CASE write WHEN 0 THEN 'Read' ELSE 'Written' END, sum(n) << line_shift
  FROM banked GROUP BY name, write),
served(memory, write, flow) AS (  -- gem5 reads when it answers, and writes at once
  SELECT s.node, s.done = 'written', s.flow
  FROM ev_memory_serve s WHERE s.node NOT IN (SELECT memory FROM queues)
  UNION
  SELECT q.memory, q.write, e.flow
  FROM (SELECT node, flow FROM ev_dram_done UNION SELECT node, flow FROM ev_dram_forward) e
  JOIN queues q ON q.node = e.node WHERE NOT q.write
  UNION
  SELECT q.memory, q.write, b.flow FROM bursts b JOIN queues q ON q.node = b.node WHERE q.write),
stored(path, n) AS (
  SELECT m.name || '.num' || CASE s.write WHEN 0 THEN 'Reads' ELSE 'Writes' END || '::total', count(v.flow)
  FROM memories m CROSS JOIN sides s LEFT JOIN served v ON v.memory = m.node AND v.write = s.write
  GROUP BY m.node, s.write
  UNION ALL
  SELECT m.name || '.num' || CASE v.write WHEN 0 THEN 'Reads' ELSE 'Writes' END || '::' || r.requestor, count(*)
  FROM memories m JOIN served v ON v.memory = m.node JOIN senders r ON r.flow = v.flow
  GROUP BY m.node, v.write, r.requestor),
-- What each node of a kind counts, from 0 where nothing happened.
expected(kind, stat) AS (VALUES
  ('core', 'commitStats0.numInsts'), ('core', 'commitStats0.numOps'),
  ('core', 'iew.dispLoadInsts'), ('core', 'iew.dispStoreInsts'), ('core', 'lsq0.squashedLoads'),
  ('core', 'lsq0.squashedStores'), ('core', 'commit.commitSquashedInsts'), ('cache', 'replacements'), ('prefetcher', 'pfIdentified'),
  ('prefetcher', 'pfInCache'), ('prefetcher', 'pfBufferHit'), ('prefetcher', 'pfRemovedFull'),
  ('prefetcher', 'pfRemovedDemand'), ('prefetcher', 'pfIssued')),
-- What is not recorded: patterns of paths below the nodes of a kind, beside memory, or of whole paths.
unrecorded(kind, pattern, reason) AS (VALUES
  ('', 'host*', 'the host''s, not the machine''s'),
  ('', 'simSeconds', 'simTicks in another unit'),
  ('', 'simFreq', 'no statistic'),
  ('', '*clk_domain.clock', 'no statistic'),
  ('', '*voltage_domain.voltage', 'no statistic'),
  ('', 'finalTick', 'counts from before the region'),
  ('', 'simInsts', 'counts from before the region'),
  ('', 'simOps', 'counts from before the region'),
  ('', '*.power_state.*', 'power is not recorded'),
  ('', '*.snoop_filter.*', 'crossbars and snoop filters are not recorded'),
  ('', '*.snoops', 'crossbars and snoop filters are not recorded'),
  ('', '*.snoopTraffic', 'crossbars and snoop filters are not recorded'),
  ('', '*.snoopFanout::*', 'crossbars and snoop filters are not recorded'),
  ('', '*.transDist::*', 'crossbars and snoop filters are not recorded'),
  ('', '*.pktCount::*', 'crossbars and snoop filters are not recorded'),
  ('', '*.pktCount_*', 'crossbars and snoop filters are not recorded'),
  ('', '*.pktSize::*', 'crossbars and snoop filters are not recorded'),
  ('', '*.pktSize_*', 'crossbars and snoop filters are not recorded'),
  ('', '*.reqLayer[0-9]*.*', 'crossbars and snoop filters are not recorded'),
  ('', '*.respLayer[0-9]*.*', 'crossbars and snoop filters are not recorded'),
  ('', '*.snoopLayer[0-9]*.*', 'crossbars and snoop filters are not recorded'),
  ('', '*.workload.*', 'of the emulated system'),
  ('', '*.work_item_type[0-9]*', 'of the emulated system'),
  ('', '*.?tb_walker_cache.*', 'system-call emulation walks no page tables'),
  ('core', 'numWorkItemsStarted', 'of the emulated system'),
  ('core', 'numWorkItemsCompleted', 'of the emulated system'),
  ('core', 'cpi', 'a ratio of its other statistics'),
  ('core', 'ipc', 'a ratio of its other statistics'),
  ('core', 'issueRate', 'a ratio of its other statistics'),
  ('core', 'fuBusyRate', 'a ratio of its other statistics'),
  ('core', 'idleCycles', 'idle cycles are not told from others'),
  ('core', 'timesIdled', 'idle cycles are not told from others'),
  ('core', 'quiesceCycles', 'idle cycles are not told from others'),
  ('core', 'instsAdded', 'of the scheduler, with what issues after the decision that squashes it'),
  ('core', 'nonSpecInstsAdded', 'of the scheduler, with what issues after the decision that squashes it'),
  ('core', 'instsIssued', 'of the scheduler, with what issues after the decision that squashes it'),
  ('core', 'numIssuedDist::*', 'of the scheduler, with what issues after the decision that squashes it'),
  ('core', 'statIssuedInstType_[0-9]*::*', 'of the scheduler, with what issues after the decision that squashes it'),
  ('core', 'fuBusy', 'with what is refused after the decision that squashes it'),
  ('core', 'statFuBusy::*', 'with what is refused after the decision that squashes it'),
  ('core', 'squashedInstsIssued', 'walks of the scheduler are not recorded'),
  ('core', 'squashedInstsExamined', 'walks of the scheduler are not recorded'),
  ('core', 'squashedOperandsExamined', 'walks of the scheduler are not recorded'),
  ('core', 'squashedNonSpecRemoved', 'walks of the scheduler are not recorded'),
  ('core', 'numSquashedInsts', 'walks of the scheduler are not recorded'),
  ('core', 'intInstQueueReads', 'accesses to arrays are not recorded'),
  ('core', 'intInstQueueWrites', 'accesses to arrays are not recorded'),
  ('core', 'intInstQueueWakeupAccesses', 'accesses to arrays are not recorded'),
  ('core', 'fpInstQueueReads', 'accesses to arrays are not recorded'),
  ('core', 'fpInstQueueWrites', 'accesses to arrays are not recorded'),
  ('core', 'fpInstQueueWakeupAccesses', 'accesses to arrays are not recorded'),
  ('core', 'vecInstQueueReads', 'accesses to arrays are not recorded'),
  ('core', 'vecInstQueueWrites', 'accesses to arrays are not recorded'),
  ('core', 'vecInstQueueWakeupAccesses', 'accesses to arrays are not recorded'),
  ('core', 'intAluAccesses', 'accesses to arrays are not recorded'),
  ('core', 'fpAluAccesses', 'accesses to arrays are not recorded'),
  ('core', 'vecAluAccesses', 'accesses to arrays are not recorded'),
  ('core', 'rob.reads', 'accesses to arrays are not recorded'),
  ('core', 'rob.writes', 'accesses to arrays are not recorded'),
  ('core', 'numSwp', 'software prefetches are not told apart'),
  ('core', 'MemDepUnit__[0-9]*.*', 'predictions of memory dependence are not recorded'),
  ('core', 'branchPred.*', 'of the predictor the record has mispredictions and redirects alone'),
  ('core', 'mmu.*', 'system-call emulation translates without time'),
  ('core', 'fetch.*', 'of fetch the record has its instructions and packets'),
  ('core', 'fetchStats[0-9]*.*', 'of fetch the record has its instructions and packets'),
  ('core', 'decode.*', 'a squashed instruction counts to the decision in the record'),
  ('core', 'rename.blockCycles', 'cycles of stages'),
  ('core', 'rename.idleCycles', 'cycles of stages'),
  ('core', 'rename.runCycles', 'cycles of stages'),
  ('core', 'rename.serializeStallCycles', 'cycles of stages'),
  ('core', 'rename.squashCycles', 'cycles of stages'),
  ('core', 'rename.unblockCycles', 'cycles of stages'),
  ('core', 'iew.blockCycles', 'cycles of stages'),
  ('core', 'iew.idleCycles', 'cycles of stages'),
  ('core', 'iew.squashCycles', 'cycles of stages'),
  ('core', 'iew.unblockCycles', 'cycles of stages'),
  ('core', 'rename.committedMaps', 'what is renamed after the decision that squashes it counts'),
  ('core', 'rename.fpLookups', 'what is renamed after the decision that squashes it counts'),
  ('core', 'rename.intLookups', 'what is renamed after the decision that squashes it counts'),
  ('core', 'rename.vecLookups', 'what is renamed after the decision that squashes it counts'),
  ('core', 'rename.vecPredLookups', 'what is renamed after the decision that squashes it counts'),
  ('core', 'rename.matLookups', 'what is renamed after the decision that squashes it counts'),
  ('core', 'rename.lookups', 'what is renamed after the decision that squashes it counts'),
  ('core', 'rename.renamedInsts', 'what is renamed after the decision that squashes it counts'),
  ('core', 'rename.renamedOperands', 'what is renamed after the decision that squashes it counts'),
  ('core', 'rename.squashedInsts', 'what is renamed after the decision that squashes it counts'),
  ('core', 'rename.skidInsts', 'what is renamed after the decision that squashes it counts'),
  ('core', 'rename.undoneMaps', 'what is renamed after the decision that squashes it counts'),
  ('core', 'rename.serializing', 'what waits for it to be alone is not told, nor what is so for a time'),
  ('core', 'rename.tempSerializing', 'what waits for it to be alone is not told, nor what is so for a time'),
  ('core', 'iew.branchMispredicts', 'those that an older squash discards count as well'),
  ('core', 'iew.consumerInst', 'what is dispatched after the decision that squashes it counts'),
  ('core', 'iew.dispNonSpecInsts', 'what is dispatched after the decision that squashes it counts'),
  ('core', 'iew.dispSquashedInsts', 'what is dispatched after the decision that squashes it counts'),
  ('core', 'iew.dispatchedInsts', 'what is dispatched after the decision that squashes it counts'),
  ('core', 'iew.instsToCommit', 'what is dispatched after the decision that squashes it counts'),
  ('core', 'iew.memOrderViolationEvents', 'those that an older squash discards count as well'),
  ('core', 'iew.predictedNotTakenIncorrect', 'what is dispatched after the decision that squashes it counts'),
  ('core', 'iew.predictedTakenIncorrect', 'what is dispatched after the decision that squashes it counts'),
  ('core', 'iew.producerInst', 'what is dispatched after the decision that squashes it counts'),
  ('core', 'iew.wbFanout', 'what is dispatched after the decision that squashes it counts'),
  ('core', 'iew.wbRate', 'what is dispatched after the decision that squashes it counts'),
  ('core', 'iew.writebackCount', 'what is dispatched after the decision that squashes it counts'),
  ('core', 'lsq0.blockedByCache', 'replays and answers to squashed loads are not recorded'),
  ('core', 'lsq0.ignoredResponses', 'replays and answers to squashed loads are not recorded'),
  ('core', 'lsq0.loadToUse::*', 'replays and answers to squashed loads are not recorded'),
  ('core', 'lsq0.memOrderViolation', 'replays and answers to squashed loads are not recorded'),
  ('core', 'lsq0.rescheduledLoads', 'replays and answers to squashed loads are not recorded'),
  ('core', 'commit.amos', 'a distribution, or kinds of instructions'),
  ('core', 'commit.commitEligibleSamples', 'a distribution, or kinds of instructions'),
  ('core', 'commit.commitNonSpecStalls', 'a distribution, or kinds of instructions'),
  ('core', 'commit.committedInstType_[0-9]*::*', 'a distribution, or kinds of instructions'),
  ('core', 'commit.functionCalls', 'a distribution, or kinds of instructions'),
  ('core', 'commit.membars', 'a distribution, or kinds of instructions'),
  ('core', 'commit.numCommittedDist::*', 'a distribution, or kinds of instructions'),
  ('core', 'commitStats[0-9]*.*', 'kinds of instructions and rates'),
  ('core', 'executeStats[0-9]*.*', 'kinds of instructions and rates'),
  ('core', 'thread_[0-9]*.numInsts', 'the same for each thread'),
  ('core', 'thread_[0-9]*.numOps', 'the same for each thread'),
  ('core', 'thread_[0-9]*.numMemRefs', 'the same for each thread'),
  ('cpu_ahead', 'numCycles', 'of the CPU that runs ahead of the core'),
  ('cpu_ahead', 'cpi', 'of the CPU that runs ahead of the core'),
  ('cpu_ahead', 'ipc', 'of the CPU that runs ahead of the core'),
  ('cpu_ahead', 'numWorkItems*', 'of the CPU that runs ahead of the core'),
  ('cpu_ahead', 'exec_context.*', 'of the CPU that runs ahead of the core'),
  ('cpu_ahead', 'commitStats[0-9]*.*', 'of the CPU that runs ahead of the core'),
  ('cpu_ahead', 'executeStats[0-9]*.*', 'of the CPU that runs ahead of the core'),
  ('cpu_ahead', 'fetchStats[0-9]*.*', 'of the CPU that runs ahead of the core'),
  ('cpu_ahead', 'mmu.*', 'of the CPU that runs ahead of the core'),
  ('cpu_ahead', 'thread_[0-9]*.*', 'of the CPU that runs ahead of the core'),
  ('cpu_ahead', 'branchPred.*', 'of the CPU that runs ahead of the core'),
  ('cache', '*Latency::*', 'a sum or mean of latencies that gem5 takes from when a packet may be looked up'),
  ('cache', '*issRate::*', 'a ratio of statistics that are compared'),
  ('cache', 'avgBlocked::*', 'a ratio of its other statistics'),
  ('cache', 'blockedCauses::*', 'counts blockings on end; cache.block tells those of different cause'),
  ('cache', 'blockedCycles::*', 'cycles of cache.block, which gem5 counts at its own clock edges'),
  ('cache', 'writebacks::*', 'the record does not tell writebacks from messages of clean evictions'),
  ('cache', 'CleanEvict.*', 'a message to snoop filters, which nobody looks up'),
  ('cache', 'tags.*', 'accesses to arrays and occupancies by task are not recorded'),
  ('prefetcher', 'accuracy', 'accuracy as gem5''s prefetchers count it themselves'),
  ('prefetcher', 'coverage', 'accuracy as gem5''s prefetchers count it themselves'),
  ('prefetcher', 'demandMshrMisses', 'accuracy as gem5''s prefetchers count it themselves'),
  ('prefetcher', 'pfHitInCache', 'accuracy as gem5''s prefetchers count it themselves'),
  ('prefetcher', 'pfHitInMSHR', 'accuracy as gem5''s prefetchers count it themselves'),
  ('prefetcher', 'pfHitInWB', 'accuracy as gem5''s prefetchers count it themselves'),
  ('prefetcher', 'pfLate', 'accuracy as gem5''s prefetchers count it themselves'),
  ('prefetcher', 'pfSpanPage', 'accuracy as gem5''s prefetchers count it themselves'),
  ('prefetcher', 'pfUnused', 'accuracy as gem5''s prefetchers count it themselves'),
  ('prefetcher', 'pfUseful', 'accuracy as gem5''s prefetchers count it themselves'),
  ('prefetcher', 'pfUsefulButMiss', 'accuracy as gem5''s prefetchers count it themselves'),
  ('prefetcher', 'pfUsefulSpanPage', 'accuracy as gem5''s prefetchers count it themselves'),
  ('dram', 'bytesRead::*', 'sizes of packets are not recorded'),
  ('dram', 'bytesInstRead::*', 'sizes of packets are not recorded'),
  ('dram', 'bytesWritten::*', 'sizes of packets are not recorded'),
  ('dram', 'bwRead::*', 'a ratio of its other statistics'),
  ('dram', 'bwInstRead::*', 'a ratio of its other statistics'),
  ('dram', 'bwWrite::*', 'a ratio of its other statistics'),
  ('dram', 'bwTotal::*', 'a ratio of its other statistics'),
  ('dram', 'avgRdBW', 'a ratio of its other statistics'),
  ('dram', 'avgWrBW', 'a ratio of its other statistics'),
  ('dram', 'peakBW', 'a ratio of its other statistics'),
  ('dram', 'busUtil', 'a ratio of its other statistics'),
  ('dram', 'busUtilRead', 'a ratio of its other statistics'),
  ('dram', 'busUtilWrite', 'a ratio of its other statistics'),
  ('dram', 'pageHitRate', 'a ratio of its other statistics'),
  ('dram', 'readRowHitRate', 'a ratio of its other statistics'),
  ('dram', 'writeRowHitRate', 'a ratio of its other statistics'),
  ('dram', 'totQLat', 'latencies to a time that may lie beyond the dump'),
  ('dram', 'totBusLat', 'latencies to a time that may lie beyond the dump'),
  ('dram', 'totMemAccLat', 'latencies to a time that may lie beyond the dump'),
  ('dram', 'avgQLat', 'latencies to a time that may lie beyond the dump'),
  ('dram', 'avgBusLat', 'latencies to a time that may lie beyond the dump'),
  ('dram', 'avgMemAccLat', 'latencies to a time that may lie beyond the dump'),
  ('dram', 'bytesPerActivate::*', 'closed rows are not recorded'),
  ('dram', 'rank[0-9]*.*', 'power is not recorded'),
  ('dram', 'numReads::*', 'memory is not recorded, or without its queues and banks'),
  ('dram', 'numWrites::*', 'memory is not recorded, or without its queues and banks'),
  ('dram', 'readBursts', 'memory is not recorded, or without its queues and banks'),
  ('dram', 'writeBursts', 'memory is not recorded, or without its queues and banks'),
  ('dram', 'perBankRdBursts::*', 'memory is not recorded, or without its queues and banks'),
  ('dram', 'perBankWrBursts::*', 'memory is not recorded, or without its queues and banks'),
  ('dram', 'readRowHits', 'memory is not recorded, or without its queues and banks'),
  ('dram', 'writeRowHits', 'memory is not recorded, or without its queues and banks'),
  ('dram', 'dramBytesRead', 'memory is not recorded, or without its queues and banks'),
  ('dram', 'dramBytesWritten', 'memory is not recorded, or without its queues and banks'),
  ('controller', 'readReqs', 'memory is not recorded, or without its queues and banks'),
  ('controller', 'writeReqs', 'memory is not recorded, or without its queues and banks'),
  ('controller', 'readBursts', 'memory is not recorded, or without its queues and banks'),
  ('controller', 'writeBursts', 'memory is not recorded, or without its queues and banks'),
  ('controller', 'servicedByWrQ', 'memory is not recorded, or without its queues and banks'),
  ('controller', 'mergedWrBursts', 'memory is not recorded, or without its queues and banks'),
  ('controller', 'bytesReadWrQ', 'memory is not recorded, or without its queues and banks'),
  ('controller', 'rdQLenPdf::*', 'memory is not recorded, or without its queues and banks'),
  ('controller', 'wrQLenPdf::*', 'memory is not recorded, or without its queues and banks'),
  ('controller', 'requestorReadAccesses::*', 'memory is not recorded, or without its queues and banks'),
  ('controller', 'requestorWriteAccesses::*', 'memory is not recorded, or without its queues and banks'),
  ('controller', 'bytesReadSys', 'sizes of packets are not recorded'),
  ('controller', 'bytesWrittenSys', 'sizes of packets are not recorded'),
  ('controller', 'readPktSize::*', 'sizes of packets are not recorded'),
  ('controller', 'writePktSize::*', 'sizes of packets are not recorded'),
  ('controller', 'requestorReadBytes::*', 'sizes of packets are not recorded'),
  ('controller', 'requestorWriteBytes::*', 'sizes of packets are not recorded'),
  ('controller', 'requestorReadRate::*', 'sizes of packets are not recorded'),
  ('controller', 'requestorWriteRate::*', 'sizes of packets are not recorded'),
  ('controller', 'avgRdBWSys', 'sizes of packets are not recorded'),
  ('controller', 'avgWrBWSys', 'sizes of packets are not recorded'),
  ('controller', 'avgRdQLen', 'a mean over time, or from before the region'),
  ('controller', 'avgWrQLen', 'a mean over time, or from before the region'),
  ('controller', 'totGap', 'a mean over time, or from before the region'),
  ('controller', 'avgGap', 'a mean over time, or from before the region'),
  ('controller', 'requestorReadTotalLat::*', 'latencies to a time that may lie beyond the dump'),
  ('controller', 'requestorReadAvgLat::*', 'latencies to a time that may lie beyond the dump'),
  ('controller', 'requestorWriteTotalLat::*', 'latencies to a time that may lie beyond the dump'),
  ('controller', 'requestorWriteAvgLat::*', 'latencies to a time that may lie beyond the dump'),
  ('controller', 'priorityMinLatency', 'latencies to a time that may lie beyond the dump'),
  ('controller', 'priorityMaxLatency', 'latencies to a time that may lie beyond the dump'),
  ('controller', 'numRdRetry', 'what is sent back to ask again is not recorded'),
  ('controller', 'numWrRetry', 'what is sent back to ask again is not recorded'),
  ('controller', 'neitherReadNorWriteReqs', 'what is sent back to ask again is not recorded'),
  ('controller', 'avgPriority_*::*', 'priorities and turns of the bus are not recorded'),
  ('controller', 'avgPriorityDistance_*::*', 'priorities and turns of the bus are not recorded'),
  ('controller', 'numReadWriteTurnArounds', 'priorities and turns of the bus are not recorded'),
  ('controller', 'numWriteReadTurnArounds', 'priorities and turns of the bus are not recorded'),
  ('controller', 'numStayReadState', 'priorities and turns of the bus are not recorded'),
  ('controller', 'numStayWriteState', 'priorities and turns of the bus are not recorded'),
  ('controller', 'rdPerTurnAround::*', 'priorities and turns of the bus are not recorded'),
  ('controller', 'wrPerTurnAround::*', 'priorities and turns of the bus are not recorded'))
SELECT 'simTicks' AS path, (max(t_end) - min(t_begin)) * 1.0 AS value, NULL AS reason FROM k
UNION ALL
-- Of a core that wakes, and of all from the very start, the cycle it begins in is one of them; a reset leaves
-- out the one it falls into.
SELECT c.name || '.numCycles', coalesce((
    SELECT sum(r.cycles + (r.t0 > (SELECT min(t0) FROM roi)
      OR EXISTS (SELECT 1 FROM coverage v WHERE v.domain = 'core' AND v.from_start)))
    FROM roi r WHERE r.core = c.core), 0), NULL
FROM cores c
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
SELECT cache || '.' || stat || '::' || requestor, n, NULL FROM per
UNION ALL
SELECT cache || '.' || stat || '::total', sum(n), NULL FROM per GROUP BY cache, stat
UNION ALL
SELECT n.name || '.' || e.stat, coalesce(x.n, 0), NULL
FROM nodes n JOIN expected e ON e.kind = n.kind
LEFT JOIN (SELECT * FROM retired UNION ALL SELECT * FROM inserted UNION ALL SELECT * FROM gone
  UNION ALL SELECT * FROM replaced UNION ALL SELECT * FROM prefetched) x
  ON x.node = n.node AND x.stat = e.stat
UNION ALL
SELECT path, n, NULL FROM (SELECT * FROM controlled UNION ALL SELECT * FROM dram UNION ALL SELECT * FROM stored)
UNION ALL
-- The statistics of a controller stand beside its memory.
SELECT CASE u.kind WHEN 'controller' THEN rtrim(n.name, replace(n.name, '.', '')) ELSE n.name || '.' END || u.pattern,
  NULL, u.reason
FROM unrecorded u JOIN nodes n ON n.kind = CASE u.kind WHEN 'controller' THEN 'dram' ELSE u.kind END
UNION ALL
SELECT pattern, NULL, reason FROM unrecorded WHERE kind = ''
