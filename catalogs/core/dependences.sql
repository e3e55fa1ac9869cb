-- Dependence graph of the retired instructions, by published rules.
--
-- A vertex is a stage of an instruction: F fetch, X decode, D dispatch, S entry into a
-- scheduler that comes after dispatch, I issue, E completion, C retirement. Each row
-- says that v cannot come earlier than w after u. DD, SS and CC are program order; FF
-- and XX as well, where what does not come with the one before it comes a cycle later.
-- DW, IW and CW are widths: a cycle that issued all it could is followed by another.
-- FX, XD (FD without decode), DS, SI (DI without a scheduler) and EC are the pipeline,
-- where w is the least that this run ever took, IE service, measured and not modelled.
-- DF is the capacity of a fetch queue. The rest are edges of the record: EI an operand,
-- CD, ID, ED and WD a full reorder buffer, scheduler, load or store queue, IS a scheduler
-- that was full after dispatch, CS registers, EF and XF a redirect, BD the walk back of a
-- squash before it; of these, too, the least time.
--
-- @table dependences key(v, stage)
-- @needs inst.dispatch inst.issue inst.complete inst.retire
-- @column core INTEGER
-- @column rule TEXT
-- @column u INTEGER instruction
-- @column u_stage TEXT
-- @column u_t INTEGER
-- @column v INTEGER instruction
-- @column stage TEXT of v
-- @column v_t INTEGER
-- @column w INTEGER base units
WITH least AS (
  SELECT i.core, max(0, min(t_decode - t_fetch)) AS fx,
    max(0, min(t_dispatch - t_decode)) AS xd,
    max(0, min(t_dispatch - t_fetch) FILTER (WHERE t_decode IS NULL)) AS fd,
    max(0, min(t_issue - t_dispatch)) AS di,
    min(t_rename - t_dispatch) FILTER (WHERE t_rename >= t_dispatch) AS ds,
    max(0, min(t_issue - t_rename) FILTER (WHERE t_rename >= t_dispatch)) AS si,
    max(0, min(t_commit - t_complete)) AS ec
  FROM insts i JOIN k ON k.core = i.core WHERE i.t_commit <= k.t_end
  GROUP BY i.core),
width AS (
  SELECT core, max(width) FILTER (WHERE kind = 'dispatch') AS d,
    max(width) FILTER (WHERE kind = 'retire') AS c,
    max(width) FILTER (WHERE kind = 'iq') AS i,
    max(width) FILTER (WHERE kind = 'lq') AS loads,
    max(capacity) FILTER (WHERE kind = 'fetchq') AS q
  FROM nodes WHERE kind IN ('dispatch', 'retire', 'iq', 'lq', 'fetchq') GROUP BY core),
r AS MATERIALIZED (
  SELECT i.core, i.flow, k.P, l.*, t_fetch AS f, t_decode AS x, t_dispatch AS d,
    iif(t_rename >= t_dispatch, t_rename, NULL) AS s,
    t_issue AS i, t_complete AS e, t_commit AS c,
    i.opclass IN ('load', 'load_store') AS is_load,
    lag(flow) OVER o AS dd, lag(t_dispatch) OVER o AS dd_t,
    lag(t_fetch) OVER o AS ff_t, lag(t_decode) OVER o AS xx_t,
    lag(iif(t_rename >= t_dispatch, t_rename, NULL)) OVER o AS ss_t,
    lag(flow, n.d) OVER o AS dw, lag(t_dispatch, n.d) OVER o AS dw_t,
    lag(flow, n.q) OVER o AS df, lag(t_dispatch, n.q) OVER o AS df_t,
    lag(t_commit) OVER o AS cc_t,
    lag(flow, n.c) OVER o AS cw, lag(t_commit, n.c) OVER o AS cw_t
  FROM insts i JOIN k ON k.core = i.core JOIN least l ON l.core = i.core
  LEFT JOIN width n ON n.core = i.core
  WHERE i.retire_idx IS NOT NULL AND i.t_commit <= k.t_end
  WINDOW o AS (PARTITION BY i.core, i.thread ORDER BY i.retire_idx, i.uop)),
