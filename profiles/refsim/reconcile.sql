-- What the reference machine counted itself, counted again from the record.
--
-- Paths are those of `mf-refsim --stats`: "cpu0_L1D.load.hit". A merge is no miss here.
--
-- @needs inst.retire cache.access tlb.access pf.request branch.redirect dram.bus
-- @column path TEXT path, or a pattern of paths
-- @column value REAL
-- @column reason TEXT
WITH dumped AS MATERIALIZED (  -- state told when recording began, not happenings
  SELECT ev FROM events WHERE snapshot = 1),
cores AS (
  SELECT n.node, n.name, n.core, k.P, k.span, k.t_begin, k.t_end
  FROM nodes n JOIN k ON k.core = n.core WHERE n.kind = 'core'),
levels AS (
  SELECT node, name FROM nodes WHERE kind IN ('cache', 'tlb')),
ops(op) AS (
  VALUES ('load'), ('store'), ('ifetch'), ('walk'), ('prefetch'), ('writeback')),
outcomes(outcome) AS (VALUES ('hit'), ('miss'), ('merge')),
looked AS (
  SELECT node, op, outcome, count(*) AS n, sum(useful) AS useful
  FROM (
    SELECT ev, node, op, outcome, useful FROM ev_access
    UNION ALL
    SELECT ev, node, op, outcome, useful FROM ev_tlb_access)
  WHERE ev NOT IN (SELECT ev FROM dumped)
  GROUP BY node, op, outcome),
evicted AS (
  SELECT node, sum(reason = 'replacement') AS replaced,
    sum(reason = 'back_invalidate') AS invalidated,
    sum(reason = 'replacement' AND dirty) AS written, sum(unused) AS unused
  FROM (
    SELECT node, reason, dirty, unused FROM ev_cache_evict
    UNION ALL
    SELECT node, reason, 0, unused FROM ev_tlb_evict)
  GROUP BY node),
late AS (
  SELECT node, count(*) AS n FROM ev_pf_late GROUP BY node),
asked AS (
  SELECT n.parent AS node, count(*) AS requested,
    sum(f.close_reason = 'queue_full') AS refused
  FROM prefetches p JOIN nodes n ON n.node = p.node
  JOIN flows f ON f.flow = p.flow
  WHERE f.flags & 1 = 0   -- dumped ones were requested before
  GROUP BY n.parent),
stalled AS (
  SELECT core, kind, reason, sum((t1 - t0) * coalesce(slots, 1)) AS d
  FROM episodes GROUP BY core, kind, reason),
told AS (  -- happenings of each core
  SELECT e.node, y.name, count(*) AS n
  FROM events e JOIN event_types y ON y.type = e.type
  WHERE e.snapshot = 0 AND y.name IN ('inst.dispatch', 'inst.retire',
    'inst.squash', 'walk.begin', 'walk.step', 'dram.forward', 'dram.merge')
  GROUP BY e.node, y.name),
forwarded AS (
  SELECT node, count(*) AS n FROM ev_lq_release
  WHERE reason = 'forward' GROUP BY node),
bursts AS (
  SELECT write, row_hit, count(*) AS n FROM ev_dram_bus
  WHERE ev NOT IN (SELECT ev FROM dumped)
  GROUP BY 1, 2)
SELECT name || '.cycles' AS path, span * 1.0 / P AS value, NULL AS reason
FROM cores
UNION ALL
SELECT c.name || '.' || w.path,
  coalesce((SELECT n FROM told t WHERE t.node = c.node AND t.name = w.event), 0),
  NULL
FROM cores c CROSS JOIN (
  SELECT 'instructions' AS path, 'inst.retire' AS event
  UNION ALL SELECT 'dispatched', 'inst.dispatch'
  UNION ALL SELECT 'squashed', 'inst.squash') w
UNION ALL
SELECT c.name || '.forwards',
  coalesce((SELECT n FROM forwarded f WHERE f.node = c.node), 0), NULL
