-- Misses of wrong paths, and what of them outlived the squash.
--
-- One row for each file of miss registers. A miss counts for the instruction that set it
-- in motion, whoever asked: the load itself, a walk or a prefetch. It is in flight at its
-- squash if its entry was given before and given up after; it begins after it if the load
-- was waiting for a translation or in a queue. From the squash on it holds an entry, and
-- what is below, for nothing that the program asked for.
--
-- @uses wrongpath.fates
-- @needs node:mshr
-- @column node TEXT
-- @column misses INTEGER entries opened, of known fate
-- @column fate_unknown INTEGER left out of all else
-- @column wrong_path INTEGER
-- @column pct_of_misses REAL
-- @column in_flight_at_squash INTEGER of wrong_path
-- @column begun_after_squash INTEGER of wrong_path
-- @column outlived INTEGER these two
-- @column pct_of_wrong_path REAL outlived of wrong_path
-- @column entry_cycles REAL entries times cycles, of known fate
-- @column entry_cycles_after_squash REAL
-- @column pct_of_entry_cycles REAL
-- @key node
-- @share pct_of_misses wrong_path misses
-- @share pct_of_wrong_path outlived wrong_path
-- @share pct_of_entry_cycles entry_cycles_after_squash entry_cycles
WITH entry AS (
  SELECT t.node, t.t_acq AS a, coalesce(t.t_rel, max(run.t_end, t.t_acq)) AS b,
    coalesce(x.fate, 'unknown') AS fate, iif(x.fate = 'wrong', x.t_squash, NULL) AS s
  FROM tenancies t CROSS JOIN nodes n ON n.node = t.node AND n.kind = 'mshr'
  CROSS JOIN run LEFT JOIN fates x ON x.flow = t.flow
  WHERE t.role_c = 0 AND t.flags & 1 = 0),
counted AS (
  SELECT node, total(fate <> 'unknown') AS misses, total(fate = 'unknown') AS unknown,
    total(fate = 'wrong') AS wrong, total(a <= s AND s < b) AS late,
    total(s < a) AS later,
    total(b - a) FILTER (WHERE fate <> 'unknown') AS held,
    total(max(0, b - max(a, s))) AS after
  FROM entry GROUP BY node)
SELECT n.name AS node, CAST(c.misses AS INTEGER) AS misses,
  CAST(c.unknown AS INTEGER) AS fate_unknown, CAST(c.wrong AS INTEGER) AS wrong_path,
  round(100 * c.wrong / nullif(c.misses, 0), 3) AS pct_of_misses,
  CAST(c.late AS INTEGER) AS in_flight_at_squash,
  CAST(c.later AS INTEGER) AS begun_after_squash,
  CAST(c.late + c.later AS INTEGER) AS outlived,
  round(100 * (c.late + c.later) / nullif(c.wrong, 0), 3) AS pct_of_wrong_path,
  c.held / run.ref_period AS entry_cycles,
  c.after / run.ref_period AS entry_cycles_after_squash,
  round(100 * c.after / nullif(c.held, 0), 3) AS pct_of_entry_cycles
FROM counted c JOIN nodes n ON n.node = c.node CROSS JOIN run
ORDER BY n.name
