-- The cache lines that the head of the reorder buffer waits for most.
--
-- The line of an episode is that of the packet whose answer woke the load, which
-- under a merge is another's than the load's own.
--
-- @needs head.state cache.access
-- @param :top INTEGER 20 how many lines of each core
-- @column core INTEGER
-- @column line TEXT physical line number
-- @column episodes INTEGER
-- @column cycles REAL
-- @column pct_of_memory_stall REAL share of the core's head time of class memory
-- @column pcs INTEGER how many instructions wait there
-- @column one_pc TEXT the lowest of their addresses
-- @key core line
WITH e AS (
  SELECT e.core, p.line, e.t1 - e.t0 AS d, i.pc
  FROM episodes e
  LEFT JOIN packets p ON p.flow = e.cause
  LEFT JOIN insts i ON i.flow = e.flow
  WHERE e.kind = 'head_block' AND e.class = 'memory'),
total AS (SELECT core, sum(d) AS d FROM e GROUP BY core),
lines AS (
  SELECT core, line, count(*) AS episodes, sum(d) AS d,
    count(DISTINCT pc) AS pcs, min(pc) AS pc,
    row_number() OVER (PARTITION BY core ORDER BY sum(d) DESC, line) AS place
  FROM e WHERE line IS NOT NULL
  GROUP BY core, line)
SELECT l.core, printf('0x%x', l.line) AS line, l.episodes,
  l.d * 1.0 / k.P AS cycles,
  round(100.0 * l.d / total.d, 3) AS pct_of_memory_stall,
  l.pcs, printf('0x%x', l.pc) AS one_pc
FROM lines l JOIN total ON total.core = l.core JOIN k ON k.core = l.core
WHERE l.place <= :top
ORDER BY l.core, l.place
