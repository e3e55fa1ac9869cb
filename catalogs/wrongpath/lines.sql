-- What became of the lines that wrong-path work brought into each cache.
--
-- Each line has one fate, the first that fits. joined: the correct path joined the miss
-- while it was under way. used: it hit the line later. used by unknown: who hit it has no
-- fate yet, or is instruction fetch. used by squashed: only work that was discarded hit
-- it. Else nobody did, until it went (evicted unused) or the record ended (unused at the
-- end). A wrong path that prefetches has joined and used ones. Prefetches and writebacks
-- are no uses.
--
-- @uses wrongpath.fates
-- @needs cache.fill cache.access
-- @column cache TEXT
-- @column fate TEXT
-- @column lines INTEGER
-- @column pct_of_wrong_path_lines REAL
-- @column wrong_path_lines INTEGER brought by wrong-path work
-- @column pct_of_filled_lines REAL
-- @column filled_lines INTEGER brought by work of known fate
-- @key cache fate
-- @share pct_of_wrong_path_lines lines wrong_path_lines
-- @share pct_of_filled_lines lines filled_lines
WITH joined AS MATERIALIZED (
  SELECT DISTINCT m.parent AS node, o.flow
  FROM tenancies j CROSS JOIN nodes m ON m.node = j.node AND m.kind = 'mshr'
  CROSS JOIN tenancies o ON o.ten = j.owner_ten
  CROSS JOIN packets p ON p.flow = j.flow AND p.requester IN ('demand', 'walk')
  CROSS JOIN fates x ON x.flow = j.flow
  WHERE j.role_c = 1 AND x.fate = 'correct'),
filled AS MATERIALIZED (
  SELECT r.node, r.line, r.ev_fill, r.ev_evict, t.flow, x.fate
  FROM residencies r CROSS JOIN tenancies t ON t.ten = r.ten
  CROSS JOIN nodes n ON n.node = r.node
  CROSS JOIN fates x ON x.flow = t.flow
  WHERE t.flags & 1 = 0 AND n.kind = 'cache' AND x.fate <> 'unknown'),
wrong AS (
  SELECT w.node, w.ev_evict, j.flow IS NOT NULL AS was_joined, (
    SELECT max(CASE x.fate WHEN 'correct' THEN 3 WHEN 'unknown' THEN 2 ELSE 1 END)
    FROM ev_access a CROSS JOIN fates x ON x.flow = a.flow
    WHERE a.node = w.node AND a.line = w.line AND a.ev > w.ev_fill
      AND (w.ev_evict IS NULL OR a.ev < w.ev_evict)
      AND a.outcome = 'hit' AND a.op IN ('load', 'store', 'ifetch', 'walk')) AS user
  FROM filled w LEFT JOIN joined j ON j.node = w.node AND j.flow = w.flow
  WHERE w.fate = 'wrong'),
fate AS (
  SELECT node, CASE WHEN was_joined THEN 'joined' WHEN user = 3 THEN 'used'
    WHEN user = 2 THEN 'used by unknown' WHEN user = 1 THEN 'used by squashed'
    WHEN ev_evict IS NULL THEN 'unused at the end' ELSE 'evicted unused' END AS fate
  FROM wrong),
whole AS (
  SELECT node, count(*) AS lines, sum(fate = 'wrong') AS wrong
  FROM filled GROUP BY node)
SELECT n.name AS cache, f.fate, count(*) AS lines,
  round(100.0 * count(*) / w.wrong, 3) AS pct_of_wrong_path_lines,
  w.wrong AS wrong_path_lines,
  round(100.0 * count(*) / w.lines, 3) AS pct_of_filled_lines,
  w.lines AS filled_lines
FROM fate f JOIN nodes n ON n.node = f.node JOIN whole w ON w.node = f.node
GROUP BY f.node, f.fate
ORDER BY n.name, lines DESC, f.fate
