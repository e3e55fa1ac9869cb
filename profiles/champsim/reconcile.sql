-- What ChampSim's own statistics say, counted again from the record.
--
-- Paths are those of its JSON, one phase: "0.roi.cpu0_L2C.LOAD.hit.0". A row with a
-- value is compared; a row without gives the reason why paths of its pattern are not
-- recorded. Arrays have an entry for each core. In ChampSim a miss is counted for a
-- merge too.
--
-- @needs inst.retire cache.access tlb.access pf.request branch.mispredict dram.bus
-- @column path TEXT path, or a pattern of paths
-- @column value REAL
-- @column reason TEXT
WITH kinds(op, stat, below) AS (
  -- A store is a WRITE where the core hands it over and an RFO further down;
  -- translation buffers count all as LOAD.
  VALUES ('load', 'LOAD', 'LOAD'), ('ifetch', 'LOAD', 'LOAD'),
    ('store', 'WRITE', 'RFO'), ('writeback', 'WRITE', 'WRITE'),
    ('prefetch', 'PREFETCH', 'PREFETCH'), ('walk', 'TRANSLATION', 'TRANSLATION')),
whats(what) AS (VALUES ('hit'), ('miss'), ('mshr_merge')),
levels AS (
  SELECT n.node, n.name, n.core, n.kind,
    n.name LIKE '%L1D' AS is_first
  FROM nodes n WHERE n.kind IN ('cache', 'tlb')),
dumped AS MATERIALIZED (  -- state told when recording began, not happenings
  SELECT ev FROM events WHERE snapshot = 1),
looked AS (
  SELECT a.ev, a.node, a.flow, a.t, a.op, a.outcome, a.useful FROM ev_access a
  UNION ALL
  SELECT a.ev, a.node, a.flow, a.t, a.op, a.outcome, a.useful
  FROM ev_tlb_access a),
counted AS (
  SELECT l.node, coalesce(l.core, f.core) AS core,
    CASE WHEN l.kind = 'tlb' AND x.op = 'store' THEN 'LOAD'
      WHEN l.is_first THEN y.stat ELSE y.below END AS stat,
    sum(x.outcome = 'hit') AS hits, sum(x.outcome <> 'hit') AS misses,
    sum(x.outcome = 'merge') AS merges, sum(x.useful) AS useful
  FROM looked x
  JOIN levels l ON l.node = x.node
  JOIN kinds y ON y.op = x.op
  LEFT JOIN flows f ON f.flow = x.flow
  JOIN k ON k.core = coalesce(l.core, f.core)
  WHERE x.t >= (SELECT min(t_begin) FROM k)
    AND x.t <= (SELECT max(t_end) FROM k)   -- a cache's window ends with the last core's
    AND x.ev NOT IN (SELECT ev FROM dumped)
  GROUP BY 1, 2, 3),
unused AS (
  SELECT node, sum(unused) AS n FROM ev_cache_evict GROUP BY node
  UNION ALL
  SELECT node, sum(unused) FROM ev_tlb_evict GROUP BY node),
asked AS (
  SELECT n.parent AS node, count(*) AS requested,
    sum(coalesce(f.close_reason, '') <> 'queue_full') AS issued
  FROM prefetches p JOIN nodes n ON n.node = p.node
  JOIN flows f ON f.flow = p.flow
  WHERE f.flags & 1 = 0   -- dumped ones were requested before
  GROUP BY n.parent),
branches(opclass, stat) AS (
  VALUES ('conditional', 'BRANCH_CONDITIONAL'), ('jump', 'BRANCH_DIRECT_JUMP'),
    ('indirect', 'BRANCH_INDIRECT'), ('call', 'BRANCH_DIRECT_CALL'),
    ('indirect_call', 'BRANCH_INDIRECT_CALL'), ('return', 'BRANCH_RETURN')),
missed AS (
  SELECT i.core, i.opclass, count(*) AS n
  FROM ev_branch_mispredict m JOIN insts i ON i.flow = m.flow
  JOIN k ON k.core = i.core
  WHERE m.t >= k.t_begin AND m.t <= k.t_end
  GROUP BY i.core, i.opclass),
-- ChampSim lists cores in the order of its own objects, which is that of the nodes.
places AS (
  SELECT core, row_number() OVER (ORDER BY node) - 1 AS i
  FROM nodes WHERE kind = 'core'),
