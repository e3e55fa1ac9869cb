-- The access at the prefetcher's cache that each memory stall waited for.
--
-- A wait that was merged with another's is followed to the transaction that went
-- down. No row: the stall never got that far.
--
-- @table cascade_access key(ep)
-- @uses prefetch.cascade_choice
-- @column ep INTEGER
-- @column ev INTEGER
-- @column t INTEGER
-- @column line INTEGER
-- @column page INTEGER
-- @column hit INTEGER
-- @column packet INTEGER
-- @column since INTEGER ev of the line's previous demand access here, 0 none
WITH RECURSIVE eff(ep, cache, flow, hop) AS (
  SELECT e.ep, c.cache, e.cause, 0
  FROM episodes e JOIN cascade_choice c ON c.core = e.core
  WHERE e.kind = 'head_block' AND e.class = 'memory' AND e.cause IS NOT NULL
  UNION
  SELECT eff.ep, eff.cache, o.flow, eff.hop + 1
  FROM eff
  CROSS JOIN tenancies w ON w.flow = eff.flow AND w.role_c = 1
  CROSS JOIN tenancies o ON o.ten = w.owner_ten
  WHERE eff.hop < 8 AND NOT EXISTS (
    SELECT 1 FROM ev_access a WHERE a.flow = eff.flow AND a.node = eff.cache)),
first AS (
  SELECT eff.ep, eff.cache, min(a.ev) AS ev, a.t, a.line, a.page,
    a.outcome = 'hit' AS hit, a.flow
  FROM eff CROSS JOIN ev_access a ON a.flow = eff.flow AND a.node = eff.cache
  GROUP BY eff.ep)
SELECT ep, ev, t, line, page, hit, flow AS packet,
  coalesce((
    SELECT max(b.ev) FROM ev_access b
    WHERE b.node = first.cache AND b.line = first.line AND b.ev < first.ev
      AND b.op IN ('load', 'store', 'ifetch', 'walk')), 0) AS since
FROM first