-- Cycles that issued as much as the scheduler, or as many loads as the load queue can.
busy AS MATERIALIZED (
  SELECT i.core, i.t_issue AS t, max(flow) FILTER (WHERE t_commit <= k.t_end) AS u,
    count(*) >= n.i AS is_full,
    sum(i.opclass IN ('load', 'load_store')) >= n.loads AS is_full_of_loads
  FROM insts i JOIN width n ON n.core = i.core JOIN k ON k.core = i.core
  WHERE i.t_issue IS NOT NULL
  GROUP BY i.core, i.t_issue HAVING is_full OR is_full_of_loads),
waited AS MATERIALIZED (
  SELECT q.core, g.chan, x.name AS u_event, x.stage AS u_stage, a.ev AS u_ev, a.flow AS u,
    a.t AS u_t, y.name AS v_event, y.stage, b.flow AS v, b.t AS v_t, n.kind, q.t_fetch AS f,
    q.t_dispatch AS d, q.t_rename AS s, q.t_issue AS i, coalesce(g.wmin, 0) AS w
  FROM edges g CROSS JOIN events b ON b.ev = g.v
  CROSS JOIN insts q ON q.flow = b.flow
  CROSS JOIN k ON k.core = q.core AND q.t_commit <= k.t_end
  CROSS JOIN event_types y ON y.type = b.type
  CROSS JOIN events a ON a.ev = g.u CROSS JOIN event_types x ON x.type = a.type
  LEFT JOIN nodes n ON n.node = g.via_node
  WHERE g.chan IN ('value', 'occupancy', 'speculation')),
redirected AS MATERIALIZED (
  SELECT x.core, x.u, x.v, x.f, x.d, x.u_t, s.t_recovered,
    iif(p.t_complete <= x.u_t, 'E', 'X') AS u_stage,
    iif(p.t_complete <= x.u_t, p.t_complete, p.t_decode) AS t,
    min(x.f - x.u_t) OVER c AS least, min(x.d - s.t_recovered) OVER c AS least_back
  FROM waited x JOIN insts p ON p.flow = x.u
  LEFT JOIN epochs s ON s.ev_squash = x.u_ev
  WHERE x.chan = 'speculation' AND x.stage = 'fetch' AND p.t_commit IS NOT NULL
    AND (p.t_complete <= x.u_t OR p.t_decode <= x.u_t)
  WINDOW c AS (PARTITION BY x.core))
SELECT core, 'FF' AS rule, dd AS u, 'F' AS u_stage, ff_t AS u_t, flow AS v,
  'F' AS stage, f AS v_t, iif(f > ff_t, P, 0) AS w
