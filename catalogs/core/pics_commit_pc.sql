-- Cycles of each instruction address, anchored at retirement, by state.
--
-- A cycle in which n instructions retire is split n ways. Any other belongs to the
-- next one to retire: stalled once it is in the reorder buffer; before that to what
-- emptied the buffer, the branch or squash just before it (flushed) or the front end
-- (drained). What lies in a gap of the record is nobody's.
--
-- @table pics_commit_pc key(core, pc)
-- @needs inst.dispatch inst.retire
-- @column core INTEGER
-- @column pc INTEGER NULL: no instruction
-- @column state TEXT computing, stalled, flushed, drained, after last commit, not recorded
-- @column d REAL base units
WITH unrecorded AS (
  SELECT t1 AS t0, lead(t0, 1, t1) OVER (ORDER BY t0) AS t1
  FROM coverage WHERE domain = 'core'),
flusher AS (
  SELECT cause_flow AS flow FROM epochs WHERE cause_flow IS NOT NULL
  UNION SELECT flow FROM ev_branch_mispredict WHERE flow IS NOT NULL),
retired AS (
  SELECT i.core, i.pc, i.t_commit AS t, i.t_dispatch AS td,
    count(*) OVER (PARTITION BY i.core, i.t_commit) AS n,
    lag(i.t_commit) OVER w AS tp, lag(i.flow) OVER w AS before,
    lag(i.pc) OVER w AS pc_before
  FROM insts i WHERE i.retire_idx IS NOT NULL
  WINDOW w AS (PARTITION BY i.core ORDER BY i.retire_idx, i.uop)),
gap AS (
  SELECT r.core, r.pc, r.pc_before,
    r.before IN (SELECT flow FROM flusher) AS flushed,
    max(coalesce(r.tp + k.P, k.t_begin), k.t_begin) AS a,
    min(r.t, k.t_end) AS b, coalesce(r.td, k.t_begin) AS td
  FROM retired r JOIN k ON k.core = r.core
  WHERE coalesce(r.tp + k.P, k.t_begin) < r.t AND r.tp IS NOT r.t),
judged AS MATERIALIZED (
  SELECT g.*, EXISTS (
    SELECT 1 FROM unrecorded u WHERE u.t0 < g.b AND u.t1 > g.a) AS unknown
  FROM gap g),
cycles(core, pc, state, d) AS (
  SELECT r.core, r.pc, 'computing',
    max(0, min(r.t + k.P, k.t_end) - max(r.t, k.t_begin)) * 1.0 / r.n
  FROM retired r JOIN k ON k.core = r.core
  UNION ALL
  SELECT core, pc, iif(unknown, 'not recorded', 'stalled'), b - max(a, td)
  FROM judged WHERE b > max(a, td)
  UNION ALL
  SELECT core, iif(flushed, pc_before, pc), CASE
      WHEN unknown THEN 'not recorded'
      WHEN flushed THEN 'flushed' ELSE 'drained' END, min(b, td) - a
  FROM judged WHERE min(b, td) > a
  UNION ALL
  SELECT r.core, NULL, 'after last commit', k.t_end - max(r.t) - k.P
  FROM retired r JOIN k ON k.core = r.core
  GROUP BY r.core HAVING k.t_end > max(r.t) + k.P)
SELECT core, iif(state = 'not recorded', NULL, pc) AS pc, state, sum(d) AS d
FROM cycles GROUP BY 1, 2, 3 HAVING sum(d) > 0
