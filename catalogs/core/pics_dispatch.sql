-- Cycle stack anchored at dispatch: what each measured cycle was spent on.
--
-- A cycle in which some slots were used is dispatching. The states of a core sum to
-- its span; cycles of which nothing is known are not recorded. By instruction
-- address: core.pics_dispatch_pc.
--
-- @uses core.pics_dispatch_pc
-- @column core INTEGER
-- @column state TEXT dispatching, a reason of dispatch_block, not recorded
-- @column pcs INTEGER instruction addresses in that state
-- @column cycles REAL
-- @column pct_of_roi_cycles REAL
-- @column roi_cycles REAL
-- @key core state
-- @share pct_of_roi_cycles cycles roi_cycles
SELECT s.core, s.state, count(s.pc) AS pcs,
  round(sum(s.d) / k.P, 3) AS cycles,
  round(100.0 * sum(s.d) / k.span, 3) AS pct_of_roi_cycles,
  k.span * 1.0 / k.P AS roi_cycles
FROM pics_dispatch_pc s JOIN k ON k.core = s.core
GROUP BY s.core, s.state
ORDER BY s.core, sum(s.d) DESC, s.state
