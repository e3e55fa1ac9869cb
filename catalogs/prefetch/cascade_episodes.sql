-- Every memory stall with the leaf of the cascade that it belongs to.
--
-- Three questions, in order. Was the line requested? Then why was it not there in
-- time. Was it evaluated? Then why was it suppressed. Else: why did nothing look at
-- it. Each stall has one leaf; displaced_by says who pushed the line out, whatever
-- the leaf. A chain that the missing access started explains nothing: on a page that
-- was never touched before, nothing could have known.
--
-- @table cascade key(ep)
-- @uses prefetch.cascade_evidence prefetch.cascade_elsewhere
-- @needs prefetch head.state
-- @column ep INTEGER
-- @column core INTEGER
-- @column d INTEGER length in base units
-- @column inst INTEGER
-- @column packet INTEGER
-- @column ev INTEGER the access
-- @column t INTEGER
-- @column line INTEGER
-- @column page INTEGER
-- @column pf INTEGER
-- @column sup INTEGER
-- @column chain INTEGER
-- @column leaf TEXT
-- @column displaced_by TEXT requester whose fill pushed the line out
-- @column displacing_decision INTEGER
SELECT e.ep, e.core, e.t1 - e.t0 AS d, e.flow AS inst, a.packet, a.ev, a.t,
  coalesce(a.line, own.line) AS line, a.page, q.pf, q.sup, q.chain,
  CASE
    WHEN a.ep IS NULL THEN coalesce(x.leaf, 'unresolved_no_cause')
    WHEN a.hit AND (q.live_pf OR (coalesce(p.ev_fill, a.ev) < a.ev
      AND coalesce(p.ev_drop, a.ev) >= a.ev)) THEN 'covered'
    WHEN a.hit THEN 'hit_demand_line'
    WHEN p.flow IS NOT NULL THEN CASE
      WHEN p.here = 0 AND coalesce(p.ev_fill, fp.ev_close, a.ev) < a.ev
        AND p.ev_issue IS NOT NULL THEN 'filled_below_only'
      WHEN p.ev_drop < a.ev THEN 'dropped_at_cache'
      WHEN coalesce(p.ev_issue, a.ev) >= a.ev THEN 'queued'
      WHEN coalesce(p.ev_fill, a.ev) >= a.ev THEN CASE
        WHEN p.t_issue + coalesce(sv.lat_nominal, c.nominal) <= a.t
          THEN 'in_flight_memory_slow'
        ELSE 'too_little_lead' END
      ELSE 'evicted_before_use' END
    WHEN q.covered IS NOT 1 THEN 'unresolved_no_coverage'
    WHEN q.sup IS NOT NULL THEN 'suppressed_' || coalesce(dc.reason, 'unstated')
    WHEN q.chain IS NOT NULL THEN 'chain_' || coalesce(h.end_reason, 'open')
    WHEN q.page_seen AND q.self_chain AND q.from_start IS NOT 1
      THEN 'first_trigger_in_window'
    WHEN q.page_seen THEN 'no_delta_history'
    WHEN q.from_start = 1 THEN 'compulsory'
    WHEN q.snap = 0 THEN 'unresolved_cold_window'
    ELSE 'first_touch_in_window' END AS leaf,
  CASE WHEN r.ten IS NULL THEN 'never_resident'
    ELSE coalesce(ep.requester, ef.kind, 'unknown') END AS displaced_by,
  r.evict_dec AS displacing_decision
FROM episodes e
JOIN cascade_choice c ON c.core = e.core
LEFT JOIN cascade_access a ON a.ep = e.ep
LEFT JOIN cascade_elsewhere x ON x.ep = e.ep
LEFT JOIN cascade_evidence q ON q.ep = e.ep
LEFT JOIN packets own ON own.flow = e.cause
LEFT JOIN prefetches p ON p.flow = q.pf
LEFT JOIN flows fp ON fp.flow = q.pf
LEFT JOIN nodes sv ON sv.node = p.served_by
LEFT JOIN decisions dc ON dc.dec = q.sup
LEFT JOIN chains h ON h.flow = q.chain
LEFT JOIN residencies r ON r.ten = q.last_res
LEFT JOIN flows ef ON ef.flow = r.evict_by
LEFT JOIN packets ep ON ep.flow = r.evict_by
WHERE e.kind = 'head_block' AND e.class = 'memory'