FROM r WHERE ff_t IS NOT NULL AND f IS NOT NULL
UNION ALL SELECT core, 'DF', df, 'D', df_t, flow, 'F', f, 0
FROM r WHERE df_t IS NOT NULL AND f IS NOT NULL
UNION ALL SELECT core, 'FX', flow, 'F', f, flow, 'X', x, fx
FROM r WHERE f IS NOT NULL AND x IS NOT NULL
UNION ALL SELECT core, 'XX', dd, 'X', xx_t, flow, 'X', x, iif(x > xx_t, P, 0)
FROM r WHERE xx_t IS NOT NULL AND x IS NOT NULL
UNION ALL SELECT core, 'XD', flow, 'X', x, flow, 'D', d, xd
FROM r WHERE x IS NOT NULL AND d IS NOT NULL
UNION ALL SELECT core, 'FD', flow, 'F', f, flow, 'D', d, fd
FROM r WHERE x IS NULL AND f IS NOT NULL AND d IS NOT NULL
UNION ALL SELECT core, 'DD', dd, 'D', dd_t, flow, 'D', d, 0
FROM r WHERE dd_t IS NOT NULL AND d IS NOT NULL
UNION ALL SELECT core, 'DW', dw, 'D', dw_t, flow, 'D', d, P
FROM r WHERE dw_t IS NOT NULL AND d IS NOT NULL
UNION ALL SELECT core, 'DS', flow, 'D', d, flow, 'S', s, ds
FROM r WHERE s IS NOT NULL
UNION ALL SELECT core, 'SS', dd, 'S', ss_t, flow, 'S', s, 0
FROM r WHERE s IS NOT NULL AND ss_t IS NOT NULL
UNION ALL SELECT core, 'SI', flow, 'S', s, flow, 'I', i, si
FROM r WHERE s IS NOT NULL AND i IS NOT NULL
UNION ALL SELECT core, 'DI', flow, 'D', d, flow, 'I', i, di
FROM r WHERE s IS NULL AND d IS NOT NULL AND i IS NOT NULL
-- Where nothing that took the slots retires in the region: the wait since one's own arrival.
UNION ALL SELECT r.core, 'IW', coalesce(b.u, r.flow),
  CASE WHEN b.u IS NOT NULL THEN 'I' WHEN s IS NULL THEN 'D' ELSE 'S' END,
  iif(b.u IS NULL, coalesce(s, d), b.t), r.flow, 'I', r.i,
  iif(b.u IS NULL, r.i - coalesce(s, d), r.P)
FROM r CROSS JOIN busy b ON b.core = r.core AND b.t = r.i - r.P
WHERE (b.is_full OR r.is_load) AND coalesce(b.u, s, d) IS NOT NULL
UNION ALL SELECT core, 'IE', flow, 'I', i, flow, 'E', e, e - i
FROM r WHERE i IS NOT NULL AND e IS NOT NULL
UNION ALL SELECT core, 'EC', flow, 'E', e, flow, 'C', c, ec
FROM r WHERE e IS NOT NULL
UNION ALL SELECT core, 'CC', dd, 'C', cc_t, flow, 'C', c, 0
FROM r WHERE cc_t IS NOT NULL
UNION ALL SELECT core, 'CW', cw, 'C', cw_t, flow, 'C', c, P
FROM r WHERE cw_t IS NOT NULL
UNION ALL SELECT x.core, 'EI', x.u, 'E', x.u_t, x.v, 'I', x.i, x.w
FROM waited x JOIN insts p ON p.flow = x.u
WHERE x.chan = 'value' AND x.u_stage = 'complete' AND x.stage = 'issue'
  AND p.t_commit IS NOT NULL
UNION ALL SELECT x.core, w.rule, x.u, w.u_stage, x.u_t, x.v, 'D', x.d, x.w
FROM waited x JOIN (
  SELECT 'rob' AS kind, 'inst.retire' AS event, 'CD' AS rule, 'C' AS u_stage
  UNION ALL SELECT 'iq', 'inst.issue', 'ID', 'I'
  UNION ALL SELECT 'lq', 'lq.release', 'ED', 'E'
  UNION ALL SELECT 'sq', 'sq.release', 'WD', 'C') w ON w.kind = x.kind AND w.event = x.u_event
WHERE x.chan = 'occupancy' AND x.v_t = x.d
UNION ALL SELECT core, 'IS', u, 'I', u_t, v, 'S', s, w FROM waited
WHERE chan = 'occupancy' AND kind = 'iq' AND u_event = 'inst.issue'
  AND v_t = s AND s > d
UNION ALL SELECT core, 'CS', u, 'C', u_t, v, 'S', s, w FROM waited
WHERE v_event = 'inst.registers' AND v_t = s AND s > d
UNION ALL SELECT core, u_stage || 'F', u, u_stage, t, v, 'F', f, u_t - t + least
FROM redirected
UNION ALL SELECT core, 'BD', u, 'E', t, v, 'D', d, t_recovered - t + least_back
FROM redirected WHERE u_stage = 'E' AND t_recovered IS NOT NULL AND d IS NOT NULL
