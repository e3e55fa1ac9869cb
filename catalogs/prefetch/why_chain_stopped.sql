-- Why the chain that was walking the page stopped before the missing line.
--
-- Of stalls whose line was neither requested nor evaluated. The chain is the latest
-- on the page that started before the miss and was not started by it. A stall on a
-- line that hit has no chain to blame.
--
-- @uses prefetch.cascade_episodes
-- @needs chain.open rows:chains
-- @column core INTEGER
-- @column termination TEXT recorded reason; total: all of them
-- @column episodes INTEGER
-- @column pct_of_chains REAL share of these episodes
-- @column cycles REAL
-- @column pct_of_memory_stall REAL
-- @column steps_median INTEGER nearest rank
-- @column memory_stall_cycles REAL
-- @column all_episodes INTEGER
-- @key core termination
-- @share pct_of_chains episodes all_episodes
-- @share pct_of_memory_stall cycles memory_stall_cycles
WITH total AS (SELECT core, sum(d) AS d FROM cascade GROUP BY core),
s AS (
  SELECT c.core, c.d, coalesce(h.end_reason, 'open') AS reason, h.steps
  FROM cascade c JOIN chains h ON h.flow = c.chain
  WHERE c.pf IS NULL AND c.sup IS NULL AND c.leaf LIKE 'chain%'),
r AS (
  SELECT core, reason AS termination, 0 AS last, count(*) AS n, sum(d) AS d,
    median(steps) AS steps FROM s GROUP BY core, reason
  UNION ALL
  SELECT core, 'total', 1, count(*), sum(d), median(steps) FROM s GROUP BY core)
SELECT r.core, r.termination, r.n AS episodes,
  round(100.0 * r.n / a.n, 1) AS pct_of_chains, r.d * 1.0 / k.P AS cycles,
  round(100.0 * r.d / total.d, 1) AS pct_of_memory_stall,
  r.steps AS steps_median, total.d * 1.0 / k.P AS memory_stall_cycles,
  a.n AS all_episodes
FROM r JOIN total ON total.core = r.core JOIN k ON k.core = r.core
JOIN (SELECT core, count(*) AS n FROM s GROUP BY core) a ON a.core = r.core
ORDER BY r.core, r.last, r.d DESC, r.termination
