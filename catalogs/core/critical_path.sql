-- Critical path through the retired instructions, by rule.
--
-- Walked back from the last retirement, at each vertex to the predecessor that
-- arrives last. Gaps are measured, so that the path with what lies before and after
-- it sums to the span whatever the rules say: what of it they do not explain is
-- unexplained_cycles, and core.critical_path_check tells it for all. Rules:
-- core.dependences.
--
-- @uses core.dependences
-- @column core INTEGER
-- @column rule TEXT
-- @column meaning TEXT
-- @column steps INTEGER how often the path takes it
-- @column cycles REAL
-- @column unexplained_cycles REAL of these, beyond the least time of the rule
-- @column pct_of_roi_cycles REAL
-- @column roi_cycles REAL
-- @key core rule
-- @share pct_of_roi_cycles cycles roi_cycles
WITH RECURSIVE meaning(rule, meaning) AS (VALUES
  ('FF', 'fetch in order'), ('DF', 'fetch queue was full'),
  ('FX', 'fetched, not decoded'), ('XX', 'decode in order'),
  ('XD', 'decoded, not dispatched'), ('FD', 'fetched, not dispatched'),
  ('DD', 'dispatch in order'), ('DW', 'dispatch width'),
  ('DS', 'dispatched, not scheduled'), ('SS', 'scheduling in order'),
  ('SI', 'scheduled, not issued'), ('DI', 'dispatched, not issued'),
  ('IW', 'issue width'), ('IE', 'execution'), ('EC', 'complete, not retired'), ('CC', 'retirement in order'),
  ('CW', 'retirement width'), ('EI', 'waited for an operand'),
  ('CD', 'reorder buffer was full'), ('ID', 'scheduler was full'),
  ('IS', 'scheduler was full'), ('CS', 'waited for registers'),
  ('ED', 'load queue was full'), ('WD', 'store queue was full'),
  ('EF', 'waited for a redirect'), ('XF', 'waited for a redirect at decode'),
  ('BD', 'squashed entries were walked back')),
last AS (
  SELECT core, flow, t_commit FROM (
    SELECT i.core, i.flow, i.t_commit, row_number() OVER (
      PARTITION BY i.core ORDER BY i.retire_idx DESC, i.uop DESC) AS place
    FROM insts i JOIN k ON k.core = i.core
    WHERE i.retire_idx IS NOT NULL AND i.t_commit <= k.t_end)
  WHERE place = 1),
path(core, v, stage, t, rule, gap, w, t_begin) AS (
  SELECT l.core, l.flow, 'C', l.t_commit, 'after', 0, 0, k.t_begin
  FROM last l JOIN k ON k.core = l.core
  UNION ALL
  SELECT path.core, d.u, d.u_stage, d.u_t, d.rule,
    path.t - max(d.u_t, path.t_begin), d.w, path.t_begin
  FROM path CROSS JOIN dependences d ON d.rowid = (
    SELECT x.rowid FROM dependences x WHERE x.v = path.v AND x.stage = path.stage
    ORDER BY x.u_t + x.w DESC, x.u_t DESC, x.rule LIMIT 1)
  WHERE path.t > path.t_begin),
parts(core, rule, meaning, n, d, late) AS (
  SELECT p.core, p.rule, m.meaning, count(*), sum(p.gap),
    sum(max(0, p.gap - p.w))
  FROM path p JOIN meaning m ON m.rule = p.rule GROUP BY p.core, p.rule
  UNION ALL SELECT l.core, 'after', 'after the last retirement', 0,
    k.t_end - l.t_commit, 0
  FROM last l JOIN k ON k.core = l.core
  UNION ALL SELECT p.core, 'before', 'before the first vertex', 0,
    max(0, min(p.t) - p.t_begin), 0
  FROM path p GROUP BY p.core)
SELECT p.core, p.rule, p.meaning, p.n AS steps, p.d * 1.0 / k.P AS cycles,
  p.late * 1.0 / k.P AS unexplained_cycles,
  round(100.0 * p.d / k.span, 3) AS pct_of_roi_cycles, k.span * 1.0 / k.P AS roi_cycles
FROM parts p JOIN k ON k.core = p.core
WHERE p.n > 0 OR p.d <> 0
ORDER BY p.core, p.d DESC, p.rule