FROM cores c
UNION ALL
-- A trace has no wrong path: a mispredicted branch squashes nothing there.
SELECT c.name || '.squashes_mispredict',
  (SELECT count(*) FROM ev_branch_redirect r WHERE r.node = c.node), NULL
FROM cores c
UNION ALL
SELECT c.name || '.squashes_mem_order',
  (SELECT count(*) FROM epochs e WHERE e.core = c.core
    AND e.cause = 'mem_order' AND e.ev_squash NOT IN (SELECT ev FROM dumped)),
  NULL
FROM cores c
UNION ALL
SELECT c.name || '.head_cycles.' || w.word,
  coalesce((SELECT d FROM stalled s WHERE s.core = c.core
    AND s.kind = 'head_block' AND s.reason = w.word), 0) * 1.0 / c.P, NULL
FROM cores c JOIN enums w ON w.enum = 'head_reason'
UNION ALL
SELECT c.name || '.lost_slots.' || w.word,
  coalesce((SELECT d FROM stalled s WHERE s.core = c.core
    AND s.kind = 'dispatch_block' AND s.reason = w.word), 0) * 1.0 / c.P, NULL
FROM cores c JOIN enums w ON w.enum = 'dispatch_reason'
UNION ALL
SELECT n.name || '.' || w.path,
  coalesce((SELECT n FROM told t WHERE t.node = n.node AND t.name = w.event), 0),
  NULL
FROM nodes n CROSS JOIN (
  SELECT 'walks' AS path, 'walk.begin' AS event
  UNION ALL SELECT 'steps', 'walk.step') w
WHERE n.kind = 'walker'
UNION ALL
SELECT l.name || '.' || o.op || '.' || c.outcome,
  coalesce((SELECT n FROM looked x WHERE x.node = l.node AND x.op = o.op
    AND x.outcome = c.outcome), 0), NULL
FROM levels l CROSS JOIN ops o CROSS JOIN outcomes c
UNION ALL
SELECT l.name || '.' || w.path, coalesce(CASE w.path
    WHEN 'evictions' THEN e.replaced
    WHEN 'back_invalidations' THEN e.invalidated
    WHEN 'writebacks' THEN e.written
    WHEN 'useless' THEN e.unused
    WHEN 'useful' THEN
      (SELECT sum(useful) FROM looked x WHERE x.node = l.node)
    WHEN 'late' THEN (SELECT n FROM late x WHERE x.node = l.node)
    WHEN 'prefetches_requested' THEN a.requested
    WHEN 'prefetches_refused' THEN a.refused
    ELSE (SELECT sum(n) FROM looked x
      WHERE x.node = l.node AND x.outcome = 'reject') END, 0), NULL
FROM levels l
CROSS JOIN (
  SELECT 'evictions' AS path UNION ALL SELECT 'back_invalidations'
  UNION ALL SELECT 'writebacks' UNION ALL SELECT 'useless'
  UNION ALL SELECT 'useful' UNION ALL SELECT 'late'
  UNION ALL SELECT 'prefetches_requested' UNION ALL SELECT 'prefetches_refused'
  UNION ALL SELECT 'prefetches_gated') w
LEFT JOIN evicted e ON e.node = l.node
LEFT JOIN asked a ON a.node = l.node
UNION ALL
SELECT 'DRAM.' || CASE w.write WHEN 1 THEN 'write' ELSE 'read' END || '_row_'
    || CASE h.hit WHEN 1 THEN 'hits' ELSE 'misses' END,
  coalesce((SELECT n FROM bursts x WHERE x.write = w.write
    AND x.row_hit = h.hit), 0), NULL
FROM (SELECT 0 AS write UNION ALL SELECT 1) w
CROSS JOIN (SELECT 0 AS hit UNION ALL SELECT 1) h
UNION ALL
SELECT 'DRAM.forwards',
  coalesce((SELECT sum(n) FROM told WHERE name = 'dram.forward'), 0), NULL
UNION ALL
SELECT 'DRAM.merges',
  coalesce((SELECT sum(n) FROM told WHERE name = 'dram.merge'), 0), NULL
