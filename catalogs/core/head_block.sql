-- How long the oldest instruction could not retire, by class and reason.
--
-- One row for each core and reason. The paper's "68.1 % of execution" is
-- pct_of_roi_cycles_class of class memory, averaged over a suite.
--
-- @needs head.state
-- @column core INTEGER
-- @column class TEXT shared class: memory, core, frontend, backend, recovery
-- @column reason TEXT the simulator's word
-- @column episodes INTEGER how many blocked stretches
-- @column cycles REAL their length
-- @column pct_of_roi_cycles REAL share of the core's measured cycles
-- @column pct_of_roi_cycles_class REAL the same of the whole class
-- @column roi_cycles REAL measured cycles of the core
-- @key core class reason
-- @share pct_of_roi_cycles cycles roi_cycles
WITH s AS (
  SELECT core, class, reason, count(*) AS n, sum(t1 - t0) AS d
  FROM episodes WHERE kind = 'head_block'
  GROUP BY core, class, reason)
SELECT s.core, s.class, s.reason, s.n AS episodes,
  s.d * 1.0 / k.P AS cycles,
  round(100.0 * s.d / k.span, 3) AS pct_of_roi_cycles,
  round(100.0 * sum(s.d) OVER (PARTITION BY s.core, s.class) / k.span, 3)
    AS pct_of_roi_cycles_class,
  k.span * 1.0 / k.P AS roi_cycles
FROM s JOIN k ON k.core = s.core
ORDER BY s.core, s.d DESC, s.class, s.reason
