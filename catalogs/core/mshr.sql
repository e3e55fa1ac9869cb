-- Who holds the miss registers, and for how long.
--
-- Owners only, so that the time of an entry is counted once however many wait on
-- it. An entry that a prefetch opened stays the prefetch's after a demand joins.
-- Entries carried into the window hold it, and are no allocations.
--
-- @needs cache.access node:mshr
-- @column node TEXT
-- @column requester TEXT who opened the entry
-- @column allocations INTEGER
-- @column entry_cycles REAL entries times cycles
-- @column pct_of_occupancy REAL share of the node's entry_cycles
-- @column mean_entries REAL over the measured cycles of its core
-- @column max_entries INTEGER most that were held at once
-- @column capacity INTEGER
-- @key node requester
-- @share pct_of_occupancy entry_cycles *
WITH w AS (
  SELECT n.node, n.name, n.capacity, coalesce(k.t_begin, run.t_begin) AS a,
    coalesce(k.t_end, run.t_end) AS b
  FROM nodes n CROSS JOIN run LEFT JOIN k ON k.core = n.core
  WHERE n.kind = 'mshr'),
o AS (
  SELECT w.node, w.name, w.capacity, w.b - w.a AS span,
    coalesce(p.requester, r.requester, f.kind, 'unknown') AS requester,
    sum(max(0, min(coalesce(t.t_rel, w.b), w.b) - max(t.t_acq, w.a))) AS held,
    sum(t.flags & 1 = 0) AS allocations, max(t.occ) + 1 AS most
  FROM tenancies t JOIN w ON w.node = t.node
  LEFT JOIN flows f ON f.flow = t.flow
  LEFT JOIN packets p ON p.flow = t.flow
  LEFT JOIN translations r ON r.flow = t.flow
  WHERE t.role_c = 0
  GROUP BY w.node, 5)
SELECT o.name AS node, o.requester, o.allocations,
  o.held * 1.0 / run.ref_period AS entry_cycles,
  round(100.0 * o.held / nullif(sum(o.held) OVER (PARTITION BY o.node), 0), 2)
    AS pct_of_occupancy,
  round(o.held * 1.0 / nullif(o.span, 0), 4) AS mean_entries,
  max(o.most) OVER (PARTITION BY o.node) AS max_entries, o.capacity
FROM o CROSS JOIN run
ORDER BY o.name, o.held DESC, o.requester
