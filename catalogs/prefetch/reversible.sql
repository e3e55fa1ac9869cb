-- Memory stalls with one decision that a reversal can flip, and what that would give.
--
-- Two kinds. `suppressed`: the line was evaluated for prefetching and not requested; the
-- reversal requests it. `victim`: the line had been here and a replacement decision gave
-- its way to another; the reversal takes the next way instead.
--
-- `cache` is where the line would be then. A prefetcher that fills its own cache only above
-- some value, of its requests on record the least that did so, would have put a candidate
-- below that value into the next cache. Where it requested nothing, nobody can tell, and
-- nothing is predicted.
--
-- `vanishes` says whether the record predicts that the access finds it there: it missed
-- there; a request made at the decision would have found it absent, been filled in time, and
-- seen fewer other lines used in its set from then on than that has ways (the set of a line
-- that was never there is taken to be its number modulo the sets); or, spared, it would not
-- have been chosen again, since nothing more was evicted from its set and the line that goes
-- instead was not used before the access. Lines used, not evictions: one that is used
-- again outlives it where the least recently used goes.
--
-- The predicted stall assumes the median way from the lookup at the prefetcher's cache to
-- the end of a stall that the same cache answered. mf-reverse(1) takes its
-- sample from these rows.
--
-- @uses prefetch.cascade_episodes
-- @param :kind TEXT * suppressed, victim; * and ? allowed
-- @param :episode INTEGER 0 only this stall; 0: all
-- @param :predicted INTEGER 0 1: only those whose miss the record predicts to vanish
-- @column kind TEXT suppressed, victim
-- @column ep INTEGER
-- @column core INTEGER
-- @column retire_idx INTEGER
-- @column leaf TEXT as in cascade
-- @column dec INTEGER
-- @column override TEXT for mf-capture --override
-- @column cache TEXT where the line would be
-- @column cset INTEGER of that cache, where the line would be
-- @column line INTEGER
-- @column vanishes INTEGER 1: the record predicts that the miss there vanishes
-- @column stall_cycles REAL
-- @column predicted_cycles REAL the stall, were the decision reversed
-- @key ep kind
WITH below AS (
  SELECT ch.core, min(n.node) AS cache
  FROM cascade_choice ch JOIN links l ON l.src = ch.cache
  JOIN nodes n ON n.node = l.dst AND n.kind = 'cache' GROUP BY ch.core),
fills AS (
  SELECT p.node AS pf, max(p.here) AS here, min(d.value) FILTER (WHERE p.here = 1) AS value
  FROM prefetches p LEFT JOIN decisions d ON d.dec = p.dec GROUP BY p.node),
answered AS (
  SELECT c.core, h.node AS cache, e.t1 - a.t AS d,
    row_number() OVER (PARTITION BY c.core, h.node ORDER BY e.t1 - a.t) AS i,
    count(*) OVER (PARTITION BY c.core, h.node) AS n
  FROM cascade c JOIN episodes e ON e.ep = c.ep
  JOIN cascade_access a ON a.ep = c.ep
  JOIN ev_access h ON h.flow = a.packet AND h.outcome = 'hit'),
