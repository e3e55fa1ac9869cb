-- Top-down, levels one and two: what became of every dispatch slot.
--
-- A slot was used by an instruction, whose fate says for what, or lost for a reason
-- recorded. A slot lost to the back end while the head of the reorder buffer waited
-- for memory is memory bound. Slots of a core sum to its width times its cycles;
-- those that nothing accounts for are not recorded.
--
-- @needs inst.dispatch inst.retire dispatch.state head.state node:dispatch
-- @column core INTEGER
-- @column level1 TEXT retiring, bad speculation, frontend bound, backend bound, unknown, not recorded
-- @column level2 TEXT
-- @column slots REAL
-- @column pct_of_slots REAL
-- @column all_slots REAL width times measured cycles of the core
-- @key core level1 level2
-- @share pct_of_slots slots all_slots
WITH total AS (
  SELECT n.core, n.width * k.span * 1.0 / k.P AS slots
  FROM nodes n JOIN k ON k.core = n.core WHERE n.kind = 'dispatch'),
used AS (
  SELECT i.core, CASE
      WHEN i.t_commit IS NOT NULL THEN 'retiring'
      WHEN i.t_squash IS NULL THEN 'in flight at the end'
      WHEN e.cause = 'mispredict' THEN 'branch mispredicts'
      ELSE 'machine clears' END AS level2, count(*) AS slots
  FROM insts i JOIN k ON k.core = i.core LEFT JOIN epochs e ON e.epoch = i.epoch
  WHERE i.t_dispatch >= k.t_begin AND i.t_dispatch < k.t_end
  GROUP BY 1, 2),
-- Head episodes of a core are disjoint: from the last that began before the loss on.
lost AS (
  SELECT e.class, e.reason, e.core, (e.t1 - e.t0) * 1.0 / k.P * e.slots AS slots,
    CASE WHEN e.class = 'backend' THEN (
      SELECT coalesce(sum(overlap(m.t0, m.t1, e.t0, e.t1)), 0) FROM episodes m
      WHERE m.kind_c = 0 AND m.core = e.core AND m.t0 < e.t1 AND m.class = 'memory'
        AND m.t0 >= coalesce((SELECT max(z.t0) FROM episodes z
          WHERE z.kind_c = 0 AND z.core = e.core AND z.t0 <= e.t0), e.t0))
      * 1.0 / k.P * e.slots ELSE 0 END AS memory
  FROM episodes e JOIN k ON k.core = e.core WHERE e.kind = 'dispatch_block'),
found(core, level1, level2, slots) AS (
  SELECT core, CASE level2 WHEN 'retiring' THEN level2
      WHEN 'in flight at the end' THEN 'unknown' ELSE 'bad speculation' END, level2, slots
  FROM used
  UNION ALL
  SELECT core, CASE class WHEN 'frontend' THEN 'frontend bound'
      WHEN 'recovery' THEN 'bad speculation' ELSE 'backend bound' END,
    CASE class WHEN 'frontend' THEN replace(reason, '_', ' ')
      WHEN 'recovery' THEN 'branch mispredicts' ELSE 'core bound' END, slots - memory
  FROM lost
  UNION ALL
  SELECT core, 'backend bound', 'memory bound', memory FROM lost WHERE memory > 0),
rows AS (
  SELECT core, level1, level2, sum(slots) AS slots FROM found GROUP BY 1, 2, 3
  UNION ALL
  SELECT t.core, 'not recorded', 'not recorded', t.slots - sum(f.slots)
  FROM total t JOIN found f ON f.core = t.core
  GROUP BY t.core HAVING abs(t.slots - sum(f.slots)) > 0.001)
SELECT r.core, r.level1, r.level2, r.slots * 1.0 AS slots,
  round(100.0 * r.slots / t.slots, 3) AS pct_of_slots, t.slots AS all_slots
FROM rows r JOIN total t ON t.core = r.core
WHERE r.slots <> 0
ORDER BY r.core, r.slots DESC, r.level1, r.level2
