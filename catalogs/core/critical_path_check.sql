-- How well the rules of core.critical_path explain this run.
--
-- A vertex is unexplained when it came later than every recorded reason: evidence is
-- missing there, the instruction cache's for one at F. It is contradicted when it came
-- earlier than a reason: an edge or its least time is wrong. A path's length always
-- equals the run's and proves nothing; these can fail.
--
-- @uses core.dependences
-- @column core INTEGER
-- @column stage TEXT F fetch, X decode, D dispatch, S scheduler, I issue, E completion, C retirement
-- @column vertices INTEGER with a recorded reason
-- @column unexplained INTEGER
-- @column unexplained_cycles REAL
-- @column contradicted INTEGER
-- @column worst_cycles REAL the longest unexplained
-- @column pct_of_vertices REAL unexplained of vertices
-- @key core stage
-- @share pct_of_vertices unexplained vertices
WITH reach AS (
  SELECT core, v, stage, v_t AS t, max(u_t + w) AS reach
  FROM dependences GROUP BY v, stage)
SELECT r.core, r.stage, count(*) AS vertices, sum(r.t > r.reach) AS unexplained,
  sum(max(r.t - r.reach, 0)) * 1.0 / k.P AS unexplained_cycles,
  sum(r.t < r.reach) AS contradicted,
  max(max(r.t - r.reach, 0)) * 1.0 / k.P AS worst_cycles,
  round(100.0 * sum(r.t > r.reach) / count(*), 2) AS pct_of_vertices
FROM reach r JOIN k ON k.core = r.core
GROUP BY r.core, r.stage
ORDER BY r.core, r.stage
