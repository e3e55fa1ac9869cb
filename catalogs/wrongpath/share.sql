-- Wrong-path share of the entries given, of those given when nearly full, and their ratio.
--
-- One row for each reorder buffer, scheduler, load and store queue, and for the miss
-- registers that demands opened (Figure 10). The near-full tip is what met 90 % of the
-- most that was held at once, or took the last entry: of queues of loads and stores, and
-- of what is so small that 90 % is beyond its last entry. A structure that never fills
-- has its tip where it was fullest, which may be one or two inserts: see tip_inserts. An
-- insert whose instruction has no fate yet is in fate_unknown alone. squashed counts
-- inserts that any squash discarded, the wrong path's and others.
--
-- @uses wrongpath.arrivals
-- @column node TEXT
-- @column kind TEXT
-- @column max_entries INTEGER most that were held at once
-- @column capacity INTEGER declared
-- @column inserts INTEGER of known fate
-- @column fate_unknown INTEGER left out of all else
-- @column wrong_path INTEGER
-- @column pct_of_inserts REAL
-- @column squashed INTEGER by any cause
-- @column pct_of_inserts_squashed REAL
-- @column tip_inserts INTEGER
-- @column wrong_path_tip INTEGER
-- @column pct_of_tip_inserts REAL
-- @column relative_density REAL pct_of_tip_inserts over pct_of_inserts
-- @key node kind
-- @share pct_of_inserts wrong_path inserts
-- @share pct_of_inserts_squashed squashed inserts
-- @share pct_of_tip_inserts wrong_path_tip tip_inserts
WITH most AS (
  SELECT a.node, n.name, n.kind, n.capacity, max(a.occ) + 1 AS entries
  FROM arrivals a JOIN nodes n ON n.node = a.node GROUP BY a.node),
placed AS (
  SELECT m.*, a.fate, a.n, a.occ + 1 = m.entries
      OR m.kind NOT IN ('lq', 'sq') AND 10 * a.occ >= 9 * m.entries AS is_tip
  FROM most m JOIN arrivals a ON a.node = m.node
  WHERE a.fate IS NOT NULL),
counted AS (
  SELECT node, name, kind, entries, capacity,
    total(n) FILTER (WHERE fate <> 'unknown') AS inserts,
    total(n) FILTER (WHERE fate = 'unknown') AS unknown,
    total(n) FILTER (WHERE fate = 'wrong') AS wrong,
    total(n) FILTER (WHERE fate IN ('wrong', 'squashed')) AS squashed,
    total(n) FILTER (WHERE is_tip AND fate <> 'unknown') AS tip,
    total(n) FILTER (WHERE is_tip AND fate = 'wrong') AS wrong_tip
  FROM placed GROUP BY node)
SELECT name AS node, kind, entries AS max_entries, capacity,
  CAST(inserts AS INTEGER) AS inserts, CAST(unknown AS INTEGER) AS fate_unknown,
  CAST(wrong AS INTEGER) AS wrong_path,
  round(100 * wrong / nullif(inserts, 0), 3) AS pct_of_inserts,
  CAST(squashed AS INTEGER) AS squashed,
  round(100 * squashed / nullif(inserts, 0), 3) AS pct_of_inserts_squashed,
  CAST(tip AS INTEGER) AS tip_inserts, CAST(wrong_tip AS INTEGER) AS wrong_path_tip,
  round(100 * wrong_tip / nullif(tip, 0), 3) AS pct_of_tip_inserts,
  round(wrong_tip / nullif(tip, 0) / nullif(wrong / nullif(inserts, 0), 0), 3)
    AS relative_density
FROM counted
ORDER BY name
