-- Why each memory stall at the head was not hidden by the prefetcher.
--
-- Three questions to the record, for every stall: was its line requested and not
-- there in time; was it evaluated and suppressed; or did nothing look at it. Leaves
-- of a core sum to 100 % of its head time of class memory. Stalls on lines that hit
-- here are `served`; those that never got here are `elsewhere`. "reversible" is what
-- the record licenses; mf-reverse verifies it.
--
-- @uses prefetch.cascade_verdict
-- @column core INTEGER
-- @column question INTEGER
-- @column leaf TEXT
-- @column family TEXT
-- @column verdict TEXT
-- @column episodes INTEGER
-- @column cycles REAL
-- @column pct_of_memory_stall REAL
-- @column pct_displaced_by_prefetch REAL also of memory stall: a prefetch pushed the line out
-- @column memory_stall_cycles REAL the core's head time of class memory
-- @key core leaf
-- @share pct_of_memory_stall cycles memory_stall_cycles
WITH total AS (SELECT core, sum(d) AS d FROM cascade GROUP BY core)
SELECT c.core, v.question, c.leaf, v.family, v.verdict, count(*) AS episodes,
  sum(c.d) * 1.0 / k.P AS cycles,
  round(100.0 * sum(c.d) / total.d, 2) AS pct_of_memory_stall,
  round(100.0 * coalesce(sum(c.d) FILTER (WHERE c.displaced_by = 'prefetch'), 0)
    / total.d, 2) AS pct_displaced_by_prefetch,
  total.d * 1.0 / k.P AS memory_stall_cycles
FROM cascade c JOIN total ON total.core = c.core JOIN k ON k.core = c.core
LEFT JOIN cascade_verdict v ON v.leaf = c.leaf
GROUP BY c.core, c.leaf
ORDER BY c.core, v.question, sum(c.d) DESC, c.leaf
