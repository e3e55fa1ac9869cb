-- Memory stalls that never reached the prefetcher's cache, and what ended them.
--
-- store_forward: a store in the queue gave the data. translation: more than half of
-- the stall was over when the packet learned its physical address. l1_hit: a nearer
-- cache had the line.
--
-- @table cascade_elsewhere key(ep)
-- @uses prefetch.cascade_access
-- @column ep INTEGER
-- @column leaf TEXT
WITH e AS MATERIALIZED (
  SELECT e.ep, e.flow, e.cause, e.t0, e.t1
  FROM episodes e LEFT JOIN cascade_access a ON a.ep = e.ep
  WHERE e.kind = 'head_block' AND e.class = 'memory' AND a.ep IS NULL),
forwarded AS (
  SELECT DISTINCT flow FROM ev_lq_release
  WHERE reason = 'forward' AND flow IN (SELECT flow FROM e)),
translated AS (
  SELECT flow, min(t) AS t FROM ev_packet_translated
  WHERE flow IN (SELECT cause FROM e) GROUP BY flow)
SELECT e.ep, CASE
    WHEN f.flow IS NOT NULL OR EXISTS (SELECT 1 FROM flows g
      WHERE g.flow = e.cause AND g.close_reason IN ('forward', 'forwarded'))
      THEN 'store_forward'
    WHEN x.t > (e.t0 + e.t1) / 2 THEN 'translation'
    WHEN EXISTS (SELECT 1 FROM ev_access a
                 WHERE a.flow = e.cause AND a.outcome = 'hit') THEN 'l1_hit'
    ELSE 'unresolved_no_cause' END AS leaf
FROM e LEFT JOIN forwarded f ON f.flow = e.flow
LEFT JOIN translated x ON x.flow = e.cause