channels AS (
  SELECT n.node, row_number() OVER (ORDER BY n.node) - 1 AS i
  FROM nodes n
  WHERE n.kind = 'dram' AND n.parent IS NOT NULL),
bursts AS (
  SELECT b.parent AS node, x.write, x.row_hit, count(*) AS n
  FROM ev_dram_bus x JOIN nodes b ON b.node = x.node
  GROUP BY 1, 2, 3),
refreshed AS (
  SELECT coalesce(c.node, n.parent) AS node, count(*) AS n
  FROM ev_dram_refresh x JOIN nodes n ON n.node = x.node
  LEFT JOIN channels c ON c.node = x.node
  GROUP BY 1)
SELECT '0.roi.' || l.name || '.' || s.stat || '.' || w.what || '.' || k.core
    AS path,
  coalesce(CASE w.what WHEN 'hit' THEN c.hits WHEN 'miss' THEN c.misses
    ELSE c.merges END, 0) * 1.0 AS value,
  NULL AS reason
FROM levels l
CROSS JOIN (SELECT DISTINCT stat FROM kinds UNION SELECT 'RFO') s
CROSS JOIN whats w CROSS JOIN k
LEFT JOIN counted c ON c.node = l.node AND c.core = k.core AND c.stat = s.stat
UNION ALL
SELECT '0.roi.' || l.name || '.useful prefetch',
  coalesce((SELECT sum(useful) FROM counted c WHERE c.node = l.node), 0), NULL
FROM levels l
UNION ALL
SELECT '0.roi.' || l.name || '.useless prefetch',
  coalesce((SELECT n FROM unused u WHERE u.node = l.node), 0), NULL
FROM levels l
UNION ALL
SELECT '0.roi.' || l.name || '.prefetch requested',
  coalesce((SELECT requested FROM asked a WHERE a.node = l.node), 0), NULL
FROM levels l
UNION ALL
SELECT '0.roi.' || l.name || '.prefetch issued',
  coalesce((SELECT issued FROM asked a WHERE a.node = l.node), 0), NULL
FROM levels l
UNION ALL
SELECT '0.roi.cores.' || c.i || '.cycles', k.span * 1.0 / k.P, NULL
FROM k JOIN places c ON c.core = k.core
UNION ALL
SELECT '0.roi.cores.' || c.i || '.instructions',
  (SELECT count(*) FROM insts i WHERE i.core = k.core
   AND i.t_commit >= k.t_begin AND i.t_commit <= k.t_end), NULL
FROM k JOIN places c ON c.core = k.core
UNION ALL
SELECT '0.roi.cores.' || c.i || '.mispredict.' || b.stat,
  coalesce((SELECT n FROM missed m
            WHERE m.core = k.core AND m.opclass = b.opclass), 0), NULL
FROM k JOIN places c ON c.core = k.core CROSS JOIN branches b
UNION ALL
SELECT '0.roi.DRAM.' || c.i || '.' || CASE w.write WHEN 1 THEN 'WQ' ELSE 'RQ' END
    || ' ROW_BUFFER_' || CASE h.hit WHEN 1 THEN 'HIT' ELSE 'MISS' END,
  coalesce((SELECT n FROM bursts x WHERE x.node = c.node AND x.write = w.write
            AND x.row_hit = h.hit), 0), NULL
FROM channels c CROSS JOIN (SELECT 0 AS write UNION SELECT 1) w
CROSS JOIN (SELECT 0 AS hit UNION SELECT 1) h
UNION ALL
SELECT '0.roi.DRAM.' || c.i || '.REFRESHES ISSUED',
  coalesce((SELECT n FROM refreshed x WHERE x.node = c.node), 0), NULL
FROM channels c
UNION ALL
SELECT * FROM (VALUES
  ('*.miss latency', NULL,
   'a mean over misses of lookups that ChampSim starts to count at another time'),
  ('*.Avg ROB occupancy at mispredict', NULL,
   'a mean of ChampSim''s own; tenancies of the rob have every occupancy'),
  ('*.AVG DBUS CONGESTED CYCLE', NULL,
   'cycles of the bus are not counted by the record, its bursts are'),
  ('0.sim.*', NULL, 'the phase beyond a core''s own region'),
  ('0.name', NULL, 'no statistic'), ('0.traces.*', NULL, 'no statistic'))
