-- What was squashed, and why: not all that is squashed was on a wrong path.
--
-- One row for each core and cause. Only a mispredicted branch has a wrong path; other
-- squashes discard work that is done again. An instruction belongs to the squash that
-- discarded it; on_wrong_path counts squashes whose own cause a mispredicted branch then
-- discarded, at once or by way of others.
--
-- @needs wrongpath squash.begin inst.squash inst.retire
-- @column core INTEGER
-- @column cause TEXT
-- @column squashes INTEGER
-- @column on_wrong_path INTEGER
-- @column squashed INTEGER instructions discarded
-- @column dispatched INTEGER of these, that had a place in the reorder buffer
-- @column pct_of_squashed REAL share of the core's instructions that any squash discarded
-- @column pct_of_fetched REAL
-- @column fetched INTEGER instructions of the core of known fate
-- @column recovery_cycles REAL until the last discarded one had gone, squashes that ended
-- @key core cause
-- @share pct_of_squashed squashed *
-- @share pct_of_fetched squashed fetched
WITH RECURSIVE above(epoch, up) AS (
  SELECT epoch, parent_epoch FROM epochs WHERE parent_epoch IS NOT NULL
  UNION
  SELECT a.epoch, e.parent_epoch FROM above a CROSS JOIN epochs e ON e.epoch = a.up
  WHERE e.cause <> 'mispredict' AND e.parent_epoch IS NOT NULL),
doomed AS MATERIALIZED (
  SELECT a.epoch FROM above a CROSS JOIN epochs e ON e.epoch = a.up
  WHERE e.cause = 'mispredict'),
squash AS (
  SELECT core, cause, count(*) AS n,
    sum(epoch IN (SELECT epoch FROM doomed)) AS doomed,
    total(t_recovered - t_squash) AS recovery
  FROM epochs GROUP BY core, cause),
gone AS (
  SELECT i.core, e.cause, count(*) AS n, sum(i.t_dispatch IS NOT NULL) AS dispatched
  FROM insts i CROSS JOIN epochs e ON e.epoch = i.epoch GROUP BY i.core, e.cause),
known AS (
  SELECT core, count(*) AS n FROM insts
  WHERE t_commit IS NOT NULL OR t_squash IS NOT NULL GROUP BY core)
SELECT s.core, s.cause, s.n AS squashes, s.doomed AS on_wrong_path,
  coalesce(g.n, 0) AS squashed, coalesce(g.dispatched, 0) AS dispatched,
  round(100.0 * coalesce(g.n, 0) / sum(g.n) OVER (PARTITION BY s.core), 3)
    AS pct_of_squashed,
  round(100.0 * coalesce(g.n, 0) / k.n, 3) AS pct_of_fetched, k.n AS fetched,
  s.recovery / run.ref_period AS recovery_cycles
FROM squash s CROSS JOIN run JOIN known k ON k.core = s.core
LEFT JOIN gone g ON g.core = s.core AND g.cause = s.cause
ORDER BY s.core, s.n DESC, s.cause
