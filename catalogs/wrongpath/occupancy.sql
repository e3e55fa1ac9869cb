-- How many entries each core structure held from one time to the next, and whose.
--
-- Reorder buffers, schedulers, load and store queues; every entry counts from its insert
-- to the first time at which it can be given away again. An entry of a wrong path is dead
-- from the squash on: until then what waits behind it is on the wrong path itself. Full is
-- the most that was ever held, from one time to the next or when an entry was given, which
-- sees one that was free again at once. A full time with entries of a wrong path is charged
-- to these in equal parts; parts are summed up in time, so that what an entry is charged is
-- a difference.
--
-- @table occupancy key(node, t)
-- @uses wrongpath.fates wrongpath.places
-- @needs inst.dispatch
-- @column node INTEGER
-- @column t INTEGER from then
-- @column d INTEGER base units until the next row, 0 outside the measured region
-- @column held INTEGER entries
-- @column entries INTEGER the most that this structure ever held
-- @column wrong INTEGER of a wrong path
-- @column dead INTEGER of these, already squashed
-- @column squashed INTEGER of any squash, already squashed or not
-- @column blocked INTEGER 1: dispatch said that this was full for a correct-path instruction
-- @column charged REAL base units charged to each wrong-path entry held from the first time to t
WITH turn(what, by) AS (VALUES ('in', 1), ('out', -1), ('dead', 0)),
entry AS (
  SELECT p.node, t.occ, t.t_acq AS a, coalesce(x.fate, 'unknown') AS fate,
    coalesce(t.t_rel + p.late, max(p.t_end, t.t_acq)) AS b,
    iif(x.fate = 'wrong', max(x.t_squash, t.t_acq), NULL) AS s
  FROM tenancies t CROSS JOIN places p ON p.node = t.node
  LEFT JOIN fates x ON x.flow = t.flow
  WHERE t.role_c = 0),
step(node, t, met, held, wrong, dead, squashed, blocked, inside) AS (
  SELECT e.node, CASE w.what WHEN 'in' THEN e.a WHEN 'out' THEN e.b ELSE e.s END,
    e.occ, w.by, w.by * (e.fate = 'wrong'),
    CASE w.what WHEN 'dead' THEN 1 WHEN 'out' THEN -(e.s < e.b) ELSE 0 END,
    w.by * (e.fate IN ('wrong', 'squashed')), 0, 0
  FROM entry e CROSS JOIN turn w
  WHERE w.by <> 0 OR e.s < e.b
  UNION ALL
  SELECT p.node, iif(w.by = 1, r.t0, r.t1), NULL, 0, 0, 0, 0, 0, w.by
  FROM places p CROSS JOIN roi r ON r.core = p.core CROSS JOIN turn w
  WHERE w.by <> 0
  UNION ALL
  SELECT p.node, iif(w.by = 1, e.t0, e.t1), NULL, 0, 0, 0, 0, w.by, 0
  FROM places p CROSS JOIN episodes e ON e.core = p.core AND e.kind = 'dispatch_block'
    AND e.reason = p.kind || '_full'
  CROSS JOIN insts i ON i.flow = e.flow AND i.t_commit IS NOT NULL
  CROSS JOIN turn w
  WHERE w.by <> 0),
at AS (
  SELECT node, t, max(met) AS met, sum(held) AS held, sum(wrong) AS wrong,
    sum(dead) AS dead, sum(squashed) AS squashed, sum(blocked) AS blocked, sum(inside) AS inside
  FROM step GROUP BY node, t),
held AS MATERIALIZED (
  SELECT node, t, met, sum(held) OVER past AS held, sum(wrong) OVER past AS wrong,
    sum(dead) OVER past AS dead, sum(squashed) OVER past AS squashed,
    sum(blocked) OVER past AS blocked,
    iif(sum(inside) OVER past > 0, lead(t, 1, t) OVER past - t, 0) AS d
  FROM at WINDOW past AS (PARTITION BY node ORDER BY t)),
most AS (
  SELECT node, max(max(held), max(met) + 1) AS entries FROM held GROUP BY node
  HAVING max(met) IS NOT NULL)
SELECT h.node, h.t, h.d, h.held, m.entries, h.wrong, h.dead, h.squashed, h.blocked,
  total(iif(h.held >= m.entries AND h.wrong > 0, h.d * 1.0 / h.wrong, 0)) OVER (
    PARTITION BY h.node ORDER BY h.t
    ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING) AS charged
FROM held h JOIN most m ON m.node = h.node
