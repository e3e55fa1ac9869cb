-- Dependence graph of the retired instructions, by published rules.
--
-- A vertex is a stage of an instruction: D dispatch, S entry into a scheduler that
-- comes after dispatch, I issue, E completion, C retirement. Each row says that v
-- cannot come earlier than w after u: DD, SS and CC program order, DW and CW the
-- width, DS, SI (DI without a scheduler) and EC the pipeline, where w is the least
-- that this run ever took, IE service, measured and not modelled. EI an operand, CD
-- a reorder buffer entry and ED a redirect are edges of the record.
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
  SELECT i.core, max(0, min(t_issue - t_dispatch)) AS di,
    min(t_rename - t_dispatch) FILTER (WHERE t_rename >= t_dispatch) AS ds,
    max(0, min(t_issue - t_rename) FILTER (WHERE t_rename >= t_dispatch)) AS si,
    max(0, min(t_commit - t_complete)) AS ec
  FROM insts i JOIN k ON k.core = i.core WHERE i.t_commit <= k.t_end
  GROUP BY i.core),
width AS (
  SELECT core, max(width) FILTER (WHERE kind = 'dispatch') AS d,
    max(width) FILTER (WHERE kind = 'retire') AS c
  FROM nodes WHERE kind IN ('dispatch', 'retire') GROUP BY core),
r AS MATERIALIZED (
  SELECT i.core, i.flow, k.P, l.di, l.ds, l.si, l.ec, t_dispatch AS d,
    iif(t_rename >= t_dispatch, t_rename, NULL) AS s,
    t_issue AS i, t_complete AS e, t_commit AS c,
    lag(flow) OVER o AS dd, lag(t_dispatch) OVER o AS dd_t,
    lag(iif(t_rename >= t_dispatch, t_rename, NULL)) OVER o AS ss_t,
    lag(flow, n.d) OVER o AS dw, lag(t_dispatch, n.d) OVER o AS dw_t,
    lag(t_commit) OVER o AS cc_t,
    lag(flow, n.c) OVER o AS cw, lag(t_commit, n.c) OVER o AS cw_t
  FROM insts i JOIN k ON k.core = i.core JOIN least l ON l.core = i.core
  LEFT JOIN width n ON n.core = i.core
  WHERE i.retire_idx IS NOT NULL AND i.t_commit <= k.t_end
  WINDOW o AS (PARTITION BY i.core, i.thread ORDER BY i.retire_idx, i.uop)),
waited AS MATERIALIZED (
  SELECT q.core, g.chan, x.stage AS u_stage, a.flow AS u, a.t AS u_t, y.stage,
    b.flow AS v, n.kind, q.t_dispatch AS d, q.t_issue AS i, coalesce(g.wmin, 0) AS w
  FROM edges g CROSS JOIN events b ON b.ev = g.v
  CROSS JOIN insts q ON q.flow = b.flow
  CROSS JOIN k ON k.core = q.core AND q.t_commit <= k.t_end
  CROSS JOIN event_types y ON y.type = b.type
  CROSS JOIN events a ON a.ev = g.u CROSS JOIN event_types x ON x.type = a.type
  LEFT JOIN nodes n ON n.node = g.via_node
  WHERE g.chan IN ('value', 'occupancy', 'speculation'))
SELECT core, 'DD' AS rule, dd AS u, 'D' AS u_stage, dd_t AS u_t, flow AS v,
  'D' AS stage, d AS v_t, 0 AS w
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
UNION ALL SELECT x.core, 'CD', x.u, 'C', x.u_t, x.v, 'D', x.d, x.w
FROM waited x
WHERE x.chan = 'occupancy' AND x.kind = 'rob' AND x.u_stage = 'commit'
  AND x.stage = 'dispatch'
UNION ALL SELECT x.core, 'ED', x.u, 'E', p.t_complete, x.v, 'D', x.d, x.w
FROM waited x JOIN insts p ON p.flow = x.u
WHERE x.chan = 'speculation' AND p.t_complete <= x.u_t AND x.d IS NOT NULL
  AND p.t_commit IS NOT NULL
