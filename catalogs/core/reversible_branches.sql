-- Mispredicted branches, each with the prediction that a reversal turns round.
--
-- The rows are what mf-reverse(1) takes with --proposals: a branch is right then, whatever
-- the predictor says, and view icost of the campaign tells what two are worth together. The
-- miss that vanishes is the squash; the stall is that of the branch itself at the head. The
-- prediction is the predictor's decision between the fetch of the branch and the core's next.
--
-- @needs squash.begin
-- @param :kind TEXT * branch; * and ? allowed
-- @param :episode INTEGER 0 only the branch with this stall; 0: all
-- @param :predicted INTEGER 0 all are
-- @column kind TEXT branch
-- @column ep INTEGER its longest stall at the head, 0 none
-- @column core INTEGER
-- @column retire_idx INTEGER
-- @column leaf TEXT mispredict
-- @column dec INTEGER
-- @column override TEXT for mf-capture --override
-- @column cache TEXT empty: no cache is asked
-- @column cset INTEGER null
-- @column line INTEGER address of the branch
-- @column vanishes INTEGER 1
-- @column stall_cycles REAL
-- @column predicted_cycles REAL
-- @key dec
WITH wrong AS (
  SELECT e.core, i.flow, i.retire_idx, i.pc, b.ev_open,
    (SELECT min(x.flow) FROM insts x
     WHERE x.flow > i.flow AND x.core = i.core) AS next
  FROM epochs e JOIN insts i ON i.flow = e.cause_flow
  JOIN flows b ON b.flow = i.flow
  WHERE e.cause = 'mispredict' AND i.retire_idx IS NOT NULL),
predicted AS (
  SELECT w.*, (SELECT d.dec FROM decisions d JOIN sites s ON s.site = d.site
    JOIN nodes n ON n.node = s.node AND n.kind = 'predictor' AND n.core = w.core
    WHERE d.ev > w.ev_open
      AND d.ev < (SELECT a.ev_open FROM flows a WHERE a.flow = w.next)
    ORDER BY d.ev LIMIT 1) AS dec
  FROM wrong w),
found AS (
  SELECT p.core, p.retire_idx, p.pc, d.dec, d.ord, d.outcome_c, s.name AS site,
    n.name AS node, coalesce((SELECT e.ep FROM episodes e
      WHERE e.flow = p.flow AND e.kind = 'head_block'
      ORDER BY e.t1 - e.t0 DESC LIMIT 1), 0) AS ep
  FROM predicted p JOIN decisions d ON d.dec = p.dec
  JOIN sites s ON s.site = d.site JOIN nodes n ON n.node = s.node)
SELECT 'branch' AS kind, f.ep, f.core, f.retire_idx, 'mispredict' AS leaf, f.dec,
  f.node || '/' || f.site || ':' || f.ord || '='
    || CASE f.outcome_c WHEN 0 THEN 'suppress' ELSE 'act' END AS override,
  '' AS cache, NULL AS cset, f.pc AS line, 1 AS vanishes,
  coalesce(p.cycles, 0.0) AS stall_cycles,
  coalesce(p.cycles, 0.0) AS predicted_cycles
FROM found f LEFT JOIN episodes p ON p.ep = f.ep
WHERE 'branch' GLOB :kind AND (:episode = 0 OR f.ep = :episode)
  AND :predicted IN (0, 1)
ORDER BY f.dec
