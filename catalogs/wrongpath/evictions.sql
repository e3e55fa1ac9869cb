-- Lines that fills of wrong paths pushed out, and which of them the correct path missed.
--
-- A line counts as missed if the next load, store, fetch or walk that looks for it in that
-- cache is of the correct path, and the line has not come back until then. It might have
-- gone all the same: this tells who took it, not what would have been.
--
-- @uses wrongpath.fates
-- @needs cache.evict cache.access
-- @column cache TEXT
-- @column evictions INTEGER by fills of known fate
-- @column fate_unknown INTEGER left out of all else
-- @column by_wrong_path INTEGER
-- @column pct_of_evictions REAL
-- @column missed_later INTEGER of by_wrong_path
-- @column pct_of_by_wrong_path REAL
-- @column correct_path_misses INTEGER misses and joins of the correct path in this cache
-- @column pct_of_correct_path_misses REAL missed_later of these
-- @key cache
-- @share pct_of_evictions by_wrong_path evictions
-- @share pct_of_by_wrong_path missed_later by_wrong_path
-- @share pct_of_correct_path_misses missed_later correct_path_misses
WITH evicted AS (
  SELECT r.node, r.line, r.ev_evict, x.fate, iif(x.fate = 'wrong', (
    SELECT a.ev FROM ev_access a
    WHERE a.node = r.node AND a.line = r.line AND a.ev > r.ev_evict
      AND a.op IN ('load', 'store', 'ifetch', 'walk')
    ORDER BY a.ev LIMIT 1), NULL) AS next
  FROM residencies r CROSS JOIN nodes n ON n.node = r.node
  CROSS JOIN fates x ON x.flow = r.evict_by
  WHERE n.kind = 'cache'),
counted AS (
  SELECT e.node, total(e.fate <> 'unknown') AS evictions,
    total(e.fate = 'unknown') AS unknown, total(e.fate = 'wrong') AS wrong,
    total(EXISTS (
      SELECT 1 FROM ev_access a CROSS JOIN fates x ON x.flow = a.flow
      WHERE a.ev = e.next AND x.fate = 'correct')
    AND NOT EXISTS (
      SELECT 1 FROM residencies z WHERE z.node = e.node AND z.line = e.line
        AND z.ev_fill > e.ev_evict AND z.ev_fill < e.next)) AS missed
  FROM evicted e GROUP BY e.node),
misses AS (
  SELECT a.node, count(*) AS n FROM ev_access a CROSS JOIN fates x ON x.flow = a.flow
  WHERE a.outcome IN ('miss', 'merge') AND x.fate = 'correct'
    AND a.op IN ('load', 'store', 'ifetch', 'walk')
  GROUP BY a.node)
SELECT n.name AS cache, CAST(c.evictions AS INTEGER) AS evictions,
  CAST(c.unknown AS INTEGER) AS fate_unknown,
  CAST(c.wrong AS INTEGER) AS by_wrong_path,
  round(100 * c.wrong / nullif(c.evictions, 0), 3) AS pct_of_evictions,
  CAST(c.missed AS INTEGER) AS missed_later,
  round(100 * c.missed / nullif(c.wrong, 0), 3) AS pct_of_by_wrong_path,
  coalesce(m.n, 0) AS correct_path_misses,
  round(100 * c.missed / m.n, 3) AS pct_of_correct_path_misses
FROM counted c JOIN nodes n ON n.node = c.node LEFT JOIN misses m ON m.node = c.node
ORDER BY n.name