way AS (SELECT core, cache, d FROM answered WHERE i = (n + 1) / 2),
found AS (
  SELECT 'suppressed' AS kind, c.*, d.dec AS flip, 'act' AS outcome,
    CASE WHEN f.here = 0 OR d.value < f.value THEN coalesce(b.cache, ch.cache)
      ELSE ch.cache END AS cache,
    v.t + coalesce(ch.nominal, 0) AS there,
    f.here IS NOT NULL AND v.t + coalesce(ch.nominal, 0) <= c.t AS vanishes
  FROM cascade c JOIN cascade_choice ch ON ch.core = c.core
  JOIN decisions d ON d.dec = c.sup
  CROSS JOIN events v ON v.ev = d.ev
  LEFT JOIN below b ON b.core = c.core
  LEFT JOIN fills f ON f.pf = ch.pf
  WHERE c.leaf GLOB 'suppressed_*'
  UNION ALL
  SELECT 'victim', c.*, d.dec, (d.choice + 1) % n.ways, n.node, c.t,
    NOT EXISTS (SELECT 1 FROM residencies o INDEXED BY ix_res_set
      WHERE o.node = r.node AND o.cset = r.cset
        AND o.ev_evict > r.ev_evict AND o.ev_evict < c.ev)
    AND NOT EXISTS (SELECT 1 FROM residencies o INDEXED BY ix_res_set
      JOIN ev_access x ON x.node = o.node AND x.line = o.line
        AND x.ev > r.ev_evict AND x.ev < c.ev
      WHERE o.node = r.node AND o.cset = r.cset
        AND o.way = (d.choice + 1) % n.ways
        AND coalesce(o.ev_fill, 0) < r.ev_evict
        AND coalesce(o.ev_evict, c.ev) > r.ev_evict)
  FROM cascade c JOIN cascade_access a ON a.ep = c.ep AND NOT a.hit
  JOIN decisions d ON d.dec = c.displacing_decision
  JOIN cascade_evidence q ON q.ep = c.ep
  JOIN residencies r ON r.ten = q.last_res
  JOIN nodes n ON n.node = r.node
  WHERE d.choice IS NOT NULL AND n.ways > 1),
placed AS (
  SELECT f.*, coalesce((SELECT r.cset FROM residencies r
    WHERE r.node = f.cache AND r.line = f.line LIMIT 1), f.line % c.sets) AS cset
  FROM found f JOIN nodes c ON c.node = f.cache)
SELECT * FROM (
SELECT f.kind, f.ep, f.core, i.retire_idx, f.leaf, f.flip AS dec,
  n.name || '/' || s.name || ':' || d.ord || '=' || f.outcome AS override,
  c.name AS cache, f.cset, f.line,
  f.vanishes AND EXISTS (SELECT 1 FROM ev_access m
    WHERE m.flow = f.packet AND m.node = f.cache
      AND m.outcome IN ('miss', 'merge'))
  AND (f.kind = 'victim' OR NOT EXISTS (
    SELECT 1 FROM residencies r WHERE r.node = f.cache AND r.line = f.line
      AND coalesce(r.ev_fill, 0) < d.ev AND coalesce(r.ev_evict, d.ev + 1) > d.ev)
    AND (SELECT count(DISTINCT o.line) FROM residencies o INDEXED BY ix_res_set
      WHERE o.node = f.cache AND o.line <> f.line
        AND o.cset = f.cset
        AND coalesce(o.ev_fill, 0) < f.ev AND coalesce(o.ev_evict, f.ev) > d.ev
        AND (o.ev_fill > d.ev OR EXISTS (SELECT 1 FROM ev_access u
          WHERE u.node = o.node AND u.line = o.line
            AND u.ev > d.ev AND u.ev < f.ev))) < c.ways)
    AS vanishes,
  f.d * 1.0 / k.P AS stall_cycles,
  round(max(0, min(f.d, max(f.t, f.there) - e.t0
    + coalesce(w.d, c.lat_hit, 0))) * 1.0 / k.P, 1) AS predicted_cycles
FROM placed f JOIN k ON k.core = f.core
JOIN episodes e ON e.ep = f.ep
JOIN insts i ON i.flow = f.inst AND i.retire_idx IS NOT NULL
JOIN decisions d ON d.dec = f.flip
JOIN sites s ON s.site = d.site
JOIN nodes n ON n.node = s.node
JOIN nodes c ON c.node = f.cache
LEFT JOIN way w ON w.core = f.core AND w.cache = f.cache
WHERE f.ev IS NOT NULL AND f.kind GLOB :kind
  AND (:episode = 0 OR f.ep = :episode))
WHERE vanishes OR :predicted = 0
ORDER BY ep, kind
