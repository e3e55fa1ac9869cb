-- The cascade by verdict: what could have been done about the memory stalls.
--
-- @uses prefetch.cascade_verdict
-- @column core INTEGER
-- @column verdict TEXT
-- @column episodes INTEGER
-- @column cycles REAL
-- @column pct_of_memory_stall REAL
-- @column memory_stall_cycles REAL
-- @key core verdict
-- @share pct_of_memory_stall cycles memory_stall_cycles
WITH total AS (SELECT core, sum(d) AS d FROM cascade GROUP BY core)
SELECT c.core, coalesce(v.verdict, 'no verdict') AS verdict,
  count(*) AS episodes, sum(c.d) * 1.0 / k.P AS cycles,
  round(100.0 * sum(c.d) / total.d, 2) AS pct_of_memory_stall,
  total.d * 1.0 / k.P AS memory_stall_cycles
FROM cascade c JOIN total ON total.core = c.core JOIN k ON k.core = c.core
LEFT JOIN cascade_verdict v ON v.leaf = c.leaf
GROUP BY c.core, 2
ORDER BY c.core, sum(c.d) DESC, 2
