-- What became of every prefetch that was decided.
--
-- Each prefetch has one fate; the fates of a prefetcher sum to its candidates, those
-- still on their way at the end included.
--
-- @needs pf.request cache.fill node:prefetcher
-- @column prefetcher TEXT
-- @column fate TEXT
-- @column prefetches INTEGER
-- @column pct_of_candidates REAL
-- @column candidates INTEGER
-- @key prefetcher fate
-- @share pct_of_candidates prefetches candidates
WITH stay AS (
  SELECT p.flow, (
    SELECT r.ten FROM residencies r JOIN tenancies t ON t.ten = r.ten
    WHERE r.node = n.parent AND r.line = p.line AND r.ev_fill >= p.ev_fill
      AND t.flow = p.flow
    ORDER BY r.ev_fill LIMIT 1) AS ten
  FROM prefetches p JOIN nodes n ON n.node = p.node),
f AS (
  SELECT p.node, CASE
      WHEN w.close_reason = 'queue_full' THEN 'dropped: queue full'
      WHEN w.close_reason IN ('hit', 'redundant') THEN 'redundant: line was there'
      WHEN w.close_reason = 'dropped' THEN 'dropped'
      WHEN w.close_reason IN ('forward', 'forwarded') THEN 'answered by a write in the queue'
      WHEN w.close_reason = 'merged' THEN 'merged: line was on its way'
      WHEN p.ev_fill IS NULL AND p.ev_issue IS NULL THEN 'queued at the end'
      WHEN p.ev_fill IS NULL THEN 'in flight at the end'
      WHEN p.here = 0 THEN 'filled below only'
      WHEN p.promoted_by IS NOT NULL THEN 'late: a demand joined it'
      WHEN r.ten IS NULL THEN 'filled, not installed'
      WHEN r.uses > 0 THEN 'used'
      WHEN r.ev_evict IS NULL THEN 'resident unused at the end'
      ELSE 'evicted unused' END AS fate
  FROM prefetches p JOIN flows w ON w.flow = p.flow AND w.flags & 1 = 0
  JOIN stay ON stay.flow = p.flow
  LEFT JOIN residencies r ON r.ten = stay.ten)
SELECT n.name AS prefetcher, f.fate, count(*) AS prefetches,
  round(100.0 * count(*) / sum(count(*)) OVER (PARTITION BY f.node), 2)
    AS pct_of_candidates,
  sum(count(*)) OVER (PARTITION BY f.node) AS candidates
FROM f JOIN nodes n ON n.node = f.node
GROUP BY f.node, f.fate
ORDER BY n.name, count(*) DESC, f.fate
