-- Cycles of each instruction address, anchored at dispatch, by state.
--
-- A cycle in which n instructions dispatch is split n ways. One in which no slot was
-- used belongs to the instruction that could not go, under the reason recorded; to
-- no instruction where the front end had none.
--
-- @table pics_dispatch_pc key(core, pc)
-- @needs inst.dispatch dispatch.state node:dispatch
-- @column core INTEGER
-- @column pc INTEGER NULL: no instruction
-- @column state TEXT dispatching, a reason of dispatch_block, not recorded
-- @column d REAL base units
WITH dispatched AS (
  SELECT core, pc, t_dispatch AS t,
    count(*) OVER (PARTITION BY core, t_dispatch) AS n
  FROM insts WHERE t_dispatch IS NOT NULL),
cycles(core, pc, state, d) AS (
  SELECT i.core, i.pc, 'dispatching',
    max(0, min(i.t + k.P, k.t_end) - max(i.t, k.t_begin)) * 1.0 / i.n
  FROM dispatched i JOIN k ON k.core = i.core
  UNION ALL
  SELECT e.core, i.pc, e.reason, min(e.t1, k.t_end) - max(e.t0, k.t_begin)
  FROM episodes e JOIN nodes w ON w.kind = 'dispatch' AND w.core = e.core
  JOIN k ON k.core = e.core LEFT JOIN insts i ON i.flow = e.flow
  WHERE e.kind = 'dispatch_block' AND e.slots >= w.width),
stacks AS (
  SELECT core, pc, state, sum(d) AS d FROM cycles GROUP BY 1, 2, 3 HAVING sum(d) > 0)
SELECT core, pc, state, d FROM stacks
UNION ALL
SELECT k.core, NULL, 'not recorded', k.span - sum(s.d)
FROM stacks s JOIN k ON k.core = s.core
GROUP BY k.core HAVING abs(k.span - sum(s.d)) > 0.001
